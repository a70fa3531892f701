//! Fluxplayer's evaluation: the goals read as fuzzy logic, so that a state counts more the nearer it is to satisfying them.
//!
//! A fact that is true counts as `p`, one that is not as `1 - p`, or less the farther away it is, where an order says what is
//! near. Conditions are put together by the circuit of the ground rules, as it is before anything is made simpler: its gates are
//! conjunctions, and a disjunction is the inverse of the conjunction of inverses, as in the definition of the fuzzy one. Recursion has
//! been unrolled there.
//!
//! DIVERGENCE: relations that never change are decided when the rules are grounded, so that comparisons by an order do not count more
//! the greater the difference is. What is compared are quantities, whose facts count by distance all the same.

use crate::words::split;
use crate::{Analysis, Axis, Board, Kind, Order, Quantity};
use circuit::{Circuit, Limits, Signal, Stop};
use game::{Fact, Machine, Role, State};
use gdl::Rules;
use hashbrown::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// How much things count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FuzzySettings {
    /// A fact that is true; one that is not has the rest of 1. More than 0.5, at most 1.
    pub truth: f64,
    /// A conjunction of what is true counts at least so much. More than 0.5, at most as much as a fact.
    pub threshold: f64,
    /// How little all but the greatest of several things count.
    pub exponent: i32,
}

impl Default for FuzzySettings {
    fn default() -> FuzzySettings {
        FuzzySettings { truth: 0.75, threshold: 0.75, exponent: 25 }
    }
}

/// Judges states by how near they are to a role's goals.
#[derive(Clone)]
pub struct Fuzzy {
    formula: Arc<Formula>,
    settings: FuzzySettings,
    /// What facts of the machine are here, if they are known here.
    known: HashMap<Fact, Option<u32>>,
    state: State,
    changes: Vec<(Fact, bool)>,
    is_true: Vec<bool>,
    values: Vec<f64>,
}

/// What the goals of a role depend on.
struct Formula {
    /// The facts that count, or that say how near others are.
    facts: HashMap<String, u32>,
    /// What each of them counts as.
    leaves: Vec<Leaf>,
    /// Facts that are near to each other or not, together.
    groups: Vec<Group>,
    /// Conjunctions, each after those it uses. The first value is that of what is always true, then come the facts.
    gates: Vec<Range<u32>>,
    operands: Vec<Signal>,
    terminal: Signal,
    goals: Vec<(u8, Signal)>,
}

/// What a fact counts as.
#[derive(Clone, Copy)]
enum Leaf {
    /// Nothing more than whether it is true.
    Plain,
    /// If it is not true, the nearer the more: by its place in a group.
    Near { group: u32, member: u32 },
}

/// Facts about the same thing in different places, or about a quantity.
#[derive(Default)]
struct Group {
    /// The facts, and their places along each axis.
    members: Vec<(u32, Vec<usize>)>,
    /// How many places each axis has.
    sizes: Vec<usize>,
}

impl Group {
    /// How far two places are from each other, from 0 to 1.
    fn distance(&self, one: &[usize], other: &[usize]) -> f64 {
        let parts = one.iter().zip(other).zip(&self.sizes);
        let sum: f64 = parts.map(|((a, b), &size)| a.abs_diff(*b) as f64 / size as f64).sum();
        sum / self.sizes.len().max(1) as f64
    }
}

impl Fuzzy {
    /// The goals of a role, as far as the rules can be grounded within the limits.
    pub fn new(
        rules: &Rules,
        analysis: &Analysis,
        role: Role,
        settings: FuzzySettings,
        limits: &Limits,
    ) -> Result<Fuzzy, Stop> {
        let built = circuit::build(rules, limits)?;
        let texts = (0..built.names.facts() as u32).map(|fact| built.names.fact_text(Fact(fact)));
        let formula = Formula::new(&built.circuit, texts.collect(), analysis, role);
        let (facts, gates) = (formula.leaves.len(), formula.gates.len());
        Ok(Fuzzy {
            formula: Arc::new(formula),
            settings,
            known: HashMap::new(),
            state: State::default(),
            changes: Vec::new(),
            is_true: vec![false; facts],
            values: vec![0.0; 1 + facts + gates],
        })
    }

