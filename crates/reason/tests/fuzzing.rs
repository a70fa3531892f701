//! Damaged rule sheets: whatever is in a file, reading, checking and playing it ends without a panic,
//! and a machine that was built keeps the contract or stops with a reason.
//!
//! The bundled sheets are damaged at random: words, parentheses, conditions and rules go missing, are
//! doubled, exchanged, negated. Most of what comes out is still nearly a game. A case depends on its
//! seed alone, and a failure prints both the seed and the sheet.
//!
//! `AGON_FUZZ_ITERATIONS` sets the number of cases, `AGON_FUZZ_SECONDS` runs for a time instead, and
//! `AGON_FUZZ_SEED` begins with another case.

#[path = "semantics/seeds.rs"]
mod seeds;

use damage::damaged;
use game::contract::{Extent, check};
use game::playout::Player;
use game::random;
use gdl::Severity;
use reason::{BuildError, Limits, ReferenceMachine};
use seeds::seeds;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// Small enough for hostile rules to be given up at once.
const LIMITS: Limits = Limits { steps: 20_000, memory: 16, depth: 5_000, terms: 100_000 };

/// Every so many-th game that can be played is held to the whole contract.
const CONTRACT_EVERY: u64 = 4;

#[test]
fn damaged_sheets_are_refused_or_played() {
    let sheets = bundled_sheets();
    let mut played = 0;
    for seed in seeds(15_000) {
        let mut sheet = damaged(&sheets, &mut random(seed));
        for _ in 0..seed % 4 {
            sheet = mended(&sheet);
        }
        let outcome = catch_unwind(AssertUnwindSafe(|| try_out(&sheet, seed)));
        let failure = match outcome {
            Ok(Ok(can_be_played)) => {
                played += u64::from(can_be_played);
                continue;
            }
            Ok(Err(violation)) => violation,
            Err(_) => "a panic".to_owned(),
        };
        panic!("case {seed}: {failure}\n\nthe sheet:\n{}", String::from_utf8_lossy(&sheet));
    }
    assert!(played > 0, "no sheet was left to be played");
}

#[test]
fn the_same_seed_damages_in_the_same_way() {
    let sheets = bundled_sheets();
    assert_eq!(damaged(&sheets, &mut random(7)), damaged(&sheets, &mut random(7)));
    assert_ne!(damaged(&sheets, &mut random(7)), damaged(&sheets, &mut random(8)));
}

/// The rule sheets that come with the program, good and bad, in a fixed order.
fn bundled_sheets() -> Vec<Vec<u8>> {
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

/// The sheet without the lines that have errors, so that there is something to play more often.
fn mended(sheet: &[u8]) -> Vec<u8> {
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

/// Reads, checks and plays; whether there was something to play, or how the contract was broken.
fn try_out(sheet: &[u8], seed: u64) -> Result<bool, String> {
    let checked = gdl::check("damaged.kif", sheet);
    for fault in checked.faults.kept() {
        assert!(gdl::render(&checked.sheet.source, fault).contains(fault.kind.name()));
    }
    let Some(rules) = checked.rules else {
        return Ok(false);
    };
    let mut machine = match ReferenceMachine::new(rules, LIMITS) {
        Ok(machine) => machine,
        Err(BuildError::HiddenInformation | BuildError::Stop(_)) => return Ok(false),
    };
    let mut random = random(seed);
    for _ in 0..2 {
        // To stop with a reason is an answer, too.
        let _ = Player::default().play(&mut machine, &mut random, 20);
    }
    if (seed / 4).is_multiple_of(CONTRACT_EVERY) {
        let extent = Extent { seed, games: 1, max_length: 5 };
        match check(&mut machine, extent) {
            Err(violation) if !violation.what.starts_with("the machine stopped") => {
                return Err(violation.to_string());
            }
            _ => {}
        }
    }
    Ok(true)
}

/// What can happen to a rule sheet.
mod damage {
    use game::Random;
    use gdl::{Token, Tokens};
    use rand::RngExt;
    use std::ops::Range;

    /// One of the sheets after a few accidents.
    pub fn damaged(sheets: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
        let sheet = &sheets[random.random_range(0..sheets.len())];
        let text = String::from_utf8_lossy(sheet);
        let comments_left_out = Tokens::new(&text).filter(|(token, _)| *token != Token::Comment);
        let words = comments_left_out
            .map(|(_, span)| text[span.start as usize..span.end as usize].to_owned())
            .collect();
        let mut patient = Patient { words, random };
        for _ in 0..patient.random.random_range(1..=6) {
            if !patient.words.is_empty() {
                patient.accident();
            }
        }
        let mut bytes = patient.text().into_bytes();
        if random.random_ratio(1, 20) {
            for _ in 0..random.random_range(1..=5) {
                let place = random.random_range(0..=bytes.len());
                bytes.insert(place, random.random());
            }
        }
        bytes
    }

    struct Patient<'a> {
        /// Words and parentheses.
        words: Vec<String>,
        random: &'a mut Random,
    }

    impl Patient<'_> {
        /// A line for every rule, so that what is printed can be read.
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

        fn accident(&mut self) {
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
                14 | 15 => self.replace_list(|list| {
                    [&["(".into(), "not".into()], list, &[")".into()]].concat()
                }),
                16 => self.replace_list(|_| Vec::new()),
                17 => self.replace_list(|list| [list, list].concat()),
                _ => self.join_lists(),
            }
        }

        fn place(&mut self) -> usize {
            self.random.random_range(0..self.words.len())
        }

        /// A place of something other than a parenthesis, if a few tries find one.
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
                let nearby =
                    (from.saturating_sub(6)..=from + 6).nth(self.random.random_range(0..12));
                let to = nearby.unwrap_or(from).min(self.words.len());
                self.words.insert(to, parenthesis);
            }
        }

        /// Where a list ends that begins here.
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

        /// Puts a list into an `or` with another one, or in its place.
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

        /// Leaves a rule out, or has it several times.
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
}
