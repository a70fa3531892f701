//! Between states and lanes: a state is a row of bits, one for each fact; in the lanes each fact has a word
//! with one bit for each state.
//!
//! Both directions move squares of 64 facts and 64 lanes. A block is 64 lanes that lie together in a word:
//! block 2 are the lanes 128 to 191.

use super::program::{LANES, Word};

/// How many lanes a block has.
pub const BLOCK: usize = 64;
/// How many blocks a word has.
pub const BLOCKS: usize = LANES / BLOCK;

/// Writes states into lanes of a block; the other lanes keep what they have.
///
/// `lanes` has a bit for each lane of the block that is written, and `state` is asked for the state of
/// each of them, lowest first: bit `f % 64` of element `f / 64` is fact `f`. Facts beyond the end of a state
/// are false.
///
/// # Panics
/// If the block is not less than [`BLOCKS`].
///
/// ```
/// use circuit::lanes::program::Word;
/// use circuit::lanes::transpose::{get, put};
///
/// let mut words = vec![Word::default(); 3];
/// let states = [[0b101], [0b110]];
/// // Lanes 64 and 67.
/// put(&mut words, 1, 0b1001, |lane| if lane == 64 { &states[0] } else { &states[1] });
/// assert_eq!(words[2].0[1], 0b1001);
/// let mut state = [0];
/// get(&words, 67, &mut state);
/// assert_eq!(state, states[1]);
/// ```
pub fn put<'s>(
    words: &mut [Word],
    block: usize,
    lanes: u64,
    mut state: impl FnMut(usize) -> &'s [u64],
) {
    assert!(block < BLOCKS, "block {block} of {BLOCKS}");
    let mut states: [&[u64]; BLOCK] = [&[]; BLOCK];
    for (lane, slot) in states.iter_mut().enumerate() {
        if lanes >> lane & 1 == 1 {
            *slot = state(block * BLOCK + lane);
        }
    }
    if lanes.count_ones() == 1 {
        let lane = lanes.trailing_zeros() as usize;
        return put_one(words, block * BLOCK + lane, states[lane]);
    }
    for (row, facts) in words.chunks_mut(BLOCK).enumerate() {
        let mut square = states.map(|state| state.get(row).copied().unwrap_or(0));
        transpose(&mut square);
        for (word, bits) in facts.iter_mut().zip(square) {
            let old = &mut word.0[block];
            *old = *old & !lanes | bits & lanes;
        }
    }
}

/// Writes one state into one lane.
///
/// # Panics
/// If there is no such lane.
pub fn put_one(words: &mut [Word], lane: usize, state: &[u64]) {
    assert!(lane < LANES, "lane {lane} of {LANES}");
    let (block, shift) = (lane / BLOCK, lane % BLOCK);
    for (row, facts) in words.chunks_mut(BLOCK).enumerate() {
        let bits = state.get(row).copied().unwrap_or(0);
        for (fact, word) in facts.iter_mut().enumerate() {
            let old = &mut word.0[block];
            *old = *old & !(1 << shift) | (bits >> fact & 1) << shift;
        }
    }
}

/// Reads the state of one lane: as many elements as the words have facts are written, the others are zero.
///
/// # Panics
/// If there is no such lane, or if the state is too short for the facts.
pub fn get(words: &[Word], lane: usize, state: &mut [u64]) {
    assert!(lane < LANES, "lane {lane} of {LANES}");
    assert!(
        state.len() * BLOCK >= words.len(),
        "{} facts in {} elements",
        words.len(),
        state.len()
    );
    let (block, shift) = (lane / BLOCK, lane % BLOCK);
    state.fill(0);
    for (facts, element) in words.chunks(BLOCK).zip(state) {
        let bits =
            facts.iter().enumerate().map(|(fact, word)| (word.0[block] >> shift & 1) << fact);
        *element = bits.fold(0, |all, bit| all | bit);
    }
}

/// Reads the states of lanes of a block: `state` gets each lane that has a bit in `lanes`, the number of the
/// row of 64 facts, and the facts of that row. Many lanes cost little more than one.
///
/// # Panics
/// If the block is not less than [`BLOCKS`].
pub fn get_block(
    words: &[Word],
    block: usize,
    lanes: u64,
    mut state: impl FnMut(usize, usize, u64),
) {
    assert!(block < BLOCKS, "block {block} of {BLOCKS}");
    for (row, facts) in words.chunks(BLOCK).enumerate() {
        let mut square = [0; BLOCK];
        for (bits, word) in square.iter_mut().zip(facts) {
            *bits = word.0[block];
        }
        transpose(&mut square);
        for (lane, &bits) in square.iter().enumerate() {
            if lanes >> lane & 1 == 1 {
                state(block * BLOCK + lane, row, bits);
            }
        }
    }
}

