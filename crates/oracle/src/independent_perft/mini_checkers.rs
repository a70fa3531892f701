//! Checkers on 5 by 5 cells with five and with four men a side. The counts
//! stay below the depth at which quiet moves could end a game.

use super::Position;
use super::checkers::{Board, dark_cells};

/// The game with all men of two rows.
#[derive(Clone, Copy)]
pub struct Five(Board<5>);

impl Position for Five {
    fn start() -> Self {
        Five(Board::with_men(&dark_cells::<5>(2)))
    }

    fn successors(&self) -> Vec<Self> {
        self.0.after_moves().into_iter().map(Five).collect()
    }
}

/// The game without the man in the middle of the first row.
#[derive(Clone, Copy)]
pub struct Four(Board<5>);

impl Position for Four {
    fn start() -> Self {
        let mut cells = dark_cells::<5>(2);
        cells.retain(|cell| *cell != (0, 2));
        Four(Board::with_men(&cells))
    }

    fn successors(&self) -> Vec<Self> {
        self.0.after_moves().into_iter().map(Four).collect()
    }
}
