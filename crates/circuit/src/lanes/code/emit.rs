//! Machine code of x86-64 for the few instructions that lanes need: logic, loads and stores of 512 or 256 bits in the
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
    pub(super) const R14: General = General(14);
    pub(super) const R15: General = General(15);
}

/// How wide the registers are that instructions work with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Width {
    /// 256 bits: half a word.
    Half = 1,
    /// 512 bits.
    Whole = 2,
}

impl Width {
    /// How many bytes a register has.
    pub(super) fn bytes(self) -> i32 {
        32 * self as i32
    }
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
pub(super) struct Emitter {
    /// The bytes so far.
    pub(super) bytes: Vec<u8>,
    width: Width,
}

impl Emitter {
    /// No code yet, for registers of a width.
    pub(super) fn new(width: Width) -> Emitter {
        Emitter { bytes: Vec::new(), width }
    }

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
        let width = (self.width as u8) << 5;
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
            Source::Word(base, offset) => {
                self.memory(target.0, base, offset, self.width.bytes());
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use iced_x86::{Decoder, DecoderOptions, Instruction, Mnemonic, OpKind, Register as Name};

    const OPERATIONS: [(Opcode, Mnemonic); 4] = [
        (Opcode::AND, Mnemonic::Vpandq),
        (Opcode::AND_NOT, Mnemonic::Vpandnq),
        (Opcode::OR, Mnemonic::Vporq),
        (Opcode::XOR, Mnemonic::Vpxorq),
    ];

    const OFFSETS: [i32; 14] =
        [0, 8, -8, 64, -64, 1016, 1024, -1024, 8128, 8192, -8192, -8256, 1 << 30, -(1 << 30)];

    const WIDTHS: [Width; 2] = [Width::Half, Width::Whole];

    /// The only instruction that was emitted.
    fn decode(emit: impl FnOnce(&mut Emitter)) -> Instruction {
        decode_wide(Width::Whole, emit)
    }

    fn decode_wide(width: Width, emit: impl FnOnce(&mut Emitter)) -> Instruction {
        let mut emitter = Emitter::new(width);
        emit(&mut emitter);
        let instruction = Decoder::new(64, &emitter.bytes, DecoderOptions::NONE).decode();
        assert!(!instruction.is_invalid(), "{:x?}", emitter.bytes);
        assert_eq!(instruction.len(), emitter.bytes.len(), "{:x?}", emitter.bytes);
        instruction
    }

    fn vector(width: Width, number: u8) -> Name {
        let first = if width == Width::Whole { Name::ZMM0 } else { Name::YMM0 };
        first + number as u32
    }

    fn general(number: u8) -> Name {
        Name::RAX + number as u32
    }

    #[test]
    fn registers_are_encoded() {
        for ((target, first, second), width) in
            triples().flat_map(|triple| WIDTHS.map(|width| (triple, width)))
        {
            let decode = |emit: &dyn Fn(&mut Emitter)| decode_wide(width, emit);
            let (t, f) = (Register(target), Register(first));
            let s = Source::Register(Register(second));
            let names = [target, first, second].map(|number| vector(width, number));
            for (opcode, mnemonic) in OPERATIONS {
                let decoded = decode(&|emitter| emitter.logic(opcode, t, f, s));
                assert_eq!(decoded.mnemonic(), mnemonic);
                assert_eq!(registers(&decoded), names);
            }
            let decoded = decode(&|emitter| emitter.table(target ^ second << 3, t, f, s));
            assert_eq!(decoded.mnemonic(), Mnemonic::Vpternlogq);
            assert_eq!(registers(&decoded), names);
            assert_eq!(decoded.immediate8(), target ^ second << 3);
            let decoded = decode(&|emitter| emitter.load(t, s));
            assert_eq!(decoded.mnemonic(), Mnemonic::Vmovdqa64);
            assert_eq!([decoded.op0_register(), decoded.op1_register()], [names[0], names[2]]);
        }
    }

    fn triples() -> impl Iterator<Item = (u8, u8, u8)> {
        (0..32).flat_map(|a| (0..32).flat_map(move |b| (0..32).map(move |c| (a, b, c))))
    }

    fn registers(decoded: &Instruction) -> [Name; 3] {
        [decoded.op0_register(), decoded.op1_register(), decoded.op2_register()]
    }

    #[test]
    fn memory_is_encoded() {
        for base in 0..16 {
            for offset in OFFSETS {
                for (register, width) in (0..32).flat_map(|one| WIDTHS.map(|width| (one, width))) {
                    check_memory(width, General(base), offset, register);
                }
            }
        }
    }

    /// All instructions that use memory, with one address.
    fn check_memory(width: Width, base: General, offset: i32, register: u8) {
        let decode = |emit: &dyn Fn(&mut Emitter)| decode_wide(width, emit);
        let check = |decoded: &Instruction, mnemonic: Mnemonic, repeated: bool| {
            assert_eq!(decoded.mnemonic(), mnemonic);
            assert_eq!(decoded.memory_base(), general(base.0));
            assert_eq!(decoded.memory_index(), Name::None);
            assert_eq!(decoded.memory_displacement64(), offset as i64 as u64);
            assert_eq!(decoded.is_broadcast(), repeated);
        };
        let (t, f) = (Register(register), Register(register ^ 21));
        for (source, repeated) in
            [(Source::Word(base, offset), false), (Source::Repeated(base, offset), true)]
        {
            for (opcode, mnemonic) in OPERATIONS {
                let decoded = decode(&|emitter| emitter.logic(opcode, t, f, source));
                check(&decoded, mnemonic, repeated);
                assert_eq!(decoded.op1_register(), vector(width, register ^ 21));
            }
            let decoded = decode(&|emitter| emitter.table(0xCA, t, f, source));
            check(&decoded, Mnemonic::Vpternlogq, repeated);
            assert_eq!(decoded.immediate8(), 0xCA);
            let load = if repeated { Mnemonic::Vpbroadcastq } else { Mnemonic::Vmovdqa64 };
            let decoded = decode(&|emitter| emitter.load(t, source));
            check(&decoded, load, false);
            assert_eq!(decoded.op0_register(), vector(width, register));
        }
        let decoded = decode(&|emitter| emitter.store(t, base, offset));
        check(&decoded, Mnemonic::Vmovdqa64, false);
        assert_eq!(
            (decoded.op0_kind(), decoded.op1_register()),
            (OpKind::Memory, vector(width, register))
        );
    }

    #[test]
    fn general_registers_are_encoded() {
        for one in 0..16 {
            let decoded = decode(|emitter| emitter.push(General(one)));
            assert_eq!(
                (decoded.mnemonic(), decoded.op0_register()),
                (Mnemonic::Push, general(one))
            );
            let decoded = decode(|emitter| emitter.pop(General(one)));
            assert_eq!((decoded.mnemonic(), decoded.op0_register()), (Mnemonic::Pop, general(one)));
            for (base, offset) in (0..16).flat_map(|base| OFFSETS.map(|offset| (base, offset))) {
                let decoded =
                    decode(|emitter| emitter.address(General(one), General(base), offset));
                assert_eq!(
                    (decoded.mnemonic(), decoded.op0_register()),
                    (Mnemonic::Lea, general(one))
                );
                assert_eq!(decoded.memory_base(), general(base));
                assert_eq!(decoded.memory_displacement64(), offset as i64 as u64);
            }
        }
    }

    #[test]
    fn near_words_take_one_byte() {
        for width in WIDTHS {
            let mut emitter = Emitter::new(width);
            emitter.store(Register(1), General::RDI, 127 * width.bytes());
            assert_eq!(emitter.bytes.len(), 7);
            emitter.store(Register(1), General::RDI, 128 * width.bytes());
            assert_eq!(emitter.bytes.len(), 7 + 10);
        }
    }
}
