//! What is seen in random games: states, a move that means to do nothing, and facts that never stay (document 001, sections 3.3.3 and 3.5).

use game::{Fact, Machine, Move, Role, State, StopReason};
use hashbrown::{HashMap, HashSet};
use rand::RngExt;

/// What was seen in random games.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// Different states in which the game is not over.
    pub states: Vec<State>,
    /// The move that all roles but one made at every step, if there is one.
    pub idle: Option<String>,
    /// The functions of facts of which none was ever true in two states one after the other.
    pub restless: HashSet<String>,
}

/// After so many steps nothing new is expected.
const MOST_STEPS: usize = 200_000;
/// A random game has no more steps.
const LONGEST: usize = 1_000;

/// Watches random games until so many states were seen.
pub fn sample(machine: &mut dyn Machine, most: usize, seed: u64) -> Result<Sample, StopReason> {
    let mut watch = Watch::default();
    let mut random = game::random(seed);
    let (mut state, mut next) = (machine.initial_state()?, State::default());
    let (mut legal, mut joint, mut length) = (Vec::new(), Vec::new(), 0);
    while watch.states.len() < most && watch.steps < MOST_STEPS {
        if length > LONGEST || machine.terminal(&state)? {
            if length == 0 {
                break;
            }
            (state, length) = (machine.initial_state()?, 0);
            continue;
        }
        joint.clear();
        for role in 0..machine.roles().len() as u32 {
            machine.legal(&state, Role(role), &mut legal)?;
            let Some(last) = legal.len().checked_sub(1) else { return Ok(watch.finish(machine)) };
            joint.push(legal[random.random_range(0..=last)]);
        }
        machine.next(&state, &joint, &mut next)?;
        watch.see(machine, &state, &joint, &next);
        std::mem::swap(&mut state, &mut next);
        length += 1;
    }
    Ok(watch.finish(machine))
}

#[derive(Default)]
struct Watch {
    states: Vec<State>,
    known: HashSet<State>,
    steps: usize,
    /// How often all roles but one at the most made a move.
    idle: HashMap<Move, usize>,
    seen: HashSet<Fact>,
    stayed: HashSet<Fact>,
}

impl Watch {
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

    fn finish(self, machine: &dyn Machine) -> Sample {
        let function = |fact: &Fact| function(&machine.fact_text(*fact)).to_owned();
        let stayed: HashSet<String> = self.stayed.iter().map(function).collect();
        let restless = self.seen.iter().map(function).filter(|name| !stayed.contains(name));
        let always = self.idle.iter().filter(|(_, count)| **count == self.steps);
        let texts = always.map(|(&action, _)| machine.move_text(action));
        let idle = texts.filter(|text| !text.starts_with('(')).min();
        let idle = idle.filter(|_| machine.roles().len() > 1);
        Sample { states: self.states, idle, restless: restless.collect() }
    }
}

/// The function of a fact, or the fact itself if it has no arguments.
fn function(text: &str) -> &str {
    let text = text.strip_prefix('(').unwrap_or(text);
    text.split([' ', ')']).next().unwrap_or(text)
}
