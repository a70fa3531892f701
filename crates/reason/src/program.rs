//! The compiled rules: for every binding pattern in which a relation is asked (the set of arguments that are
//! known), its clauses as join plans. A plan is a chain of operations; each finds values for further
//! variables or tests known ones, and hands over to the next.
//!
//! Nothing here makes or runs plans.

use crate::pool::GroundTerm;
use crate::rows::IndexId;
use gdl::{Relation, Symbol};
use std::collections::{HashMap, HashSet};
use std::ops::{Index, IndexMut};
use term::{ById, id_type};

id_type! {
    /// The register of a variable in the frame of its clause.
    pub(crate) struct Register(pub(crate) u32);
}

id_type! {
    /// An operation of a [`CompiledRules`].
    pub(crate) struct OperationId(pub(crate) u32);
}

id_type! {
    /// A procedure of a [`CompiledRules`].
    pub(crate) struct ProcedureId(pub(crate) u32);
}

id_type! {
    /// A store of the solver: the rows of a relation that needs no evaluation.
    pub(crate) struct StoreId(pub(crate) u32);
}

/// Instructions to make a ground term of known ones.
#[derive(Clone, Debug)]
pub(crate) enum Template {
    Constant(GroundTerm),
    Variable(Register),
    Compound(Symbol, Box<[Template]>),
}

/// A condition on a ground term in a column, which may give variables their values.
#[derive(Clone, Debug)]
pub(crate) enum ColumnPattern {
    /// Matches any term, which is not used anywhere else.
    Ignore,
    /// Matches any term, which becomes the value of the variable.
    Bind(Register),
    /// Matches the term of this template only.
    Equal(Template),
    /// Matches this function applied to matching arguments.
    Compound(Symbol, Box<[ColumnPattern]>),
}

impl ColumnPattern {
    /// Whether matching gives a variable its value.
    pub(crate) fn binds(&self) -> bool {
        match self {
            ColumnPattern::Bind(_) => true,
            ColumnPattern::Compound(_, inner) => inner.iter().any(ColumnPattern::binds),
            ColumnPattern::Ignore | ColumnPattern::Equal(_) => false,
        }
    }
}

/// The origin of the rows of a condition.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RowSource {
    /// All rows of a store.
    Store(StoreId),
    /// The rows of a store that an index finds by the key.
    Index(StoreId, IndexId),
    /// The answers of a procedure to the key.
    Procedure(ProcedureId),
}

/// A condition on rows: it holds for those that the source has for the key and whose other columns match.
#[derive(Debug)]
pub(crate) struct RowCondition {
    pub(crate) from: RowSource,
    pub(crate) key: Box<[Template]>,
    /// Columns are counted among all columns of a store, or among the unknown ones of a procedure.
    pub(crate) columns: Box<[(usize, ColumnPattern)]>,
}

/// One step of a join plan.
#[derive(Debug)]
pub(crate) enum JoinOperation {
    /// Continues for every row that matches, with the variables that it binds.
    Each(RowCondition, OperationId),
    /// Continues (once) if a row matches.
    Exists(RowCondition, OperationId),
    /// Continues if no row matches.
    Fails(RowCondition, OperationId),
    /// Continues if the terms are equal (or, if `equal` is false, if they are not).
    Compare { left: Template, right: Template, equal: bool, then: OperationId },
    /// Continues with each of these operations.
    Any(Box<[OperationId]>),
    /// Reports an answer: the values of the unknown arguments of the head.
    Emit(Box<[Template]>),
}

/// A clause, compiled for one binding pattern.
#[derive(Debug)]
pub(crate) struct ClausePlan {
    /// The patterns that the values of the key must match.
    pub(crate) head: Box<[ColumnPattern]>,
    /// Number of variables of the clause.
    pub(crate) registers: usize,
    /// The operation that the plan begins with.
    pub(crate) start: OperationId,
}

/// Lifetime of the answers of a procedure, by what they depend on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Validity {
    Always,
    State,
    Moves,
}

impl Validity {
    pub(crate) const ALL: [Validity; 3] = [Validity::Always, Validity::State, Validity::Moves];
}

