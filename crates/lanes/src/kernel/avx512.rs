//! The kernel for processors with AVX-512.
//!
//! Squares of bits are transposed in 512-bit registers: blocks of eight rows and columns by a multiplication of
//! matrices of bits (GFNI), and the blocks as bytes and numbers of 64 bits. Lanes are moved together by an instruction
//! that collects bits from any places of a number (BITALG).

#![allow(unsafe_code)]

use super::{Backend, Kernel, Square, avx2};
use crate::code::{CodeError, GateGraph, Translation, machine_code};
use crate::compaction::{Compaction, HALF_PARTS};
use crate::random::RandomState;
use crate::word::{Half, PARTS, SIDE, Word};
use game::Fact;
use std::arch::asm;
use std::arch::x86_64::*;
use std::sync::OnceLock;

/// Number of registers that hold a square, of rows of a block, and of parts of a word.
const EIGHT: usize = 8;

/// The kernel for AVX-512 F. A value exists only if the processor supports AVX-512 F, AVX2 and POPCNT.
struct Avx512 {
    /// Whether the processor has VBMI and GFNI, which transpose squares.
    turns: bool,
    /// Whether the processor has BITALG, BW, VL and BMI2, which move lanes together and run code on half words.
    compacts: bool,
}

/// Returns the kernel, if this processor has AVX-512 F.
pub(super) fn kernel() -> Option<&'static dyn Kernel> {
    static KERNEL: OnceLock<Option<Avx512>> = OnceLock::new();
    let detect = || {
        let is_available = is_x86_feature_detected!("avx512f") && avx2::is_available();
        is_available.then(|| Avx512 {
            turns: is_x86_feature_detected!("avx512vbmi") && is_x86_feature_detected!("gfni"),
            compacts: is_x86_feature_detected!("avx512bitalg")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("bmi2"),
        })
    };
    KERNEL.get_or_init(detect).as_ref().map(|kernel| kernel as &dyn Kernel)
}

impl Kernel for Avx512 {
    fn backend(&self) -> Backend {
        Backend::Avx512
    }

    fn translate(&self, graph: &GateGraph, with_half: bool) -> Result<Translation, CodeError> {
        // SAFETY: the processor has AVX-512 F, or there would be no kernel, and VL if the kernel has halves.
        unsafe { machine_code(graph, with_half && self.compacts) }
    }

    fn fill_random(&self, state: &mut RandomState, words: &mut [Word]) {
        // SAFETY: the processor has AVX-512 F, or there would be no kernel.
        unsafe { fill_random(state, words) }
    }

    fn transpose(&self, square: &mut Square) {
        if self.turns {
            // SAFETY: the processor has VBMI and GFNI.
            unsafe { transpose(square) }
        } else {
            // SAFETY: the processor has AVX2, or there would be no kernel.
            unsafe { avx2::transpose(square) }
        }
    }

    fn join(&self, words: &mut [Word], rows: [&[u64]; PARTS]) {
        for (at, words) in words.chunks_mut(EIGHT).enumerate() {
            let rows = rows.map(|rows| &rows.as_chunks().0[at]);
            // SAFETY: the processor has AVX-512 F, or there would be no kernel.
            unsafe { join(rows, words) };
        }
    }

    fn replace(&self, words: &mut [Word], lanes: Word, facts: &[Fact], states: &[Word]) {
        // SAFETY: the processor has AVX2, or there would be no kernel.
        unsafe { avx2::replace(words, lanes, facts, states) }
    }

    fn count(&self, lanes: Word) -> u64 {
        // SAFETY: the processor has POPCNT, or there would be no kernel.
        unsafe { avx2::count(lanes) }
    }

    fn has_halves(&self) -> bool {
        self.compacts
    }

    fn gather(&self, compaction: &Compaction, words: &[Word], halves: &mut [Half]) {
        if self.compacts {
            // SAFETY: the processor has BITALG and BW.
            unsafe { gather(compaction, words, halves) }
        } else {
            super::portable::gather(compaction, words, halves);
        }
    }

