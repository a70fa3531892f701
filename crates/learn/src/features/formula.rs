//! Formulas with variables, as in the rules, and features made of them.
//!
//! Follows `guenther`, definitions 2.1 to 3.4. Transformations and simplification have files of their own.

use gdl::Symbol;
use ground::{Value, Values};
use term::TermTable;

/// A term of a formula.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Term {
    /// A variable, by its number.
    Variable(u32),
    /// A function applied to terms. Without arguments it is an object.
    Function(Symbol, Box<[Term]>),
}

/// A relation applied to terms.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Atom {
    /// The name of the relation.
    pub relation: Symbol,
    /// The arguments of the relation.
    pub arguments: Box<[Term]>,
}

/// A formula of the feature language.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Formula {
    /// The formula that always holds.
    True,
    /// The formula that never holds.
    False,
    /// An atom is true.
    Atom(Atom),
    /// The two terms are equal.
    Same(Term, Term),
    /// The two terms differ.
    Distinct(Term, Term),
    /// The inner formula does not hold for any value of the variables that occur only in it.
    Not(Box<Formula>),
    /// All of the parts hold.
    And(Vec<Formula>),
    /// At least one of the parts holds.
    Or(Vec<Formula>),
}

/// A formula with a list of variables. Its value in a state is the number of different bindings of these variables for
/// which the formula holds.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Feature {
    /// The formula. Its variables are numbered from 0 in the order in which they occur.
    pub formula: Formula,
    /// The variables whose bindings are counted, in ascending order. Without any, the value is 1 if the formula holds
    /// and 0 if not.
    pub variables: Vec<u32>,
}

impl Term {
    /// Creates a term without arguments.
    pub fn object(name: Symbol) -> Term {
        Term::Function(name, Box::default())
    }

    /// Returns a ground term of a compiled game as a term of formulas.
    pub fn of_value(values: &Values, value: Value) -> Term {
        let parts = values.arguments(value).iter().map(|&part| Term::of_value(values, part));
        Term::Function(values.symbol(value), parts.collect())
    }

    /// Calls `visit` with each variable, once for each occurrence.
    pub fn each_variable(&self, visit: &mut impl FnMut(u32)) {
        match self {
            Term::Variable(variable) => visit(*variable),
            Term::Function(_, arguments) => {
                arguments.iter().for_each(|argument| argument.each_variable(visit));
            }
        }
    }

    /// Replaces each variable by the term that `change` returns.
    pub fn map(&self, change: &impl Fn(u32) -> Term) -> Term {
        match self {
            Term::Variable(variable) => change(*variable),
            Term::Function(name, arguments) => Term::Function(
                *name,
                arguments.iter().map(|argument| argument.map(change)).collect(),
            ),
        }
    }
}

impl Formula {
    /// Returns the conjunction of formulas.
    pub fn all(mut parts: Vec<Formula>) -> Formula {
        match parts.len() {
            0 => Formula::True,
            1 => parts.remove(0),
            _ => Formula::And(parts),
        }
    }

    /// Returns the parts of a conjunction, and for any other formula the formula itself.
    pub fn conjuncts(&self) -> &[Formula] {
        match self {
            Formula::And(parts) => parts,
            Formula::True => &[],
            other => std::slice::from_ref(other),
        }
    }

