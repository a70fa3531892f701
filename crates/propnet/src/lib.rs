//! The machine that plays one state at a time through the circuit of a game.
//!
//! ```
//! # use {circuit as agon_circuit, game as agon_game, gdl as agon_gdl};
//! use agon_circuit::{Limits, Model};
//! use agon_game::{Machine, Role, State};
//! use agon_propnet::CircuitMachine;
//! use std::sync::Arc;
//!
//! let sheet = b"
//!     (role you) (init (light 1)) (init (light 2))
//!     (<= (legal you (press ?x)) (true (light ?x)))
//!     (<= (next (light ?x)) (true (light ?x)) (not (does you (press ?x))))
//!     (<= terminal (not (true (light 1)))) (goal you 100)";
//! let rules = agon_gdl::check("lights.kif", sheet).rules.expect("the sheet has no errors");
//! let model = Arc::new(Model::new(&rules, &Limits::default())?);
//! let mut machine = CircuitMachine::new(model);
//! let mut state = State::default();
//! machine.initial(&mut state)?;
//! let mut legal = Vec::new();
//! machine.legal(&state, Role(0), &mut legal)?;
//! assert_eq!(legal.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A propositional network: the values of all gates are kept from one question to the next, and only what differs is
//! computed again ([`circuit::Propagation`]). Nothing is allocated per question.

mod counts;
mod machine;
mod values;
mod wiring;

pub use counts::OutputCounts;
pub use machine::CircuitMachine;
