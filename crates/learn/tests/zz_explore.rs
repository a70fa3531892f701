use circuit::CircuitMachine;
use game::{Machine, Role};
use learn::trees::*;
use learn::values::{Actor, Chance, Settings, play};
use std::time::Instant;

#[test]
#[ignore]
fn explore() {
    let names = std::env::var("GAMES").unwrap();
    let draws: u32 = std::env::var("DRAWS").unwrap_or("1".into()).parse().unwrap();
    let depth: u32 = std::env::var("DEPTH").unwrap_or("1".into()).parse().unwrap();
    let matches: u32 = std::env::var("MATCHES").unwrap_or("0".into()).parse().unwrap();
    for name in names.split(',') {
        let rules = gdl::check("rules", library::find(name).unwrap().rules().as_bytes()).rules.unwrap();
        let mut machine = CircuitMachine::new(&rules, &circuit::Limits::default()).unwrap();
        let machine: &mut dyn Machine = &mut machine;
        let t = Instant::now();
        let analysis = analyze::analyze(&rules, machine, &analyze::Watch::states(3000, 1)).unwrap();
        let layout = Layout::new(&analysis);
        for count in [300, 1000, 3000, 10000] {
            let all = states(machine, count, &mut game::random(1)).unwrap();
            let reader = Reader::grown(machine, layout.clone(), &all);
            println!("{name} {count}: {} features, {} used {:?}", reader.len(), reader.used().len(), t.elapsed());
        }
        let all = states(machine, 3000, &mut game::random(1)).unwrap();
        let reader = Reader::grown(machine, layout.clone(), &all);
        for role in machine.role_ids().collect::<Vec<_>>() {
            let t = Instant::now();
            let trials = Trials { draws, depth, most: 1, ..Trials::default() };
            let mut n = 0u64;
            let (chosen, best) = select(machine, &reader, role, &trials, 1, &mut || { n += 1; true }).unwrap();
            println!("  role {} {n} matches {:?}", role.0, t.elapsed());
            for it in chosen.iter().chain(&best) { println!("    {} {} {}", reader.name(it.feature), it.weight, it.p); }
            if matches > 0 {
            let t = Instant::now();
            let mut learner = Linear::new(Settings { rate: 0.05, ..Settings::default() }, reader.clone());
            let (start, mut random) = (machine.initial_state().unwrap(), game::random(2));
            for part in 0..5 {
                let mut sum = 0;
                for _ in 0..matches {
                    let (mut a, mut b) = (Chance, Chance);
                    let mut actors: Vec<&mut dyn Actor> = vec![&mut a, &mut b];
                    actors[role.0 as usize] = &mut learner;
                    sum += u32::from(play(machine, &start, &mut actors, &mut random).unwrap().goals[role.0 as usize]);
                }
                println!("    part {part}: {}", sum as f64 / matches as f64);
            }
            println!("   learnt {:?}", t.elapsed());
            }
        }
        let _ = Role(0);
    }
}
