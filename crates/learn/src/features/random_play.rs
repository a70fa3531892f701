//! Observations in random games: states, the no-op move, and facts that change at every step.
//!
//! Follows `guenther`, definitions 3.8 and 3.9, and the sampling of section 3.5. Contains no conclusions about
//! features.

use game::playout::{JointMove, random_joint};
use game::{Fact, Machine, MachineExt, Move, State, StopReason};
use hashbrown::{HashMap, HashSet};

/// Observations in random games.
#[derive(Clone, Debug, Default)]
pub struct PlayObservations {
    /// Different states in which the game is not over.
    pub states: Vec<State>,
    /// The no-op move: all roles but one made it at every step. `None` if the game has no such move.
    pub noop: Option<String>,
    /// Functions of facts none of which was ever true in two successive states.
    pub always_changing: HashSet<String>,
}

/// Number of steps after which nothing new is expected.
const MAX_STEPS: usize = 200_000;
/// Number of steps after which a random game is abandoned.
const LONGEST: usize = 1_000;

/// Plays random games until they have come to `most` different states, and returns what was observed in them. In a
/// game that has fewer states they end after 200,000 steps.
pub fn observe_random_play(
    machine: &mut dyn Machine,
    most: usize,
    seed: u64,
) -> Result<PlayObservations, StopReason> {
    let mut watch = PlayObserver::default();
    let mut random = game::random(seed);
    let (mut state, mut next) = (machine.initial_state()?, State::default());
    let (mut legal, mut joint, mut length) = (Vec::new(), Vec::new(), 0);
    while watch.states.len() < most && watch.steps < MAX_STEPS {
        if length > LONGEST || machine.terminal(&state)? {
            if length == 0 {
                break;
            }
            (state, length) = (machine.initial_state()?, 0);
            continue;
        }
        let moves = random_joint(machine, &state, &mut random, &mut legal, &mut joint)?;
        if moves != JointMove::Chosen {
            break;
        }
        machine.next(&state, &joint, &mut next)?;
        watch.see(machine, &state, &joint, &next);
        std::mem::swap(&mut state, &mut next);
        length += 1;
    }
    Ok(watch.finish(machine))
}

/// The observations made so far.
#[derive(Default)]
struct PlayObserver {
    states: Vec<State>,
    known: HashSet<State>,
    steps: usize,
    /// For each move, the number of steps in which at most one role made another move. A move for which these are all
    /// steps means waiting: every role makes it while another one has the choice.
    idle: HashMap<Move, usize>,
    seen: HashSet<Fact>,
    stayed: HashSet<Fact>,
}

impl PlayObserver {
    fn see(&mut self, machine: &dyn Machine, state: &State, joint: &[Move], next: &State) {
        self.steps += 1;
        if self.known.insert(state.clone()) {
            self.states.push(state.clone());
        }
        let mut moves = joint.to_vec();
        moves.sort_unstable();
        moves.dedup();
        for action in moves {
            let others = joint.iter().filter(|&&other| other != action).count();
            if others <= 1 {
                *self.idle.entry(action).or_default() += 1;
            }
        }
        let (before, after) = (machine.facts(state), machine.facts(next));
        let after: HashSet<Fact> = after.into_iter().collect();
        for fact in before {
            if after.contains(&fact) {
                self.stayed.insert(fact);
            }
            self.seen.insert(fact);
        }
    }

    fn finish(self, machine: &dyn Machine) -> PlayObservations {
        let vocabulary = machine.vocabulary();
        let function = |fact: &Fact| vocabulary.fact_term(*fact).name().to_owned();
        let stayed: HashSet<String> = self.stayed.iter().map(function).collect();
        let always_changing = self.seen.iter().map(function).filter(|name| !stayed.contains(name));
        let always = self.idle.iter().filter(|(_, count)| **count == self.steps);
        let terms = always.map(|(&action, _)| vocabulary.move_term(action));
        let objects = terms.filter(|term| term.arity() == 0).map(|term| term.to_string());
        let idle = objects.min();
        let idle = idle.filter(|_| machine.roles().len() > 1);
        PlayObservations {
            states: self.states,
            noop: idle,
            always_changing: always_changing.collect(),
        }
    }
}
