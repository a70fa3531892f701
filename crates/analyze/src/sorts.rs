//! Sorts: which arguments of which symbols speak of the same things.
//!
//! Two arguments are of the same sort if a variable of some rule stands in both, or is compared with a variable that does. A name
//! that is used for things of two sorts could as well be two names: the 1 of a row is not the 1 of a column if no rule ever puts one
//! in the place of the other.

use gdl::word::{DISTINCT, DOES, GOAL, INIT, LEGAL, NEXT, ROLE, SEES, TRUE};
use gdl::{Formula, Rules, Symbol, Term};
use hashbrown::HashMap;
use petgraph::unionfind::UnionFind;

/// An argument: a symbol, its number of arguments, and which of them.
pub type Argument = (Symbol, usize, usize);

/// A sort of things.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Sort(pub u32);

/// The sorts of a rule sheet.
#[derive(Debug)]
pub struct Sorts {
    numbers: HashMap<Argument, u32>,
    same: UnionFind<u32>,
    /// For each rule an argument in which each of its variables stands.
    variables: Vec<HashMap<Symbol, u32>>,
}

/// Arguments of GDL's own words that speak of the same things: facts, moves and roles.
const SAME: &[&[Argument]] = &[
    &[(TRUE, 1, 0), (NEXT, 1, 0), (INIT, 1, 0)],
    &[(LEGAL, 2, 1), (DOES, 2, 1)],
    &[(ROLE, 1, 0), (LEGAL, 2, 0), (DOES, 2, 0), (GOAL, 2, 0), (SEES, 2, 0)],
];

/// What is compared with no variable is of a sort of its own.
const COMPARED: Argument = (DISTINCT, 2, 0);

impl Sorts {
    /// The sorts of these rules.
    pub fn of(rules: &Rules) -> Sorts {
        let mut sorts =
            Sorts { numbers: HashMap::new(), same: UnionFind::new_empty(), variables: Vec::new() };
        for arguments in SAME {
            arguments.iter().for_each(|&argument| sorts.join(arguments[0], argument));
        }
        sorts.number(COMPARED);
        for rule in &rules.sheet().rules {
            sorts.variables.push(HashMap::new());
            sorts.applied(rules, rule.head.relation, &rule.head.arguments);
            rule.body.iter().for_each(|formula| sorts.formula(rules, formula));
        }
        sorts
    }

    /// The sort of an argument.
    pub fn sort(&self, argument: Argument) -> Sort {
        Sort(self.same.find(self.numbers.get(&argument).map_or(0, |&number| number)))
    }

    /// The sorts of all arguments, by the names of symbols.
    pub fn by_name(&self, rules: &Rules) -> HashMap<(String, usize, usize), Sort> {
        let named = self.numbers.keys().map(|&(symbol, arity, argument)| {
            let name = rules.symbols().name(symbol).to_owned();
            ((name, arity, argument), self.sort((symbol, arity, argument)))
        });
        named.collect()
    }

    /// The sort of what is compared with this term in the rule of this number.
    pub fn compared_with(&self, rules: &Rules, rule: usize, other: Term) -> Sort {
        let variable = self.variables[rule].get(&rules.terms().symbol(other));
        variable.map_or_else(|| self.sort(COMPARED), |&number| Sort(self.same.find(number)))
    }

    /// Calls `visit` for every name that stands in an argument, and its sort.
    pub fn each_name(&self, rules: &Rules, visit: &mut impl FnMut(Symbol, Sort)) {
        for rule in &rules.sheet().rules {
            self.each_name_in(rules, rule.head.relation, &rule.head.arguments, visit);
            for formula in &rule.body {
                formula.each_atom(false, &mut |atom, _| {
                    self.each_name_in(rules, atom.relation, &atom.arguments, visit);
                });
            }
        }
    }

    fn each_name_in(
        &self,
        rules: &Rules,
        symbol: Symbol,
        arguments: &[Term],
        visit: &mut impl FnMut(Symbol, Sort),
    ) {
        let terms = rules.terms();
        for (place, &argument) in arguments.iter().enumerate() {
            match terms.arguments(argument) {
                [] if terms.is_variable(argument) => {}
                [] => visit(terms.symbol(argument), self.sort((symbol, arguments.len(), place))),
                inner => self.each_name_in(rules, terms.symbol(argument), inner, visit),
            }
        }
    }

    fn formula(&mut self, rules: &Rules, formula: &Formula) {
        match formula {
            Formula::Atom(atom) => self.applied(rules, atom.relation, &atom.arguments),
            Formula::Not(inner, _) => self.formula(rules, inner),
            Formula::And(parts, _) | Formula::Or(parts, _) => {
                parts.iter().for_each(|part| self.formula(rules, part));
            }
            // The argument that is shared is new each time.
            &Formula::Distinct(one, other, _) => {
                let shared = self.same.new_set();
                self.term(rules, one, shared);
                self.term(rules, other, shared);
            }
        }
    }

    fn applied(&mut self, rules: &Rules, symbol: Symbol, arguments: &[Term]) {
        for (place, &argument) in arguments.iter().enumerate() {
            let number = self.number((symbol, arguments.len(), place));
            self.term(rules, argument, number);
        }
    }

    /// A term that stands in this argument.
    fn term(&mut self, rules: &Rules, term: Term, argument: u32) {
        let symbol = rules.terms().symbol(term);
        if !rules.terms().is_variable(term) {
            return self.applied(rules, symbol, rules.terms().arguments(term));
        }
        let variables = self.variables.last_mut();
        if let Some(&mut other) = variables.map(|rule| rule.entry(symbol).or_insert(argument)) {
            self.same.union(argument, other);
        }
    }

    fn number(&mut self, argument: Argument) -> u32 {
        *self.numbers.entry(argument).or_insert_with(|| self.same.new_set())
    }

    fn join(&mut self, one: Argument, other: Argument) {
        let (one, other) = (self.number(one), self.number(other));
        self.same.union(one, other);
    }
}
