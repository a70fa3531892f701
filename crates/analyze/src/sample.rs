//! Samples of states from random games, in the form in which the analysis examines them (Kuhlmann 2010, section 4.2).
//!
//! This file holds the request ([`Sampling`]) and the result ([`GameSample`]); `sampler` plays the games, `terms`
//! numbers names and arguments. Conclusions are drawn elsewhere.

mod sampler;
mod terms;

pub(crate) use terms::{SampledTermId, SampledTerms};

use game::{Machine, Move, Role, StopReason};
use hashbrown::HashSet;

/// Number of states to sample from random games, and the seed of the games.
pub struct Sampling<'a> {
    /// Least number of states; fewer are sampled if a limit on games or memory is reached first.
    pub states: usize,
    /// Called at every state once there are enough: sampling continues while it returns `true`.
    pub go_on: &'a dyn Fn() -> bool,
    /// Seed of all random choices.
    pub seed: u64,
}

impl Sampling<'static> {
    /// Requests this number of states and no more.
    pub fn states(states: usize, seed: u64) -> Sampling<'static> {
        Sampling { states, go_on: &|| false, seed }
    }
}

impl Sampling<'_> {
    /// Plays random games until there are enough states.
    pub(crate) fn run(&self, machine: &mut dyn Machine) -> Result<GameSample, StopReason> {
        sampler::sample(self, machine)
    }
}

/// Index of a fact in [`GameSample::facts`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct SampledFactId(pub(crate) u32);

/// A fact that was true in a sampled state, split into its name and its arguments.
#[derive(Debug)]
pub(crate) struct SampledFact {
    pub(crate) name: SampledTermId,
    pub(crate) arguments: Vec<SampledTermId>,
}

/// A state of a random game.
#[derive(Debug)]
pub(crate) struct SampledState {
    /// The facts that were true.
    pub(crate) facts: Vec<SampledFactId>,
    /// Number of legal moves of each role; empty if the game was over.
    pub(crate) choices: Vec<usize>,
}

impl SampledState {
    /// Returns the indices of the roles that have more than one legal move.
    pub(crate) fn choosers(&self) -> impl Iterator<Item = usize> {
        (0..self.choices.len()).filter(|&role| self.choices[role] > 1)
    }
}

/// A random game with the states that it passed.
#[derive(Default, Debug)]
pub(crate) struct SampledGame {
    pub(crate) states: Vec<SampledState>,
    /// Goal value of each role; `None` if the game was aborted before its end.
    pub(crate) goals: Option<Vec<u8>>,
}

/// Random games with all their states.
#[derive(Default, Debug)]
pub(crate) struct GameSample {
    /// Names and arguments of the facts.
    pub(crate) terms: SampledTerms,
    /// Every fact that was true in some state, in the order of first appearance.
    pub(crate) facts: Vec<SampledFact>,
    pub(crate) games: Vec<SampledGame>,
    /// Moves that were the only legal one of a role while another role had a choice.
    pub(crate) forced: HashSet<(Role, Move)>,
    /// Moves that were legal for a role together with others.
    pub(crate) chosen: HashSet<(Role, Move)>,
}

impl GameSample {
    /// Returns the number of states in all games.
    pub(crate) fn state_count(&self) -> usize {
        self.games.iter().map(|game| game.states.len()).sum()
    }

    /// Returns the states of all games.
    pub(crate) fn states(&self) -> impl Iterator<Item = &SampledState> + Clone {
        self.games.iter().flat_map(|game| &game.states)
    }

    /// Returns the goal values of all roles in each game that came to its end.
    pub(crate) fn results(&self) -> impl Iterator<Item = &Vec<u8>> + Clone {
        self.games.iter().filter_map(|game| game.goals.as_ref())
    }

    /// Returns the facts of a state.
    pub(crate) fn facts_of<'a>(
        &'a self,
        state: &'a SampledState,
    ) -> impl Iterator<Item = &'a SampledFact> + Clone {
        state.facts.iter().map(|&fact| self.fact(fact))
    }

    /// Returns a fact by its index.
    pub(crate) fn fact(&self, id: SampledFactId) -> &SampledFact {
        &self.facts[id.0 as usize]
    }
}
