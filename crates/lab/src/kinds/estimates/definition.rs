//! The definition of estimates: the section `[estimates]` of an experiment's file.

use super::perform::Setup;
use super::{Task, task};
use crate::checks::{MAX_TASKS, check_names, check_numbers};
use crate::game_row::{self, GameRow};
use crate::kind::{Job, Kind};
use crate::scale::{PerScale, Scale};
use serde::Deserialize;

/// A list of games whose states are estimated.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Estimates {
    /// The seed from which those of all trials are derived.
    pub seed: u64,
    /// The choices that the document leaves open, for the report.
    pub settings: String,
    /// Number of trials of each game.
    pub trials: PerScale,
    /// Largest number of states of each kind that are played out in a trial.
    pub states: PerScale,
    /// Largest number of states that are searched again to find them.
    pub looks: PerScale,
    /// Number of playouts of each state in each way.
    pub playouts: u32,
    /// Mean number of visits of each move in the states that are proposed, at least.
    pub visits: u32,
    /// Number of simulations of a search that evaluates a move again.
    pub look: u64,
    /// Smallest difference between the values of the best and the worst move in a critical state.
    pub critical: f64,
    /// Largest such difference in a calm state.
    pub calm: f64,
    /// The games with their heuristics.
    pub rows: Vec<Row>,
}

/// A game, which is also the name of its cell, and the heuristic of its guided playouts.
pub type Row = GameRow<EstimateRow>;

/// The keys of a row besides the game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EstimateRow {
    /// The heuristic that the roles follow, with `|` between those of each role.
    pub heuristic: String,
    /// Number of simulations for each move of the match.
    pub simulations: PerScale,
}

/// Largest number of simulations of a search.
const MAX_SIMULATIONS: u64 = 10_000_000;
/// Largest number of states in a trial, and of playouts of each.
const MAX_STATES: u64 = 10_000;

impl Kind for Estimates {
    const NAME: &'static str = "estimates";
    type Setup = Setup;

    fn check(&self, faults: &mut Vec<String>) {
        check_names("estimates.rows", self.games(), faults);
        check_numbers("estimates.trials", self.trials, MAX_TASKS, faults);
        check_numbers("estimates.states", self.states, MAX_STATES, faults);
        check_numbers("estimates.looks", self.looks, MAX_STATES, faults);
        for row in &self.rows {
            let key = format!("estimates.rows.{}.simulations", row.game);
            check_numbers(&key, row.rest.simulations, MAX_SIMULATIONS, faults);
        }
        let mut wrong = |key: &str, what: String| faults.push(format!("estimates.{key}: {what}"));
        for (key, number, most) in [
            ("playouts", u64::from(self.playouts), MAX_STATES),
            ("visits", u64::from(self.visits), MAX_SIMULATIONS),
            ("look", self.look, MAX_SIMULATIONS),
        ] {
            if !(1..=most).contains(&number) {
                wrong(key, format!("{number} is not a number from 1 to {most}"));
            }
        }
        if !(0.0..=100.0).contains(&self.critical) {
            wrong("critical", format!("{} is not a number from 0 to 100", self.critical));
        }
        if !(self.calm >= 0.0 && self.calm < self.critical) {
            wrong("calm", format!("{} is not a number from 0 to below `critical`", self.calm));
        }
    }

    fn has_reported(&self) -> bool {
        false
    }

    fn games(&self) -> Vec<&str> {
        game_row::games(&self.rows)
    }

    fn jobs(&self, scale: Scale) -> Vec<Job<Task>> {
        task::jobs(self, scale)
    }
}

/// A kind of state, by the importance of the next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateKind {
    /// States in which much depends on the move.
    Critical,
    /// States in which little depends on the move.
    Calm,
}

impl StateKind {
    /// Both kinds of states.
    pub const ALL: [StateKind; 2] = [StateKind::Critical, StateKind::Calm];

    /// Returns the word for the kind.
    pub fn name(self) -> &'static str {
        match self {
            StateKind::Critical => "critical",
            StateKind::Calm => "calm",
        }
    }
}