    /// Calls `visit` with each atom.
    pub fn each_atom<'a>(&'a self, visit: &mut impl FnMut(&'a Atom)) {
        match self {
            Formula::Atom(atom) => visit(atom),
            Formula::Not(inner) => inner.each_atom(visit),
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().for_each(|part| part.each_atom(visit));
            }
            Formula::True | Formula::False | Formula::Same(..) | Formula::Distinct(..) => {}
        }
    }

    /// Calls `visit` with each variable from left to right, once for each occurrence.
    pub fn each_variable(&self, visit: &mut impl FnMut(u32)) {
        match self {
            Formula::True | Formula::False => {}
            Formula::Atom(atom) => atom.arguments.iter().for_each(|term| term.each_variable(visit)),
            Formula::Same(one, other) | Formula::Distinct(one, other) => {
                one.each_variable(visit);
                other.each_variable(visit);
            }
            Formula::Not(inner) => inner.each_variable(visit),
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().for_each(|part| part.each_variable(visit));
            }
        }
    }

    /// Returns the variables in the order in which they occur.
    pub fn variables(&self) -> Vec<u32> {
        let mut variables = Vec::new();
        self.each_variable(&mut |variable| {
            if !variables.contains(&variable) {
                variables.push(variable);
            }
        });
        variables
    }

    /// Returns one more than the largest number of a variable.
    pub fn width(&self) -> u32 {
        let mut width = 0;
        self.each_variable(&mut |variable| width = width.max(variable + 1));
        width
    }

    /// Returns the length of the formula in words, approximately.
    pub fn size(&self) -> usize {
        fn words(term: &Term) -> usize {
            match term {
                Term::Variable(_) => 1,
                Term::Function(_, arguments) => 1 + arguments.iter().map(words).sum::<usize>(),
            }
        }
        match self {
            Formula::True | Formula::False => 1,
            Formula::Atom(atom) => 1 + atom.arguments.iter().map(words).sum::<usize>(),
            Formula::Same(one, other) | Formula::Distinct(one, other) => {
                1 + words(one) + words(other)
            }
            Formula::Not(inner) => 1 + inner.size(),
            Formula::And(parts) | Formula::Or(parts) => {
                1 + parts.iter().map(Formula::size).sum::<usize>()
            }
        }
    }

    /// Replaces each variable by the term that `change` returns.
    pub fn map(&self, change: &impl Fn(u32) -> Term) -> Formula {
        let both = |one: &Term, other: &Term| (one.map(change), other.map(change));
        match self {
            Formula::True => Formula::True,
            Formula::False => Formula::False,
            Formula::Atom(atom) => Formula::Atom(atom.map(change)),
            Formula::Same(one, other) => {
                let (one, other) = both(one, other);
                Formula::Same(one, other)
            }
            Formula::Distinct(one, other) => {
                let (one, other) = both(one, other);
                Formula::Distinct(one, other)
            }
            Formula::Not(inner) => Formula::Not(Box::new(inner.map(change))),
            Formula::And(parts) => {
                Formula::And(parts.iter().map(|part| part.map(change)).collect())
            }
            Formula::Or(parts) => Formula::Or(parts.iter().map(|part| part.map(change)).collect()),
        }
    }

    /// Sorts the parts of all conjunctions and disjunctions.
    fn sorted(&self) -> Formula {
        let parts = |parts: &[Formula]| {
            let mut parts: Vec<Formula> = parts.iter().map(Formula::sorted).collect();
            parts.sort_unstable();
            parts
        };
        match self {
            Formula::Not(inner) => Formula::Not(Box::new(inner.sorted())),
            Formula::And(all) => Formula::And(parts(all)),
            Formula::Or(all) => Formula::Or(parts(all)),
            other => other.clone(),
        }
    }
}

impl Atom {
    /// Replaces each variable by the term that `change` returns.
    pub fn map(&self, change: &impl Fn(u32) -> Term) -> Atom {
        let arguments = self.arguments.iter().map(|argument| argument.map(change)).collect();
        Atom { relation: self.relation, arguments }
    }
}

impl Feature {
    /// Creates a feature of a formula whose variables have any numbers. `counted` lists the variables whose bindings
    /// are counted.
    pub fn new(formula: &Formula, counted: &[u32]) -> Feature {
        let order = formula.variables();
        let place = |variable: u32| order.iter().position(|&other| other == variable);
        let number = |variable: u32| place(variable).map_or(variable, |place| place as u32);
        let mut variables: Vec<u32> = counted
            .iter()
            .filter_map(|&variable| place(variable))
            .map(|place| place as u32)
            .collect();
        variables.sort_unstable();
        variables.dedup();
        Feature { formula: formula.map(&|variable| Term::Variable(number(variable))), variables }
    }

    /// Returns a key that features have in common that differ only in the order of their parts (`guenther`, section
    /// 3.6). Some such features have different keys all the same: where the order decides how variables are numbered.
    pub fn key(&self) -> Feature {
        Feature { formula: self.formula.sorted(), variables: self.variables.clone() }
    }
}
