//! The normal form of a program, in which it is ordered and translated: all gates have exactly two or three different
//! inputs and are needed by an output; there are no constants, copies or inverters.
//!
//! An inverter costs nothing inside a table of three inputs, so it is moved into the tables of the gates that use it.
//! Likewise, the complement of a gate of two inputs is computed (AND instead of NAND) where that makes it one of the
//! four operations that processors have.

use super::table::{
    INPUT_ONE, depends, invert_input, is_operation, merge_inputs, restrict, swap_inputs,
};
use crate::program::{LaneProgram, TableGate, WordId};

/// A gate that depends on all of its inputs, which differ from each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GateNode {
    /// Bit `4a + 2b + c` is the value of the gate for the inputs a, b, c.
    pub(super) table: u8,
    /// Number of inputs, 2 or 3; with two, the table does not depend on the third input.
    pub(super) arity: u8,
    /// The values that are the inputs; of two, the second is repeated.
    pub(super) inputs: [u32; 3],
}

impl GateNode {
    /// Returns the two or three inputs that the table depends on.
    pub(super) fn inputs(&self) -> &[u32] {
        &self.inputs[..self.arity as usize]
    }
}

/// The origin of the bits of an output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OutputSource {
    /// The same bit for all lanes.
    Constant(bool),
    /// A value as it is.
    Plain(u32),
    /// The complement of a value.
    Inverted(u32),
}

impl OutputSource {
    /// Returns the value that the output is, or is the complement of; `None` for a constant.
    pub(super) fn value(&self) -> Option<u32> {
        match *self {
            OutputSource::Constant(_) => None,
            OutputSource::Plain(value) | OutputSource::Inverted(value) => Some(value),
        }
    }
}

/// A program in normal form, which kernels translate. Values are numbered as in [`LaneProgram`]: inputs, random words,
/// masks, then the nodes.
#[derive(Clone, Debug)]
pub struct GateGraph {
    pub(super) inputs: u32,
    pub(super) randoms: u32,
    pub(super) masks: u32,
    pub(super) nodes: Vec<GateNode>,
    pub(super) outputs: Vec<OutputSource>,
}

/// The constant, value or complement of a value that replaces a value of the program.
#[derive(Clone, Copy, PartialEq)]
enum Replacement {
    Constant(bool),
    Same { value: u32, inverted: bool },
}

impl GateGraph {
    /// Returns the normal form of a valid program.
    pub(super) fn new(program: &LaneProgram) -> GateGraph {
        let mut graph = GateGraph {
            inputs: program.inputs,
            randoms: program.randoms,
            masks: program.masks,
            nodes: Vec::with_capacity(program.gates.len()),
            outputs: Vec::with_capacity(program.outputs.len()),
        };
        let mut replacements: Vec<Replacement> = Vec::with_capacity(program.values());
        replacements
            .extend((0..graph.sources()).map(|value| Replacement::Same { value, inverted: false }));
        for gate in &program.gates {
            let replacement = graph.add(gate, &replacements);
            replacements.push(replacement);
        }
        graph
            .outputs
            .extend(program.outputs.iter().map(|&output| output_of(output, &replacements)));
        graph.drop_unused();
        graph.compute_complements();
        graph
    }

    /// Returns the number of values that are given rather than computed, which is the number of the first node's value.
    pub(super) fn sources(&self) -> u32 {
        self.inputs + self.randoms + self.masks
    }

    /// Returns the number of all values.
    pub(super) fn values(&self) -> usize {
        self.sources() as usize + self.nodes.len()
    }

    /// Returns the same graph with its nodes in another order, given as indices. Every node must come after its inputs.
    pub(super) fn reordered(&self, order: &[u32]) -> GateGraph {
        let sources = self.sources();
        let mut renamed = vec![0; self.nodes.len()];
        for (new, &old) in order.iter().enumerate() {
            renamed[old as usize] = sources + new as u32;
        }
        self.renamed(order, &renamed)
    }

    /// Returns the graph of the nodes in `kept`, in that order, in which `names` are the new values of nodes.
    fn renamed(&self, kept: &[u32], names: &[u32]) -> GateGraph {
        let sources = self.sources();
        let rename = |value: u32| match value.checked_sub(sources) {
            Some(node) => names[node as usize],
            None => value,
        };
        let nodes = kept.iter().map(|&index| {
            let node = self.nodes[index as usize];
            GateNode { inputs: node.inputs.map(rename), ..node }
        });
        let outputs = self.outputs.iter().map(|&output| match output {
            OutputSource::Constant(bit) => OutputSource::Constant(bit),
            OutputSource::Plain(value) => OutputSource::Plain(rename(value)),
            OutputSource::Inverted(value) => OutputSource::Inverted(rename(value)),
        });
        GateGraph { nodes: nodes.collect(), outputs: outputs.collect(), ..*self }
    }

