//! Matches in which a learner learns, and those it plays against (document 001, sections 5.1 and 5.2).

use super::learner::Learner;
use analyze::Fuzzy;
use game::{Best, Machine, Move, Random, Role, State, StopReason};
use rand::RngExt;
use rand::seq::IndexedRandom;

/// Thinks something of states.
pub trait Judge: Send {
    /// What a state is worth in which the game is not over.
    fn judge(&mut self, machine: &mut dyn Machine, state: &State) -> Result<f64, StopReason>;

    /// What a goal is worth at the end.
    fn result(&self, goal: u8) -> f64;
}

/// Chooses moves.
pub trait Rival: Send {
    /// A move of a role.
    fn choose(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        role: Role,
        random: &mut Random,
    ) -> Result<Option<Move>, StopReason>;
}

/// Makes any move.
pub struct Uniform;

impl Rival for Uniform {
    fn choose(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        role: Role,
        random: &mut Random,
    ) -> Result<Option<Move>, StopReason> {
        let mut legal = Vec::new();
        machine.legal(state, role, &mut legal)?;
        Ok(legal.choose(random).copied())
    }
}

/// Makes the move after which states are thought most of; the others are taken to make any of theirs.
pub struct Greedy<J>(pub J);

impl<J: Judge> Rival for Greedy<J> {
    fn choose(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        role: Role,
        random: &mut Random,
    ) -> Result<Option<Move>, StopReason> {
        best(machine, state, role, &mut self.0, random)
    }
}

/// Thinks most of states that are near to the goals.
pub struct Near(pub Fuzzy);

impl Judge for Near {
    fn judge(&mut self, machine: &mut dyn Machine, state: &State) -> Result<f64, StopReason> {
        Ok(self.0.read(machine, state))
    }

    fn result(&self, goal: u8) -> f64 {
        f64::from(goal) / 100.0
    }
}

/// Thinks of states the opposite of what a learner thought when this was made: what is good for that is bad for its rival.
pub struct Mirror(pub Learner);

impl Judge for Mirror {
    fn judge(&mut self, machine: &mut dyn Machine, state: &State) -> Result<f64, StopReason> {
        Ok(-self.0.judge(machine, state)?)
    }

    fn result(&self, goal: u8) -> f64 {
        self.0.result(goal)
    }
}

/// The move of a role after which states are thought most of, if it has any; between equals chance decides.
fn best(
    machine: &mut dyn Machine,
    state: &State,
    own: Role,
    judge: &mut dyn Judge,
    random: &mut Random,
) -> Result<Option<Move>, StopReason> {
    let (mut joint, mut legal) = (Vec::new(), Vec::new());
    for role in machine.role_ids() {
        machine.legal(state, role, &mut legal)?;
        let Some(&action) = legal.choose(random) else { return Ok(None) };
        joint.push(action);
    }
    machine.legal(state, own, &mut legal)?;
    if let [only] = legal[..] {
        return Ok(Some(only));
    }
    let (mut best, mut next) = (Best::default(), State::default());
    for &action in &legal {
        joint[own.0 as usize] = action;
        machine.next(state, &joint, &mut next)?;
        let value = match machine.terminal(&next)? {
            true => judge.result(machine.goal(&next, own)?.value()),
            false => judge.judge(machine, &next)?,
        };
        best.offer(action, value, random);
    }
    Ok(best.chosen())
}

/// Matches that are longer end with what the roles would get then.
const MOST_MOVES: usize = 1_000;

/// Makes the moves of all roles, and sees what comes of them.
trait Table {
    /// A move of each role; fewer if one has none.
    fn moves(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        random: &mut Random,
    ) -> Result<Vec<Move>, StopReason>;

    /// The moves were made.
    fn see(
        &mut self,
        machine: &mut dyn Machine,
        before: &State,
        after: &State,
    ) -> Result<(), StopReason>;
}

/// Plays a match in which a learner learns; the others are played by rivals, one for each role. What each role got.
pub fn play(
    machine: &mut dyn Machine,
    learner: &mut Learner,
    rivals: &mut [Box<dyn Rival>],
    random: &mut Random,
) -> Result<Vec<u8>, StopReason> {
    learner.forget();
    run(machine, &mut Lesson { learner, rivals, explores: false }, random)
}

/// Plays a match between rivals, one for each role. What each role got.
pub fn between(
    machine: &mut dyn Machine,
    rivals: &mut [Box<dyn Rival>],
    random: &mut Random,
) -> Result<Vec<u8>, StopReason> {
    run(machine, &mut Between(rivals), random)
}

fn run(
    machine: &mut dyn Machine,
    table: &mut dyn Table,
    random: &mut Random,
) -> Result<Vec<u8>, StopReason> {
    let (mut state, mut next) = (machine.initial_state()?, State::default());
    for _ in 0..MOST_MOVES {
        if machine.terminal(&state)? {
            break;
        }
        let joint = table.moves(machine, &state, random)?;
        if joint.len() < machine.roles().len() {
            break;
        }
        machine.next(&state, &joint, &mut next)?;
        table.see(machine, &state, &next)?;
        std::mem::swap(&mut state, &mut next);
    }
    machine.role_ids().map(|role| Ok(machine.goal(&state, role)?.value())).collect()
}

struct Between<'a>(&'a mut [Box<dyn Rival>]);

impl Table for Between<'_> {
    fn moves(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        random: &mut Random,
    ) -> Result<Vec<Move>, StopReason> {
        let mut joint = Vec::new();
        for (role, rival) in machine.role_ids().zip(self.0.iter_mut()) {
            joint.extend(rival.choose(machine, state, role, random)?);
        }
        Ok(joint)
    }

    fn see(&mut self, _: &mut dyn Machine, _: &State, _: &State) -> Result<(), StopReason> {
        Ok(())
    }
}

struct Lesson<'a> {
    learner: &'a mut Learner,
    rivals: &'a mut [Box<dyn Rival>],
    /// Whether the learner made any move, in the place of the best.
    explores: bool,
}

impl Table for Lesson<'_> {
    fn moves(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        random: &mut Random,
    ) -> Result<Vec<Move>, StopReason> {
        let exploration = self.learner.settings.exploration.clamp(0.0, 1.0);
        self.explores = random.random_bool(exploration);
        let mut joint = Vec::new();
        for (role, rival) in machine.role_ids().zip(self.rivals.iter_mut()) {
            let action = match (role == self.learner.role, self.explores) {
                (true, true) => Uniform.choose(machine, state, role, random)?,
                (true, false) => best(machine, state, role, self.learner, random)?,
                (false, _) => rival.choose(machine, state, role, random)?,
            };
            joint.extend(action);
        }
        Ok(joint)
    }

    fn see(
        &mut self,
        machine: &mut dyn Machine,
        before: &State,
        after: &State,
    ) -> Result<(), StopReason> {
        match self.explores {
            true => self.learner.forget(),
            false => self.learner.learn(machine, before, after)?,
        }
        Ok(())
    }
}
