//! The graph of a rule sheet that depends neither on names nor on the order of arguments (S. Schiffel, *Symmetry Detection
//! in General Game Playing*, 2010): its automorphisms are symmetries of the game.
//!
//! There is a vertex for every symbol, for every argument of every symbol, for every occurrence of a symbol or
//! variable, for every variable of a rule and for every rule. A name that is used for things of several sorts has a
//! vertex for each sort. GDL's own words have colours of their own, and so have numbers that are goals. The graph
//! does not depend on the order of rules and of conditions.

use super::{LabelledGraph, VertexKind};
use crate::sorts::{Sort, Sorts};
use gdl::word::{BASE, DISTINCT, GOAL, IF, INPUT};
use gdl::{Atom, Formula, Rules, Symbol, TermId};
use hashbrown::HashMap;
use term::TermTable;

/// The colours other than those of GDL's own words, whose colours are the ids of their symbols.
mod colour {
    /// The arguments of GDL's own words, two for each.
    pub const KEYWORD_ARGUMENTS: u32 = 32;
    /// Symbols that are not GDL's own, or one of their sorts.
    pub const SYMBOL: u32 = 100;
    /// Arguments of these symbols.
    pub const ARGUMENT: u32 = 101;
    /// Colour of the occurrences of symbols.
    pub const TERM: u32 = 102;
    /// Colour of the variables of rules.
    pub const VARIABLE: u32 = 103;
    /// Colour of the occurrences of variables.
    pub const VARIABLE_OCCURRENCE: u32 = 104;
    /// Colour of the goal 0; a goal n has the colour `GOALS + n`.
    pub const GOALS: u32 = 200;
}

/// A symbol with its number of arguments.
pub(crate) type Applied = (Symbol, usize);

/// The graph of a rule sheet without the order of arguments.
pub struct UnorderedRuleGraph {
    pub(crate) labelled: LabelledGraph,
    /// The vertex of each symbol: one for each sort of a constant, and one without a sort for a symbol with arguments.
    pub(crate) symbols: HashMap<(Symbol, Option<Sort>), u32>,
    /// The vertices of the arguments of each symbol.
    pub(crate) arguments: HashMap<Applied, Vec<u32>>,
}

impl UnorderedRuleGraph {
    /// Returns the graph with a text for each vertex.
    pub fn labelled(&self) -> &LabelledGraph {
        &self.labelled
    }

    /// Returns the graph of these rules.
    pub fn of(rules: &Rules) -> UnorderedRuleGraph {
        UnorderedRuleGraph::new(rules, &Sorts::of(rules))
    }

    /// Returns the graph of these rules, whose sorts are given. Rules for `base` and `input` are left out: play does
    /// not depend on them.
    pub(crate) fn new(rules: &Rules, sorts: &Sorts) -> UnorderedRuleGraph {
        let graph = UnorderedRuleGraph {
            labelled: LabelledGraph::default(),
            symbols: HashMap::new(),
            arguments: HashMap::new(),
        };
        let mut builder =
            UnorderedGraphBuilder { rules, sorts, graph, rule_index: 0, variables: HashMap::new() };
        for (number, rule) in rules.sheet().rules.iter().enumerate() {
            if rule.head.relation != BASE && rule.head.relation != INPUT {
                builder.rule_index = number;
                builder.variables.clear();
                builder.rule(&rule.head, &rule.body);
            }
        }
        builder.graph
    }
}

/// A rule graph without the order of arguments, while it is made.
struct UnorderedGraphBuilder<'a> {
    rules: &'a Rules,
    sorts: &'a Sorts,
    graph: UnorderedRuleGraph,
    /// Index of the current rule.
    rule_index: usize,
    /// The vertices of its variables.
    variables: HashMap<Symbol, u32>,
}

