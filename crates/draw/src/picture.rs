//! The picture of one state: boards with what is in their cells, labels, and what could not be drawn.

use crate::arrangement::Arrangement;
use crate::look::Look;
use crate::{CellId, Label};
use analyze::Order;
use std::collections::HashMap;
use std::sync::Arc;

/// The picture of a state.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The boards and what is on them.
    pub boards: Vec<BoardPicture>,
    /// Whose turn it is, counters, quantities.
    pub labels: Vec<Label>,
    /// The facts that are shown nowhere.
    pub rest: Vec<String>,
}

/// A board and what is on it.
#[derive(Clone, Debug)]
pub struct BoardPicture {
    /// What stands above it.
    pub title: Option<String>,
    /// Its cells, row by row.
    pub cells: Vec<Cell>,
    pub(crate) arrangement: Arc<Arrangement>,
}

/// A cell and what is in it.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// Which one.
    pub id: CellId,
    /// The values that name it.
    pub name: String,
    /// Whether it is no part of the board.
    pub is_hole: bool,
    /// What is in it, the uppermost first.
    pub items: Vec<Item>,
}

/// Something in a cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// What it is.
    pub words: Vec<String>,
    /// How it looks; nothing if it says that the cell is empty.
    pub(crate) look: Option<Look>,
}

impl Item {
    /// Whether it says that the cell is empty.
    pub fn is_empty(&self) -> bool {
        self.look.is_none()
    }
}

impl Cell {
    /// What is in it, in words.
    pub fn content(&self) -> String {
        let items: Vec<String> = self.items.iter().map(|item| item.words.join(" ")).collect();
        items.join(", ")
    }
}

impl Picture {
    /// The cells whose content differs from an earlier picture's.
    pub fn changed_since(&self, before: &Picture) -> Vec<CellId> {
        let earlier: HashMap<CellId, &Cell> = before.cells().map(|cell| (cell.id, cell)).collect();
        let differs = |cell: &&Cell| {
            let words = |cell: &Cell| -> Vec<Vec<String>> {
                let mut words: Vec<_> = cell.items.iter().map(|item| item.words.clone()).collect();
                words.sort_unstable();
                words
            };
            earlier.get(&cell.id).is_none_or(|before| words(before) != words(cell))
        };
        self.cells().filter(differs).map(|cell| cell.id).collect()
    }

    /// The picture in SVG: every cell is `<g class="cell" data-cell="0.3.4">` with its content in words as `<title>`; those of
    /// `marked` have the class `marked` too.
    pub fn svg(&self, marked: &[CellId]) -> String {
        crate::svg::write(self, marked)
    }

    /// The picture in SVG with orders above it, each as a chain of boxes with arrows between them.
    pub fn svg_below(&self, orders: &[Order]) -> String {
        crate::svg::write_below(orders, self)
    }

    /// All cells.
    pub fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.boards.iter().flat_map(|board| &board.cells)
    }

    /// The cell of this id.
    pub fn cell(&self, id: CellId) -> Option<&Cell> {
        let board = self.boards.get(id.board as usize)?;
        board.cells.iter().find(|cell| cell.id == id)
    }
}
