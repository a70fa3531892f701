//! From checked rules to ground rules: every rule with all the values its variables can take in play.
//!
//! Steps: `convert` (no disjunctions), `unfold` (no mere names), `split` (small clauses), `fixpoint` (everything that is possible, by joins
//! over the atoms found so far: `join`, `store`, `values`).

mod clause;
mod convert;
mod fixpoint;
mod join;
mod split;
mod store;
mod unfold;
pub mod values;

pub use fixpoint::{GroundLiteral, GroundRules};
pub use store::AtomId;

use crate::limits::{Limits, Stop};
use clause::{ById, Kind, RelationId};
use fixpoint::{Fixpoint, Keywords};
use gdl::{Relation, Rules};
use store::Store;
use values::{Value, Values};

/// The ground rules of a game.
pub struct Ground {
    /// The terms.
    pub values: Values,
    /// The ground rules.
    pub rules: GroundRules,
    /// The roles.
    pub roles: Vec<Value>,
    store: Store,
    keywords: Keywords,
    kinds: ById<Kind>,
}

/// What an atom is to the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// A fact is true in the current state.
    Fact(Value),
    /// A role makes a move.
    Does(Value, Value),
    /// Something that ground rules derive.
    Derived,
    /// It is always the case.
    Always,
    /// It is never the case.
    Never,
}

impl Ground {
    /// Grounds rules, as far as play or these other relations depend on them.
    pub fn new(rules: &Rules, others: &[Relation], limits: &Limits) -> Result<Ground, Stop> {
        let mut values = Values::default();
        let roles = rules.roles().iter().map(|&role| convert::ground(rules, &mut values, role));
        let roles = roles.collect::<Result<Vec<_>, _>>()?;
        let mut draft = convert::convert(rules, others, &mut values)?;
        unfold::unfold(&mut draft);
        split::split(&mut draft);
        let keywords = Keywords::of(rules);
        let mut fixpoint = Fixpoint::new(draft, values, keywords, limits);
        fixpoint.run()?;
        let Fixpoint { values, store, rules, kinds, .. } = fixpoint;
        Ok(Ground { values, rules, roles, store, keywords, kinds })
    }

    /// How many atoms there are.
    pub fn atoms(&self) -> usize {
        self.store.len()
    }

    /// What an atom is.
    pub fn meaning(&self, atom: AtomId) -> Meaning {
        let relation = Some(self.store.relation(atom));
        let arguments = self.store.arguments(atom);
        if !self.store.is_derived(atom) {
            Meaning::Never
        } else if relation == self.keywords.fact {
            Meaning::Fact(arguments[0])
        } else if relation == self.keywords.does {
            Meaning::Does(arguments[0], arguments[1])
        } else if self.kinds[self.store.relation(atom)] == Kind::Static {
            Meaning::Always
        } else {
            Meaning::Derived
        }
    }

    /// The atoms `(init …)` and the facts in them.
    pub fn init(&self) -> impl Iterator<Item = (AtomId, Value)> + '_ {
        self.single(self.keywords.init)
    }

    /// The atoms `(next …)` and the facts in them.
    pub fn next(&self) -> impl Iterator<Item = (AtomId, Value)> + '_ {
        self.single(self.keywords.next)
    }

    /// The atoms `(legal … …)`, with role and move.
    pub fn legal(&self) -> impl Iterator<Item = (AtomId, Value, Value)> + '_ {
        self.double(self.keywords.legal)
    }

    /// The atoms `(goal … …)`, with role and value.
    pub fn goal(&self) -> impl Iterator<Item = (AtomId, Value, Value)> + '_ {
        self.double(self.keywords.goal)
    }

    /// The atom `terminal`, if the game can end.
    pub fn terminal(&self) -> Option<AtomId> {
        self.derived(self.keywords.terminal).next()
    }

    /// The atoms of a relation, with what it is applied to.
    pub fn of(&self, relation: Relation) -> impl Iterator<Item = (AtomId, &[Value])> + '_ {
        let atoms = self.derived(Some(RelationId(relation.0)));
        atoms.map(|atom| (atom, self.store.arguments(atom)))
    }

    fn derived(&self, relation: Option<RelationId>) -> impl Iterator<Item = AtomId> + '_ {
        relation.into_iter().flat_map(|relation| self.store.visible(relation).iter().copied())
    }

    fn single(&self, relation: Option<RelationId>) -> impl Iterator<Item = (AtomId, Value)> + '_ {
        self.derived(relation).map(|atom| (atom, self.store.arguments(atom)[0]))
    }

    fn double(
        &self,
        relation: Option<RelationId>,
    ) -> impl Iterator<Item = (AtomId, Value, Value)> + '_ {
        self.derived(relation).map(|atom| {
            let arguments = self.store.arguments(atom);
            (atom, arguments[0], arguments[1])
        })
    }
}