impl UnorderedGraphBuilder<'_> {
    /// Adds a fact or a rule.
    fn rule(&mut self, head: &Atom, body: &[Formula]) {
        let head = self.applied(head.relation, &head.arguments);
        if !body.is_empty() {
            let rule = self.word(IF);
            self.graph.labelled.part(head, rule);
            self.parts(rule, body);
        }
    }

    /// Adds conditions as parts of a vertex.
    fn parts(&mut self, whole: u32, parts: &[Formula]) {
        for part in parts {
            let part = self.formula(part);
            self.graph.labelled.part(whole, part);
        }
    }

    /// Adds a condition and returns its vertex.
    fn formula(&mut self, formula: &Formula) -> u32 {
        match formula {
            Formula::Atom(atom) => self.applied(atom.relation, &atom.arguments),
            Formula::Not(inner, _) => self.connected(gdl::word::NOT, std::slice::from_ref(inner)),
            Formula::And(parts, _) => self.connected(gdl::word::AND, parts),
            Formula::Or(parts, _) => self.connected(gdl::word::OR, parts),
            &Formula::Distinct(one, other, _) => {
                let vertex = self.word(DISTINCT);
                for (term, other) in [(one, other), (other, one)] {
                    let sort = self.sorts.compared_with(self.rules, self.rule_index, other);
                    let term = self.term(term, sort);
                    self.graph.labelled.part(vertex, term);
                }
                vertex
            }
        }
    }

    /// Adds an occurrence of one of GDL's own words.
    fn word(&mut self, word: Symbol) -> u32 {
        self.graph.labelled.vertex(word.0, VertexKind::Word, self.rules.symbols().name(word))
    }

    /// Adds conditions under `not`, `and` or `or`.
    fn connected(&mut self, word: Symbol, parts: &[Formula]) -> u32 {
        let vertex = self.word(word);
        self.parts(vertex, parts);
        vertex
    }

    /// Adds an occurrence of a relation or function with its arguments.
    fn applied(&mut self, symbol: Symbol, arguments: &[TermId]) -> u32 {
        let place = self.occurrence(symbol, None);
        for (number, &argument) in arguments.iter().enumerate() {
            let sort = self.sorts.sort((symbol, arguments.len(), number));
            let term = self.term(argument, sort);
            let argument = self.argument((symbol, arguments.len()), number);
            self.graph.labelled.part(place, term);
            self.graph.labelled.edge(argument, term);
        }
        place
    }

    /// Adds an occurrence of a symbol.
    fn occurrence(&mut self, symbol: Symbol, sort: Option<Sort>) -> u32 {
        let name = self.rules.symbols().name(symbol);
        let place = self.graph.labelled.vertex(colour::TERM, VertexKind::Occurrence, name);
        let of = self.symbol(symbol, sort);
        self.graph.labelled.edge(of, place);
        place
    }

    /// Adds an occurrence of a term of some sort.
    fn term(&mut self, term: TermId, sort: Sort) -> u32 {
        let terms = self.rules.terms();
        let (symbol, arguments) = (terms.symbol(term), terms.arguments(term));
        if !terms.is_variable(term) {
            return if arguments.is_empty() {
                self.occurrence(symbol, Some(sort))
            } else {
                self.applied(symbol, arguments)
            };
        }
        let (labelled, name) = (&mut self.graph.labelled, self.rules.symbols().name(symbol));
        let place = labelled.vertex(colour::VARIABLE_OCCURRENCE, VertexKind::Occurrence, name);
        let label = || labelled.vertex(colour::VARIABLE, VertexKind::Label, name);
        let variable = *self.variables.entry(symbol).or_insert_with(label);
        labelled.edge(variable, place);
        place
    }

    /// Returns the vertex of a symbol, which is added if it is new.
    fn symbol(&mut self, symbol: Symbol, sort: Option<Sort>) -> u32 {
        let is_goal = sort == Some(self.sorts.sort((GOAL, 2, 1)));
        let name = self.rules.symbols().name(symbol);
        let colour = match name.parse::<u8>() {
            _ if is_own(symbol) => symbol.0,
            Ok(number) if is_goal => colour::GOALS + u32::from(number),
            _ => colour::SYMBOL,
        };
        let label = || self.graph.labelled.vertex(colour, VertexKind::Label, name);
        *self.graph.symbols.entry((symbol, sort)).or_insert_with(label)
    }

    /// Returns the vertex of an argument; those of all arguments of the symbol are added if they are new.
    fn argument(&mut self, applied: Applied, number: usize) -> u32 {
        let of = self.symbol(applied.0, None);
        let name = self.rules.symbols().name(applied.0);
        let UnorderedRuleGraph { labelled, arguments, .. } = &mut self.graph;
        let vertices = arguments.entry(applied).or_insert_with(|| {
            let colour = |number: u32| match applied.0 {
                own if is_own(own) => colour::KEYWORD_ARGUMENTS + 2 * own.0 + number.min(1),
                _ => colour::ARGUMENT,
            };
            let mut vertex = |number: u32| {
                let text = format!("{name} {}", number + 1);
                let vertex = labelled.vertex(colour(number), VertexKind::Label, &text);
                labelled.edge(of, vertex);
                vertex
            };
            (0..applied.1 as u32).map(&mut vertex).collect()
        });
        vertices[number]
    }
}

/// Whether a symbol is one of GDL's own words.
fn is_own(symbol: Symbol) -> bool {
    symbol <= gdl::word::RANDOM
}
