//! Minichess on a board of three by three cells.

/// A position of the game.
pub type Board = super::minichess::Board<3>;
