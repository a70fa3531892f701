//! From two-input ANDs to three-input gates. Every node could be a gate of several sets of three wires (cuts); a
//! set is chosen for each so that few gates are needed in all.
//!
//! Follows the usual way of mapping to look-up tables: a few good cuts per node, chosen first by area flow (a
//! gate's cost is shared among its uses), then by the exact number of gates each choice adds.

use super::logic::{Logic, Wire};
use super::program::{Gate, Program, Value};
use hashbrown::HashMap;

/// How many cuts are kept for a node.
const KEPT: usize = 8;

/// Up to three nodes from which a node can be computed, and how.
#[derive(Clone, Copy, Debug)]
struct Cut {
    /// Ascending; unused places hold [`NO_NODE`].
    leaves: [u32; 3],
    /// The node's value for the leaves' values; bit 4c + 2b + a for leaves a, b, c.
    table: u8,
    flow: f32,
}

const NO_NODE: u32 = u32::MAX;

/// The values of the three leaves in a table.
const LEAF: [u8; 3] = [0b1010_1010, 0b1100_1100, 0b1111_0000];

impl Cut {
    fn len(&self) -> usize {
        self.leaves.iter().filter(|&&leaf| leaf != NO_NODE).count()
    }

    fn single(node: u32) -> Cut {
        Cut { leaves: [node, NO_NODE, NO_NODE], table: LEAF[0], flow: 0.0 }
    }

    fn leaves(&self) -> impl Iterator<Item = u32> + '_ {
        self.leaves.iter().copied().filter(|&leaf| leaf != NO_NODE)
    }

    /// The cut of an AND whose operands have these cuts, if it has three leaves at most.
    fn join(left: &Cut, right: &Cut, invert: [bool; 2]) -> Option<Cut> {
        let mut leaves = [NO_NODE; 3];
        let (mut i, mut j, mut count) = (0, 0, 0);
        loop {
            let l = left.leaves.get(i).copied().unwrap_or(NO_NODE);
            let r = right.leaves.get(j).copied().unwrap_or(NO_NODE);
            let least = l.min(r);
            if least == NO_NODE {
                break;
            }
            if count == 3 {
                return None;
            }
            leaves[count] = least;
            count += 1;
            i += usize::from(l == least);
            j += usize::from(r == least);
        }
        let [left, right] = [(left, invert[0]), (right, invert[1])].map(|(cut, invert)| {
            let table = cut.table_over(&leaves);
            if invert { !table } else { table }
        });
        Some(Cut { leaves, table: left & right, flow: 0.0 })
    }

    /// The table for more leaves, of which these are a part.
    fn table_over(&self, leaves: &[u32; 3]) -> u8 {
        if self.leaves == *leaves {
            return self.table;
        }
        let places = self.leaves.map(|leaf| leaves.iter().position(|&other| other == leaf));
        let mut table = 0;
        for row in 0..8 {
            let mut own = 0;
            for (bit, place) in places.iter().enumerate() {
                if self.leaves[bit] != NO_NODE {
                    own |= (row >> place.expect("it is among them") & 1) << bit;
                }
            }
            table |= (self.table >> own & 1) << row;
        }
        table
    }

    /// Whether every leaf of this cut is one of the other.
    fn within(&self, other: &Cut) -> bool {
        self.leaves().all(|leaf| other.leaves.contains(&leaf))
    }
}

/// What goes into the program besides the inputs of the logic.
pub struct Interface {
    /// How many of the logic's inputs are words, random words and masks, in this order.
    pub inputs: u32,
    /// See above.
    pub randoms: u32,
    /// See above.
    pub masks: u32,
}

/// Maps the logic that the outputs need.
pub fn map(logic: &Logic, outputs: &[Wire], interface: &Interface) -> Program {
    let mut mapping = Mapping::new(logic, outputs);
    mapping.choose_by_flow();
    for _ in 0..2 {
        mapping.choose_by_area();
    }
    mapping.program(outputs, interface)
}

