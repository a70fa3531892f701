//! Speed of code: time per gate for programs of several sizes on every backend, and the time to translate them; the
//! time to draw random words and to move states into lanes and back.
//!
//! `cargo bench -p agon-lanes --bench code -- step` measures only programs with `step` in their names.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a benchmark measures time, and reads a filter of names"
)]

use agon_lanes::Backend;
use agon_lanes::internals::{LaneProgram, Operations, RandomState, Scratch, Word, get};
use circuit::FactBits;
use oracle::programs;
use rand::RngExt;
use std::hint::black_box;
use std::time::{Duration, Instant};

fn main() {
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let filter = filter.unwrap_or_default();
    let cycle = cycle_nanoseconds();
    println!("{cycle:.3} ns per cycle");
    for (name, program) in programs() {
        if name.contains(&filter) {
            for backend in Backend::all_available() {
                measure_program(name, &program, backend, cycle);
            }
        }
    }
    if "random".contains(&filter) {
        measure_random();
    }
    if "transpose".contains(&filter) {
        measure_transpose();
    }
}

fn programs() -> Vec<(&'static str, LaneProgram)> {
    let random = || game::random(1);
    vec![
        ("tables-600", programs::mapped(&mut random(), 600, 40)),
        ("tables-2k", programs::mapped(&mut random(), 2000, 130)),
        ("step-300", programs::game_step(&mut random(), 20, 12, 8)),
        ("step-5k", programs::game_step(&mut random(), 300, 250, 30)),
        ("step-60k", programs::game_step(&mut random(), 3000, 2900, 60)),
        ("step-200k", programs::game_step(&mut random(), 9000, 9000, 60)),
        ("wide-5k", programs::or_of_ands(&mut random(), 400, 200, 16)),
        ("wide-60k", programs::or_of_ands(&mut random(), 5000, 2500, 16)),
    ]
}

fn measure_program(name: &str, program: &LaneProgram, backend: Backend, cycle: f64) {
    let started = Instant::now();
    let code = match operations(backend).translate(program) {
        Ok(code) => code,
        Err(error) => return println!("{name} {backend}: {error}"),
    };
    let translation = started.elapsed();
    let mut random = game::random(7);
    let mut words =
        |count: u32| -> Vec<Word> { (0..count).map(|_| Word(random.random())).collect() };
    let (input, randoms) = (words(program.inputs), words(program.randoms));
    let masks: Vec<u64> = words(program.masks).iter().map(|word| word.0[0]).collect();
    let mut output = vec![Word::default(); program.outputs.len()];
    let mut scratch = Scratch::default();
    let time = shortest(|| code.run(&input, &randoms, &masks, &mut output, &mut scratch));
    let statistics = code.statistics();
    let gates = statistics.gates as f64;
    let each = |count: usize| count as f64 / gates;
    println!(
        "{name:>10} {backend:>8}: {gates:6} gates {:8.2} us {:6.3} ns/gate {:5.2} gates/cycle; each {:.2} \
         instructions {:.2} loads {:.2} stores {:.2} spills {:5.2} bytes; translated in {:.1} ms",
        time / 1000.0,
        time / gates,
        gates * cycle / time,
        each(statistics.instructions),
        each(statistics.loads),
        each(statistics.stores),
        each(statistics.spills),
        each(statistics.code_bytes),
        translation.as_secs_f64() * 1000.0,
    );
}

/// Returns the operations of an available backend.
fn operations(backend: Backend) -> Operations {
    Operations::of(backend).expect("the backend is available")
}

fn measure_random() {
    let mut random = RandomState::new(1);
    let mut words = vec![Word::default(); 64];
    for backend in Backend::all_available() {
        let time = shortest(|| operations(backend).fill_random(&mut random, &mut words));
        println!("    random {backend:>8}: {:.2} ns per word", time / words.len() as f64);
    }
}

fn measure_transpose() {
    let facts = 1000;
    let state = vec![0x1234_5678; FactBits::new(facts).words()];
    let mut words = vec![Word::default(); facts];
    let masks = [("all", Word([!0; 8])), ("64", Word([0xFF; 8])), ("8", Word([1; 8]))];
    let operations = operations(Backend::best());
    for (name, lanes) in masks {
        let time = shortest(|| operations.put(&mut words, lanes, |_| black_box(&state)));
        println!(" transpose: {time:.0} ns to put states of {facts} facts into {name} lanes");
    }
    let time = shortest(|| drop(black_box(get(black_box(&words), 200))));
    println!(" transpose: {time:.0} ns to get one lane");
}

/// Returns the shortest time of a run in nanoseconds, of those in a third of a second.
fn shortest(mut run: impl FnMut()) -> f64 {
    let mut repeats = 1;
    let mut shortest = f64::MAX;
    let started = Instant::now();
    while started.elapsed() < Duration::from_millis(300) {
        let start = Instant::now();
        (0..repeats).for_each(|_| run());
        let time = start.elapsed();
        shortest = shortest.min(time.as_nanos() as f64 / repeats as f64);
        // Long enough for the resolution of the clock, short enough to fit between interruptions.
        if time < Duration::from_micros(50) {
            repeats *= 2;
        }
    }
    shortest
}

/// Returns the length of a processor cycle in nanoseconds, from a chain of five operations that take a cycle each.
fn cycle_nanoseconds() -> f64 {
    let mut number = black_box(1u64);
    let time = shortest(|| {
        for _ in 0..1000 {
            number = number.rotate_left(7) ^ (number >> 3 | 1);
            number = number.rotate_left(9).wrapping_add(number);
        }
    });
    black_box(number);
    time / 5000.0
}
