//! Encodes the instructions of x86-64 that lanes need: logic, loads and stores of 512 or 256 bits in the EVEX encoding
//! (Intel's manual, volume 2, section 2.7), and the beginning and the end of a function.

use super::instruction::VectorRegister;

/// A general register by its number: 0 is rax, 7 is rdi.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GeneralRegister(pub(super) u8);

impl GeneralRegister {
    pub(super) const RAX: GeneralRegister = GeneralRegister(0);
    pub(super) const RCX: GeneralRegister = GeneralRegister(1);
    pub(super) const RDX: GeneralRegister = GeneralRegister(2);
    pub(super) const RBX: GeneralRegister = GeneralRegister(3);
    pub(super) const RBP: GeneralRegister = GeneralRegister(5);
    pub(super) const RSI: GeneralRegister = GeneralRegister(6);
    pub(super) const RDI: GeneralRegister = GeneralRegister(7);
    pub(super) const R8: GeneralRegister = GeneralRegister(8);
    pub(super) const R9: GeneralRegister = GeneralRegister(9);
    pub(super) const R10: GeneralRegister = GeneralRegister(10);
    pub(super) const R11: GeneralRegister = GeneralRegister(11);
    pub(super) const R14: GeneralRegister = GeneralRegister(14);
    pub(super) const R15: GeneralRegister = GeneralRegister(15);
}

/// Width of the vector registers that instructions work with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RegisterWidth {
    /// 256 bits: half a word.
    Half = 1,
    /// 512 bits: a whole word.
    Whole = 2,
}

impl RegisterWidth {
    /// Returns the number of bytes of a register.
    pub(super) fn bytes(self) -> i32 {
        32 * self as i32
    }
}

/// The last operand of an instruction, with the address of a place in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EncodedOperand {
    /// The content of a register.
    Register(VectorRegister),
    /// A word at an address plus an offset in bytes.
    Word(GeneralRegister, i32),
    /// 64 bits at an address plus an offset in bytes, repeated.
    Repeated(GeneralRegister, i32),
}

/// A group of opcodes, the field `mmm` of the encoding.
#[derive(Clone, Copy)]
enum OpcodeMap {
    Basic = 1,
    Broadcast = 2,
    Table = 3,
}

/// An opcode of the EVEX encoding.
#[derive(Clone, Copy)]
pub(super) struct Opcode(OpcodeMap, u8);

impl Opcode {
    pub(super) const AND: Opcode = Opcode(OpcodeMap::Basic, 0xDB);
    pub(super) const AND_NOT: Opcode = Opcode(OpcodeMap::Basic, 0xDF);
    pub(super) const OR: Opcode = Opcode(OpcodeMap::Basic, 0xEB);
    pub(super) const XOR: Opcode = Opcode(OpcodeMap::Basic, 0xEF);
    const LOAD: Opcode = Opcode(OpcodeMap::Basic, 0x6F);
    const STORE: Opcode = Opcode(OpcodeMap::Basic, 0x7F);
    const BROADCAST: Opcode = Opcode(OpcodeMap::Broadcast, 0x59);
    const TABLE: Opcode = Opcode(OpcodeMap::Table, 0x25);
}

/// Machine code to which instructions are appended.
pub(super) struct Emitter {
    /// The bytes so far.
    pub(super) bytes: Vec<u8>,
    width: RegisterWidth,
}

impl Emitter {
    /// Creates an emitter without code, for registers of a width.
    pub(super) fn new(width: RegisterWidth) -> Emitter {
        Emitter { bytes: Vec::new(), width }
    }

    /// Emits `target = first operation second`; and-not inverts the first.
    pub(super) fn logic(
        &mut self,
        opcode: Opcode,
        target: VectorRegister,
        first: VectorRegister,
        second: EncodedOperand,
    ) {
        self.instruction(opcode, target, first, second);
    }

    /// Emits `target = table(target, first, second)`.
    pub(super) fn table(
        &mut self,
        table: u8,
        target: VectorRegister,
        first: VectorRegister,
        second: EncodedOperand,
    ) {
        self.instruction(Opcode::TABLE, target, first, second);
        self.bytes.push(table);
    }

    /// Emits `target = source`; 64 bits are repeated.
    pub(super) fn load(&mut self, target: VectorRegister, source: EncodedOperand) {
        let opcode = match source {
            EncodedOperand::Repeated(..) => Opcode::BROADCAST,
            _ => Opcode::LOAD,
        };
        self.instruction(opcode, target, VectorRegister(0), source);
    }

    /// Emits the store of a register to an address plus an offset in bytes.
    pub(super) fn store(&mut self, source: VectorRegister, base: GeneralRegister, offset: i32) {
        self.instruction(
            Opcode::STORE,
            source,
            VectorRegister(0),
            EncodedOperand::Word(base, offset),
        );
    }

    /// Emits `target = base + offset`, the offset in bytes.
    pub(super) fn address(&mut self, target: GeneralRegister, base: GeneralRegister, offset: i32) {
        self.bytes.extend([0x48 | (target.0 >> 3) << 2 | base.0 >> 3, 0x8D]);
        self.memory(target.0, base, offset, 1);
    }

    /// Emits an instruction that saves a register on the stack.
    pub(super) fn push(&mut self, register: GeneralRegister) {
        self.short(0x50, register);
    }

