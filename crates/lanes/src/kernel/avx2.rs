//! The kernel for processors with AVX2 and without AVX-512.

#![allow(unsafe_code)]

use super::{Backend, Kernel, Square, portable};
use crate::code::{CodeError, GateGraph, Interpreter, RunnableCode, Translation};
use crate::random::RandomState;
use crate::word::{SIDE, Word};
use game::Fact;
use std::arch::x86_64::*;

/// The kernel for AVX2. A value exists only if the processor has AVX2 and POPCNT.
struct Avx2(());

/// Returns the kernel, if this processor has AVX2 and POPCNT.
pub(super) fn kernel() -> Option<&'static dyn Kernel> {
    static KERNEL: Avx2 = Avx2(());
    is_available().then_some(&KERNEL as &dyn Kernel)
}

/// Whether this processor has AVX2 and POPCNT.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt")
}

/// A program that is interpreted with AVX2. Only the kernel makes it.
struct Avx2Code(Interpreter);

impl RunnableCode<Word> for Avx2Code {
    unsafe fn run(
        &self,
        input: &[Word],
        random: &[Word],
        masks: &[u64],
        output: &mut [Word],
        scratch: &mut [Word],
    ) {
        // SAFETY: the processor has AVX2, or there would be no kernel.
        unsafe { interpret(&self.0, input, random, masks, output, scratch) }
    }
}

#[target_feature(enable = "avx2")]
fn interpret(
    interpreter: &Interpreter,
    input: &[Word],
    random: &[Word],
    masks: &[u64],
    output: &mut [Word],
    scratch: &mut [Word],
) {
    interpreter.run(input, random, masks, output, scratch);
}

impl Kernel for Avx2 {
    fn backend(&self) -> Backend {
        Backend::Avx2
    }

    fn translate(&self, graph: &GateGraph, _with_half: bool) -> Result<Translation, CodeError> {
        let interpreter = Interpreter::new(graph);
        let statistics = interpreter.statistics();
        Ok(Translation { whole: Box::new(Avx2Code(interpreter)), half: None, statistics })
    }

    fn fill_random(&self, state: &mut RandomState, words: &mut [Word]) {
        // SAFETY: the processor has AVX2, or there would be no kernel.
        unsafe { fill_random(state, words) }
    }

    fn transpose(&self, square: &mut Square) {
        // SAFETY: the processor has AVX2, or there would be no kernel.
        unsafe { transpose(square) }
    }

    fn replace(&self, words: &mut [Word], lanes: Word, facts: &[Fact], states: &[Word]) {
        // SAFETY: the processor has AVX2, or there would be no kernel.
        unsafe { replace(words, lanes, facts, states) }
    }

    fn count(&self, lanes: Word) -> u64 {
        // SAFETY: the processor has POPCNT, or there would be no kernel.
        unsafe { count(lanes) }
    }
}

/// Counts lanes with POPCNT. Without this instruction, counting the results of a small game takes longer than playing
/// it.
#[target_feature(enable = "popcnt")]
pub(super) fn count(lanes: Word) -> u64 {
    portable::count(lanes)
}

#[target_feature(enable = "avx2")]
pub(super) fn fill_random(state: &mut RandomState, words: &mut [Word]) {
    let mut low = load_state(state, 0);
    let mut high = load_state(state, 4);
    for word in words {
        let (first, second) = word.0.split_at_mut(4);
        store(next_random(&mut low), first);
        store(next_random(&mut high), second);
    }
    for (row, (low, high)) in state.rows.iter_mut().zip(low.into_iter().zip(high)) {
        let (first, second) = row.split_at_mut(4);
        store(low, first);
        store(high, second);
    }
}

/// Draws the next number of four generators.
#[target_feature(enable = "avx2")]
fn next_random([a, b, c, d]: &mut [__m256i; 4]) -> __m256i {
    let result = _mm256_add_epi64(rotate::<23, 41>(_mm256_add_epi64(*a, *d)), *a);
    let shifted = _mm256_slli_epi64::<17>(*b);
    *c = _mm256_xor_si256(*c, *a);
    *d = _mm256_xor_si256(*d, *b);
    *b = _mm256_xor_si256(*b, *c);
    *a = _mm256_xor_si256(*a, *d);
    *c = _mm256_xor_si256(*c, shifted);
    *d = rotate::<45, 19>(*d);
    result
}

