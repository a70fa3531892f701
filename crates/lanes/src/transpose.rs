//! Moves states into lanes and back. A state is a row of bits, one for each fact; in the lanes, each fact has a word
//! with one bit for each state.
//!
//! The bits of a state are those of [`FactBits`]; facts beyond its end are false. States of different lanes are moved in
//! squares of 64 facts, two words of a state, and 64 lanes, whose rows and columns are exchanged.

use crate::kernel::Kernel;
use crate::word::{LANES, PARTS, SIDE, Word};
use circuit::FactBits;
use game::State;

/// Writes states into some lanes; the other lanes keep their states. `state` returns the state of a lane, and is called
/// once for each.
///
/// ```
/// use agon_lanes::Backend;
/// use agon_lanes::internals::{Operations, Word, get};
///
/// let mut words = vec![Word::default(); 3];
/// let states = [[0b101], [0b110]];
/// // Lanes 64 and 67.
/// let lanes = Word([0, 0b1001, 0, 0, 0, 0, 0, 0]);
/// let operations = Operations::of(Backend::best())?;
/// operations.put(&mut words, lanes, |lane| if lane == 64 { &states[0] } else { &states[1] });
/// assert_eq!(words[2], lanes);
/// assert_eq!(get(&words, 67).words(), states[1]);
/// # Ok::<(), agon_lanes::BackendError>(())
/// ```
pub(crate) fn put<'s>(
    kernel: &dyn Kernel,
    words: &mut [Word],
    lanes: Word,
    mut state: impl FnMut(usize) -> &'s [u32],
) {
    let mut states: [&[u32]; LANES] = [&[]; LANES];
    lanes.lanes().for_each(|lane| states[lane] = state(lane));
    let mut squares = [[0; SIDE]; PARTS];
    for (row, facts) in words.chunks_mut(SIDE).enumerate() {
        // All squares are filled before the first is transposed: a processor has to wait before it can read numbers
        // that it has just written as a vector.
        for part in parts(lanes) {
            for (bits, state) in squares[part].iter_mut().zip(&states[part * SIDE..]) {
                let [low, high] = [2 * row, 2 * row + 1].map(|at| state.get(at).copied());
                *bits = u64::from(low.unwrap_or(0)) | u64::from(high.unwrap_or(0)) << 32;
            }
        }
        parts(lanes).for_each(|part| kernel.transpose(&mut squares[part]));
        for (fact, word) in facts.iter_mut().enumerate() {
            let fresh = Word(std::array::from_fn(|part| squares[part][fact]));
            *word = lanes.choose(fresh, *word);
        }
    }
}

/// Writes states into the first lanes, at most as many as there are lanes. The other lanes get unspecified states.
pub(crate) fn put_first(kernel: &dyn Kernel, words: &mut [Word], states: &[State]) {
    for (part, facts) in words.chunks_mut(SIDE).enumerate() {
        let put = if facts.len() > SIDE / 2 { put_two } else { put_one };
        put(kernel, facts, states, 2 * part);
    }
}

/// Writes the facts of two elements of each state.
fn put_two(kernel: &dyn Kernel, facts: &mut [Word], states: &[State], at: usize) {
    let mut squares = [[0; SIDE]; PARTS];
    for (square, states) in squares.iter_mut().zip(states.chunks(SIDE)) {
        for (bits, state) in square.iter_mut().zip(states) {
            *bits = match state.words().get(at..at + 2) {
                Some(&[low, high]) => u64::from(low) | u64::from(high) << 32,
                _ => element(state, at),
            };
        }
    }
    squares.iter_mut().for_each(|square| kernel.transpose(square));
    kernel.join(facts, std::array::from_fn(|part| &squares[part][..]));
}

/// Writes the facts of one element of each state. Two parts of the lanes share a square.
fn put_one(kernel: &dyn Kernel, facts: &mut [Word], states: &[State], at: usize) {
    let mut squares = [[0; SIDE]; PARTS / 2];
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
    squares.iter_mut().for_each(|square| kernel.transpose(square));
    let rows = |part: usize| &squares[part / 2][part % 2 * SIDE / 2..][..SIDE / 2];
    kernel.join(facts, std::array::from_fn(rows));
}

/// Returns an element of a state, which is 0 beyond its end.
fn element(state: &State, at: usize) -> u64 {
    state.words().get(at).copied().unwrap_or(0).into()
}

/// Returns the state of one lane.
///
/// # Panics
/// If there is no such lane.
pub fn get(words: &[Word], lane: usize) -> State {
    assert!(lane < LANES, "lane {lane} of {LANES}");
    let is_on = |word: &Word| word.0[lane / SIDE] >> (lane % SIDE) & 1 == 1;
    FactBits::new(words.len()).state(words.iter().map(is_on))
}

/// Returns the parts of a word that contain some of the lanes.
fn parts(lanes: Word) -> impl Iterator<Item = usize> {
    (0..PARTS).filter(move |&part| lanes.0[part] != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Backend;
    use game::Fact;
    use rand::RngExt;

    /// Returns all kernels of this processor.
    fn kernels() -> impl Iterator<Item = &'static dyn Kernel> {
        Backend::all_available().into_iter().map(|it| it.kernel().expect("it is available"))
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
                let before = words.clone();
                for kernel in kernels() {
                    words.clone_from(&before);
                    put(kernel, &mut words, lanes, |lane| &expected[lane]);
                    for (lane, state) in expected.iter().enumerate() {
                        assert_eq!(read(&words, lane), *state);
                    }
                }
            }
        }
    }

    #[test]
    fn states_go_into_the_first_lanes() {
        let mut random = game::random(3);
        for facts in [0, 1, 32, 33, 64, 65, 96, 97, 130] {
            for count in [0, 1, 63, 64, 65, 127, 128, 200, LANES] {
                // Some states end early.
                let mut state = || state_of_length(&mut random, facts);
                let mut states: Vec<Vec<u32>> = (0..count).map(|_| state()).collect();
                for state in states.iter_mut().step_by(7) {
                    state.pop();
                }
                let given: Vec<State> = states.iter().cloned().map(State::from_words).collect();
                for state in &mut states {
                    state.resize(FactBits::new(facts).words(), 0);
                }
                for kernel in kernels() {
                    let mut words = vec![Word::ALL; facts];
                    put_first(kernel, &mut words, &given);
                    for (lane, state) in states.iter().enumerate() {
                        assert_eq!(read(&words, lane), *state);
                    }
                }
            }
        }
    }

    /// Returns a random state with this number of facts.
    fn state_of_length(random: &mut game::Random, facts: usize) -> Vec<u32> {
        let values = (0..facts).map(|_| random.random());
        FactBits::new(facts).state(values).words().to_vec()
    }

    /// Reads the state of a lane, and checks it bit by bit.
    fn read(words: &[Word], lane: usize) -> Vec<u32> {
        let state = get(words, lane);
        for (fact, word) in (0..).map(Fact).zip(words) {
            let bit = word.0[lane / 64] >> (lane % 64) & 1 == 1;
            assert_eq!(FactBits::contains(&state, fact), bit);
        }
        state.words().to_vec()
    }

    #[test]
    fn facts_beyond_a_state_are_false() {
        let lanes = Word([0b101; 8]);
        for kernel in kernels() {
            let mut words = vec![Word::ALL; 100];
            put(kernel, &mut words, lanes, |_| &[!0, !0]);
            assert_eq!(words[63], Word::ALL);
            assert_eq!(words[64], Word([!0b101; 8]));
        }
    }
}
