//! Learning curves: how well learners do after so many matches, with and without what was learnt in other games.
//!
//! A panel is a game that is learnt by several learners, each in many trials; the first of them is what the others are compared with. Where
//! a panel says `until`, a trial ends as soon as the learner does so well, and what counts is after how many matches that is.

mod trial;

pub use trial::{Course, Learnt, School, Task, Trial};

use crate::experiment::is_plain;
use crate::journal::{Journal, JournalError};
use crate::matches::{MOST_GAMES, check_names};
use crate::order::seed;
use crate::scale::{PerScale, Scale};
use play::statistics::Sample;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};

/// Panels of learning curves.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Curves {
    /// What the seeds of all trials are derived from.
    pub seed: u64,
    /// How many trials each learner has.
    pub trials: PerScale,
    /// How what the document leaves open was chosen.
    pub settings: String,
    /// The games that are learnt.
    pub panels: Vec<Panel>,
}

/// A game that is learnt.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Panel {
    /// What the panel is called on the command line: lower-case letters, digits and hyphens.
    pub name: String,
    /// What it is called in a report.
    pub title: String,
    /// The game's name in the library.
    pub game: String,
    /// The role that learns, from 0.
    #[serde(default)]
    pub role: usize,
    /// How.
    pub rule: RuleName,
    /// Whom against.
    pub opponent: Opponent,
    /// Where matches begin.
    pub starts: StartsName,
    /// How often any move is made, in the place of the best.
    #[serde(default = "usual_exploration")]
    pub exploration: f64,
    /// How many matches a trial has, at most.
    pub matches: PerScale,
    /// The mean of so many matches is shown.
    pub window: u64,
    /// Where a trial ends: when so many percent of the matches of a window were won.
    pub until: Option<f64>,
    /// Who learns. The first is what the others are compared with.
    pub learners: Vec<Pupil>,
}

fn usual_exploration() -> f64 {
    0.1
}

/// How values are learnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RuleName {
    /// Towards the value of the next afterstate.
    Sarsa,
    /// Towards that of the best next afterstate.
    QLearning,
}

/// Where matches begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StartsName {
    /// Where the rules say.
    Initial,
    /// In any state of a random game in which it is not over.
    Random,
    /// Where the rules say, but with what is on the boards in other places.
    Shuffled,
}

/// Whom a learner plays against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opponent {
    /// Moves at random.
    Random,
    /// Sees ends that are so many choices away.
    LookAhead(u32),
    /// Has learnt by so many matches in which both sides learn.
    Trained(u64),
}

/// A learner.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pupil {
    /// What it is called on the command line: lower-case letters, digits and hyphens.
    pub name: String,
    /// What it is called in a report.
    pub title: String,
    /// What it brings along.
    pub transfer: Option<Transfer>,
    /// What the document reports, where a trial ends when the learner does well enough: after how many matches.
    pub reported: Option<f64>,
}

/// What a learner brings along.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "what", deny_unknown_fields)]
pub enum Transfer {
    /// The values of the states of another game, after so many matches.
    Values {
        /// The game.
        game: String,
        /// The matches.
        matches: u64,
    },
    /// What kinds of moves are worth in another game, after so many matches.
    Threats {
        /// The game.
        game: String,
        /// The matches.
        matches: u64,
    },
    /// The symmetries of another game.
    Symmetries {
        /// The game.
        game: String,
    },
    /// The values of a tree search in the same game, of so many simulations.
    Uct {
        /// The simulations.
        simulations: u64,
    },
}

impl Transfer {
    /// The other game, if there is one.
    pub fn game(&self) -> Option<&str> {
        match self {
            Transfer::Values { game, .. }
            | Transfer::Threats { game, .. }
            | Transfer::Symmetries { game } => Some(game),
            Transfer::Uct { .. } => None,
        }
    }
}

impl Display for Transfer {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Transfer::Values { game, matches } => {
                write!(f, "values of `{game}` after {matches} matches")
            }
            Transfer::Threats { game, matches } => {
                write!(f, "what kinds of moves are worth in `{game}` after {matches} matches")
            }
            Transfer::Symmetries { game } => write!(f, "symmetries of `{game}`"),
            Transfer::Uct { simulations } => {
                write!(f, "the tree of {simulations} simulations of `cadia-2007`")
            }
        }
    }
}

