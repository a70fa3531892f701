//! Formulas with variables, as the rules have them, and features made of them (document 001, definitions 2.1 to 3.3).

use gdl::Symbol;

/// A term.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Term {
    /// A variable, by its number.
    Variable(u32),
    /// A function applied to terms; an object if there are none.
    Function(Symbol, Box<[Term]>),
}

/// A relation applied to terms.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Atom {
    /// The name of the relation.
    pub relation: Symbol,
    /// What it is applied to.
    pub arguments: Box<[Term]>,
}

/// A formula.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Formula {
    /// It always holds.
    True,
    /// It never holds.
    False,
    /// A relation holds.
    Atom(Atom),
    /// Terms are equal.
    Same(Term, Term),
    /// Terms differ.
    Distinct(Term, Term),
    /// It does not hold, whatever the variables stand for that occur nowhere else.
    Not(Box<Formula>),
    /// All hold.
    And(Vec<Formula>),
    /// At least one holds.
    Or(Vec<Formula>),
}

/// A formula whose bindings are counted: how many different ones of some of its variables there are.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Feature {
    /// The formula. Its variables are numbered from 0, in the order in which they occur.
    pub formula: Formula,
    /// The variables whose bindings are counted, in ascending order. Without any it counts as 1 whether the formula holds.
    pub variables: Vec<u32>,
}

impl Term {
    /// An object.
    pub fn object(name: Symbol) -> Term {
        Term::Function(name, Box::default())
    }

    /// Calls with every variable, once for each occurrence.
    pub fn each_variable(&self, visit: &mut impl FnMut(u32)) {
        match self {
            Term::Variable(variable) => visit(*variable),
            Term::Function(_, arguments) => {
                arguments.iter().for_each(|argument| argument.each_variable(visit));
            }
        }
    }

    /// With every variable replaced.
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
    /// The conjunction of formulas.
    pub fn all(mut parts: Vec<Formula>) -> Formula {
        match parts.len() {
            0 => Formula::True,
            1 => parts.remove(0),
            _ => Formula::And(parts),
        }
    }

    /// The parts of a conjunction; of everything else, the whole.
    pub fn conjuncts(&self) -> &[Formula] {
        match self {
            Formula::And(parts) => parts,
            Formula::True => &[],
            other => std::slice::from_ref(other),
        }
    }

    /// Calls with every atom.
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

    /// Calls with every variable, from left to right, once for each occurrence.
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

    /// The variables, in the order in which they occur.
    pub fn variables(&self) -> Vec<u32> {
        let mut variables = Vec::new();
        self.each_variable(&mut |variable| {
            if !variables.contains(&variable) {
                variables.push(variable);
            }
        });
        variables
    }

    /// One more than the greatest number of a variable.
    pub fn width(&self) -> u32 {
        let mut width = 0;
        self.each_variable(&mut |variable| width = width.max(variable + 1));
        width
    }

    /// How many words it is written with, about.
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

    /// With every variable replaced.
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

    /// With all parts of conjunctions and disjunctions in order.
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
    /// With every variable replaced.
    pub fn map(&self, change: &impl Fn(u32) -> Term) -> Atom {
        let arguments = self.arguments.iter().map(|argument| argument.map(change)).collect();
        Atom { relation: self.relation, arguments }
    }
}

impl Feature {
    /// A feature of a formula whose variables have any numbers; those whose bindings are counted among them.
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

    /// What two features have in common that differ only in the order of their parts (document 001, section 3.6). Some that do have different
    /// ones: where the order decides how variables are numbered.
    pub fn key(&self) -> Feature {
        Feature { formula: self.formula.sorted(), variables: self.variables.clone() }
    }
}

/// What variables stand for: terms, which may have variables in turn.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    bound: Vec<Option<Term>>,
}

impl Substitution {
    /// A term with all that is known put in.
    pub fn term(&self, term: &Term) -> Term {
        term.map(&|variable| match self.get(variable) {
            Some(bound) => self.term(bound),
            None => Term::Variable(variable),
        })
    }

    /// A formula with all that is known put in.
    pub fn formula(&self, formula: &Formula) -> Formula {
        formula.map(&|variable| self.term(&Term::Variable(variable)))
    }

    fn get(&self, variable: u32) -> Option<&Term> {
        self.bound.get(variable as usize).and_then(Option::as_ref)
    }

    /// Makes two terms equal, if that can be done.
    pub fn unify(&mut self, one: &Term, other: &Term) -> bool {
        match (self.resolve(one), self.resolve(other)) {
            (Term::Variable(one), Term::Variable(other)) if one == other => true,
            (Term::Variable(variable), term) | (term, Term::Variable(variable)) => {
                if self.occurs(variable, &term) {
                    return false;
                }
                let place = variable as usize;
                if self.bound.len() <= place {
                    self.bound.resize(place + 1, None);
                }
                self.bound[place] = Some(term);
                true
            }
            (Term::Function(one, left), Term::Function(other, right)) => {
                one == other
                    && left.len() == right.len()
                    && left.iter().zip(&right).all(|(one, other)| self.unify(one, other))
            }
        }
    }

    /// A term, or what it stands for if it is a variable.
    fn resolve(&self, term: &Term) -> Term {
        let mut term = term;
        while let Term::Variable(variable) = term
            && let Some(bound) = self.get(*variable)
        {
            term = bound;
        }
        term.clone()
    }

    fn occurs(&self, variable: u32, term: &Term) -> bool {
        let mut occurs = false;
        self.term(term).each_variable(&mut |other| occurs |= other == variable);
        occurs
    }
}
