//! Which register or memory holds which value when: from an ordered graph to instructions for a processor
//! with 32 vector registers and three-input logic.
//!
//! One pass in order. When registers run out, the value used again last leaves (Belady), with a bonus for
//! values that are in memory anyway: given words, outputs already written, values spilled before. An
//! instruction can take one operand from memory for free, so a word is loaded into a register only if it
//! must be or if it is needed again soon.

use super::Statistics;
use super::graph::{Graph, Node, Output, permute_inputs};

/// How many vector registers there are.
const REGISTERS: usize = 32;
/// No further use.
const NEVER: u32 = u32::MAX;
/// A word in memory is loaded into a register if it is needed again within so many gates.
const KEEP: u32 = 64;
/// An operand that is in memory anyway is overwritten by the result if it is not needed within so many gates.
const OVERWRITE: u32 = 64;
/// How many times further away the next use of a value must be that has to be written before it leaves.
const WRITING: u64 = 4;
/// In no register.
const NOWHERE: u8 = u8::MAX;
/// No value.
const NOTHING: u32 = u32::MAX;

/// A vector register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Register(pub(super) u8);

/// The memories a program works with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum Buffer {
    Input,
    Random,
    Mask,
    Output,
    Spill,
}

/// A word of a memory; of the masks, 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) buffer: Buffer,
    pub(super) index: u32,
}

/// Where an instruction's last operand is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operand {
    Register(Register),
    Memory(Place),
}

/// What an instruction computes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operation {
    And,
    /// The complement of the first operand, and the second.
    AndNot,
    Or,
    Xor,
    /// Any function of the target's old value, the first and the second operand.
    Table(u8),
}

/// An instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Instruction {
    /// Reads a word, or repeats a mask.
    Load { target: Register, place: Place },
    /// Copies a register.
    Move { target: Register, source: Register },
    /// Writes a word.
    Store { source: Register, place: Place },
    /// Computes.
    Compute { operation: Operation, target: Register, first: Register, second: Operand },
}

/// The instructions of a program.
#[derive(Clone, Debug, Default)]
pub(super) struct Allocation {
    pub(super) instructions: Vec<Instruction>,
    /// How many words of spill memory they use.
    pub(super) spill_words: usize,
    /// How many values are spilled.
    pub(super) spills: usize,
}

impl Allocation {
    /// Counts what was chosen; the length of the code is not known yet.
    pub(super) fn statistics(&self) -> Statistics {
        let count = |matches: fn(&Instruction) -> bool| {
            self.instructions.iter().filter(|&instruction| matches(instruction)).count()
        };
        let loads = count(|instruction| match instruction {
            Instruction::Load { .. } => true,
            Instruction::Compute { second, .. } => matches!(second, Operand::Memory(_)),
            _ => false,
        });
        Statistics {
            instructions: self.instructions.len(),
            loads,
            stores: count(|instruction| matches!(instruction, Instruction::Store { .. })),
            spills: self.spills,
            scratch_words: self.spill_words,
            ..Statistics::default()
        }
    }
}

/// Chooses the instructions of a graph, in its order.
pub(super) fn allocate(graph: &Graph) -> Allocation {
    let mut allocator = Allocator::new(graph);
    for (position, node) in graph.nodes.iter().enumerate() {
        allocator.node(position as u32, node);
    }
    allocator.given_outputs();
    allocator.allocation
}

/// The positions at which each value is used, in order.
struct Uses {
    /// Where in `positions` the remaining uses of a value begin.
    cursors: Vec<u32>,
    /// Each value's uses, followed by `NEVER`.
    positions: Vec<u32>,
}

impl Uses {
    fn new(graph: &Graph) -> Uses {
        let mut cursors = vec![0u32; graph.values() + 1];
        for &input in graph.nodes.iter().flat_map(Node::inputs) {
            cursors[input as usize + 1] += 1;
        }
        for value in 0..graph.values() {
            cursors[value + 1] += cursors[value] + 1;
        }
        let mut positions = vec![NEVER; cursors[graph.values()] as usize];
        let mut ends = cursors.clone();
        for (position, node) in graph.nodes.iter().enumerate() {
            for &input in node.inputs() {
                positions[ends[input as usize] as usize] = position as u32;
                ends[input as usize] += 1;
            }
        }
        Uses { cursors, positions }
    }

    /// The position of the next use.
    fn next(&self, value: u32) -> u32 {
        self.positions[self.cursors[value as usize] as usize]
    }

