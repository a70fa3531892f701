//! Minichess on a board of five by five cells.

/// A position of the game.
pub type Board = super::minichess::Board<5>;
