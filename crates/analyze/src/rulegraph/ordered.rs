//! The rule graph of document 000, section 5.1.2: a coloured directed graph with a vertex for every place where something stands, edges from
//! there to its arguments and from each argument to the next, and a vertex for every name with edges to all its places.
//!
//! DIVERGENCE: numbers that are goals keep what they are, by their colours. In the document's graph they are names like others, and a game
//! could not be told from the one whose winner loses.

use super::{Mark, Sketch};
use crate::sentence::{Sentence, Sentences};
use gdl::Symbols;
use gdl::word::{AND, DISTINCT, IF, NOT, OR};
use hashbrown::HashMap;

/// The colours besides those of GDL's own words, which are their numbers. The document calls them green, orange, yellow and magenta.
mod colour {
    pub const VARIABLE_PLACE: u32 = 32;
    pub const VARIABLE: u32 = 33;
    pub const PLACE: u32 = 34;
    pub const NAME: u32 = 35;
    /// Numbers that are goals.
    pub const GOALS: u32 = 100;
}

/// The graph of a rule sheet.
pub struct RuleGraph {
    /// The graph.
    pub sketch: Sketch,
    /// The vertex of each name that is not one of GDL's own.
    pub names: HashMap<String, u32>,
}

impl RuleGraph {
    /// The graph of these rules.
    pub fn new(rules: &Sentences) -> RuleGraph {
        let graph = RuleGraph { sketch: Sketch::default(), names: HashMap::new() };
        let own = Symbols::default();
        let mut builder = Builder { rules, own, graph, variables: HashMap::new() };
        for sentence in &rules.all {
            builder.variables.clear();
            builder.sentence(sentence);
        }
        builder.graph
    }
}

struct Builder<'a> {
    rules: &'a Sentences,
    /// GDL's own words.
    own: Symbols,
    graph: RuleGraph,
    /// Of the present rule.
    variables: HashMap<String, u32>,
}

impl Builder<'_> {
    fn sentence(&mut self, sentence: &Sentence) -> u32 {
        let (name, arguments) = match sentence {
            Sentence::Variable(name) => return self.variable(name),
            Sentence::Applied(name, arguments) => (name, arguments),
        };
        let word = self.own.find(name);
        let vertex = match word {
            Some(word) => self.graph.sketch.vertex(word.0, Mark::Word, name),
            None => {
                let place = self.graph.sketch.vertex(colour::PLACE, Mark::Place, name);
                let name = self.name(name);
                self.graph.sketch.edge(name, place);
                place
            }
        };
        let parts: Vec<u32> = arguments.iter().map(|part| self.sentence(part)).collect();
        parts.iter().for_each(|&part| self.graph.sketch.part(vertex, part));
        let mut order = |pairs: &mut dyn Iterator<Item = (&u32, &u32)>| {
            pairs.for_each(|(&from, &to)| self.graph.sketch.edge(from, to));
        };
        match word {
            // What follows comes before its conditions, which have no order.
            Some(IF) => order(&mut parts[1..].iter().map(|part| (&parts[0], part))),
            // Nor have these; that `distinct` is among them is told by the document's count of edges.
            Some(NOT | OR | AND | DISTINCT) => {}
            _ => order(&mut parts.iter().zip(parts.iter().skip(1))),
        }
        vertex
    }

    fn variable(&mut self, name: &str) -> u32 {
        let place = self.graph.sketch.vertex(colour::VARIABLE_PLACE, Mark::Place, name);
        let variable = match self.variables.get(name) {
            Some(&variable) => variable,
            None => {
                let variable = self.graph.sketch.vertex(colour::VARIABLE, Mark::Label, name);
                self.variables.insert(name.to_owned(), variable);
                variable
            }
        };
        self.graph.sketch.edge(variable, place);
        place
    }

    fn name(&mut self, name: &str) -> u32 {
        if let Some(&vertex) = self.graph.names.get(name) {
            return vertex;
        }
        let goal = Some(name).filter(|name| self.rules.goals.contains(*name));
        let number = goal.and_then(|goal| goal.parse::<u8>().ok());
        let colour = number.map_or(colour::NAME, |number| colour::GOALS + u32::from(number));
        let vertex = self.graph.sketch.vertex(colour, Mark::Label, name);
        self.graph.names.insert(name.to_owned(), vertex);
        vertex
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nim_has_as_many_vertices_and_edges_as_in_the_document() {
        let rules = library::find("nim").expect("it is bundled").rules();
        let rules = gdl::check("nim", rules.as_bytes()).rules.expect("it has no errors");
        let graph = RuleGraph::new(&Sentences::of(&rules)).sketch.graph;
        // Table 5.1 has 157 and 231. Ours says `(role ?role)` twice where the document leaves the variable unbound: each is a place, a
        // place of a variable and four edges more.
        assert_eq!(graph.colours().len(), 157 + 2 * 2);
        assert_eq!(graph.edges().len(), 231 + 2 * 4);
    }
}
