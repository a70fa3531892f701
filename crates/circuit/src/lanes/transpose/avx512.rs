//! Squares of bits in 512-bit registers: blocks of eight rows and columns are turned by a multiplication of matrices of bits
//! (GFNI), and moved as bytes and numbers of 64 bits.

use super::{BLOCKS, SIDE, Word};
use std::arch::x86_64::*;

/// How many registers hold a square, rows of a block, or parts of a word.
const EIGHT: usize = 8;

/// Whether the processor has all that is needed here.
pub(super) fn available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("gfni")
}

/// Where each byte comes from when eight rows of eight bytes become columns, from the first to the last or in reverse.
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

/// The matrix with ones on its diagonal. A matrix of eight bytes counts its rows from the last.
const DIAGONAL: i64 = 0x8040_2010_0804_0201_u64 as i64;

/// Exchanges rows and columns.
#[target_feature(enable = "avx512f,avx512vbmi,gfni")]
pub(super) fn transpose(square: &mut [u64; SIDE]) {
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
pub(super) fn join(rows: [&[u64; EIGHT]; BLOCKS], words: &mut [Word]) {
    let parts = deal(rows.map(|rows| load(rows)));
    for (word, parts) in words.iter_mut().zip(parts) {
        store(parts, &mut word.0);
    }
}

/// Number `n` of register `r` becomes number `r` of register `n`.
#[target_feature(enable = "avx512f")]
fn deal(rows: [__m512i; EIGHT]) -> [__m512i; EIGHT] {
    let [a, b, c, d, e, f, g, h] = rows;
    let pairs = [(a, b), (c, d), (e, f), (g, h)];
    let even = deal_pairs(pairs.map(|(one, other)| _mm512_unpacklo_epi64(one, other)));
    let odd = deal_pairs(pairs.map(|(one, other)| _mm512_unpackhi_epi64(one, other)));
    std::array::from_fn(|at| if at % 2 == 0 { even[at / 2] } else { odd[at / 2] })
}

/// The same for pairs of numbers in four registers.
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
    // SAFETY: as above.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f")]
fn store(register: __m512i, numbers: &mut [u64; EIGHT]) {
    // SAFETY: 512 bits are written, which need not be aligned.
    unsafe { _mm512_storeu_si512(numbers.as_mut_ptr().cast(), register) }
}
