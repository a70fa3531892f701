//! Between states and lanes: a state is a row of bits, one for each fact; in the lanes each fact has a word
//! with one bit for each state.
//!
//! In a state, bit `f % 32` of element `f / 32` is fact `f`; facts beyond its end are false. States of
//! different lanes are moved in squares of 64 facts and 64 lanes, whose rows and columns are exchanged.

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod avx512;

use super::word::{LANES, Word};
use game::{Fact, State};

/// How many facts and lanes a square has.
pub(super) const SIDE: usize = 64;
/// How many squares lie side by side in a word.
const BLOCKS: usize = LANES / SIDE;

/// Writes states into some lanes; the other lanes keep what they have.
///
/// `lanes` has a bit for each lane that is written, and `state` is asked once for the state of each.
///
/// ```
/// use circuit::lanes::word::Word;
/// use circuit::lanes::transpose::{get, put};
///
/// let mut words = vec![Word::default(); 3];
/// let states = [[0b101], [0b110]];
/// // Lanes 64 and 67.
/// let lanes = Word([0, 0b1001, 0, 0, 0, 0, 0, 0]);
/// put(&mut words, &lanes, |lane| if lane == 64 { &states[0] } else { &states[1] });
/// assert_eq!(words[2], lanes);
/// let mut state = [0];
/// get(&words, 67, &mut state);
/// assert_eq!(state, states[1]);
/// ```
pub fn put<'s>(words: &mut [Word], lanes: &Word, mut state: impl FnMut(usize) -> &'s [u32]) {
    let mut states: [&[u32]; LANES] = [&[]; LANES];
    (*lanes).lanes().for_each(|lane| states[lane] = state(lane));
    let mut squares = [[0; SIDE]; BLOCKS];
    for (row, facts) in words.chunks_mut(SIDE).enumerate() {
        // All squares are filled before the first is turned: what was just written bit by bit cannot be read
        // as a vector at once.
        for block in blocks(lanes) {
            for (bits, state) in squares[block].iter_mut().zip(&states[block * SIDE..]) {
                let [low, high] = [2 * row, 2 * row + 1].map(|at| state.get(at).copied());
                *bits = u64::from(low.unwrap_or(0)) | u64::from(high.unwrap_or(0)) << 32;
            }
        }
        blocks(lanes).for_each(|block| transpose(&mut squares[block]));
        for (fact, word) in facts.iter_mut().enumerate() {
            merge(word, lanes, |block| squares[block][fact]);
        }
    }
}

/// Writes states into the first lanes, at most as many as there are lanes; what the other lanes get is not said.
pub fn put_first(words: &mut [Word], states: &[State]) {
    for (part, facts) in words.chunks_mut(SIDE).enumerate() {
        let put = if facts.len() > SIDE / 2 { put_two } else { put_one };
        put(facts, states, 2 * part);
    }
}

/// Writes two elements of each state.
fn put_two(facts: &mut [Word], states: &[State], at: usize) {
    let mut squares = [[0; SIDE]; BLOCKS];
    for (square, states) in squares.iter_mut().zip(states.chunks(SIDE)) {
        for (bits, state) in square.iter_mut().zip(states) {
            *bits = match state.words().get(at..at + 2) {
                Some(&[low, high]) => u64::from(low) | u64::from(high) << 32,
                _ => element(state, at),
            };
        }
    }
    squares.iter_mut().for_each(transpose);
    join(facts, |block| &squares[block]);
}

/// Writes one element of each state. Two blocks of lanes share a square.
fn put_one(facts: &mut [Word], states: &[State], at: usize) {
    let mut squares = [[0; SIDE]; BLOCKS / 2];
    for (square, states) in squares.iter_mut().zip(states.chunks(2 * SIDE)) {
        let (left, right) = states.split_at(states.len().min(SIDE));
        let (first, rest) = square.split_at_mut(right.len());
        for (bits, (left, right)) in first.iter_mut().zip(left.iter().zip(right)) {
            *bits = element(left, at) | element(right, at) << 32;
        }
        for (bits, left) in rest.iter_mut().zip(&left[right.len()..]) {
            *bits = element(left, at);
        }
    }
    squares.iter_mut().for_each(transpose);
    join(facts, |block| &squares[block / 2][block % 2 * SIDE / 2..][..SIDE / 2]);
}

