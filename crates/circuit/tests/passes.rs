//! Passes never change the outputs of a circuit: each alone, all together, and all but each one, on random circuits and
//! on those of the bundled games, for random inputs in which every role makes exactly one move.

use agon_circuit::{Action, Circuit, Outputs, PASSES, PerGate, Signal, optimise};
use game::{Fact, Random, Role, random};
use rand::RngExt;

/// Returns the names of all passes except those listed.
fn all_but(kept: &[&str]) -> Vec<String> {
    let names = PASSES.iter().map(|pass| pass.name);
    names.filter(|name| !kept.contains(name)).map(str::to_owned).collect()
}

/// Returns every choice of passes to be tested, each given by the passes left out.
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
    /// Generates random facts, and one move of every role.
    fn random(circuit: &Circuit, random: &mut Random) -> Inputs {
        let density = random.random_range(0.0..=1.0);
        let mut inputs = Inputs {
            facts: vec![0; circuit.fact_count()],
            actions: vec![0; circuit.action_roles().len()],
            others: vec![0; circuit.role_count()],
        };
        for bit in 0..64 {
            for fact in &mut inputs.facts {
                *fact |= u64::from(random.random_bool(density)) << bit;
            }
            for role in circuit.roles() {
                let own = circuit.actions().filter(|(_, owner)| *owner == role);
                let moves: Vec<Action> = own.map(|(action, _)| action).collect();
                match moves.get(random.random_range(0..=moves.len())) {
                    Some(action) => inputs.actions[action.0 as usize] |= 1 << bit,
                    None => inputs.others[role.0 as usize] |= 1 << bit,
                }
            }
        }
        inputs
    }

    /// Evaluates the outputs of the circuit, in the order of [`Outputs::each`].
    fn outputs(&self, circuit: &Circuit) -> Vec<u64> {
        let mut gates = PerGate::from_values([u64::MAX]);
        let inputs = self.facts.iter().chain(&self.actions).chain(&self.others);
        inputs.for_each(|&input| gates.push(input));
        let value = |gates: &PerGate<u64>, signal: Signal| {
            let gate = gates[signal.gate()];
            if signal.is_inverted() { !gate } else { gate }
        };
        for and in circuit.ands() {
            let operands = circuit.operands(and).iter();
            let all = operands.fold(u64::MAX, |all, &signal| all & value(&gates, signal));
            gates.push(all);
        }
        circuit.outputs.each().map(|signal| value(&gates, signal)).collect()
    }
}

/// Returns the outputs' names and goal values, without their signals.
fn shape(circuit: &Circuit) -> (usize, &[Role], Outputs) {
    (circuit.fact_count(), circuit.action_roles(), circuit.outputs.map(|_| Signal::TRUE))
}

/// Describes a difference between a circuit and the one it was made from; `None` if they agree.
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

/// Checks that no pipeline changes the outputs of a circuit.
fn check_pipelines(circuit: &Circuit, random: &mut Random) {
    for without in pipelines() {
        let after = optimise(circuit.clone(), &without);
        if let Some(difference) = difference(circuit, &after, random) {
            panic!("without {without:?}, {difference}:\n{circuit:#?}\nbecomes\n{after:#?}");
        }
    }
}

/// Generates a circuit of random gates, many of which depend on moves that a role does not make.
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

/// Returns the inverses of many moves of a role.
fn excluded_moves(circuit: &Circuit, random: &mut Random) -> Vec<Signal> {
    let role = Role(random.random_range(0..circuit.role_count() as u32));
    let own = circuit.actions().filter(|(_, owner)| *owner == role);
    let moves = own.map(|(action, _)| circuit.action(action));
    let moves = moves.chain([circuit.other_move(role)]).map(|signal| !signal);
    moves.filter(|_| random.random_bool(0.8)).collect()
}

fn random_signal(circuit: &Circuit, random: &mut Random) -> Signal {
    let gate = circuit.gates().nth(random.random_range(0..circuit.gate_count()));
    Signal::of(gate.expect("it is in range")).invert_if(random.random_bool(0.5))
}

fn random_outputs(circuit: &Circuit, random: &mut Random) -> Outputs {
    let mut signals = |count: usize| -> Vec<Signal> {
        (0..count).map(|_| random_signal(circuit, random)).collect()
    };
    let goals = circuit.roles().map(|_| [None, Some(0), Some(100)].into_iter().zip(signals(3)));
    Outputs {
        goals: goals.map(Iterator::collect).collect(),
        legal: signals(circuit.action_roles().len()),
        next: signals(circuit.fact_count()),
        terminal: signals(1)[0],
        others: signals(5),
    }
}

