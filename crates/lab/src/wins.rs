//! Counts of won matches: a player against others, and how likely it is that chance does as well.
//!
//! A match is won by whoever gets 100. How often that happens by chance is seen in matches in which everybody moves at random.

use crate::budget::Budget;
use crate::experiment::is_plain;
use crate::journal::{Journal, JournalError};
use crate::matches::MOST_GAMES;
use crate::order::{Order, seed};
use crate::scale::{PerScale, Scale};
use serde::Deserialize;
use statrs::distribution::{Binomial, DiscreteCDF};

/// A list of games, each with who plays against whom.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wins {
    /// How the simulations or seconds per move were chosen.
    pub budget: String,
    /// What the seeds of all matches are derived from.
    pub seed: u64,
    /// Whether players think, as much as ever, when they have only one legal move.
    pub ponder: bool,
    /// How many matches there are by chance in each game.
    pub chance: PerScale,
    /// The games.
    pub rows: Vec<WinsRow>,
}

/// A game and who plays it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WinsRow {
    /// Its name in the library.
    pub game: String,
    /// The document's name for it.
    pub title: String,
    /// How many roles it has. The player under test takes them in turn.
    pub roles: usize,
    /// The player under test.
    pub player: String,
    /// Who plays all other roles.
    pub others: String,
    /// How many simulations, or nodes, there are for each move.
    pub simulations: u64,
    /// How many matches.
    pub matches: PerScale,
    /// What the document reports.
    pub reported: ReportedWins,
}

/// What a document reports of a game.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportedWins {
    /// How many matches were won.
    pub won: u64,
    /// Of how many.
    pub matches: u64,
    /// How likely it is that chance does as well.
    pub p: f64,
}

/// What the cells of matches by chance are called.
const CHANCE: &str = "chance";
/// And those of the player under test.
const PLAYER: &str = "player";
/// Who plays by chance.
const RANDOM: &str = "random";

/// No game has more roles, and no experiment more games.
const MOST: usize = 100;

impl Wins {
    /// The names of all cells.
    pub fn cells(&self) -> Vec<String> {
        let both = |row: &WinsRow| [PLAYER, CHANCE].map(|kind| format!("{}/{kind}", row.game));
        self.rows.iter().flat_map(both).collect()
    }

    /// All matches: the first of every cell, then the second of every cell, and so on.
    pub(crate) fn orders(&self, experiment: &str, scale: Scale) -> Vec<Order> {
        let most = |row: &WinsRow| row.matches.of(scale).max(self.chance.of(scale));
        let numbers = 0..self.rows.iter().map(most).max().unwrap_or(0);
        let orders = numbers.flat_map(|number| {
            self.rows.iter().flat_map(move |row| {
                let player = (number < row.matches.of(scale))
                    .then(|| self.order(experiment, row, PLAYER, number));
                let chance = (number < self.chance.of(scale))
                    .then(|| self.order(experiment, row, CHANCE, number));
                player.into_iter().chain(chance)
            })
        });
        orders.collect()
    }

    fn order(&self, experiment: &str, row: &WinsRow, kind: &str, number: u64) -> Order {
        let cell = format!("{}/{kind}", row.game);
        let tested = (number % row.roles as u64) as usize;
        let player = |role: usize| match (kind, role == tested) {
            (PLAYER, true) => row.player.clone(),
            (PLAYER, false) => row.others.clone(),
            _ => RANDOM.to_owned(),
        };
        Order {
            experiment: experiment.to_owned(),
            seed: seed(self.seed, &cell, number),
            cell,
            number,
            game: row.game.clone(),
            players: (0..row.roles).map(player).collect(),
            tested,
            budgets: vec![Budget::Simulations(row.simulations); row.roles],
            ponder: self.ponder,
        }
    }

    /// Adds what makes no sense.
    pub(crate) fn check(&self, faults: &mut Vec<String>) {
        let mut wrong = |key: &str, what: &str| faults.push(format!("wins.{key}: {what}"));
        if !(1..=MOST).contains(&self.rows.len()) {
            wrong("rows", &format!("there have to be from 1 to {MOST}"));
        }
        let is_sense = |games: PerScale| {
            [games.small, games.full].iter().all(|games| (1..=MOST_GAMES).contains(games))
        };
        let numbers = format!("these are not numbers from 1 to {MOST_GAMES}");
        if !is_sense(self.chance) {
            wrong("chance", &numbers);
        }
        for row in &self.rows {
            let key = |key: &str| format!("rows.{}.{key}", row.game);
            if !is_plain(&row.game) {
                wrong("rows", "a game's name has lower-case letters, digits and hyphens");
            }
            if !(1..=MOST).contains(&row.roles) {
                wrong(&key("roles"), &format!("{} is not a number from 1 to {MOST}", row.roles));
            }
            if !is_sense(row.matches) {
                wrong(&key("matches"), &numbers);
            }
            if row.simulations == 0 {
                wrong(&key("simulations"), "0 is not a positive number");
            }
            let ReportedWins { won, matches, p } = row.reported;
            if won > matches || !(0.0..=1.0).contains(&p) {
                wrong(
                    &key("reported"),
                    "not more can be won than was played, and p is from 0 to 1",
                );
            }
        }
    }
}

/// Matches, and those of them that were won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Won matches.
    pub won: u64,
    /// All matches.
    pub matches: u64,
}

/// What a game came to.
#[derive(Clone, Copy, Debug)]
pub struct WinsResult<'a> {
    /// The game.
    pub row: &'a WinsRow,
    /// The player under test.
    pub player: Count,
    /// Everybody at random.
    pub chance: Count,
}

impl WinsResult<'_> {
    /// How likely it is that a player who wins as often as chance wins as often as the player did, or more often.
    pub fn p(&self) -> Option<f64> {
        if self.chance.matches == 0 || self.player.matches == 0 {
            return None;
        }
        let share = self.chance.won as f64 / self.chance.matches as f64;
        match self.player.won.checked_sub(1) {
            None => Some(1.0),
            Some(fewer) => Some(Binomial::new(share, self.player.matches).ok()?.sf(fewer)),
        }
    }
}

/// The goal of those who win.
const WON: u8 = 100;

impl Wins {
    /// Counts what has been played.
    pub fn results(
        &self,
        experiment: &str,
        scale: Scale,
        journal: &Journal,
    ) -> Result<Vec<WinsResult<'_>>, JournalError> {
        let fresh = |row| WinsResult { row, player: Count::default(), chance: Count::default() };
        let mut results: Vec<WinsResult> = self.rows.iter().map(fresh).collect();
        let orders = self.orders(experiment, scale);
        for (order, record) in orders.iter().zip(journal.answers(&orders)?) {
            let row = results.iter_mut().find(|result| result.row.game == order.game);
            let (Some(record), Some(row)) = (record, row) else { continue };
            let count = match order.cell.ends_with(&format!("/{CHANCE}")) {
                true => &mut row.chance,
                false => &mut row.player,
            };
            count.matches += 1;
            count.won += u64::from(record.goals[record.tested] == WON);
        }
        Ok(results)
    }
}
