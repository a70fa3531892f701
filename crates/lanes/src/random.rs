//! Random words for the lanes, drawn by eight generators side by side, one for each 64 lanes.
//!
//! Each generator is xoshiro256++ by Blackman and Vigna ("Scrambled linear pseudorandom number generators", 2021) with
//! a state of its own from splitmix64, as the authors advise. The bits depend on the seed alone, not on the processor;
//! wider registers only draw them faster.

/// Number of generators, which draw a word together.
const GENERATORS: usize = 8;

/// The state of the generators, from which `Kernel::fill_random` draws words.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct RandomState {
    /// The four numbers of each generator's state.
    pub(crate) rows: [[u64; GENERATORS]; 4],
}

impl RandomState {
    /// Creates the state that belongs to a seed.
    pub fn new(seed: u64) -> RandomState {
        let mut splitmix = seed;
        let rows = [[0; GENERATORS]; 4].map(|row| row.map(|_| next_of_splitmix(&mut splitmix)));
        RandomState { rows }
    }

    /// Draws the next number of every generator.
    pub(crate) fn next(&mut self) -> [u64; GENERATORS] {
        let [a, b, c, d] = &mut self.rows;
        let mut result = [0; GENERATORS];
        for at in 0..GENERATORS {
            result[at] = a[at].wrapping_add(d[at]).rotate_left(23).wrapping_add(a[at]);
            let shifted = b[at] << 17;
            c[at] ^= a[at];
            d[at] ^= b[at];
            b[at] ^= c[at];
            a[at] ^= d[at];
            c[at] ^= shifted;
            d[at] = d[at].rotate_left(45);
        }
        result
    }
}

/// Draws the next number of splitmix64, which turns similar seeds into dissimilar states.
fn next_of_splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Backend;
    use crate::word::Word;

    fn fill(backend: Backend, state: &mut RandomState, count: usize) -> Vec<Word> {
        let mut words = vec![Word::default(); count];
        backend.kernel().expect("it is available").fill_random(state, &mut words);
        words
    }

    fn words(seed: u64, count: usize) -> Vec<Word> {
        fill(Backend::Portable, &mut RandomState::new(seed), count)
    }

    /// Returns the distance of a count of ones among fair coins from its mean, in standard deviations.
    fn deviation(ones: u64, coins: u64) -> f64 {
        (ones as f64 - coins as f64 / 2.0) / (coins as f64 / 4.0).sqrt()
    }

    fn ones(words: impl Iterator<Item = Word>) -> u64 {
        words.map(|word| word.0.iter().map(|part| part.count_ones() as u64).sum::<u64>()).sum()
    }

    fn zip(one: Word, other: Word, combine: impl Fn(u64, u64) -> u64) -> Word {
        Word(std::array::from_fn(|part| combine(one.0[part], other.0[part])))
    }

    #[test]
    fn every_backend_gives_the_same_bits() {
        for backend in Backend::all_available() {
            let mut state = RandomState::new(77);
            let parts = [1, 0, 2, 7, 190].map(|count| fill(backend, &mut state, count));
            let filled = parts.concat();
            assert_eq!(filled, words(77, 200), "{backend}");
        }
    }

    #[test]
    fn first_bits_never_change() {
        // xoshiro256++ of the authors' reference, with the states that splitmix64 gives.
        let first = words(0, 2);
        let mut state: [u64; 4] = std::array::from_fn(|row| RandomState::new(0).rows[row][3]);
        for word in first {
            let [a, b, c, d] = state;
            assert_eq!(word.0[3], a.wrapping_add(d).rotate_left(23).wrapping_add(a));
            state = [a ^ b ^ d, a ^ b ^ c, a ^ c ^ (b << 17), (b ^ d).rotate_left(45)];
        }
        assert_eq!(RandomState::new(0).rows[0][0], 0xE220_A839_7B1D_CDAF);
    }

    #[test]
    fn ones_and_zeros_balance() {
        let words = words(1, 100_000);
        assert!(deviation(ones(words.iter().copied()), 512 * 100_000).abs() < 4.0);
        for lane in 0..512 {
            let count =
                words.iter().filter(|word| word.0[lane / 64] >> (lane % 64) & 1 == 1).count();
            assert!(deviation(count as u64, 100_000).abs() < 5.0, "lane {lane}");
        }
    }

    #[test]
    fn words_and_lanes_are_not_correlated() {
        let words = words(2, 20_000);
        for lag in 1..=64 {
            let pairs = words.iter().zip(&words[lag..]);
            let coins = 512 * (words.len() - lag) as u64;
            let equal = ones(pairs.map(|(&one, &other)| zip(one, other, |a, b| !(a ^ b))));
            assert!(deviation(equal, coins).abs() < 5.0, "words {lag} apart");
        }
        let coins = 512 * words.len() as u64;
        for turn in 1..64 {
            let equal =
                ones(words.iter().map(|&word| zip(word, word, |a, b| !(a ^ b.rotate_left(turn)))));
            assert!(deviation(equal, coins).abs() < 5.0, "lanes {turn} apart");
        }
        for apart in 1..8 {
            let other = |word: Word| Word(std::array::from_fn(|part| word.0[(part + apart) % 8]));
            let equal = ones(words.iter().map(|&word| zip(word, other(word), |a, b| !(a ^ b))));
            assert!(deviation(equal, coins).abs() < 5.0, "generators {apart} apart");
        }
    }

    #[test]
    fn runs_of_bits_in_a_lane_are_even() {
        // Eight successive words make a number for each lane; all 256 should come equally often.
        let words = words(3, 8 * 4000);
        let mut counts = [0u32; 256];
        for rows in words.chunks(8) {
            for lane in 0..512 {
                let number = rows.iter().fold(0, |number, word| {
                    number << 1 | (word.0[lane / 64] >> (lane % 64) & 1) as usize
                });
                counts[number] += 1;
            }
        }
        let expected = 4000.0 * 512.0 / 256.0;
        let square: f64 =
            counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
        // 255 degrees of freedom: mean 255, standard deviation 22.6.
        assert!((165.0..370.0).contains(&square), "{square}");
    }

    #[test]
    fn seeds_differ() {
        let equal = ones(
            words(5, 1000)
                .into_iter()
                .zip(words(6, 1000))
                .map(|(one, other)| zip(one, other, |a, b| !(a ^ b))),
        );
        assert!(deviation(equal, 512_000).abs() < 4.0);
    }
}