    /// What a state is worth, from 0 to 1.
    pub fn read(&mut self, machine: &dyn Machine, state: &State) -> f64 {
        self.look(machine, state);
        let Fuzzy { formula, settings, is_true, values, .. } = self;
        values[0] = 1.0;
        for (fact, leaf) in formula.leaves.iter().enumerate() {
            values[1 + fact] = match (is_true[fact], *leaf) {
                (true, _) => settings.truth,
                (false, Leaf::Plain) => 1.0 - settings.truth,
                (false, Leaf::Near { group, member }) => {
                    let group = &formula.groups[group as usize];
                    let place = &group.members[member as usize].1;
                    let there = group.members.iter().filter(|(fact, _)| is_true[*fact as usize]);
                    let distances = there.map(|(_, other)| group.distance(place, other));
                    (1.0 - settings.truth) * (1.0 - distances.fold(1.0, f64::min))
                }
            };
        }
        let value = |values: &[f64], signal: Signal| match signal.is_inverted() {
            true => 1.0 - values[signal.gate() as usize],
            false => values[signal.gate() as usize],
        };
        let first = 1 + formula.leaves.len();
        for (number, range) in formula.gates.iter().enumerate() {
            let operands = &formula.operands[range.start as usize..range.end as usize];
            let operands = operands.iter().map(|&signal| value(values, signal));
            let all = operands.reduce(|all, one| settings.both(all, one));
            values[first + number] = all.unwrap_or(1.0);
        }
        let is_over = value(values, formula.terminal);
        let (mut sum, mut weights) = (0.0, 0.0);
        for &(goal, signal) in &formula.goals {
            let reached = value(values, signal);
            // What holds counts at least as much as the threshold, and what does not holds less.
            let near = match reached > 0.5 {
                true => 1.0 - settings.both(1.0 - reached, 1.0 - is_over),
                false => settings.both(reached, 1.0 - is_over),
            };
            sum += f64::from(goal) * near;
            weights += f64::from(goal);
        }
        if weights > 0.0 { sum / weights } else { 0.5 }
    }

    /// Notes what is true in a state.
    fn look(&mut self, machine: &dyn Machine, state: &State) {
        let mut changes = std::mem::take(&mut self.changes);
        machine.changes(&self.state, state, &mut changes);
        for &(fact, is_true) in &changes {
            let formula = &self.formula;
            let known = self.known.entry(fact);
            let known =
                known.or_insert_with(|| formula.facts.get(&machine.fact_text(fact)).copied());
            if let Some(fact) = *known {
                self.is_true[fact as usize] = is_true;
            }
        }
        self.changes = changes;
        self.state.clone_from(state);
    }
}

impl FuzzySettings {
    /// Either of two things.
    fn either(self, one: f64, other: f64) -> f64 {
        let sum = one.powi(self.exponent) + other.powi(self.exponent);
        sum.powf(1.0 / f64::from(self.exponent)).min(1.0)
    }

    /// Both of two things.
    fn both(self, one: f64, other: f64) -> f64 {
        let both = 1.0 - self.either(1.0 - one, 1.0 - other);
        if one.min(other) > 0.5 { both.max(self.threshold) } else { both }
    }
}

impl Formula {
    fn new(circuit: &Circuit, texts: Vec<String>, analysis: &Analysis, role: Role) -> Formula {
        let count = texts.len() as u32;
        let mut goals: Vec<(u8, Signal)> = Vec::new();
        for &(goal, signal) in &circuit.outputs.goals[role.0 as usize] {
            goals.extend(goal.filter(|&goal| goal > 0).map(|goal| (goal, signal)));
        }
        let mut wiring = Wiring { circuit, count, places: HashMap::new(), kept: Vec::new() };
        let outputs = goals.iter().map(|&(_, signal)| signal).chain([circuit.outputs.terminal]);
        wiring.keep(outputs.collect());
        let mut formula = Formula {
            leaves: vec![Leaf::Plain; texts.len()],
            groups: Vec::new(),
            gates: Vec::new(),
            operands: Vec::new(),
            terminal: wiring.signal(circuit.outputs.terminal),
            goals: goals.iter().map(|&(goal, signal)| (goal, wiring.signal(signal))).collect(),
            facts: HashMap::new(),
        };
        for &and in &wiring.kept {
            let first = formula.operands.len() as u32;
            let operands = circuit.operands(and).iter().map(|&signal| wiring.signal(signal));
            formula.operands.extend(operands);
            formula.gates.push(first..formula.operands.len() as u32);
        }
        formula.group(&texts, analysis);
        formula.facts = texts.into_iter().zip(0..).collect();
        formula
    }

