//! The compiled game: everything that is derived once from the rules and shared by machines and evaluators. Working
//! memory does not belong here.

use crate::build::{self, Built, WatchedAtom};
use crate::choice::are_places_shared;
use crate::circuit::Circuit;
use crate::error::BuildError;
use crate::exclusions::Exclusions;
use crate::fact_bits::FactBits;
use crate::limits::Limits;
use crate::names::Names;
use crate::pass::optimise;
use crate::phases::Phases;
use crate::prefer::prefer;
use crate::sample::GameLength;
use game::{Preference, State};
use gdl::{Relation, Rules};
use ground::Ground;
use std::sync::{Arc, OnceLock};

/// A compiled game. It is immutable and shared (`Arc<Model>`) by machines, playouts and evaluators of goals and
/// features; each of these owns only working memory. Ids of facts and moves are the same for all of them.
///
/// Parts that only some of them need are derived when they are first requested, once for all threads.
pub struct Model {
    base: Arc<Base>,
    /// The circuit after all passes.
    circuit: Circuit,
    exclusions: OnceLock<Exclusions>,
    length: OnceLock<GameLength>,
}

/// Threads share models: this does not compile if they cannot.
const _: () = {
    const fn is_shared_by_threads<T: Send + Sync>() {}
    is_shared_by_threads::<Model>();
};

/// The parts of a model that preferences do not change.
struct Base {
    ground: Arc<Ground>,
    /// Largest number of gates of a circuit before any pass.
    max_gates: usize,
    names: Names,
    built: Built,
    initial: State,
    phases: Phases,
}

impl Model {
    /// Grounds rules and compiles the ground rules.
    ///
    /// # Errors
    /// If one of the limits is reached, or an atom depends on its own negation.
    pub fn new(rules: &Rules, limits: &Limits) -> Result<Model, BuildError> {
        Model::from_ground(Ground::new(rules, &limits.ground)?, limits.gates)
    }

    /// Compiles ground rules to a circuit of at most `max_gates` gates before any pass ([`Limits::GATES`] by default).
    ///
    /// # Errors
    /// If the circuit has too many gates, or an atom depends on its own negation.
    pub fn from_ground(
        ground: impl Into<Arc<Ground>>,
        max_gates: usize,
    ) -> Result<Model, BuildError> {
        let ground: Arc<Ground> = ground.into();
        let names = Names::new(Arc::clone(&ground));
        let built = build::build(&ground, &names, max_gates)?;
        let circuit = optimise(built.circuit.clone(), &[]);
        let phases = Phases::find(&circuit, &built.initial);
        let initial = FactBits::new(names.fact_count()).state(built.initial.iter().copied());
        let base = Base { ground, max_gates, names, built, initial, phases };
        let (exclusions, length) = (OnceLock::new(), OnceLock::new());
        Ok(Model { base: Arc::new(base), circuit, exclusions, length })
    }

    /// Returns the game in which preferred moves are the only legal ones in states that have some. States and
    /// successors are the same. The proven phases and exclusions remain valid, because every legal move was legal
    /// before.
    pub fn preferring(&self, preferences: &[Preference]) -> Model {
        let circuit = optimise(prefer(&self.circuit, self.names(), preferences), &[]);
        let exclusions = OnceLock::from(self.exclusions().clone());
        Model { base: Arc::clone(&self.base), circuit, exclusions, length: OnceLock::new() }
    }

    /// Returns the names of roles, facts and moves.
    pub fn names(&self) -> &Names {
        &self.base.names
    }

    /// Returns the circuit before any pass, as it was built from the ground rules.
    pub fn raw_circuit(&self) -> &Circuit {
        &self.base.built.circuit
    }

    /// Returns the circuit after all passes.
    pub fn circuit(&self) -> &Circuit {
        &self.circuit
    }

    /// Returns the number of ground rules.
    pub fn instances(&self) -> usize {
        self.base.ground.rules().len()
    }

    /// Returns the initial state of the game.
    pub fn initial(&self) -> &State {
        &self.base.initial
    }

    /// Whether each fact is true in the initial state.
    pub fn initial_facts(&self) -> &[bool] {
        &self.base.built.initial
    }

    /// Returns the facts that are known at each step of the game.
    pub fn phases(&self) -> &Phases {
        &self.base.phases
    }

    /// Returns groups of facts that are proven to exclude each other. They are proven only if moves could share a place
    /// in a random choice because of them; there are no groups otherwise.
    pub fn exclusions(&self) -> &Exclusions {
        self.exclusions.get_or_init(|| {
            let guess = Exclusions::guess(self);
            if are_places_shared(&self.circuit, self.phases(), &guess) {
                guess.proven(&self.circuit, self.phases())
            } else {
                Exclusions::default()
            }
        })
    }

    /// Returns the estimated length of random games.
    pub fn length(&self) -> GameLength {
        *self.length.get_or_init(|| GameLength::estimate(self))
    }

    /// Returns the raw circuit extended by every atom of some relations, and these atoms without those that never hold.
    /// Relations on which play does not depend were not grounded and have no atoms.
    ///
    /// # Errors
    /// If the circuit would have more gates than this game was compiled with at most.
    pub fn watch(&self, relations: &[Relation]) -> Result<(Circuit, Vec<WatchedAtom>), BuildError> {
        let Base { ground, max_gates, names, built, .. } = &*self.base;
        build::watch(built, ground, names, relations, *max_gates)
    }
}
