//! Machine code in executable memory: from instructions on words to a function that can be called.
//!
//! An offset of one byte reaches 256 words (or masks). Each stretch of that length of each buffer is a
//! window; the windows used most get a general register that points to their middle, the others are
//! reached with offsets of four bytes. Big programs are limited by how fast instructions are fetched, so
//! their length counts.

use super::allocate::{Allocation, Buffer, Instruction, Operand, Operation, Place};
use super::emit::{Emitter, General, Opcode, Source, Width};
use memmap2::{Mmap, MmapMut};

/// How many words or masks a window has.
const WINDOW: u32 = 256;
const BUFFERS: usize = 5;

/// The registers in which the buffers' addresses arrive, in the order of [`Buffer`].
const ARGUMENTS: [General; BUFFERS] =
    [General::RDI, General::RSI, General::RDX, General::RCX, General::R8];
/// Further registers for windows: those that need not be saved first.
const OTHERS: [General; 8] = [
    General::RAX,
    General::R9,
    General::R10,
    General::R11,
    General::RBX,
    General::RBP,
    General::R14,
    General::R15,
];
/// How many of the further registers need not be saved.
const UNSAVED: usize = 4;

/// The function: addresses of inputs, random words, masks, outputs, spill memory.
type Function<W> = unsafe extern "sysv64" fn(*const W, *const W, *const u64, *mut W, *mut W);

/// A compiled program.
pub(super) struct Native {
    memory: Mmap,
    /// How many bytes of the memory are code.
    pub(super) length: usize,
}

impl Native {
    /// Writes the code to memory, then makes the memory executable and no longer writable.
    pub(super) fn new(allocation: &Allocation, width: Width) -> std::io::Result<Native> {
        let bytes = assemble(allocation, width);
        let mut memory = MmapMut::map_anon(bytes.len())?;
        memory.copy_from_slice(&bytes);
        Ok(Native { memory: memory.make_exec()?, length: bytes.len() })
    }

    /// Calls the code with buffers of words of its width.
    ///
    /// # Safety
    /// The words must be as wide as the code was made for, and aligned to that. The buffers must be at least as long as
    /// the program's counts of inputs, random words, masks and outputs, and as the spill memory of the allocation; the
    /// processor must have AVX-512 F, and VL for half words.
    #[allow(unsafe_code)]
    pub(super) unsafe fn run<W>(
        &self,
        input: &[W],
        random: &[W],
        masks: &[u64],
        output: &mut [W],
        spill: *mut W,
    ) {
        // SAFETY: the memory begins with a function of this type, written by `assemble`.
        let function: Function<W> = unsafe { std::mem::transmute(self.memory.as_ptr()) };
        // SAFETY: the code reads and writes only words of its program in these buffers, and the caller
        // promises that they are there.
        unsafe {
            function(input.as_ptr(), random.as_ptr(), masks.as_ptr(), output.as_mut_ptr(), spill);
        }
    }
}

