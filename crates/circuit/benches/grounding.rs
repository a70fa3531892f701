//! From rules to machines: grounding and building, the passes, and compiling the lanes' programs.
//!
//! `cargo bench -p circuit --bench grounding -- passes` measures only what has `passes` in its name.

use circuit::lanes::Lanes;
use circuit::lanes::code::Backend;
use circuit::{Built, CircuitMachine, Limits, build, optimise};
use divan::Bencher;
use gdl::Rules;

const GAMES: [&str; 4] = ["tic-tac-toe", "connect-four", "breakthrough", "minichess"];

fn main() {
    divan::main();
}

fn rules(name: &str) -> Rules {
    let game = library::find(name).expect("it is bundled");
    gdl::check(name, game.rules().as_bytes()).rules.expect("bundled games have no errors")
}

fn built(rules: &Rules) -> Built {
    build(rules, &Limits::default()).expect("bundled games can be grounded")
}

#[divan::bench(args = GAMES)]
fn ground_and_build(bencher: Bencher, name: &str) {
    let rules = rules(name);
    bencher.bench(|| built(&rules));
}

#[divan::bench(args = GAMES)]
fn passes(bencher: Bencher, name: &str) {
    let circuit = built(&rules(name)).circuit;
    bencher.with_inputs(|| circuit.clone()).bench_values(|circuit| optimise(circuit, &[]));
}

#[divan::bench(args = GAMES)]
fn compile_lanes(bencher: Bencher, name: &str) {
    let machine = CircuitMachine::from_built(built(&rules(name)));
    bencher.bench(|| {
        let mut lanes = Lanes::new(&machine, Backend::best()).expect("bundled games are small");
        lanes.from_start().expect("they can be compiled");
        lanes
    });
}
