//! The rule graph of Kuhlmann 2010, section 5.1.2: a coloured directed graph with a vertex for every occurrence of a
//! name or variable, edges from each occurrence to its arguments and from each argument to the next, and a vertex for
//! every name with edges to all its occurrences.
//!
//! DIVERGENCE: every number that is a goal has its own colour. In Kuhlmann's graph such numbers are names like others,
//! and a game could not be distinguished from the one in which the winner loses.

use super::{LabelledGraph, VertexKind};
use crate::sentence::{Sentence, Sentences};
use gdl::Symbols;
use gdl::word::{AND, DISTINCT, IF, NOT, OR};
use hashbrown::HashMap;

/// The colours other than those of GDL's own words, whose colours are the ids of their symbols. Kuhlmann calls them
/// green, orange, yellow and magenta.
mod colour {
    /// Colour of the occurrences of variables.
    pub const VARIABLE_OCCURRENCE: u32 = 32;
    /// Colour of the variables of rules.
    pub const VARIABLE: u32 = 33;
    /// Colour of the occurrences of names.
    pub const OCCURRENCE: u32 = 34;
    /// Colour of the names themselves.
    pub const NAME: u32 = 35;
    /// The goal 0; other goals follow.
    pub const GOALS: u32 = 100;
}

/// The graph of a rule sheet.
pub struct RuleGraph {
    pub(crate) labelled: LabelledGraph,
    /// The vertex of each name that is not one of GDL's own.
    pub(crate) names: HashMap<String, u32>,
}

impl RuleGraph {
    /// Returns the graph with a text for each vertex.
    pub fn labelled(&self) -> &LabelledGraph {
        &self.labelled
    }

    /// Returns the graph of these rules.
    pub fn new(rules: &Sentences) -> RuleGraph {
        let graph = RuleGraph { labelled: LabelledGraph::default(), names: HashMap::new() };
        let own = Symbols::default();
        let mut builder = RuleGraphBuilder { rules, own, graph, variables: HashMap::new() };
        for sentence in &rules.all {
            builder.variables.clear();
            builder.sentence(sentence);
        }
        builder.graph
    }
}

/// A rule graph while it is made.
struct RuleGraphBuilder<'a> {
    rules: &'a Sentences,
    /// The keywords of GDL itself.
    own: Symbols,
    graph: RuleGraph,
    /// The vertices of the current rule's variables.
    variables: HashMap<String, u32>,
}

impl RuleGraphBuilder<'_> {
    /// Adds a sentence and returns its vertex.
    fn sentence(&mut self, sentence: &Sentence) -> u32 {
        let (name, arguments) = match sentence {
            Sentence::Variable(name) => return self.variable(name),
            Sentence::Applied(name, arguments) => (name, arguments),
        };
        let word = self.own.find(name);
        let vertex = match word {
            Some(word) => self.graph.labelled.vertex(word.0, VertexKind::Word, name),
            None => {
                let place =
                    self.graph.labelled.vertex(colour::OCCURRENCE, VertexKind::Occurrence, name);
                let name = self.name(name);
                self.graph.labelled.edge(name, place);
                place
            }
        };
        let parts: Vec<u32> = arguments.iter().map(|part| self.sentence(part)).collect();
        parts.iter().for_each(|&part| self.graph.labelled.part(vertex, part));
        let mut order = |pairs: &mut dyn Iterator<Item = (&u32, &u32)>| {
            pairs.for_each(|(&from, &to)| self.graph.labelled.edge(from, to));
        };
        match word {
            // The head comes before the conditions, which have no order.
            Some(IF) => order(&mut parts[1..].iter().map(|part| (&parts[0], part))),
            // The parts of these have no order. That `distinct` is among them follows from Kuhlmann's number of edges.
            Some(NOT | OR | AND | DISTINCT) => {}
            _ => order(&mut parts.iter().zip(parts.iter().skip(1))),
        }
        vertex
    }

    /// Adds an occurrence of a variable.
    fn variable(&mut self, name: &str) -> u32 {
        let place =
            self.graph.labelled.vertex(colour::VARIABLE_OCCURRENCE, VertexKind::Occurrence, name);
        let variable = match self.variables.get(name) {
            Some(&variable) => variable,
            None => {
                let variable =
                    self.graph.labelled.vertex(colour::VARIABLE, VertexKind::Label, name);
                self.variables.insert(name.to_owned(), variable);
                variable
            }
        };
        self.graph.labelled.edge(variable, place);
        place
    }

    /// Returns the vertex of a name, which is added if it is new.
    fn name(&mut self, name: &str) -> u32 {
        if let Some(&vertex) = self.graph.names.get(name) {
            return vertex;
        }
        let goal = Some(name).filter(|name| self.rules.goals.contains(*name));
        let number = goal.and_then(|goal| goal.parse::<u8>().ok());
        let colour = number.map_or(colour::NAME, |number| colour::GOALS + u32::from(number));
        let vertex = self.graph.labelled.vertex(colour, VertexKind::Label, name);
        self.graph.names.insert(name.to_owned(), vertex);
        vertex
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nim_has_the_same_size_as_kuhlmanns_graph() {
        let rules = oracle::rules("nim");
        let graph = RuleGraph::new(&Sentences::of(&rules)).labelled.graph;
        // Table 5.1 has 157 and 231. Our rules contain `(role ?role)` twice where Kuhlmann leaves the variable unbound:
        // each adds two occurrences and four edges.
        assert_eq!(graph.colours().len(), 157 + 2 * 2);
        assert_eq!(graph.edges().len(), 231 + 2 * 4);
    }
}
