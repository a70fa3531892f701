//! Scrambling: other words for those of a rule sheet, so that a player cannot recognise the game, or be helped by what its
//! words mean. GDL's own words and whole numbers stay; everything else gets a new word, variables included, the same one
//! wherever it stands.

use crate::symbol::Symbols;
use crate::syntax::{Token, Tokens};
use std::collections::{HashMap, HashSet};

/// Knows the new word of every word of a rule sheet, and the other way round.
#[derive(Clone, Debug)]
pub struct Scrambler {
    /// By the word in lower case.
    scrambled: HashMap<String, String>,
    /// By the new word, which is in lower case.
    original: HashMap<String, String>,
}

impl Scrambler {
    /// New words for those of these rules; another seed gives other words.
    pub fn new(rules: &str, seed: u64) -> Scrambler {
        let own = Symbols::default();
        let (mut words, mut seen) = (Vec::new(), HashSet::new());
        // A new word must not be one of the old ones either: what it stands for could be doubted.
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
        let mut maker = Words { random: seed, taken };
        let mut scrambler = Scrambler { scrambled: HashMap::new(), original: HashMap::new() };
        for word in words {
            let mark = if word.starts_with('?') { "?" } else { "" };
            let new = format!("{mark}{}", maker.next());
            scrambler.scrambled.insert(word.to_ascii_lowercase(), new.clone());
            scrambler.original.insert(new, word.to_owned());
        }
        scrambler
    }

    /// A text of these rules, or about their game, in the new words. Comments are left out: they tell too much.
    pub fn scramble(&self, text: &str) -> String {
        replaced(text, &self.scrambled)
    }

    /// A text in the new words, in any case, in the words of the rules. Words that are not known stay.
    pub fn unscramble(&self, text: &str) -> String {
        replaced(text, &self.original)
    }
}

/// Words that mean something in messages, and so are no new words: `nil` is no moves, `ready` and the like are answers.
const RESERVED: &[&str] = &["nil", "ready", "busy", "done", "aborted", "available"];

/// Replaces words and drops comments; everything else stays as it is.
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

/// Makes words that nobody has yet.
struct Words {
    random: u64,
    taken: HashSet<String>,
}

const BEGINNINGS: &[&str] = &[
    "b", "br", "ch", "d", "dr", "f", "fl", "g", "gr", "h", "j", "k", "kl", "l", "m", "n", "p",
    "pl", "qu", "r", "s", "sh", "sl", "st", "t", "th", "tr", "v", "w", "z",
];
const MIDDLES: &[&str] = &["a", "ai", "e", "ea", "i", "o", "oo", "ou", "u", "y"];
const ENDS: &[&str] = &["", "", "", "ck", "l", "m", "n", "nd", "r", "rt", "s", "st", "t", "x"];

impl Words {
    fn next(&mut self) -> String {
        let mut word = String::new();
        let syllables = 2 + self.below(2);
        // Each syllable more makes thousands of words possible, so that this ends soon however many are taken.
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

    /// A number below this one (SplitMix64; evenness does not matter here).
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
    fn what_was_scrambled_comes_back_in_any_case() {
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
