//! Hashing of short rows of ground terms. A multiplication per id and a final fold suffice: the ids are dense
//! numbers made by us, and rows are hashed millions of times a second.
//!
//! Nothing here stores anything.

use crate::pool::GroundTerm;
use gdl::Symbol;

const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// Returns the hash of a row of terms.
#[inline]
pub(crate) fn hash_row(row: impl IntoIterator<Item = GroundTerm>) -> u64 {
    hash_numbers(row.into_iter().map(|term| term.0))
}

/// Returns the hash of a symbol applied to arguments.
#[inline]
pub(crate) fn hash_compound(symbol: Symbol, arguments: &[GroundTerm]) -> u64 {
    hash_numbers(std::iter::once(symbol.0).chain(arguments.iter().map(|argument| argument.0)))
}

#[inline]
fn hash_numbers(numbers: impl IntoIterator<Item = u32>) -> u64 {
    let mut hash = 0u64;
    for number in numbers {
        hash = (hash.rotate_left(23) ^ u64::from(number)).wrapping_mul(FACTOR);
    }
    hash ^ (hash >> 32)
}
