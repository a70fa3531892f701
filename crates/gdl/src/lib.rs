//! The Game Description Language: reads, checks and prints rule sheets.
//!
//! ```
//! let sheet = b"
//!     (role you)
//!     (legal you wait)
//!     (<= (next done) (does you wait))
//!     (<= terminal (true done))
//!     (goal you 100)";
//! let checked = agon_gdl::check("wait.kif", sheet);
//! assert_eq!(checked.faults.errors(), 0);
//! let rules = checked.rules.expect("there is no error");
//! assert_eq!(rules.roles().len(), 1);
//! ```
//!
//! Each stage has its own type: bytes → [`Syntax`] (words and lists) → [`Sheet`] (rules as written)
//! → [`Rules`] (checked). Reading and checking accept any bytes and never panic; they return a list of
//! [`Faults`] with their result.
//!
//! This crate contains no states and no play, does no input or output, and its results depend on its
//! arguments alone.

mod check;
mod fault;
mod read;
mod render;
mod rules;
mod scramble;
mod sheet;
mod source;
mod syntax;

pub mod print;

pub use check::{Checked, check, check_sheet};
pub use fault::{Fault, FaultKind, Faults, FoundBy, Severity};
pub use print::format::format;
pub use read::{MAX_BYTES, parentheses_match, read};
pub use render::render;
pub use rules::{Clause, Literal, Predicate, Relation, RelationInfo, Rules};
pub use scramble::Scrambler;
pub use sheet::{Atom, Formula, Rule, Sheet};
pub use source::{LineColumn, Source};
pub use syntax::{MAX_NESTING, NodeId, Syntax, SyntaxNode};
pub use term::{Span, Symbol, Symbols, TermId, TermTable, Terms, Token, Tokens, word};