    /// Forgets the next use.
    fn advance(&mut self, value: u32) {
        self.cursors[value as usize] += 1;
    }
}

/// The outputs that come from each value, as linked lists.
struct Wanted {
    first: Vec<u32>,
    next: Vec<u32>,
}

impl Wanted {
    fn new(graph: &Graph) -> Wanted {
        let mut first = vec![NOTHING; graph.values()];
        let mut next = vec![NOTHING; graph.outputs.len()];
        for (index, output) in graph.outputs.iter().enumerate().rev() {
            if let Some(value) = output.value() {
                next[index] = std::mem::replace(&mut first[value as usize], index as u32);
            }
        }
        Wanted { first, next }
    }
}

struct Allocator<'g> {
    graph: &'g Graph,
    uses: Uses,
    wanted: Wanted,
    /// The register of each value, or `NOWHERE`.
    registers: Vec<u8>,
    /// The memory that holds each value.
    homes: Vec<Option<Place>>,
    /// The value in each register, or `NOTHING`.
    holds: [u32; REGISTERS],
    /// Registers that must not be taken while an instruction is put together.
    locked: u32,
    free: u32,
    free_slots: Vec<u32>,
    position: u32,
    allocation: Allocation,
}

impl<'g> Allocator<'g> {
    fn new(graph: &'g Graph) -> Allocator<'g> {
        let mut homes = Vec::with_capacity(graph.values());
        let buffers = [
            (Buffer::Input, graph.inputs),
            (Buffer::Random, graph.randoms),
            (Buffer::Mask, graph.masks),
        ];
        for (buffer, words) in buffers {
            homes.extend((0..words).map(|index| Some(Place { buffer, index })));
        }
        homes.resize(graph.values(), None);
        Allocator {
            graph,
            uses: Uses::new(graph),
            wanted: Wanted::new(graph),
            registers: vec![NOWHERE; graph.values()],
            homes,
            holds: [NOTHING; REGISTERS],
            locked: 0,
            free: u32::MAX,
            free_slots: Vec::new(),
            position: 0,
            allocation: Allocation {
                instructions: Vec::with_capacity(graph.nodes.len() * 3 / 2),
                ..Allocation::default()
            },
        }
    }

    /// One gate: its instructions, its outputs, and the end of what it used last.
    fn node(&mut self, position: u32, node: &Node) {
        self.position = position;
        self.locked = 0;
        for &input in node.inputs() {
            self.uses.advance(input);
            if let Some(register) = self.register(input) {
                self.lock(register);
            }
        }
        for &input in node.inputs() {
            self.keep_if_near(input);
        }
        let target = if node.arity == 2 { self.two_inputs(node) } else { self.three_inputs(node) };
        node.inputs().iter().for_each(|&input| self.end(input));
        let value = self.graph.sources() + position;
        self.give(value, target);
        self.outputs_of(value, target);
        self.end(value);
    }

    /// Loads a word that is needed again soon, if a register can be had for it.
    fn keep_if_near(&mut self, value: u32) {
        let next = self.uses.next(value);
        let near = next != NEVER && next - self.position <= KEEP;
        if near && self.register(value).is_none() && self.spare(next) {
            let register = self.load(value);
            self.give(value, register);
        }
    }

    /// Whether a register is free or holds a clean value that is used later than a position.
    fn spare(&self, next: u32) -> bool {
        self.free != 0
            || (0..REGISTERS).any(|register| {
                let value = self.holds[register];
                self.locked >> register & 1 == 0
                    && self.homes[value as usize].is_some()
                    && self.uses.next(value) > next
            })
    }

    /// A gate of two inputs: no operand need be overwritten.
    fn two_inputs(&mut self, node: &Node) -> Register {
        let [mut a, mut b, _] = node.inputs;
        let mut table = node.table;
        if self.register(a).is_none() && self.register(b).is_some() {
            (a, b) = (b, a);
            table = permute_inputs(table, [1, 0, 2]);
        }
        let (first, kept) = match self.register(a) {
            Some(register) => (register, self.needed(a)),
            None => (self.load(a), false),
        };
        self.lock(first);
        let second = self.operand(b);
        let target = match second {
            _ if !kept => first,
            Operand::Register(register) if !self.needed(b) => register,
            _ => self.take(),
        };
        let (operation, first, second) = operation_of(table, first, second);
        self.push(Instruction::Compute { operation, target, first, second });
        target
    }

    /// A gate of three inputs: the result replaces one of them.
    fn three_inputs(&mut self, node: &Node) -> Register {
        let (replaced, target) = self.replaced(&node.inputs);
        let (mut one, mut two) = ((replaced + 1) % 3, (replaced + 2) % 3);
        // The first operand must be in a register: the one that is, else the one needed again sooner.
        let key = |place: usize| {
            let value = node.inputs[place];
            (self.register(value).is_none(), self.uses.next(value))
        };
        if key(two) < key(one) {
            (one, two) = (two, one);
        }
        let first = match self.register(node.inputs[one]) {
            Some(register) => register,
            None => {
                let register = self.load(node.inputs[one]);
                self.give(node.inputs[one], register);
                register
            }
        };
        let second = self.operand(node.inputs[two]);
        let operation = Operation::Table(permute_inputs(node.table, [replaced, one, two]));
        self.push(Instruction::Compute { operation, target, first, second });
        target
    }

    /// Which input the result replaces, and a register that holds this input's bits and may be overwritten.
    fn replaced(&mut self, inputs: &[u32; 3]) -> (usize, Register) {
        let dying =
            |&place: &usize| self.register(inputs[place]).is_some() && !self.needed(inputs[place]);
        if let Some(place) = (0..3).find(dying) {
            return (place, self.register_of(inputs[place]));
        }
        let latest = |place: &usize| self.uses.next(inputs[*place]);
        let clean = |place: &usize| {
            let value = inputs[*place];
            self.register(value).is_some()
                && self.homes[value as usize].is_some()
                && self.uses.next(value) - self.position > OVERWRITE
        };
        if let Some(place) = (0..3).filter(clean).max_by_key(latest) {
            let register = self.register_of(inputs[place]);
            self.drop_register(register);
            return (place, register);
        }
        let absent = |place: &usize| self.register(inputs[*place]).is_none();
        if let Some(place) = (0..3).filter(absent).max_by_key(latest) {
            return (place, self.load(inputs[place]));
        }
        let source = self.register_of(inputs[0]);
        let target = self.take();
        self.push(Instruction::Move { target, source });
        (0, target)
    }

    /// Stores a computed value into the outputs that want it.
    fn outputs_of(&mut self, value: u32, register: Register) {
        let graph = self.graph;
        let mut complement = None;
        let mut index = self.wanted.first[value as usize];
        self.lock(register);
        while index != NOTHING {
            let place = Place { buffer: Buffer::Output, index };
            let source = match graph.outputs[index as usize] {
                Output::Inverted(_) => {
                    *complement.get_or_insert_with(|| self.complement(Operand::Register(register)))
                }
                _ => {
                    self.homes[value as usize].get_or_insert(place);
                    register
                }
            };
            self.push(Instruction::Store { source, place });
            index = self.wanted.next[index as usize];
        }
        if let Some(register) = complement {
            self.free |= 1 << register.0;
        }
    }

    /// Writes the outputs that are given words or constants. Nothing is needed in registers any more.
    fn given_outputs(&mut self) {
        self.free = u32::MAX;
        self.locked = 0;
        let graph = self.graph;
        let sources = graph.sources();
        let mut constants = [None; 2];
        for (index, output) in graph.outputs.iter().enumerate() {
            let source = match *output {
                Output::Constant(bit) => {
                    *constants[bit as usize].get_or_insert_with(|| self.constant(bit))
                }
                Output::Plain(value) if value < sources => self.load(value),
                Output::Inverted(value) if value < sources => {
                    let home = self.home(value);
                    self.complement(Operand::Memory(home))
                }
                _ => continue,
            };
            let place = Place { buffer: Buffer::Output, index: index as u32 };
            self.push(Instruction::Store { source, place });
            if !matches!(output, Output::Constant(_)) {
                self.free |= 1 << source.0;
            }
        }
    }

    /// A fresh register with the complement of an operand.
    fn complement(&mut self, second: Operand) -> Register {
        let target = self.take();
        self.push(Instruction::Compute {
            operation: Operation::Table(0x55),
            target,
            first: target,
            second,
        });
        target
    }

    /// A fresh register with a constant.
    fn constant(&mut self, bit: bool) -> Register {
        let target = self.take();
        let operation = if bit { Operation::Table(0xFF) } else { Operation::Xor };
        let second = Operand::Register(target);
        self.push(Instruction::Compute { operation, target, first: target, second });
        target
    }

    /// A value where it is: its register, else its memory.
    fn operand(&self, value: u32) -> Operand {
        match self.register(value) {
            Some(register) => Operand::Register(register),
            None => Operand::Memory(self.home(value)),
        }
    }

    /// Loads a value into a fresh register, without noting that it is there.
    fn load(&mut self, value: u32) -> Register {
        let target = self.take();
        let place = self.home(value);
        self.push(Instruction::Load { target, place });
        target
    }

    /// A free register, locked; if there is none, the value that is needed last leaves one.
    fn take(&mut self) -> Register {
        if self.free == 0 {
            self.evict();
        }
        let register = self.free.trailing_zeros() as u8;
        self.free &= self.free - 1;
        self.lock(Register(register));
        Register(register)
    }

    /// Frees the register whose value is needed last, written to memory if it is nowhere else.
    fn evict(&mut self) {
        let cost = |register: &u8| {
            let value = self.holds[*register as usize];
            let distance = (self.uses.next(value) - self.position) as u64;
            let clean = self.homes[value as usize].is_some();
            distance * if clean { WRITING } else { 1 }
        };
        let candidates = (0..REGISTERS as u8).filter(|register| self.locked >> register & 1 == 0);
        let victim =
            Register(candidates.max_by_key(cost).expect("an instruction locks few registers"));
        let value = self.holds[victim.0 as usize];
        if self.homes[value as usize].is_none() {
            self.spill(value, victim);
        }
        self.drop_register(victim);
        self.free |= 1 << victim.0;
    }

    /// Writes a value to spill memory.
    fn spill(&mut self, value: u32, source: Register) {
        let index = self.free_slots.pop().unwrap_or_else(|| {
            self.allocation.spill_words += 1;
            self.allocation.spill_words as u32 - 1
        });
        let place = Place { buffer: Buffer::Spill, index };
        self.allocation.spills += 1;
        self.homes[value as usize] = Some(place);
        self.push(Instruction::Store { source, place });
    }

    /// Frees what a value occupied, if it is not needed any more.
    fn end(&mut self, value: u32) {
        if self.needed(value) {
            return;
        }
        if let Some(register) = self.register(value) {
            self.drop_register(register);
            self.free |= 1 << register.0;
        }
        if let Some(Place { buffer: Buffer::Spill, index }) = self.homes[value as usize] {
            self.free_slots.push(index);
        }
    }

    /// Notes that a register now holds a value, whatever it held before.
    fn give(&mut self, value: u32, register: Register) {
        self.drop_register(register);
        self.free &= !(1 << register.0);
        self.registers[value as usize] = register.0;
        self.holds[register.0 as usize] = value;
    }

    /// Notes that a register's value is no longer there.
    fn drop_register(&mut self, register: Register) {
        let held = std::mem::replace(&mut self.holds[register.0 as usize], NOTHING);
        if held != NOTHING {
            self.registers[held as usize] = NOWHERE;
        }
    }

    fn needed(&self, value: u32) -> bool {
        self.uses.next(value) != NEVER
    }

    fn register(&self, value: u32) -> Option<Register> {
        let register = self.registers[value as usize];
        (register != NOWHERE).then_some(Register(register))
    }

    fn register_of(&self, value: u32) -> Register {
        self.register(value).expect("the value is in a register")
    }

    fn home(&self, value: u32) -> Place {
        self.homes[value as usize].expect("a value outside the registers is in memory")
    }

    fn lock(&mut self, register: Register) {
        self.locked |= 1 << register.0;
    }

    fn push(&mut self, instruction: Instruction) {
        self.allocation.instructions.push(instruction);
    }
}

/// The instruction for a table of two inputs.
fn operation_of(table: u8, first: Register, second: Operand) -> (Operation, Register, Operand) {
    let operation = match (table, second) {
        (0b1100_0000, _) => Operation::And,
        (0b1111_1100, _) => Operation::Or,
        (0b0011_1100, _) => Operation::Xor,
        (0b0000_1100, _) => Operation::AndNot,
        (0b0011_0000, Operand::Register(register)) => {
            return (Operation::AndNot, register, Operand::Register(first));
        }
        // The instruction's three inputs are the target, the first and the second operand.
        _ => Operation::Table(permute_inputs(table, [2, 0, 1])),
    };
    (operation, first, second)
}
