//! Bundled sheets changed at random: words, parentheses, conditions and rules are removed, doubled, exchanged and
//! negated. Most results are still nearly games.

use game::Random;
use gdl::{Severity, Token, Tokens};
use rand::RngExt;
use std::collections::HashSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Returns the texts of all bundled sheets, good and bad, in the order of their paths.
///
/// # Panics
/// If they cannot be read.
pub fn bundled_sheets() -> Vec<Vec<u8>> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut paths: Vec<PathBuf> = Vec::new();
    for folder in [games.clone(), games.join("bad")] {
        let entries = std::fs::read_dir(&folder).expect("the games are there");
        paths.extend(entries.map(|entry| entry.expect("it is there").path().join("rules.kif")));
    }
    paths.retain(|path| path.is_file());
    paths.sort();
    assert!(paths.len() > 20, "the games are not where they were");
    paths.iter().map(|path| std::fs::read(path).expect("it can be read")).collect()
}

/// Returns a sheet without the lines that have errors, so that more sheets can be played.
pub fn repaired(sheet: &[u8]) -> Vec<u8> {
    let checked = gdl::check("damaged.kif", sheet);
    let source = &checked.sheet.source;
    let errors = checked.faults.kept().iter().filter(|f| f.kind.severity() == Severity::Error);
    let faulty: HashSet<usize> = errors
        .filter_map(|fault| fault.span)
        .map(|span| source.position(span.start).line)
        .collect();
    let lines = source.text().split_inclusive('\n').zip(1..);
    let kept = lines.filter(|(_, number)| !faulty.contains(number)).map(|(line, _)| line);
    kept.collect::<String>().into_bytes()
}

/// Returns one of the sheets after one to six random changes; one in twenty also has random bytes inserted.
pub fn damaged(sheets: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let sheet = &sheets[random.random_range(0..sheets.len())];
    let text = String::from_utf8_lossy(sheet);
    let comments_left_out = Tokens::new(&text).filter(|(token, _)| *token != Token::Comment);
    let words = comments_left_out
        .map(|(_, span)| text[span.start as usize..span.end as usize].to_owned())
        .collect();
    let mut changed = Words { words, random };
    for _ in 0..changed.random.random_range(1..=6) {
        if !changed.words.is_empty() {
            changed.change();
        }
    }
    let mut bytes = changed.text().into_bytes();
    if random.random_ratio(1, 20) {
        for _ in 0..random.random_range(1..=5) {
            let place = random.random_range(0..=bytes.len());
            bytes.insert(place, random.random());
        }
    }
    bytes
}

/// The words of a sheet that is being changed.
struct Words<'a> {
    /// Names, variables and parentheses.
    words: Vec<String>,
    random: &'a mut Random,
}

