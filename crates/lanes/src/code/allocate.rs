//! Register allocation: chooses instructions for an ordered graph, with a register or a place in memory for every
//! value.
//!
//! The graph is passed once, in its order. When all registers are taken, the value that is used again last is evicted
//! (Belady), preferably one that is in memory anyway: a given word, an output already written, a value spilled before.
//! An instruction can take one operand from memory at no cost, so a word is loaded into a register only if it must be
//! or if it is needed again soon.
//!
//! This file chooses the instructions of gates, `registers` the registers and the values to evict, `outputs` writes the
//! outputs, and `uses` knows the next use of each value.

mod outputs;
mod registers;
mod uses;

use super::graph::{GateGraph, GateNode};
use super::instruction::{
    Allocation, Buffer, Instruction, LastOperand, LogicOperation, MemoryPlace, VectorRegister,
};
use super::table::permute_inputs;
use uses::{OutputLists, Uses};

/// Number of vector registers.
const REGISTERS: usize = 32;
/// The position of the next use of a value that is not used again.
const NO_USE: u32 = u32::MAX;
/// Largest number of gates up to the next use of a word in memory, so that it is loaded into a register for that use.
const KEEP_DISTANCE: u32 = 64;
/// Number of gates for which an operand that is in memory too must not be needed, so that the result of a gate may
/// overwrite its register.
const OVERWRITE_DISTANCE: u32 = 64;
/// Cost of evicting a value that has to be written to memory first: its next use must be further away by this factor.
const SPILL_COST: u64 = 4;
/// Marks a value that is in no register.
const NO_REGISTER: u8 = u8::MAX;
/// Marks a register that holds no value.
const NO_VALUE: u32 = u32::MAX;

/// Chooses the instructions of a graph, in its order.
pub(super) fn allocate(graph: &GateGraph) -> Allocation {
    let mut allocator = Allocator::new(graph);
    for (position, node) in graph.nodes.iter().enumerate() {
        allocator.compute(position as u32, node);
    }
    allocator.store_given_outputs();
    allocator.allocation
}

/// The state of the registers and the memory after some of the gates, and the instructions that lead to it.
struct Allocator<'g> {
    graph: &'g GateGraph,
    uses: Uses,
    output_lists: OutputLists,
    /// The register of each value, or [`NO_REGISTER`].
    registers: Vec<u8>,
    /// The place in memory of each value; `None` if it is in a register alone.
    places: Vec<Option<MemoryPlace>>,
    /// The value in each register, or [`NO_VALUE`].
    contents: [u32; REGISTERS],
    /// A bit for each register that must not be taken while an instruction is put together.
    locked: u32,
    /// A bit for each register that holds no value that is needed.
    free: u32,
    /// Words of spill memory whose value is no longer needed.
    free_spills: Vec<u32>,
    /// Index of the current gate.
    position: u32,
    allocation: Allocation,
}