struct Mapping<'a> {
    logic: &'a Logic,
    first: u32,
    /// The cuts of each AND.
    cuts: Vec<Vec<Cut>>,
    chosen: Vec<Cut>,
    flow: Vec<f32>,
    /// How often each node is used: by operands at first, then by chosen gates.
    uses: Vec<u32>,
    needed: Vec<bool>,
    outputs: Vec<u32>,
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
        }
    }

    fn choose_by_flow(&mut self) {
        for node in self.first..self.logic.nodes() {
            let cuts = if self.needed[node as usize] { self.find_cuts(node) } else { Vec::new() };
            let best = cuts.first().copied().unwrap_or(Cut::single(node));
            self.flow[node as usize] = best.flow;
            self.chosen.push(best);
            self.cuts.push(cuts);
        }
    }

    /// The best cuts of a node, the best first.
    fn find_cuts(&self, node: u32) -> Vec<Cut> {
        let [left, right] = self.logic.operands(node);
        let invert = [left.is_inverted(), right.is_inverted()];
        let [lefts, rights] = [left, right].map(|wire| self.cuts_of(wire.node()));
        let mut cuts: Vec<Cut> = Vec::new();
        for left in &lefts {
            for right in &rights {
                let Some(mut cut) = Cut::join(left, right, invert) else { continue };
                if cuts.iter().any(|other| other.within(&cut)) {
                    continue;
                }
                cuts.retain(|other| !cut.within(other));
                let leaves = cut
                    .leaves()
                    .map(|leaf| self.flow[leaf as usize] / self.uses[leaf as usize].max(1) as f32);
                cut.flow = 1.0 + leaves.sum::<f32>();
                cuts.push(cut);
            }
        }
        cuts.sort_by(|a, b| a.flow.total_cmp(&b.flow).then(a.len().cmp(&b.len())));
        cuts.truncate(KEPT);
        cuts
    }

    /// The cuts of an operand: those kept, and the operand itself.
    fn cuts_of(&self, node: u32) -> Vec<Cut> {
        let mut cuts = vec![Cut::single(node)];
        if node >= self.first {
            cuts.extend_from_slice(&self.cuts[(node - self.first) as usize]);
        }
        cuts
    }

    /// Chooses again, each time counting the gates that a choice adds to those needed anyway.
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

    /// How often each node is used by the chosen gates that the outputs need.
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

    /// Uses the leaves of a cut once more; how many gates that adds, the cut's own included.
    fn acquire(&mut self, cut: &Cut) -> u32 {
        let mut open: Vec<u32> = cut.leaves().collect();
        let mut added = 1;
        while let Some(leaf) = open.pop() {
            self.uses[leaf as usize] += 1;
            if self.uses[leaf as usize] == 1 && leaf >= self.first {
                added += 1;
                open.extend(self.chosen[(leaf - self.first) as usize].leaves());
            }
        }
        added
    }

    fn release(&mut self, cut: &Cut) {
        let mut open: Vec<u32> = cut.leaves().collect();
        while let Some(leaf) = open.pop() {
            self.uses[leaf as usize] -= 1;
            if self.uses[leaf as usize] == 0 && leaf >= self.first {
                open.extend(self.chosen[(leaf - self.first) as usize].leaves());
            }
        }
    }

    fn program(&mut self, outputs: &[Wire], interface: &Interface) -> Program {
        self.count_uses();
        let inverted = self.inverted(outputs);
        let Interface { inputs, randoms, masks } = *interface;
        debug_assert_eq!(inputs + randoms + masks, self.logic.inputs());
        let mut program =
            Program { inputs, randoms, masks, gates: Vec::new(), outputs: Vec::new() };
        let mut values =
            Values { of: vec![Value(u32::MAX); self.logic.nodes() as usize], inverted };
        for input in 0..self.logic.inputs() {
            values.of[1 + input as usize] = Value(input);
        }
        for node in self.first..self.logic.nodes() {
            if self.uses[node as usize] > 0 {
                let cut = self.chosen[(node - self.first) as usize];
                values.of[node as usize] = add(&mut program, values.gate(node, &cut));
            }
        }
        let mut extra: HashMap<Wire, Value> = HashMap::new();
        for &output in outputs {
            let value = values.of[output.node() as usize];
            let stored = output.node() != 0
                && output.is_inverted() == values.inverted[output.node() as usize];
            let value = if stored {
                value
            } else {
                *extra.entry(output).or_insert_with(|| match output {
                    Wire::TRUE => add(&mut program, Gate { table: 0xFF, inputs: [Value(0); 3] }),
                    Wire::FALSE => add(&mut program, Gate { table: 0x00, inputs: [Value(0); 3] }),
                    _ => add(&mut program, Gate { table: 0x0F, inputs: [value; 3] }),
                })
            };
            program.outputs.push(value);
        }
        program
    }

    /// The nodes whose inverse is computed: those that are outputs, but only inverted.
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

/// Where the program has the value of each node.
struct Values {
    of: Vec<Value>,
    /// Whether it is the inverse.
    inverted: Vec<bool>,
}

impl Values {
    /// The gate of a node and its cut. The program's tables count the first input as the highest bit.
    fn gate(&self, node: u32, cut: &Cut) -> Gate {
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
        Gate { table, inputs: [c, b, a] }
    }
}

fn add(program: &mut Program, gate: Gate) -> Value {
    program.gates.push(gate);
    Value(program.first_gate() + program.gates.len() as u32 - 1)
}
