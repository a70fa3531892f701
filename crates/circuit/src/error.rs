//! Errors of building a compiled game.
//!
//! Limits of grounding are errors of the crate `ground`; reasons why a question is not answered belong to `game`.

use ground::GroundError;

/// Reason why rules could not be made into a circuit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The rules could not be grounded.
    #[error(transparent)]
    Ground(#[from] GroundError),
    /// The circuit has more gates than [`Limits::gates`](crate::Limits::gates).
    #[error("the circuit has more than {0} gates")]
    Gates(usize),
    /// A ground atom depends on its own negation.
    #[error("a condition depends on its own failure")]
    Unstratified,
}