/// The machine code of a whole function.
fn assemble(allocation: &Allocation, width: Width) -> Vec<u8> {
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

fn emit(emitter: &mut Emitter, windows: &Windows, instruction: &Instruction) {
    match *instruction {
        Instruction::Load { target, place } => emitter.load(target, windows.source(place)),
        Instruction::Move { target, source } => emitter.load(target, Source::Register(source)),
        Instruction::Store { source, place } => {
            let (base, offset) = windows.address(place);
            emitter.store(source, base, offset);
        }
        Instruction::Compute { operation, target, first, second } => {
            let second = match second {
                Operand::Register(register) => Source::Register(register),
                Operand::Memory(place) => windows.source(place),
            };
            match operation {
                Operation::And => emitter.logic(Opcode::AND, target, first, second),
                Operation::AndNot => emitter.logic(Opcode::AND_NOT, target, first, second),
                Operation::Or => emitter.logic(Opcode::OR, target, first, second),
                Operation::Xor => emitter.logic(Opcode::XOR, target, first, second),
                Operation::Table(table) => emitter.table(table, target, first, second),
            }
        }
    }
}

/// Which register points to which stretch of which buffer.
struct Windows {
    width: Width,
    /// For each buffer, the register of each window and the window that it points to.
    bases: [Vec<(General, u32)>; BUFFERS],
    /// Registers set up on entry: target, buffer, window.
    set_up: Vec<(General, usize, u32)>,
}

impl Windows {
    fn new(instructions: &[Instruction], width: Width) -> Windows {
        let counts = count_uses(instructions);
        let mut ranked: Vec<(u32, usize, u32)> = Vec::new();
        for (buffer, windows) in counts.iter().enumerate() {
            let uses = windows.iter().enumerate().filter(|&(_, &uses)| uses > 0);
            ranked.extend(uses.map(|(window, &uses)| (uses, buffer, window as u32)));
        }
        ranked.sort_unstable_by(|a, b| b.cmp(a));
        let mut windows = Windows { width, bases: Default::default(), set_up: Vec::new() };
        // A buffer's own register goes to its most used window.
        let mut main = [0; BUFFERS];
        for buffer in 0..BUFFERS {
            let most = ranked.iter().find(|&&(_, of, _)| of == buffer);
            main[buffer] = most.map_or(0, |&(_, _, window)| window);
            windows.bases[buffer] = vec![(ARGUMENTS[buffer], main[buffer]); counts[buffer].len()];
        }
        let others = ranked.iter().filter(|&&(_, buffer, window)| main[buffer] != window);
        for (&(_, buffer, window), &register) in others.zip(&OTHERS) {
            windows.bases[buffer][window as usize] = (register, window);
            windows.set_up.push((register, buffer, window));
        }
        // Last, since the others are computed from these.
        windows.set_up.extend((0..BUFFERS).map(|buffer| (ARGUMENTS[buffer], buffer, main[buffer])));
        windows
    }

    /// The registers that the caller wants back unchanged.
    fn saved(&self) -> impl DoubleEndedIterator<Item = General> {
        let used = self.set_up.len() - BUFFERS;
        OTHERS[..used].iter().skip(UNSAVED).copied()
    }

    fn enter(&self, emitter: &mut Emitter) {
        self.saved().for_each(|register| emitter.push(register));
        for &(register, buffer, window) in &self.set_up {
            let middle = (window * WINDOW + WINDOW / 2) as i32 * unit(buffer, self.width);
            if !self.bases[buffer].is_empty() {
                emitter.address(register, ARGUMENTS[buffer], middle);
            }
        }
    }

    fn leave(&self, emitter: &mut Emitter) {
        self.saved().rev().for_each(|register| emitter.pop(register));
        emitter.finish();
    }

    /// A register and the offset of a place from where it points.
    fn address(&self, place: Place) -> (General, i32) {
        let buffer = place.buffer as usize;
        let (register, window) = self.bases[buffer][(place.index / WINDOW) as usize];
        let middle = (window * WINDOW + WINDOW / 2) as i32;
        (register, (place.index as i32 - middle) * unit(buffer, self.width))
    }

    fn source(&self, place: Place) -> Source {
        let (base, offset) = self.address(place);
        match place.buffer {
            Buffer::Mask => Source::Repeated(base, offset),
            _ => Source::Word(base, offset),
        }
    }
}

/// How many bytes one element of a buffer has.
fn unit(buffer: usize, width: Width) -> i32 {
    if buffer == Buffer::Mask as usize { 8 } else { width.bytes() }
}

/// How often each window of each buffer is used.
fn count_uses(instructions: &[Instruction]) -> [Vec<u32>; BUFFERS] {
    let mut counts: [Vec<u32>; BUFFERS] = Default::default();
    for instruction in instructions {
        let place = match *instruction {
            Instruction::Load { place, .. } | Instruction::Store { place, .. } => place,
            Instruction::Compute { second: Operand::Memory(place), .. } => place,
            _ => continue,
        };
        let windows = &mut counts[place.buffer as usize];
        let window = (place.index / WINDOW) as usize;
        windows.resize(windows.len().max(window + 1), 0);
        windows[window] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::code::allocate::Register;
    use iced_x86::{Decoder, DecoderOptions, FlowControl, Mnemonic};

    const WIDTHS: [Width; 2] = [Width::Half, Width::Whole];

    /// An instruction for each place, all over the buffers.
    fn wide_allocation() -> Allocation {
        let register = Register(9);
        let mut instructions = Vec::new();
        for index in (0..6000).step_by(37) {
            for buffer in [Buffer::Input, Buffer::Random, Buffer::Mask] {
                let place = Place { buffer, index };
                instructions.push(Instruction::Load { target: register, place });
                instructions.push(Instruction::Compute {
                    operation: Operation::Xor,
                    target: register,
                    first: Register(3),
                    second: Operand::Memory(place),
                });
            }
            for buffer in [Buffer::Output, Buffer::Spill] {
                let place = Place { buffer, index };
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

    fn reach_every_place(width: Width) {
        use iced_x86::Register as Name;
        let names = |general: General| Name::RAX + general.0 as u32;
        let allocation = wide_allocation();
        let bytes = assemble(&allocation, width);
        // Where each general register points: buffer and offset in bytes.
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

    fn place_of(instruction: &Instruction) -> Place {
        match *instruction {
            Instruction::Load { place, .. } | Instruction::Store { place, .. } => place,
            Instruction::Compute { second: Operand::Memory(place), .. } => place,
            _ => panic!("{instruction:?} uses no memory"),
        }
    }
}