/// Exchanges rows and columns: bit `c` of element `r` becomes bit `r` of element `c`. Halves exchange their
/// opposite quarters, then quarters their sixteenths, down to single bits (Warren, Hacker's Delight, 7-3).
pub fn transpose(square: &mut [u64; BLOCK]) {
    exchange::<32>(square, 0x0000_0000_FFFF_FFFF);
    exchange::<16>(square, 0x0000_FFFF_0000_FFFF);
    exchange::<8>(square, 0x00FF_00FF_00FF_00FF);
    exchange::<4>(square, 0x0F0F_0F0F_0F0F_0F0F);
    exchange::<2>(square, 0x3333_3333_3333_3333);
    exchange::<1>(square, 0x5555_5555_5555_5555);
}

/// Exchanges the upper bits of each pair of rows at a distance with the lower bits of its partner.
#[inline(always)]
fn exchange<const DISTANCE: usize>(square: &mut [u64; BLOCK], low: u64) {
    for pair in square.chunks_exact_mut(2 * DISTANCE) {
        let (upper, lower) = pair.split_at_mut(DISTANCE);
        for (one, other) in upper.iter_mut().zip(lower) {
            let difference = (*one >> DISTANCE ^ *other) & low;
            *other ^= difference;
            *one ^= difference << DISTANCE;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;

    #[test]
    fn squares_are_transposed() {
        let mut random = game::random(1);
        let square: [u64; BLOCK] = random.random();
        let mut turned = square;
        transpose(&mut turned);
        for (row, column) in (0..BLOCK).flat_map(|row| (0..BLOCK).map(move |column| (row, column)))
        {
            assert_eq!(square[row] >> column & 1, turned[column] >> row & 1);
        }
    }

    #[test]
    fn states_go_into_lanes_and_back() {
        let mut random = game::random(2);
        for facts in [0usize, 1, 63, 64, 65, 130, 1000] {
            let elements = facts.div_ceil(BLOCK);
            let mut words: Vec<Word> = (0..facts).map(|_| Word(random.random())).collect();
            let mut expected: Vec<Vec<u64>> =
                (0..LANES).map(|lane| state_of(&words, lane)).collect();
            for lanes in [0, 1 << 17, 0b11, random.random(), random.random(), !0] {
                let block = random.random_range(0..BLOCKS);
                for lane in (0..BLOCK).filter(|lane| lanes >> lane & 1 == 1) {
                    let mut state: Vec<u64> = (0..elements).map(|_| random.random()).collect();
                    if let Some(last) = state.last_mut().filter(|_| facts % BLOCK != 0) {
                        *last &= (1 << (facts % BLOCK)) - 1;
                    }
                    expected[block * BLOCK + lane] = state;
                }
                put(&mut words, block, lanes, |lane| &expected[lane]);
                check(&words, &expected);
            }
        }
    }

    /// All ways of reading agree with the states.
    fn check(words: &[Word], expected: &[Vec<u64>]) {
        let mut read = vec![vec![0; expected[0].len()]; LANES];
        for block in 0..BLOCKS {
            get_block(words, block, !0, |lane, row, bits| read[lane][row] = bits);
        }
        assert_eq!(read, expected);
        for lane in (0..LANES).step_by(7) {
            let mut state = vec![!0; expected[lane].len() + 1];
            get(words, lane, &mut state);
            assert_eq!(state.pop(), Some(0));
            assert_eq!(state, expected[lane]);
            assert_eq!(state_of(words, lane), expected[lane]);
        }
    }

    /// The state of a lane, bit by bit.
    fn state_of(words: &[Word], lane: usize) -> Vec<u64> {
        let mut state = vec![0; words.len().div_ceil(BLOCK)];
        for (fact, word) in words.iter().enumerate() {
            state[fact / BLOCK] |= (word.0[lane / BLOCK] >> (lane % BLOCK) & 1) << (fact % BLOCK);
        }
        state
    }

    #[test]
    fn facts_beyond_a_state_are_false() {
        let mut words = vec![Word([!0; BLOCKS]); 100];
        put(&mut words, 0, 0b101, |_| &[!0]);
        assert_eq!(words[63].0[0], !0);
        assert_eq!(words[64].0[0], !0b101);
    }
}
