//! States of random play, preferences for moves, and proven exclusions of games, on which tests compare machines and
//! lanes.

use circuit::Model;
use circuit::exclusions::Exclusions;
use game::playout::random_step;
use game::{Fact, Machine, Move, Preference, Role, State};
use propnet::CircuitMachine;
use std::sync::Arc;

/// Largest number of states of a game.
const MAX_STATES: usize = 300;

/// Returns the states of random games, game by game. The last state of a game may be over.
///
/// # Panics
/// If the machine stops at a limit.
pub fn states_of_play(machine: &mut CircuitMachine, games: usize, seed: u64) -> Vec<State> {
    random_games(machine, games, seed).concat()
}

/// Returns the states of random games by their phases.
///
/// # Panics
/// If the machine stops at a limit, or a state belongs to no phase.
pub fn states_by_phase(machine: &mut CircuitMachine, games: usize, seed: u64) -> Vec<Vec<State>> {
    let mut states = vec![Vec::new(); machine.model().phases().count()];
    for game in random_games(machine, games, seed) {
        for (phase, state) in (0..states.len()).cycle().zip(game) {
            assert!(machine.phase(&state).is_some(), "every state of play belongs to a phase");
            states[phase].push(state);
        }
    }
    states
}

/// Returns the states of each of some random games.
fn random_games(machine: &mut CircuitMachine, games: usize, seed: u64) -> Vec<Vec<State>> {
    let mut random = game::random(seed);
    let mut game = || {
        let mut states = Vec::new();
        let mut state = State::default();
        machine.initial(&mut state).expect("the machine has no limits");
        for _ in 0..MAX_STATES {
            let next = random_step(machine, &state, &mut random);
            states.push(state);
            let Some(next) = next.expect("the machine has no limits") else { break };
            state = next;
        }
        states
    };
    (0..games).map(|_| game()).collect()
}

/// Returns preferences for all kinds of moves, with and without conditions.
pub fn some_preferences(machine: &CircuitMachine, count: u32) -> Vec<Preference> {
    let names = machine.model().names();
    let (facts, moves) = (names.fact_count() as u32, names.move_count() as u32);
    let roles = machine.roles().len() as u32;
    let preference = |number: u32| Preference {
        rank: number % 3,
        role: Role(number % roles),
        action: Move(number * 7919 % moves),
        facts: (0..number % 4).map(|place| Fact((number * 31 + place * 101) % facts)).collect(),
    };
    (0..count).map(preference).collect()
}

/// Returns a machine for the game in which preferred moves are the only legal ones, where there are some.
pub fn preferring(machine: &CircuitMachine, preferences: &[Preference]) -> CircuitMachine {
    CircuitMachine::new(Arc::new(machine.model().preferring(preferences)))
}

/// Returns all exclusions that can be proven, also those that no choice of a move needs.
pub fn all_exclusions(model: &Model) -> Exclusions {
    Exclusions::guess(model).proven(model.circuit(), model.phases())
}
