//! The conditions that a new atom may match, found by its relation and first argument: most relations have many
//! clauses, and most clauses are about one function or object.

use crate::clause::{Atom, ClauseTerm, RelationId};
use crate::fixpoint::ClauseId;
use crate::values::{Value, Values};
use gdl::Symbol;
use hashbrown::HashMap;
use term::TermTable;

/// A condition of a clause: the clause is joined with every new atom that matches the condition.
#[derive(Clone, Copy)]
pub struct Trigger {
    pub clause: ClauseId,
    /// Index in the body of the clause.
    pub condition: u32,
}

/// The triggers of a set of clauses.
#[derive(Default)]
pub struct Triggers(HashMap<TriggerKey, Vec<Trigger>>);

/// A relation, and the restriction on its first argument.
type TriggerKey = (RelationId, First);

/// The restriction of a condition on its first argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum First {
    Any,
    /// A function with this number of arguments.
    Function(Symbol, usize),
    Object(Value),
}

impl Triggers {
    /// Adds the trigger of a condition about an atom.
    pub fn insert(&mut self, atom: &Atom, trigger: Trigger) {
        let first = match atom.arguments.first() {
            None | Some(ClauseTerm::Variable(_)) => First::Any,
            Some(ClauseTerm::Constant(value)) => First::Object(*value),
            Some(ClauseTerm::Compound(symbol, parts)) => First::Function(*symbol, parts.len()),
        };
        self.0.entry((atom.relation, first)).or_default().push(trigger);
    }

    /// Iterates over the triggers that an atom of a relation with this first argument may match.
    pub fn of<'a>(
        &'a self,
        relation: RelationId,
        first: Option<Value>,
        values: &Values,
    ) -> impl Iterator<Item = Trigger> + use<'a> {
        let function = |value| First::Function(values.symbol(value), values.arguments(value).len());
        let places = [Some(First::Any), first.map(function), first.map(First::Object)];
        let found = places.into_iter().flatten().filter_map(move |it| self.0.get(&(relation, it)));
        found.flatten().copied()
    }
}