/// Rotates four numbers to the left; `LEFT` and `RIGHT` add up to 64.
#[target_feature(enable = "avx2")]
fn rotate<const LEFT: i32, const RIGHT: i32>(row: __m256i) -> __m256i {
    _mm256_or_si256(_mm256_slli_epi64::<LEFT>(row), _mm256_srli_epi64::<RIGHT>(row))
}

/// Loads the state of the four generators that begin with `from`.
#[target_feature(enable = "avx2")]
fn load_state(state: &RandomState, from: usize) -> [__m256i; 4] {
    // The first argument of `set` is the highest part.
    state.rows.map(|row| {
        let part = |at: usize| row[from + at] as i64;
        _mm256_set_epi64x(part(3), part(2), part(1), part(0))
    })
}

/// Writes four numbers to memory.
#[target_feature(enable = "avx2")]
fn store(row: __m256i, target: &mut [u64]) {
    assert_eq!(target.len(), 4);
    // SAFETY: four numbers were just found to be there, and they need not be aligned.
    unsafe { _mm256_storeu_si256(target.as_mut_ptr().cast(), row) }
}

/// Number of registers that hold a square.
const REGISTERS: usize = SIDE / 4;

#[target_feature(enable = "avx2")]
pub(super) fn replace(words: &mut [Word], lanes: Word, facts: &[Fact], states: &[Word]) {
    portable::replace(words, lanes, facts, states);
}

#[target_feature(enable = "avx2")]
pub(super) fn transpose(square: &mut Square) {
    let rows = square.as_mut_ptr().cast::<__m256i>();
    let mut registers: [__m256i; REGISTERS] = std::array::from_fn(|at| {
        // SAFETY: the square has 16 times four rows; they need not be aligned.
        unsafe { _mm256_loadu_si256(rows.add(at)) }
    });
    exchange::<8, 32>(&mut registers, 0x0000_0000_FFFF_FFFF);
    exchange::<4, 16>(&mut registers, 0x0000_FFFF_0000_FFFF);
    exchange::<2, 8>(&mut registers, 0x00FF_00FF_00FF_00FF);
    exchange::<1, 4>(&mut registers, 0x0F0F_0F0F_0F0F_0F0F);
    // The last exchanges are between rows of the same register, which `deal` moves to different ones.
    deal(&mut registers);
    exchange::<2, 2>(&mut registers, 0x3333_3333_3333_3333);
    exchange::<1, 1>(&mut registers, 0x5555_5555_5555_5555);
    deal(&mut registers);
    for (at, &register) in registers.iter().enumerate() {
        // SAFETY: the square has 16 times four rows; they need not be aligned.
        unsafe { _mm256_storeu_si256(rows.add(at), register) };
    }
}

/// Exchanges the upper bits of the rows in one register of each pair at a distance with the lower bits of those in the
/// other.
#[target_feature(enable = "avx2")]
fn exchange<const DISTANCE: usize, const SHIFT: i32>(rows: &mut [__m256i; REGISTERS], low: i64) {
    let low = _mm256_set1_epi64x(low);
    for one in (0..REGISTERS).filter(|at| at & DISTANCE == 0) {
        let other = one + DISTANCE;
        let moved = _mm256_xor_si256(_mm256_srli_epi64::<SHIFT>(rows[one]), rows[other]);
        let difference = _mm256_and_si256(moved, low);
        rows[other] = _mm256_xor_si256(rows[other], difference);
        rows[one] = _mm256_xor_si256(rows[one], _mm256_slli_epi64::<SHIFT>(difference));
    }
}

/// Exchanges registers with the rows in them, in each four registers: row `r` of register `s` becomes row `s` of
/// register `r`.
#[target_feature(enable = "avx2")]
fn deal(rows: &mut [__m256i; REGISTERS]) {
    for four in rows.chunks_exact_mut(4) {
        let even = [(0, 1), (2, 3)].map(|(a, b)| _mm256_unpacklo_epi64(four[a], four[b]));
        let odd = [(0, 1), (2, 3)].map(|(a, b)| _mm256_unpackhi_epi64(four[a], four[b]));
        four[0] = _mm256_permute2x128_si256::<0x20>(even[0], even[1]);
        four[1] = _mm256_permute2x128_si256::<0x20>(odd[0], odd[1]);
        four[2] = _mm256_permute2x128_si256::<0x31>(even[0], even[1]);
        four[3] = _mm256_permute2x128_si256::<0x31>(odd[0], odd[1]);
    }
}