    /// Finds the facts whose distance counts.
    fn group(&mut self, texts: &[String], analysis: &Analysis) {
        let mut places: HashMap<(usize, Vec<&str>), u32> = HashMap::new();
        for (number, text) in (0..).zip(texts) {
            let parts = split(text);
            let Some((&name, arguments)) = parts.split_first() else { continue };
            let shape = (name, arguments.len());
            let fluent =
                analysis.fluents.iter().position(|it| (it.name.as_str(), it.arity) == shape);
            let Some(fluent) = fluent else { continue };
            let Some(axes) = axes(&analysis.fluents[fluent].kind, &analysis.orders) else {
                continue;
            };
            let place: Option<Vec<usize>> =
                axes.iter().map(|axis| axis.place(arguments[axis.argument])).collect();
            let Some(place) = place else { continue };
            let is_axis = |argument: usize| axes.iter().any(|axis| axis.argument == argument);
            let rest = (0..arguments.len()).filter(|&argument| !is_axis(argument));
            let key = (fluent, rest.map(|argument| arguments[argument]).collect());
            let group = *places.entry(key).or_insert_with(|| {
                let sizes = axes.iter().map(|axis| axis.values.len()).collect();
                self.groups.push(Group { members: Vec::new(), sizes });
                self.groups.len() as u32 - 1
            });
            let members = &mut self.groups[group as usize].members;
            self.leaves[number as usize] = Leaf::Near { group, member: members.len() as u32 };
            members.push((number, place));
        }
    }
}

/// By which arguments the facts of a fluent are near to each other: all dimensions of a board that are ordered, the values of a
/// quantity.
fn axes(kind: &Kind, orders: &[Order]) -> Option<Vec<Axis>> {
    let dimensions = match kind {
        Kind::Board(Board { dimensions, contents, .. }) if !contents.is_empty() => dimensions,
        Kind::Quantity(Quantity { outputs, .. }) => outputs,
        _ => return None,
    };
    let ordered = dimensions.iter().filter(|dimension| dimension.order.is_some());
    let axes: Vec<Axis> = ordered.map(|dimension| Axis::new(dimension, orders)).collect();
    (!axes.is_empty()).then_some(axes)
}

/// The part of a circuit that is kept.
struct Wiring<'a> {
    circuit: &'a Circuit,
    /// How many facts there are.
    count: u32,
    /// The new numbers of conjunctions.
    places: HashMap<u32, u32>,
    /// Those that are kept, each after those it uses.
    kept: Vec<u32>,
}

