//! Tests of machines on random sheets: the checker accepts them, the machine and the naive evaluator play them, and a
//! sheet on which they differ is shrunk. Environment variables such as `AGON_FUZZ_SECONDS` (see [`crate::seeds`]) set
//! the number of sheets.

use crate::expression::{Expression, shrink, text};
use crate::seeds::seeds;
use crate::{comparison, random_sheets};
use game::contract::{RandomGames, Violation, check};
use game::{Machine, Random, random};
use gdl::Rules;
use rand::RngExt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A machine; `None` if it declines the game, for instance because a limit is reached. An error means that the test
/// fails.
pub type Built = Result<Option<Box<dyn Machine>>, String>;

/// A kind of machine to test.
#[derive(Clone, Copy)]
pub struct Candidate {
    /// Builds a machine for rules.
    pub build: fn(&Rules) -> Built,
    /// Whether the machine must answer for moves that are legal only for other roles than the one that makes them.
    pub moves_of_others: bool,
}

/// Result of the test on one sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// All answers were compared and are the same.
    Same,
    /// The checker refuses the sheet, or a limit was reached in play.
    Incomparable,
    /// The machine declines the game.
    Declined,
}

/// Numbers of sheets by verdict.
#[derive(Default, Debug)]
pub struct Tally {
    /// Number of all sheets.
    pub games: u64,
    /// Number of sheets with the verdict [`Verdict::Same`].
    pub same: u64,
    /// Number of sheets with the verdict [`Verdict::Declined`].
    pub declined: u64,
}

impl Candidate {
    /// Tests random sheets, as many as `iterations` unless an environment variable says otherwise.
    ///
    /// # Panics
    /// If the machine differs from naive evaluation. The message shows the difference and the sheet, shrunk.
    pub fn play(self, iterations: u64) -> Tally {
        let mut tally = Tally::default();
        for seed in seeds(iterations) {
            let mut sheet = random_sheets::sheet(&mut random(seed));
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

    fn show(self, sheet: Vec<Expression>, seed: u64, difference: String) -> ! {
        let small = shrink(sheet, |sheet| self.judge(&text(sheet), seed).is_err());
        let shown = self.judge(&text(&small), seed).err().unwrap_or(difference);
        panic!("game {seed}: {shown}\n\nthe sheet, shrunk:\n{}", text(&small));
    }

    /// Tests these rules, completed to a game.
    ///
    /// # Panics
    /// If the machine differs from naive evaluation.
    pub fn agrees(self, rules: &str) {
        let game = "(role r) (init on) (goal r 100) (<= terminal (true over))
            (<= (next over) (does r ?m)) (<= (next on) (true on))";
        self.agrees_on_game(&format!("{rules}{game}"));
    }

    /// Tests a sheet.
    ///
    /// # Panics
    /// If the machine differs from naive evaluation.
    pub fn agrees_on_game(self, sheet: &str) {
        for seed in 0..5 {
            assert_eq!(self.judge(sheet, seed), Ok(Verdict::Same), "on {sheet}");
        }
    }

    /// Compares the machine with naive evaluation on a sheet.
    ///
    /// # Errors
    /// A description of the first difference, broken contract or panic.
    pub fn judge(self, sheet: &str, seed: u64) -> Result<Verdict, String> {
        let Some(rules) = gdl::check("random.kif", sheet.as_bytes()).rules else {
            return Ok(Verdict::Incomparable);
        };
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let Some(mut machine) = (self.build)(&rules)? else {
                return Ok(Verdict::Declined);
            };
            let extent = RandomGames { seed, games: 1, max_length: 4 };
            let to_the_end =
                comparison::compare(&rules, &mut *machine, seed, self.moves_of_others)?;
            match check(&mut *machine, extent) {
                // Some games grow without bound in play; the comparison decides which limits may be reached.
                Err(violation @ Violation::Broken { .. }) => Err(violation.to_string()),
                _ if to_the_end => Ok(Verdict::Same),
                _ => Ok(Verdict::Incomparable),
            }
        }));
        outcome.unwrap_or_else(|_| Err("a panic".to_owned()))
    }
}

/// Removes faulty rules, one after the other, until the checker accepts the sheet; `None` if it never does.
fn accepted(sheet: &mut Vec<Expression>, random: &mut Random) -> Option<Rules> {
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
