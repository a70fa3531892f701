use circuit::CircuitMachine;
use game::Machine;
use learn::trees::*;
#[test]
#[ignore]
fn explore() {
    for name in ["minichess", "hallway", "checkers-free", "checkers", "othello", "othello-6x6", "capture-go-4x4", "capture-go-3x3"] {
    let rules = gdl::check("rules", library::find(&name).unwrap().rules().as_bytes()).rules.unwrap();
    let mut machine = CircuitMachine::new(&rules, &circuit::Limits::default()).unwrap();
    let machine: &mut dyn Machine = &mut machine;
    let analysis = analyze::analyze(&rules, machine, &analyze::Watch::states(3000, 1)).unwrap();
    let all = states(machine, 3000, &mut game::random(1)).unwrap();
    let reader = Reader::grown(machine, Layout::new(&analysis), &all);
    let counts = (0..reader.len()).filter(|&f| reader.name(f).ends_with('#')).count();
    println!("{name}: {} nodes {} features ({counts} counts) {} used, left out {:.0} %", reader.nodes(), reader.len(), reader.used().len(), 100.0 - 100.0 * reader.used().len() as f64 / reader.len() as f64);
    if std::env::var("NAMES").is_ok_and(|n| n == name) { for f in reader.used() { println!("   {}", reader.name(f)); } }
    }
}
