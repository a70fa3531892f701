//! Machine code in executable memory: writes the instructions of a program as a function, and calls it.
//!
//! An offset of one byte reaches 256 words (or masks). Each stretch of that length of each buffer is a window
//! (`windows`); the windows used most get a general register that points to their middle, the others are reached with
//! offsets of four bytes. The speed of large programs is limited by the bytes that the processor can fetch, so short
//! instructions matter.

mod windows;

use super::allocate::allocate;
use super::emit::{Emitter, EncodedOperand, Opcode, RegisterWidth};
use super::estimate::cycles;
use super::instruction::{Allocation, Instruction, LastOperand, LogicOperation};
use super::order::{Roots, WALKS, order};
use super::{CodeError, CodeStatistics, GateGraph, RunnableCode, Translation};
use crate::word::{Half, Word};
use memmap2::{Mmap, MmapMut};
use std::marker::PhantomData;
use windows::Windows;

/// Translates a graph to machine code, with the same instructions for both widths.
///
/// # Safety
/// The processor must have AVX-512 F, and VL if there is to be code for half words.
#[allow(unsafe_code)]
pub(crate) unsafe fn machine_code(
    graph: &GateGraph,
    with_half: bool,
) -> Result<Translation, CodeError> {
    let allocation = best_allocation(graph);
    let whole = Native::<Word>::new(&allocation)?;
    let half = with_half.then(|| Native::<Half>::new(&allocation)).transpose()?;
    let code_bytes = whole.length + half.as_ref().map_or(0, |half| half.length);
    let statistics =
        CodeStatistics { gates: graph.nodes.len(), code_bytes, ..allocation.statistics() };
    let half = half.map(|half| Box::new(half) as Box<dyn RunnableCode<Half>>);
    Ok(Translation { whole: Box::new(whole), half, statistics })
}

/// Allocates registers for several orders of the gates. Returns the allocation with the least estimated time.
fn best_allocation(graph: &GateGraph) -> Allocation {
    let roots = Roots::new(graph);
    let candidates = WALKS.into_iter().map(|walk| {
        let allocation = allocate(&graph.reordered(&order(graph, &roots, walk)));
        (cycles(&allocation.instructions), allocation)
    });
    let best = candidates.min_by(|(one, _), (other, _)| one.total_cmp(other));
    best.map(|(_, allocation)| allocation).unwrap_or_default()
}

/// A word that fits into a register.
trait RegisterWord: Sized + 'static {
    /// The width of the register.
    const WIDTH: RegisterWidth;
}

impl RegisterWord for Word {
    const WIDTH: RegisterWidth = RegisterWidth::Whole;
}

impl RegisterWord for Half {
    const WIDTH: RegisterWidth = RegisterWidth::Half;
}

/// The type of the function: it is given the addresses of inputs, random words, masks, outputs and spill memory.
type Function<W> = unsafe extern "sysv64" fn(*const W, *const W, *const u64, *mut W, *mut W);

/// A program as machine code for words of one width, in executable memory. It exists only where the processor can run
/// it, which [`machine_code`] requires.
struct Native<W> {
    memory: Mmap,
    /// Number of bytes of the memory that are code.
    length: usize,
    width: PhantomData<fn(W)>,
}

impl<W: RegisterWord> Native<W> {
    /// Writes the code to memory, then makes the memory executable and no longer writable.
    fn new(allocation: &Allocation) -> std::io::Result<Native<W>> {
        let bytes = assemble(allocation, W::WIDTH);
        let mut memory = MmapMut::map_anon(bytes.len())?;
        memory.copy_from_slice(&bytes);
        Ok(Native { memory: memory.make_exec()?, length: bytes.len(), width: PhantomData })
    }
}

impl<W: RegisterWord> RunnableCode<W> for Native<W> {
    #[allow(unsafe_code)]
    unsafe fn run(
        &self,
        input: &[W],
        random: &[W],
        masks: &[u64],
        output: &mut [W],
        scratch: &mut [W],
    ) {
        // SAFETY: the memory begins with a function of this type, written by `assemble` for words of this width.
        let function: Function<W> = unsafe { std::mem::transmute(self.memory.as_ptr()) };
        let [input, random] = [input, random].map(|words| words.as_ptr());
        // SAFETY: the code reads and writes only words of its program in these buffers, and the caller promises that
        // they are there. The processor has the instructions, because `machine_code` requires it.
        unsafe {
            function(input, random, masks.as_ptr(), output.as_mut_ptr(), scratch.as_mut_ptr());
        }
    }
}

/// Returns the machine code of a whole function.
fn assemble(allocation: &Allocation, width: RegisterWidth) -> Vec<u8> {
    let windows = Windows::new(&allocation.instructions, width);
    let mut emitter = Emitter::new(width);
    emitter.bytes.reserve(allocation.instructions.len() * 8 + 64);
    windows.enter(&mut emitter);
    for instruction in &allocation.instructions {
        emit(&mut emitter, &windows, instruction);
    }
    windows.leave(&mut emitter);
    emitter.bytes
}

