//! The rules of a game as formulas.
//!
//! Follows `guenther`, definitions 2.4, 2.5, 3.5 and 3.6. Does not evaluate rules.

use super::formula::{Atom, Formula, Term};
use super::keys::Keys;
use super::number_relations::NumberRelation;
use super::substitution::Substitution;
use gdl::{Literal, Predicate, Rules, Symbol, Symbols, word};
use hashbrown::HashMap;
use term::TermTable;

/// A rule in normal form.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The head: the atom that is true if the body holds.
    pub head: Atom,
    /// The body: the condition of the head.
    pub body: Formula,
    /// Number of variables, which are numbered from 0.
    pub width: u32,
    /// Whether it is a base case: a rule of a recursive relation whose body does not use the relation.
    pub is_base: bool,
}

impl Clause {
    /// Returns the equalities under which the rule applies to an atom, with its variables numbered from `first`. `None`
    /// if it cannot apply.
    pub fn fits(&self, atom: &Atom, first: u32) -> Option<Vec<Formula>> {
        let head = self.head.map(&|variable| Term::Variable(first + variable));
        let mut substitution = Substitution::default();
        let pairs = || atom.arguments.iter().zip(&head.arguments);
        let is_fit = pairs().all(|(one, other)| substitution.unify(one, other));
        let same = |(one, other): (&Term, &Term)| Formula::Same(one.clone(), other.clone());
        is_fit.then(|| pairs().map(same).collect())
    }

    /// Returns the body with its variables numbered from `first`.
    pub fn body(&self, first: u32) -> Formula {
        self.body.map(&|variable| Term::Variable(first + variable))
    }
}

/// The rules of a relation and its dependencies.
#[derive(Clone, Debug, Default)]
pub struct Definition {
    /// The rules whose head is the relation.
    pub clauses: Vec<Clause>,
    /// Whether the relation depends on the state.
    pub on_state: bool,
    /// Whether the relation depends on the moves of the roles.
    pub on_moves: bool,
    /// Whether the relation depends on itself.
    pub is_recursive: bool,
}

/// The rules of a game as formulas.
#[derive(Clone, Debug)]
pub struct RuleBase {
    /// The names of the game.
    pub symbols: Symbols,
    /// The roles of the game.
    pub roles: Vec<Term>,
    /// Static relations between numbers.
    pub arithmetic: HashMap<Symbol, NumberRelation>,
    /// Keys of facts. Empty if the extension is not used.
    pub keys: Keys,
    definitions: HashMap<Symbol, Definition>,
}

impl RuleBase {
    /// Converts the rules of a game.
    pub fn new(rules: &Rules) -> RuleBase {
        let mut definitions: HashMap<Symbol, Definition> = HashMap::new();
        for info in rules.relations() {
            let definition = definitions.entry(info.name).or_default();
            definition.on_state = info.on_state || info.name == word::TRUE;
            definition.on_moves = info.on_moves || info.name == word::DOES;
            definition.is_recursive = info.recursive;
            for &clause in &info.clauses {
                definition.clauses.push(Reader::new(rules).clause(clause));
            }
        }
        let roles = rules.roles().iter().map(|&role| Reader::new(rules).term(role)).collect();
        let (arithmetic, keys) = (HashMap::new(), Keys::new());
        RuleBase { symbols: rules.symbols().clone(), roles, arithmetic, keys, definitions }
    }

    /// Whether a relation is a counting relation of numbers.
    pub fn counts(&self, relation: Symbol) -> bool {
        self.arithmetic.values().any(|found| found.up_to.contains(&relation))
    }

    /// Adds a relation with its rules.
    pub fn define(&mut self, relation: Symbol, definition: Definition) {
        self.definitions.insert(relation, definition);
    }

    /// Returns the definition of a relation. `None` if the rules do not mention it.
    pub fn definition(&self, relation: Symbol) -> Option<&Definition> {
        self.definitions.get(&relation)
    }

    /// Returns the rules of a relation.
    pub fn clauses(&self, relation: Symbol) -> &[Clause] {
        self.definition(relation).map_or(&[], |definition| &definition.clauses)
    }

