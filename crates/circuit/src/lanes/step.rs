//! The programs of play for all lanes: the legal moves, the random choice among them, the next state, whether the
//! game is over there, and what each role gets.
//!
//! There are two ways to put these together. *At once*: a step makes a move, sees whether the game is over and who
//! gets what, and lanes that are done begin again. *Later*: a step sees first whether the game is over, and then
//! makes a move only where it is not; lanes that are done rest in their last state until, every so often, another
//! program finds their goals and lets them begin again. The second way shares the logic of the end with that of the
//! legal moves, which are often the same, and spares the goals, which may be many times as big as all the rest.

use super::logic::{Logic, Wire};
use super::map::{Interface, map};
use super::program::Program;
use super::select::{choose, random_bits};
use super::slots::slots;
use crate::exclusions::Needs;
use crate::network::{Action, Circuit, Signal};
use crate::phases::{self, Known, Phases};
use game::{Fact, Role};

/// What becomes of lanes whose game is over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Refill {
    /// They begin again with the initial state, as soon as the phase is the first one.
    Initial,
    /// They begin again with a state of their own, if they have one, as soon as the phase is the one it belongs to.
    Own,
    /// Nothing: every lane plays once.
    Never,
}

/// What the programs are made from.
#[derive(Clone, Copy)]
pub struct Plan<'a> {
    /// The circuit.
    pub circuit: &'a Circuit,
    /// Whether each fact is true in the beginning.
    pub initial: &'a [bool],
    /// What is known of each phase.
    pub phases: &'a Phases,
    /// What becomes of lanes whose game is over.
    pub refill: Refill,
    /// How many bits a move's weight has; with one, all moves are equally likely.
    pub weight_bits: u32,
}

/// A program that makes a move in every active lane.
pub struct Step {
    /// The program. Its inputs are what lanes begin again with, the facts of its phase and the words that say which
    /// lanes rest; its outputs the facts and such words of the next phase, and then what is to be counted.
    pub program: Program,
    /// How many of the inputs are what lanes begin again with: for each phase, the lanes that begin in it, and then
    /// their states, fact by fact.
    pub before: usize,
    /// The facts that the words are of, in their order.
    pub facts: Vec<Fact>,
    /// The weight masks, in order: the action and the bit of its weight.
    pub masks: Vec<(Action, u32)>,
    /// The goal words: the role and the value that a finished lane gives it. A lane without a word gets 0.
    pub goals: Vec<(Role, u8)>,
}

/// What a program counts comes after the state: the lanes that are done …
pub const DONE: usize = 0;
/// … those in which some role had no legal move …
pub const STUCK: usize = 1;
/// … and the goals, as far as the program finds them.
pub const GOALS: usize = 2;

/// Makes a step that does everything at once. One word of state says which lanes are active.
pub fn at_once(plan: &Plan, phase: usize) -> Step {
    let next_phase = (phase + 1) % plan.phases.count();
    let (facts, next_facts) = (unknown(plan.phases, phase), unknown(plan.phases, next_phase));
    let before = match plan.refill {
        Refill::Initial | Refill::Never => 0,
        Refill::Own => plan.phases.count() + plan.circuit.facts() as usize,
    };
    let mut drawing = Drawing::new(plan, phase, before + facts.len() + 1);
    let logic = &mut drawing.logic;
    let active = logic.input((before + facts.len()) as u32);
    let mut state = constants(plan.phases, phase);
    for (input, fact) in (before as u32..).zip(&facts) {
        state[fact.0 as usize] = logic.input(input);
    }
    let mut copy = Copy::new(plan.circuit, &state);
    let none = drawing.draw(plan, &mut copy);
    let logic = &mut drawing.logic;
    let stuck = logic.and(active, none);
    let next = copy.next(logic);
    // The end and the goals, in the next state.
    let mut after = constants(plan.phases, next_phase);
    next_facts.iter().for_each(|fact| after[fact.0 as usize] = next[fact.0 as usize]);
    let mut copy = Copy::new(plan.circuit, &after);
    let terminal = copy.get(logic, plan.circuit.outputs.terminal);
    let moved = logic.and(active, !stuck);
    let finished = logic.and(moved, terminal);
    let done = logic.or(finished, stuck);
    let still = logic.and(moved, !terminal);
    let (goals, goal_wires) = goal_words(logic, plan.circuit, &mut copy, finished);
    // What the next phase begins with.
    let begins = match plan.refill {
        Refill::Initial if next_phase == 0 => !still,
        Refill::Initial | Refill::Never => Wire::FALSE,
        Refill::Own => {
            let home = logic.input(next_phase as u32);
            logic.and(home, !still)
        }
    };
    let mut outputs: Vec<Wire> = next_facts
        .iter()
        .map(|fact| {
            let (next, initial) = (next[fact.0 as usize], plan.initial[fact.0 as usize]);
            match plan.refill {
                Refill::Initial => begin_again(logic, next, !begins, initial),
                Refill::Never => next,
                Refill::Own => {
                    let first = logic.input(plan.phases.count() as u32 + fact.0);
                    logic.choose(begins, first, next)
                }
            }
        })
        .collect();
    outputs.push(logic.or(still, begins));
    outputs.extend([done, stuck]);
    outputs.extend(goal_wires);
    drawing.finish(&outputs, before, facts, goals)
}