impl Words<'_> {
    /// Returns the words as text, with a line for every rule.
    fn text(&self) -> String {
        let mut depth = 0usize;
        let mut text = String::new();
        for word in &self.words {
            if word == ")" {
                depth = depth.saturating_sub(1);
            }
            text.push_str(word);
            text.push(if depth == 0 && word == ")" { '\n' } else { ' ' });
            if word == "(" {
                depth += 1;
            }
        }
        text
    }

    fn change(&mut self) {
        let here = self.place();
        match self.random.random_range(0..20) {
            0 => drop(self.words.remove(here)),
            1 => self.words.insert(here, self.words[here].clone()),
            2 => {
                let there = self.place();
                self.words.swap(here, there);
            }
            3 => self.move_parenthesis(),
            4 | 5 => self.replace_rule(0),
            6 => self.replace_rule(2),
            7..10 => self.replace_word(),
            10..12 => self.make_variable(),
            12 | 13 => self.make_constant(),
            14 | 15 => self
                .replace_list(|list| [&["(".into(), "not".into()], list, &[")".into()]].concat()),
            16 => self.replace_list(|_| Vec::new()),
            17 => self.replace_list(|list| [list, list].concat()),
            _ => self.join_lists(),
        }
    }

    fn place(&mut self) -> usize {
        self.random.random_range(0..self.words.len())
    }

    /// Returns the place of a random word that fits and is not a parenthesis; `None` if thirty tries find none.
    fn word(&mut self, fits: impl Fn(&str) -> bool) -> Option<usize> {
        let tries: Vec<usize> = (0..30).map(|_| self.place()).collect();
        let is_word = |word: &str| word != "(" && word != ")";
        tries.into_iter().find(|&place| is_word(&self.words[place]) && fits(&self.words[place]))
    }

    fn replace_word(&mut self) {
        if let (Some(here), Some(there)) = (self.word(|_| true), self.word(|_| true)) {
            self.words[here] = self.words[there].clone();
        }
    }

    fn make_variable(&mut self) {
        let constant = self.word(|word| !word.starts_with('?'));
        let variable = self.word(|word| word.starts_with('?'));
        if let Some(constant) = constant {
            self.words[constant] = match variable {
                Some(variable) => self.words[variable].clone(),
                None => "?x".to_owned(),
            };
        }
    }

    fn make_constant(&mut self) {
        let constant = self.word(|word| !word.starts_with('?'));
        let variable = self.word(|word| word.starts_with('?'));
        if let (Some(constant), Some(variable)) = (constant, variable) {
            self.words[variable] = self.words[constant].clone();
        }
    }

    fn move_parenthesis(&mut self) {
        let tries: Vec<usize> = (0..30).map(|_| self.place()).collect();
        let found = tries.into_iter().find(|&place| matches!(&*self.words[place], "(" | ")"));
        if let Some(from) = found {
            let parenthesis = self.words.remove(from);
            let nearby = (from.saturating_sub(6)..=from + 6).nth(self.random.random_range(0..12));
            let to = nearby.unwrap_or(from).min(self.words.len());
            self.words.insert(to, parenthesis);
        }
    }

    /// Returns the range of the list that begins here; `None` if none does.
    fn list_at(&self, start: usize) -> Option<Range<usize>> {
        let mut depth = 0usize;
        for (offset, word) in self.words[start..].iter().enumerate() {
            match word.as_str() {
                "(" => depth += 1,
                ")" => depth = depth.checked_sub(1)?,
                _ => {}
            }
            if depth == 0 {
                return (word == ")").then_some(start..start + offset + 1);
            }
        }
        None
    }

    /// Returns the range of a random list; `None` if thirty tries find none.
    fn list(&mut self) -> Option<Range<usize>> {
        (0..30).find_map(|_| {
            let place = self.place();
            self.list_at(place)
        })
    }

    fn replace_list(&mut self, change: impl Fn(&[String]) -> Vec<String>) {
        if let Some(list) = self.list() {
            let changed = change(&self.words[list.clone()]);
            self.words.splice(list, changed);
        }
    }

    /// Replaces a list by another one, or by an `or` of both.
    fn join_lists(&mut self) {
        let (Some(one), Some(other)) = (self.list(), self.list()) else {
            return;
        };
        let other = self.words[other].to_vec();
        let changed = if self.random.random_bool(0.5) {
            let or = ["(".to_owned(), "or".to_owned()];
            [&or, &self.words[one.clone()], &other, &[")".to_owned()]].concat()
        } else {
            other
        };
        self.words.splice(one, changed);
    }

    /// Replaces a rule by this number of copies of it.
    fn replace_rule(&mut self, times: usize) {
        let mut rules = Vec::new();
        let mut place = 0;
        while place < self.words.len() {
            let rule = self.list_at(place);
            place = rule.as_ref().map_or(place + 1, |rule| rule.end);
            rules.extend(rule);
        }
        if rules.is_empty() {
            return;
        }
        let rule = rules.swap_remove(self.random.random_range(0..rules.len()));
        let copies = vec![self.words[rule.clone()].to_vec(); times].concat();
        self.words.splice(rule, copies);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::random;

    #[test]
    fn the_seed_alone_decides_the_changes() {
        let sheets = bundled_sheets();
        assert_eq!(damaged(&sheets, &mut random(7)), damaged(&sheets, &mut random(7)));
        assert_ne!(damaged(&sheets, &mut random(7)), damaged(&sheets, &mut random(8)));
    }
}
