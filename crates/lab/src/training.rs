//! Training: what learners of features come to, role by role, in matches against those who look for states near to their goals.
//!
//! Every role of a game has a cell for each learner, `GAME.ROLE/LEARNER`. A trial trains a learner and then tests it, with weights that no longer
//! change; in games of one role, one of those it would play against is tested in its place.

use crate::curves::{Point, check_numbers};
use crate::journal::{Entry, Job, Journal, JournalError, difference};
use crate::matches::{MOST_GAMES, check_names};
use crate::order::{ArenaError, seed};
use crate::scale::{PerScale, Scale};
use play::statistics::Sample;
use serde::{Deserialize, Serialize};

/// Games whose roles are trained for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// What the seeds of all trials are derived from.
    pub seed: u64,
    /// How what the document leaves open was chosen.
    pub settings: String,
    /// How many trials each learner has.
    pub trials: PerScale,
    /// How many matches it learns from.
    pub matches: PerScale,
    /// How many matches it is tested in afterwards.
    pub tests: PerScale,
    /// No more features are expanded.
    pub expanded: PerScale,
    /// Where restrictions loosen, so many features are enough.
    pub enough: u64,
    /// What is to be told.
    pub shows: TrainingShows,
    /// Who learns.
    pub learners: Vec<Trainee>,
    /// The games.
    pub rows: Vec<TrainingRow>,
}

/// What is to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TrainingShows {
    /// What learners get when they are tested.
    Tests,
    /// What they get while they learn.
    Curves,
}

/// A learner.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trainee {
    /// What it is called on the command line: lower-case letters, digits and hyphens.
    pub name: String,
    /// What it is called in a report.
    pub title: String,
    /// Whether restrictions loosen, and features go beyond the document.
    #[serde(default)]
    pub extended: bool,
    /// From how many matches of strong players it learns first.
    #[serde(default)]
    pub experts: u64,
    /// How many simulations these make for a move.
    #[serde(default)]
    pub simulations: u64,
}

impl Trainee {
    /// How it learns.
    pub fn method(&self) -> Method {
        let Trainee { extended, experts, simulations, .. } = *self;
        Method { extended, experts, simulations }
    }
}

/// How to learn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Method {
    /// Whether restrictions loosen, and features go beyond the document.
    pub extended: bool,
    /// From how many matches of strong players it learns first.
    pub experts: u64,
    /// How many simulations these make for a move.
    pub simulations: u64,
}

/// A game whose roles are trained for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingRow {
    /// Its name in the library.
    pub game: String,
    /// The document's name for it.
    pub title: String,
    /// The roles, as they stand in the rules.
    pub roles: Vec<TrainedRole>,
}

/// A role that is trained for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainedRole {
    /// Its name in the rules.
    pub name: String,
    /// What the document reports: what the learner gets, and then the others.
    #[serde(default)]
    pub reported: Vec<f64>,
}

/// A learner to be trained and tested, and all that what it comes to depends on.
#[derive(Clone, Debug, PartialEq)]
pub struct Drill {
    /// The experiment.
    pub experiment: String,
    /// The cell, GAME.ROLE/LEARNER.
    pub cell: String,
    /// Which trial of the cell, from 0.
    pub number: u64,
    /// The seed of all random choices.
    pub seed: u64,
    /// What is to be done.
    pub task: DrillTask,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DrillTask {
    /// The game.
    pub game: String,
    /// The role.
    pub role: String,
    /// How to learn.
    pub method: Method,
    /// How many matches it learns from.
    pub matches: u64,
    /// How many matches of it are counted together.
    pub step: u64,
    /// How many matches it is tested in.
    pub tests: u64,
    /// No more features are expanded.
    pub expanded: u64,
    /// So many features are enough, where restrictions loosen.
    pub enough: u64,
}

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drilled {
    /// How many features it has.
    pub features: u64,
    /// What the learner got in all matches of each step together.
    pub sums: Vec<u64>,
    /// What it got in all tests together.
    pub learner: u64,
    /// What each of the others got, in the order of the rules; in games of one role, what one of them gets in its place.
    pub others: Vec<u64>,
    /// How long it took.
    pub seconds: f64,
}

/// Trains and tests, on several threads at once. What comes of it may depend on the drill alone, but for the time.
pub trait Trainer: Sync {
    /// Trains and tests; nothing, if it was interrupted.
    fn drill(&self, drill: &Drill) -> Result<Option<Drilled>, ArenaError>;
}

/// What came of a drill, written down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trained {
    /// The experiment.
    pub experiment: String,
    /// The cell, GAME.ROLE/LEARNER.
    pub cell: String,
    /// Which trial of the cell, from 0.
    pub number: u64,
    /// The seed.
    pub seed: u64,
    /// What was to be done.
    pub task: DrillTask,
    /// What came of it.
    pub drilled: Drilled,
}

