//! The Game Description Language: from the text of a rule sheet to rules that can be played.
//!
//! ```
//! let sheet = b"
//!     (role you)
//!     (legal you wait)
//!     (<= (next done) (does you wait))
//!     (<= terminal (true done))
//!     (goal you 100)";
//! let checked = gdl::check("wait.kif", sheet);
//! assert_eq!(checked.faults.errors(), 0);
//! let rules = checked.rules.expect("there is no error");
//! assert_eq!(rules.roles().len(), 1);
//! ```
//!
//! Each stage has its own type: bytes → [`Syntax`] (words and lists) → [`Sheet`] (rules as written)
//! → [`Rules`] (checked). Reading and checking never fail and never panic; they return what they
//! found and a list of [`Faults`].
//!
//! This crate knows nothing of states and play, does no input or output, and its results depend on
//! its arguments alone.

mod check;
mod fault;
mod read;
mod render;
mod rules;
mod scramble;
mod sheet;
mod source;
mod symbol;
mod syntax;
mod term;

pub mod print;

pub use check::{Checked, check, check_sheet};
pub use fault::{Fault, FaultKind, Faults, FoundBy, Severity};
pub use print::format::format;
pub use read::{MAX_BYTES, MAX_TEXT_NESTING, Text, read};
pub use render::render;
pub use rules::{Clause, Literal, Predicate, Relation, RelationInfo, Rules};
pub use scramble::Scrambler;
pub use sheet::{Atom, Formula, Rule, Sheet};
pub use source::{Position, Source, Span};
pub use symbol::{Symbol, Symbols};
pub use syntax::{MAX_NESTING, Node, NodeId, Syntax, Token, Tokens};
pub use term::{Term, Terms};

/// GDL's own words.
pub mod word {
    pub use crate::symbol::{
        AND, BASE, DISTINCT, DOES, GOAL, IF, INIT, INPUT, LEGAL, NEXT, NOT, OR, RANDOM, ROLE, SEES,
        TERMINAL, TRUE,
    };
}
