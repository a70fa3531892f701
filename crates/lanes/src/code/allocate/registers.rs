//! The registers and the memory of values: which value each register holds, and the choice of the value that leaves
//! when all registers are taken.

use super::{Allocator, NO_REGISTER, NO_USE, NO_VALUE, REGISTERS, SPILL_COST};
use crate::code::instruction::{Buffer, Instruction, LastOperand, MemoryPlace, VectorRegister};

impl Allocator<'_> {
    /// Returns the register of a value, or its place in memory if it is in none.
    pub(super) fn operand(&self, value: u32) -> LastOperand {
        match self.register(value) {
            Some(register) => LastOperand::Register(register),
            None => LastOperand::Memory(self.place_of(value)),
        }
    }

    /// Loads a value into a fresh register, without noting that it is there.
    pub(super) fn load(&mut self, value: u32) -> VectorRegister {
        let target = self.take_register();
        let place = self.place_of(value);
        self.push(Instruction::Load { target, place });
        target
    }

    /// Takes a free register and locks it. If none is free, the value that is needed last is evicted.
    pub(super) fn take_register(&mut self) -> VectorRegister {
        if self.free == 0 {
            self.evict();
        }
        let register = self.free.trailing_zeros() as u8;
        self.free &= self.free - 1;
        self.lock(VectorRegister(register));
        VectorRegister(register)
    }

    /// Frees the register whose value is needed last; the value is written to memory if it is not there yet.
    fn evict(&mut self) {
        let cost = |register: &u8| {
            let value = self.contents[*register as usize];
            let distance = (self.uses.next(value) - self.position) as u64;
            let clean = self.places[value as usize].is_some();
            distance * if clean { SPILL_COST } else { 1 }
        };
        let candidates = (0..REGISTERS as u8).filter(|register| self.locked >> register & 1 == 0);
        let victim = VectorRegister(
            candidates.max_by_key(cost).expect("an instruction locks few registers"),
        );
        let value = self.contents[victim.0 as usize];
        if self.places[value as usize].is_none() {
            self.spill(value, victim);
        }
        self.forget(victim);
        self.free |= 1 << victim.0;
    }

    /// Writes a value to spill memory.
    fn spill(&mut self, value: u32, source: VectorRegister) {
        let index = self.free_spills.pop().unwrap_or_else(|| {
            self.allocation.spill_words += 1;
            self.allocation.spill_words as u32 - 1
        });
        let place = MemoryPlace { buffer: Buffer::Spill, index };
        self.allocation.spills += 1;
        self.places[value as usize] = Some(place);
        self.push(Instruction::Store { source, place });
    }

    /// Frees the register and the spill memory of a value, if it is not used again.
    pub(super) fn release(&mut self, value: u32) {
        if self.is_needed(value) {
            return;
        }
        if let Some(register) = self.register(value) {
            self.forget(register);
            self.free |= 1 << register.0;
        }
        if let Some(MemoryPlace { buffer: Buffer::Spill, index }) = self.places[value as usize] {
            self.free_spills.push(index);
        }
    }

    /// Notes that a register now holds a value, and no longer the one before.
    pub(super) fn assign(&mut self, value: u32, register: VectorRegister) {
        self.forget(register);
        self.free &= !(1 << register.0);
        self.registers[value as usize] = register.0;
        self.contents[register.0 as usize] = value;
    }

    /// Notes that the value of a register is no longer in it.
    pub(super) fn forget(&mut self, register: VectorRegister) {
        let held = std::mem::replace(&mut self.contents[register.0 as usize], NO_VALUE);
        if held != NO_VALUE {
            self.registers[held as usize] = NO_REGISTER;
        }
    }

    /// Whether a value is used again.
    pub(super) fn is_needed(&self, value: u32) -> bool {
        self.uses.next(value) != NO_USE
    }

    /// Returns the register that holds a value, `None` if none does.
    pub(super) fn register(&self, value: u32) -> Option<VectorRegister> {
        let register = self.registers[value as usize];
        (register != NO_REGISTER).then_some(VectorRegister(register))
    }

    /// Returns the register of a value that is in one.
    pub(super) fn held_register(&self, value: u32) -> VectorRegister {
        self.register(value).expect("the value is in a register")
    }

    /// Returns the place in memory of a value that is not in a register.
    pub(super) fn place_of(&self, value: u32) -> MemoryPlace {
        self.places[value as usize].expect("a value outside the registers is in memory")
    }

    /// Keeps a register from being taken until the next gate.
    pub(super) fn lock(&mut self, register: VectorRegister) {
        self.locked |= 1 << register.0;
    }

    /// Appends an instruction to the program.
    pub(super) fn push(&mut self, instruction: Instruction) {
        self.allocation.instructions.push(instruction);
    }
}