impl Trained {
    /// The record of a drill.
    pub fn new(drill: &Drill, drilled: Drilled) -> Trained {
        let Drill { experiment, cell, number, seed, task } = drill.clone();
        Trained { experiment, cell, number, seed, task, drilled }
    }
}

impl Job for Drill {
    const WHAT: &'static str = "trial";

    fn key(&self) -> (&str, u64) {
        (&self.cell, self.number)
    }
}

/// No goal is greater.
const MOST_GOAL: u64 = 100;

impl Entry for Trained {
    type Of = Drill;

    fn key(&self) -> (&str, u64) {
        (&self.cell, self.number)
    }

    fn gap(&self) -> Option<&'static str> {
        let (task, drilled) = (&self.task, &self.drilled);
        let most = task.tests.saturating_mul(MOST_GOAL);
        let fits = task.step > 0
            && drilled.sums.len() as u64 == task.matches / task.step
            && drilled.sums.iter().all(|&sum| sum <= task.step.saturating_mul(MOST_GOAL))
            && drilled.others.iter().chain([&drilled.learner]).all(|&sum| sum <= most)
            && drilled.seconds.is_finite();
        (!fits).then_some("its numbers do not fit together")
    }

    fn difference(&self, drill: &Drill) -> Option<String> {
        difference(
            (&self.experiment, &self.task, self.seed),
            (&drill.experiment, &drill.task, drill.seed),
        )
    }
}

/// No learner learns from more matches, or is tested in more.
const MOST_MATCHES: u64 = 1_000_000;
/// A curve has this many points.
const POINTS: u64 = 50;
/// The mean of so many of them is shown.
const WINDOW: usize = 5;

impl Training {
    /// The names of all cells.
    pub fn cells(&self) -> Vec<String> {
        self.triples().map(|(row, role, trainee)| cell(row, role, trainee)).collect()
    }

    fn triples(&self) -> impl Iterator<Item = (&TrainingRow, &TrainedRole, &Trainee)> {
        let roles = self.rows.iter().flat_map(|row| row.roles.iter().map(move |role| (row, role)));
        roles.flat_map(|(row, role)| self.learners.iter().map(move |it| (row, role, it)))
    }

    /// How many matches are counted together.
    fn step(&self, scale: Scale) -> u64 {
        (self.matches.of(scale) / POINTS).max(1)
    }

    /// All that is to be done: the first trial of every cell, then the second, and so on.
    pub fn drills(&self, experiment: &str, scale: Scale) -> Vec<Drill> {
        let numbers = 0..self.trials.of(scale);
        let drills = numbers.flat_map(|number| {
            self.triples().map(move |(row, role, trainee)| Drill {
                experiment: experiment.to_owned(),
                cell: cell(row, role, trainee),
                number,
                seed: seed(self.seed, &cell(row, role, trainee), number),
                task: DrillTask {
                    game: row.game.clone(),
                    role: role.name.clone(),
                    method: trainee.method(),
                    matches: self.matches.of(scale),
                    step: self.step(scale),
                    tests: self.tests.of(scale),
                    expanded: self.expanded.of(scale),
                    enough: self.enough,
                },
            })
        });
        drills.collect()
    }

