//! Compilation of one clause: the registers of its variables, and the operations of its conditions.
//!
//! The order of the conditions is chosen in `order`.

use super::{BindingPattern, Compiler};
use crate::limits::{STACK_GROWTH, STACK_RESERVE};
use crate::program::{
    ClausePlan, ColumnPattern, FluentKey, JoinOperation, OperationId, Register, RowCondition,
    RowSource, StoreId, Template,
};
use gdl::{Clause, Literal, Predicate, Relation, Symbol, TermId};
use std::collections::{HashMap, HashSet};
use term::{Id, TermTable};

/// The variables that have a value at some place in a plan. A branch of an `or` works on a copy.
pub(super) type Bound = HashSet<Symbol>;

/// A compiled condition whose place in the chain of operations is not yet known.
pub(super) enum BodyStep {
    Rows { condition: RowCondition, negated: bool },
    Compare { left: Template, right: Template, equal: bool },
    Any(Vec<Vec<BodyStep>>),
}

/// The location of the rows of a predicate.
pub(super) enum Location {
    Store(StoreId),
    Derived(Relation),
}

impl Compiler<'_> {
    /// Makes the plan of a clause for a binding pattern.
    pub(super) fn clause_plan(&mut self, clause: &Clause, known: &BindingPattern) -> ClausePlan {
        let info = self.rules.relation(clause.head.relation);
        let cycle = info.recursive.then_some(info.component);
        let mut body =
            Body { compiler: self, cycle, registers: HashMap::new(), occurrences: HashMap::new() };
        let arguments = &clause.head.arguments;
        body.count_occurrences(clause);
        let mut bound = Bound::new();
        let head =
            known.iter().map(|&column| body.pattern(arguments[column], &mut bound)).collect();
        let steps = body.conjunction(clause.body.iter().collect(), &mut bound);
        let free = super::free_columns(known, arguments.len());
        let emit = free.map(|column| body.template(arguments[column])).collect();
        let registers = body.registers.len();
        let emit = self.push(JoinOperation::Emit(emit));
        let start = self.chain(steps, emit);
        ClausePlan { head, registers, start }
    }

    /// Adds the operations of steps, from the last to the first, each of which leads to the next and the last one to
    /// `then`. Returns the first operation.
    fn chain(&mut self, steps: Vec<BodyStep>, mut then: OperationId) -> OperationId {
        for step in steps.into_iter().rev() {
            let operation = match step {
                BodyStep::Compare { left, right, equal } => {
                    JoinOperation::Compare { left, right, equal, then }
                }
                BodyStep::Any(branches) => {
                    let starts = branches.into_iter().map(|branch| {
                        stacker::maybe_grow(STACK_RESERVE, STACK_GROWTH, || {
                            self.chain(branch, then)
                        })
                    });
                    JoinOperation::Any(starts.collect())
                }
                BodyStep::Rows { condition, negated: true } => {
                    JoinOperation::Fails(condition, then)
                }
                BodyStep::Rows { condition, negated: false } => {
                    if condition.columns.iter().any(|(_, pattern)| pattern.binds()) {
                        JoinOperation::Each(condition, then)
                    } else {
                        JoinOperation::Exists(condition, then)
                    }
                }
            };
            then = self.push(operation);
        }
        then
    }
}

/// The conditions of a clause while they are compiled.
pub(super) struct Body<'c, 'a> {
    pub(super) compiler: &'c mut Compiler<'a>,
    /// The component of mutually recursive relations that the clause is part of.
    pub(super) cycle: Option<u32>,
    registers: HashMap<Symbol, Register>,
    /// Number of occurrences of each variable in the clause.
    pub(super) occurrences: HashMap<Symbol, usize>,
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

