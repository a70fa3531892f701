//! The definition of counts of won matches: the section `[wins]` of an experiment's file.

use crate::budget::Budget;
use crate::checks::{MAX_TASKS, is_plain};
use crate::game_row::{self, GameRow};
use crate::kind::{Job, Kind, Unit};
use crate::kinds::matches::Task;
use crate::kinds::matches::perform::Setup;
use crate::scale::{PerScale, Scale};
use serde::Deserialize;

/// A list of games, each with its players.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wins {
    /// The reason for the numbers of simulations, for the report.
    pub budget: String,
    /// The seed from which those of all matches are derived.
    pub seed: u64,
    /// Whether players also think when they have only one legal move.
    pub ponder: bool,
    /// Number of matches of random players in each game.
    pub chance: PerScale,
    /// The games with their players.
    pub rows: Vec<Row>,
}

/// A game and its players.
pub type Row = GameRow<WinsRow>;

/// The keys of a row besides the game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WinsRow {
    /// Number of roles. The player under test takes them in turn.
    pub roles: usize,
    /// The player under test.
    pub player: String,
    /// The player of all other roles.
    pub others: String,
    /// Number of simulations, or nodes, for each move.
    pub simulations: u64,
    /// Number of matches of the player under test.
    pub matches: PerScale,
    /// The figures of the document.
    pub reported: Reported,
}

/// The figures of a document for a game.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reported {
    /// Number of won matches.
    pub won: u64,
    /// Number of all matches.
    pub matches: u64,
    /// Probability that random play does as well.
    pub p: f64,
}

/// The second part of the names of cells with random players.
pub(super) const CHANCE: &str = "chance";
/// The second part of the names of cells with the player under test.
pub(super) const PLAYER: &str = "player";
/// The player that moves at random.
const RANDOM: &str = "random";

/// Largest number of roles of a game, and of games.
const MAX: usize = 100;

impl Kind for Wins {
    const NAME: &'static str = "wins";
    const UNIT: Unit = Unit { one: "match", many: "matches" };
    type Setup = Setup;

    fn check(&self, faults: &mut Vec<String>) {
        let mut wrong = |key: &str, what: &str| faults.push(format!("wins.{key}: {what}"));
        if !(1..=MAX).contains(&self.rows.len()) {
            wrong("rows", &format!("there have to be from 1 to {MAX}"));
        }
        let is_sense = |games: PerScale| {
            [games.small, games.full].iter().all(|games| (1..=MAX_TASKS).contains(games))
        };
        let numbers = format!("these are not numbers from 1 to {MAX_TASKS}");
        if !is_sense(self.chance) {
            wrong("chance", &numbers);
        }
        for row in &self.rows {
            let key = |key: &str| format!("rows.{}.{key}", row.game);
            if !is_plain(&row.game) {
                wrong("rows", "a game's name has lower-case letters, digits and hyphens");
            }
            if !(1..=MAX).contains(&row.rest.roles) {
                wrong(
                    &key("roles"),
                    &format!("{} is not a number from 1 to {MAX}", row.rest.roles),
                );
            }
            if !is_sense(row.rest.matches) {
                wrong(&key("matches"), &numbers);
            }
            if row.rest.simulations == 0 {
                wrong(&key("simulations"), "0 is not a positive number");
            }
            let Reported { won, matches, p } = row.rest.reported;
            if won > matches || !(0.0..=1.0).contains(&p) {
                wrong(
                    &key("reported"),
                    "not more can be won than was played, and p is from 0 to 1",
                );
            }
        }
    }

    fn has_reported(&self) -> bool {
        true
    }

    fn games(&self) -> Vec<&str> {
        game_row::games(&self.rows)
    }

    fn jobs(&self, scale: Scale) -> Vec<Job<Task>> {
        let most = |row: &Row| row.rest.matches.of(scale).max(self.chance.of(scale));
        let numbers = 0..self.rows.iter().map(most).max().unwrap_or(0);
        let jobs = numbers.flat_map(|number| {
            self.rows.iter().flat_map(move |row| {
                let player =
                    (number < row.rest.matches.of(scale)).then(|| self.job(row, PLAYER, number));
                let chance =
                    (number < self.chance.of(scale)).then(|| self.job(row, CHANCE, number));
                player.into_iter().chain(chance)
            })
        });
        jobs.collect()
    }
}

impl Wins {
    fn job(&self, row: &Row, kind: &str, number: u64) -> Job<Task> {
        let cell = format!("{}/{kind}", row.game);
        let tested = (number % row.rest.roles as u64) as usize;
        let player = |role: usize| match (kind, role == tested) {
            (PLAYER, true) => row.rest.player.clone(),
            (PLAYER, false) => row.rest.others.clone(),
            _ => RANDOM.to_owned(),
        };
        let task = Task {
            game: row.game.clone(),
            players: (0..row.rest.roles).map(player).collect(),
            tested,
            budgets: vec![Budget::Simulations(row.rest.simulations); row.rest.roles],
            ponder: self.ponder,
        };
        Job::new(self.seed, cell, number, task)
    }
}
