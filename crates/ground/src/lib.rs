//! Grounding: from checked rules to ground rules, every rule with all the values its variables can take in play.
//!
//! The pipeline: `convert` (clauses without disjunctions), `unfold` (static views replaced by their conditions),
//! `split` (existential variables eliminated into shared auxiliary relations), `fixpoint` (a semi-naive pass over
//! everything that play could reach, which records the `ground_rules`). The pass finds the clauses that a new atom may
//! match (`triggers`), plans the order of their conditions (`plan`) and searches for solutions (`join`) among the atoms
//! found so far (`store`, `index`, `matching`).
//!
//! ```
//! # use gdl as agon_gdl;
//! use agon_ground::{Ground, Limits, Meaning};
//!
//! let sheet = b"
//!     (role you) (init (light 1)) (init (light 2))
//!     (<= (legal you (press ?x)) (true (light ?x)))
//!     (<= (next (light ?x)) (true (light ?x)) (not (does you (press ?x))))
//!     (<= terminal (not (true (light 1)))) (goal you 100)";
//! let rules = agon_gdl::check("lights.kif", sheet).rules.expect("the sheet has no errors");
//! let ground = Ground::new(&rules, &Limits::default())?;
//! // One ground rule for each of the two lights.
//! assert_eq!(ground.next().count(), 2);
//! # Ok::<(), agon_ground::GroundError>(())
//! ```
//!
//! Circuits, states and play are not known here.

mod clause;
mod components;
mod convert;
mod fixpoint;
mod ground_rules;
mod index;
mod join;
mod limits;
mod matching;
mod plan;
mod relations;
mod split;
mod store;
mod triggers;
mod unfold;
mod values;
mod variable_set;

pub use components::components;
pub use ground_rules::{GroundLiteral, GroundRules, RuleId};
pub use limits::{GroundError, Limits};
pub use store::AtomId;
pub use values::{Value, Values};

use clause::{PerRelation, RelationId, RelationKind};
use fixpoint::{Fixpoint, Keywords};
use gdl::{Relation, Rules, Symbols};
use std::sync::atomic::{AtomicU64, Ordering};
use store::Store;

/// Number of calls of [`Ground::new`] in this process.
static COUNT: AtomicU64 = AtomicU64::new(0);

/// Returns the number of times that rules were grounded in this process, failures included. A game is meant to be
/// grounded once: the number says whether it was.
pub fn count() -> u64 {
    COUNT.load(Ordering::Relaxed)
}

/// The ground rules of a game, with the names that occur in them.
pub struct Ground {
    symbols: Symbols,
    values: Values,
    rules: GroundRules,
    roles: Vec<Value>,
    store: Store,
    keywords: Keywords,
    kinds: PerRelation<RelationKind>,
}

/// The way in which the truth of an atom is determined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// It holds where this fact is true in the current state.
    Fact(Value),
    /// It holds where this role makes this move.
    Does(Value, Value),
    /// It holds where one of its ground rules applies.
    Derived,
    /// It holds in every state.
    Always,
    /// It holds in no state.
    Never,
}

impl Ground {
    /// Grounds the rules of all relations that play depends on.
    ///
    /// # Errors
    /// If one of the limits is reached.
    pub fn new(rules: &Rules, limits: &Limits) -> Result<Ground, GroundError> {
        COUNT.fetch_add(1, Ordering::Relaxed);
        let mut values = Values::default();
        let roles = rules.roles().iter().map(|&role| convert::ground(rules, &mut values, role));
        let roles = roles.collect::<Result<Vec<_>, _>>()?;
        let mut draft = convert::convert(rules, &mut values)?;
        unfold::unfold(&mut draft);
        split::split(&mut draft);
        let keywords = Keywords::of(rules);
        let mut fixpoint = Fixpoint::new(draft, values, keywords, limits);
        fixpoint.run()?;
        let symbols = rules.symbols().clone();
        let Fixpoint { values, store, rules, kinds, .. } = fixpoint;
        Ok(Ground { symbols, values, rules, roles, store, keywords, kinds })
    }

    /// Returns the symbols of the terms, which are those of the rules.
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// Returns the terms that occur in ground atoms.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// Returns the rules without variables.
    pub fn rules(&self) -> &GroundRules {
        &self.rules
    }

    /// Returns the roles, in the order of the rules.
    pub fn roles(&self) -> &[Value] {
        &self.roles
    }

    /// Returns the number of atoms, those that never hold included.
    pub fn atom_count(&self) -> usize {
        self.store.len()
    }

    /// Returns the ids of all atoms.
    pub fn atoms(&self) -> impl ExactSizeIterator<Item = AtomId> + use<> {
        (0..self.store.len() as u32).map(AtomId)
    }

    /// Returns the way in which the truth of an atom is determined.
    pub fn meaning(&self, atom: AtomId) -> Meaning {
        let relation = Some(self.store.relation(atom));
        let arguments = self.store.arguments(atom);
        if !self.store.is_derived(atom) {
            Meaning::Never
        } else if relation == self.keywords.fact {
            Meaning::Fact(arguments[0])
        } else if relation == self.keywords.does {
            Meaning::Does(arguments[0], arguments[1])
        } else if self.kinds[self.store.relation(atom)] == RelationKind::Static {
            Meaning::Always
        } else {
            Meaning::Derived
        }
    }

    /// Iterates over the atoms `(init fact)`, with the fact.
    pub fn init(&self) -> impl Iterator<Item = (AtomId, Value)> + '_ {
        self.single(self.keywords.init)
    }

    /// Iterates over the atoms `(next fact)`, with the fact.
    pub fn next(&self) -> impl Iterator<Item = (AtomId, Value)> + '_ {
        self.single(self.keywords.next)
    }

    /// Iterates over the atoms `(legal role move)`, with role and move.
    pub fn legal(&self) -> impl Iterator<Item = (AtomId, Value, Value)> + '_ {
        self.double(self.keywords.legal)
    }

    /// Iterates over the atoms `(goal role value)`, with role and value.
    pub fn goal(&self) -> impl Iterator<Item = (AtomId, Value, Value)> + '_ {
        self.double(self.keywords.goal)
    }

    /// Returns the atom `terminal`; `None` if the game never ends.
    pub fn terminal(&self) -> Option<AtomId> {
        self.derived(self.keywords.terminal).next()
    }

    /// Iterates over the atoms of a relation that hold in some state, with the terms that the relation is applied to.
    pub fn of(&self, relation: Relation) -> impl Iterator<Item = (AtomId, &[Value])> + '_ {
        let atoms = self.derived(Some(relation.into()));
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
