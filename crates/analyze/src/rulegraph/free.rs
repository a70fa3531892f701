//! The graph of a rule sheet, in which words and the order of arguments mean nothing (S. Schiffel, *Symmetry Detection in General Game
//! Playing*, 2010): its automorphisms are symmetries of the game.
//!
//! There is a vertex for every symbol, for every argument of every symbol, for every place where a symbol or variable stands, for every
//! variable of a rule and for every rule. A name that is used for things of several sorts has a vertex for each. GDL's own words
//! have colours of their own, and so have numbers that are goals. The order of rules and of conditions leaves no trace.

use super::{Mark, Sketch};
use crate::sorts::{Sort, Sorts};
use gdl::word::{BASE, DISTINCT, GOAL, IF, INPUT};
use gdl::{Atom, Formula, Rules, Symbol, Term};
use hashbrown::HashMap;

/// The colours besides those of GDL's own words, which are their numbers.
mod colour {
    /// The arguments of GDL's own words, two for each.
    pub const KEYWORD_ARGUMENTS: u32 = 32;
    pub const SYMBOL: u32 = 100;
    pub const ARGUMENT: u32 = 101;
    pub const TERM: u32 = 102;
    pub const VARIABLE: u32 = 103;
    pub const VARIABLE_PLACE: u32 = 104;
    /// Numbers that are goals.
    pub const NUMBERS: u32 = 200;
}

/// A symbol with a number of arguments.
pub type Applied = (Symbol, usize);

/// The graph of a rule sheet.
pub struct FreeGraph {
    /// The graph.
    pub sketch: Sketch,
    /// The vertex of each symbol: of objects for each of their sorts, of what has arguments for all.
    pub symbols: HashMap<(Symbol, Option<Sort>), u32>,
    /// And of its arguments.
    pub arguments: HashMap<Applied, Vec<u32>>,
}

impl FreeGraph {
    /// The graph of these rules.
    pub fn of(rules: &Rules) -> FreeGraph {
        FreeGraph::new(rules, &Sorts::of(rules))
    }

    /// The graph of these rules, whose sorts are known. What is only said for the reader, with `base` and `input`, is left out.
    pub(crate) fn new(rules: &Rules, sorts: &Sorts) -> FreeGraph {
        let graph = FreeGraph {
            sketch: Sketch::default(),
            symbols: HashMap::new(),
            arguments: HashMap::new(),
        };
        let mut builder = Builder { rules, sorts, graph, number: 0, variables: HashMap::new() };
        for (number, rule) in rules.sheet().rules.iter().enumerate() {
            if rule.head.relation != BASE && rule.head.relation != INPUT {
                builder.number = number;
                builder.variables.clear();
                builder.rule(&rule.head, &rule.body);
            }
        }
        builder.graph
    }
}

struct Builder<'a> {
    rules: &'a Rules,
    sorts: &'a Sorts,
    graph: FreeGraph,
    /// The present rule, and its variables.
    number: usize,
    variables: HashMap<Symbol, u32>,
}

