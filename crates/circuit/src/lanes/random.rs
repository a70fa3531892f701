//! Random words for the lanes: eight generators side by side, one for each 64 lanes.
//!
//! Each is xoshiro256++ by Blackman and Vigna ("Scrambled linear pseudorandom number generators", 2021)
//! with a state of its own from splitmix64, as the authors advise. The bits depend on the seed alone, not
//! on the processor; wider registers only make them come faster.

use super::code::Backend;
use super::word::Word;

/// How many generators a word takes.
const SIDE_BY_SIDE: usize = 8;

/// The four numbers of each generator's state.
type State = [[u64; SIDE_BY_SIDE]; 4];

/// A source of random words.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct LaneRandom {
    state: State,
}

impl LaneRandom {
    /// Random words from a seed.
    pub fn new(seed: u64) -> LaneRandom {
        let mut splitmix = seed;
        let state = [[0; SIDE_BY_SIDE]; 4].map(|row| row.map(|_| next_of_splitmix(&mut splitmix)));
        LaneRandom { state }
    }

    /// Replaces the words by random ones.
    pub fn fill(&mut self, words: &mut [Word]) {
        self.fill_with(Backend::best(), words);
    }

    /// Replaces the words by random ones, as fast as a backend can; the words are the same for all.
    ///
    /// # Panics
    /// If the backend is not available.
    #[allow(unsafe_code)]
    pub fn fill_with(&mut self, backend: Backend, words: &mut [Word]) {
        assert!(backend.available(), "this processor cannot run the backend {backend}");
        match backend {
            // SAFETY: the processor has AVX-512, as was just checked.
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => unsafe { wide::fill_avx512(&mut self.state, words) },
            // SAFETY: the processor has AVX2.
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => unsafe { wide::fill_avx2(&mut self.state, words) },
            _ => words.iter_mut().for_each(|word| *word = Word(next(&mut self.state))),
        }
    }
}

