//! The rule graph of document 000, section 5.1.2: a coloured directed graph with a vertex for every place where something stands, edges from
//! there to its arguments and from each argument to the next, and a vertex for every name with edges to all its places.
//!
//! DIVERGENCE: numbers that are goals keep what they are, by their colours. In the document's graph they are names like others, and a game
//! could not be told from the one whose winner loses.

use crate::graph::Graph;
use crate::sorts::Sorts;
use gdl::word::{AND, DISTINCT, GOAL, IF, NOT, OR, RANDOM};
use gdl::{Atom, Formula, Rules, Symbol, Term};
use hashbrown::{HashMap, HashSet};

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
    pub graph: Graph,
    /// The vertex of each name that is not one of GDL's own.
    pub names: HashMap<Symbol, u32>,
}

impl RuleGraph {
    /// The graph of these rules.
    pub fn new(rules: &Rules) -> RuleGraph {
        let graph = RuleGraph { graph: Graph::default(), names: HashMap::new() };
        let goals = goals(rules);
        let mut builder = Builder { rules, goals, graph, variables: HashMap::new() };
        for rule in &rules.sheet().rules {
            builder.variables.clear();
            let head = builder.atom(&rule.head);
            if rule.arrow {
                let arrow = builder.graph.graph.vertex(IF.0);
                builder.graph.graph.edge(arrow, head);
                for condition in builder.parts(arrow, &rule.body) {
                    builder.graph.graph.edge(head, condition);
                }
            }
        }
        builder.graph
    }
}

/// The names that stand where goals do, or come there through a variable.
fn goals(rules: &Rules) -> HashSet<Symbol> {
    let sorts = Sorts::of(rules);
    let goal = sorts.sort((GOAL, 2, 1));
    let mut found = HashSet::new();
    sorts.each_name(rules, &mut |symbol, sort| {
        if sort == goal {
            found.insert(symbol);
        }
    });
    found
}

struct Builder<'a> {
    rules: &'a Rules,
    goals: HashSet<Symbol>,
    graph: RuleGraph,
    /// Of the present rule.
    variables: HashMap<Symbol, u32>,
}

impl Builder<'_> {
    fn parts(&mut self, whole: u32, parts: &[Formula]) -> Vec<u32> {
        let parts: Vec<u32> = parts.iter().map(|part| self.formula(part)).collect();
        parts.iter().for_each(|&part| self.graph.graph.edge(whole, part));
        parts
    }

    fn formula(&mut self, formula: &Formula) -> u32 {
        match formula {
            Formula::Atom(atom) => self.atom(atom),
            Formula::Not(inner, _) => self.connected(NOT, std::slice::from_ref(inner)),
            Formula::And(parts, _) => self.connected(AND, parts),
            Formula::Or(parts, _) => self.connected(OR, parts),
            // Its arguments have no order: so the document's count of edges tells.
            &Formula::Distinct(one, other, _) => {
                let vertex = self.graph.graph.vertex(DISTINCT.0);
                for term in [one, other] {
                    let term = self.term(term);
                    self.graph.graph.edge(vertex, term);
                }
                vertex
            }
        }
    }

    fn connected(&mut self, word: Symbol, parts: &[Formula]) -> u32 {
        let vertex = self.graph.graph.vertex(word.0);
        self.parts(vertex, parts);
        vertex
    }

    fn atom(&mut self, atom: &Atom) -> u32 {
        self.applied(atom.relation, &atom.arguments)
    }

    /// A place where a relation, function or object stands.
    fn applied(&mut self, symbol: Symbol, arguments: &[Term]) -> u32 {
        let place = match symbol <= RANDOM {
            true => self.graph.graph.vertex(symbol.0),
            false => {
                let place = self.graph.graph.vertex(colour::PLACE);
                let name = self.name(symbol);
                self.graph.graph.edge(name, place);
                place
            }
        };
        let mut last = None;
        for &argument in arguments {
            let argument = self.term(argument);
            self.graph.graph.edge(place, argument);
            if let Some(last) = last.replace(argument) {
                self.graph.graph.edge(last, argument);
            }
        }
        place
    }

    fn term(&mut self, term: Term) -> u32 {
        let terms = self.rules.terms();
        let symbol = terms.symbol(term);
        if !terms.is_variable(term) {
            return self.applied(symbol, terms.arguments(term));
        }
        let graph = &mut self.graph.graph;
        let place = graph.vertex(colour::VARIABLE_PLACE);
        let variable =
            *self.variables.entry(symbol).or_insert_with(|| graph.vertex(colour::VARIABLE));
        graph.edge(variable, place);
        place
    }

    fn name(&mut self, symbol: Symbol) -> u32 {
        let goal = Some(symbol).filter(|symbol| self.goals.contains(symbol));
        let number = goal.and_then(|goal| self.rules.symbols().name(goal).parse::<u8>().ok());
        let colour = number.map_or(colour::NAME, |number| colour::GOALS + u32::from(number));
        let graph = &mut self.graph.graph;
        *self.graph.names.entry(symbol).or_insert_with(|| graph.vertex(colour))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nim_has_as_many_vertices_and_edges_as_in_the_document() {
        let rules = library::find("nim").expect("it is bundled").rules();
        let rules = gdl::check("nim", rules.as_bytes()).rules.expect("it has no errors");
        let graph = RuleGraph::new(&rules).graph;
        // Table 5.1 has 157 and 231. Ours says `(role ?role)` twice where the document leaves the variable unbound: each is a place, a
        // place of a variable and four edges more.
        assert_eq!(graph.colours().len(), 157 + 2 * 2);
        assert_eq!(graph.edges().len(), 231 + 2 * 4);
    }
}
