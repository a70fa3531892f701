//! Speed of the machines: one state at a time, many games at once, and batches of states as in a search.
//!
//! `cargo bench -p agon-lanes --bench machines -- batch` measures only those with `batch` in their names. Items are
//! state changes where one state is played at a time, else games.

use agon_lanes::{Backend, Lanes};
use divan::Bencher;
use divan::counter::ItemsCount;
use game::playout::{PlayoutRunner, random_step};
use game::playouts::{PlayoutOptions, Playouts};
use game::{MachineExt, State};
use propnet::CircuitMachine;
use std::sync::Arc;

const GAMES: [&str; 4] = ["tic-tac-toe", "connect-four", "breakthrough", "minichess"];

/// Number of moves after which games are aborted.
const MAX_LENGTH: usize = 1000;

/// Number of games played one state at a time for each measurement.
const SINGLE_GAMES: u64 = 20;

/// Number of rounds of the lanes in each measurement.
const ROUNDS: u32 = 4;

/// Number of states of a batch, and number of playouts from each.
const STATES: usize = 64;
const TIMES: u32 = 8;

fn main() {
    divan::main();
}

fn lanes(machine: &CircuitMachine) -> Lanes {
    Lanes::new(Arc::clone(machine.model()), Backend::best()).expect("bundled games are small")
}

/// Plays the same games each time; returns the number of their moves.
fn play_single(machine: &mut CircuitMachine) -> u64 {
    let (mut player, mut random) = (PlayoutRunner::default(), game::random(1));
    let mut play = |_| {
        let playout = player.play(machine, &mut random, MAX_LENGTH);
        playout.expect("bundled games are played without limits").length as u64
    };
    (0..SINGLE_GAMES).map(&mut play).sum()
}

fn play_lanes(lanes: &mut Lanes) -> u64 {
    let mut rounds = 0;
    let mut go_on = |_: &_| {
        rounds += 1;
        rounds <= ROUNDS
    };
    let options = PlayoutOptions { seed: 1, max_length: MAX_LENGTH as u64 };
    let totals = lanes.play_from_start(options, &mut go_on);
    totals.expect("bundled games can be compiled").finished
}

/// States of random games.
fn states(machine: &mut CircuitMachine) -> Vec<State> {
    let mut random = game::random(2);
    let mut states = Vec::new();
    while states.len() < STATES {
        let mut state = machine.initial_state().expect("there is an initial state");
        while let Some(next) =
            random_step(machine, &state, &mut random).expect("the machine has no limits")
        {
            states.push(std::mem::replace(&mut state, next));
        }
    }
    states.truncate(STATES);
    states
}

#[divan::bench(args = GAMES)]
fn one_state_at_a_time(bencher: Bencher, name: &str) {
    let mut machine = oracle::machine(name);
    let moves = play_single(&mut machine);
    bencher.counter(ItemsCount::new(moves)).bench_local(|| play_single(&mut machine));
}

#[divan::bench(args = GAMES)]
fn many_games_at_once(bencher: Bencher, name: &str) {
    let mut lanes = lanes(&oracle::machine(name));
    let games = play_lanes(&mut lanes);
    bencher.counter(ItemsCount::new(games)).bench_local(|| play_lanes(&mut lanes));
}

#[divan::bench(args = GAMES)]
fn batch_of_states(bencher: Bencher, name: &str) {
    let mut machine = oracle::machine(name);
    let (states, mut lanes) = (states(&mut machine), lanes(&machine));
    let games = STATES as u64 * u64::from(TIMES);
    let mut play_out = || {
        let options = PlayoutOptions { seed: 3, max_length: MAX_LENGTH as u64 };
        let outcomes = lanes.play_out(&states, TIMES, options);
        outcomes.expect("bundled games can be compiled")
    };
    // The first batch compiles the programs.
    play_out();
    bencher.counter(ItemsCount::new(games)).bench_local(play_out);
}
