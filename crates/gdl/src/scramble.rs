//! Scrambling: replaces the words of a rule sheet by meaningless ones, so that players can neither recognise the game
//! nor use the meaning of its words. GDL's keywords and whole numbers stay; every other word, variables included, is
//! replaced by the same new word everywhere.

use std::collections::{HashMap, HashSet};
use term::{Symbols, Token, Tokens};

/// A one-to-one replacement of the words of a rule sheet.
///
/// ```
/// let rules = "(role white) (init (cell 1 2 white))";
/// let scrambler = agon_gdl::Scrambler::new(rules, 7);
/// let scrambled = scrambler.scramble("(cell 1 2 white)");
/// assert!(!scrambled.contains("white"));
/// assert_eq!(scrambler.unscramble(&scrambled), "(cell 1 2 white)");
/// ```
#[derive(Clone, Debug)]
pub struct Scrambler {
    /// New words by the original word in lower case.
    scrambled: HashMap<String, String>,
    /// Original words by the new word, which is in lower case.
    original: HashMap<String, String>,
}

impl Scrambler {
    /// Chooses new words for those of these rules; different seeds give different words.
    pub fn new(rules: &str, seed: u64) -> Scrambler {
        let own = Symbols::default();
        let (mut words, mut seen) = (Vec::new(), HashSet::new());
        // A new word must not be an original one either, because it could then stand for two words.
        let mut taken: HashSet<String> = RESERVED.iter().map(|&word| word.to_owned()).collect();
        for (_, span) in Tokens::new(rules).filter(|(token, _)| *token == Token::Word) {
            let word = &rules[span.start as usize..span.end as usize];
            let folded = word.to_ascii_lowercase();
            taken.insert(folded.trim_start_matches('?').to_owned());
            let stays = own.find(word).is_some() || is_number(word);
            if !stays && seen.insert(folded) {
                words.push(word);
            }
        }
        let mut generator = WordGenerator { random: seed, taken };
        let mut scrambler = Scrambler { scrambled: HashMap::new(), original: HashMap::new() };
        for word in words {
            let mark = if word.starts_with('?') { "?" } else { "" };
            let new = format!("{mark}{}", generator.next());
            scrambler.scrambled.insert(word.to_ascii_lowercase(), new.clone());
            scrambler.original.insert(new, word.to_owned());
        }
        scrambler
    }

    /// Returns a text, such as the rules or a move, with its words replaced. Comments are removed because they reveal
    /// the game.
    pub fn scramble(&self, text: &str) -> String {
        replaced(text, &self.scrambled)
    }

    /// Returns a text in new words, in any case of letters, with the original words. Unknown words stay.
    pub fn unscramble(&self, text: &str) -> String {
        replaced(text, &self.original)
    }
}

/// Words with a meaning in network messages, which are never chosen as new words.
const RESERVED: &[&str] = &["nil", "ready", "busy", "done", "aborted", "available"];

/// Returns a text with its words replaced and its comments removed; everything else stays as it is.
fn replaced(text: &str, words: &HashMap<String, String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut end = 0;
    for (token, span) in Tokens::new(text) {
        let (start, stop) = (span.start as usize, span.end as usize);
        out.push_str(&text[end..start]);
        end = stop;
        let piece = &text[start..stop];
        match token {
            Token::Comment => {}
            Token::Word => match words.get(&piece.to_ascii_lowercase()) {
                Some(new) => out.push_str(new),
                None => out.push_str(piece),
            },
            Token::Open | Token::Close => out.push_str(piece),
        }
    }
    out.push_str(&text[end..]);
    out
}

/// Whether a word is a whole number.
fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Generates words that are not in use.
struct WordGenerator {
    /// State of the random number generator.
    random: u64,
    /// Words that are in use.
    taken: HashSet<String>,
}

const BEGINNINGS: &[&str] = &[
    "b", "br", "ch", "d", "dr", "f", "fl", "g", "gr", "h", "j", "k", "kl", "l", "m", "n", "p",
    "pl", "qu", "r", "s", "sh", "sl", "st", "t", "th", "tr", "v", "w", "z",
];
const MIDDLES: &[&str] = &["a", "ai", "e", "ea", "i", "o", "oo", "ou", "u", "y"];
const ENDS: &[&str] = &["", "", "", "ck", "l", "m", "n", "nd", "r", "rt", "s", "st", "t", "x"];

impl WordGenerator {
    /// Returns a new word of two syllables or more.
    fn next(&mut self) -> String {
        let mut word = String::new();
        let syllables = 2 + self.below(2);
        // Every further syllable multiplies the number of words by thousands, so this ends soon.
        for count in 1.. {
            word.push_str(BEGINNINGS[self.below(BEGINNINGS.len())]);
            word.push_str(MIDDLES[self.below(MIDDLES.len())]);
            word.push_str(ENDS[self.below(ENDS.len())]);
            if count >= syllables && self.taken.insert(word.clone()) {
                break;
            }
        }
        word
    }

    /// Returns a random number below `end` by SplitMix64; a small bias does no harm here.
    fn below(&mut self, end: usize) -> usize {
        self.random = self.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = "(role White) ; the first\n(init (cell 1 -2 b)) (<= (next ?X) (does white ?x)) \
                         (<= terminal (or (not (true b)) (and (distinct ?x 10) (sees random ready))))";

    #[test]
    fn words_are_replaced_and_structure_stays() {
        let scrambler = Scrambler::new(RULES, 7);
        let scrambled = scrambler.scramble(RULES);
        for word in ["White", "white", "cell", "first", ";", "?X", "?x"] {
            assert!(!scrambled.contains(word), "{scrambled}");
        }
        for kept in
            ["(role ", "(init (", " 1 -2 ", " 10)", "(<= terminal (or (not (true ", "(sees random "]
        {
            assert!(scrambled.contains(kept), "{scrambled}");
        }
        assert_eq!(Tokens::new(&scrambled).count(), Tokens::new(RULES).count() - 1);
    }

    #[test]
    fn unscrambling_restores_the_words_in_any_case() {
        let scrambler = Scrambler::new(RULES, 7);
        let term = "(cell 1 -2 (b White ?X))";
        let scrambled = scrambler.scramble(term);
        assert_ne!(scrambled, term);
        assert_eq!(scrambler.unscramble(&scrambled), term);
        assert_eq!(scrambler.unscramble(&scrambled.to_ascii_uppercase()), term);
        assert_eq!(scrambler.unscramble(&scrambler.scramble("(CELL 3)")), "(cell 3)");
        assert_eq!(scrambler.unscramble("(unknown (words stay"), "(unknown (words stay");
    }

    #[test]
    fn another_seed_gives_other_words() {
        let text = |seed| Scrambler::new(RULES, seed).scramble(RULES);
        assert_eq!(text(1), text(1));
        assert_ne!(text(1), text(2));
    }

    #[test]
    fn many_words_stay_different() {
        let rules: String = (0..20_000).map(|number| format!("(word{number} x)")).collect();
        let scrambler = Scrambler::new(&rules, 3);
        assert_eq!(scrambler.original.len(), 20_001);
        assert!(scrambler.original.keys().all(|word| word.len() < 40));
        assert_eq!(scrambler.unscramble(&scrambler.scramble(&rules)), rules);
    }
}
