//! One clause: its variables, and the order in which its conditions are best tried. Tests run as soon
//! as what they test is known; of the other conditions the one that promises the fewest rows is next.

use super::{Compiler, Known};
use crate::limits::{MAX_SPLITS, STACK_LEFT, STACK_MORE};
use crate::program::{
    Build, Condition, Match, Operation, OperationId, Plan, Slot, Source, StoreId,
};
use gdl::{Clause, Literal, Predicate, Relation, Symbol, Term};
use std::collections::{HashMap, HashSet};

/// Longer conjunctions are not ordered by promise but taken as written, each condition as soon as it
/// can be: choosing the best of n conditions n times would be quadratic.
const MAX_ORDERED: usize = 100;

/// The variables known so far. A branch of an `or` works on a copy.
type Bound = HashSet<Symbol>;

/// What a condition compiles to before its place in the chain is known.
enum Step {
    Rows { condition: Condition, negated: bool },
    Compare { left: Build, right: Build, equal: bool },
    Any(Vec<Vec<Step>>),
}

/// Where the rows of a predicate are.
enum Place {
    Store(StoreId),
    Derived(Relation),
}

impl Compiler<'_> {
    pub(super) fn clause_plan(&mut self, clause: &Clause, known: &Known) -> Plan {
        let info = self.rules.relation(clause.head.relation);
        let circle = info.recursive.then_some(info.component);
        let mut body =
            Body { compiler: self, circle, slots: HashMap::new(), occurrences: HashMap::new() };
        let arguments = &clause.head.arguments;
        body.count_occurrences(clause);
        let mut bound = Bound::new();
        let head =
            known.iter().map(|&column| body.pattern(arguments[column], &mut bound)).collect();
        let steps = body.conjunction(clause.body.iter().collect(), &mut bound);
        let free = super::free_columns(known, arguments.len());
        let emit = free.map(|column| body.build(arguments[column])).collect();
        let slots = body.slots.len();
        let emit = self.push(Operation::Emit(emit));
        let start = self.chain(steps, emit);
        Plan { head, slots, start }
    }

    /// Lays the steps out from the last to the first, each leading to the one after it.
    fn chain(&mut self, steps: Vec<Step>, mut then: OperationId) -> OperationId {
        for step in steps.into_iter().rev() {
            let operation = match step {
                Step::Compare { left, right, equal } => {
                    Operation::Compare { left, right, equal, then }
                }
                Step::Any(branches) => {
                    let starts = branches.into_iter().map(|branch| {
                        stacker::maybe_grow(STACK_LEFT, STACK_MORE, || self.chain(branch, then))
                    });
                    Operation::Any(starts.collect())
                }
                Step::Rows { condition, negated: true } => Operation::Fails(condition, then),
                Step::Rows { condition, negated: false } => {
                    if condition.columns.iter().any(|(_, pattern)| pattern.binds()) {
                        Operation::Each(condition, then)
                    } else {
                        Operation::Exists(condition, then)
                    }
                }
            };
            then = self.push(operation);
        }
        then
    }
}

struct Body<'c, 'a> {
    compiler: &'c mut Compiler<'a>,
    /// The circle of relations that the clause is part of.
    circle: Option<u32>,
    slots: HashMap<Symbol, Slot>,
    /// In how many places of the clause each variable occurs.
    occurrences: HashMap<Symbol, usize>,
}

impl Body<'_, '_> {
    fn count_occurrences(&mut self, clause: &Clause) {
        let mut occurrences = HashMap::new();
        let mut count = |variable| *occurrences.entry(variable).or_insert(0) += 1;
        let terms = self.compiler.rules.terms();
        clause.head.arguments.iter().for_each(|&term| terms.each_variable(term, &mut count));
        clause.body.iter().for_each(|literal| self.each_variable(literal, &mut count));
        self.occurrences = occurrences;
    }

    fn conjunction(&mut self, literals: Vec<&Literal>, bound: &mut Bound) -> Vec<Step> {
        if literals.len() <= MAX_ORDERED {
            self.by_promise(literals, bound)
        } else {
            self.as_written(literals, bound)
        }
    }

