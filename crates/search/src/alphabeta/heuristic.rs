//! Heuristics: one feature that is maximised or minimised (`kuhl`, section 4.4).

use super::evaluation::Evaluation;
use analyze::{FeatureEvaluator, FuzzyGoals, Likeness, StructureFeature};
use game::{Machine, MachineExt, Move, Role, State, StopReason};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};

/// A feature that a player maximises or minimises.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Heuristic {
    /// Whether the feature is minimised.
    pub is_minimised: bool,
    /// The feature that is measured.
    pub subject: Subject,
}

/// A feature of states that heuristics measure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// Feature of the structures that the analysis found.
    Feature(StructureFeature),
    /// Share of all legal moves that belong to the role of this number.
    Mobility(u32),
    /// Truth of the goals of the role of this number in fuzzy logic.
    Goal(u32),
}

/// Features that are used besides those of the document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExtraFeatures {
    /// Whether mobility is a feature: the own share of all legal moves.
    pub mobility: bool,
    /// Whether the nearness of the goals is a feature.
    pub goal: bool,
}

/// Writes names such as `max.cell.white`, `min.mobility` and `max.goal`.
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

impl Heuristic {
    /// Returns the same heuristic in the names of the second of two games.
    pub fn renamed(&self, likeness: &Likeness) -> Heuristic {
        let subject = match &self.subject {
            Subject::Feature(feature) => Subject::Feature(feature.renamed(likeness)),
            other => other.clone(),
        };
        Heuristic { is_minimised: self.is_minimised, subject }
    }

    /// Returns the heuristic of the opposite goal.
    pub fn inverted(&self) -> Heuristic {
        Heuristic { is_minimised: !self.is_minimised, subject: self.subject.clone() }
    }

    /// Returns the one of these heuristics that measures the same, if there is one. This heuristic may be that of
    /// another game, in the words of theirs.
    pub fn among(&self, heuristics: &[Heuristic]) -> Option<Heuristic> {
        let wanted = heuristics.iter().find(|other| {
            let is_reversed = match (&self.subject, &other.subject) {
                (Subject::Feature(one), Subject::Feature(other)) => one.is_reversed_in(other),
                (Subject::Mobility(_), Subject::Mobility(_))
                | (Subject::Goal(_), Subject::Goal(_)) => Some(false),
                _ => None,
            };
            is_reversed.is_some_and(|is| (other.is_minimised != self.is_minimised) == is)
        });
        wanted.cloned()
    }
}

/// Returns all heuristics for a role: every feature maximised and minimised, those of the analysis first.
pub fn heuristics(
    features: Vec<StructureFeature>,
    role: Role,
    extras: ExtraFeatures,
) -> Vec<Heuristic> {
    let subjects = features.into_iter().map(Subject::Feature);
    let subjects = subjects
        .chain(extras.mobility.then_some(Subject::Mobility(role.0)))
        .chain(extras.goal.then_some(Subject::Goal(role.0)));
    let both = |subject: Subject| {
        [false, true].map(|is_minimised| Heuristic { is_minimised, subject: subject.clone() })
    };
    subjects.flat_map(both).collect()
}

/// An evaluation of states by a heuristic.
#[derive(Clone)]
pub struct HeuristicEvaluation {
    is_minimised: bool,
    measure: Measure,
}

#[derive(Clone)]
enum Measure {
    Feature(Box<FeatureEvaluator>),
    Mobility(Role, Vec<Move>),
    Goal(Box<FuzzyGoals>),
}

impl HeuristicEvaluation {
    /// Creates the evaluation by a heuristic; `None` if it measures goals and these are not given.
    pub fn new(heuristic: &Heuristic, goal: Option<&FuzzyGoals>) -> Option<HeuristicEvaluation> {
        let measure = match &heuristic.subject {
            Subject::Feature(feature) => {
                Measure::Feature(Box::new(FeatureEvaluator::new(feature.clone())))
            }
            &Subject::Mobility(role) => Measure::Mobility(Role(role), Vec::new()),
            Subject::Goal(_) => Measure::Goal(Box::new(goal?.clone())),
        };
        Some(HeuristicEvaluation { is_minimised: heuristic.is_minimised, measure })
    }
}

impl Evaluation for HeuristicEvaluation {
    fn estimate(&mut self, machine: &mut dyn Machine, state: &State) -> Result<f64, StopReason> {
        let value = match &mut self.measure {
            Measure::Feature(evaluator) => evaluator.read(machine, state),
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

#[cfg(test)]
mod tests {
    use super::*;
    use analyze::{FeatureMeasure, OrderedArgument};
    use term::Term;

    fn name(text: &str) -> Term {
        Term::applied(text, &[])
    }

    fn position(values: &[&str]) -> Heuristic {
        let values = values.iter().map(|value| name(value)).collect();
        let axis = OrderedArgument { argument: 1, values };
        let measure = FeatureMeasure::Position { with: vec![(0, name("king"))], axis };
        let feature = StructureFeature { fluent: "cell".to_owned(), arity: 2, measure };
        Heuristic { is_minimised: false, subject: Subject::Feature(feature) }
    }

    fn distance(one: &str, other: &str) -> Heuristic {
        let with = |thing: &str| vec![(0, name(thing))];
        let measure =
            FeatureMeasure::Distance { one: with(one), other: with(other), axes: Vec::new() };
        let feature = StructureFeature { fluent: "cell".to_owned(), arity: 2, measure };
        Heuristic { is_minimised: true, subject: Subject::Feature(feature) }
    }

    #[test]
    fn a_heuristic_of_another_game_is_found_again() {
        let both = |it: &Heuristic| [it.clone(), it.inverted()];
        let own = both(&position(&["a", "b", "c"]));
        assert_eq!(position(&["a", "b"]).among(&own), Some(own[0].clone()));
        assert_eq!(position(&["a", "b"]).inverted().among(&own), Some(own[1].clone()));
        // Whoever reads the order from its other end wants the least.
        assert_eq!(position(&["d", "c", "b"]).among(&own), Some(own[1].clone()));
        assert_eq!(position(&["d", "e"]).among(&own), None, "nothing tells the direction");
        let names = [("cell", "square"), ("king", "ruler")];
        let names = names.map(|(here, there)| (here.to_owned(), there.to_owned()));
        let likeness = Likeness { differences: Vec::new(), names: names.into() };
        let renamed = position(&["a", "b"]).renamed(&likeness);
        assert_eq!(renamed.among(&own), None);
        assert_eq!(renamed.to_string(), "max.square.ruler.2");
        // The distance of two things is that of the other and the one.
        let own = both(&distance("rook", "king"));
        assert_eq!(distance("king", "rook").among(&own), Some(own[0].clone()));
        assert_eq!(distance("king", "king").among(&own), None);
    }
}
