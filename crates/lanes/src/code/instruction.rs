//! Instructions of a processor with 32 vector registers and logic of three inputs, in the form that `allocate` chooses
//! and `native` writes as bytes.

use super::CodeStatistics;

/// A vector register, by its number from 0 to 31.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct VectorRegister(pub(crate) u8);

/// The memory buffers of a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Buffer {
    /// The words that are the inputs.
    Input,
    /// The words of random bits.
    Random,
    /// The masks, of 64 bits each.
    Mask,
    /// The words that are the outputs.
    Output,
    /// Values for which there was no register.
    Spill,
}

/// The place of a word in memory; in the buffer of masks, of 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MemoryPlace {
    pub(crate) buffer: Buffer,
    pub(crate) index: u32,
}

/// The last operand of an instruction: a register, or a word of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LastOperand {
    Register(VectorRegister),
    Memory(MemoryPlace),
}

/// The function that an instruction computes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LogicOperation {
    /// The AND of both operands.
    And,
    /// The AND of the complement of the first operand and the second.
    AndNot,
    /// The OR of both operands.
    Or,
    /// The exclusive OR of both operands.
    Xor,
    /// Any function of the old value of the target, the first and the second operand, given by its table.
    Table(u8),
}

/// A machine instruction whose operands are registers or words of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Instruction {
    /// Reads a word from memory, or repeats a mask.
    Load { target: VectorRegister, place: MemoryPlace },
    /// Copies a register to another.
    Move { target: VectorRegister, source: VectorRegister },
    /// Writes a register to memory.
    Store { source: VectorRegister, place: MemoryPlace },
    /// Computes a function of registers and at most one word of memory.
    Compute {
        operation: LogicOperation,
        target: VectorRegister,
        first: VectorRegister,
        second: LastOperand,
    },
}

/// The instructions of a program, with all values in registers or memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Allocation {
    pub(crate) instructions: Vec<Instruction>,
    /// Number of words of spill memory that they use.
    pub(crate) spill_words: usize,
    /// Number of values that are spilled.
    pub(crate) spills: usize,
}

impl Allocation {
    /// Returns the sizes of the instructions; the length of the code is not known yet.
    pub(crate) fn statistics(&self) -> CodeStatistics {
        let count = |matches: fn(&Instruction) -> bool| {
            self.instructions.iter().filter(|&instruction| matches(instruction)).count()
        };
        let loads = count(|instruction| match instruction {
            Instruction::Load { .. } => true,
            Instruction::Compute { second, .. } => matches!(second, LastOperand::Memory(_)),
            _ => false,
        });
        CodeStatistics {
            instructions: self.instructions.len(),
            loads,
            stores: count(|instruction| matches!(instruction, Instruction::Store { .. })),
            spills: self.spills,
            scratch_words: self.spill_words,
            ..CodeStatistics::default()
        }
    }
}
