//! Features: numbers that can be read off a state and that the structures of a game suggest (Kuhlmann 2010, section
//! 4.3, table 4.1).
//!
//! This file contains the features and their names, `suggest` derives them from an analysis, `evaluator` reads their
//! values off states. Whether a feature is useful is decided by the programs that play with it.

mod evaluator;
mod suggest;

pub use evaluator::FeatureEvaluator;
pub use suggest::features;

use crate::{Dimension, Likeness, OrderRelation};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};
use term::Term;

/// A number that can be read off a state: a position, a distance or a count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StructureFeature {
    /// Name of the fluent whose facts are read.
    pub fluent: String,
    /// Number of arguments of the fluent.
    pub arity: usize,
    /// The quantity that is measured in these facts.
    #[serde(rename = "what")]
    pub measure: FeatureMeasure,
}

/// A quantity that is measured in the facts of a fluent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FeatureMeasure {
    /// Position of an argument in its order, in the fact that has certain other arguments.
    Position {
        /// Arguments that the fact has.
        with: ArgumentValues,
        /// The argument whose position is measured.
        axis: OrderedArgument,
    },
    /// Distance of two things, summed over some ordered arguments.
    Distance {
        /// Arguments of the facts about the first thing.
        one: ArgumentValues,
        /// Arguments of the facts about the second thing.
        other: ArgumentValues,
        /// The arguments whose values are ordered.
        axes: Vec<OrderedArgument>,
    },
    /// Number of facts that have certain arguments.
    Count {
        /// Arguments that the facts have.
        with: ArgumentValues,
        /// Largest possible number of such facts.
        most: usize,
    },
}

/// Values of some arguments of a fact, each with the index of the argument, from 0.
pub type ArgumentValues = Vec<(usize, Term)>;

/// An argument with its possible values in their order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OrderedArgument {
    /// Index of the argument, from 0.
    pub argument: usize,
    /// All values, in their order.
    pub values: Vec<Term>,
}

impl OrderedArgument {
    /// Returns the argument of a dimension with all values of its order, also those that were not observed.
    pub(crate) fn new(dimension: &Dimension, orders: &[OrderRelation]) -> OrderedArgument {
        let chain = dimension.chain(orders).unwrap_or(&dimension.values);
        OrderedArgument { argument: dimension.argument, values: chain.to_vec() }
    }

    /// Returns the ordered arguments among some dimensions.
    pub(crate) fn all(dimensions: &[Dimension], orders: &[OrderRelation]) -> Vec<OrderedArgument> {
        let ordered = dimensions.iter().filter(|dimension| dimension.order.is_some());
        ordered.map(|dimension| OrderedArgument::new(dimension, orders)).collect()
    }

    /// Returns whether the other order of the same argument is the reverse of this one, as the first two common values
    /// show; `None` for another argument, or with fewer than two common values.
    fn is_reversed_in(&self, other: &OrderedArgument) -> Option<bool> {
        let mut places = self.values.iter().filter_map(|value| other.place(value));
        let (first, second) = (places.next()?, places.next()?);
        (self.argument == other.argument).then_some(first > second)
    }

    /// Returns the position of a value in the order, from 0.
    pub(crate) fn place(&self, value: &Term) -> Option<usize> {
        self.values.iter().position(|other| other == value)
    }

    fn renamed(&self, likeness: &Likeness) -> OrderedArgument {
        let values = self.values.iter().map(|value| likeness.renamed(value)).collect();
        OrderedArgument { argument: self.argument, values }
    }
}

/// `fluent.piece.1`: the name of the fluent, the arguments that facts must have, and for a position the number of the
/// argument, from 1.
impl Display for StructureFeature {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(&self.fluent)?;
        let mut write = |values: &ArgumentValues| {
            values
                .iter()
                .try_for_each(|(_, value)| write!(f, ".{}", value.as_str().replace(' ', "-")))
        };
        match &self.measure {
            FeatureMeasure::Position { with, axis } => {
                write(with)?;
                write!(f, ".{}", axis.argument + 1)
            }
            FeatureMeasure::Distance { one, other, .. } => {
                write(one)?;
                write(other)
            }
            FeatureMeasure::Count { with, .. } => write(with),
        }
    }
}

impl StructureFeature {
    /// Returns the same feature of the second of two games.
    pub fn renamed(&self, likeness: &Likeness) -> StructureFeature {
        StructureFeature {
            fluent: likeness.name(&self.fluent).to_owned(),
            arity: self.arity,
            measure: self.measure.renamed(likeness),
        }
    }

    /// Returns whether another feature, which may be that of a board of another size, is large where this one is small,
    /// because it reads the same order from the other end. Returns `None` if the features do not measure the same.
    pub fn is_reversed_in(&self, other: &StructureFeature) -> Option<bool> {
        let are_alike = (&self.fluent, self.arity) == (&other.fluent, other.arity);
        are_alike.then(|| self.measure.is_reversed_in(&other.measure)).flatten()
    }
}

impl FeatureMeasure {
    fn renamed(&self, likeness: &Likeness) -> FeatureMeasure {
        let values = |values: &ArgumentValues| -> ArgumentValues {
            values.iter().map(|(argument, value)| (*argument, likeness.renamed(value))).collect()
        };
        match self {
            FeatureMeasure::Position { with, axis } => {
                FeatureMeasure::Position { with: values(with), axis: axis.renamed(likeness) }
            }
            FeatureMeasure::Distance { one, other, axes } => FeatureMeasure::Distance {
                one: values(one),
                other: values(other),
                axes: axes.iter().map(|axis| axis.renamed(likeness)).collect(),
            },
            FeatureMeasure::Count { with, most } => {
                FeatureMeasure::Count { with: values(with), most: *most }
            }
        }
    }

    fn is_reversed_in(&self, there: &FeatureMeasure) -> Option<bool> {
        use FeatureMeasure::{Count, Distance, Position};
        match (self, there) {
            (Position { with, axis }, Position { with: with_there, axis: axis_there })
                if with == with_there =>
            {
                axis.is_reversed_in(axis_there)
            }
            (Distance { one, other, .. }, Distance { one: one_there, other: other_there, .. }) => {
                let is_same = (one, other) == (one_there, other_there)
                    || (one, other) == (other_there, one_there);
                is_same.then_some(false)
            }
            (Count { with, .. }, Count { with: with_there, .. }) => {
                (with == with_there).then_some(false)
            }
            _ => None,
        }
    }
}