impl Wiring<'_> {
    /// Keeps what these depend on.
    fn keep(&mut self, mut open: Vec<Signal>) {
        let first = self.circuit.first_and();
        let mut needed = vec![false; (self.circuit.gates() - first) as usize];
        while let Some(signal) = open.pop() {
            let Some(place) = signal.gate().checked_sub(first) else { continue };
            if !std::mem::replace(&mut needed[place as usize], true) {
                open.extend(self.circuit.operands(signal.gate()));
            }
        }
        self.kept = self.circuit.ands().filter(|and| needed[(and - first) as usize]).collect();
        self.places = self.kept.iter().copied().zip(1 + self.count..).collect();
    }

    /// The new number of a signal. Goals depend on no moves; where rules say so all the same, nobody moves.
    fn signal(&self, signal: Signal) -> Signal {
        let gate = signal.gate();
        match self.places.get(&gate) {
            Some(&place) => Signal::of(place).invert_if(signal.is_inverted()),
            None if gate <= self.count => signal,
            None => Signal::FALSE.invert_if(signal.is_inverted()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Watch;
    use circuit::CircuitMachine;
    use game::playout::random_step;

    fn fuzzy(name: &str, role: u32) -> (Box<dyn Machine>, Fuzzy) {
        let rules = library::find(name).expect("it is bundled").rules();
        let rules = gdl::check(name, rules.as_bytes()).rules.expect("the rules have no errors");
        let machine = CircuitMachine::new(&rules, &Limits::default()).expect("it is small");
        let mut machine: Box<dyn Machine> = Box::new(machine);
        let analysis = crate::analyze(&rules, &mut *machine, &Watch::states(1000, 1)).unwrap();
        let settings = FuzzySettings::default();
        let fuzzy = Fuzzy::new(&rules, &analysis, Role(role), settings, &Limits::default());
        (machine, fuzzy.unwrap_or_else(|_| panic!("{name} can be grounded")))
    }

    /// What a state of these facts is worth.
    fn worth(name: &str, facts: &[&str]) -> f64 {
        let (machine, mut fuzzy) = fuzzy(name, 0);
        let mut facts: Vec<Fact> =
            facts.iter().map(|fact| machine.find_fact(fact).expect(fact)).collect();
        facts.sort_unstable();
        fuzzy.read(&*machine, &machine.state(&facts))
    }

    #[test]
    fn both_and_either_keep_apart_what_is_true() {
        let settings = FuzzySettings::default();
        assert_eq!(settings.both(0.75, 0.75), 0.75);
        assert!((settings.both(0.75, 0.25) - 0.25).abs() < 1e-9);
        // (2 * 0.75^25)^(1/25) = 0.75 * 2^(1/25).
        assert!((settings.either(0.75, 0.75) - 0.75 * 2f64.powf(0.04)).abs() < 1e-12);
        assert_eq!(settings.either(1.0, 1.0), 1.0);
        let long = (0..1000).fold(0.75, |all, _| settings.both(all, 0.75));
        assert_eq!(long, 0.75);
    }

    #[test]
    fn what_holds_counts_more_than_what_does_not() {
        let mut random = game::random(7);
        for name in ["tic-tac-toe", "breakthrough-6x6", "hallway", "nim", "othello-6x6", "farmers"]
        {
            let (mut machine, mut fuzzy) = fuzzy(name, 0);
            for _ in 0..10 {
                let mut state = machine.initial_state().unwrap();
                loop {
                    let worth = fuzzy.read(&*machine, &state);
                    assert!((0.0..=1.0).contains(&worth), "{name}: {worth}");
                    let value = |signal: Signal| {
                        let value = fuzzy.values[signal.gate() as usize];
                        if signal.is_inverted() { 1.0 - value } else { value }
                    };
                    let is_over = machine.terminal(&state).unwrap();
                    let fuzzily_over = value(fuzzy.formula.terminal);
                    assert_eq!(fuzzily_over > 0.5, is_over, "{name}: {fuzzily_over}");
                    let goals = machine.goal(&state, Role(0)).unwrap();
                    for &(goal, signal) in &fuzzy.formula.goals {
                        let holds = goals.values().any(|value| value == goal);
                        assert_eq!(value(signal) > 0.5, holds, "{name}: goal {goal}");
                    }
                    match random_step(&mut *machine, &state, &mut random).unwrap() {
                        Some(next) => state = next,
                        None => break,
                    }
                }
            }
        }
    }

    #[test]
    fn nearer_is_better() {
        let empty =
            ["(cell 1 3 b)", "(cell 2 1 b)", "(cell 2 2 b)", "(cell 2 3 b)", "(cell 3 1 b)"];
        let board = |rest: &[&'static str]| -> f64 {
            let facts: Vec<&str> = empty.iter().chain(rest).copied().collect();
            worth("tic-tac-toe", &facts)
        };
        let two = board(&[
            "(cell 1 1 x)",
            "(cell 1 2 x)",
            "(cell 3 2 b)",
            "(cell 3 3 b)",
            "(control oplayer)",
        ]);
        let one = board(&[
            "(cell 1 1 x)",
            "(cell 1 2 b)",
            "(cell 3 2 b)",
            "(cell 3 3 b)",
            "(control oplayer)",
        ]);
        let none = board(&[
            "(cell 1 1 b)",
            "(cell 1 2 b)",
            "(cell 3 2 b)",
            "(cell 3 3 b)",
            "(control oplayer)",
        ]);
        assert!(two > one && one > none, "{two} {one} {none}");
        // A pawn that has come farther; there are too many others for them to be captured soon.
        let pawn = |row: u32| {
            let mut facts = vec![format!("(cell 3 {row} white)"), "(control white)".to_owned()];
            facts.extend((1..=6).map(|column| format!("(cell {column} 6 black)")));
            worth("breakthrough-6x6", &facts.iter().map(String::as_str).collect::<Vec<_>>())
        };
        assert!(pawn(5) > pawn(4) && pawn(4) > pawn(2), "{} {} {}", pawn(5), pawn(4), pawn(2));
    }
}