    fn scatter(&self, compaction: &Compaction, half: Half) -> Word {
        if self.compacts {
            // SAFETY: the processor has BMI2.
            unsafe { scatter(compaction, half) }
        } else {
            super::portable::scatter(compaction, half)
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512bitalg")]
fn gather(compaction: &Compaction, words: &[Word], halves: &mut [Half]) {
    let sources: [__m512i; HALF_PARTS] =
        compaction.sources().each_ref().map(|sources| load_bytes(sources.flat()));
    for (half, word) in halves.iter_mut().zip(words) {
        let word = load(&word.0);
        half.0 = sources.map(|sources| _mm512_bitshuffle_epi64_mask(word, sources));
    }
}

#[target_feature(enable = "bmi2")]
fn scatter(compaction: &Compaction, half: Half) -> Word {
    compaction.scatter_by(half, |bits, mask| _pdep_u64(bits, mask))
}

/// Fills words with random bits. It is written in assembly so that the loop works on four registers of state and
/// nothing else.
///
/// # Safety
/// The processor must have AVX-512 F.
unsafe fn fill_random(state: &mut RandomState, words: &mut [Word]) {
    if words.is_empty() {
        return;
    }
    let range = words.as_mut_ptr_range();
    // SAFETY: reads and writes the state, and writes the words from the first to the last.
    unsafe {
        asm!(
            "vmovdqu64 zmm0, [{state}]",
            "vmovdqu64 zmm1, [{state} + 64]",
            "vmovdqu64 zmm2, [{state} + 128]",
            "vmovdqu64 zmm3, [{state} + 192]",
            "2:",
            "vpaddq zmm4, zmm0, zmm3",
            "vprolq zmm4, zmm4, 23",
            "vpaddq zmm4, zmm4, zmm0",
            "vmovdqu64 [{word}], zmm4",
            "vpsllq zmm5, zmm1, 17",
            "vmovdqa64 zmm6, zmm2",
            "vpternlogq zmm2, zmm0, zmm5, 0x96",
            "vpxorq zmm3, zmm3, zmm1",
            "vpternlogq zmm1, zmm6, zmm0, 0x96",
            "vpxorq zmm0, zmm0, zmm3",
            "vprolq zmm3, zmm3, 45",
            "add {word}, 64",
            "cmp {word}, {end}",
            "jne 2b",
            "vmovdqu64 [{state}], zmm0",
            "vmovdqu64 [{state} + 64], zmm1",
            "vmovdqu64 [{state} + 128], zmm2",
            "vmovdqu64 [{state} + 192], zmm3",
            "vzeroupper",
            state = in(reg) state.rows.as_mut_ptr(),
            word = inout(reg) range.start => _,
            end = in(reg) range.end,
            out("xmm0") _, out("xmm1") _, out("xmm2") _, out("xmm3") _,
            out("xmm4") _, out("xmm5") _, out("xmm6") _,
            options(nostack),
        );
    }
}

/// Returns the source of each byte when eight rows of eight bytes become columns, from the first to the last or in
/// reverse.
const fn columns(reverse: bool) -> [u8; SIDE] {
    let mut from = [0; SIDE];
    let mut at = 0;
    while at < SIDE {
        let row = if reverse { EIGHT - 1 - at % EIGHT } else { at % EIGHT };
        from[at] = (row * EIGHT + at / EIGHT) as u8;
        at += 1;
    }
    from
}

const COLUMNS: [u8; SIDE] = columns(false);
const COLUMNS_REVERSED: [u8; SIDE] = columns(true);

/// The matrix with ones on its diagonal. The rows of a matrix of eight bytes are in reverse order.
const DIAGONAL: i64 = 0x8040_2010_0804_0201_u64 as i64;

/// Exchanges the rows and columns of a square.
#[target_feature(enable = "avx512f,avx512vbmi,gfni")]
fn transpose(square: &mut Square) {
    let (columns, reversed) = (load_bytes(&COLUMNS), load_bytes(&COLUMNS_REVERSED));
    let diagonal = _mm512_set1_epi64(DIAGONAL);
    let rows = square.as_chunks::<EIGHT>().0;
    let blocks: [__m512i; EIGHT] = std::array::from_fn(|at| {
        let bytes = _mm512_permutexvar_epi8(reversed, load(&rows[at]));
        _mm512_gf2p8affine_epi64_epi8::<0>(diagonal, bytes)
    });
    let rows = square.as_chunks_mut::<EIGHT>().0;
    for (row, blocks) in rows.iter_mut().zip(deal(blocks)) {
        store(_mm512_permutexvar_epi8(columns, blocks), row);
    }
}

/// Writes words whose parts are eight rows of as many squares, beginning with a row.
#[target_feature(enable = "avx512f")]
fn join(rows: [&[u64; EIGHT]; PARTS], words: &mut [Word]) {
    let parts = deal(rows.map(|rows| load(rows)));
    for (word, parts) in words.iter_mut().zip(parts) {
        store(parts, &mut word.0);
    }
}

/// Exchanges registers with the numbers in them: number `n` of register `r` becomes number `r` of register `n`.
#[target_feature(enable = "avx512f")]
fn deal(rows: [__m512i; EIGHT]) -> [__m512i; EIGHT] {
    let [a, b, c, d, e, f, g, h] = rows;
    let pairs = [(a, b), (c, d), (e, f), (g, h)];
    let even = deal_pairs(pairs.map(|(one, other)| _mm512_unpacklo_epi64(one, other)));
    let odd = deal_pairs(pairs.map(|(one, other)| _mm512_unpackhi_epi64(one, other)));
    std::array::from_fn(|at| if at % 2 == 0 { even[at / 2] } else { odd[at / 2] })
}

/// Exchanges registers with pairs of numbers in four registers: pair `n` of register `r` becomes pair `r` of register
/// `n`.
#[target_feature(enable = "avx512f")]
fn deal_pairs([a, b, c, d]: [__m512i; 4]) -> [__m512i; 4] {
    let even = [(a, b), (c, d)].map(|(one, other)| _mm512_shuffle_i64x2::<0x88>(one, other));
    let odd = [(a, b), (c, d)].map(|(one, other)| _mm512_shuffle_i64x2::<0xDD>(one, other));
    [
        _mm512_shuffle_i64x2::<0x88>(even[0], even[1]),
        _mm512_shuffle_i64x2::<0x88>(odd[0], odd[1]),
        _mm512_shuffle_i64x2::<0xDD>(even[0], even[1]),
        _mm512_shuffle_i64x2::<0xDD>(odd[0], odd[1]),
    ]
}

#[target_feature(enable = "avx512f")]
fn load(numbers: &[u64; EIGHT]) -> __m512i {
    // SAFETY: 512 bits are read, which need not be aligned.
    unsafe { _mm512_loadu_si512(numbers.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f")]
fn load_bytes(bytes: &[u8; SIDE]) -> __m512i {
    // SAFETY: 512 bits are read, which need not be aligned.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f")]
fn store(register: __m512i, numbers: &mut [u64; EIGHT]) {
    // SAFETY: 512 bits are written, which need not be aligned.
    unsafe { _mm512_storeu_si512(numbers.as_mut_ptr().cast(), register) }
}
