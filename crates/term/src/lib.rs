//! Terms of the Game Description Language: names, and functions applied to terms.
//!
//! ```
//! use agon_term::{Pattern, Term};
//!
//! let fact = Term::read(" (cell 1 (at 2 3) White) ; a comment").expect("it is one term");
//! assert_eq!(fact.to_string(), "(cell 1 (at 2 3) White)");
//! assert_eq!((fact.name(), fact.arity()), ("cell", 3));
//! let texts: Vec<&str> = fact.argument_texts().collect();
//! assert_eq!(texts, ["1", "(at 2 3)", "White"]);
//!
//! // Names are compared without regard to case.
//! assert_eq!(fact.argument(2), Term::read("white"));
//! // A name applied to nothing is another name.
//! assert_ne!(Term::read("(open)"), Term::read("open"));
//!
//! let pattern = Pattern::read("(cell ?x ?y white)").expect("it is one term");
//! let bindings = pattern.matches(&fact).expect("the fact has this form");
//! assert_eq!(bindings["?y"].to_string(), "(at 2 3)");
//! ```
//!
//! A [`Term`] is a value: it needs no table, and it is what programs above a machine work with. Inside a machine, terms
//! are numbers; a [`TermTable`] translates between the two. [`Symbols`] and [`Terms`] are the tables of a rule sheet,
//! and an [`Interner`] is what other tables are made of. [`Id`] is what such numbers have in common, and [`ById`] a vector
//! that is indexed by them. In serialised data a term is a string, its text.
//!
//! This crate knows nothing of rules, states and play.

mod id;
mod interner;
mod pattern;
mod pieces;
mod read;
mod serialized;
mod similar;
mod symbol;
mod table;
mod term;
mod terms;
mod token;

pub use id::{ById, Id};
pub use interner::Interner;
pub use pattern::{Bindings, Pattern};
pub use pieces::{ListEnd, Piece, pieces};
pub use read::{MAX_DEPTH, read_list};
pub use similar::{did_you_mean, similar_names};
pub use symbol::{Symbol, Symbols};
pub use table::TermTable;
pub use term::Term;
pub use terms::{TermId, Terms};
pub use token::{Span, Token, Tokens};

/// The keywords of GDL itself.
pub mod word {
    pub use crate::symbol::{
        AND, BASE, DISTINCT, DOES, GOAL, IF, INIT, INPUT, LEGAL, NEXT, NOT, OR, RANDOM, ROLE, SEES,
        TERMINAL, TRUE,
    };
}