/// A value for each [`Validity`].
#[derive(Clone, Debug, Default)]
pub(crate) struct PerValidity<T>([T; Validity::ALL.len()]);

impl<T> PerValidity<T> {
    /// Returns the values of all validities.
    pub(crate) fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }
}

impl<T> Index<Validity> for PerValidity<T> {
    type Output = T;

    #[inline]
    fn index(&self, validity: Validity) -> &T {
        &self.0[validity as usize]
    }
}

impl<T> IndexMut<Validity> for PerValidity<T> {
    #[inline]
    fn index_mut(&mut self, validity: Validity) -> &mut T {
        &mut self.0[validity as usize]
    }
}

/// A relation, compiled for one binding pattern.
#[derive(Debug)]
pub(crate) struct Procedure {
    /// Number of known arguments: the length of a key.
    pub(crate) key_width: usize,
    /// Number of unknown arguments: the length of an answer.
    pub(crate) answer_width: usize,
    pub(crate) validity: Validity,
    /// The plans that are tried for every key.
    pub(crate) plans: Vec<ClausePlan>,
    /// Further plans, for keys with certain constants.
    pub(crate) plans_by_constant: Option<PlansByConstant>,
}

/// Plans of clauses with constants in their heads, by the constant in one place of the key, so that only those with
/// the right one are tried.
#[derive(Debug)]
pub(crate) struct PlansByConstant {
    /// The place in the key of the constants.
    pub(crate) place: usize,
    /// The plans for each constant.
    pub(crate) plans: HashMap<GroundTerm, Vec<ClausePlan>>,
}

impl PlansByConstant {
    /// Number of plans up to which trying them all is as fast.
    const MAX_UNINDEXED: usize = 6;

    /// Takes the plans with a constant in the place that has the most distinct ones; `None` if there are few plans.
    pub(crate) fn take(plans: &mut Vec<ClausePlan>, key_width: usize) -> Option<PlansByConstant> {
        if plans.len() <= PlansByConstant::MAX_UNINDEXED {
            return None;
        }
        let constants = |place: usize| {
            let found = plans.iter().filter_map(|plan| plan.constant(place));
            found.collect::<HashSet<GroundTerm>>().len()
        };
        let place = (0..key_width).max_by_key(|&place| constants(place))?;
        let mut taken = PlansByConstant { place, plans: HashMap::new() };
        for plan in std::mem::take(plans) {
            match plan.constant(place) {
                Some(constant) => taken.plans.entry(constant).or_default().push(plan),
                None => plans.push(plan),
            }
        }
        Some(taken)
    }
}

impl ClausePlan {
    /// Returns the constant that the key must have in this place.
    fn constant(&self, place: usize) -> Option<GroundTerm> {
        match self.head[place] {
            ColumnPattern::Equal(Template::Constant(constant)) => Some(constant),
            _ => None,
        }
    }
}

/// The facts of one function or object symbol, as a relation: `(cell 1 1 b)` is the row `1 1 b` of `cell`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FluentKey {
    pub(crate) symbol: Symbol,
    pub(crate) arity: usize,
}

/// The rules in the form that the solver runs.
#[derive(Debug, Default)]
pub(crate) struct CompiledRules {
    pub(crate) operations: ById<OperationId, JoinOperation>,
    pub(crate) procedures: ById<ProcedureId, Procedure>,
    /// The fluents that rules ask for, with the store of the facts of each.
    pub(crate) fluents: Vec<(FluentKey, StoreId)>,
    /// The store of all facts of the state, in one column: for conditions such as `(true ?fact)`.
    pub(crate) all_facts: Option<StoreId>,
    /// The store of the moves: role and move.
    pub(crate) moves: StoreId,
    /// For surveys: the procedures that give all rows of a relation.
    pub(crate) all_rows: Vec<(Relation, ProcedureId)>,
    /// The procedures of the questions that the rules define.
    pub(crate) questions: Questions,
}

/// The procedures that answer the questions of play.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Questions {
    pub(crate) init: Option<ProcedureId>,
    pub(crate) legal: Option<ProcedureId>,
    pub(crate) next: Option<ProcedureId>,
    pub(crate) terminal: Option<ProcedureId>,
    pub(crate) goal: Option<ProcedureId>,
}
