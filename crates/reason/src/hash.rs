//! Hashing short rows of term ids. A multiplication per id and a final fold: the ids are dense
//! numbers made by us, so nothing stronger is needed, and rows are hashed millions of times a second.

const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// The hash of a row of ids.
#[inline]
pub(crate) fn hash_row(ids: impl IntoIterator<Item = u32>) -> u64 {
    let mut hash = 0u64;
    for id in ids {
        hash = (hash.rotate_left(23) ^ u64::from(id)).wrapping_mul(FACTOR);
    }
    hash ^ (hash >> 32)
}