/// Returns the circuit of a bundled game before any pass.
fn raw_circuit(name: &str) -> Circuit {
    oracle::model(name).raw_circuit().clone()
}

#[test]
fn random_circuits() {
    for seed in 0..1_000 {
        let mut random = random(seed);
        check_pipelines(&random_circuit(&mut random), &mut random);
    }
}

#[test]
fn bundled_games() {
    for game in library::games() {
        check_pipelines(&raw_circuit(game.name()), &mut random(3));
    }
}

#[test]
fn bundled_games_become_smaller() {
    let (mut edges_before, mut edges_after) = (0, 0);
    for game in library::games() {
        let circuit = raw_circuit(game.name());
        let after = optimise(circuit.clone(), &[]);
        edges_before += circuit.operand_count();
        edges_after += after.operand_count();
        assert!(after.operand_count() <= circuit.operand_count(), "{} becomes bigger", game.name());
        assert_eq!(optimise(circuit, &[]), after, "{} differs when made again", game.name());
    }
    assert!(edges_after < edges_before, "no game becomes smaller");
}

#[test]
fn verification_finds_a_wrong_circuit() {
    let circuit = raw_circuit("tic-tac-toe");
    let mut wrong = circuit.clone();
    assert_eq!(difference(&circuit, &wrong, &mut random(1)), None);
    wrong.outputs.next[5] = !wrong.outputs.next[5];
    assert_ne!(difference(&circuit, &wrong, &mut random(1)), None);
}

/// Returns a circuit of four facts and a role with three actions, whose output `terminal` is a given function of them.
fn circuit_with_terminal(
    terminal: impl Fn(&mut Circuit, [Signal; 4], [Signal; 4]) -> Signal,
) -> Circuit {
    let mut circuit = Circuit::new(4, vec![Role(0); 3], 1);
    let facts = [0, 1, 2, 3].map(|fact| circuit.fact(Fact(fact)));
    let [a, b, c] = [0, 1, 2].map(|action| circuit.action(Action(action)));
    let moves = [a, b, c, circuit.other_move(Role(0))];
    let terminal = terminal(&mut circuit, facts, moves);
    let (legal, next) = (vec![Signal::FALSE; 3], vec![Signal::FALSE; 4]);
    circuit.outputs = Outputs { legal, next, terminal, goals: vec![vec![]], others: vec![] };
    circuit
}

/// Returns the numbers of ANDs and of their operands after one pass.
fn size_after(pass: &str, circuit: &Circuit) -> (usize, usize) {
    let after = optimise(circuit.clone(), &all_but(&[pass]));
    (after.ands().len(), after.operand_count())
}

#[test]
fn fold_removes_redundant_operands() {
    let repeated =
        circuit_with_terminal(|circuit, [a, b, ..], _| circuit.and([a, Signal::TRUE, b, a]));
    assert_eq!(size_after("fold", &repeated), (1, 2));
    let opposite = circuit_with_terminal(|circuit, [a, b, ..], _| circuit.and([a, b, !a]));
    assert_eq!(size_after("fold", &opposite), (0, 0));
}

#[test]
fn share_merges_equal_gates() {
    let equal = circuit_with_terminal(|circuit, [a, b, ..], _| {
        let (one, other) = (circuit.and([a, b]), circuit.and([b, a]));
        circuit.and([one, !other])
    });
    assert_eq!(size_after("share", &equal), (2, 4));
}

#[test]
fn moves_replaces_many_excluded_moves_by_the_few_others() {
    let most =
        circuit_with_terminal(|circuit, [fact, ..], [a, b, c, _]| circuit.and([fact, !a, !b, !c]));
    assert_eq!(size_after("moves", &most), (1, 2));
    let all = circuit_with_terminal(|circuit, _, moves| circuit.and(moves.map(|signal| !signal)));
    assert_eq!(optimise(all, &[]).outputs.terminal, Signal::FALSE);
}

#[test]
fn flatten_and_sweep_remove_unneeded_gates() {
    let nested = circuit_with_terminal(|circuit, [a, b, c, d], _| {
        let inner = circuit.and([a, b]);
        circuit.and([c, !d]);
        circuit.and([inner, c])
    });
    assert_eq!(size_after("flatten", &nested), (2, 5));
    assert_eq!(size_after("sweep", &nested), (2, 4));
}