/// Writes words whose parts are the rows of squares, one for each block.
#[allow(unsafe_code)]
fn join<'s>(words: &mut [Word], rows: impl Fn(usize) -> &'s [u64]) {
    #[cfg(target_arch = "x86_64")]
    if avx512::available() {
        for (at, words) in words.chunks_mut(8).enumerate() {
            let rows = std::array::from_fn(|block| &rows(block).as_chunks().0[at]);
            // SAFETY: the processor has AVX-512.
            unsafe { avx512::join(rows, words) };
        }
        return;
    }
    join_portable(words, rows);
}

fn join_portable<'s>(words: &mut [Word], rows: impl Fn(usize) -> &'s [u64]) {
    for (row, word) in words.iter_mut().enumerate() {
        *word = Word(std::array::from_fn(|block| rows(block)[row]));
    }
}

/// An element of a state; those beyond its end are zero.
fn element(state: &State, at: usize) -> u64 {
    state.words().get(at).copied().unwrap_or(0).into()
}

/// Writes facts of states that are in the lanes already, in their order, into some lanes of other words.
#[allow(unsafe_code)]
pub fn replace(words: &mut [Word], lanes: Word, facts: &[Fact], states: &[Word]) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        return unsafe { wide::replace(words, lanes, facts, states) };
    }
    replace_portable(words, lanes, facts, states);
}

#[inline(always)]
fn replace_portable(words: &mut [Word], lanes: Word, facts: &[Fact], states: &[Word]) {
    for (word, fact) in words.iter_mut().zip(facts) {
        *word = lanes.choose(states[fact.0 as usize], *word);
    }
}

/// Reads the state of one lane. What the state has beyond the facts becomes zero.
///
/// # Panics
/// If there is no such lane, or if the state is too short for the facts.
pub fn get(words: &[Word], lane: usize, state: &mut [u32]) {
    assert!(lane < LANES, "lane {lane} of {LANES}");
    let bits = u32::BITS as usize;
    assert!(state.len() * bits >= words.len(), "{} facts for {}", words.len(), state.len());
    state.fill(0);
    for (fact, word) in words.iter().enumerate() {
        let bit = word.0[lane / SIDE] >> (lane % SIDE) & 1;
        state[fact / bits] |= (bit as u32) << (fact % bits);
    }
}

/// The blocks in which some lane has a bit.
fn blocks(lanes: &Word) -> impl Iterator<Item = usize> {
    (0..BLOCKS).filter(|&block| lanes.0[block] != 0)
}

/// Replaces the bits of some lanes.
#[inline(always)]
fn merge(word: &mut Word, lanes: &Word, fresh: impl Fn(usize) -> u64) {
    for block in 0..BLOCKS {
        word.0[block] ^= (word.0[block] ^ fresh(block)) & lanes.0[block];
    }
}

/// Exchanges rows and columns: bit `c` of element `r` becomes bit `r` of element `c`.
#[allow(unsafe_code)]
pub(super) fn transpose(square: &mut [u64; SIDE]) {
    #[cfg(target_arch = "x86_64")]
    if avx512::available() {
        // SAFETY: the processor has what is needed.
        return unsafe { avx512::transpose(square) };
    }
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        return unsafe { wide::transpose(square) };
    }
    transpose_portable(square);
}

/// Halves exchange their opposite quarters, then quarters theirs, down to single bits (Warren, Hacker's
/// Delight, section 7-3).
fn transpose_portable(square: &mut [u64; SIDE]) {
    exchange::<32>(square, 0x0000_0000_FFFF_FFFF);
    exchange::<16>(square, 0x0000_FFFF_0000_FFFF);
    exchange::<8>(square, 0x00FF_00FF_00FF_00FF);
    exchange::<4>(square, 0x0F0F_0F0F_0F0F_0F0F);
    exchange::<2>(square, 0x3333_3333_3333_3333);
    exchange::<1>(square, 0x5555_5555_5555_5555);
}

