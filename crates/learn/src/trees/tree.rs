//! The tree itself: conditions on facts along its edges, and what is made of the facts at its nodes (document 000, section 7.1).

use super::layout::{Layout, Literal};
use std::fmt::{self, Display, Formatter};

/// A condition on a fact.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Qualifier {
    /// It has this function.
    Functor(String),
    /// An argument, from 0, is this.
    Term(usize, String),
    /// It is about a corner of the board whose marker is this argument.
    Corner(usize),
    /// It is about the edge of the board whose marker is this argument, corners included.
    Edge(usize),
    /// It is not so.
    Not(Box<Qualifier>),
}

/// `F:cell`, `T[2]:white`, `C[2]`, `E[2]`, `~C[2]`.
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
    /// Whether a fact fulfils it.
    pub fn holds(&self, literal: &Literal, layout: &Layout) -> bool {
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

/// For each argument that names the cell of a fact, whether it is the first or the last one; nothing if there is no such board.
fn extremes<'a>(
    literal: &'a Literal,
    layout: &'a Layout,
    marker: usize,
) -> Option<impl Iterator<Item = bool> + 'a> {
    let grid = layout.grid(literal).filter(|grid| grid.marker == marker)?;
    Some(grid.axes.iter().map(|(argument, values)| {
        let value = literal.terms.get(*argument);
        value.is_some() && (values.first() == value || values.last() == value)
    }))
}

/// What is made of the facts at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aggregator {
    /// How many there are.
    Count,
    /// How far along its order an argument is, from 0. DIVERGENCE: where there are several facts, which the document does not speak of, all of them
    /// together.
    Place(usize),
}

/// `#`, `O[1]`.
impl Display for Aggregator {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Aggregator::Count => f.write_str("#"),
            Aggregator::Place(argument) => write!(f, "O[{argument}]"),
        }
    }
}

impl Aggregator {
    /// What a fact adds to it.
    pub fn share(self, literal: &Literal, layout: &Layout) -> f64 {
        match self {
            Aggregator::Count => 1.0,
            Aggregator::Place(argument) => {
                layout.place(literal, argument).map_or(0.0, |place| place as f64)
            }
        }
    }
}

/// A feature tree. Node 0 is the root, which all facts come to.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

#[derive(Clone, Debug)]
struct Node {
    /// The node above, and what facts have to fulfil to come from there.
    above: Option<(usize, Qualifier)>,
    aggregators: Vec<Aggregator>,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree { nodes: vec![Node { above: None, aggregators: Vec::new() }] }
    }
}

impl Tree {
    /// Adds a node below another one; its number.
    pub fn add(&mut self, above: usize, qualifier: Qualifier) -> usize {
        self.nodes.push(Node { above: Some((above, qualifier)), aggregators: Vec::new() });
        self.nodes.len() - 1
    }

    /// Makes something of the facts at a node.
    pub fn attach(&mut self, node: usize, aggregator: Aggregator) {
        self.nodes[node].aggregators.push(aggregator);
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is nothing but a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// All features: a node and what is made of the facts there, node by node.
    pub fn features(&self) -> Vec<(usize, Aggregator)> {
        let nodes = self.nodes.iter().enumerate();
        nodes.flat_map(|(node, it)| it.aggregators.iter().map(move |&of| (node, of))).collect()
    }

    /// The conditions on the way to a node and what is made of the facts there: `F:cell ~C[2] T[2]:white #`.
    pub fn name(&self, (node, aggregator): (usize, Aggregator)) -> String {
        let mut way = vec![aggregator.to_string()];
        let mut node = node;
        while let Some((above, qualifier)) = &self.nodes[node].above {
            way.push(qualifier.to_string());
            node = *above;
        }
        way.reverse();
        way.join(" ")
    }

    /// Whether a fact comes to each node.
    pub fn reached(&self, literal: &Literal, layout: &Layout) -> Vec<bool> {
        let mut reached: Vec<bool> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let comes = node.above.as_ref().is_none_or(|(above, qualifier)| {
                reached[*above] && qualifier.holds(literal, layout)
            });
            reached.push(comes);
        }
        reached
    }

    /// The values of all features in a state that has these facts.
    pub fn evaluate(&self, facts: &[Literal], layout: &Layout) -> Vec<f64> {
        let features = self.features();
        let mut values = vec![0.0; features.len()];
        for literal in facts {
            let reached = self.reached(literal, layout);
            for (value, (node, aggregator)) in values.iter_mut().zip(&features) {
                if reached[*node] {
                    *value += aggregator.share(literal, layout);
                }
            }
        }
        values
    }
}
