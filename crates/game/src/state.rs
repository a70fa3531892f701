//! A state of a game as a plain value.
//!
//! Nothing here knows the meaning of the words of a state.

/// A state of a game. Equal states of one machine (and its forks) have equal words. Only the machine that made a
/// state knows the meaning of its words; [`crate::Machine::facts`] translates them.
#[derive(PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct State {
    words: Vec<u32>,
}

impl Clone for State {
    fn clone(&self) -> State {
        State { words: self.words.clone() }
    }

    /// Reuses the memory of `self`, which a derived implementation would not.
    fn clone_from(&mut self, source: &State) {
        self.words.clone_from(&source.words);
    }
}

impl State {
    /// Creates a state with these words.
    pub fn from_words(words: Vec<u32>) -> State {
        State { words }
    }

    /// Returns the words that hold the facts as bits.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Returns the words for a machine to overwrite, so that their memory is reused.
    pub fn words_mut(&mut self) -> &mut Vec<u32> {
        &mut self.words
    }
}
