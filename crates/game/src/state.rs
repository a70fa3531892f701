//! A state of a game, as a plain value.

/// A state: equal states of one machine (and its forks) have equal words. What the words mean is
/// known only to the machine that made them; [`crate::Machine::facts`] translates.
#[derive(PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct State {
    words: Vec<u32>,
}

impl Clone for State {
    fn clone(&self) -> State {
        State { words: self.words.clone() }
    }

    /// Keeps the memory, which a derived one would not.
    fn clone_from(&mut self, source: &State) {
        self.words.clone_from(&source.words);
    }
}

impl State {
    /// A state of these words.
    pub fn from_words(words: Vec<u32>) -> State {
        State { words }
    }

    /// The words.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// The words, to be overwritten by a machine; keeps their memory.
    pub fn words_mut(&mut self) -> &mut Vec<u32> {
        &mut self.words
    }
}
