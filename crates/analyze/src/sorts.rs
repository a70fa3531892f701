//! Sorts: sets of arguments that take their values from the same set of things.
//!
//! Two arguments are of the same sort if a variable of some rule occurs in both, or is compared with a variable that
//! does. A name that is used for things of two sorts could as well be two names: the 1 of a row is not the 1 of a
//! column if no rule ever puts one in the place of the other.

use gdl::word::{DISTINCT, DOES, GOAL, INIT, LEGAL, NEXT, ROLE, SEES, TRUE};
use gdl::{Formula, Rules, Symbol, TermId};
use hashbrown::HashMap;
use petgraph::unionfind::UnionFind;
use term::TermTable;

/// An argument of a symbol: the symbol, its number of arguments, and the index of the argument.
pub(crate) type Argument = (Symbol, usize, usize);

/// A sort of things. Sorts mean something only for the rules from which they were derived.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Sort(pub(crate) u32);

/// The sorts of all arguments of a rule sheet.
#[derive(Debug)]
pub(crate) struct Sorts {
    /// Element of `same` that stands for each argument.
    numbers: HashMap<Argument, u32>,
    /// Union-find structure whose classes are the arguments of one sort.
    same: UnionFind<u32>,
    /// An argument, as an element of `same`, in which each variable occurs; for each rule.
    variables: Vec<HashMap<Symbol, u32>>,
}

/// Arguments of GDL's own words that are of the same sort: facts, moves and roles.
const SAME: &[&[Argument]] = &[
    &[(TRUE, 1, 0), (NEXT, 1, 0), (INIT, 1, 0)],
    &[(LEGAL, 2, 1), (DOES, 2, 1)],
    &[(ROLE, 1, 0), (LEGAL, 2, 0), (DOES, 2, 0), (GOAL, 2, 0), (SEES, 2, 0)],
];

/// The sort of terms that are compared with something other than a variable.
const COMPARED: Argument = (DISTINCT, 2, 0);

impl Sorts {
    /// Derives the sorts of the arguments in these rules.
    pub(crate) fn of(rules: &Rules) -> Sorts {
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

    /// Returns the sort of an argument.
    pub(crate) fn sort(&self, argument: Argument) -> Sort {
        Sort(self.same.find(self.numbers.get(&argument).map_or(0, |&number| number)))
    }

    /// Returns the sorts of all arguments, by the names of their symbols.
    pub(crate) fn by_name(&self, rules: &Rules) -> HashMap<(String, usize, usize), Sort> {
        let named = self.numbers.keys().map(|&(symbol, arity, argument)| {
            let name = rules.symbols().name(symbol).to_owned();
            ((name, arity, argument), self.sort((symbol, arity, argument)))
        });
        named.collect()
    }

    /// Returns the sort of the terms that are compared with a term in the rule with this index.
    pub(crate) fn compared_with(&self, rules: &Rules, rule: usize, other: TermId) -> Sort {
        let variable = self.variables[rule].get(&rules.terms().symbol(other));
        variable.map_or_else(|| self.sort(COMPARED), |&number| Sort(self.same.find(number)))
    }

    /// Calls `visit` for every constant in an argument, with its sort.
    pub(crate) fn each_name(&self, rules: &Rules, visit: &mut impl FnMut(Symbol, Sort)) {
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
        arguments: &[TermId],
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

    /// Joins the sorts of arguments that share a variable in a condition of the current rule.
    fn formula(&mut self, rules: &Rules, formula: &Formula) {
        match formula {
            Formula::Atom(atom) => self.applied(rules, atom.relation, &atom.arguments),
            Formula::Not(inner, _) => self.formula(rules, inner),
            Formula::And(parts, _) | Formula::Or(parts, _) => {
                parts.iter().for_each(|part| self.formula(rules, part));
            }
            // Both sides of a comparison are treated as if in one argument, a new one for each comparison.
            &Formula::Distinct(one, other, _) => {
                let shared = self.same.new_set();
                self.term(rules, one, shared);
                self.term(rules, other, shared);
            }
        }
    }

    /// Joins the sorts of arguments that share a variable, in a symbol applied to these arguments.
    fn applied(&mut self, rules: &Rules, symbol: Symbol, arguments: &[TermId]) {
        for (place, &argument) in arguments.iter().enumerate() {
            let number = self.number((symbol, arguments.len(), place));
            self.term(rules, argument, number);
        }
    }

    /// Joins the sort of an argument, given as an element of `same`, with those of all arguments in which the current
    /// rule has the same variable, if the term in the argument is a variable; otherwise looks at the parts of the term.
    fn term(&mut self, rules: &Rules, term: TermId, argument: u32) {
        let symbol = rules.terms().symbol(term);
        if !rules.terms().is_variable(term) {
            return self.applied(rules, symbol, rules.terms().arguments(term));
        }
        let variables = self.variables.last_mut();
        if let Some(&mut other) = variables.map(|rule| rule.entry(symbol).or_insert(argument)) {
            self.same.union(argument, other);
        }
    }

    /// Returns the element of `same` for an argument.
    fn number(&mut self, argument: Argument) -> u32 {
        *self.numbers.entry(argument).or_insert_with(|| self.same.new_set())
    }

    /// Joins the sorts of two arguments.
    fn join(&mut self, one: Argument, other: Argument) {
        let (one, other) = (self.number(one), self.number(other));
        self.same.union(one, other);
    }
}
