//! The rules of a game as features see them: what relations are defined by, and what facts come about by (document 001, definitions 3.5 to
//! 3.9).

use super::formula::{Atom, Formula, Substitution, Term};
use gdl::{Literal, Predicate, Rules, Symbol, Symbols, word};
use hashbrown::{HashMap, HashSet};

/// A rule.
#[derive(Clone, Debug)]
pub struct Clause {
    /// What holds …
    pub head: Atom,
    /// … if this does.
    pub body: Formula,
    /// How many variables there are: they are numbered from 0.
    pub width: u32,
    /// Whether it says something of a recursive relation without using it.
    pub is_base: bool,
}

/// What is known about a relation.
#[derive(Clone, Debug, Default)]
pub struct Definition {
    /// Its rules.
    pub clauses: Vec<Clause>,
    /// Whether it depends on the state.
    pub on_state: bool,
    /// Whether it depends on the players' moves.
    pub on_moves: bool,
    /// Whether it depends on itself.
    pub is_recursive: bool,
}

/// The rules of a game.
#[derive(Clone, Debug)]
pub struct Theory {
    /// The words.
    pub symbols: Symbols,
    /// The roles.
    pub roles: Vec<Term>,
    definitions: HashMap<Symbol, Definition>,
}

/// A way a fact can come about: it held in no state before, and all this held in the one before.
#[derive(Clone, Debug)]
pub struct Preimage {
    /// The fact.
    pub fact: Term,
    /// What held.
    pub body: Formula,
    /// How many variables there are in both.
    pub width: u32,
}

impl Theory {
    /// Of these rules.
    pub fn new(rules: &Rules) -> Theory {
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
        Theory { symbols: rules.symbols().clone(), roles, definitions }
    }

    /// What is known about a relation, if the rules mention it.
    pub fn definition(&self, relation: Symbol) -> Option<&Definition> {
        self.definitions.get(&relation)
    }

    /// The rules of a relation.
    pub fn clauses(&self, relation: Symbol) -> &[Clause] {
        self.definition(relation).map_or(&[], |definition| &definition.clauses)
    }

    /// All relations.
    pub fn relations(&self) -> impl Iterator<Item = (Symbol, &Definition)> {
        self.definitions.iter().map(|(&name, definition)| (name, definition))
    }

    /// Whether an atom depends on the state.
    pub fn is_on_state(&self, atom: &Atom) -> bool {
        self.definition(atom.relation).is_some_and(|definition| definition.on_state)
    }

    /// How many atoms of a formula depend on the state.
    pub fn on_state(&self, formula: &Formula) -> usize {
        let mut count = 0;
        formula.each_atom(&mut |atom| count += usize::from(self.is_on_state(atom)));
        count
    }

    /// Whether a formula can be a feature's: nothing in it depends on what is about to happen.
    pub fn is_fit(&self, formula: &Formula) -> bool {
        let mut is_fit = true;
        formula.each_atom(&mut |atom| {
            let moves = self.definition(atom.relation).is_some_and(|it| it.on_moves);
            is_fit &= !moves && ![word::INIT, word::NEXT, word::DOES].contains(&atom.relation);
        });
        is_fit
    }

