//! Heuristics: one feature that is to be great, or small (document 000, section 4.4).

use super::evaluation::Evaluation;
use analyze::{Feature, Fuzzy, Gauge};
use game::{Machine, Move, Role, State, StopReason};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};

/// What is wanted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Heuristic {
    /// Whether it is to be small.
    pub is_minimised: bool,
    /// What is looked at.
    pub subject: Subject,
}

/// What is looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// A feature of the game's structures.
    Feature(Feature),
    /// How many of all moves are those of this role, by its number.
    Mobility(u32),
    /// How near the goals of this role are.
    Goal(u32),
}

/// Subjects beyond those of the document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// Whether moves are counted.
    pub mobility: bool,
    /// Whether it is measured how near goals are.
    pub goal: bool,
}

/// `max.cell.white`, `min.mobility`, `max.goal`.
impl Display for Heuristic {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(if self.is_minimised { "min." } else { "max." })?;
        match &self.subject {
            Subject::Feature(feature) => feature.fmt(f),
            Subject::Mobility(_) => f.write_str("mobility"),
            Subject::Goal(_) => f.write_str("goal"),
        }
    }
}

/// All heuristics for a role: every feature and what else is wanted, both ways.
pub fn heuristics(features: Vec<Feature>, role: Role, extras: Extras) -> Vec<Heuristic> {
    let subjects = features.into_iter().map(Subject::Feature);
    let subjects = subjects
        .chain(extras.mobility.then_some(Subject::Mobility(role.0)))
        .chain(extras.goal.then_some(Subject::Goal(role.0)));
    let both = |subject: Subject| {
        [false, true].map(|is_minimised| Heuristic { is_minimised, subject: subject.clone() })
    };
    subjects.flat_map(both).collect()
}

/// Judges states by a heuristic.
#[derive(Clone)]
pub struct Leaning {
    is_minimised: bool,
    measure: Measure,
}

#[derive(Clone)]
enum Measure {
    Feature(Box<Gauge>),
    Mobility(Role, Vec<Move>),
    Goal(Box<Fuzzy>),
}

impl Leaning {
    /// By this one; nothing if goals are to be measured and it is not known how.
    pub fn new(heuristic: &Heuristic, goal: Option<&Fuzzy>) -> Option<Leaning> {
        let measure = match &heuristic.subject {
            Subject::Feature(feature) => Measure::Feature(Box::new(Gauge::new(feature.clone()))),
            &Subject::Mobility(role) => Measure::Mobility(Role(role), Vec::new()),
            Subject::Goal(_) => Measure::Goal(Box::new(goal?.clone())),
        };
        Some(Leaning { is_minimised: heuristic.is_minimised, measure })
    }
}

impl Evaluation for Leaning {
    fn estimate(&mut self, machine: &mut dyn Machine, state: &State) -> Result<f64, StopReason> {
        let value = match &mut self.measure {
            Measure::Feature(gauge) => gauge.read(machine, state),
            Measure::Goal(fuzzy) => fuzzy.read(machine, state),
            Measure::Mobility(own, legal) => {
                let mut counts = [0, 0];
                for role in machine.role_ids() {
                    machine.legal(state, role, legal)?;
                    counts[usize::from(role == *own)] += legal.len();
                }
                counts[1] as f64 / (counts[0] + counts[1]).max(1) as f64
            }
        };
        Ok(if self.is_minimised { 1.0 - value } else { value })
    }

    fn fork(&self) -> Box<dyn Evaluation> {
        Box::new(self.clone())
    }

    fn is_symmetric(&self) -> bool {
        matches!(self.measure, Measure::Mobility(..))
    }
}