/// Makes the program that sees in which phase lanes begin with their own states: the first whose facts the state has.
/// States that break an exclusion begin in none, nor do those that are over, unless the steps see to them. Its inputs
/// are the facts, its outputs a word for each phase.
pub fn enter(plan: &Plan, refuses_over: bool) -> Step {
    let facts: Vec<Fact> = (0..plan.circuit.facts()).map(Fact).collect();
    let mut drawing = Drawing::without_choice(facts.len());
    let logic = &mut drawing.logic;
    let state: Vec<Wire> = facts.iter().map(|fact| logic.input(fact.0)).collect();
    let mut unfit: Vec<Wire> = Vec::new();
    for group in plan.phases.exclusions.groups() {
        let group: Vec<Wire> = group.iter().map(|fact| state[fact.0 as usize]).collect();
        unfit.push(several(logic, &group).1);
    }
    if refuses_over {
        let mut copy = Copy::new(plan.circuit, &state);
        unfit.push(copy.get(logic, plan.circuit.outputs.terminal));
    }
    let mut homeless = !logic.any(&unfit);
    let mut homes = Vec::new();
    for known in &plan.phases.facts {
        let known = known.iter().zip(&state);
        let known = known.filter_map(|(known, wire)| Some(wire.invert_if(!(*known)?)));
        let fits: Vec<Wire> = known.collect();
        let fits = logic.all(&fits);
        homes.push(logic.and(homeless, fits));
        homeless = logic.and(homeless, !fits);
    }
    drawing.finish(&homes, 0, facts, Vec::new())
}

/// Whether any of the wires is on, and whether several are.
fn several(logic: &mut Logic, wires: &[Wire]) -> (Wire, Wire) {
    match wires {
        [] => (Wire::FALSE, Wire::FALSE),
        [wire] => (*wire, Wire::FALSE),
        _ => {
            let (left, right) = wires.split_at(wires.len() / 2);
            let (left, right) = (several(logic, left), several(logic, right));
            let both = logic.and(left.0, right.0);
            (logic.or(left.0, right.0), logic.any(&[left.1, right.1, both]))
        }
    }
}

/// Makes a step that leaves the goals for later. The words of state after the facts say, for each phase, which lanes
/// rest in a state of that phase, and then which of them because a role had no legal move.
pub fn later(plan: &Plan, phase: usize) -> Step {
    let phases = plan.phases.count();
    let facts = unknown_somewhere(plan.phases);
    let mut drawing = Drawing::new(plan, phase, facts.len() + phases + 1);
    let logic = &mut drawing.logic;
    let first = facts.len() as u32;
    let mut rests: Vec<Wire> = (0..phases as u32).map(|phase| logic.input(first + phase)).collect();
    let was_stuck = logic.input(first + phases as u32);
    let rest = logic.any(&rests);
    let mut state = constants(plan.phases, phase);
    for (input, fact) in facts.iter().enumerate() {
        if plan.phases.known(phase, *fact).is_none() {
            state[fact.0 as usize] = logic.input(input as u32);
        }
    }
    let mut copy = Copy::new(plan.circuit, &state);
    let terminal = copy.get(logic, plan.circuit.outputs.terminal);
    let playing = logic.and(!rest, !terminal);
    let none = drawing.draw(plan, &mut copy);
    let logic = &mut drawing.logic;
    let stuck = logic.and(playing, none);
    let moved = logic.and(playing, !none);
    let done = logic.and(!rest, !moved);
    rests[phase] = logic.or(rests[phase], done);
    let next = copy.next(logic);
    let mut outputs: Vec<Wire> = facts
        .iter()
        .enumerate()
        .map(|(input, fact)| {
            let before = logic.input(input as u32);
            logic.choose(moved, next[fact.0 as usize], before)
        })
        .collect();
    outputs.extend(rests);
    outputs.push(logic.or(was_stuck, stuck));
    outputs.extend([done, stuck]);
    drawing.finish(&outputs, 0, facts, Vec::new())
}