    /// Adds a gate whose constants, inverters and repeated inputs are moved into its table. Returns the replacement of
    /// its value.
    fn add(&mut self, gate: &TableGate, replacements: &[Replacement]) -> Replacement {
        let mut table = gate.table;
        let mut inputs = [u32::MAX; 3];
        for (place, input) in gate.inputs.iter().enumerate() {
            match replacements[input.0 as usize] {
                Replacement::Constant(bit) => table = restrict(table, place, bit),
                Replacement::Same { value, inverted } => {
                    inputs[place] = value;
                    table = if inverted { invert_input(table, place) } else { table };
                }
            }
        }
        for (first, second) in [(0, 1), (0, 2), (1, 2)] {
            if inputs[first] == inputs[second] && inputs[first] != u32::MAX {
                table = merge_inputs(table, first, second);
            }
        }
        self.add_regular(table, inputs)
    }

    /// Adds a gate whose relevant inputs differ from each other, if it has two or three. Returns the replacement of its
    /// value.
    fn add_regular(&mut self, mut table: u8, mut inputs: [u32; 3]) -> Replacement {
        let mut arity = 0;
        for place in 0..3 {
            if depends(table, place) {
                inputs.swap(arity, place);
                table = swap_inputs(table, arity, place);
                arity += 1;
            }
        }
        if arity == 0 {
            return Replacement::Constant(table != 0);
        }
        if arity == 1 {
            return Replacement::Same { value: inputs[0], inverted: table == !INPUT_ONE[0] };
        }
        inputs[2] = if arity == 2 { inputs[1] } else { inputs[2] };
        self.nodes.push(GateNode { table, arity: arity as u8, inputs });
        Replacement::Same { value: self.values() as u32 - 1, inverted: false }
    }

    /// Removes the nodes that no output needs.
    fn drop_unused(&mut self) {
        let sources = self.sources();
        let mut needed = vec![false; self.values()];
        for value in self.outputs.iter().filter_map(OutputSource::value) {
            needed[value as usize] = true;
        }
        for (index, node) in self.nodes.iter().enumerate().rev() {
            if needed[sources as usize + index] {
                node.inputs().iter().for_each(|&input| needed[input as usize] = true);
            }
        }
        let kept: Vec<u32> = (0..self.nodes.len() as u32)
            .filter(|&index| needed[(sources + index) as usize])
            .collect();
        *self = self.reordered(&kept);
    }

    /// Computes complements of nodes where that is cheaper, and corrects the tables that use them.
    fn compute_complements(&mut self) {
        let sources = self.sources() as usize;
        let mut plain = vec![false; self.values()];
        let mut inverted = vec![false; self.values()];
        for output in &self.outputs {
            match *output {
                OutputSource::Constant(_) => {}
                OutputSource::Plain(value) => plain[value as usize] = true,
                OutputSource::Inverted(value) => inverted[value as usize] = true,
            }
        }
        let mut turned = vec![false; self.values()];
        for (index, node) in self.nodes.iter_mut().enumerate() {
            for place in 0..node.arity as usize {
                if turned[node.inputs[place] as usize] {
                    node.table = invert_input(node.table, place);
                }
            }
            let own = sources + index;
            let wanted = if plain[own] || inverted[own] {
                !plain[own]
            } else {
                node.arity == 2 && !is_operation(node.table)
            };
            if wanted {
                node.table = !node.table;
                turned[own] = true;
            }
        }
        for output in &mut self.outputs {
            *output = match *output {
                OutputSource::Plain(value) if turned[value as usize] => {
                    OutputSource::Inverted(value)
                }
                OutputSource::Inverted(value) if turned[value as usize] => {
                    OutputSource::Plain(value)
                }
                other => other,
            };
        }
    }
}

/// Returns the source of an output.
fn output_of(output: WordId, replacements: &[Replacement]) -> OutputSource {
    match replacements[output.0 as usize] {
        Replacement::Constant(bit) => OutputSource::Constant(bit),
        Replacement::Same { value, inverted: false } => OutputSource::Plain(value),
        Replacement::Same { value, inverted: true } => OutputSource::Inverted(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_inverters_and_constants_disappear() {
        let gate = |table, a, b, c| TableGate { table, inputs: [WordId(a), WordId(b), WordId(c)] };
        let program = LaneProgram {
            inputs: 2,
            gates: vec![
                gate(0x0F, 0, 1, 1), // 2: not 0
                gate(0xFF, 0, 0, 0), // 3: one
                gate(0x80, 2, 1, 3), // 4: not 0, and 1
                gate(0x80, 0, 1, 4), // 5: needed by nobody
            ],
            outputs: vec![WordId(4), WordId(2), WordId(3)],
            ..LaneProgram::default()
        };
        let graph = GateGraph::new(&program);
        assert_eq!(graph.nodes, [GateNode { table: 0b0000_1100, arity: 2, inputs: [0, 1, 1] }]);
        assert_eq!(
            graph.outputs,
            [OutputSource::Plain(2), OutputSource::Inverted(0), OutputSource::Constant(true)]
        );
    }
}
