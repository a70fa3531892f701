//! The fast machines: rules are grounded, the ground rules become a boolean circuit, and the circuit is
//! played one state at a time or many at once.

mod build;
mod components;
pub mod exclusions;
mod ground;
mod limits;
mod machine;
mod network;
mod pass;
pub mod phases;
mod prefer;
mod specialise;

pub mod lanes;
pub mod text;

pub use build::{Built, Names, Object, Watched, build, build_watching};
pub use limits::{Limits, Stop};
pub use machine::{CircuitMachine, Counts};
pub use network::{Action, Circuit, GoalValue, Outputs, Signal};
pub use pass::{PASSES, Pass, optimise};