impl Builder<'_> {
    fn rule(&mut self, head: &Atom, body: &[Formula]) {
        let head = self.applied(head.relation, &head.arguments);
        if !body.is_empty() {
            let rule = self.word(IF);
            self.graph.sketch.part(head, rule);
            self.parts(rule, body);
        }
    }

    fn parts(&mut self, whole: u32, parts: &[Formula]) {
        for part in parts {
            let part = self.formula(part);
            self.graph.sketch.part(whole, part);
        }
    }

    fn formula(&mut self, formula: &Formula) -> u32 {
        match formula {
            Formula::Atom(atom) => self.applied(atom.relation, &atom.arguments),
            Formula::Not(inner, _) => self.connected(gdl::word::NOT, std::slice::from_ref(inner)),
            Formula::And(parts, _) => self.connected(gdl::word::AND, parts),
            Formula::Or(parts, _) => self.connected(gdl::word::OR, parts),
            &Formula::Distinct(one, other, _) => {
                let vertex = self.word(DISTINCT);
                for (term, other) in [(one, other), (other, one)] {
                    let sort = self.sorts.compared_with(self.rules, self.number, other);
                    let term = self.term(term, sort);
                    self.graph.sketch.part(vertex, term);
                }
                vertex
            }
        }
    }

    fn word(&mut self, word: Symbol) -> u32 {
        self.graph.sketch.vertex(word.0, Mark::Word, self.rules.symbols().name(word))
    }

    fn connected(&mut self, word: Symbol, parts: &[Formula]) -> u32 {
        let vertex = self.word(word);
        self.parts(vertex, parts);
        vertex
    }

    /// A place where a relation or function stands.
    fn applied(&mut self, symbol: Symbol, arguments: &[Term]) -> u32 {
        let place = self.place(symbol, None);
        for (number, &argument) in arguments.iter().enumerate() {
            let sort = self.sorts.sort((symbol, arguments.len(), number));
            let term = self.term(argument, sort);
            let argument = self.argument((symbol, arguments.len()), number);
            self.graph.sketch.part(place, term);
            self.graph.sketch.edge(argument, term);
        }
        place
    }

    /// A place where a symbol stands.
    fn place(&mut self, symbol: Symbol, sort: Option<Sort>) -> u32 {
        let name = self.rules.symbols().name(symbol);
        let place = self.graph.sketch.vertex(colour::TERM, Mark::Place, name);
        let of = self.symbol(symbol, sort);
        self.graph.sketch.edge(of, place);
        place
    }

    /// A place where something of a sort stands.
    fn term(&mut self, term: Term, sort: Sort) -> u32 {
        let terms = self.rules.terms();
        let (symbol, arguments) = (terms.symbol(term), terms.arguments(term));
        if !terms.is_variable(term) {
            return match arguments.is_empty() {
                true => self.place(symbol, Some(sort)),
                false => self.applied(symbol, arguments),
            };
        }
        let (sketch, name) = (&mut self.graph.sketch, self.rules.symbols().name(symbol));
        let place = sketch.vertex(colour::VARIABLE_PLACE, Mark::Place, name);
        let label = || sketch.vertex(colour::VARIABLE, Mark::Label, name);
        let variable = *self.variables.entry(symbol).or_insert_with(label);
        sketch.edge(variable, place);
        place
    }

    fn symbol(&mut self, symbol: Symbol, sort: Option<Sort>) -> u32 {
        let is_goal = sort == Some(self.sorts.sort((GOAL, 2, 1)));
        let name = self.rules.symbols().name(symbol);
        let colour = match name.parse::<u8>() {
            _ if is_own(symbol) => symbol.0,
            Ok(number) if is_goal => colour::NUMBERS + u32::from(number),
            _ => colour::SYMBOL,
        };
        let label = || self.graph.sketch.vertex(colour, Mark::Label, name);
        *self.graph.symbols.entry((symbol, sort)).or_insert_with(label)
    }

    fn argument(&mut self, applied: Applied, number: usize) -> u32 {
        let of = self.symbol(applied.0, None);
        let name = self.rules.symbols().name(applied.0);
        let FreeGraph { sketch, arguments, .. } = &mut self.graph;
        let vertices = arguments.entry(applied).or_insert_with(|| {
            let colour = |number: u32| match applied.0 {
                own if is_own(own) => colour::KEYWORD_ARGUMENTS + 2 * own.0 + number.min(1),
                _ => colour::ARGUMENT,
            };
            let mut vertex = |number: u32| {
                let text = format!("{name} {}", number + 1);
                let vertex = sketch.vertex(colour(number), Mark::Label, &text);
                sketch.edge(of, vertex);
                vertex
            };
            (0..applied.1 as u32).map(&mut vertex).collect()
        });
        vertices[number]
    }
}

/// Whether this is one of GDL's own words.
fn is_own(symbol: Symbol) -> bool {
    symbol <= gdl::word::RANDOM
}
