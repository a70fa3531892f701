//! Graphs of rule sheets: what is left of rules if names mean nothing, and the order of rules and conditions.
//!
//! [`RuleGraph`] is that of document 000, section 5.1: two games are the same, up to names and order, if their graphs are. In
//! [`FreeGraph`] the order of arguments means nothing either; its automorphisms are symmetries of the game.

mod drawing;
mod free;
mod ordered;

pub use drawing::{dot, svg};
pub use free::{Applied, FreeGraph};
pub use ordered::RuleGraph;

use crate::graph::Graph;

/// A graph, with what people want to know about its vertices.
#[derive(Clone, Debug, Default)]
pub struct Sketch {
    /// The graph.
    pub graph: Graph,
    texts: Vec<String>,
    marks: Vec<Mark>,
    /// Of what each vertex is a part, if it is one.
    wholes: Vec<Option<u32>>,
}

/// What a vertex stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// One of GDL's own words.
    Word,
    /// A place where a name stands, or a variable.
    Place,
    /// A name, a variable of a rule, or an argument of a symbol: something that stands in many places.
    Label,
}

impl Sketch {
    fn vertex(&mut self, colour: u32, mark: Mark, text: &str) -> u32 {
        self.texts.push(text.to_owned());
        self.marks.push(mark);
        self.wholes.push(None);
        self.graph.vertex(colour)
    }

    /// An edge from a whole to its part.
    fn part(&mut self, whole: u32, part: u32) {
        self.wholes[part as usize] = Some(whole);
        self.graph.edge(whole, part);
    }

    fn edge(&mut self, from: u32, to: u32) {
        self.graph.edge(from, to);
    }
}