    /// Compiles a condition where these variables are bound; its own are bound afterwards.
    pub(super) fn step(&mut self, literal: &Literal, bound: &mut Bound) -> BodyStep {
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

    /// Compiles a disjunction; afterwards, the variables that all its branches bind are bound.
    pub(super) fn any(&mut self, branches: Vec<Vec<&Literal>>, bound: &mut Bound) -> BodyStep {
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
        BodyStep::Any(steps)
    }

    fn compare(&mut self, left: TermId, right: TermId, equal: bool) -> BodyStep {
        BodyStep::Compare { left: self.template(left), right: self.template(right), equal }
    }

    fn rows(&mut self, predicate: &Predicate, negated: bool, bound: &mut Bound) -> BodyStep {
        let (location, terms) = self.locate(predicate);
        let known = self.known_columns(&terms, bound);
        // Columns of a procedure's answers are counted among the unknown ones, those of a store among all.
        let (known, from, among_unknown) = match location {
            Location::Store(store) => {
                let from = self.compiler.rows_from(store, &known);
                (known, from, false)
            }
            Location::Derived(relation) => {
                let (known, procedure) = self.compiler.procedure_for(relation, known);
                (known, RowSource::Procedure(procedure), true)
            }
        };
        let key = known.iter().map(|&column| self.template(terms[column])).collect();
        let mut columns = Vec::new();
        for (place, column) in super::free_columns(&known, terms.len()).enumerate() {
            match self.pattern(terms[column], bound) {
                ColumnPattern::Ignore => {}
                pattern => columns.push((if among_unknown { place } else { column }, pattern)),
            }
        }
        let condition = RowCondition { from, key, columns: columns.into() };
        BodyStep::Rows { condition, negated }
    }

    /// Returns the location of a predicate's rows, and the terms of their columns.
    pub(super) fn locate(&mut self, predicate: &Predicate) -> (Location, Vec<TermId>) {
        let compiler = &mut *self.compiler;
        let relation = predicate.relation;
        if compiler.is_true(relation) {
            let terms = compiler.rules.terms();
            let fact = predicate.arguments[0];
            if terms.is_variable(fact) {
                return (Location::Store(compiler.all_facts_store()), vec![fact]);
            }
            let columns = terms.arguments(fact).to_vec();
            let fluent = FluentKey { symbol: terms.symbol(fact), arity: columns.len() };
            return (Location::Store(compiler.fluent_store(fluent)), columns);
        }
        let location = if compiler.is_does(relation) {
            Location::Store(compiler.program.moves)
        } else if compiler.is_stored[relation] {
            Location::Store(compiler.fact_store(relation).0)
        } else {
            Location::Derived(relation)
        };
        (location, predicate.arguments.to_vec())
    }

    /// Returns the columns whose terms have no variables that are not bound.
    pub(super) fn known_columns(&self, terms: &[TermId], bound: &Bound) -> BindingPattern {
        (0..terms.len()).filter(|&column| self.is_bound(terms[column], bound)).collect()
    }

    /// Whether all variables of a term are bound.
    pub(super) fn is_bound(&self, term: TermId, bound: &Bound) -> bool {
        let mut all = true;
        let terms = self.compiler.rules.terms();
        terms.each_variable(term, &mut |variable| all &= bound.contains(&variable));
        all
    }

    /// Calls `visit` for every occurrence of a variable in a condition.
    pub(super) fn each_variable(&self, literal: &Literal, visit: &mut impl FnMut(Symbol)) {
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

    fn register(&mut self, variable: Symbol) -> Register {
        let next = Register::from_index(self.registers.len());
        *self.registers.entry(variable).or_insert(next)
    }

    /// Returns the template of a term all of whose variables are bound.
    fn template(&mut self, term: TermId) -> Template {
        if let Some(ground) = self.compiler.constants[term] {
            return Template::Constant(ground);
        }
        let terms = self.compiler.rules.terms();
        let name = terms.symbol(term);
        if terms.is_variable(term) {
            return Template::Variable(self.register(name));
        }
        let arguments = terms.arguments(term).iter().map(|&argument| self.template(argument));
        Template::Compound(name, arguments.collect())
    }

    /// Returns the pattern that matches a term and binds those of its variables that are not bound.
    fn pattern(&mut self, term: TermId, bound: &mut Bound) -> ColumnPattern {
        if self.is_bound(term, bound) {
            return ColumnPattern::Equal(self.template(term));
        }
        let terms = self.compiler.rules.terms();
        let name = terms.symbol(term);
        if !terms.is_variable(term) {
            let arguments = terms.arguments(term).iter();
            let arguments = arguments.map(|&term| self.pattern(term, bound));
            return ColumnPattern::Compound(name, arguments.collect());
        }
        if self.occurrences[&name] == 1 {
            return ColumnPattern::Ignore;
        }
        bound.insert(name);
        ColumnPattern::Bind(self.register(name))
    }
}
