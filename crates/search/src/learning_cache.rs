//! Results of learning that all players of a process share, and the learning of values in slices of time.
//!
//! Nothing is locked while a player learns: it asks the cache first, learns with a learner of its own if the cache has
//! nothing, and adds the result. If two players learn the same at the same time, the first result is kept; since all
//! learning begins with the same seed, both are equal, and play does not depend on the timing.

use crate::Limit;
use game::{Machine, MachineExt, Random, Role, State, StopReason};
use hashbrown::HashMap;
use learn::td::StateEvaluator;
use learn::values::{Agent, RandomAgent, ValueLearner, ValueSettings, Values, play_match};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Seed of everything that is learnt for the cache, the same for all players.
pub(crate) const SEED: u64 = 1;

/// A role and the number of matches that were learnt from.
type Key = (Role, u64);

/// Results of learning, kept for all later matches of a game in this process.
#[derive(Default)]
pub struct LearningCache {
    values: Mutex<HashMap<Key, Arc<Values>>>,
    state_evaluators: Mutex<HashMap<Key, StateEvaluator>>,
}

impl LearningCache {
    /// Returns the values of a role's afterstates that were learnt from this number of matches; `None` if nobody has
    /// finished learning them.
    pub fn values(&self, role: Role, matches: u64) -> Option<Arc<Values>> {
        locked(&self.values).get(&(role, matches)).cloned()
    }

    /// Adds learnt values, unless there are some already. Returns the values that are kept.
    fn add_values(&self, key: Key, values: &Values) -> Arc<Values> {
        Arc::clone(locked(&self.values).entry(key).or_insert_with(|| Arc::new(values.clone())))
    }

    /// Returns a role's evaluation of states that was learnt from this number of matches. If nobody has finished
    /// learning it, `learn` is called.
    pub fn state_evaluator<E>(
        &self,
        role: Role,
        matches: u64,
        learn: impl FnOnce() -> Result<StateEvaluator, E>,
    ) -> Result<StateEvaluator, E> {
        let key = (role, matches);
        let known = locked(&self.state_evaluators).get(&key).cloned();
        if let Some(evaluator) = known {
            return Ok(evaluator);
        }
        let evaluator = learn()?;
        Ok(locked(&self.state_evaluators).entry(key).or_insert(evaluator).clone())
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Learning of the values of a role's afterstates by Sarsa, in matches against roles that move at random. It can be
/// interrupted after each match and continued later.
pub struct ValueTraining {
    role: Role,
    matches: u64,
    done: u64,
    start: State,
    learner: ValueLearner,
    random: Random,
}

impl ValueTraining {
    /// Creates the training of a role in this number of matches; none has been played.
    pub fn new(
        machine: &mut dyn Machine,
        role: Role,
        matches: u64,
    ) -> Result<ValueTraining, StopReason> {
        Ok(ValueTraining {
            role,
            matches,
            done: 0,
            start: machine.initial_state()?,
            learner: ValueLearner::new(ValueSettings::default()),
            random: game::random(SEED),
        })
    }

    /// Returns the number of matches that have been played.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Learns until all matches are played or the limit says stop. Returns the values when they are complete: those of
    /// this training, or of another one that was finished earlier.
    pub fn run(
        &mut self,
        machine: &mut dyn Machine,
        cache: &LearningCache,
        limit: &Limit,
    ) -> Result<Option<Arc<Values>>, StopReason> {
        while self.done < self.matches {
            if let Some(values) = cache.values(self.role, self.matches) {
                return Ok(Some(values));
            }
            if (limit.stop)() {
                return Ok(None);
            }
            self.play(machine)?;
        }
        Ok(Some(cache.add_values((self.role, self.matches), self.learner.values())))
    }

    /// Plays one match and learns from it.
    fn play(&mut self, machine: &mut dyn Machine) -> Result<(), StopReason> {
        let roles = machine.roles().len();
        let mut others: Vec<RandomAgent> = (0..roles).map(|_| RandomAgent).collect();
        let mut agents: Vec<&mut dyn Agent> =
            others.iter_mut().map(|chance| chance as &mut dyn Agent).collect();
        agents[self.role.0 as usize] = &mut self.learner;
        play_match(machine, &self.start, &mut agents, &mut self.random)?;
        self.done += 1;
        Ok(())
    }
}
