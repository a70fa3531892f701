//! Mapping of ANDs of two wires to gates of three inputs. A node can be computed from several sets of up to three
//! nodes, its cuts; one cut is chosen for each node so that few gates are needed in all.
//!
//! This is the usual mapping to look-up tables: a few good cuts are kept for each node. They are chosen first by area
//! flow, in which the cost of a gate is shared among its uses, then by the exact number of gates that each choice adds.

mod cut;

use super::logic::{Logic, Wire};
use crate::program::{LaneProgram, TableGate, WordId};
use cut::{Cut, LEAF, NO_NODE};
use hashbrown::HashMap;

/// Largest number of cuts that are kept for a node.
const MAX_CUTS: usize = 8;

/// The kinds of the inputs of the logic, in this order.
pub struct InputCounts {
    /// Number of the first inputs, which are words of state.
    pub inputs: u32,
    /// Number of the inputs after them, which are random words.
    pub randoms: u32,
    /// Number of the last inputs, which are masks.
    pub masks: u32,
}

/// Maps the logic that the outputs need. Returns the program of its gates.
pub fn map(logic: &Logic, outputs: &[Wire], input_counts: &InputCounts) -> LaneProgram {
    let mut mapping = Mapping::new(logic, outputs);
    mapping.choose_by_flow();
    for _ in 0..2 {
        mapping.choose_by_area();
    }
    mapping.program(outputs, input_counts)
}

/// The choice of a cut for each node.
struct Mapping<'a> {
    logic: &'a Logic,
    /// The node of the first AND.
    first: u32,
    /// The cuts of each AND, the best first.
    cuts: Vec<Vec<Cut>>,
    /// The cut of each AND that is chosen at present.
    chosen: Vec<Cut>,
    /// The area flow of each node.
    flow: Vec<f32>,
    /// Number of uses of each node: by ANDs at first, then by gates of chosen cuts.
    uses: Vec<u32>,
    /// Whether an output needs each node.
    needed: Vec<bool>,
    /// The nodes of the outputs.
    outputs: Vec<u32>,
    /// Memory of [`Mapping::acquire`] and [`Mapping::release`]: leaves whose uses are yet to be counted. Empty between
    /// calls.
    /// These take it into a local variable while they run, which makes compiling the lanes of chess a fifth faster.
    open: Vec<u32>,
}

impl<'a> Mapping<'a> {
    fn new(logic: &'a Logic, outputs: &[Wire]) -> Mapping<'a> {
        let nodes = logic.nodes() as usize;
        let mut needed = vec![false; nodes];
        let mut uses = vec![0; nodes];
        for output in outputs {
            needed[output.node() as usize] = true;
            uses[output.node() as usize] += 1;
        }
        for node in (logic.first_and()..logic.nodes()).rev() {
            if needed[node as usize] {
                for operand in logic.operands(node) {
                    needed[operand.node() as usize] = true;
                    uses[operand.node() as usize] += 1;
                }
            }
        }
        let first = logic.first_and();
        Mapping {
            logic,
            first,
            cuts: Vec::new(),
            chosen: Vec::new(),
            flow: vec![0.0; nodes],
            uses,
            needed,
            outputs: outputs.iter().map(|output| output.node()).collect(),
            open: Vec::new(),
        }
    }

    /// Finds the cuts of all nodes, and chooses those with the least area flow.
    fn choose_by_flow(&mut self) {
        for node in self.first..self.logic.nodes() {
            let cuts = if self.needed[node as usize] { self.find_cuts(node) } else { Vec::new() };
            let best = cuts.first().copied().unwrap_or(Cut::single(node));
            self.flow[node as usize] = best.flow;
            self.chosen.push(best);
            self.cuts.push(cuts);
        }
    }

    /// Returns the best cuts of a node, the best first.
    fn find_cuts(&self, node: u32) -> Vec<Cut> {
        let [left, right] = self.logic.operands(node);
        let invert = [left.is_inverted(), right.is_inverted()];
        let mut cuts: Vec<Cut> = Vec::with_capacity(2 * MAX_CUTS);
        for left in self.cuts_of(left.node()) {
            for right in self.cuts_of(right.node()) {
                let Some(mut cut) = Cut::join(&left, &right) else { continue };
                if cuts.iter().any(|other| other.within(&cut)) {
                    continue;
                }
                cuts.retain(|other| !cut.within(other));
                cut.find_table(&left, &right, invert);
                let leaves = cut
                    .leaves()
                    .map(|leaf| self.flow[leaf as usize] / self.uses[leaf as usize].max(1) as f32);
                cut.flow = 1.0 + leaves.sum::<f32>();
                cuts.push(cut);
            }
        }
        cuts.sort_by(|a, b| a.flow.total_cmp(&b.flow).then(a.len().cmp(&b.len())));
        cuts.truncate(MAX_CUTS);
        cuts
    }

    /// Returns the cuts of an operand: the operand itself, and those that were kept.
    fn cuts_of(&self, node: u32) -> impl Iterator<Item = Cut> + '_ {
        let kept = match node.checked_sub(self.first) {
            Some(index) => &self.cuts[index as usize][..],
            None => &[],
        };
        std::iter::once(Cut::single(node)).chain(kept.iter().copied())
    }

