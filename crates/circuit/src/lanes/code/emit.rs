//! Machine code of x86-64 for the few instructions that lanes need: 512-bit logic, loads and stores in the
//! EVEX encoding (Intel's manual, volume 2, section 2.7), and what a function needs around them.

use super::allocate::Register;

/// A general register by its number: 0 is rax, 7 is rdi.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct General(pub(super) u8);

impl General {
    pub(super) const RAX: General = General(0);
    pub(super) const RCX: General = General(1);
    pub(super) const RDX: General = General(2);
    pub(super) const RBX: General = General(3);
    pub(super) const RBP: General = General(5);
    pub(super) const RSI: General = General(6);
    pub(super) const RDI: General = General(7);
    pub(super) const R8: General = General(8);
    pub(super) const R9: General = General(9);
    pub(super) const R10: General = General(10);
    pub(super) const R11: General = General(11);
    pub(super) const R13: General = General(13);
    pub(super) const R14: General = General(14);
    pub(super) const R15: General = General(15);
}

/// The last operand of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// A register.
    Register(Register),
    /// A word at an address plus an offset in bytes.
    Word(General, i32),
    /// 64 bits at an address plus an offset in bytes, repeated.
    Repeated(General, i32),
}

/// A group of opcodes: the encoding's field `mmm`.
#[derive(Clone, Copy)]
enum Map {
    Basic = 1,
    Broadcast = 2,
    Table = 3,
}

/// An opcode of the EVEX encoding.
#[derive(Clone, Copy)]
pub(super) struct Opcode(Map, u8);

impl Opcode {
    pub(super) const AND: Opcode = Opcode(Map::Basic, 0xDB);
    pub(super) const AND_NOT: Opcode = Opcode(Map::Basic, 0xDF);
    pub(super) const OR: Opcode = Opcode(Map::Basic, 0xEB);
    pub(super) const XOR: Opcode = Opcode(Map::Basic, 0xEF);
    const LOAD: Opcode = Opcode(Map::Basic, 0x6F);
    const STORE: Opcode = Opcode(Map::Basic, 0x7F);
    const BROADCAST: Opcode = Opcode(Map::Broadcast, 0x59);
    const TABLE: Opcode = Opcode(Map::Table, 0x25);
}

/// Machine code in the making.
#[derive(Default)]
pub(super) struct Emitter {
    /// The bytes so far.
    pub(super) bytes: Vec<u8>,
}

impl Emitter {
    /// `target = first operation second`; and-not inverts the first.
    pub(super) fn logic(
        &mut self,
        opcode: Opcode,
        target: Register,
        first: Register,
        second: Source,
    ) {
        self.instruction(opcode, target, first, second);
    }

    /// `target = table(target, first, second)`.
    pub(super) fn table(&mut self, table: u8, target: Register, first: Register, second: Source) {
        self.instruction(Opcode::TABLE, target, first, second);
        self.bytes.push(table);
    }

    /// `target = source`.
    pub(super) fn load(&mut self, target: Register, source: Source) {
        let opcode = match source {
            Source::Repeated(..) => Opcode::BROADCAST,
            _ => Opcode::LOAD,
        };
        self.instruction(opcode, target, Register(0), source);
    }

    /// Writes a word to an address plus an offset in bytes.
    pub(super) fn store(&mut self, source: Register, base: General, offset: i32) {
        self.instruction(Opcode::STORE, source, Register(0), Source::Word(base, offset));
    }

    /// `target = base + offset`.
    pub(super) fn address(&mut self, target: General, base: General, offset: i32) {
        self.bytes.extend([0x48 | (target.0 >> 3) << 2 | base.0 >> 3, 0x8D]);
        self.memory(target.0, base, offset, 1);
    }

    /// Saves a register on the stack.
    pub(super) fn push(&mut self, register: General) {
        self.short(0x50, register);
    }

    /// Restores a register from the stack.
    pub(super) fn pop(&mut self, register: General) {
        self.short(0x58, register);
    }

    /// Leaves the function; the upper halves of the vector registers are cleared, as callers expect.
    pub(super) fn finish(&mut self) {
        self.bytes.extend([0xC5, 0xF8, 0x77, 0xC3]);
    }

    fn short(&mut self, opcode: u8, register: General) {
        if register.0 >= 8 {
            self.bytes.push(0x41);
        }
        self.bytes.push(opcode | register.0 & 7);
    }

    /// Prefix, opcode and operands. The bits that extend register numbers are stored inverted.
    fn instruction(&mut self, opcode: Opcode, target: Register, first: Register, second: Source) {
        // Bits 3 and 4 of the last operand's register number; bit 3 of a base.
        let (low, high) = match second {
            Source::Register(Register(number)) => (number >> 3 & 1, number >> 4 & 1),
            Source::Word(General(number), _) | Source::Repeated(General(number), _) => {
                (number >> 3, 0)
            }
        };
        let repeated = matches!(second, Source::Repeated(..)) && opcode.1 != Opcode::BROADCAST.1;
        let extension = (target.0 >> 3 & 1) << 7 | high << 6 | low << 5 | (target.0 >> 4 & 1) << 4;
        let width = 0b10 << 5;
        self.bytes.extend([
            0x62,
            (extension ^ 0xF0) | opcode.0 as u8,
            // 64-bit elements, prefix 66.
            0x80 | (first.0 & 15 ^ 15) << 3 | 0b101,
            width | (repeated as u8) << 4 | (first.0 >> 4 ^ 1) << 3,
            opcode.1,
        ]);
        match second {
            Source::Register(number) => {
                self.bytes.push(0xC0 | (target.0 & 7) << 3 | number.0 & 7);
            }
            Source::Word(base, offset) => self.memory(target.0, base, offset, 64),
            Source::Repeated(base, offset) => self.memory(target.0, base, offset, 8),
        }
    }

    /// The operand at a base plus an offset: one byte suffices for small multiples of the unit.
    fn memory(&mut self, register: u8, base: General, offset: i32, unit: i32) {
        let short = if offset % unit == 0 { i8::try_from(offset / unit).ok() } else { None };
        let mode = match short {
            // Without an offset, the number of rbp and r13 means something else.
            Some(0) if base.0 & 7 != 5 => 0x00,
            Some(_) => 0x40,
            None => 0x80,
        };
        self.bytes.push(mode | (register & 7) << 3 | base.0 & 7);
        if base.0 & 7 == 4 {
            self.bytes.push(0x24);
        }
        match (mode, short) {
            (0x00, _) => {}
            (_, Some(short)) => self.bytes.push(short as u8),
            (_, None) => self.bytes.extend(offset.to_le_bytes()),
        }
    }
}
