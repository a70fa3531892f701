//! The reference machine: evaluates checked rules directly, without grounding them.
//!
//! It is the judge of every faster machine, and plays the games that are too big for them. Rules are
//! compiled to join plans (`compile`), one for each binding pattern in which a relation is asked, ordered by the
//! numbers of rows that a survey of random play found (`survey`). Questions are answered
//! top down and only as far as needed, each once (`solver`). Answers that never change are kept for ever, answers that
//! depend on the state are kept as long as the state is the same.
//!
//! ```
//! # use {game as agon_game, gdl as agon_gdl};
//! use agon_game::{Machine, MachineExt, State};
//! use agon_reason::{Limits, ReferenceMachine};
//!
//! let sheet = b"
//!     (role you)
//!     (legal you wait)
//!     (<= (next done) (does you wait))
//!     (<= terminal (true done))
//!     (goal you 100)";
//! let rules = agon_gdl::check("wait.kif", sheet).rules.expect("there is no error");
//! let mut machine = ReferenceMachine::new(rules, Limits::default())?;
//! let start = machine.initial_state()?;
//! assert!(!machine.terminal(&start)?);
//! let wait = machine.find_move("wait").expect("a rule names it");
//! let mut end = State::default();
//! machine.next(&start, &[wait], &mut end)?;
//! assert_eq!(machine.state_texts(&end), ["done"]);
//! assert!(machine.terminal(&end)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate shares no code with faster machines, and does no input or output.

mod compile;
mod estimate;
mod hash;
mod limits;
mod machine;
mod memo;
mod open_question;
mod pool;
mod program;
mod rows;
mod solver;
mod statics;
mod survey;

pub use limits::Limits;
pub use machine::{BuildError, ReferenceMachine};
pub use statics::{Row, static_rows};