/// Makes the program that finds the goals of the lanes that rest, and lets them begin again if they do; if not, its
/// outputs are only what is to be counted. Its state is that of the steps made by [`later`].
pub fn finish(plan: &Plan) -> Step {
    let phases = plan.phases.count();
    let facts = unknown_somewhere(plan.phases);
    let mut drawing = Drawing::without_choice(facts.len() + phases + 1);
    let logic = &mut drawing.logic;
    let first = facts.len() as u32;
    let rests: Vec<Wire> = (0..phases as u32).map(|phase| logic.input(first + phase)).collect();
    let was_stuck = logic.input(first + phases as u32);
    let done = logic.any(&rests);
    let mut state = Vec::new();
    for fact in (0..plan.circuit.facts()).map(Fact) {
        // Where the fact is known, it is the phase that tells; elsewhere its word.
        let mut parts: Vec<Wire> = (0..phases)
            .filter(|&phase| plan.phases.known(phase, fact) == Some(true))
            .map(|phase| rests[phase])
            .collect();
        if let Some(input) = facts.iter().position(|&other| other == fact) {
            let unknown = (0..phases).filter(|&phase| plan.phases.known(phase, fact).is_none());
            let unknown: Vec<Wire> = unknown.map(|phase| rests[phase]).collect();
            let here = if unknown.len() == phases { Wire::TRUE } else { logic.any(&unknown) };
            let word = logic.input(input as u32);
            parts.push(logic.and(here, word));
        }
        let everywhere = (0..phases).all(|phase| plan.phases.known(phase, fact) == Some(true));
        state.push(if everywhere { Wire::TRUE } else { logic.any(&parts) });
    }
    let mut copy = Copy::new(plan.circuit, &state);
    let finished = logic.and(done, !was_stuck);
    let (goals, goal_wires) = goal_words(logic, plan.circuit, &mut copy, finished);
    let words = facts.iter().zip(0..).map(|(fact, input)| (fact.0 as usize, logic.input(input)));
    let words: Vec<(usize, Wire)> = words.collect();
    let mut outputs: Vec<Wire> = Vec::new();
    match plan.refill {
        Refill::Initial => {
            let again = words
                .iter()
                .map(|&(fact, word)| begin_again(logic, word, !done, plan.initial[fact]));
            outputs.extend(again);
            outputs.extend(vec![Wire::FALSE; phases + 1]);
        }
        Refill::Own => {
            outputs.extend(words.iter().map(|&(_, word)| word));
            outputs.extend(rests);
            outputs.push(was_stuck);
        }
        Refill::Never => {}
    }
    outputs.extend([done, was_stuck]);
    outputs.extend(goal_wires);
    drawing.finish(&outputs, 0, facts, goals)
}

/// A fact, or where the lane no longer plays, the fact in the beginning.
fn begin_again(logic: &mut Logic, fact: Wire, still: Wire, initial: bool) -> Wire {
    if initial { logic.or(fact, !still) } else { logic.and(fact, still) }
}

/// The facts of a phase that are neither known to be on nor known to be off.
pub fn unknown(phases: &Phases, phase: usize) -> Vec<Fact> {
    let facts = (0..phases.facts[phase].len() as u32).map(Fact);
    facts.filter(|&fact| phases.known(phase, fact).is_none()).collect()
}

/// The facts that are unknown in some phase.
fn unknown_somewhere(phases: &Phases) -> Vec<Fact> {
    let facts = (0..phases.facts[0].len() as u32).map(Fact);
    facts
        .filter(|&fact| (0..phases.count()).any(|phase| phases.known(phase, fact).is_none()))
        .collect()
}

/// The wires of all facts, for those that are known; the others are off for the moment.
fn constants(phases: &Phases, phase: usize) -> Vec<Wire> {
    let known = phases.facts[phase].iter();
    known.map(|&known| if known == Some(true) { Wire::TRUE } else { Wire::FALSE }).collect()
}