impl<'g> Allocator<'g> {
    fn new(graph: &'g GateGraph) -> Allocator<'g> {
        let mut places = Vec::with_capacity(graph.values());
        let buffers = [
            (Buffer::Input, graph.inputs),
            (Buffer::Random, graph.randoms),
            (Buffer::Mask, graph.masks),
        ];
        for (buffer, words) in buffers {
            places.extend((0..words).map(|index| Some(MemoryPlace { buffer, index })));
        }
        places.resize(graph.values(), None);
        Allocator {
            graph,
            uses: Uses::new(graph),
            output_lists: OutputLists::new(graph),
            registers: vec![NO_REGISTER; graph.values()],
            places,
            contents: [NO_VALUE; REGISTERS],
            locked: 0,
            free: u32::MAX,
            free_spills: Vec::new(),
            position: 0,
            allocation: Allocation {
                instructions: Vec::with_capacity(graph.nodes.len() * 3 / 2),
                ..Allocation::default()
            },
        }
    }

    /// Computes a gate, stores it to its outputs, and releases the values that are not used again.
    fn compute(&mut self, position: u32, node: &GateNode) {
        self.position = position;
        self.locked = 0;
        for &input in node.inputs() {
            self.uses.advance(input);
            if let Some(register) = self.register(input) {
                self.lock(register);
            }
        }
        for &input in node.inputs() {
            self.load_if_near(input);
        }
        let target =
            if node.arity == 2 { self.compute_of_two(node) } else { self.compute_of_three(node) };
        node.inputs().iter().for_each(|&input| self.release(input));
        let value = self.graph.sources() + position;
        self.assign(value, target);
        self.store_outputs(value, target);
        self.release(value);
    }

    /// Loads a word that is needed again soon, if there is a register for it.
    fn load_if_near(&mut self, value: u32) {
        let next = self.uses.next(value);
        let near = next != NO_USE && next - self.position <= KEEP_DISTANCE;
        if near && self.register(value).is_none() && self.has_spare_register(next) {
            let register = self.load(value);
            self.assign(value, register);
        }
    }

    /// Whether a register is free, or holds a value that is in memory too and not used before a position.
    fn has_spare_register(&self, next: u32) -> bool {
        self.free != 0
            || (0..REGISTERS).any(|register| {
                let value = self.contents[register];
                self.locked >> register & 1 == 0
                    && self.places[value as usize].is_some()
                    && self.uses.next(value) > next
            })
    }

    /// Computes a gate of two inputs, for which no operand has to be overwritten. Returns the register of the result.
    fn compute_of_two(&mut self, node: &GateNode) -> VectorRegister {
        let [mut a, mut b, _] = node.inputs;
        let mut table = node.table;
        if self.register(a).is_none() && self.register(b).is_some() {
            (a, b) = (b, a);
            table = permute_inputs(table, [1, 0, 2]);
        }
        let (first, kept) = match self.register(a) {
            Some(register) => (register, self.is_needed(a)),
            None => (self.load(a), false),
        };
        self.lock(first);
        let second = self.operand(b);
        let target = match second {
            _ if !kept => first,
            LastOperand::Register(register) if !self.is_needed(b) => register,
            _ => self.take_register(),
        };
        let (operation, first, second) = operation_of(table, first, second);
        self.push(Instruction::Compute { operation, target, first, second });
        target
    }

    /// Computes a gate of three inputs, one of which the result replaces. Returns the register of the result.
    fn compute_of_three(&mut self, node: &GateNode) -> VectorRegister {
        let (replaced, target) = self.choose_replaced(&node.inputs);
        let (mut one, mut two) = ((replaced + 1) % 3, (replaced + 2) % 3);
        // The first operand must be in a register: the one that is, else the one needed again sooner.
        let key = |place: usize| {
            let value = node.inputs[place];
            (self.register(value).is_none(), self.uses.next(value))
        };
        if key(two) < key(one) {
            (one, two) = (two, one);
        }
        let first = self.register(node.inputs[one]).unwrap_or_else(|| {
            let register = self.load(node.inputs[one]);
            self.assign(node.inputs[one], register);
            register
        });
        let second = self.operand(node.inputs[two]);
        let operation = LogicOperation::Table(permute_inputs(node.table, [replaced, one, two]));
        self.push(Instruction::Compute { operation, target, first, second });
        target
    }

    /// Chooses the input that the result replaces. Returns its index, and a register that holds its bits and may be
    /// overwritten.
    fn choose_replaced(&mut self, inputs: &[u32; 3]) -> (usize, VectorRegister) {
        let dying = |&place: &usize| {
            self.register(inputs[place]).is_some() && !self.is_needed(inputs[place])
        };
        if let Some(place) = (0..3).find(dying) {
            return (place, self.held_register(inputs[place]));
        }
        let latest = |place: &usize| self.uses.next(inputs[*place]);
        let clean = |place: &usize| {
            let value = inputs[*place];
            self.register(value).is_some()
                && self.places[value as usize].is_some()
                && self.uses.next(value) - self.position > OVERWRITE_DISTANCE
        };
        if let Some(place) = (0..3).filter(clean).max_by_key(latest) {
            let register = self.held_register(inputs[place]);
            self.forget(register);
            return (place, register);
        }
        let absent = |place: &usize| self.register(inputs[*place]).is_none();
        if let Some(place) = (0..3).filter(absent).max_by_key(latest) {
            return (place, self.load(inputs[place]));
        }
        let source = self.held_register(inputs[0]);
        let target = self.take_register();
        self.push(Instruction::Move { target, source });
        (0, target)
    }
}

/// Returns the operation for a table of two inputs, and its operands in their order.
fn operation_of(
    table: u8,
    first: VectorRegister,
    second: LastOperand,
) -> (LogicOperation, VectorRegister, LastOperand) {
    let operation = match (table, second) {
        (0b1100_0000, _) => LogicOperation::And,
        (0b1111_1100, _) => LogicOperation::Or,
        (0b0011_1100, _) => LogicOperation::Xor,
        (0b0000_1100, _) => LogicOperation::AndNot,
        (0b0011_0000, LastOperand::Register(register)) => {
            return (LogicOperation::AndNot, register, LastOperand::Register(first));
        }
        // The instruction's three inputs are the target, the first and the second operand.
        _ => LogicOperation::Table(permute_inputs(table, [2, 0, 1])),
    };
    (operation, first, second)
}
