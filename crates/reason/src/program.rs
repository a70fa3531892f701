//! What the rules are compiled to: for every way in which a relation is asked (which arguments are
//! known), its clauses as join plans. A plan is a chain of operations; each finds values for further
//! variables or tests what is known, and hands over to the next one.

use crate::pool::Ground;
use gdl::{Relation, Symbol};
use std::collections::{HashMap, HashSet};

/// A variable's place in the frame of its clause.
pub(crate) type Slot = u32;

/// An operation, as an index into [`Program::operations`].
pub(crate) type OperationId = u32;

/// A procedure, as an index into [`Program::procedures`].
pub(crate) type ProcedureId = u32;

/// Stored rows, as an index into the solver's stores.
pub(crate) type StoreId = u32;

/// How to make a ground term from what is known.
#[derive(Clone, Debug)]
pub(crate) enum Build {
    Constant(Ground),
    Variable(Slot),
    Compound(Symbol, Box<[Build]>),
}

/// What to do with a ground term that was found.
#[derive(Clone, Debug)]
pub(crate) enum Match {
    /// It may be anything, and nobody asks.
    Ignore,
    /// It is the variable's value from here on.
    Bind(Slot),
    /// It must equal this.
    Equal(Build),
    /// It must be this function applied to matching arguments.
    Compound(Symbol, Box<[Match]>),
}

impl Match {
    /// Whether matching gives a variable its value.
    pub(crate) fn binds(&self) -> bool {
        match self {
            Match::Bind(_) => true,
            Match::Compound(_, inner) => inner.iter().any(Match::binds),
            Match::Ignore | Match::Equal(_) => false,
        }
    }
}

/// Where the rows of a condition come from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// All rows of a store.
    Store(StoreId),
    /// The rows of a store that an index finds by the key.
    Index(StoreId, usize),
    /// The answers of a procedure to the key.
    Procedure(ProcedureId),
}

/// Rows to look at: those that `from` has for the key and whose other columns match.
#[derive(Debug)]
pub(crate) struct Condition {
    pub(crate) from: Source,
    pub(crate) key: Box<[Build]>,
    pub(crate) columns: Box<[(usize, Match)]>,
}

/// One step of a join plan.
#[derive(Debug)]
pub(crate) enum Operation {
    /// For every row: bind what is free, then go on.
    Each(Condition, OperationId),
    /// Go on (once) if there is a row.
    Exists(Condition, OperationId),
    /// Go on if there is no row.
    Fails(Condition, OperationId),
    /// Go on if the terms are equal (or, if `equal` is false, if they are not).
    Compare { left: Build, right: Build, equal: bool, then: OperationId },
    /// Go on with each of these.
    Any(Box<[OperationId]>),
    /// The head holds; these are the values of its free arguments.
    Emit(Box<[Build]>),
}

/// A clause, for one way of asking.
#[derive(Debug)]
pub(crate) struct Plan {
    /// What the key's values must match.
    pub(crate) head: Box<[Match]>,
    /// How many variables there are.
    pub(crate) slots: usize,
    /// The first operation.
    pub(crate) start: OperationId,
}

/// What the answers of a procedure depend on, and so how long they stay valid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Validity {
    Always,
    State,
    Moves,
}

/// A relation asked in one way.
#[derive(Debug)]
pub(crate) struct Procedure {
    /// How many arguments are known: the length of the key.
    pub(crate) key_width: usize,
    /// How many are asked for: the length of an answer.
    pub(crate) answer_width: usize,
    pub(crate) validity: Validity,
    /// The plans to try for any key.
    pub(crate) plans: Vec<Plan>,
    /// Further plans, for keys that have a certain constant.
    pub(crate) special: Option<Special>,
}

/// Plans of clauses that have a constant in their head: of many, only those with the right constant are
/// tried.
#[derive(Debug)]
pub(crate) struct Special {
    /// The place in the key where the constants are.
    pub(crate) place: usize,
    /// The plans for each constant.
    pub(crate) plans: HashMap<Ground, Vec<Plan>>,
}

impl Special {
    /// With so few plans, trying them all is as good.
    const FEW: usize = 6;

    /// Takes the plans that have a constant in the place where there are the most different ones.
    pub(crate) fn take(plans: &mut Vec<Plan>, key_width: usize) -> Option<Special> {
        if plans.len() <= Special::FEW {
            return None;
        }
        let constants = |place: usize| {
            let found = plans.iter().filter_map(|plan| plan.constant(place));
            found.collect::<HashSet<Ground>>().len()
        };
        let place = (0..key_width).max_by_key(|&place| constants(place))?;
        let mut special = Special { place, plans: HashMap::new() };
        for plan in std::mem::take(plans) {
            match plan.constant(place) {
                Some(constant) => special.plans.entry(constant).or_default().push(plan),
                None => plans.push(plan),
            }
        }
        Some(special)
    }
}

impl Plan {
    /// The constant that the key must have in this place.
    fn constant(&self, place: usize) -> Option<Ground> {
        match self.head[place] {
            Match::Equal(Build::Constant(constant)) => Some(constant),
            _ => None,
        }
    }
}

/// The compiled rules.
#[derive(Debug, Default)]
pub(crate) struct Program {
    pub(crate) operations: Vec<Operation>,
    pub(crate) procedures: Vec<Procedure>,
    /// The store for the facts of each fluent: `(cell 1 1 b)` is the row `1 1 b` of `cell`.
    pub(crate) fluents: Vec<(Symbol, usize, StoreId)>,
    /// The store for all facts of the state, one column: for conditions such as `(true ?fact)`.
    pub(crate) all_facts: Option<StoreId>,
    /// The store for the moves: role and move.
    pub(crate) moves: StoreId,
    /// For surveys: what gives all rows of a relation.
    pub(crate) all_rows: Vec<(Relation, ProcedureId)>,
    /// The five questions (and `init`), where the rules define them.
    pub(crate) questions: Questions,
}

/// The procedures that answer the questions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Questions {
    pub(crate) init: Option<ProcedureId>,
    pub(crate) legal: Option<ProcedureId>,
    pub(crate) next: Option<ProcedureId>,
    pub(crate) terminal: Option<ProcedureId>,
    pub(crate) goal: Option<ProcedureId>,
}
