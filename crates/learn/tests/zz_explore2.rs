use circuit::CircuitMachine;
use game::Machine;
use learn::trees::*;
use learn::values::{Actor, play};
use rand::RngExt;
use std::cell::RefCell;

#[test]
#[ignore]
fn explore() {
    let name = std::env::var("GAMES").unwrap();
    let depth: u32 = std::env::var("DEPTH").unwrap_or("1".into()).parse().unwrap();
    let n: u32 = std::env::var("N").unwrap_or("100".into()).parse().unwrap();
    let rules = gdl::check("rules", library::find(&name).unwrap().rules().as_bytes()).rules.unwrap();
    let mut machine = CircuitMachine::new(&rules, &circuit::Limits::default()).unwrap();
    let machine: &mut dyn Machine = &mut machine;
    let analysis = analyze::analyze(&rules, machine, &analyze::Watch::states(3000, 1)).unwrap();
    let all = states(machine, 3000, &mut game::random(1)).unwrap();
    let reader = Reader::grown(machine, Layout::new(&analysis), &all);
    let pawn: Vec<usize> = (0..reader.len()).filter(|&f| std::env::var("FEATURE").is_ok_and(|n| reader.name(f) == n)).collect();
    println!("{pawn:?}");
    let used = reader.used();
    let reader = RefCell::new(reader);
    let mut random = game::random(5);
    let start = machine.initial_state().unwrap();
    for only in [false, true] {
        for sign in [-1.0, 1.0] {
        let mut counts = std::collections::BTreeMap::new();
        let mut length = 0;
        for _ in 0..n {
            let mut weights = vec![0.0; reader.borrow().len()];
            if !only { for &f in &used { weights[f] = f64::from(random.random_range(-1..=1)); } }
            let mut other: Vec<f64> = weights.iter().map(|w| -w).collect();
            for &f in &pawn { weights[f] = sign; other[f] = 0.0; }
            let mut a = Searcher::new(&reader, weights, depth);
            let mut b = Searcher::new(&reader, other, depth);
            let mut actors: [&mut dyn Actor; 2] = [&mut a, &mut b];
            let p = play(machine, &start, &mut actors, &mut random).unwrap();
            *counts.entry(p.goals[0]).or_insert(0) += 1;
            length += p.length;
        }
        println!("only {only} sign {sign}: {counts:?} {}", length / n as usize);
        }
    }
}
