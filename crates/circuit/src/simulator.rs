//! Plays a circuit one state at a time, without specialising it for the phases of the game as a machine does. It
//! samples states and lengths of games while a game is being compiled, and plays states that the proofs behind a faster
//! evaluation do not cover.

use crate::circuit::{Action, Signal};
use crate::fact_bits::FactBits;
use crate::model::Model;
use crate::propagation::Fanout;
use crate::state_values::StateValues;
use game::{Random, Role, State};
use rand::RngExt;
use std::ops::Deref;

/// A state of a game with the values of all gates of its circuit.
///
/// `M` is a borrowed or shared reference to a [`Model`].
pub struct Simulator<M> {
    model: M,
    fanout: Fanout,
    values: StateValues,
    /// Memory of the next state, reused.
    next: State,
}

/// The result of a random step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RandomStep {
    /// Every role made a move.
    Moved,
    /// The game was over.
    Over,
    /// A role had no legal move.
    NoLegalMove(Role),
}

impl<M: Deref<Target = Model>> Simulator<M> {
    /// Creates a simulator of a state in which no fact is true.
    pub fn new(model: M) -> Simulator<M> {
        let circuit = model.circuit();
        let fanout = Fanout::new(circuit, std::iter::empty());
        let values = StateValues::new(circuit, &fanout);
        let next = values.state().clone();
        Simulator { model, fanout, values, next }
    }

    /// Returns the compiled game that is simulated.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Returns the current state of the game.
    pub fn state(&self) -> &State {
        self.values.state()
    }

    /// Replaces the current state by another one.
    pub fn load(&mut self, state: &State) {
        self.values.load(&self.fanout, state);
        self.update();
    }

    fn update(&mut self) {
        self.values.update(&self.fanout, |_, _| {});
    }

    fn is_on(&self, signal: Signal) -> bool {
        self.values.is_on(signal)
    }

    /// Whether the game is over.
    pub fn is_terminal(&self) -> bool {
        self.is_on(self.model.circuit().outputs.terminal)
    }

    /// Replaces `out` by the legal actions of a role, in ascending order.
    pub fn legal(&self, role: Role, out: &mut Vec<Action>) {
        out.clear();
        for action in self.model.names().actions_of(role) {
            if self.is_on(self.model.circuit().outputs.legal[action.0 as usize]) {
                out.push(action);
            }
        }
    }

    /// Returns the highest goal of a role from 0 to 100; 0 if there is none.
    pub fn goal(&self, role: Role) -> u8 {
        let goals = self.model.circuit().outputs.goals[role.0 as usize].iter();
        let values =
            goals.filter(|(_, signal)| self.is_on(*signal)).filter_map(|(value, _)| *value);
        values.max().unwrap_or(0)
    }

    /// Replaces the state by the one that follows when the roles make these actions, one for each role.
    pub fn advance(&mut self, joint: &[Action]) {
        for (role, &action) in self.model.circuit().roles().zip(joint) {
            let gate = self.model.circuit().action(action).gate();
            self.values.set_move(role, gate);
        }
        self.update();
        let mut next = std::mem::take(&mut self.next);
        let signals = self.model.circuit().outputs.next.iter();
        FactBits::write(&mut next, signals.map(|&signal| self.is_on(signal)));
        self.load(&next);
        self.next = next;
    }

    /// Makes a random move for every role, each legal move equally likely. The random numbers are drawn in the same
    /// order as by [`game::playout`]. `legal` is memory to be reused.
    pub fn random_step(&mut self, random: &mut Random, legal: &mut Vec<Action>) -> RandomStep {
        if self.is_terminal() {
            return RandomStep::Over;
        }
        let mut joint = Vec::with_capacity(self.model.circuit().role_count());
        for role in self.model.circuit().roles() {
            self.legal(role, legal);
            if legal.is_empty() {
                return RandomStep::NoLegalMove(role);
            }
            joint.push(legal[random.random_range(0..legal.len())]);
        }
        self.advance(&joint);
        RandomStep::Moved
    }
}
