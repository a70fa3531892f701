//! The outputs of a program: computed values, given words, complements and constants, written to the output buffer.

use super::Allocator;
use crate::code::graph::OutputSource;
use crate::code::instruction::{
    Buffer, Instruction, LastOperand, LogicOperation, MemoryPlace, VectorRegister,
};

impl Allocator<'_> {
    /// Stores a computed value to its outputs.
    pub(super) fn store_outputs(&mut self, value: u32, register: VectorRegister) {
        let graph = self.graph;
        let mut complement = None;
        let mut next = self.output_lists.first(value);
        self.lock(register);
        while let Some(index) = next {
            let place = MemoryPlace { buffer: Buffer::Output, index };
            let source = match graph.outputs[index as usize] {
                OutputSource::Inverted(_) => *complement
                    .get_or_insert_with(|| self.complement(LastOperand::Register(register))),
                _ => {
                    self.places[value as usize].get_or_insert(place);
                    register
                }
            };
            self.push(Instruction::Store { source, place });
            next = self.output_lists.after(index);
        }
        if let Some(register) = complement {
            self.free |= 1 << register.0;
        }
    }

    /// Stores the outputs that are given words or constants. After the last gate, all registers are free.
    pub(super) fn store_given_outputs(&mut self) {
        self.free = u32::MAX;
        self.locked = 0;
        let graph = self.graph;
        let sources = graph.sources();
        let mut constants = [None; 2];
        for (index, output) in graph.outputs.iter().enumerate() {
            let source = match *output {
                OutputSource::Constant(bit) => {
                    *constants[bit as usize].get_or_insert_with(|| self.constant(bit))
                }
                OutputSource::Plain(value) if value < sources => self.load(value),
                OutputSource::Inverted(value) if value < sources => {
                    let place = self.place_of(value);
                    self.complement(LastOperand::Memory(place))
                }
                _ => continue,
            };
            let place = MemoryPlace { buffer: Buffer::Output, index: index as u32 };
            self.push(Instruction::Store { source, place });
            if !matches!(output, OutputSource::Constant(_)) {
                self.free |= 1 << source.0;
            }
        }
    }

    /// Computes the complement of an operand in a fresh register.
    fn complement(&mut self, second: LastOperand) -> VectorRegister {
        let target = self.take_register();
        self.push(Instruction::Compute {
            operation: LogicOperation::Table(0x55),
            target,
            first: target,
            second,
        });
        target
    }

    /// Computes a constant in a fresh register.
    fn constant(&mut self, bit: bool) -> VectorRegister {
        let target = self.take_register();
        let operation = if bit { LogicOperation::Table(0xFF) } else { LogicOperation::Xor };
        let second = LastOperand::Register(target);
        self.push(Instruction::Compute { operation, target, first: target, second });
        target
    }
}
