//! Passes never change what a circuit says: each alone, all together, and all but each one, on random circuits and
//! on those of the bundled games, for random inputs in which every role makes exactly one move.

use circuit::{Action, Circuit, Limits, Outputs, PASSES, Signal, build, optimise};
use game::{Fact, Random, Role, random};
use rand::RngExt;

/// The names of all passes but those listed.
fn all_but(kept: &[&str]) -> Vec<String> {
    let names = PASSES.iter().map(|pass| pass.name);
    names.filter(|name| !kept.contains(name)).map(str::to_owned).collect()
}

/// Every choice of passes to be tested, as the passes left out.
fn pipelines() -> Vec<Vec<String>> {
    let alone = PASSES.iter().map(|pass| all_but(&[pass.name]));
    let without = PASSES.iter().map(|pass| vec![pass.name.to_owned()]);
    std::iter::once(vec![]).chain(alone).chain(without).collect()
}

/// Sixty-four inputs at once: bit `n` of each gate's word belongs to input `n`.
struct Inputs {
    facts: Vec<u64>,
    actions: Vec<u64>,
    others: Vec<u64>,
}

impl Inputs {
    /// Random facts, and one move of every role.
    fn random(circuit: &Circuit, random: &mut Random) -> Inputs {
        let density = random.random_range(0.0..=1.0);
        let mut inputs = Inputs {
            facts: vec![0; circuit.facts() as usize],
            actions: vec![0; circuit.actions().len()],
            others: vec![0; circuit.roles() as usize],
        };
        for bit in 0..64 {
            for fact in &mut inputs.facts {
                *fact |= u64::from(random.random_bool(density)) << bit;
            }
            for role in 0..circuit.roles() {
                let owners = circuit.actions().iter().enumerate();
                let mut moves: Vec<usize> =
                    owners.filter(|(_, owner)| owner.0 == role).map(|(action, _)| action).collect();
                let chosen = random.random_range(0..=moves.len());
                match moves.get_mut(chosen) {
                    Some(action) => inputs.actions[*action] |= 1 << bit,
                    None => inputs.others[role as usize] |= 1 << bit,
                }
            }
        }
        inputs
    }

    /// What comes out of the circuit, in the order of [`Outputs::each`].
    fn outputs(&self, circuit: &Circuit) -> Vec<u64> {
        let mut gates = vec![u64::MAX];
        gates.extend(self.facts.iter().chain(&self.actions).chain(&self.others));
        let value = |gates: &[u64], signal: Signal| {
            let gate = gates[signal.gate() as usize];
            if signal.is_inverted() { !gate } else { gate }
        };
        for and in circuit.ands() {
            let operands = circuit.operands(and).iter();
            gates.push(operands.fold(u64::MAX, |all, &signal| all & value(&gates, signal)));
        }
        circuit.outputs.each().map(|signal| value(&gates, signal)).collect()
    }
}

/// The outputs' names and goal values, without their signals.
fn shape(circuit: &Circuit) -> (u32, &[Role], Outputs) {
    (circuit.facts(), circuit.actions(), circuit.outputs.map(|_| Signal::TRUE))
}

/// How a circuit differs from what it was made from, if it does.
fn difference(before: &Circuit, after: &Circuit, random: &mut Random) -> Option<String> {
    if let Err(fault) = after.verify() {
        return Some(fault);
    }
    if shape(before) != shape(after) {
        return Some("it has other inputs or outputs".to_owned());
    }
    (0..4).find_map(|_| {
        let inputs = Inputs::random(before, random);
        let (expected, found) = (inputs.outputs(before), inputs.outputs(after));
        let output = (0..expected.len()).find(|&output| expected[output] != found[output])?;
        Some(format!("output {output} is {:x} instead of {:x}", found[output], expected[output]))
    })
}

/// Checks every pipeline on a circuit.
fn nothing_changes(circuit: &Circuit, random: &mut Random) {
    for without in pipelines() {
        let after = optimise(circuit.clone(), &without);
        if let Some(difference) = difference(circuit, &after, random) {
            panic!("without {without:?}, {difference}:\n{circuit:#?}\nbecomes\n{after:#?}");
        }
    }
}

/// A circuit of random gates, many of which ask for moves that a role does not make.
fn random_circuit(random: &mut Random) -> Circuit {
    let roles = random.random_range(1..=3);
    let actions: Vec<Role> =
        (0..roles).flat_map(|role| vec![Role(role); random.random_range(0..=5)]).collect();
    let mut circuit = Circuit::new(random.random_range(0..=5), actions, roles);
    for _ in 0..random.random_range(0..=30) {
        let mut operands = Vec::new();
        if random.random_bool(0.4) {
            operands = excluded_moves(&circuit, random);
        }
        for _ in 0..random.random_range(0..=4) {
            operands.push(random_signal(&circuit, random));
        }
        if random.random_bool(0.5) {
            circuit.and(operands)
        } else {
            circuit.or(operands)
        };
    }
    circuit.outputs = random_outputs(&circuit, random);
    circuit
}

/// The inverses of many moves of a role.
fn excluded_moves(circuit: &Circuit, random: &mut Random) -> Vec<Signal> {
    let role = Role(random.random_range(0..circuit.roles()));
    let actions = circuit.actions().iter().enumerate();
    let actions = actions.filter(|&(_, &owner)| owner == role);
    let moves = actions.map(|(action, _)| circuit.action(Action(action as u32)));
    let moves = moves.chain([circuit.other(role)]).map(|signal| !signal);
    moves.filter(|_| random.random_bool(0.8)).collect()
}

