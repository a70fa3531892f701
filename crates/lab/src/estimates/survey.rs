//! Trials of estimates to be made, who makes them, and what is written down of them.

use super::Urgency;
use crate::journal::{Entry, Job, difference};
use crate::order::ArenaError;
use serde::{Deserialize, Serialize};

/// A trial: a match and states of its trees, and all that what comes of them depends on.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey {
    /// The experiment.
    pub experiment: String,
    /// The cell: the game.
    pub cell: String,
    /// Which trial of the cell, from 0.
    pub number: u64,
    /// The seed of all random choices.
    pub seed: u64,
    /// What is to be done.
    pub task: SurveyTask,
}

/// What is to be done in a trial.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SurveyTask {
    /// The game.
    pub game: String,
    /// What the roles follow, with `|` between their heuristics.
    pub heuristic: String,
    /// The simulations of the search for each move.
    pub simulations: u64,
    /// States are proposed in which it tried moves at least so often, in the mean.
    pub visits: u32,
    /// The simulations of a search that looks at a move of a state again.
    pub look: u64,
    /// A state is critical if the best move is worth at least so much more than the worst one …
    pub critical: f64,
    /// … and calm if the two are no further apart than this.
    pub calm: f64,
    /// How many states of each kind are played out, at most …
    pub states: u64,
    /// … and how many are looked at to find them, at most.
    pub looks: u64,
    /// How often each is played out in each way.
    pub playouts: u32,
}

/// A state, by numbers for the role that chooses in it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Estimate {
    /// How much more the best move is worth than the worst one, from -100 to 100: a second look may turn them round.
    pub spread: f64,
    /// What the state is worth with the best move, from 0 to 100.
    pub reference: f64,
    /// What random playouts say.
    pub random: f64,
    /// What guided playouts say.
    pub guided: f64,
}

impl Estimate {
    /// How far random playouts are off.
    pub fn random_error(&self) -> f64 {
        (self.random - self.reference).abs()
    }

    /// How far guided playouts are off.
    pub fn guided_error(&self) -> f64 {
        (self.guided - self.reference).abs()
    }

    /// Two digits are precise enough, and keep the lines short.
    fn rounded(self) -> Estimate {
        let round = |value: f64| (value * 100.0).round() / 100.0;
        let Estimate { spread, reference, random, guided } = self;
        let [spread, reference, random, guided] = [spread, reference, random, guided].map(round);
        Estimate { spread, reference, random, guided }
    }

    fn fits(&self) -> bool {
        [self.reference, self.random, self.guided].iter().all(|it| (0.0..=100.0).contains(it))
    }
}

/// The states of a kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    /// How many the trees proposed.
    pub proposed: u64,
    /// How many of them were looked at.
    pub looked: u64,
    /// Those that turned out to be of this kind, and were played out.
    pub estimates: Vec<Estimate>,
}

impl Drawn {
    fn rounded(mut self) -> Drawn {
        let estimates = std::mem::take(&mut self.estimates);
        let estimates = estimates.into_iter().map(Estimate::rounded).collect();
        Drawn { estimates, ..self }
    }

    /// Whether these are no more than there were to be, and what they are said to be.
    fn fits(&self, task: &SurveyTask, is_kind: impl Fn(f64) -> bool) -> bool {
        self.looked <= self.proposed.min(task.looks)
            && self.estimates.len() as u64 <= self.looked.min(task.states)
            && self.estimates.iter().all(|it| it.fits() && is_kind(it.spread))
    }
}

/// What came of a trial.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The states in which much depends on the move.
    pub critical: Drawn,
    /// Those in which little does.
    pub calm: Drawn,
    /// How long it took.
    pub seconds: f64,
}

/// Makes trials, on several threads at once. What comes of one may depend on the trial alone, but for the time.
pub trait Surveyor: Sync {
    /// Makes a trial; nothing, if it was interrupted.
    fn survey(&self, survey: &Survey) -> Result<Option<Found>, ArenaError>;
}

/// A finished trial.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// The experiment.
    pub experiment: String,
    /// The cell: the game.
    pub cell: String,
    /// Which trial of the cell, from 0.
    pub number: u64,
    /// The seed.
    pub seed: u64,
    /// What was to be done.
    pub task: SurveyTask,
    /// How long it took.
    pub seconds: f64,
    /// The states in which much depends on the move.
    pub critical: Drawn,
    /// Those in which little does.
    pub calm: Drawn,
}

impl Reading {
    /// The record of a trial.
    pub fn new(survey: &Survey, found: Found) -> Reading {
        Reading {
            experiment: survey.experiment.clone(),
            cell: survey.cell.clone(),
            number: survey.number,
            seed: survey.seed,
            task: survey.task.clone(),
            seconds: (found.seconds * 1000.0).round() / 1000.0,
            critical: found.critical.rounded(),
            calm: found.calm.rounded(),
        }
    }

    /// The states of a kind.
    pub fn drawn(&self, kind: Urgency) -> &Drawn {
        match kind {
            Urgency::Critical => &self.critical,
            Urgency::Calm => &self.calm,
        }
    }
}

impl Job for Survey {
    const WHAT: &'static str = "trial";

    fn key(&self) -> (&str, u64) {
        (&self.cell, self.number)
    }
}

/// Numbers were rounded by no more than this.
const ROUNDED: f64 = 0.005_001;

impl Entry for Reading {
    type Of = Survey;

    fn key(&self) -> (&str, u64) {
        (&self.cell, self.number)
    }

    fn gap(&self) -> Option<&'static str> {
        let SurveyTask { critical, calm, .. } = self.task;
        let is_critical = |spread| (critical - ROUNDED..=100.0).contains(&spread);
        let is_calm = |spread: f64| spread.abs() <= calm + ROUNDED;
        let fits =
            self.critical.fits(&self.task, is_critical) && self.calm.fits(&self.task, is_calm);
        (!fits).then_some("its numbers do not fit together")
    }

    fn difference(&self, survey: &Survey) -> Option<String> {
        difference(
            (&self.experiment, &self.task, self.seed),
            (&survey.experiment, &survey.task, survey.seed),
        )
    }
}