    fn by_promise(&mut self, mut literals: Vec<&Literal>, bound: &mut Bound) -> Vec<Step> {
        let mut steps = Vec::with_capacity(literals.len());
        while !literals.is_empty() {
            let guarded = literals.iter().any(|literal| self.guards(literal));
            let scores = literals.iter().map(|literal| match guarded && self.grows(literal) {
                true => f64::INFINITY,
                false => self.score(literal, bound),
            });
            let best = scores.enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b));
            let (best, score) = best.expect("there are literals");
            if score.is_infinite() {
                steps.push(self.split(literals, bound));
                break;
            }
            let literal = literals.remove(best);
            steps.push(self.place(literal, bound));
        }
        steps
    }

    /// Whether the condition asks a relation of the clause's own circle for a term built around a
    /// variable. Asked for any value, it could go on for ever with larger and larger terms; GDL's recursion
    /// restriction promises that the conditions outside the circle allow finitely many, so they come first.
    fn grows(&self, literal: &Literal) -> bool {
        let terms = self.compiler.rules.terms();
        let builds = |&term: &Term| !terms.is_ground(term) && !terms.is_variable(term);
        match literal {
            Literal::Holds(predicate) => {
                let component = self.compiler.rules.relation(predicate.relation).component;
                self.circle == Some(component) && predicate.arguments.iter().any(builds)
            }
            Literal::Any(branches) => branches.iter().flatten().any(|literal| self.grows(literal)),
            Literal::Fails(_) | Literal::Distinct(..) | Literal::Same(..) => false,
        }
    }

    /// Whether the condition can restrict the variables of one that grows.
    fn guards(&self, literal: &Literal) -> bool {
        matches!(literal, Literal::Holds(_) | Literal::Any(_)) && !self.grows(literal)
    }

    fn as_written(&mut self, mut literals: Vec<&Literal>, bound: &mut Bound) -> Vec<Step> {
        let mut steps = Vec::with_capacity(literals.len());
        while !literals.is_empty() {
            let before = literals.len();
            let guarded = literals.iter().any(|literal| self.guards(literal));
            let mut waiting = Vec::new();
            for literal in literals {
                let ready = !(guarded && self.grows(literal));
                if ready && self.score(literal, bound).is_finite() {
                    steps.push(self.place(literal, bound));
                } else {
                    waiting.push(literal);
                }
            }
            literals = waiting;
            if literals.len() == before {
                steps.push(self.split(literals, bound));
                break;
            }
        }
        steps
    }

    /// Where every condition waits for variables that only some branches of an `or` bind, all the rest is
    /// compiled for each branch separately.
    fn split(&mut self, mut literals: Vec<&Literal>, bound: &mut Bound) -> Step {
        let any = literals.iter().position(|literal| matches!(literal, Literal::Any(_)));
        let Some(Literal::Any(branches)) = any.map(|place| literals.remove(place)) else {
            unreachable!("in safe rules only disjunctions can wait for each other");
        };
        self.compiler.splits += branches.len();
        if self.compiler.splits > MAX_SPLITS {
            return Step::Any(Vec::new());
        }
        let whole = branches.iter().map(|branch| branch.iter().chain(literals.iter().copied()));
        let whole: Vec<Vec<&Literal>> = whole.map(Iterator::collect).collect();
        // A case may have to be split again, and so on: the thread's stack need not reach that far.
        stacker::maybe_grow(STACK_LEFT, STACK_MORE, || self.any(whole, bound))
    }

    /// The rows to expect, with a preference for cheap tests; infinite if it must wait.
    fn score(&mut self, literal: &Literal, bound: &Bound) -> f64 {
        match literal {
            Literal::Distinct(left, right) | Literal::Same(left, right) => {
                let ready = self.is_bound(*left, bound) && self.is_bound(*right, bound);
                if ready { 0.0 } else { f64::INFINITY }
            }
            Literal::Fails(predicate) => {
                let ready = predicate.arguments.iter().all(|&term| self.is_bound(term, bound));
                if ready { self.test_cost(predicate) } else { f64::INFINITY }
            }
            Literal::Holds(predicate) => self.expected_rows(predicate, bound),
            Literal::Any(branches) if self.leaves_open(literal, branches, bound) => f64::INFINITY,
            // A branch is worth what its best condition promises.
            Literal::Any(branches) => branches
                .iter()
                .map(|branch| {
                    let promises = branch.iter().map(|literal| self.score(literal, bound));
                    promises.reduce(f64::min).unwrap_or(1.0)
                })
                .sum(),
        }
    }

    /// Whether a variable that also occurs elsewhere would be known after some branches only.
    fn leaves_open(&self, any: &Literal, branches: &[Vec<Literal>], bound: &Bound) -> bool {
        let mut inside = HashMap::new();
        self.each_variable(any, &mut |variable| *inside.entry(variable).or_insert(0) += 1);
        inside.retain(|variable, count| {
            !bound.contains(variable) && self.occurrences[variable] > *count
        });
        if inside.is_empty() {
            return false;
        }
        let common = self.bound_by_every(branches);
        inside.keys().any(|variable| !common.contains(variable))
    }

    fn bound_by_every(&self, branches: &[Vec<Literal>]) -> Bound {
        let each = branches.iter().map(|branch| self.bound_by(branch));
        each.reduce(|common, here| &common & &here).unwrap_or_default()
    }

    /// What a conjunction binds.
    fn bound_by(&self, conjunction: &[Literal]) -> Bound {
        let mut bound = Bound::new();
        for literal in conjunction {
            match literal {
                Literal::Holds(_) => self.each_variable(literal, &mut |variable| {
                    bound.insert(variable);
                }),
                Literal::Any(branches) => bound.extend(self.bound_by_every(branches)),
                Literal::Fails(_) | Literal::Distinct(..) | Literal::Same(..) => {}
            }
        }
        bound
    }

    fn test_cost(&mut self, predicate: &Predicate) -> f64 {
        match self.locate(predicate).0 {
            Place::Store(_) => 0.3,
            Place::Derived(_) => 0.8,
        }
    }

    fn expected_rows(&mut self, predicate: &Predicate, bound: &Bound) -> f64 {
        let (place, terms) = self.locate(predicate);
        let known = self.known_columns(&terms, bound);
        let (width, relation) = (terms.len(), predicate.relation);
        let store = match place {
            Place::Derived(_) if known.len() == width => return self.test_cost(predicate),
            Place::Derived(_) => return self.compiler.survey.derived(relation, &known, width),
            Place::Store(store) => store,
        };
        let compiler = &mut *self.compiler;
        if store == compiler.program.moves {
            return if known.contains(&0) { 1.0 } else { compiler.rules.roles().len() as f64 };
        }
        if !compiler.is_true(relation) {
            return compiler.fact_store(relation).1.expect(&known, width);
        }
        let name = compiler.rules.terms().symbol(predicate.arguments[0]);
        compiler.survey.fluent(name, &known, width)
    }

    /// Compiles a condition at this place; its variables are bound afterwards.
    fn place(&mut self, literal: &Literal, bound: &mut Bound) -> Step {
        match literal {
            Literal::Holds(predicate) => self.rows(predicate, false, bound),
            Literal::Fails(predicate) => self.rows(predicate, true, bound),
            Literal::Distinct(left, right) => self.compare(*left, *right, false),
            Literal::Same(left, right) => self.compare(*left, *right, true),
            Literal::Any(branches) => {
                self.any(branches.iter().map(|branch| branch.iter().collect()).collect(), bound)
            }
        }
    }

    /// After an `or`, what all its branches bind is known.
    fn any(&mut self, branches: Vec<Vec<&Literal>>, bound: &mut Bound) -> Step {
        let mut common: Option<Bound> = None;
        let mut steps = Vec::with_capacity(branches.len());
        for branch in branches {
            let mut inside = bound.clone();
            steps.push(self.conjunction(branch, &mut inside));
            common = Some(match common {
                None => inside,
                Some(common) => &common & &inside,
            });
        }
        bound.extend(common.unwrap_or_default());
        Step::Any(steps)
    }

    fn compare(&mut self, left: Term, right: Term, equal: bool) -> Step {
        Step::Compare { left: self.build(left), right: self.build(right), equal }
    }

    fn rows(&mut self, predicate: &Predicate, negated: bool, bound: &mut Bound) -> Step {
        let (place, terms) = self.locate(predicate);
        let known = self.known_columns(&terms, bound);
        // Columns of a procedure's answers are counted among the free ones, of a store's among all.
        let (known, from, among_free) = match place {
            Place::Store(store) => {
                let from = self.compiler.rows_from(store, &known);
                (known, from, false)
            }
            Place::Derived(relation) => {
                let (known, procedure) = self.compiler.way(relation, known);
                (known, Source::Procedure(procedure), true)
            }
        };
        let key = known.iter().map(|&column| self.build(terms[column])).collect();
        let mut columns = Vec::new();
        for (place, column) in super::free_columns(&known, terms.len()).enumerate() {
            match self.pattern(terms[column], bound) {
                Match::Ignore => {}
                pattern => columns.push((if among_free { place } else { column }, pattern)),
            }
        }
        let condition = Condition { from, key, columns: columns.into() };
        Step::Rows { condition, negated }
    }

    /// Where a predicate's rows are, and the terms of their columns.
    fn locate(&mut self, predicate: &Predicate) -> (Place, Vec<Term>) {
        let compiler = &mut *self.compiler;
        let relation = predicate.relation;
        if compiler.is_true(relation) {
            let terms = compiler.rules.terms();
            let fact = predicate.arguments[0];
            if terms.is_variable(fact) {
                return (Place::Store(compiler.all_facts_store()), vec![fact]);
            }
            let columns = terms.arguments(fact).to_vec();
            let store = compiler.fluent_store(terms.symbol(fact), columns.len());
            return (Place::Store(store), columns);
        }
        let place = if compiler.is_does(relation) {
            Place::Store(compiler.program.moves)
        } else if compiler.stored[relation.0 as usize] {
            Place::Store(compiler.fact_store(relation).0)
        } else {
            Place::Derived(relation)
        };
        (place, predicate.arguments.to_vec())
    }

    fn known_columns(&self, terms: &[Term], bound: &Bound) -> Known {
        (0..terms.len()).filter(|&column| self.is_bound(terms[column], bound)).collect()
    }

    fn is_bound(&self, term: Term, bound: &Bound) -> bool {
        let mut all = true;
        let terms = self.compiler.rules.terms();
        terms.each_variable(term, &mut |variable| all &= bound.contains(&variable));
        all
    }

    /// Calls `visit` for every occurrence of a variable in a condition.
    fn each_variable(&self, literal: &Literal, visit: &mut impl FnMut(Symbol)) {
        let terms = self.compiler.rules.terms();
        match literal {
            Literal::Holds(predicate) | Literal::Fails(predicate) => {
                predicate.arguments.iter().for_each(|&term| terms.each_variable(term, visit));
            }
            Literal::Distinct(left, right) | Literal::Same(left, right) => {
                terms.each_variable(*left, visit);
                terms.each_variable(*right, visit);
            }
            Literal::Any(branches) => {
                branches.iter().flatten().for_each(|literal| self.each_variable(literal, visit));
            }
        }
    }

    fn slot(&mut self, variable: Symbol) -> Slot {
        let next = self.slots.len() as Slot;
        *self.slots.entry(variable).or_insert(next)
    }

    /// How to make a term all of whose variables are known.
    fn build(&mut self, term: Term) -> Build {
        if let Some(ground) = self.compiler.constants[term.0 as usize] {
            return Build::Constant(ground);
        }
        let terms = self.compiler.rules.terms();
        let name = terms.symbol(term);
        if terms.is_variable(term) {
            return Build::Variable(self.slot(name));
        }
        let arguments = terms.arguments(term).iter().map(|&argument| self.build(argument));
        Build::Compound(name, arguments.collect())
    }

    /// How to match a term, binding the variables that are not yet known.
    fn pattern(&mut self, term: Term, bound: &mut Bound) -> Match {
        if self.is_bound(term, bound) {
            return Match::Equal(self.build(term));
        }
        let terms = self.compiler.rules.terms();
        let name = terms.symbol(term);
        if !terms.is_variable(term) {
            let arguments = terms.arguments(term).iter();
            return Match::Compound(
                name,
                arguments.map(|&term| self.pattern(term, bound)).collect(),
            );
        }
        if self.occurrences[&name] == 1 {
            return Match::Ignore;
        }
        bound.insert(name);
        Match::Bind(self.slot(name))
    }
}