/// A program while it is being made, and what the random choice needs.
struct Drawing {
    logic: Logic,
    interface: Interface,
    /// The actions of each role that can be legal.
    actions: Vec<Vec<Action>>,
    /// The places of each role's choice, each with the indexes of actions of which at most one is legal.
    slots: Vec<Vec<Vec<usize>>>,
    randoms: Vec<usize>,
    masks: Vec<(Action, u32)>,
}

impl Drawing {
    /// For a step of a phase with so many inputs.
    fn new(plan: &Plan, phase: usize, inputs: usize) -> Drawing {
        let Plan { circuit, phases: known, weight_bits: bits, .. } = *plan;
        let values = phases::evaluate(circuit, &known.facts[phase]);
        let actions = possible_actions(circuit, &values);
        let needs = Needs::of_legal(circuit, &values);
        let slots: Vec<Vec<Vec<usize>>> = actions
            .iter()
            .map(|actions| slots(circuit, &known.exclusions, &needs, actions))
            .collect();
        let randoms: Vec<usize> =
            slots.iter().map(|slots| random_bits(slots.len(), bits as usize)).collect();
        let mut masks = Vec::new();
        if bits > 1 {
            let choices = actions.iter().zip(&slots).filter(|(_, slots)| slots.len() > 1);
            for &action in choices.flat_map(|(actions, _)| actions) {
                masks.extend((0..bits).map(|bit| (action, bit)));
            }
        }
        let interface = Interface {
            inputs: inputs as u32,
            randoms: randoms.iter().sum::<usize>() as u32,
            masks: masks.len() as u32,
        };
        let logic = Logic::new(interface.inputs + interface.randoms + interface.masks);
        Drawing { logic, interface, actions, slots, randoms, masks }
    }

    fn without_choice(inputs: usize) -> Drawing {
        let interface = Interface { inputs: inputs as u32, randoms: 0, masks: 0 };
        let logic = Logic::new(interface.inputs);
        let (actions, slots) = (Vec::new(), Vec::new());
        Drawing { logic, interface, actions, slots, randoms: Vec::new(), masks: Vec::new() }
    }

    /// Chooses a move for every role; where some role has none.
    fn draw(&mut self, plan: &Plan, copy: &mut Copy) -> Wire {
        let Drawing { logic, interface, actions, slots, randoms, .. } = self;
        let mut random = interface.inputs;
        let mut mask = interface.inputs + interface.randoms;
        let mut none = Vec::new();
        for ((actions, slots), &bits) in actions.iter().zip(slots.iter()).zip(randoms.iter()) {
            let legal: Vec<Wire> = actions
                .iter()
                .map(|action| copy.get(logic, plan.circuit.outputs.legal[action.0 as usize]))
                .collect();
            let wires: Vec<Wire> = (0..bits as u32).map(|bit| logic.input(random + bit)).collect();
            random += bits as u32;
            let mut weights = Vec::new();
            if plan.weight_bits > 1 && slots.len() > 1 {
                for _ in actions.iter() {
                    weights
                        .push((0..plan.weight_bits).map(|bit| logic.input(mask + bit)).collect());
                    mask += plan.weight_bits;
                }
            }
            let choice = choose(logic, &legal, slots, &weights, &wires);
            none.push(choice.none);
            for (action, wire) in actions.iter().zip(choice.chosen) {
                copy.set(plan.circuit.action(*action), wire);
            }
        }
        logic.any(&none)
    }

    fn finish(
        self,
        outputs: &[Wire],
        before: usize,
        facts: Vec<Fact>,
        goals: Vec<(Role, u8)>,
    ) -> Step {
        let program = map(&self.logic, outputs, &self.interface);
        Step { program, before, facts, masks: self.masks, goals }
    }
}

/// The actions of each role that can be legal where this is known of the gates.
pub(super) fn possible_actions(circuit: &Circuit, values: &[Known]) -> Vec<Vec<Action>> {
    let mut by_role = vec![Vec::new(); circuit.roles() as usize];
    for (action, role) in circuit.actions().iter().enumerate() {
        let signal = circuit.outputs.legal[action];
        let value = values[signal.gate() as usize].map(|on| on != signal.is_inverted());
        if value != Some(false) {
            by_role[role.0 as usize].push(Action(action as u32));
        }
    }
    by_role
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

    /// The wires of the facts in the next state.
    fn next(&mut self, logic: &mut Logic) -> Vec<Wire> {
        let circuit = self.circuit;
        circuit.outputs.next.iter().map(|&signal| self.get(logic, signal)).collect()
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
