//! What is known about a game before a match of it begins: what states are worth, what to judge them by, its symmetries, which moves matter, and
//! how a puzzle is solved.

use crate::alphabeta::Heuristic;
use crate::{Hint, Limit, Outlook, Player, Report};
use analyze::{Analysis, WrittenSymmetries};
use game::{Machine, Move, Role, State, StopReason};
use hashbrown::HashMap;
use learn::td::Judgement;
use learn::values::{Actor, Chance, Learner, Prior, Settings, Values, play};
use std::sync::{Arc, Mutex, PoisonError};

/// What is known about a game.
#[derive(Clone, Default)]
pub struct Memory {
    /// What the rules say, if that was found out already.
    pub analysis: Option<Arc<Analysis>>,
    /// What is thought of the afterstates of a role, from other matches and other games.
    pub opinions: Option<Arc<Opinions>>,
    /// How it is solved: the moves of the only role, in words.
    pub solution: Option<Arc<[String]>>,
    /// Its symmetries, in words; they are yet to be tried.
    pub symmetries: Option<Arc<WrittenSymmetries>>,
    /// Heuristics that did well for a role, the best first.
    pub heuristics: Arc<[(Role, Heuristic)]>,
    /// Features from the ends of games, in words.
    pub features: Option<Arc<learn::gifl::Lessons>>,
    /// What players have learnt in this process.
    pub lessons: Arc<Lessons>,
}

/// Makes what is thought of the afterstates of a role, if something is.
pub type Opinions = dyn Fn(Role) -> Option<Box<dyn Prior>> + Send + Sync;

/// What was learnt, kept for the next match: values, against somebody who moves at random, and what features are worth.
#[derive(Default)]
pub struct Lessons {
    known: Mutex<HashMap<(Role, u64), Arc<Values>>>,
    judgements: Mutex<HashMap<(Role, u64), Judgement>>,
}

/// The seed of what is learnt: it is the same for all who ask.
pub const SEED: u64 = 1;

impl Lessons {
    /// What a role judges states by after so many matches: what `study` says, which is asked only once.
    pub fn judgement<E>(
        &self,
        role: Role,
        matches: u64,
        study: impl FnOnce() -> Result<Judgement, E>,
    ) -> Result<Judgement, E> {
        let mut known = self.judgements.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(judgement) = known.get(&(role, matches)) {
            return Ok(judgement.clone());
        }
        let judgement = study()?;
        known.insert((role, matches), judgement.clone());
        Ok(judgement)
    }

    /// The values of a role's afterstates after so many matches, by Sarsa. Nothing if it was stopped before.
    pub fn values(
        &self,
        machine: &mut dyn Machine,
        role: Role,
        matches: u64,
        limit: &Limit,
    ) -> Result<Option<Arc<Values>>, StopReason> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(values) = known.get(&(role, matches)) {
            return Ok(Some(Arc::clone(values)));
        }
        let start = machine.initial_state()?;
        let (mut learner, mut random) = (Learner::new(Settings::default()), game::random(SEED));
        let roles = machine.roles().len();
        for _ in 0..matches {
            if (limit.stop)() {
                return Ok(None);
            }
            let mut others: Vec<Chance> = (0..roles).map(|_| Chance).collect();
            let mut actors: Vec<&mut dyn Actor> =
                others.iter_mut().map(|chance| chance as &mut dyn Actor).collect();
            actors[role.0 as usize] = &mut learner;
            play(machine, &start, &mut actors, &mut random)?;
        }
        let values = Arc::new(learner.values().clone());
        known.insert((role, matches), Arc::clone(&values));
        Ok(Some(values))
    }
}

/// Follows a solution as long as it fits, and lets another player think where it does not.
pub struct Recall {
    player: Box<dyn Player>,
    machine: Box<dyn Machine>,
    state: State,
    role: Role,
    solution: Arc<[String]>,
    /// How many of its moves have been made; nothing if another one was.
    made: Option<usize>,
}

impl Recall {
    /// At the beginning of a match of a game of one role.
    pub fn new(
        player: Box<dyn Player>,
        mut machine: Box<dyn Machine>,
        role: Role,
        solution: Arc<[String]>,
    ) -> Result<Recall, StopReason> {
        let state = machine.initial_state()?;
        Ok(Recall { player, machine, state, role, solution, made: Some(0) })
    }

    /// The next move of the solution, if it is legal.
    fn next(&mut self) -> Result<Option<Move>, StopReason> {
        let Some(text) = self.made.and_then(|made| self.solution.get(made)) else {
            return Ok(None);
        };
        let mut legal = Vec::new();
        self.machine.legal(&self.state, self.role, &mut legal)?;
        Ok(legal.into_iter().find(|&action| self.machine.move_text(action) == *text))
    }
}

impl Player for Recall {
    fn think(&mut self, limit: &Limit) -> Result<(), StopReason> {
        match self.next()? {
            Some(_) => Ok(()),
            None => self.player.think(limit),
        }
    }

    fn choose(&mut self) -> Result<Move, StopReason> {
        match self.next()? {
            Some(action) => Ok(action),
            None => self.player.choose(),
        }
    }

    fn advance(&mut self, joint: &[Move]) -> Result<(), StopReason> {
        let expected = self.next()?;
        let is_it = expected.is_some() && joint.get(self.role.0 as usize).copied() == expected;
        self.made = self.made.filter(|_| is_it).map(|made| made + 1);
        let mut next = State::default();
        self.machine.next(&self.state, joint, &mut next)?;
        self.state = next;
        self.player.advance(joint)
    }

    fn report(&self) -> Report {
        let mut report = self.player.report();
        if let Some(made) = self.made {
            let count = self.solution.len();
            report.notes.push(format!("follows a solution of {count} moves, {made} of them made"));
        }
        report
    }

    fn explore(&self, line: &[Vec<Move>]) -> Option<Outlook> {
        self.player.explore(line)
    }

    fn active(&mut self) -> Vec<Hint> {
        self.player.active()
    }
}