    /// The rules of a relation that may apply to an atom, their variables numbered from some number on.
    pub fn matching(&self, atom: &Atom, first: u32) -> Vec<(Vec<Formula>, &Clause)> {
        let fits = |clause: &'_ Clause| -> Option<Vec<Formula>> {
            let head = clause.head.map(&|variable| Term::Variable(first + variable));
            let mut substitution = Substitution::default();
            let pairs = || atom.arguments.iter().zip(&head.arguments);
            let is_fit = pairs().all(|(one, other)| substitution.unify(one, other));
            is_fit.then(|| {
                pairs().map(|(one, other)| Formula::Same(one.clone(), other.clone())).collect()
            })
        };
        let clauses = self.clauses(atom.relation).iter();
        clauses.filter_map(|clause| Some((fits(clause)?, clause))).collect()
    }

    /// All ways in which facts can come about (definition 3.7): by each rule for them that is no mere frame axiom, and by each kind of joint
    /// move. Where a move is known that means to do nothing, no more than one role does something else. Facts that change with every step are
    /// left out.
    pub fn preimages(&self, idle: Option<Symbol>, restless: &HashSet<String>) -> Vec<Preimage> {
        let joints = self.joint_moves(idle);
        let is_restless = |fact: &Term| match fact {
            Term::Function(function, _) => restless.contains(self.symbols.name(*function)),
            Term::Variable(_) => false,
        };
        let mut preimages = Vec::new();
        for rule in self.clauses(word::NEXT) {
            let fact = &rule.head.arguments[0];
            if is_restless(fact) || is_frame(&rule.body, fact) {
                continue;
            }
            for joint in &joints {
                let mut width = rule.width;
                let legal: Vec<Atom> = joint.iter().map(|atom| shifted(atom, &mut width)).collect();
                let body = replaced(&rule.body, &legal);
                let legal = legal.into_iter().map(Formula::Atom);
                let body = Formula::all(legal.chain([body]).collect());
                preimages.push(Preimage { fact: fact.clone(), body, width });
            }
            if preimages.len() > MOST_PREIMAGES {
                break;
            }
        }
        preimages
    }

    /// The kinds of joint moves: for each role the head of one of its rules for legal moves.
    fn joint_moves(&self, idle: Option<Symbol>) -> Vec<Vec<Atom>> {
        let mut joints: Vec<(Vec<Atom>, usize)> = vec![(Vec::new(), 0)];
        for role in &self.roles {
            let mut own: Vec<Atom> = Vec::new();
            for clause in self.clauses(word::LEGAL) {
                let mut substitution = Substitution::default();
                if substitution.unify(&clause.head.arguments[0], role) {
                    let atom = clause.head.map(&|it| substitution.term(&Term::Variable(it)));
                    if !own.contains(&atom) {
                        own.push(atom);
                    }
                }
            }
            let is_idle =
                |atom: &Atom| idle.is_some_and(|it| atom.arguments[1] == Term::object(it));
            let longer = joints.iter().flat_map(|(joint, busy)| {
                own.iter().map(move |atom| {
                    let joint = joint.iter().cloned().chain([atom.clone()]).collect();
                    (joint, busy + usize::from(!is_idle(atom)))
                })
            });
            let longer: Vec<(Vec<Atom>, usize)> = longer
                .filter(|(_, busy)| idle.is_none() || *busy <= 1)
                .take(MOST_PREIMAGES)
                .collect();
            joints = longer;
        }
        joints.into_iter().map(|(joint, _)| joint).collect()
    }
}

/// There are no more ways in which facts come about.
const MOST_PREIMAGES: usize = 2_000;

/// An atom with variables that are not used yet.
fn shifted(atom: &Atom, width: &mut u32) -> Atom {
    let (first, mut count) = (*width, 0);
    let moved = atom.map(&|variable| Term::Variable(first + variable));
    let mut see = |variable: u32| count = count.max(variable + 1);
    atom.arguments.iter().for_each(|argument| argument.each_variable(&mut see));
    *width += count;
    moved
}

/// Whether a condition says that the fact was true before.
fn is_frame(body: &Formula, fact: &Term) -> bool {
    body.conjuncts().iter().any(|part| match part {
        Formula::Atom(atom) => atom.relation == word::TRUE && atom.arguments[0] == *fact,
        _ => false,
    })
}

/// A condition with what the roles do in the place of what is said about it.
fn replaced(body: &Formula, legal: &[Atom]) -> Formula {
    match body {
        Formula::Atom(atom) if atom.relation == word::DOES => {
            let ways = legal.iter().map(|other| {
                let same = |place: usize| {
                    Formula::Same(atom.arguments[place].clone(), other.arguments[place].clone())
                };
                Formula::And(vec![same(0), same(1)])
            });
            Formula::Or(ways.collect())
        }
        Formula::Not(inner) => Formula::Not(Box::new(replaced(inner, legal))),
        Formula::And(parts) => {
            Formula::And(parts.iter().map(|part| replaced(part, legal)).collect())
        }
        Formula::Or(parts) => Formula::Or(parts.iter().map(|part| replaced(part, legal)).collect()),
        other => other.clone(),
    }
}

/// Reads a rule, and numbers its variables.
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

    fn term(&mut self, term: gdl::Term) -> Term {
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

fn each_predicate(body: &[Literal], visit: &mut impl FnMut(&Predicate)) {
    for literal in body {
        match literal {
            Literal::Holds(predicate) | Literal::Fails(predicate) => visit(predicate),
            Literal::Any(branches) => branches.iter().for_each(|it| each_predicate(it, visit)),
            Literal::Distinct(..) | Literal::Same(..) => {}
        }
    }
}
