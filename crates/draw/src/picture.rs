//! The picture of one state: boards with the contents of their cells, labels, and the facts that could
//! not be drawn. Data only: `plan` builds pictures and `svg` writes them.

use crate::appearance::Appearance;
use crate::arrangement::Arrangement;
use crate::{CellId, Label};
use analyze::OrderRelation;
use std::collections::HashMap;
use std::sync::Arc;
use term::Term;

/// The picture of a state.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Boards with the contents of their cells.
    pub boards: Vec<BoardPicture>,
    /// Values shown beside the boards: the role to move, counters, quantities.
    pub labels: Vec<Label>,
    /// Facts that are shown neither on a board nor as a label.
    pub rest: Vec<Term>,
}

/// A board of a picture.
#[derive(Clone, Debug)]
pub struct BoardPicture {
    /// Title written above the board.
    pub title: Option<String>,
    /// Cells of the board, row by row.
    pub cells: Vec<PictureCell>,
    /// Positions of the cells and the lines between them, shared with the drawing plan.
    pub(crate) arrangement: Arc<Arrangement>,
}

/// A cell of a board with its contents.
#[derive(Clone, PartialEq, Debug)]
pub struct PictureCell {
    /// Id of the cell, the same in every state.
    pub id: CellId,
    /// Values that name the cell in the rules, separated by spaces.
    pub name: String,
    /// Whether the board has a gap here: the cell is not drawn.
    pub is_missing: bool,
    /// Contents of the cell, the uppermost first.
    pub items: Vec<CellItem>,
}

/// One thing that lies in a cell.
#[derive(Clone, PartialEq, Debug)]
pub struct CellItem {
    /// Words of the rules that describe the thing.
    pub words: Vec<String>,
    /// Appearance of the thing; `None` if it marks the cell as empty.
    pub(crate) appearance: Option<Appearance>,
}

impl CellItem {
    /// Whether this only marks the cell as empty.
    pub fn is_empty(&self) -> bool {
        self.appearance.is_none()
    }
}

impl PictureCell {
    /// Returns the contents of the cell in words, separated by commas.
    pub fn content(&self) -> String {
        let items: Vec<String> = self.items.iter().map(|item| item.words.join(" ")).collect();
        items.join(", ")
    }
}

impl Picture {
    /// Returns the cells whose contents differ from those of an earlier picture.
    pub fn changed_since(&self, before: &Picture) -> Vec<CellId> {
        let earlier: HashMap<CellId, &PictureCell> =
            before.cells().map(|cell| (cell.id, cell)).collect();
        let differs = |cell: &&PictureCell| {
            let words = |cell: &PictureCell| -> Vec<Vec<String>> {
                let mut words: Vec<_> = cell.items.iter().map(|item| item.words.clone()).collect();
                words.sort_unstable();
                words
            };
            earlier.get(&cell.id).is_none_or(|before| words(before) != words(cell))
        };
        self.cells().filter(differs).map(|cell| cell.id).collect()
    }

    /// Returns the picture as SVG. Every cell is a `<g class="cell" data-cell="0.3.4">` with its contents in
    /// words as `<title>`; the cells in `marked` have the class `marked` too.
    pub fn svg(&self, marked: &[CellId]) -> String {
        crate::svg::write(self, marked)
    }

    /// Returns the picture as SVG with orders drawn above it, each as a chain of boxes with arrows between them.
    pub fn svg_with_orders(&self, orders: &[OrderRelation]) -> String {
        crate::svg::write_with_orders(orders, self)
    }

    /// Returns an iterator over the cells of all boards.
    pub fn cells(&self) -> impl Iterator<Item = &PictureCell> {
        self.boards.iter().flat_map(|board| &board.cells)
    }

    /// Returns the cell with this id; `None` if the picture has no such cell.
    pub fn cell(&self, id: CellId) -> Option<&PictureCell> {
        let board = self.boards.get(id.board as usize)?;
        board.cells.iter().find(|cell| cell.id == id)
    }
}
