//! The definition of learning curves: the section `[learning-curves]` of an experiment's file.

use super::perform::Setup;
use super::{Task, task};
use crate::checks::{MAX_TASKS, check_names, check_numbers, is_plain};
use crate::kind::{Job, Kind};
use crate::scale::{PerScale, Scale};
use crate::value_game::{Opponent, StartState};
use learn::values::UpdateRule;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};

/// Panels of learning curves, each for a game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearningCurves {
    /// The seed from which those of all trials are derived.
    pub seed: u64,
    /// Number of trials of each learner.
    pub trials: PerScale,
    /// The choices that the document leaves open, for the report.
    pub settings: String,
    /// The panels of the figure.
    pub panels: Vec<Panel>,
}

/// A game that is learnt by several learners, of which the first is the baseline of the others.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Panel {
    /// The name on the command line: lower-case letters, digits and hyphens.
    pub name: String,
    /// The title in the report.
    pub title: String,
    /// The name of a bundled game or of one of the experiment's sheets.
    pub game: String,
    /// The number of the role that learns, from 0.
    #[serde(default)]
    pub role: usize,
    /// The update rule of the learner.
    pub rule: UpdateRule,
    /// The opponent of the learner.
    pub opponent: Opponent,
    /// The state in which matches begin.
    pub starts: StartState,
    /// Probability of a random move in the place of the best.
    #[serde(default = "usual_exploration")]
    pub exploration: f64,
    /// Largest number of matches of a trial.
    pub matches: PerScale,
    /// Number of matches whose mean is a point of the curve.
    pub window: u64,
    /// Percentage of won matches in a window at which a trial ends.
    pub until: Option<f64>,
    /// The learners; all others are compared with the first.
    pub learners: Vec<Learner>,
}

fn usual_exploration() -> f64 {
    0.1
}

/// A learner and its initial knowledge.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Learner {
    /// The name on the command line: lower-case letters, digits and hyphens.
    pub name: String,
    /// The title in the report.
    pub title: String,
    /// The initial knowledge, if there is some.
    pub transfer: Option<Transfer>,
    /// The number of matches after which trials end in the document, where they end at a percentage.
    pub reported: Option<f64>,
}

/// The initial knowledge of a learner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "what", deny_unknown_fields)]
pub enum Transfer {
    /// Values of afterstates of another game.
    Values {
        /// The name of the other game.
        game: String,
        /// Number of matches from which they are learned.
        matches: u64,
    },
    /// Values of kinds of moves of another game.
    Threats {
        /// The name of the other game.
        game: String,
        /// Number of matches from which they are learned.
        matches: u64,
    },
    /// Symmetries of another game.
    Symmetries {
        /// The name of the other game.
        game: String,
    },
    /// Values of the tree of a search in the same game.
    Uct {
        /// Number of simulations of the search.
        simulations: u64,
    },
}

impl Transfer {
    /// Returns the other game, if there is one.
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
                write!(f, "values of kinds of moves in `{game}` after {matches} matches")
            }
            Transfer::Symmetries { game } => write!(f, "symmetries of `{game}`"),
            Transfer::Uct { simulations } => {
                write!(f, "the tree of {simulations} simulations of `cadia-2007`")
            }
        }
    }
}

/// Largest number of matches of a trial, and of simulations before it.
const MAX_MATCHES: u64 = 10_000_000;
/// Largest number of moves that an opponent looks ahead.
const MAX_DEPTH: u32 = 6;
/// Number of points in a window, unless it has fewer matches.
const POINTS_IN_WINDOW: u64 = 10;

impl Panel {
    /// Returns the number of matches that are summed together; the window moves by as many.
    pub fn step(&self) -> u64 {
        (self.window / POINTS_IN_WINDOW).max(1)
    }
}

impl LearningCurves {
    /// Returns each learner with its panel, in the order of the cells.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (&Panel, &Learner)> {
        self.panels
            .iter()
            .flat_map(|panel| panel.learners.iter().map(move |learner| (panel, learner)))
    }
}

impl Kind for LearningCurves {
    const NAME: &'static str = "learning-curves";
    type Setup = Setup;

    fn check(&self, faults: &mut Vec<String>) {
        check_names(
            "learning-curves.panels",
            self.panels.iter().map(|it| it.name.as_str()),
            faults,
        );
        check_numbers("learning-curves.trials", self.trials, MAX_TASKS, faults);
        for panel in &self.panels {
            let key = format!("learning-curves.panels.{}", panel.name);
            let names = panel.learners.iter().map(|learner| learner.name.as_str());
            check_names(&format!("{key}.learners"), names, faults);
            check_numbers(&format!("{key}.matches"), panel.matches, MAX_MATCHES, faults);
            let mut wrong = |part: &str, what: String| faults.push(format!("{key}.{part}: {what}"));
            let is_step = panel.window.is_multiple_of(panel.step());
            if panel.window == 0 || panel.window > panel.matches.small || !is_step {
                let (window, most) = (panel.window, panel.matches.small);
                let what = format!(
                    "{window} is not a number from 1 to {most} (`matches.small`) in equal steps"
                );
                wrong("window", what);
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
                Opponent::LookAhead(depth) if !(1..=MAX_DEPTH).contains(&depth) => {
                    wrong("opponent", format!("{depth} is not from 1 to {MAX_DEPTH}"));
                }
                Opponent::Trained(matches) if matches > MAX_MATCHES => {
                    wrong("opponent", format!("{matches} is more than {MAX_MATCHES}"));
                }
                _ => {}
            }
            for learner in &panel.learners {
                let (game, count) = match &learner.transfer {
                    None => continue,
                    Some(
                        Transfer::Values { game, matches } | Transfer::Threats { game, matches },
                    ) => (game, *matches),
                    Some(Transfer::Symmetries { game }) => (game, 1),
                    Some(Transfer::Uct { simulations }) => (&panel.game, *simulations),
                };
                if !is_plain(game) || !(1..=MAX_MATCHES).contains(&count) {
                    let part = format!("learners.{}.transfer", learner.name);
                    wrong(&part, format!("it takes a game, and from 1 to {MAX_MATCHES}"));
                }
            }
        }
    }

    fn has_reported(&self) -> bool {
        self.pairs().any(|(_, learner)| learner.reported.is_some())
    }

    fn games(&self) -> Vec<&str> {
        self.panels.iter().map(|panel| panel.game.as_str()).collect()
    }

    fn jobs(&self, scale: Scale) -> Vec<Job<Task>> {
        task::jobs(self, scale)
    }
}

/// Returns the name of a cell.
pub(super) fn cell(panel: &Panel, learner: &Learner) -> String {
    format!("{}/{}", panel.name, learner.name)
}