/// Exchanges the upper bits of the first row of each pair at a distance with the lower bits of the second.
fn exchange<const DISTANCE: usize>(square: &mut [u64; SIDE], low: u64) {
    for pair in square.chunks_exact_mut(2 * DISTANCE) {
        let (first, second) = pair.split_at_mut(DISTANCE);
        for (one, other) in first.iter_mut().zip(second) {
            let difference = (*one >> DISTANCE ^ *other) & low;
            *other ^= difference;
            *one ^= difference << DISTANCE;
        }
    }
}

/// The same exchanges with four rows in a register.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod wide {
    use super::{Fact, SIDE, Word};
    use std::arch::x86_64::*;

    const REGISTERS: usize = SIDE / 4;

    #[target_feature(enable = "avx2")]
    pub(super) fn replace(words: &mut [Word], lanes: Word, facts: &[Fact], states: &[Word]) {
        super::replace_portable(words, lanes, facts, states);
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn transpose(square: &mut [u64; SIDE]) {
        let rows = square.as_mut_ptr().cast::<__m256i>();
        // SAFETY: the square has 16 times four rows; they need not be aligned.
        let mut registers: [__m256i; REGISTERS] =
            std::array::from_fn(|at| unsafe { _mm256_loadu_si256(rows.add(at)) });
        exchange::<8, 32>(&mut registers, 0x0000_0000_FFFF_FFFF);
        exchange::<4, 16>(&mut registers, 0x0000_FFFF_0000_FFFF);
        exchange::<2, 8>(&mut registers, 0x00FF_00FF_00FF_00FF);
        exchange::<1, 4>(&mut registers, 0x0F0F_0F0F_0F0F_0F0F);
        // The last exchanges are between rows of the same register: they become rows of different ones.
        deal(&mut registers);
        exchange::<2, 2>(&mut registers, 0x3333_3333_3333_3333);
        exchange::<1, 1>(&mut registers, 0x5555_5555_5555_5555);
        deal(&mut registers);
        for (at, &register) in registers.iter().enumerate() {
            // SAFETY: as above.
            unsafe { _mm256_storeu_si256(rows.add(at), register) };
        }
    }

    #[target_feature(enable = "avx2")]
    fn exchange<const DISTANCE: usize, const SHIFT: i32>(
        rows: &mut [__m256i; REGISTERS],
        low: i64,
    ) {
        let low = _mm256_set1_epi64x(low);
        for one in (0..REGISTERS).filter(|at| at & DISTANCE == 0) {
            let other = one + DISTANCE;
            let moved = _mm256_xor_si256(_mm256_srli_epi64::<SHIFT>(rows[one]), rows[other]);
            let difference = _mm256_and_si256(moved, low);
            rows[other] = _mm256_xor_si256(rows[other], difference);
            rows[one] = _mm256_xor_si256(rows[one], _mm256_slli_epi64::<SHIFT>(difference));
        }
    }

    /// In each four registers, row `r` of register `s` becomes row `s` of register `r`.
    #[target_feature(enable = "avx2")]
    fn deal(rows: &mut [__m256i; REGISTERS]) {
        for four in rows.chunks_exact_mut(4) {
            let even = [(0, 1), (2, 3)].map(|(a, b)| _mm256_unpacklo_epi64(four[a], four[b]));
            let odd = [(0, 1), (2, 3)].map(|(a, b)| _mm256_unpackhi_epi64(four[a], four[b]));
            four[0] = _mm256_permute2x128_si256::<0x20>(even[0], even[1]);
            four[1] = _mm256_permute2x128_si256::<0x20>(odd[0], odd[1]);
            four[2] = _mm256_permute2x128_si256::<0x31>(even[0], even[1]);
            four[3] = _mm256_permute2x128_si256::<0x31>(odd[0], odd[1]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;

    #[test]
    fn squares_are_transposed() {
        let square: [u64; SIDE] = game::random(1).random();
        #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut))]
        let mut ways: Vec<fn(&mut [u64; SIDE])> = vec![transpose, transpose_portable];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2.
            #[allow(unsafe_code)]
            ways.push(|square| unsafe { wide::transpose(square) });
        }
        for turn in ways {
            let mut turned = square;
            turn(&mut turned);
            for (row, column) in
                (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column)))
            {
                assert_eq!(square[row] >> column & 1, turned[column] >> row & 1);
            }
        }
    }

    #[test]
    fn states_go_into_lanes_and_back() {
        let mut random = game::random(2);
        for facts in [0, 1, 31, 32, 63, 64, 65, 130, 1000] {
            let mut words: Vec<Word> = (0..facts).map(|_| Word(random.random())).collect();
            let mut expected: Vec<Vec<u32>> = (0..LANES).map(|lane| read(&words, lane)).collect();
            let one_lane = Word([0, 0, 1 << 17, 0, 0, 0, 0, 0]);
            let one_block = Word([0, 0, 0, 0, 0, 0, 0, random.random()]);
            for lanes in
                [Word::default(), one_lane, one_block, Word(random.random()), Word([!0; 8])]
            {
                for lane in lanes.lanes() {
                    expected[lane] = state_of_length(&mut random, facts);
                }
                put(&mut words, &lanes, |lane| &expected[lane]);
                for (lane, state) in expected.iter().enumerate() {
                    assert_eq!(read(&words, lane), *state);
                }
            }
        }
    }

    #[test]
    fn states_go_into_the_first_lanes() {
        let mut random = game::random(3);
        for facts in [0, 1, 32, 33, 64, 65, 96, 97, 130] {
            for count in [0, 1, 63, 64, 65, 127, 128, 200, LANES] {
                // Some end early.
                let mut state = || state_of_length(&mut random, facts);
                let mut states: Vec<Vec<u32>> = (0..count).map(|_| state()).collect();
                for state in states.iter_mut().step_by(7) {
                    state.pop();
                }
                let given: Vec<State> = states.iter().cloned().map(State::from_words).collect();
                let mut words = vec![Word([!0; BLOCKS]); facts];
                put_first(&mut words, &given);
                for (lane, mut state) in states.into_iter().enumerate() {
                    state.resize(facts.div_ceil(32), 0);
                    assert_eq!(read(&words, lane), state);
                }
            }
        }
    }

    #[test]
    fn words_are_joined_from_rows() {
        let mut random = game::random(5);
        let squares: [[u64; SIDE]; BLOCKS] = std::array::from_fn(|_| random.random());
        for count in [0, 1, 8, 29, SIDE] {
            let (mut one, mut other) = (vec![Word::NONE; count], vec![Word::NONE; count]);
            join(&mut one, |block| &squares[block]);
            join_portable(&mut other, |block| &squares[block]);
            assert_eq!(one, other);
        }
    }

    #[test]
    fn facts_of_some_lanes_are_replaced() {
        let mut random = game::random(4);
        let mut some =
            |count: usize| -> Vec<Word> { (0..count).map(|_| Word(random.random())).collect() };
        let (words, states, lanes) = (some(3), some(9), some(1)[0]);
        let facts = [Fact(8), Fact(0)];
        for put in [replace, replace_portable] {
            let mut replaced = words.clone();
            put(&mut replaced, lanes, &facts, &states);
            assert_eq!(replaced[0], (states[8] & lanes) | (words[0] & !lanes));
            assert_eq!(replaced[1], (states[0] & lanes) | (words[1] & !lanes));
            assert_eq!(replaced[2], words[2]);
        }
    }

    /// A random state of so many facts.
    fn state_of_length(random: &mut game::Random, facts: usize) -> Vec<u32> {
        let mut state: Vec<u32> = (0..facts.div_ceil(32)).map(|_| random.random()).collect();
        if let Some(last) = state.last_mut().filter(|_| !facts.is_multiple_of(32)) {
            *last &= (1 << (facts % 32)) - 1;
        }
        state
    }

    fn read(words: &[Word], lane: usize) -> Vec<u32> {
        let mut state = vec![!0; words.len().div_ceil(32) + 1];
        get(words, lane, &mut state);
        assert_eq!(state.pop(), Some(0));
        for (fact, word) in words.iter().enumerate() {
            let bit = word.0[lane / 64] >> (lane % 64) & 1 == 1;
            assert_eq!(state[fact / 32] >> (fact % 32) & 1 == 1, bit);
        }
        state
    }

    #[test]
    fn facts_beyond_a_state_are_false() {
        let lanes = Word([0b101; 8]);
        let mut words = vec![Word([!0; 8]); 100];
        put(&mut words, &lanes, |_| &[!0, !0]);
        assert_eq!(words[63], Word([!0; 8]));
        assert_eq!(words[64], Word([!0b101; 8]));
    }
}
