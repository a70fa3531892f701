//! Facts and moves taken apart: a name, and arguments that are compared as texts.

use hashbrown::HashMap;

/// A name or the text of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Word(pub u32);

/// All words that were met.
#[derive(Default, Debug)]
pub struct Words {
    texts: Vec<String>,
    places: HashMap<String, Word>,
}

impl Words {
    /// The word of a text.
    pub fn word(&mut self, text: &str) -> Word {
        if let Some(&word) = self.places.get(text) {
            return word;
        }
        let word = Word(self.texts.len() as u32);
        self.texts.push(text.to_owned());
        self.places.insert(text.to_owned(), word);
        word
    }

    /// The word of a text, if it was met.
    pub fn find(&self, text: &str) -> Option<Word> {
        self.places.get(text).copied()
    }

    /// The text of a word.
    pub fn text(&self, word: Word) -> &str {
        &self.texts[word.0 as usize]
    }
}

/// The name of a term in KIF and its arguments.
pub fn split(text: &str) -> Vec<&str> {
    let Some(inner) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) else {
        return vec![text];
    };
    let (mut parts, mut depth, mut start) = (Vec::new(), 0usize, None);
    for (place, byte) in inner.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let is_space = byte == b' ' && depth == 0;
        match (is_space, start) {
            (false, None) => start = Some(place),
            (true, Some(first)) => {
                parts.push(&inner[first..place]);
                start = None;
            }
            _ => {}
        }
    }
    parts.extend(start.map(|first| &inner[first..]));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_may_be_terms() {
        assert_eq!(split("open"), ["open"]);
        assert_eq!(split("(cell 1 2 b)"), ["cell", "1", "2", "b"]);
        assert_eq!(split("(on (block 1) (f (g x) y) z)"), ["on", "(block 1)", "(f (g x) y)", "z"]);
        assert!(split("()").is_empty());
    }
}