/// One step of all generators.
fn next([a, b, c, d]: &mut State) -> [u64; SIDE_BY_SIDE] {
    let mut result = [0; SIDE_BY_SIDE];
    for at in 0..SIDE_BY_SIDE {
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

/// The same steps in vector registers. The compiler does not find them by itself.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod wide {
    use super::{State, Word};
    use std::arch::asm;
    use std::arch::x86_64::*;

    /// In assembly: four registers of state, and nothing else in the loop.
    ///
    /// # Safety
    /// The processor must have AVX-512 F.
    pub(super) unsafe fn fill_avx512(state: &mut State, words: &mut [Word]) {
        if words.is_empty() {
            return;
        }
        let range = words.as_mut_ptr_range();
        // SAFETY: reads and writes the state, and writes the words from the first to the last.
        unsafe {
            asm!(
                "vmovdqu64 zmm0, [{state}]",
                "vmovdqu64 zmm1, [{state} + 64]",
                "vmovdqu64 zmm2, [{state} + 128]",
                "vmovdqu64 zmm3, [{state} + 192]",
                "2:",
                "vpaddq zmm4, zmm0, zmm3",
                "vprolq zmm4, zmm4, 23",
                "vpaddq zmm4, zmm4, zmm0",
                "vmovdqu64 [{word}], zmm4",
                "vpsllq zmm5, zmm1, 17",
                "vmovdqa64 zmm6, zmm2",
                "vpternlogq zmm2, zmm0, zmm5, 0x96",
                "vpxorq zmm3, zmm3, zmm1",
                "vpternlogq zmm1, zmm6, zmm0, 0x96",
                "vpxorq zmm0, zmm0, zmm3",
                "vprolq zmm3, zmm3, 45",
                "add {word}, 64",
                "cmp {word}, {end}",
                "jne 2b",
                "vmovdqu64 [{state}], zmm0",
                "vmovdqu64 [{state} + 64], zmm1",
                "vmovdqu64 [{state} + 128], zmm2",
                "vmovdqu64 [{state} + 192], zmm3",
                "vzeroupper",
                state = in(reg) state.as_mut_ptr(),
                word = inout(reg) range.start => _,
                end = in(reg) range.end,
                out("xmm0") _, out("xmm1") _, out("xmm2") _, out("xmm3") _,
                out("xmm4") _, out("xmm5") _, out("xmm6") _,
                options(nostack),
            );
        }
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn fill_avx2(state: &mut State, words: &mut [Word]) {
        let mut low = load(state, 0);
        let mut high = load(state, 4);
        for word in words {
            let (first, second) = word.0.split_at_mut(4);
            store(next(&mut low), first);
            store(next(&mut high), second);
        }
        for (row, (low, high)) in state.iter_mut().zip(low.into_iter().zip(high)) {
            let (first, second) = row.split_at_mut(4);
            store(low, first);
            store(high, second);
        }
    }

    #[target_feature(enable = "avx2")]
    fn next([a, b, c, d]: &mut [__m256i; 4]) -> __m256i {
        let result = _mm256_add_epi64(rotate::<23, 41>(_mm256_add_epi64(*a, *d)), *a);
        let shifted = _mm256_slli_epi64::<17>(*b);
        *c = _mm256_xor_si256(*c, *a);
        *d = _mm256_xor_si256(*d, *b);
        *b = _mm256_xor_si256(*b, *c);
        *a = _mm256_xor_si256(*a, *d);
        *c = _mm256_xor_si256(*c, shifted);
        *d = rotate::<45, 19>(*d);
        result
    }

    #[target_feature(enable = "avx2")]
    fn rotate<const LEFT: i32, const RIGHT: i32>(row: __m256i) -> __m256i {
        _mm256_or_si256(_mm256_slli_epi64::<LEFT>(row), _mm256_srli_epi64::<RIGHT>(row))
    }

    #[target_feature(enable = "avx2")]
    fn load(state: &State, from: usize) -> [__m256i; 4] {
        // The first argument of `set` is the highest part.
        state.map(|row| {
            let part = |at: usize| row[from + at] as i64;
            _mm256_set_epi64x(part(3), part(2), part(1), part(0))
        })
    }

    #[target_feature(enable = "avx2")]
    fn store(row: __m256i, target: &mut [u64]) {
        assert_eq!(target.len(), 4);
        // SAFETY: four numbers were just found to be there, and they need not be aligned.
        unsafe { _mm256_storeu_si256(target.as_mut_ptr().cast(), row) }
    }
}

/// The next number of splitmix64, which turns similar seeds into dissimilar states.
fn next_of_splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(seed: u64, count: usize) -> Vec<Word> {
        let mut words = vec![Word::default(); count];
        LaneRandom::new(seed).fill(&mut words);
        words
    }

    /// How far a count of ones among fair coins is from its mean, in standard deviations.
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
            let mut random = LaneRandom::new(77);
            let mut filled = Vec::new();
            for count in [1, 0, 2, 7, 190] {
                let mut part = vec![Word::default(); count];
                random.fill_with(backend, &mut part);
                filled.extend(part);
            }
            assert_eq!(filled, words(77, 200), "{backend}");
        }
    }

    #[test]
    fn first_bits_never_change() {
        // xoshiro256++ of the authors' reference, with the states that splitmix64 gives.
        let first = words(0, 2);
        let mut state: [u64; 4] = std::array::from_fn(|row| LaneRandom::new(0).state[row][3]);
        for word in first {
            let [a, b, c, d] = state;
            assert_eq!(word.0[3], a.wrapping_add(d).rotate_left(23).wrapping_add(a));
            state = [a ^ b ^ d, a ^ b ^ c, a ^ c ^ (b << 17), (b ^ d).rotate_left(45)];
        }
        assert_eq!(LaneRandom::new(0).state[0][0], 0xE220_A839_7B1D_CDAF);
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
