//! The boolean circuit of a game and the compiled [`Model`] that all fast machines share.
//!
//! `build` makes a [`Circuit`] of ground rules, the passes of [`PASSES`] make it smaller ([`optimise`]), `phases` and
//! `exclusions` prove what is always true of it, `specialise` and `prefer` make variants of it, `text` writes and reads
//! it. [`Propagation`] keeps the values of its gates up to date while its inputs change, [`StateValues`] with the facts of
//! a state and moves as inputs; [`FactBits`] says which bits of a state the facts are, [`FactIds`] translates facts of
//! other machines.
//!
//! ```
//! # use gdl as agon_gdl;
//! use agon_circuit::{Limits, Model};
//!
//! let sheet = b"
//!     (role you) (init (light 1)) (init (light 2))
//!     (<= (legal you (press ?x)) (true (light ?x)))
//!     (<= (next (light ?x)) (true (light ?x)) (not (does you (press ?x))))
//!     (<= terminal (not (true (light 1)))) (goal you 100)";
//! let rules = agon_gdl::check("lights.kif", sheet).rules.expect("the sheet has no errors");
//! let model = Model::new(&rules, &Limits::default())?;
//! assert_eq!((model.names().fact_count(), model.names().move_count()), (2, 2));
//! assert_eq!(model.circuit().outputs.legal.len(), 2);
//! # Ok::<(), agon_circuit::BuildError>(())
//! ```
//!
//! Passes never change the outputs of a circuit, and an optimisation relies only on what is proven from the circuit,
//! never on what was only seen in play.

mod build;
pub mod choice;
mod circuit;
mod error;
pub mod exclusions;
mod fact_bits;
mod fact_ids;
mod groups;
mod known;
mod limits;
mod model;
mod names;
mod pass;
pub mod phases;
mod prefer;
mod propagation;
mod sample;
mod simulator;
mod specialise;
mod state_values;
pub mod text;

pub use build::WatchedAtom;
pub use circuit::{Action, Circuit, Gate, GoalValue, Input, Outputs, PerGate, Signal};
pub use error::BuildError;
pub use fact_bits::FactBits;
pub use fact_ids::FactIds;
pub use limits::Limits;
pub use model::Model;
pub use names::Names;
pub use pass::{PASSES, Pass, optimise};
pub use propagation::{Fanout, Propagation};
pub use sample::GameLength;
pub use simulator::{RandomStep, Simulator};
pub use specialise::{Specialised, specialise};
pub use state_values::StateValues;
