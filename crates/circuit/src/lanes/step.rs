//! One step of play for all lanes, as a program: the legal moves, the random choice among them, the next state,
//! whether the game is over there, and what each role gets.

use super::logic::{Logic, Wire};
use super::map::{Interface, map};
use super::phases::Phases;
use super::program::Program;
use super::select::{choose, random_bits};
use crate::network::{Action, Circuit, Signal};
use game::{Fact, Role};

/// What becomes of lanes whose game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refill {
    /// They begin again with the initial state, as soon as the phase is the first one.
    Initial,
    /// They rest.
    Never,
}

/// A step's program and what its words are.
pub struct Step {
    /// The program. Its inputs are the unknown facts of this phase and the word of active lanes; its outputs those of
    /// the next phase, then `done`, `stuck` and the goals.
    pub program: Program,
    /// The facts that are unknown in this phase, in the order of the input words.
    pub facts: Vec<Fact>,
    /// The weight masks, in order: the action and the bit of its weight.
    pub masks: Vec<(Action, u32)>,
    /// The goal words: the role and the value that a finished lane gives it. A lane without a word gets 0.
    pub goals: Vec<(Role, u8)>,
}

/// What a step's output words are, counted from the end of the next phase's input words.
pub const DONE: usize = 0;
/// Lanes in which some role had no legal move.
pub const STUCK: usize = 1;
/// The first goal word.
pub const GOALS: usize = 2;

/// Makes the program of a phase. `weight_bits` is how many bits a move's weight has; with one, all moves are
/// equally likely.
pub fn step(
    circuit: &Circuit,
    initial: &[bool],
    phases: &Phases,
    phase: usize,
    refill: Refill,
    weight_bits: u32,
) -> Step {
    let next_phase = (phase + 1) % phases.count();
    let facts = unknown(phases, phase);
    let next_facts = unknown(phases, next_phase);
    let legal = Legal::of(circuit, phases, phase);
    let weighted = weight_bits > 1;
    let randoms: Vec<usize> = legal
        .by_role
        .iter()
        .map(|actions| random_bits(actions.len(), weight_bits as usize))
        .collect();
    let mut masks = Vec::new();
    if weighted {
        for &action in legal.by_role.iter().filter(|actions| actions.len() > 1).flatten() {
            masks.extend((0..weight_bits).map(|bit| (action, bit)));
        }
    }
    let interface = Interface {
        inputs: facts.len() as u32 + 1,
        randoms: randoms.iter().sum::<usize>() as u32,
        masks: masks.len() as u32,
    };
    let mut logic = Logic::new(interface.inputs + interface.randoms + interface.masks);
    // 1. The facts of this phase.
    let active = logic.input(facts.len() as u32);
    let mut state: Vec<Wire> = constants(phases, phase);
    for (input, fact) in facts.iter().enumerate() {
        state[fact.0 as usize] = logic.input(input as u32);
    }
    // 2. The legal moves, and the choice of each role.
    let mut copy = Copy::new(circuit, &state);
    let mut random = interface.inputs;
    let mut mask = interface.inputs + interface.randoms;
    let mut nobody = Vec::new();
    for (actions, &bits) in legal.by_role.iter().zip(&randoms) {
        let wires: Vec<Wire> = actions
            .iter()
            .map(|action| copy.get(&mut logic, circuit.outputs.legal[action.0 as usize]))
            .collect();
        let random_wires: Vec<Wire> =
            (0..bits as u32).map(|bit| logic.input(random + bit)).collect();
        random += bits as u32;
        let mut weights = Vec::new();
        if weighted && actions.len() > 1 {
            for _ in actions {
                weights.push((0..weight_bits).map(|bit| logic.input(mask + bit)).collect());
                mask += weight_bits;
            }
        }
        let choice = choose(&mut logic, &wires, &weights, &random_wires);
        nobody.push(choice.none);
        for (action, wire) in actions.iter().zip(choice.chosen) {
            copy.set(circuit.action(*action), wire);
        }
    }
    let nobody = logic.any(&nobody);
    let stuck = logic.and(active, nobody);
    // 3. The next state.
    let next: Vec<Wire> =
        circuit.outputs.next.iter().map(|&signal| copy.get(&mut logic, signal)).collect();
    // 4. Its end and goals.
    let mut after = constants(phases, next_phase);
    for fact in &next_facts {
        after[fact.0 as usize] = next[fact.0 as usize];
    }
    let mut copy = Copy::new(circuit, &after);
    let terminal = copy.get(&mut logic, circuit.outputs.terminal);
    let moved = logic.and(active, !stuck);
    let finished = logic.and(moved, terminal);
    let done = logic.or(finished, stuck);
    let still = logic.and(moved, !terminal);
    let (goals, goal_wires) = goal_words(&mut logic, circuit, &mut copy, finished);
    // 5. What the next phase begins with.
    let again = refill == Refill::Initial && next_phase == 0;
    let mut outputs: Vec<Wire> = next_facts
        .iter()
        .map(|fact| {
            let wire = next[fact.0 as usize];
            match (again, initial[fact.0 as usize]) {
                (false, _) => wire,
                (true, true) => logic.or(wire, !still),
                (true, false) => logic.and(wire, still),
            }
        })
        .collect();
    outputs.push(if again { Wire::TRUE } else { still });
    outputs.extend([done, stuck]);
    outputs.extend(goal_wires);
    Step { program: map(&logic, &outputs, &interface), facts, masks, goals }
}