    /// Emits an instruction that restores a register from the stack.
    pub(super) fn pop(&mut self, register: GeneralRegister) {
        self.short(0x58, register);
    }

    /// Emits the return from the function. The upper halves of the vector registers are cleared before, as callers
    /// expect.
    pub(super) fn finish(&mut self) {
        self.bytes.extend([0xC5, 0xF8, 0x77, 0xC3]);
    }

    /// Emits an opcode whose lowest bits are the number of a register.
    fn short(&mut self, opcode: u8, register: GeneralRegister) {
        if register.0 >= 8 {
            self.bytes.push(0x41);
        }
        self.bytes.push(opcode | register.0 & 7);
    }

    /// Emits prefix, opcode and operands. The bits that extend register numbers are stored inverted.
    fn instruction(
        &mut self,
        opcode: Opcode,
        target: VectorRegister,
        first: VectorRegister,
        second: EncodedOperand,
    ) {
        // Bits 3 and 4 of the last operand's register number; bit 3 of a base.
        let (low, high) = match second {
            EncodedOperand::Register(VectorRegister(number)) => (number >> 3 & 1, number >> 4 & 1),
            EncodedOperand::Word(GeneralRegister(number), _)
            | EncodedOperand::Repeated(GeneralRegister(number), _) => (number >> 3, 0),
        };
        let repeated =
            matches!(second, EncodedOperand::Repeated(..)) && opcode.1 != Opcode::BROADCAST.1;
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
            EncodedOperand::Register(number) => {
                self.bytes.push(0xC0 | (target.0 & 7) << 3 | number.0 & 7);
            }
            EncodedOperand::Word(base, offset) => {
                self.memory(target.0, base, offset, self.width.bytes());
            }
            EncodedOperand::Repeated(base, offset) => self.memory(target.0, base, offset, 8),
        }
    }

    /// Emits an operand at a base plus an offset in bytes: one byte suffices for small multiples of the unit.
    fn memory(&mut self, register: u8, base: GeneralRegister, offset: i32, unit: i32) {
        let short = if offset % unit == 0 { i8::try_from(offset / unit).ok() } else { None };
        let mode = match short {
            // Without an offset, the number of rbp and r13 has another meaning.
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

    const WIDTHS: [RegisterWidth; 2] = [RegisterWidth::Half, RegisterWidth::Whole];

    /// Returns the only instruction that `emit` emits.
    fn decode(emit: impl FnOnce(&mut Emitter)) -> Instruction {
        decode_wide(RegisterWidth::Whole, emit)
    }

    fn decode_wide(width: RegisterWidth, emit: impl FnOnce(&mut Emitter)) -> Instruction {
        let mut emitter = Emitter::new(width);
        emit(&mut emitter);
        let instruction = Decoder::new(64, &emitter.bytes, DecoderOptions::NONE).decode();
        assert!(!instruction.is_invalid(), "{:x?}", emitter.bytes);
        assert_eq!(instruction.len(), emitter.bytes.len(), "{:x?}", emitter.bytes);
        instruction
    }

    fn vector(width: RegisterWidth, number: u8) -> Name {
        let first = if width == RegisterWidth::Whole { Name::ZMM0 } else { Name::YMM0 };
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
            let (t, f) = (VectorRegister(target), VectorRegister(first));
            let s = EncodedOperand::Register(VectorRegister(second));
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
                    check_memory(width, GeneralRegister(base), offset, register);
                }
            }
        }
    }

    /// Checks all instructions that use memory, with one address.
    fn check_memory(width: RegisterWidth, base: GeneralRegister, offset: i32, register: u8) {
        let decode = |emit: &dyn Fn(&mut Emitter)| decode_wide(width, emit);
        let check = |decoded: &Instruction, mnemonic: Mnemonic, repeated: bool| {
            assert_eq!(decoded.mnemonic(), mnemonic);
            assert_eq!(decoded.memory_base(), general(base.0));
            assert_eq!(decoded.memory_index(), Name::None);
            assert_eq!(decoded.memory_displacement64(), offset as i64 as u64);
            assert_eq!(decoded.is_broadcast(), repeated);
        };
        let (t, f) = (VectorRegister(register), VectorRegister(register ^ 21));
        for (source, repeated) in [
            (EncodedOperand::Word(base, offset), false),
            (EncodedOperand::Repeated(base, offset), true),
        ] {
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
            let decoded = decode(|emitter| emitter.push(GeneralRegister(one)));
            assert_eq!(
                (decoded.mnemonic(), decoded.op0_register()),
                (Mnemonic::Push, general(one))
            );
            let decoded = decode(|emitter| emitter.pop(GeneralRegister(one)));
            assert_eq!((decoded.mnemonic(), decoded.op0_register()), (Mnemonic::Pop, general(one)));
            for (base, offset) in (0..16).flat_map(|base| OFFSETS.map(|offset| (base, offset))) {
                let decoded = decode(|emitter| {
                    emitter.address(GeneralRegister(one), GeneralRegister(base), offset)
                });
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
            emitter.store(VectorRegister(1), GeneralRegister::RDI, 127 * width.bytes());
            assert_eq!(emitter.bytes.len(), 7);
            emitter.store(VectorRegister(1), GeneralRegister::RDI, 128 * width.bytes());
            assert_eq!(emitter.bytes.len(), 7 + 10);
        }
    }
}