    /// Iterates over all relations.
    pub fn relations(&self) -> impl Iterator<Item = (Symbol, &Definition)> {
        self.definitions.iter().map(|(&name, definition)| (name, definition))
    }

    /// Whether an atom depends on the state.
    pub fn is_on_state(&self, atom: &Atom) -> bool {
        self.definition(atom.relation).is_some_and(|definition| definition.on_state)
    }

    /// Returns the number of atoms of a formula that depend on the state.
    pub fn on_state(&self, formula: &Formula) -> usize {
        let mut count = 0;
        formula.each_atom(&mut |atom| count += usize::from(self.is_on_state(atom)));
        count
    }

    /// Whether a formula can be that of a feature: no atom depends on moves or on the next state (`guenther`,
    /// definition 3.1).
    pub fn is_fit(&self, formula: &Formula) -> bool {
        let mut is_fit = true;
        formula.each_atom(&mut |atom| {
            let moves = self.definition(atom.relation).is_some_and(|it| it.on_moves);
            is_fit &= !moves && ![word::INIT, word::NEXT, word::DOES].contains(&atom.relation);
        });
        is_fit
    }

    /// Returns the rules that may apply to an atom, with the equalities under which they do. Their variables are
    /// numbered from `first`.
    pub fn matching(&self, atom: &Atom, first: u32) -> Vec<(Vec<Formula>, &Clause)> {
        let clauses = self.clauses(atom.relation).iter();
        clauses.filter_map(|clause| Some((clause.fits(atom, first)?, clause))).collect()
    }
}

/// Converts one rule and numbers its variables.
struct Reader<'a> {
    rules: &'a Rules,
    variables: Vec<Symbol>,
}

impl<'a> Reader<'a> {
    fn new(rules: &'a Rules) -> Reader<'a> {
        Reader { rules, variables: Vec::new() }
    }

    fn clause(mut self, number: usize) -> Clause {
        let clause = &self.rules.clauses()[number];
        let component = |it: &Predicate| self.rules.relation(it.relation).component;
        let own = component(&clause.head);
        let mut is_base = true;
        each_predicate(&clause.body, &mut |predicate| is_base &= component(predicate) != own);
        let head = self.atom(&clause.head);
        let body = self.all(&clause.body);
        Clause { head, body, width: self.variables.len() as u32, is_base }
    }

    fn all(&mut self, literals: &[Literal]) -> Formula {
        Formula::all(literals.iter().map(|literal| self.literal(literal)).collect())
    }

    fn literal(&mut self, literal: &Literal) -> Formula {
        match literal {
            Literal::Holds(predicate) => Formula::Atom(self.atom(predicate)),
            Literal::Fails(predicate) => {
                Formula::Not(Box::new(Formula::Atom(self.atom(predicate))))
            }
            Literal::Distinct(one, other) => Formula::Distinct(self.term(*one), self.term(*other)),
            Literal::Same(one, other) => Formula::Same(self.term(*one), self.term(*other)),
            Literal::Any(branches) => {
                Formula::Or(branches.iter().map(|branch| self.all(branch)).collect())
            }
        }
    }

    fn atom(&mut self, predicate: &Predicate) -> Atom {
        let relation = self.rules.relation(predicate.relation).name;
        Atom {
            relation,
            arguments: predicate.arguments.iter().map(|&term| self.term(term)).collect(),
        }
    }

    fn term(&mut self, term: gdl::TermId) -> Term {
        let terms = self.rules.terms();
        let symbol = terms.symbol(term);
        if terms.is_variable(term) {
            let place = self.variables.iter().position(|&other| other == symbol);
            return Term::Variable(place.unwrap_or_else(|| {
                self.variables.push(symbol);
                self.variables.len() - 1
            }) as u32);
        }
        Term::Function(symbol, terms.arguments(term).iter().map(|&part| self.term(part)).collect())
    }
}

/// Calls `visit` with each predicate of a body.
fn each_predicate(body: &[Literal], visit: &mut impl FnMut(&Predicate)) {
    for literal in body {
        match literal {
            Literal::Holds(predicate) | Literal::Fails(predicate) => visit(predicate),
            Literal::Any(branches) => branches.iter().for_each(|it| each_predicate(it, visit)),
            Literal::Distinct(..) | Literal::Same(..) => {}
        }
    }
}
