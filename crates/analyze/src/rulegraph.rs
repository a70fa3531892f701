//! Graphs of rule sheets that do not depend on names, nor on the order of rules and conditions.
//!
//! [`RuleGraph`] is the graph of Kuhlmann 2010, section 5.1: two games are the same, up to names and order, if their
//! graphs are isomorphic. [`UnorderedRuleGraph`] does not depend on the order of arguments either; its automorphisms are
//! symmetries of the game. The search for automorphisms is that of [`crate::graph`].

mod drawing;
mod ordered;
mod unordered;

pub use drawing::{dot, svg};
pub use ordered::RuleGraph;
pub(crate) use unordered::Applied;
pub use unordered::UnorderedRuleGraph;

use crate::graph::ColouredGraph;

/// A graph with a text for each vertex, and what is needed to draw it.
#[derive(Clone, Debug, Default)]
pub struct LabelledGraph {
    graph: ColouredGraph,
    texts: Vec<String>,
    kinds: Vec<VertexKind>,
    /// The vertex of which each vertex is a part; `None` if there is none.
    wholes: Vec<Option<u32>>,
}

/// The meaning of a vertex, as far as drawings show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum VertexKind {
    /// One of GDL's own words.
    Word,
    /// An occurrence of a name or of a variable.
    Occurrence,
    /// A name, a variable of a rule, or an argument of a symbol: something with many occurrences.
    Label,
}

impl LabelledGraph {
    /// Returns the graph without texts.
    pub fn graph(&self) -> &ColouredGraph {
        &self.graph
    }

    /// Adds a vertex and returns its number.
    fn vertex(&mut self, colour: u32, kind: VertexKind, text: &str) -> u32 {
        self.texts.push(text.to_owned());
        self.kinds.push(kind);
        self.wholes.push(None);
        self.graph.vertex(colour)
    }

    /// Adds an edge from a whole to its part.
    fn part(&mut self, whole: u32, part: u32) {
        self.wholes[part as usize] = Some(whole);
        self.graph.edge(whole, part);
    }

    /// Adds an edge between vertices of which neither is a part of the other.
    fn edge(&mut self, from: u32, to: u32) {
        self.graph.edge(from, to);
    }
}
