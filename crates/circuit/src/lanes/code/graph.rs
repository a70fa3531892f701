//! A program made regular before it is ordered and translated: gates of exactly two or three different
//! inputs, no constants, no copies, no inverters, nothing that no output needs.
//!
//! An inverter costs nothing inside a table of three inputs, so it disappears into the gates that use it;
//! likewise a gate of two inputs is turned around (NAND computed as AND) where that makes it one of the
//! four operations that processors have.

use crate::lanes::program::{Gate, Program, Value};

/// The bits of a table at which the first, second, third input is one.
const INPUT_ONE: [u8; 3] = [0xF0, 0xCC, 0xAA];

/// A gate that depends on all of its inputs, which differ from each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Node {
    /// Bit `4a + 2b + c` is the answer to the inputs a, b, c.
    pub(super) table: u8,
    /// Two or three; with two the table does not depend on the third input.
    pub(super) arity: u8,
    /// The inputs; with two of them the third is the second once more.
    pub(super) inputs: [u32; 3],
}

impl Node {
    /// The inputs that matter.
    pub(super) fn inputs(&self) -> &[u32] {
        &self.inputs[..self.arity as usize]
    }
}

/// Where an output's bits come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Output {
    /// The same bit for all lanes.
    Constant(bool),
    /// A value as it is.
    Plain(u32),
    /// The complement of a value.
    Inverted(u32),
}

impl Output {
    /// The value it is or is the complement of.
    pub(super) fn value(&self) -> Option<u32> {
        match *self {
            Output::Constant(_) => None,
            Output::Plain(value) | Output::Inverted(value) => Some(value),
        }
    }
}

/// A regular program. Values are numbered as in [`Program`]: inputs, random words, masks, then the nodes.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    pub(super) inputs: u32,
    pub(super) randoms: u32,
    pub(super) masks: u32,
    pub(super) nodes: Vec<Node>,
    pub(super) outputs: Vec<Output>,
}

/// What a value of the program has become.
#[derive(Clone, Copy, PartialEq)]
enum Meaning {
    Constant(bool),
    Same { value: u32, inverted: bool },
}

impl Graph {
    /// The regular form of a valid program.
    pub(super) fn new(program: &Program) -> Graph {
        let mut graph = Graph {
            inputs: program.inputs,
            randoms: program.randoms,
            masks: program.masks,
            nodes: Vec::with_capacity(program.gates.len()),
            outputs: Vec::with_capacity(program.outputs.len()),
        };
        let mut meanings: Vec<Meaning> = Vec::with_capacity(program.values());
        meanings.extend((0..graph.sources()).map(|value| Meaning::Same { value, inverted: false }));
        for gate in &program.gates {
            let meaning = graph.add(gate, &meanings);
            meanings.push(meaning);
        }
        graph.outputs.extend(program.outputs.iter().map(|&output| output_of(output, &meanings)));
        graph.drop_unused();
        graph.turn_around();
        graph
    }

    /// How many values are given rather than computed: the value of the first node.
    pub(super) fn sources(&self) -> u32 {
        self.inputs + self.randoms + self.masks
    }

    /// How many values there are.
    pub(super) fn values(&self) -> usize {
        self.sources() as usize + self.nodes.len()
    }

    /// The same graph with its nodes in another order, given as indices, in which every node still comes
    /// after its inputs.
    pub(super) fn reordered(&self, order: &[u32]) -> Graph {
        let sources = self.sources();
        let mut renamed = vec![0; self.nodes.len()];
        for (new, &old) in order.iter().enumerate() {
            renamed[old as usize] = sources + new as u32;
        }
        self.renamed(order, &renamed)
    }

    /// The nodes listed, with the names of nodes replaced.
    fn renamed(&self, kept: &[u32], names: &[u32]) -> Graph {
        let sources = self.sources();
        let rename = |value: u32| match value.checked_sub(sources) {
            Some(node) => names[node as usize],
            None => value,
        };
        let nodes = kept.iter().map(|&index| {
            let node = self.nodes[index as usize];
            Node { inputs: node.inputs.map(rename), ..node }
        });
        let outputs = self.outputs.iter().map(|&output| match output {
            Output::Constant(bit) => Output::Constant(bit),
            Output::Plain(value) => Output::Plain(rename(value)),
            Output::Inverted(value) => Output::Inverted(rename(value)),
        });
        Graph { nodes: nodes.collect(), outputs: outputs.collect(), ..*self }
    }

