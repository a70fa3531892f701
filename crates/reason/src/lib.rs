//! The reference machine: evaluates checked rules directly, without grounding them.
//!
//! It is the judge of every faster machine, and plays the games that are too big for them. Rules are
//! compiled to join plans (`compile`), one for each way a relation is asked; questions are answered
//! top down and only as far as needed, each once (`solver`); what never changes is derived once and
//! kept, what depends on the state is kept as long as the state is the same.
//!
//! ```
//! let sheet = b"
//!     (role you)
//!     (legal you wait)
//!     (<= (next done) (does you wait))
//!     (<= terminal (true done))
//!     (goal you 100)";
//! let rules = gdl::check("wait.kif", sheet).rules.expect("there is no error");
//! let mut machine = reason::ReferenceMachine::new(rules, reason::Limits::default()).unwrap();
//! let machine: &mut dyn game::Machine = &mut machine;
//! let start = machine.initial_state().unwrap();
//! assert!(!machine.terminal(&start).unwrap());
//! ```
//!
//! This crate shares no code with faster machines, and does no input or output.

mod compile;
mod estimate;
mod growing;
mod hash;
mod limits;
mod machine;
mod memo;
mod pool;
mod program;
mod rows;
mod solver;
mod survey;

pub use limits::Limits;
pub use machine::{BuildError, ReferenceMachine};
