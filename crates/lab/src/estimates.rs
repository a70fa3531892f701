//! Estimates: how well playouts tell what states are worth, random ones and those that follow a heuristic.
//!
//! In each trial a tree search plays a match against itself, and its trees propose states in which much depends on the move, *critical* ones, and states in which
//! little does, *calm* ones. Some of them are looked at again by searches of their own, and if these agree, they are played out in both ways, and the
//! means are compared with what the best move is worth.

mod survey;

pub use survey::{Drawn, Estimate, Found, Reading, Survey, SurveyTask, Surveyor};

use crate::curves::check_numbers;
use crate::journal::{Journal, JournalError};
use crate::matches::{MOST_GAMES, check_names};
use crate::order::seed;
use crate::scale::{PerScale, Scale};
use play::statistics::Sample;
use serde::Deserialize;
use std::cmp::Ordering;

/// Games whose states are estimated.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Estimates {
    /// What the seeds of all trials are derived from.
    pub seed: u64,
    /// How what the document leaves open was chosen.
    pub settings: String,
    /// How many trials each game has.
    pub trials: PerScale,
    /// How many states of each kind are played out in a trial, at most …
    pub states: PerScale,
    /// … and how many are looked at to find them, at most.
    pub looks: PerScale,
    /// How often each of them is played out in each way.
    pub playouts: u32,
    /// States are proposed in which the search tried moves at least so often, in the mean.
    pub visits: u32,
    /// The simulations of a search that looks at a move of a state again.
    pub look: u64,
    /// A state is critical if the best move is worth at least so much more than the worst one …
    pub critical: f64,
    /// … and calm if the two are no further apart than this.
    pub calm: f64,
    /// The games.
    pub rows: Vec<EstimatesRow>,
}

/// A game whose states are estimated.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EstimatesRow {
    /// Its name in the library; the cell is called so too.
    pub game: String,
    /// The document's name for it.
    pub title: String,
    /// What the roles follow, with `|` between their heuristics.
    pub heuristic: String,
    /// The simulations of the search for each move.
    pub simulations: PerScale,
}

/// No search has more simulations.
const MOST_SIMULATIONS: u64 = 10_000_000;
/// No more states are drawn in a trial, and none is played out more often.
const MOST_STATES: u64 = 10_000;

impl Estimates {
    /// The names of all cells.
    pub fn cells(&self) -> Vec<String> {
        self.rows.iter().map(|row| row.game.clone()).collect()
    }

    /// All trials: the first of every game, then the second of every game, and so on.
    pub fn surveys(&self, experiment: &str, scale: Scale) -> Vec<Survey> {
        let numbers = 0..self.trials.of(scale);
        let surveys = numbers.flat_map(|number| {
            self.rows.iter().map(move |row| Survey {
                experiment: experiment.to_owned(),
                cell: row.game.clone(),
                number,
                seed: seed(self.seed, &row.game, number),
                task: self.task(row, scale),
            })
        });
        surveys.collect()
    }

    fn task(&self, row: &EstimatesRow, scale: Scale) -> SurveyTask {
        SurveyTask {
            game: row.game.clone(),
            heuristic: row.heuristic.clone(),
            simulations: row.simulations.of(scale),
            visits: self.visits,
            look: self.look,
            critical: self.critical,
            calm: self.calm,
            states: self.states.of(scale),
            looks: self.looks.of(scale),
            playouts: self.playouts,
        }
    }

    /// What came of the trials so far, game by game.
    pub fn results<'a>(
        &'a self,
        experiment: &str,
        scale: Scale,
        journal: &'a Journal<Reading>,
    ) -> Result<Vec<EstimatesResult<'a>>, JournalError> {
        let surveys = self.surveys(experiment, scale);
        let answers = journal.answers(&surveys)?;
        let result = |row: &'a EstimatesRow| {
            let own = surveys.iter().zip(&answers).filter(|(it, _)| it.cell == row.game);
            EstimatesResult { row, readings: own.filter_map(|(_, it)| *it).collect() }
        };
        Ok(self.rows.iter().map(result).collect())
    }

    /// Adds what makes no sense.
    pub(crate) fn check(&self, faults: &mut Vec<String>) {
        check_names("estimates.rows", self.rows.iter().map(|row| row.game.as_str()), faults);
        check_numbers("estimates.trials", self.trials, MOST_GAMES, faults);
        check_numbers("estimates.states", self.states, MOST_STATES, faults);
        check_numbers("estimates.looks", self.looks, MOST_STATES, faults);
        for row in &self.rows {
            let key = format!("estimates.rows.{}.simulations", row.game);
            check_numbers(&key, row.simulations, MOST_SIMULATIONS, faults);
        }
        let mut wrong = |key: &str, what: String| faults.push(format!("estimates.{key}: {what}"));
        for (key, number, most) in [
            ("playouts", u64::from(self.playouts), MOST_STATES),
            ("visits", u64::from(self.visits), MOST_SIMULATIONS),
            ("look", self.look, MOST_SIMULATIONS),
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
}

/// A kind of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// Much depends on the move.
    Critical,
    /// Little does.
    Calm,
}

impl Urgency {
    /// Both.
    pub const ALL: [Urgency; 2] = [Urgency::Critical, Urgency::Calm];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Urgency::Critical => "critical",
            Urgency::Calm => "calm",
        }
    }
}

/// What came of the trials of a game.
#[derive(Clone, Debug)]
pub struct EstimatesResult<'a> {
    /// The game.
    pub row: &'a EstimatesRow,
    /// The trials.
    pub readings: Vec<&'a Reading>,
}

/// How far playouts were off in states of a kind. Trials are independent of each other, states of the same match are not: so every trial with
/// such states counts once, with the mean of its states.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// How many states the trees proposed.
    pub proposed: u64,
    /// How many of them were looked at.
    pub looked: u64,
    /// How many turned out to be of this kind, and were played out.
    pub states: u64,
    /// What they are worth.
    pub reference: Sample,
    /// How far random playouts were off.
    pub random: Sample,
    /// How far guided playouts were off.
    pub guided: Sample,
    /// How much less far guided playouts were off than random ones.
    pub gain: Sample,
}

impl EstimatesResult<'_> {
    /// How far playouts were off.
    pub fn accuracy(&self, kind: Urgency) -> Accuracy {
        let mut accuracy = Accuracy::default();
        self.readings.iter().for_each(|reading| accuracy.add(reading.drawn(kind)));
        accuracy
    }
}

impl Accuracy {
    fn add(&mut self, drawn: &Drawn) {
        self.proposed += drawn.proposed;
        self.looked += drawn.looked;
        self.states += drawn.estimates.len() as u64;
        let mean = |value: fn(&Estimate) -> f64| {
            drawn.estimates.iter().map(value).collect::<Sample>().mean()
        };
        let error = [mean(Estimate::random_error), mean(Estimate::guided_error)];
        let ([Some(random), Some(guided)], Some(reference)) = (error, mean(|it| it.reference))
        else {
            return;
        };
        self.reference.add(reference);
        self.random.add(random);
        self.guided.add(guided);
        self.gain.add(random - guided);
    }

    /// Whether guided playouts are more accurate, or less, by a paired t-test over trials with two sides and p < 0.05: the 95 % interval of
    /// the mean gain does not reach zero. Nothing if there are too few trials to tell.
    pub fn verdict(&self) -> Option<Ordering> {
        let (mean, margin) = (self.gain.mean()?, self.gain.margin()?);
        if mean.abs() <= margin { Some(Ordering::Equal) } else { mean.partial_cmp(&0.0) }
    }
}