    /// Adds what remains of a gate once constants, inverters and repeated inputs have gone into its table.
    fn add(&mut self, gate: &Gate, meanings: &[Meaning]) -> Meaning {
        let mut table = gate.table;
        let mut inputs = [u32::MAX; 3];
        for (place, input) in gate.inputs.iter().enumerate() {
            match meanings[input.0 as usize] {
                Meaning::Constant(bit) => table = restrict(table, place, bit),
                Meaning::Same { value, inverted } => {
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

    /// Adds a gate whose relevant inputs differ from each other.
    fn add_regular(&mut self, mut table: u8, mut inputs: [u32; 3]) -> Meaning {
        let mut arity = 0;
        for place in 0..3 {
            if depends(table, place) {
                inputs.swap(arity, place);
                table = swap_inputs(table, arity, place);
                arity += 1;
            }
        }
        if arity == 0 {
            return Meaning::Constant(table != 0);
        }
        if arity == 1 {
            return Meaning::Same { value: inputs[0], inverted: table == !INPUT_ONE[0] };
        }
        inputs[2] = if arity == 2 { inputs[1] } else { inputs[2] };
        self.nodes.push(Node { table, arity: arity as u8, inputs });
        Meaning::Same { value: self.values() as u32 - 1, inverted: false }
    }

    /// Leaves out nodes that no output needs.
    fn drop_unused(&mut self) {
        let sources = self.sources();
        let mut needed = vec![false; self.values()];
        for value in self.outputs.iter().filter_map(Output::value) {
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
    fn turn_around(&mut self) {
        let sources = self.sources() as usize;
        let mut plain = vec![false; self.values()];
        let mut inverted = vec![false; self.values()];
        for output in &self.outputs {
            match *output {
                Output::Constant(_) => {}
                Output::Plain(value) => plain[value as usize] = true,
                Output::Inverted(value) => inverted[value as usize] = true,
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
                Output::Plain(value) if turned[value as usize] => Output::Inverted(value),
                Output::Inverted(value) if turned[value as usize] => Output::Plain(value),
                other => other,
            };
        }
    }
}

/// What an output has become.
fn output_of(output: Value, meanings: &[Meaning]) -> Output {
    match meanings[output.0 as usize] {
        Meaning::Constant(bit) => Output::Constant(bit),
        Meaning::Same { value, inverted: false } => Output::Plain(value),
        Meaning::Same { value, inverted: true } => Output::Inverted(value),
    }
}

/// Whether a table of the first two inputs is AND, OR, XOR, or AND with one input inverted.
fn is_operation(table: u8) -> bool {
    matches!(table, 0b1100_0000 | 0b1111_1100 | 0b0011_1100 | 0b0000_1100 | 0b0011_0000)
}

/// How far apart the bits of a table are that differ in one input.
fn stride(place: usize) -> u32 {
    4 >> place
}

/// The table when an input is known; it no longer depends on that input.
fn restrict(table: u8, place: usize, bit: bool) -> u8 {
    let one = INPUT_ONE[place];
    if bit {
        (table & one) | (table & one) >> stride(place)
    } else {
        (table & !one) | (table & !one) << stride(place)
    }
}

/// Whether the answer depends on an input.
fn depends(table: u8, place: usize) -> bool {
    restrict(table, place, false) != restrict(table, place, true)
}

/// The table for the complement of an input.
fn invert_input(table: u8, place: usize) -> u8 {
    let one = INPUT_ONE[place];
    (restrict(table, place, false) & one) | (restrict(table, place, true) & !one)
}

/// The table when the second of two inputs equals the first; it depends only on the first.
fn merge_inputs(table: u8, first: usize, second: usize) -> u8 {
    let one = INPUT_ONE[first];
    (restrict(table, second, true) & one) | (restrict(table, second, false) & !one)
}

/// The table with two inputs exchanged.
fn swap_inputs(table: u8, first: usize, second: usize) -> u8 {
    if first == second {
        return table;
    }
    let mut order = [0, 1, 2];
    order.swap(first, second);
    permute_inputs(table, order)
}

/// The table whose inputs are the given ones of the old table: its first input is the old `order[0]`.
pub(super) fn permute_inputs(table: u8, order: [usize; 3]) -> u8 {
    (0..8u8).fold(0, |permuted, row| {
        let mut old = 0;
        for (new_place, &old_place) in order.iter().enumerate() {
            let bit = row >> (2 - new_place) & 1;
            old |= bit << (2 - old_place);
        }
        permuted | (table >> old & 1) << row
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bit(table: u8, a: u8, b: u8, c: u8) -> u8 {
        table >> (4 * a + 2 * b + c) & 1
    }

    #[test]
    fn tables_are_transformed_as_their_inputs() {
        for table in 0..=255u8 {
            for row in 0..8u8 {
                let (a, b, c) = (row >> 2, row >> 1 & 1, row & 1);
                assert_eq!(bit(restrict(table, 1, true), a, b, c), bit(table, a, 1, c));
                assert_eq!(bit(invert_input(table, 2), a, b, c), bit(table, a, b, 1 - c));
                assert_eq!(bit(merge_inputs(table, 0, 2), a, b, c), bit(table, a, b, a));
                assert_eq!(bit(permute_inputs(table, [1, 2, 0]), a, b, c), bit(table, c, a, b));
            }
        }
    }

    #[test]
    fn copies_inverters_and_constants_disappear() {
        let gate = |table, a, b, c| Gate { table, inputs: [Value(a), Value(b), Value(c)] };
        let program = Program {
            inputs: 2,
            gates: vec![
                gate(0x0F, 0, 1, 1), // 2: not 0
                gate(0xFF, 0, 0, 0), // 3: one
                gate(0x80, 2, 1, 3), // 4: not 0, and 1
                gate(0x80, 0, 1, 4), // 5: needed by nobody
            ],
            outputs: vec![Value(4), Value(2), Value(3)],
            ..Program::default()
        };
        let graph = Graph::new(&program);
        assert_eq!(graph.nodes, [Node { table: 0b0000_1100, arity: 2, inputs: [0, 1, 1] }]);
        assert_eq!(graph.outputs, [Output::Plain(2), Output::Inverted(0), Output::Constant(true)]);
    }
}
