//! Rule sheets as text: KIF, and the infix notation of logic programs.

pub mod format;
mod infix;
mod kif;

pub use infix::infix;
pub use kif::kif;
