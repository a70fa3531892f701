//! How fast programs run: time per gate for programs of several sizes on every backend, and the time to
//! translate them. A gate per cycle needs the clock, which is measured by a chain of additions.

#[allow(dead_code)]
#[path = "../tests/lanes_code/shapes.rs"]
mod shapes;

use circuit::lanes::code::{Backend, Code, Scratch};
use circuit::lanes::program::{Program, Word};
use circuit::lanes::random::LaneRandom;
use circuit::lanes::transpose;
use rand::RngExt;
use std::time::{Duration, Instant};

fn main() {
    let cycle = cycle_nanoseconds();
    println!("{cycle:.3} ns per cycle");
    let filter = std::env::args().nth(1).filter(|argument| !argument.starts_with('-'));
    let filter = filter.unwrap_or_default();
    if filter == "front" {
        use circuit::lanes::program::Value;
        for ternary in [0, 25, 50, 75, 100] {
            for gates in [1000, 64000] {
                let mut p = shapes::Builder::new(20, 0, 0);
                let mut v: Vec<_> = (0..20).map(Value).collect();
                for i in 0..gates {
                    let j = i % 20;
                    let c = if i * 37 % 100 < ternary { (j + 11) % 20 } else { (j + 7) % 20 };
                    let g = p.gate(
                        if c == (j + 7) % 20 { 0x3c } else { 0x96 },
                        v[j],
                        v[(j + 7) % 20],
                        v[c],
                    );
                    v[j] = g;
                }
                p.program.outputs = v;
                measure(&format!("t{ternary}"), &p.program, Backend::Avx512, cycle);
            }
        }
        for n in [100, 1000, 4000] {
            let p =
                Program { inputs: n, outputs: (0..n).map(Value).collect(), ..Program::default() };
            measure1("copy", &p, Backend::Avx512, cycle, n as f64);
            let mut p = shapes::Builder::new(n, 0, 0);
            let mut v: Vec<_> = (0..20).map(Value).collect();
            for i in 0..n {
                let j = i as usize % 20;
                v[j] = p.gate(0x3c, v[j], Value(i * 7 % n), Value(i * 7 % n));
            }
            p.program.outputs = v;
            measure("fold xor", &p.program, Backend::Avx512, cycle);
            let mut p = shapes::Builder::new(30, 0, 0);
            let mut v: Vec<_> = (0..20).map(Value).collect();
            for i in 0..n {
                let j = i as usize % 20;
                v[j] = p.gate(0x3c, v[j], v[(j + 7) % 20], v[(j + 7) % 20]);
                p.program.outputs.push(v[j]);
            }
            measure("xor store", &p.program, Backend::Avx512, cycle);
        }
    }
    if "random".contains(&filter) {
        measure_random();
    }
    if "transpose".contains(&filter) {
        measure_transpose();
    }
    for (name, program) in programs() {
        if name.contains(&filter) {
            for backend in Backend::all_available() {
                measure(name, &program, backend, cycle);
            }
        }
    }
}

fn programs() -> Vec<(&'static str, Program)> {
    let random = || game::random(1);
    vec![
        ("small", shapes::random(&mut random(), 300, 97, 12, [12, 4, 2])),
        ("step-300", shapes::game_step(&mut random(), 20, 12, 8)),
        ("step-5k", shapes::game_step(&mut random(), 300, 250, 30)),
        ("step-60k", shapes::game_step(&mut random(), 3000, 2900, 60)),
        ("step-200k", shapes::game_step(&mut random(), 9000, 9000, 60)),
        ("wide-5k", shapes::or_of_ands(&mut random(), 400, 200, 16)),
        ("wide-60k", shapes::or_of_ands(&mut random(), 5000, 2500, 16)),
    ]
}

fn measure(name: &str, program: &Program, backend: Backend, cycle: f64) {
    measure1(name, program, backend, cycle, 0.0);
}
fn measure1(name: &str, program: &Program, backend: Backend, cycle: f64, gg: f64) {
    let started = Instant::now();
    let code = match Code::new(program, backend) {
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
    let mut best = f64::MAX;
    let started = Instant::now();
    while started.elapsed() < Duration::from_millis(400) {
        let repeats = 1 + 200_000 / (1 + program.gates.len());
        let start = Instant::now();
        for _ in 0..repeats {
            code.run(&input, &randoms, &masks, &mut output, &mut scratch);
        }
        best = best.min(start.elapsed().as_nanos() as f64 / repeats as f64);
    }
    let s = code.statistics();
    let gates = if gg > 0.0 { gg } else { s.gates as f64 };
    println!(
        "{name:>10} {backend:>8}: {:6} gates {:8.2} us {:6.3} ns/gate {:5.2} gates/cycle; per gate {:.3} \
         instructions {:.3} loads {:.3} stores {:.3} spills {:.2} bytes; scratch {} words, translated in {:.1} ms",
        s.gates,
        best / 1000.0,
        best / gates,
        gates * cycle / best,
        s.instructions as f64 / gates,
        s.loads as f64 / gates,
        s.stores as f64 / gates,
        s.spills as f64 / gates,
        s.code_bytes as f64 / gates,
        s.scratch_words,
        translation.as_secs_f64() * 1000.0,
    );
}

/// The length of a cycle, from a chain of additions that take one cycle each.
fn cycle_nanoseconds() -> f64 {
    let mut best = f64::MAX;
    for _ in 0..20 {
        let start = Instant::now();
        let mut x = std::hint::black_box(1u64);
        for _ in 0..100_000 {
            // A rotation and an exclusive or: two cycles that cannot be merged.
            x = (x.rotate_left(7)) ^ (x >> 3 | 1);
            x = x.rotate_left(9).wrapping_add(x);
        }
        std::hint::black_box(x);
        best = best.min(start.elapsed().as_nanos() as f64 / 500_000.0);
    }
    best
}

fn measure_random() {
    let mut random = LaneRandom::new(1);
    let mut words = vec![Word::default(); 64];
    for backend in Backend::all_available() {
        let best = best_of(|| random.fill_with(backend, &mut words));
        println!("    random {backend}: {:.2} ns per word", best / 64.0);
    }
}

fn measure_transpose() {
    let facts = 1000;
    let states: Vec<Vec<u64>> = (0..64).map(|at| vec![at; facts / 64 + 1]).collect();
    let mut words = vec![Word::default(); facts];
    for lanes in [!0, 0xFF, 1] {
        let best = best_of(|| transpose::put(&mut words, 3, lanes, |lane| &states[lane % 64]));
        println!(" transpose: put {} lanes of {facts} facts {best:.0} ns", u64::count_ones(lanes));
    }
    let mut state = vec![0; facts / 64 + 1];
    let best = best_of(|| {
        transpose::get(std::hint::black_box(&words), 200, std::hint::black_box(&mut state))
    });
    println!(" transpose: get one lane of {facts} facts {best:.0} ns");
    let mut sum = 0;
    let best = best_of(|| transpose::get_block(&words, 3, !0, |_, _, bits| sum ^= bits));
    println!(" transpose: get 64 lanes of {facts} facts {best:.0} ns");
    std::hint::black_box(sum);
}

/// The shortest time in nanoseconds that something took.
fn best_of(mut run: impl FnMut()) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..200 {
        let start = Instant::now();
        for _ in 0..100 {
            run();
        }
        best = best.min(start.elapsed().as_nanos() as f64 / 100.0);
    }
    best
}
