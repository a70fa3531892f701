//! From rules to machines: grounding, compiling the model, the passes of the circuit, and compiling the programs of the
//! lanes.
//!
//! `cargo bench -p agon-lanes --bench grounding -- passes` measures only those with `passes` in their names.

use agon_lanes::{Backend, LaneCode};
use circuit::{Limits, Model, optimise};
use divan::Bencher;
use ground::Ground;
use std::sync::Arc;

const GAMES: [&str; 4] = ["tic-tac-toe", "connect-four", "breakthrough", "minichess"];

fn main() {
    divan::main();
}

#[divan::bench(args = GAMES)]
fn ground_rules(bencher: Bencher, name: &str) {
    let rules = oracle::rules(name);
    bencher.bench(|| Ground::new(&rules, &Limits::default().ground));
}

#[divan::bench(args = GAMES)]
fn compile_model(bencher: Bencher, name: &str) {
    let rules = oracle::rules(name);
    bencher.bench(|| Model::new(&rules, &Limits::default()));
}

#[divan::bench(args = GAMES)]
fn passes(bencher: Bencher, name: &str) {
    let model = oracle::model(name);
    let circuit = model.raw_circuit();
    bencher.with_inputs(|| circuit.clone()).bench_values(|circuit| optimise(circuit, &[]));
}

#[divan::bench(args = GAMES)]
fn compile_lanes(bencher: Bencher, name: &str) {
    let model = oracle::model(name);
    let backend = Backend::best();
    bencher.bench(|| {
        let code = LaneCode::new(Arc::clone(&model), backend).expect("bundled games are small");
        code.compile().expect("bundled games can be compiled");
        code
    });
}
