//! What tests of players share: machines of library games, and whole matches.

use analyze::Analyst;
use circuit::CircuitMachine;
use game::{Machine, Move, Role, State};
use search::{Limit, Player, Seat};
use std::sync::Arc;

/// A game of the library.
pub struct Game {
    pub machine: CircuitMachine,
    analyst: Arc<Analyst>,
}

/// The game of this name.
pub fn game(name: &str) -> Game {
    let rules = library::find(name).unwrap().rules();
    let rules = gdl::check(name, rules.as_bytes()).rules.unwrap();
    let machine = CircuitMachine::new(&rules, &circuit::Limits::default()).unwrap();
    Game { machine, analyst: Arc::new(Analyst::new(rules, true)) }
}

impl Game {
    /// A seat without playouts in lanes.
    pub fn seat(&self, role: Role, seed: u64) -> Seat {
        let analyst = Some(Arc::clone(&self.analyst));
        Seat { analyst, ..Seat::bare(Box::new(self.machine.clone()), role, seed) }
    }
}

/// Plays a match among these players, one for each role: the joint moves, which must be legal, and the goals.
pub fn play(
    machine: &CircuitMachine,
    mut players: Vec<Box<dyn Player>>,
    simulations: u64,
) -> (Vec<Vec<Move>>, Vec<u8>) {
    let mut machine = machine.clone();
    let machine: &mut dyn Machine = &mut machine;
    let (mut state, mut joints, mut legal) =
        (machine.initial_state().unwrap(), Vec::new(), Vec::new());
    while !machine.terminal(&state).unwrap() {
        let mut joint = Vec::new();
        for (role, player) in machine.role_ids().zip(&mut players) {
            player.think(&Limit::simulations(simulations)).unwrap();
            let action = player.choose().unwrap();
            machine.legal(&state, role, &mut legal).unwrap();
            assert!(legal.contains(&action), "{}", machine.move_text(action));
            joint.push(action);
        }
        players.iter_mut().for_each(|player| player.advance(&joint).unwrap());
        let mut next = State::default();
        machine.next(&state, &joint, &mut next).unwrap();
        state = next;
        joints.push(joint);
    }
    let goals = machine.role_ids().map(|role| machine.goal(&state, role).unwrap().value());
    (joints, goals.collect())
}