fn random_signal(circuit: &Circuit, random: &mut Random) -> Signal {
    Signal::of(random.random_range(0..circuit.gates())).invert_if(random.random_bool(0.5))
}

fn random_outputs(circuit: &Circuit, random: &mut Random) -> Outputs {
    let mut signals = |count: usize| -> Vec<Signal> {
        (0..count).map(|_| random_signal(circuit, random)).collect()
    };
    let goals =
        (0..circuit.roles()).map(|_| [None, Some(0), Some(100)].into_iter().zip(signals(3)));
    Outputs {
        goals: goals.map(Iterator::collect).collect(),
        legal: signals(circuit.actions().len()),
        next: signals(circuit.facts() as usize),
        terminal: signals(1)[0],
        others: signals(5),
    }
}

fn bundled(game: library::Game) -> Circuit {
    let checked = gdl::check(game.name(), game.rules().as_bytes());
    let rules = checked.rules.expect("bundled games have no errors");
    match build(&rules, &Limits::default()) {
        Ok(built) => built.circuit,
        Err(stop) => panic!("{} cannot be grounded: {stop:?}", game.name()),
    }
}

#[test]
fn random_circuits() {
    for seed in 0..1_000 {
        let mut random = random(seed);
        nothing_changes(&random_circuit(&mut random), &mut random);
    }
}

#[test]
fn bundled_games() {
    for game in library::games() {
        nothing_changes(&bundled(game), &mut random(3));
    }
}

#[test]
fn bundled_games_become_smaller() {
    let (mut edges_before, mut edges_after) = (0, 0);
    for game in library::games() {
        let circuit = bundled(game);
        let after = optimise(circuit.clone(), &[]);
        edges_before += circuit.edges();
        edges_after += after.edges();
        assert!(after.edges() <= circuit.edges(), "{} becomes bigger", game.name());
        assert_eq!(optimise(circuit, &[]), after, "{} differs when made again", game.name());
    }
    assert!(edges_after < edges_before, "no game becomes smaller");
}

#[test]
fn a_wrong_circuit_is_found_out() {
    let circuit = bundled(library::find("tic-tac-toe").expect("it is bundled"));
    let mut wrong = circuit.clone();
    assert_eq!(difference(&circuit, &wrong, &mut random(1)), None);
    wrong.outputs.next[5] = !wrong.outputs.next[5];
    assert_ne!(difference(&circuit, &wrong, &mut random(1)), None);
}

/// A circuit of four facts, and a role with three actions, whose end is what `terminal` makes of them.
fn ending(terminal: impl Fn(&mut Circuit, [Signal; 4], [Signal; 4]) -> Signal) -> Circuit {
    let mut circuit = Circuit::new(4, vec![Role(0); 3], 1);
    let facts = [0, 1, 2, 3].map(|fact| circuit.fact(Fact(fact)));
    let [a, b, c] = [0, 1, 2].map(|action| circuit.action(Action(action)));
    let moves = [a, b, c, circuit.other(Role(0))];
    let terminal = terminal(&mut circuit, facts, moves);
    let (legal, next) = (vec![Signal::FALSE; 3], vec![Signal::FALSE; 4]);
    circuit.outputs = Outputs { legal, next, terminal, goals: vec![vec![]], others: vec![] };
    circuit
}

/// How many ANDs, and how many operands of them, one pass leaves.
fn left_by(pass: &str, circuit: &Circuit) -> (usize, usize) {
    let after = optimise(circuit.clone(), &all_but(&[pass]));
    (after.ands().len(), after.edges())
}

#[test]
fn fold_drops_what_says_nothing() {
    let repeated = ending(|circuit, [a, b, ..], _| circuit.and([a, Signal::TRUE, b, a]));
    assert_eq!(left_by("fold", &repeated), (1, 2));
    let opposite = ending(|circuit, [a, b, ..], _| circuit.and([a, b, !a]));
    assert_eq!(left_by("fold", &opposite), (0, 0));
}

#[test]
fn share_makes_equal_gates_one() {
    let equal = ending(|circuit, [a, b, ..], _| {
        let (one, other) = (circuit.and([a, b]), circuit.and([b, a]));
        circuit.and([one, !other])
    });
    assert_eq!(left_by("share", &equal), (2, 4));
}

#[test]
fn moves_asks_for_the_fewer_ones() {
    let most = ending(|circuit, [fact, ..], [a, b, c, _]| circuit.and([fact, !a, !b, !c]));
    assert_eq!(left_by("moves", &most), (1, 2));
    let all = ending(|circuit, _, moves| circuit.and(moves.map(|signal| !signal)));
    assert_eq!(optimise(all, &[]).outputs.terminal, Signal::FALSE);
}

#[test]
fn flatten_and_sweep_leave_no_gate_too_many() {
    let nested = ending(|circuit, [a, b, c, d], _| {
        let inner = circuit.and([a, b]);
        circuit.and([c, !d]);
        circuit.and([inner, c])
    });
    assert_eq!(left_by("flatten", &nested), (2, 5));
    assert_eq!(left_by("sweep", &nested), (2, 4));
}