    /// What came of it so far, role by role.
    pub fn results<'a>(
        &'a self,
        experiment: &str,
        scale: Scale,
        journal: &'a Journal<Trained>,
    ) -> Result<Vec<TrainingResult<'a>>, JournalError> {
        let drills = self.drills(experiment, scale);
        let answers = journal.answers(&drills)?;
        let of = |name: &str| -> Vec<&'a Drilled> {
            let own = drills.iter().zip(&answers).filter(|(drill, _)| drill.cell == name);
            own.filter_map(|(_, trained)| Some(&(*trained)?.drilled)).collect()
        };
        let result = |row: &'a TrainingRow, role: &'a TrainedRole| TrainingResult {
            row,
            role,
            step: self.step(scale),
            tests: self.tests.of(scale),
            learners: self.learners.iter().map(|it| (it, of(&cell(row, role, it)))).collect(),
        };
        let roles = self.rows.iter().flat_map(|row| row.roles.iter().map(move |role| (row, role)));
        Ok(roles.map(|(row, role)| result(row, role)).collect())
    }

    /// Whether it has figures of a document.
    pub(crate) fn has_reported(&self) -> bool {
        self.rows.iter().flat_map(|row| &row.roles).any(|role| !role.reported.is_empty())
    }

    /// Adds what makes no sense.
    pub(crate) fn check(&self, faults: &mut Vec<String>) {
        check_names("training.rows", self.rows.iter().map(|row| row.game.as_str()), faults);
        check_names("training.learners", self.learners.iter().map(|it| it.name.as_str()), faults);
        check_numbers("training.trials", self.trials, MOST_GAMES, faults);
        check_numbers("training.matches", self.matches, MOST_MATCHES, faults);
        check_numbers("training.tests", self.tests, MOST_MATCHES, faults);
        check_numbers("training.expanded", self.expanded, MOST_MATCHES, faults);
        for Trainee { name, experts, simulations, .. } in &self.learners {
            let (experts, simulations) = (*experts, *simulations);
            if experts > MOST_MATCHES
                || simulations > MOST_MATCHES
                || experts > 0 && simulations == 0
            {
                let key = format!("training.learners.{name}.experts");
                faults.push(format!("{key}: they make from 1 to {MOST_MATCHES} simulations"));
            }
        }
        for row in &self.rows {
            let key = format!("training.rows.{}.roles", row.game);
            if row.roles.is_empty() {
                faults.push(format!("{key}: there is none"));
            }
            let most = MOST_GOAL as f64;
            for role in &row.roles {
                if role.reported.iter().any(|goal| !(0.0..=most).contains(goal)) {
                    faults.push(format!("{key}.{}: goals are from 0 to {most}", role.name));
                }
            }
        }
    }
}

fn cell(row: &TrainingRow, role: &TrainedRole, trainee: &Trainee) -> String {
    format!("{}.{}/{}", row.game, role.name, trainee.name)
}

/// What came of training for a role.
#[derive(Clone, Debug)]
pub struct TrainingResult<'a> {
    /// The game.
    pub row: &'a TrainingRow,
    /// The role.
    pub role: &'a TrainedRole,
    step: u64,
    tests: u64,
    /// What came of the trials of each learner.
    pub learners: Vec<(&'a Trainee, Vec<&'a Drilled>)>,
}

impl TrainingResult<'_> {
    /// What a learner got in tests, in the mean of each trial.
    pub fn tested(&self, place: usize) -> Sample {
        let mean = |it: &&Drilled| it.learner as f64 / self.tests as f64;
        self.learners[place].1.iter().map(mean).collect()
    }

    /// What each of the others got in them.
    pub fn others(&self, place: usize) -> Vec<Sample> {
        let trials = &self.learners[place].1;
        let count = trials.first().map_or(0, |it| it.others.len());
        let mean = |other: usize| {
            let got = trials.iter().filter_map(|it| it.others.get(other));
            got.map(|&sum| sum as f64 / self.tests as f64).collect()
        };
        (0..count).map(mean).collect()
    }

    /// What a learner got while it learnt: the mean of the last matches.
    pub fn points(&self, place: usize) -> Vec<Point> {
        let trials = &self.learners[place].1;
        let steps = trials.iter().map(|it| it.sums.len()).min().unwrap_or(0);
        let point = |end: usize| {
            let first = end.saturating_sub(WINDOW);
            let matches = (end - first) as u64 * self.step;
            let mean =
                |it: &&Drilled| it.sums[first..end].iter().sum::<u64>() as f64 / matches as f64;
            Point { matches: end as u64 * self.step, sample: trials.iter().map(mean).collect() }
        };
        (1..=steps).map(point).collect()
    }

    /// Of how many matches the mean is shown.
    pub fn window(&self) -> u64 {
        WINDOW as u64 * self.step
    }
}
