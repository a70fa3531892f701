//! The tree itself: qualifiers on its edges and aggregators at its nodes.
//!
//! Follows `kuhl`, section 7.1. Contains no search for good features.

use super::board_layout::{BoardLayout, FlatFact};
use std::fmt::{self, Display, Formatter};

/// A condition on a fact.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Qualifier {
    /// The fact has this function.
    Functor(String),
    /// The argument with this index, from 0, is this name.
    Term(usize, String),
    /// The fact is about a corner of the board whose marker is the argument with this index.
    Corner(usize),
    /// The fact is about the edge of the board, including corners, whose marker is the argument with this index.
    Edge(usize),
    /// The condition does not hold.
    Not(Box<Qualifier>),
}

/// The notation of the document: `F:cell`, `T[2]:white`, `C[2]`, `E[2]`, `~C[2]`.
impl Display for Qualifier {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Qualifier::Functor(name) => write!(f, "F:{name}"),
            Qualifier::Term(argument, name) => write!(f, "T[{argument}]:{name}"),
            Qualifier::Corner(marker) => write!(f, "C[{marker}]"),
            Qualifier::Edge(marker) => write!(f, "E[{marker}]"),
            Qualifier::Not(inner) => write!(f, "~{inner}"),
        }
    }
}

impl Qualifier {
    /// Whether a fact fulfils the condition.
    pub fn holds(&self, literal: &FlatFact, layout: &BoardLayout) -> bool {
        match self {
            Qualifier::Functor(name) => literal.functor == *name,
            Qualifier::Term(argument, name) => literal.terms.get(*argument) == Some(name),
            Qualifier::Corner(marker) => {
                extremes(literal, layout, *marker).is_some_and(|mut it| it.all(|is_last| is_last))
            }
            Qualifier::Edge(marker) => {
                extremes(literal, layout, *marker).is_some_and(|mut it| it.any(|is_last| is_last))
            }
            Qualifier::Not(inner) => !inner.holds(literal, layout),
        }
    }
}

/// Returns, for each argument that names the cell of a fact, whether it is the first or last of its order. `None` if
/// the fact is not on the board with this marker.
fn extremes<'a>(
    literal: &'a FlatFact,
    layout: &'a BoardLayout,
    marker: usize,
) -> Option<impl Iterator<Item = bool> + 'a> {
    let grid = layout.grid(literal).filter(|grid| grid.marker == marker)?;
    Some(grid.axes.iter().map(|(argument, values)| {
        let value = literal.terms.get(*argument);
        value.is_some() && (values.first() == value || values.last() == value)
    }))
}

/// A way to compute a number from the facts at a node: the value of a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aggregator {
    /// The number of facts.
    Count,
    /// The position of an argument in its order, from 0. DIVERGENCE: where there are several facts, a case that the
    /// document does not mention, the sum over all of them.
    Place(usize),
}

/// The notation of the document: `#`, `O[1]`.
impl Display for Aggregator {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Aggregator::Count => f.write_str("#"),
            Aggregator::Place(argument) => write!(f, "O[{argument}]"),
        }
    }
}

impl Aggregator {
    /// Returns what a fact adds to the number.
    pub fn contribution(self, literal: &FlatFact, layout: &BoardLayout) -> f64 {
        match self {
            Aggregator::Count => 1.0,
            Aggregator::Place(argument) => {
                layout.place(literal, argument).map_or(0.0, |place| place as f64)
            }
        }
    }
}

/// A feature tree. Node 0 is the root, which all facts reach.
#[derive(Clone, Debug)]
pub struct FeatureTree {
    nodes: Vec<Node>,
}

/// A node of the tree.
#[derive(Clone, Debug)]
struct Node {
    /// The parent, and the qualifier on the edge from it.
    parent: Option<(usize, Qualifier)>,
    aggregators: Vec<Aggregator>,
}

impl Default for FeatureTree {
    fn default() -> FeatureTree {
        FeatureTree { nodes: vec![Node { parent: None, aggregators: Vec::new() }] }
    }
}

impl FeatureTree {
    /// Adds a node below another one and returns its number.
    pub fn add(&mut self, parent: usize, qualifier: Qualifier) -> usize {
        self.nodes.push(Node { parent: Some((parent, qualifier)), aggregators: Vec::new() });
        self.nodes.len() - 1
    }

    /// Attaches an aggregator to a node.
    pub fn attach(&mut self, node: usize, aggregator: Aggregator) {
        self.nodes[node].aggregators.push(aggregator);
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the tree has no node besides the root.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// Returns all features, node by node: a node and an aggregator.
    pub fn features(&self) -> Vec<(usize, Aggregator)> {
        let nodes = self.nodes.iter().enumerate();
        nodes.flat_map(|(node, it)| it.aggregators.iter().map(move |&of| (node, of))).collect()
    }

    /// Returns the qualifiers on the path to a node and the aggregator: `F:cell ~C[2] T[2]:white #`.
    pub fn name(&self, (node, aggregator): (usize, Aggregator)) -> String {
        let mut path = vec![aggregator.to_string()];
        let mut node = node;
        while let Some((parent, qualifier)) = &self.nodes[node].parent {
            path.push(qualifier.to_string());
            node = *parent;
        }
        path.reverse();
        path.join(" ")
    }

    /// Returns, for each node, whether a fact reaches it.
    pub fn reached(&self, literal: &FlatFact, layout: &BoardLayout) -> Vec<bool> {
        let mut reached: Vec<bool> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let is_reached = node.parent.as_ref().is_none_or(|(parent, qualifier)| {
                reached[*parent] && qualifier.holds(literal, layout)
            });
            reached.push(is_reached);
        }
        reached
    }

    /// Returns the values of all features in a state with these facts.
    pub fn evaluate(&self, facts: &[FlatFact], layout: &BoardLayout) -> Vec<f64> {
        let features = self.features();
        let mut values = vec![0.0; features.len()];
        for literal in facts {
            let reached = self.reached(literal, layout);
            for (value, (node, aggregator)) in values.iter_mut().zip(&features) {
                if reached[*node] {
                    *value += aggregator.contribution(literal, layout);
                }
            }
        }
        values
    }
}