    /// Chooses the cut of each node again, by the number of gates that it adds to those needed anyway.
    fn choose_by_area(&mut self) {
        self.count_uses();
        for node in self.first..self.logic.nodes() {
            if self.uses[node as usize] == 0 || !self.needed[node as usize] {
                continue;
            }
            let index = (node - self.first) as usize;
            let current = self.chosen[index];
            self.release(&current);
            let mut best = (u32::MAX, current);
            for place in 0..self.cuts[index].len() {
                let cut = self.cuts[index][place];
                let added = self.acquire(&cut);
                self.release(&cut);
                if added < best.0 {
                    best = (added, cut);
                }
            }
            self.acquire(&best.1);
            self.chosen[index] = best.1;
        }
    }

    /// Counts the uses of each node by the gates that the outputs need.
    fn count_uses(&mut self) {
        self.uses.fill(0);
        for index in 0..self.outputs.len() {
            self.uses[self.outputs[index] as usize] += 1;
        }
        for node in (self.first..self.logic.nodes()).rev() {
            if self.uses[node as usize] > 0 {
                let cut = self.chosen[(node - self.first) as usize];
                cut.leaves().for_each(|leaf| self.uses[leaf as usize] += 1);
            }
        }
    }

    /// Adds a use of the leaves of a cut. Returns the number of gates that this adds, including the gate of the cut.
    fn acquire(&mut self, cut: &Cut) -> u32 {
        let mut open = std::mem::take(&mut self.open);
        open.extend(cut.leaves());
        let mut added = 1;
        while let Some(leaf) = open.pop() {
            let uses = &mut self.uses[leaf as usize];
            *uses += 1;
            if *uses == 1 && leaf >= self.first {
                added += 1;
                open.extend(self.chosen[(leaf - self.first) as usize].leaves());
            }
        }
        self.open = open;
        added
    }

    /// Removes a use of the leaves of a cut.
    fn release(&mut self, cut: &Cut) {
        let mut open = std::mem::take(&mut self.open);
        open.extend(cut.leaves());
        while let Some(leaf) = open.pop() {
            let uses = &mut self.uses[leaf as usize];
            *uses -= 1;
            if *uses == 0 && leaf >= self.first {
                open.extend(self.chosen[(leaf - self.first) as usize].leaves());
            }
        }
        self.open = open;
    }

    fn program(&mut self, outputs: &[Wire], input_counts: &InputCounts) -> LaneProgram {
        self.count_uses();
        let inverted = self.inverted(outputs);
        let InputCounts { inputs, randoms, masks } = *input_counts;
        debug_assert_eq!(inputs + randoms + masks, self.logic.inputs());
        let mut program =
            LaneProgram { inputs, randoms, masks, gates: Vec::new(), outputs: Vec::new() };
        let mut values =
            MappedWords { of: vec![WordId(u32::MAX); self.logic.nodes() as usize], inverted };
        for input in 0..self.logic.inputs() {
            values.of[self.logic.input(input).node() as usize] = WordId(input);
        }
        for node in self.first..self.logic.nodes() {
            if self.uses[node as usize] > 0 {
                let cut = self.chosen[(node - self.first) as usize];
                values.of[node as usize] = add(&mut program, values.gate(node, &cut));
            }
        }
        let mut extra: HashMap<Wire, WordId> = HashMap::new();
        for &output in outputs {
            let value = values.of[output.node() as usize];
            let stored = output.node() != 0
                && output.is_inverted() == values.inverted[output.node() as usize];
            let value = if stored {
                value
            } else {
                *extra.entry(output).or_insert_with(|| match output {
                    Wire::TRUE => {
                        add(&mut program, TableGate { table: 0xFF, inputs: [WordId(0); 3] })
                    }
                    Wire::FALSE => {
                        add(&mut program, TableGate { table: 0x00, inputs: [WordId(0); 3] })
                    }
                    _ => add(&mut program, TableGate { table: 0x0F, inputs: [value; 3] }),
                })
            };
            program.outputs.push(value);
        }
        program
    }

    /// Returns, for each node, whether its inverse is computed instead: where a node is an output only inverted.
    fn inverted(&self, outputs: &[Wire]) -> Vec<bool> {
        let mut inverted = vec![false; self.logic.nodes() as usize];
        for output in outputs.iter().filter(|output| output.node() >= self.first) {
            inverted[output.node() as usize] |= output.is_inverted();
        }
        for output in outputs.iter().filter(|output| !output.is_inverted()) {
            inverted[output.node() as usize] = false;
        }
        inverted
    }
}

/// The words of the program that hold the values of nodes.
struct MappedWords {
    /// The word of each node.
    of: Vec<WordId>,
    /// Whether the word of each node holds the inverse of its value.
    inverted: Vec<bool>,
}

impl MappedWords {
    /// Returns the gate of a node and its cut. In tables of the program, the first input is the highest bit of the
    /// index.
    fn gate(&self, node: u32, cut: &Cut) -> TableGate {
        let mut table = cut.table;
        for (place, leaf) in cut.leaves().enumerate() {
            if self.inverted[leaf as usize] {
                let (high, low) = (table & LEAF[place], table & !LEAF[place]);
                table = high >> (1 << place) | low << (1 << place);
            }
        }
        if self.inverted[node as usize] {
            table = !table;
        }
        let first = self.of[cut.leaves[0] as usize];
        let [a, b, c] =
            cut.leaves.map(|leaf| if leaf == NO_NODE { first } else { self.of[leaf as usize] });
        TableGate { table, inputs: [c, b, a] }
    }
}

/// Appends a gate to a program. Returns the word of its value.
fn add(program: &mut LaneProgram, gate: TableGate) -> WordId {
    program.gates.push(gate);
    WordId(program.first_gate() + program.gates.len() as u32 - 1)
}
