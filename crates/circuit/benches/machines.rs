//! How fast the machines play: one state at a time, many games at once, and batches of states as search has them.
//!
//! `cargo bench -p circuit --bench machines -- batch` measures only what has `batch` in its name. Items are state changes
//! where one state is played at a time, else games.

use circuit::lanes::Lanes;
use circuit::lanes::code::Backend;
use circuit::{CircuitMachine, Limits};
use divan::Bencher;
use divan::counter::ItemsCount;
use game::playout::{Player, random_step};
use game::{Machine, State};

const GAMES: [&str; 4] = ["tic-tac-toe", "connect-four", "breakthrough", "minichess"];

/// Games that take longer are left.
const MAX_LENGTH: usize = 1000;

/// How many games one state at a time plays for each measurement.
const SINGLE_GAMES: u64 = 20;

/// How often the lanes are asked whether to go on for each measurement.
const ASKED: u32 = 4;

/// A batch: so many states, each played out so many times.
const STATES: usize = 64;
const TIMES: u32 = 8;

fn main() {
    divan::main();
}

fn machine(name: &str) -> CircuitMachine {
    let game = library::find(name).expect("it is bundled");
    let checked = gdl::check(name, game.rules().as_bytes());
    let rules = checked.rules.expect("bundled games have no errors");
    CircuitMachine::new(&rules, &Limits::default()).expect("bundled games can be grounded")
}

fn lanes(machine: &CircuitMachine) -> Lanes {
    Lanes::new(machine, Backend::best()).expect("bundled games are small")
}

/// Plays the same games again and again; how many moves they have.
fn play_single(machine: &mut CircuitMachine) -> u64 {
    let (mut player, mut random) = (Player::default(), game::random(1));
    let mut play = |_| {
        let playout = player.play(machine, &mut random, MAX_LENGTH);
        playout.expect("bundled games are played without limits").length as u64
    };
    (0..SINGLE_GAMES).map(&mut play).sum()
}

fn play_lanes(lanes: &mut Lanes) -> u64 {
    let mut asked = 0;
    let mut go_on = |_: &_| {
        asked += 1;
        asked <= ASKED
    };
    let totals = lanes.playouts(1, MAX_LENGTH as u64, &mut go_on);
    totals.expect("bundled games can be compiled").finished
}

/// States that random games come to.
fn states(machine: &mut CircuitMachine) -> Vec<State> {
    let machine: &mut dyn Machine = machine;
    let mut random = game::random(2);
    let mut states = Vec::new();
    while states.len() < STATES {
        let mut state = machine.initial_state().expect("there is one");
        while let Some(next) = random_step(machine, &state, &mut random).expect("it is answered") {
            states.push(std::mem::replace(&mut state, next));
        }
    }
    states.truncate(STATES);
    states
}

#[divan::bench(args = GAMES)]
fn one_state_at_a_time(bencher: Bencher, name: &str) {
    let mut machine = machine(name);
    let moves = play_single(&mut machine);
    bencher.counter(ItemsCount::new(moves)).bench_local(|| play_single(&mut machine));
}

#[divan::bench(args = GAMES)]
fn many_games_at_once(bencher: Bencher, name: &str) {
    let mut lanes = lanes(&machine(name));
    let games = play_lanes(&mut lanes);
    bencher.counter(ItemsCount::new(games)).bench_local(|| play_lanes(&mut lanes));
}

#[divan::bench(args = GAMES)]
fn batch_of_states(bencher: Bencher, name: &str) {
    let mut machine = machine(name);
    let (states, mut lanes) = (states(&mut machine), lanes(&machine));
    let games = STATES as u64 * u64::from(TIMES);
    let mut play_out = || {
        let outcomes = lanes.play_out(&states, TIMES, None, MAX_LENGTH as u64, 3);
        outcomes.expect("bundled games can be compiled")
    };
    // The first time it is compiled.
    play_out();
    bencher.counter(ItemsCount::new(games)).bench_local(play_out);
}