impl Display for Opponent {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Opponent::Random => f.write_str("somebody who moves at random"),
            Opponent::LookAhead(1) => {
                f.write_str("somebody who wins if one move suffices, and else moves at random")
            }
            Opponent::LookAhead(depth) => {
                write!(f, "somebody who sees ends that are {depth} moves away")
            }
            Opponent::Trained(matches) => {
                write!(f, "somebody who learnt from {matches} matches in which both sides learn")
            }
        }
    }
}

/// No trial has more matches, and no more simulations are made before.
const MOST_MATCHES: u64 = 10_000_000;
/// No opponent looks further.
const MOST_DEPTH: u32 = 6;
/// A window has this many points, or as many as matches.
const POINTS_IN_WINDOW: u64 = 10;

impl Panel {
    /// How many matches are counted together: the window moves by so many.
    pub fn step(&self) -> u64 {
        (self.window / POINTS_IN_WINDOW).max(1)
    }
}

impl Curves {
    /// The names of all cells.
    pub fn cells(&self) -> Vec<String> {
        self.pairs().map(|(panel, pupil)| cell(panel, pupil)).collect()
    }

    fn pairs(&self) -> impl Iterator<Item = (&Panel, &Pupil)> {
        self.panels.iter().flat_map(|panel| panel.learners.iter().map(move |pupil| (panel, pupil)))
    }

    /// All trials: the first of every cell, then the second of every cell, and so on.
    pub fn trials(&self, experiment: &str, scale: Scale) -> Vec<Trial> {
        let numbers = 0..self.trials.of(scale);
        let trials = numbers.flat_map(|number| {
            self.pairs().map(move |(panel, pupil)| Trial {
                experiment: experiment.to_owned(),
                cell: cell(panel, pupil),
                number,
                seed: seed(self.seed, &cell(panel, pupil), number),
                task: Task {
                    game: panel.game.clone(),
                    role: panel.role,
                    rule: panel.rule,
                    opponent: panel.opponent,
                    starts: panel.starts,
                    exploration: panel.exploration,
                    matches: panel.matches.of(scale),
                    window: panel.window,
                    step: panel.step(),
                    until: panel.until,
                    transfer: pupil.transfer.clone(),
                },
            })
        });
        trials.collect()
    }

    /// Whether it has figures of a document.
    pub(crate) fn has_reported(&self) -> bool {
        self.pairs().any(|(_, pupil)| pupil.reported.is_some())
    }

