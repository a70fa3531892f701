//! Prints rule sheets: in KIF, in the infix notation of logic programs, and formatted with their comments. Nothing is
//! read here.

pub(crate) mod format;
mod infix;
mod kif;

pub use infix::infix;
pub use kif::kif;