/// Appends the machine code of an instruction.
fn emit(emitter: &mut Emitter, windows: &Windows, instruction: &Instruction) {
    match *instruction {
        Instruction::Load { target, place } => emitter.load(target, windows.source(place)),
        Instruction::Move { target, source } => {
            emitter.load(target, EncodedOperand::Register(source))
        }
        Instruction::Store { source, place } => {
            let (base, offset) = windows.address(place);
            emitter.store(source, base, offset);
        }
        Instruction::Compute { operation, target, first, second } => {
            let second = match second {
                LastOperand::Register(register) => EncodedOperand::Register(register),
                LastOperand::Memory(place) => windows.source(place),
            };
            match operation {
                LogicOperation::And => emitter.logic(Opcode::AND, target, first, second),
                LogicOperation::AndNot => emitter.logic(Opcode::AND_NOT, target, first, second),
                LogicOperation::Or => emitter.logic(Opcode::OR, target, first, second),
                LogicOperation::Xor => emitter.logic(Opcode::XOR, target, first, second),
                LogicOperation::Table(table) => emitter.table(table, target, first, second),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::windows::{ARGUMENTS, unit};
    use super::*;
    use crate::code::emit::GeneralRegister;
    use crate::code::instruction::{Buffer, MemoryPlace, VectorRegister};
    use iced_x86::{Decoder, DecoderOptions, FlowControl, Mnemonic};

    const WIDTHS: [RegisterWidth; 2] = [RegisterWidth::Half, RegisterWidth::Whole];

    /// Returns instructions that use places all over the buffers.
    fn wide_allocation() -> Allocation {
        let register = VectorRegister(9);
        let mut instructions = Vec::new();
        for index in (0..6000).step_by(37) {
            for buffer in [Buffer::Input, Buffer::Random, Buffer::Mask] {
                let place = MemoryPlace { buffer, index };
                instructions.push(Instruction::Load { target: register, place });
                instructions.push(Instruction::Compute {
                    operation: LogicOperation::Xor,
                    target: register,
                    first: VectorRegister(3),
                    second: LastOperand::Memory(place),
                });
            }
            for buffer in [Buffer::Output, Buffer::Spill] {
                let place = MemoryPlace { buffer, index };
                instructions.push(Instruction::Store { source: register, place });
            }
        }
        Allocation { instructions, ..Allocation::default() }
    }

    #[test]
    fn functions_decode_to_their_end() {
        let allocations = [Allocation::default(), wide_allocation()];
        let cases = allocations.iter().flat_map(|one| WIDTHS.map(|width| (one, width)));
        for (allocation, width) in cases {
            let bytes = assemble(allocation, width);
            let decoded: Vec<_> = Decoder::new(64, &bytes, DecoderOptions::NONE).iter().collect();
            assert!(decoded.iter().all(|instruction| !instruction.is_invalid()));
            let (last, body) = decoded.split_last().unwrap();
            assert_eq!(last.mnemonic(), Mnemonic::Ret);
            assert!(body.iter().all(|instruction| instruction.flow_control() == FlowControl::Next));
            let count = |mnemonic| body.iter().filter(|one| one.mnemonic() == mnemonic).count();
            assert_eq!(count(Mnemonic::Push), count(Mnemonic::Pop));
            assert_eq!(count(Mnemonic::Vzeroupper), 1);
        }
    }

    #[test]
    fn every_place_is_reached() {
        WIDTHS.into_iter().for_each(reach_every_place);
    }

    fn reach_every_place(width: RegisterWidth) {
        use iced_x86::Register as Name;
        let names = |general: GeneralRegister| Name::RAX + general.0 as u32;
        let allocation = wide_allocation();
        let bytes = assemble(&allocation, width);
        // The buffer and the offset in bytes that each general register points to.
        let mut points = std::collections::HashMap::new();
        for (buffer, &argument) in ARGUMENTS.iter().enumerate() {
            points.insert(names(argument), (buffer, 0));
        }
        let mut expected = allocation.instructions.iter();
        for decoded in Decoder::new(64, &bytes, DecoderOptions::NONE).iter() {
            let offset = decoded.memory_displacement64() as i64;
            match decoded.mnemonic() {
                Mnemonic::Lea => {
                    let (buffer, start) = points[&decoded.memory_base()];
                    points.insert(decoded.op0_register(), (buffer, start + offset));
                }
                Mnemonic::Vmovdqa64 | Mnemonic::Vpbroadcastq | Mnemonic::Vpxorq => {
                    let place = place_of(expected.next().unwrap());
                    let (buffer, start) = points[&decoded.memory_base()];
                    assert_eq!(buffer, place.buffer as usize);
                    assert_eq!(start + offset, place.index as i64 * unit(buffer, width) as i64);
                }
                _ => {}
            }
        }
        assert!(expected.next().is_none());
    }

    fn place_of(instruction: &Instruction) -> MemoryPlace {
        match *instruction {
            Instruction::Load { place, .. } | Instruction::Store { place, .. } => place,
            Instruction::Compute { second: LastOperand::Memory(place), .. } => place,
            _ => panic!("{instruction:?} uses no memory"),
        }
    }
}
