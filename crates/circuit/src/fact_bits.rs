//! The layout of the states of a compiled game: which bit of which word is which fact. Everything that reads or writes
//! the words of such a state uses this type.

use game::{Fact, State};

/// The facts of a compiled game as the bits of a [`State`]: fact `f` is true where bit `f % 32` of word `f / 32` is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FactBits {
    facts: usize,
}

impl FactBits {
    /// Number of facts in a word.
    pub const WORD: usize = u32::BITS as usize;

    /// Returns the layout of the states of a game with this number of facts.
    pub fn new(facts: usize) -> FactBits {
        FactBits { facts }
    }

    /// Returns the number of words of a state.
    pub fn words(self) -> usize {
        self.facts.div_ceil(FactBits::WORD)
    }

    /// Returns the state in which no fact is true.
    pub fn empty(self) -> State {
        State::from_words(vec![0; self.words()])
    }

    /// Returns the state in which the facts have these values, in the order of their ids.
    pub fn state(self, values: impl IntoIterator<Item = bool>) -> State {
        let mut state = self.empty();
        FactBits::write(&mut state, values);
        state
    }

    /// Overwrites a state of the game with the values of its facts, in the order of their ids.
    pub fn write(state: &mut State, values: impl IntoIterator<Item = bool>) {
        let mut values = values.into_iter();
        for word in state.words_mut() {
            *word = 0;
            for (bit, is_true) in (0..FactBits::WORD).zip(&mut values) {
                *word |= u32::from(is_true) << bit;
            }
        }
    }

    /// Makes a fact true in a state of the game.
    pub fn insert(state: &mut State, fact: Fact) {
        let (word, bit) = FactBits::place(fact);
        state.words_mut()[word] |= 1 << bit;
    }

    /// Whether a fact is true in a state.
    pub fn contains(state: &State, fact: Fact) -> bool {
        let (word, bit) = FactBits::place(fact);
        state.words().get(word).is_some_and(|word| word >> bit & 1 == 1)
    }

    /// Returns the word of a fact and its bit in the word.
    fn place(fact: Fact) -> (usize, usize) {
        (fact.0 as usize / FactBits::WORD, fact.0 as usize % FactBits::WORD)
    }

    /// Iterates over the facts that are true in a state, in ascending order.
    pub fn facts(state: &State) -> impl Iterator<Item = Fact> + '_ {
        let words = state.words().iter().enumerate();
        words.flat_map(|(index, &word)| facts_of_word(index, word))
    }

    /// Calls `visit` with every fact that is true in one of two states only, in ascending order, and whether it is true
    /// in the second one.
    #[inline]
    pub fn changes(before: &State, after: &State, mut visit: impl FnMut(Fact, bool)) {
        let word = |state: &State, index: usize| state.words().get(index).copied().unwrap_or(0);
        for index in 0..before.words().len().max(after.words().len()) {
            let (before, after) = (word(before, index), word(after, index));
            for fact in facts_of_word(index, before ^ after) {
                visit(fact, after >> FactBits::place(fact).1 & 1 == 1);
            }
        }
    }

    /// Gives a state of the game the facts of another state, as far as it has room for them. Calls `visit` with every
    /// fact that changes, in ascending order.
    #[inline]
    pub fn replace(state: &mut State, by: &State, mut visit: impl FnMut(Fact)) {
        for (index, word) in state.words_mut().iter_mut().enumerate() {
            let new = by.words().get(index).copied().unwrap_or(0);
            let old = std::mem::replace(word, new);
            facts_of_word(index, old ^ new).for_each(&mut visit);
        }
    }
}

/// Iterates over the facts of the bits that are on in a word of a state, in ascending order.
#[inline]
fn facts_of_word(index: usize, mut word: u32) -> impl Iterator<Item = Fact> {
    let first = (index * FactBits::WORD) as u32;
    std::iter::from_fn(move || {
        let fact = (word != 0).then(|| Fact(first + word.trailing_zeros()));
        word &= word.wrapping_sub(1);
        fact
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the state of a game with 70 facts in which these facts are true.
    fn state(facts: &[u32]) -> State {
        let mut state = FactBits::new(70).empty();
        facts.iter().for_each(|&fact| FactBits::insert(&mut state, Fact(fact)));
        state
    }

    #[test]
    fn facts_are_bits_of_words() {
        let facts = [0, 31, 32, 69];
        let state = state(&facts);
        assert_eq!(state.words(), [1 | 1 << 31, 1, 1 << 5]);
        assert!(FactBits::facts(&state).eq(facts.map(Fact)));
        assert!(
            (0..200).all(|fact| FactBits::contains(&state, Fact(fact)) == facts.contains(&fact))
        );
        assert_eq!(FactBits::new(70).state((0..70).map(|fact| facts.contains(&fact))), state);
    }

    #[test]
    fn words_are_as_many_as_the_facts_need() {
        assert_eq!([0, 1, 32, 33].map(|facts| FactBits::new(facts).words()), [0, 1, 1, 2]);
    }

    #[test]
    fn changes_are_the_facts_of_one_state_only() {
        let changes = |before: &State, after: &State| {
            let mut changes = Vec::new();
            FactBits::changes(before, after, |Fact(fact), is_true| changes.push((fact, is_true)));
            changes
        };
        let (before, after) = (state(&[1, 40]), state(&[2, 40, 69]));
        assert_eq!(changes(&before, &after), [(1, false), (2, true), (69, true)]);
        assert_eq!(changes(&before, &State::default()), [(1, false), (40, false)]);
        assert_eq!(changes(&State::default(), &before), [(1, true), (40, true)]);
    }

    #[test]
    fn a_replaced_state_has_the_facts_of_the_other_one() {
        let mut changed = Vec::new();
        let mut current = state(&[1, 40]);
        FactBits::replace(&mut current, &state(&[2, 40, 69]), |fact| changed.push(fact.0));
        assert_eq!(current, state(&[2, 40, 69]));
        FactBits::replace(&mut current, &State::default(), |fact| changed.push(fact.0));
        assert_eq!(current, state(&[]));
        assert_eq!(changed, [1, 2, 69, 2, 40, 69]);
    }
}
