//! The values of a circuit in one state of a game: its facts and the moves of the roles are the inputs. The meaning of
//! the outputs is not known here.

use crate::circuit::{Circuit, Gate, Signal};
use crate::fact_bits::FactBits;
use crate::propagation::{Fanout, Propagation};
use game::{Role, State};

/// A state of a game and the moves that roles make in it, with the values of all gates of the circuit. Gates are up to
/// date with the state and the moves after [`StateValues::update`].
#[derive(Clone)]
pub struct StateValues {
    state: State,
    /// The gate of the move that each role makes.
    moves: Vec<Option<Gate>>,
    propagation: Propagation,
}

impl StateValues {
    /// Begins with a state in which no fact is true, and without moves. `fanout` must be that of the circuit, here and
    /// in the other methods.
    pub fn new(circuit: &Circuit, fanout: &Fanout) -> StateValues {
        StateValues {
            state: FactBits::new(circuit.fact_count()).empty(),
            moves: vec![None; circuit.role_count()],
            propagation: Propagation::new(fanout),
        }
    }

    /// Returns the state.
    #[inline(always)]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Replaces the state, and removes the moves.
    #[inline]
    pub fn load(&mut self, fanout: &Fanout, state: &State) {
        let StateValues { state: current, moves, propagation } = self;
        // While no move is made, most gates of the next state stay off, whatever the facts.
        moves.iter_mut().filter_map(Option::take).for_each(|gate| propagation.toggle(gate));
        FactBits::replace(current, state, |fact| {
            if let Some(gate) = fanout.fact(fact) {
                propagation.toggle(gate);
            }
        });
    }

    /// Replaces the move of a role, which is given by its gate.
    #[inline(always)]
    pub fn set_move(&mut self, role: Role, gate: Gate) {
        let before = self.moves[role.0 as usize].replace(gate);
        if before != Some(gate) {
            before.into_iter().for_each(|before| self.propagation.toggle(before));
            self.propagation.toggle(gate);
        }
    }

    /// Brings all gates up to date, as [`Propagation::update`] does.
    #[inline(always)]
    pub fn update(&mut self, fanout: &Fanout, report: impl FnMut(u32, bool)) {
        self.propagation.update(fanout, report);
    }

    /// Whether a signal is on, as of the last update.
    #[inline(always)]
    pub fn is_on(&self, signal: Signal) -> bool {
        self.propagation.is_on(signal)
    }

    /// Returns the number of operands that have changed since the beginning, as [`Propagation::work`] does.
    pub fn work(&self) -> u64 {
        self.propagation.work()
    }
}
