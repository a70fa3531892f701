//! Bundled games with their machines and lanes, and whole matches, for the tests of players.

use agon_search::{Limit, Player, Seat};
use analyze::Analyst;
use game::playouts::Playouts;
use game::{Machine, MachineExt, Move, Role, State};
use lanes::{Backend, Lanes};
use propnet::CircuitMachine;
use std::sync::Arc;

/// A game of the library.
pub struct Game {
    pub machine: CircuitMachine,
    analyst: Arc<Analyst>,
}

/// Opens the bundled game of this name.
pub fn game(name: &str) -> Game {
    let rules = oracle::rules(name);
    let machine = oracle::machine_of(&rules);
    let analyst = Analyst::with_model(rules, Ok(Arc::clone(machine.model())));
    Game { machine, analyst: Arc::new(analyst) }
}

impl Game {
    /// Lanes for the game.
    #[allow(dead_code, reason = "not every test has players that use lanes")]
    pub fn lanes(&self) -> Box<dyn Playouts> {
        let model = Arc::clone(self.machine.model());
        Box::new(Lanes::new(model, Backend::best()).expect("the game is small"))
    }

    /// Returns a seat without playouts in lanes.
    pub fn seat(&self, role: Role, seed: u64) -> Seat {
        let analyst = Some(Arc::clone(&self.analyst));
        Seat { analyst, ..Seat::bare(Box::new(self.machine.clone()), role, seed) }
    }
}

/// Plays a match among these players, one for each role: the joint moves, which must be legal, and the goals.
#[allow(dead_code, reason = "not every test plays whole matches")]
pub fn play(
    machine: &CircuitMachine,
    mut players: Vec<Box<dyn Player>>,
    simulations: u64,
) -> (Vec<Vec<Move>>, Vec<u8>) {
    let mut machine = machine.clone();
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