    /// What came of the trials so far, panel by panel.
    pub fn results<'a>(
        &'a self,
        experiment: &str,
        scale: Scale,
        journal: &'a Journal<Course>,
    ) -> Result<Vec<PanelResult<'a>>, JournalError> {
        let trials = self.trials(experiment, scale);
        let answers = journal.answers(&trials)?;
        let result = |panel: &'a Panel| PanelResult {
            panel,
            learners: panel
                .learners
                .iter()
                .map(|pupil| {
                    let name = cell(panel, pupil);
                    let courses = trials.iter().zip(&answers).filter(|(it, _)| it.cell == name);
                    LearnerResult { pupil, courses: courses.filter_map(|(_, it)| *it).collect() }
                })
                .collect(),
        };
        Ok(self.panels.iter().map(result).collect())
    }

    /// Adds what makes no sense.
    pub(crate) fn check(&self, faults: &mut Vec<String>) {
        check_names("curves.panels", self.panels.iter().map(|it| it.name.as_str()), faults);
        check_numbers("curves.trials", self.trials, MOST_GAMES, faults);
        for panel in &self.panels {
            let key = format!("curves.panels.{}", panel.name);
            let names = panel.learners.iter().map(|pupil| pupil.name.as_str());
            check_names(&format!("{key}.learners"), names, faults);
            check_numbers(&format!("{key}.matches"), panel.matches, MOST_MATCHES, faults);
            let mut wrong = |part: &str, what: String| faults.push(format!("{key}.{part}: {what}"));
            let is_step = panel.window.is_multiple_of(panel.step());
            if panel.window == 0 || panel.window > panel.matches.small || !is_step {
                wrong("window", format!("{} is not so many matches", panel.window));
            }
            if !(0.0..=1.0).contains(&panel.exploration) {
                wrong("exploration", format!("{} is not from 0 to 1", panel.exploration));
            }
            if panel.until.is_some_and(|until| !(0.0..=100.0).contains(&until)) {
                wrong("until", "it is from 0 to 100".to_owned());
            }
            if panel.until.is_some() && panel.step() > 1 {
                let most = 2 * POINTS_IN_WINDOW - 1;
                wrong("until", format!("it goes with windows of no more than {most} matches"));
            }
            match panel.opponent {
                Opponent::LookAhead(depth) if !(1..=MOST_DEPTH).contains(&depth) => {
                    wrong("opponent", format!("{depth} is not from 1 to {MOST_DEPTH}"));
                }
                Opponent::Trained(matches) if matches > MOST_MATCHES => {
                    wrong("opponent", format!("{matches} is more than {MOST_MATCHES}"));
                }
                _ => {}
            }
            for pupil in &panel.learners {
                let (game, count) = match &pupil.transfer {
                    None => continue,
                    Some(
                        Transfer::Values { game, matches } | Transfer::Threats { game, matches },
                    ) => (game, *matches),
                    Some(Transfer::Symmetries { game }) => (game, 1),
                    Some(Transfer::Uct { simulations }) => (&panel.game, *simulations),
                };
                if !is_plain(game) || !(1..=MOST_MATCHES).contains(&count) {
                    let part = format!("learners.{}.transfer", pupil.name);
                    wrong(&part, format!("it takes a game, and from 1 to {MOST_MATCHES}"));
                }
            }
        }
    }
}

pub(crate) fn check_numbers(key: &str, numbers: PerScale, most: u64, faults: &mut Vec<String>) {
    for number in [numbers.small, numbers.full] {
        if !(1..=most).contains(&number) {
            faults.push(format!("{key}: {number} is not a number from 1 to {most}"));
        }
    }
}

fn cell(panel: &Panel, pupil: &Pupil) -> String {
    format!("{}/{}", panel.name, pupil.name)
}

/// What came of the trials of a panel.
#[derive(Clone, Debug)]
pub struct PanelResult<'a> {
    /// The panel.
    pub panel: &'a Panel,
    /// What came of each learner's.
    pub learners: Vec<LearnerResult<'a>>,
}

/// What came of the trials of a learner.
#[derive(Clone, Debug)]
pub struct LearnerResult<'a> {
    /// The learner.
    pub pupil: &'a Pupil,
    /// The trials.
    pub courses: Vec<&'a Course>,
}

/// What the trials of a learner came to after so many matches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// How many matches.
    pub matches: u64,
    /// The means of the windows that end there, of all trials.
    pub sample: Sample,
}

impl LearnerResult<'_> {
    /// The curve: after every step of the window the mean of the last matches, of as many as there are in the beginning.
    pub fn points(&self, panel: &Panel) -> Vec<Point> {
        let (step, wide) = (panel.step(), (panel.window / panel.step()) as usize);
        let steps = self.courses.iter().map(|course| course.sums.len()).min().unwrap_or(0);
        let point = |end: usize| {
            let first = end.saturating_sub(wide);
            let matches = (end - first) as u64 * step;
            let mean = |course: &&Course| {
                course.sums[first..end].iter().sum::<u64>() as f64 / matches as f64
            };
            Point { matches: end as u64 * step, sample: self.courses.iter().map(mean).collect() }
        };
        (1..=steps).map(point).collect()
    }

    /// After how many matches trials ended that end when the learner does well enough; those that never did so count as long as they are.
    pub fn needed(&self) -> Sample {
        self.courses.iter().map(|course| course.matches() as f64).collect()
    }

    /// The share of afterstates of which something was known when they were reached for the first time, if any was reached.
    pub fn hit_rate(&self) -> Option<f64> {
        let sum = |count: fn(&Course) -> u64| -> u64 {
            self.courses.iter().map(|course| count(course)).sum()
        };
        let (known, met) = (sum(|course| course.known), sum(|course| course.met));
        (met > 0).then(|| known as f64 / met as f64)
    }
}
