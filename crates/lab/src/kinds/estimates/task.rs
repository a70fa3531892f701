//! The task and the finding of one trial: a match, and states of its search trees.

use super::{Estimates, Row, StateKind};
use crate::kind::{FindingOf, Job};
use crate::scale::Scale;
use serde::{Deserialize, Serialize};

/// Everything that a trial depends on, apart from its seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// The name of the game.
    pub game: String,
    /// The heuristic that the roles follow, with `|` between those of each role.
    pub heuristic: String,
    /// Number of simulations for each move of the match.
    pub simulations: u64,
    /// Mean number of visits of each move in the states that are proposed, at least.
    pub visits: u32,
    /// Number of simulations of a search that evaluates a move again.
    pub look: u64,
    /// Smallest difference between the values of the best and the worst move in a critical state.
    pub critical: f64,
    /// Largest such difference in a calm state.
    pub calm: f64,
    /// Largest number of states of each kind that are played out.
    pub states: u64,
    /// Largest number of states that are searched again to find them.
    pub looks: u64,
    /// Number of playouts of each state in each way.
    pub playouts: u32,
}

/// The result of a trial.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The states in which much depends on the move.
    pub critical: Sampled,
    /// The states in which little depends on the move.
    pub calm: Sampled,
}

/// The states of a kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sampled {
    /// Number of states that the trees proposed.
    pub proposed: u64,
    /// Number of these that were searched again.
    pub looked: u64,
    /// Those that are of this kind, and were played out.
    pub estimates: Vec<Estimate>,
}

/// A state, by values for the role that chooses in it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Estimate {
    /// Value of the best move minus that of the worst one, from -100 to 100: the second search may reverse their order.
    pub spread: f64,
    /// Value of the state with the best move, from 0 to 100.
    pub reference: f64,
    /// Mean of random playouts.
    pub random: f64,
    /// Mean of guided playouts.
    pub guided: f64,
}

impl Estimate {
    /// Returns the error of random playouts.
    pub fn random_error(&self) -> f64 {
        (self.random - self.reference).abs()
    }

    /// Returns the error of guided playouts.
    pub fn guided_error(&self) -> f64 {
        (self.guided - self.reference).abs()
    }

    /// Returns the state with values of two digits, which keeps the lines short.
    pub fn rounded(self) -> Estimate {
        let round = |value: f64| (value * 100.0).round() / 100.0;
        let Estimate { spread, reference, random, guided } = self;
        let [spread, reference, random, guided] = [spread, reference, random, guided].map(round);
        Estimate { spread, reference, random, guided }
    }

    fn is_in_range(&self) -> bool {
        [self.reference, self.random, self.guided].iter().all(|it| (0.0..=100.0).contains(it))
    }
}

impl Sampled {
    /// Returns whether these states are no more than the task wants, and of their kind.
    fn is_of(&self, task: &Task, is_kind: impl Fn(f64) -> bool) -> bool {
        self.looked <= self.proposed.min(task.looks)
            && self.estimates.len() as u64 <= self.looked.min(task.states)
            && self.estimates.iter().all(|it| it.is_in_range() && is_kind(it.spread))
    }
}

/// Largest error from rounding.
const ROUNDED: f64 = 0.005_001;

impl Finding {
    /// Returns the states of a kind.
    pub fn sampled(&self, kind: StateKind) -> &Sampled {
        match kind {
            StateKind::Critical => &self.critical,
            StateKind::Calm => &self.calm,
        }
    }
}

impl FindingOf<Task> for Finding {
    fn is_of(&self, task: &Task) -> bool {
        let Task { critical, calm, .. } = *task;
        let is_critical = |spread| (critical - ROUNDED..=100.0).contains(&spread);
        let is_calm = |spread: f64| spread.abs() <= calm + ROUNDED;
        self.critical.is_of(task, is_critical) && self.calm.is_of(task, is_calm)
    }
}

/// Returns all trials: the first of every game, then the second of every game, and so on.
pub fn jobs(estimates: &Estimates, scale: Scale) -> Vec<Job<Task>> {
    let numbers = 0..estimates.trials.of(scale);
    let jobs = numbers.flat_map(|number| {
        estimates.rows.iter().map(move |row| {
            Job::new(estimates.seed, row.game.clone(), number, task(estimates, row, scale))
        })
    });
    jobs.collect()
}

fn task(estimates: &Estimates, row: &Row, scale: Scale) -> Task {
    Task {
        game: row.game.clone(),
        heuristic: row.rest.heuristic.clone(),
        simulations: row.rest.simulations.of(scale),
        visits: estimates.visits,
        look: estimates.look,
        critical: estimates.critical,
        calm: estimates.calm,
        states: estimates.states.of(scale),
        looks: estimates.looks.of(scale),
        playouts: estimates.playouts,
    }
}
