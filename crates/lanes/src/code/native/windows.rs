//! Windows of the buffers: the stretches that a general register reaches with offsets of one byte, and the registers
//! that point to them.

use crate::code::emit::{Emitter, EncodedOperand, GeneralRegister, RegisterWidth};
use crate::code::instruction::{Buffer, Instruction, LastOperand, MemoryPlace};

/// Number of words or masks of a window.
const WINDOW: u32 = 256;
/// Number of buffers of a program.
const BUFFERS: usize = 5;

/// The registers that hold the addresses of the buffers when the function is called, in the order of [`Buffer`].
pub(super) const ARGUMENTS: [GeneralRegister; BUFFERS] = [
    GeneralRegister::RDI,
    GeneralRegister::RSI,
    GeneralRegister::RDX,
    GeneralRegister::RCX,
    GeneralRegister::R8,
];

/// Further registers for windows, beginning with those that need not be saved.
const OTHERS: [GeneralRegister; 8] = [
    GeneralRegister::RAX,
    GeneralRegister::R9,
    GeneralRegister::R10,
    GeneralRegister::R11,
    GeneralRegister::RBX,
    GeneralRegister::RBP,
    GeneralRegister::R14,
    GeneralRegister::R15,
];

/// Number of the further registers that need not be saved.
const UNSAVED: usize = 4;

/// The windows of all buffers, and the registers that point to them.
pub(super) struct Windows {
    width: RegisterWidth,
    /// For each window of each buffer, the register from which it is reached, and the window that the register points
    /// to.
    bases: [Vec<(GeneralRegister, u32)>; BUFFERS],
    /// The registers to be set on entry, each with the buffer and the window that it points to.
    set_up: Vec<(GeneralRegister, usize, u32)>,
}

impl Windows {
    /// Gives registers to the windows that these instructions use most.
    pub(super) fn new(instructions: &[Instruction], width: RegisterWidth) -> Windows {
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
        // These registers are set last, because the others are computed from them.
        windows.set_up.extend((0..BUFFERS).map(|buffer| (ARGUMENTS[buffer], buffer, main[buffer])));
        windows
    }

    /// Returns the registers whose values must be restored for the caller.
    fn saved(&self) -> impl DoubleEndedIterator<Item = GeneralRegister> {
        let used = self.set_up.len() - BUFFERS;
        OTHERS[..used].iter().skip(UNSAVED).copied()
    }

    /// Emits the beginning of the function: saves registers and makes them point to their windows.
    pub(super) fn enter(&self, emitter: &mut Emitter) {
        self.saved().for_each(|register| emitter.push(register));
        for &(register, buffer, window) in &self.set_up {
            let middle = (window * WINDOW + WINDOW / 2) as i32 * unit(buffer, self.width);
            if !self.bases[buffer].is_empty() {
                emitter.address(register, ARGUMENTS[buffer], middle);
            }
        }
    }

    /// Emits the end of the function: restores the saved registers and returns.
    pub(super) fn leave(&self, emitter: &mut Emitter) {
        self.saved().rev().for_each(|register| emitter.pop(register));
        emitter.finish();
    }

    /// Returns a register, and the offset in bytes of a place from the address in the register.
    pub(super) fn address(&self, place: MemoryPlace) -> (GeneralRegister, i32) {
        let buffer = place.buffer as usize;
        let (register, window) = self.bases[buffer][(place.index / WINDOW) as usize];
        let middle = (window * WINDOW + WINDOW / 2) as i32;
        (register, (place.index as i32 - middle) * unit(buffer, self.width))
    }

    /// Returns a place as the last operand of an instruction.
    pub(super) fn source(&self, place: MemoryPlace) -> EncodedOperand {
        let (base, offset) = self.address(place);
        match place.buffer {
            Buffer::Mask => EncodedOperand::Repeated(base, offset),
            _ => EncodedOperand::Word(base, offset),
        }
    }
}

/// Returns the number of bytes of one element of a buffer.
pub(super) fn unit(buffer: usize, width: RegisterWidth) -> i32 {
    if buffer == Buffer::Mask as usize { 8 } else { width.bytes() }
}

/// Returns the number of uses of each window of each buffer.
fn count_uses(instructions: &[Instruction]) -> [Vec<u32>; BUFFERS] {
    let mut counts: [Vec<u32>; BUFFERS] = Default::default();
    for instruction in instructions {
        let place = match *instruction {
            Instruction::Load { place, .. } | Instruction::Store { place, .. } => place,
            Instruction::Compute { second: LastOperand::Memory(place), .. } => place,
            _ => continue,
        };
        let windows = &mut counts[place.buffer as usize];
        let window = (place.index / WINDOW) as usize;
        windows.resize(windows.len().max(window + 1), 0);
        windows[window] += 1;
    }
    counts
}