/// The facts of a phase that are neither known to be on nor known to be off.
pub fn unknown(phases: &Phases, phase: usize) -> Vec<Fact> {
    let facts = (0..phases.facts[phase].len() as u32).map(Fact);
    facts.filter(|&fact| phases.known(phase, fact).is_none()).collect()
}

/// The wires of all facts, for those that are known; the others are off for the moment.
fn constants(phases: &Phases, phase: usize) -> Vec<Wire> {
    let known = phases.facts[phase].iter();
    known.map(|&known| if known == Some(true) { Wire::TRUE } else { Wire::FALSE }).collect()
}

/// The actions of each role that can be legal in a phase.
struct Legal {
    by_role: Vec<Vec<Action>>,
}

impl Legal {
    fn of(circuit: &Circuit, phases: &Phases, phase: usize) -> Legal {
        let values = super::phases::evaluate(circuit, &phases.facts[phase]);
        let mut by_role = vec![Vec::new(); circuit.roles() as usize];
        for (action, role) in circuit.actions().iter().enumerate() {
            let signal = circuit.outputs.legal[action];
            let value = values[signal.gate() as usize].map(|on| on != signal.is_inverted());
            if value != Some(false) {
                by_role[role.0 as usize].push(Action(action as u32));
            }
        }
        Legal { by_role }
    }
}

/// One word for each goal value of each role but 0. Where several values hold, the highest counts.
fn goal_words(
    logic: &mut Logic,
    circuit: &Circuit,
    copy: &mut Copy,
    finished: Wire,
) -> (Vec<(Role, u8)>, Vec<Wire>) {
    let (mut goals, mut wires) = (Vec::new(), Vec::new());
    for (role, values) in circuit.outputs.goals.iter().enumerate() {
        let mut open = finished;
        for &(value, signal) in values.iter().rev() {
            let Some(value) = value.filter(|&value| value > 0) else { continue };
            let holds = copy.get(logic, signal);
            let wire = logic.and(open, holds);
            open = logic.and(open, !holds);
            if wire != Wire::FALSE {
                goals.push((Role(role as u32), value));
                wires.push(wire);
            }
        }
    }
    (goals, wires)
}

/// The circuit's gates as wires, made as they are needed.
struct Copy<'a> {
    circuit: &'a Circuit,
    wires: Vec<Option<Wire>>,
}

impl<'a> Copy<'a> {
    /// Starts with the facts; no role makes a move that is no action.
    fn new(circuit: &'a Circuit, facts: &[Wire]) -> Copy<'a> {
        let mut copy = Copy { circuit, wires: vec![None; circuit.gates() as usize] };
        copy.wires[0] = Some(Wire::TRUE);
        for (fact, &wire) in facts.iter().enumerate() {
            copy.set(circuit.fact(Fact(fact as u32)), wire);
        }
        for role in 0..circuit.roles() {
            copy.set(circuit.other(Role(role)), Wire::FALSE);
        }
        copy
    }

    fn set(&mut self, signal: Signal, wire: Wire) {
        self.wires[signal.gate() as usize] = Some(wire);
    }

    /// The wire of a signal. Actions that have not been set are off.
    fn get(&mut self, logic: &mut Logic, signal: Signal) -> Wire {
        let mut open = vec![signal.gate()];
        while let Some(&gate) = open.last() {
            if self.wires[gate as usize].is_some() {
                open.pop();
                continue;
            }
            if gate < self.circuit.first_and() {
                self.wires[gate as usize] = Some(Wire::FALSE);
                continue;
            }
            let operands = self.circuit.operands(gate);
            let before = open.len();
            open.extend(
                operands
                    .iter()
                    .map(|operand| operand.gate())
                    .filter(|&gate| self.wires[gate as usize].is_none()),
            );
            if open.len() == before {
                let wires: Vec<Wire> = operands.iter().map(|&operand| self.wire(operand)).collect();
                self.wires[gate as usize] = Some(logic.all(&wires));
            }
        }
        self.wire(signal)
    }

    fn wire(&self, signal: Signal) -> Wire {
        let wire = self.wires[signal.gate() as usize].expect("it was made");
        wire.invert_if(signal.is_inverted())
    }
}
