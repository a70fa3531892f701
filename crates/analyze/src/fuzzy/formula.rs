//! The part of a compiled game on which a role's goals and the end of the game depend. It is made once and never
//! changes.

use super::distance::FactNeighbours;
use crate::Analysis;
use circuit::{Circuit, Gate, Input, Model, PerGate, Signal};
use game::{Fact, Role};
use hashbrown::HashMap;
use std::ops::Range;

/// The index of a value in the working memory of an evaluation: first comes the value that is always true, then one for
/// each fact of the compiled game, then one for each gate of the formula.
#[derive(Clone, Copy)]
pub(super) struct ValueIndex(u32);

impl ValueIndex {
    /// The value that is always true.
    pub(super) const TRUE: ValueIndex = ValueIndex(0);

    /// Returns the index of a fact's value.
    pub(super) fn of_fact(fact: Fact) -> ValueIndex {
        ValueIndex(1 + fact.0)
    }

    /// Returns the index of the value of one of the formula's gates, in the order of evaluation, if the game has this
    /// number of facts.
    fn of_gate(fact_count: usize, gate: usize) -> ValueIndex {
        ValueIndex((1 + fact_count + gate) as u32)
    }

    /// Returns the position in the working memory.
    pub(super) fn position(self) -> usize {
        self.0 as usize
    }
}

/// The gates that a role's goals and the end of the game depend on, in an order in which they can be evaluated.
pub(super) struct GoalFormula {
    /// Facts that are near to each other.
    pub(super) neighbours: FactNeighbours,
    /// Operands of each gate as a range of `operands`. Every gate is a conjunction and comes after the gates that it
    /// uses.
    gates: Vec<Range<u32>>,
    operands: Vec<FuzzyOperand>,
    /// The end of the game.
    pub(super) terminal: FuzzyOperand,
    /// The goals above 0, each with its value.
    pub(super) goals: Vec<(u8, FuzzyOperand)>,
}

/// A value, or 1 minus that value.
#[derive(Clone, Copy)]
pub(super) struct FuzzyOperand {
    pub(super) index: ValueIndex,
    pub(super) is_inverted: bool,
}

impl GoalFormula {
    /// Collects the gates of a role's goals from the circuit as the ground rules give it.
    pub(super) fn new(model: &Model, analysis: &Analysis, role: Role) -> GoalFormula {
        let circuit = model.raw_circuit();
        let goals = circuit.outputs.goals[role.0 as usize].iter();
        let goals: Vec<(u8, Signal)> = goals
            .filter_map(|&(goal, signal)| goal.filter(|&goal| goal > 0).map(|goal| (goal, signal)))
            .collect();
        let outputs = goals.iter().map(|&(_, signal)| signal).chain([circuit.outputs.terminal]);
        let indices = ValueIndices::new(circuit, outputs.collect());
        let mut formula = GoalFormula {
            neighbours: FactNeighbours::new(model, analysis),
            gates: Vec::new(),
            operands: Vec::new(),
            terminal: indices.operand(circuit.outputs.terminal),
            goals: goals.iter().map(|&(goal, signal)| (goal, indices.operand(signal))).collect(),
        };
        for &gate in &indices.gates {
            let first = formula.operands.len() as u32;
            let operands = circuit.operands(gate).iter().map(|&signal| indices.operand(signal));
            formula.operands.extend(operands);
            formula.gates.push(first..formula.operands.len() as u32);
        }
        formula
    }

    /// Returns the number of facts of the compiled game.
    pub(super) fn fact_count(&self) -> usize {
        self.neighbours.fact_count()
    }

    /// Returns the number of values that an evaluation computes.
    pub(super) fn value_count(&self) -> usize {
        ValueIndex::of_gate(self.fact_count(), self.gates.len()).position()
    }

    /// Returns the operands of each gate, with the index of its own value, in the order of evaluation.
    pub(super) fn gates(&self) -> impl Iterator<Item = (ValueIndex, &[FuzzyOperand])> {
        self.gates.iter().enumerate().map(|(gate, range)| {
            let operands = &self.operands[range.start as usize..range.end as usize];
            (ValueIndex::of_gate(self.fact_count(), gate), operands)
        })
    }
}

/// The indices of the values of those gates of a circuit on which some outputs depend.
struct ValueIndices<'a> {
    circuit: &'a Circuit,
    /// The gates, each after those it uses.
    gates: Vec<Gate>,
    indices: HashMap<Gate, ValueIndex>,
}

impl ValueIndices<'_> {
    /// Gives an index to every gate on which these signals depend.
    fn new(circuit: &Circuit, mut open: Vec<Signal>) -> ValueIndices<'_> {
        let mut is_needed = PerGate::new(circuit, false);
        while let Some(gate) = open.pop().map(Signal::gate) {
            if circuit.is_and(gate) && !std::mem::replace(&mut is_needed[gate], true) {
                open.extend(circuit.operands(gate));
            }
        }
        let gates: Vec<Gate> = circuit.ands().filter(|&gate| is_needed[gate]).collect();
        let index = |place: usize| ValueIndex::of_gate(circuit.fact_count(), place);
        let indices = gates.iter().copied().zip((0..).map(index)).collect();
        ValueIndices { circuit, gates, indices }
    }

    /// Returns the operand for a signal. Inputs for moves are off: goals depend on moves in faulty rules only.
    fn operand(&self, signal: Signal) -> FuzzyOperand {
        let (gate, is_inverted) = (signal.gate(), signal.is_inverted());
        if let Some(&index) = self.indices.get(&gate) {
            return FuzzyOperand { index, is_inverted };
        }
        match self.circuit.input(gate) {
            Some(Input::True) => FuzzyOperand { index: ValueIndex::TRUE, is_inverted },
            Some(Input::Fact(fact)) => {
                FuzzyOperand { index: ValueIndex::of_fact(fact), is_inverted }
            }
            _ => FuzzyOperand { index: ValueIndex::TRUE, is_inverted: !is_inverted },
        }
    }
}
