//! Random games, one after the other: accepted by the checker, played by a machine and by naive
//! evaluation, and made smaller where they differ.
//!
//! `AGON_FUZZ_ITERATIONS` sets the number of games, `AGON_FUZZ_SECONDS` runs for a time instead, and
//! `AGON_FUZZ_SEED` begins with another game.

use super::seeds::seeds;
use super::sheet::{Tree, shrink, text};
use super::{comparison, grammar};
use game::contract::{Extent, check};
use game::{Machine, Random, random};
use gdl::Rules;
use rand::RngExt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A machine, or nothing if such games are left to others; an error is a fault.
pub type Built = Result<Option<Box<dyn Machine>>, String>;

/// A kind of machine to be tested.
#[derive(Clone, Copy)]
pub struct Candidate {
    /// Builds one.
    pub build: fn(&Rules) -> Built,
    /// Whether it must know what follows when a role makes a move that is only ever another role's.
    pub moves_of_others: bool,
}

/// What came of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// All that was asked could be compared.
    Same,
    /// The checker refuses the sheet, or there was too much to compute.
    Incomparable,
    /// The machine leaves the game to others.
    Declined,
}

/// How many games ended in each way.
#[derive(Default, Debug)]
pub struct Tally {
    pub games: u64,
    pub same: u64,
    pub declined: u64,
}

impl Candidate {
    /// Plays many random games; a difference is made as small as it can be and shown.
    pub fn play(self, iterations: u64) -> Tally {
        let mut tally = Tally::default();
        for seed in seeds(iterations) {
            let mut sheet = grammar::sheet(&mut random(seed));
            tally.games += 1;
            if accepted(&mut sheet, &mut random(seed)).is_none() {
                continue;
            }
            match self.judge(&text(&sheet), seed) {
                Ok(verdict) => {
                    tally.same += u64::from(verdict == Verdict::Same);
                    tally.declined += u64::from(verdict == Verdict::Declined);
                }
                Err(difference) => self.show(sheet, seed, difference),
            }
        }
        tally
    }

    fn show(self, sheet: Vec<Tree>, seed: u64, difference: String) -> ! {
        let small = shrink(sheet, |sheet| self.judge(&text(sheet), seed).is_err());
        let shown = self.judge(&text(&small), seed).err().unwrap_or(difference);
        panic!("game {seed}: {shown}\n\nthe sheet, shrunk:\n{}", text(&small));
    }

    /// Checks that the machine agrees with naive evaluation on these rules, completed to a game.
    pub fn agrees(self, rules: &str) {
        let game = "(role r) (init on) (goal r 100) (<= terminal (true over))
            (<= (next over) (does r ?m)) (<= (next on) (true on))";
        self.agrees_on_game(&format!("{rules}{game}"));
    }

    /// Checks that the machine agrees with naive evaluation on a whole game.
    pub fn agrees_on_game(self, sheet: &str) {
        for seed in 0..5 {
            assert_eq!(self.judge(sheet, seed), Ok(Verdict::Same), "on {sheet}");
        }
    }

    /// How the machine goes wrong on the sheet, if it does; a sheet that is refused is none of its faults.
    pub fn judge(self, sheet: &str, seed: u64) -> Result<Verdict, String> {
        let Some(rules) = gdl::check("random.kif", sheet.as_bytes()).rules else {
            return Ok(Verdict::Incomparable);
        };
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let Some(mut machine) = (self.build)(&rules)? else {
                return Ok(Verdict::Declined);
            };
            let extent = Extent { seed, games: 1, max_length: 4 };
            let to_the_end =
                comparison::compare(&rules, &mut *machine, seed, self.moves_of_others)?;
            match check(&mut *machine, extent) {
                // Some games explode in play; the comparison knows which limits may be reached.
                Err(violation) if !violation.what.starts_with("the machine stopped") => {
                    Err(violation.to_string())
                }
                _ if to_the_end => Ok(Verdict::Same),
                _ => Ok(Verdict::Incomparable),
            }
        }));
        outcome.unwrap_or_else(|_| Err("a panic".to_owned()))
    }
}

/// Leaves out faulty rules, one after the other, until the checker accepts the sheet.
fn accepted(sheet: &mut Vec<Tree>, random: &mut Random) -> Option<Rules> {
    loop {
        let checked = gdl::check("random.kif", text(sheet).as_bytes());
        if checked.rules.is_some() {
            return checked.rules;
        }
        let errors = checked.faults.kept().iter();
        let errors = errors.filter(|fault| fault.kind.severity() == gdl::Severity::Error);
        let lines: Vec<usize> = errors
            .filter_map(|fault| fault.span)
            .map(|span| checked.sheet.source.position(span.start).line)
            .collect();
        if lines.is_empty() {
            return None;
        }
        sheet.remove(lines[random.random_range(0..lines.len())] - 1);
    }
}
