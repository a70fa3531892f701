//! Numbers with their nouns in messages: `1 move`, `2 moves`.

use std::fmt::Display;

/// Returns a number with its noun, which gets an `s` in the plural.
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    let ending = if count == N::from(1) { "" } else { "s" };
    format!("{count} {noun}{ending}")
}
