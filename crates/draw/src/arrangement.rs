//! Arrangements: the positions of a board's cells, and the lines and captions around them. `grid` computes rows and
//! columns, `text_layout` reads positions from a text. The contents of cells and SVG are not known here.

mod grid;
mod text_layout;

pub(crate) use grid::{AxisLevels, side_length};

use std::collections::{HashMap, HashSet};

/// Width and height of a cell, in units of the picture.
pub(crate) const CELL: f64 = 44.0;
/// Largest number of characters of a caption at the edge of a board.
pub(crate) const MAX_CAPTION: usize = 8;
/// Width of a line that joins two cells.
const LINE_WIDTH: f64 = 2.0;
/// Width of a wall between two cells.
const WALL_WIDTH: f64 = 4.0;

/// Column and row of a cell, each from 0.
pub(crate) type GridPosition = (usize, usize);

/// Form of an empty cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CellForm {
    /// A square of a board.
    Square {
        /// Whether the square has the darker of two colours.
        is_dark: bool,
    },
    /// A hexagon with neighbours on all six sides.
    Hexagon,
    /// A circle where lines meet.
    Spot,
    /// A box with its name above it.
    Box,
}

/// Position and form of a cell.
#[derive(Clone, Debug)]
pub(crate) struct CellPlace {
    /// Column as drawn, from the left.
    pub column: u32,
    /// Row as drawn, from the top.
    pub row: u32,
    /// Values that name the cell, in the order of the board's variables.
    pub key: Vec<String>,
    /// Centre of the cell.
    pub middle: (f64, f64),
    /// Width and height of the cell.
    pub size: f64,
    /// Form drawn below the contents.
    pub form: CellForm,
}

/// A straight line that joins two cells, or a wall between them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct LineSegment {
    /// First end of the line.
    pub from: (f64, f64),
    /// Second end of the line.
    pub to: (f64, f64),
    /// Width of the line.
    pub width: f64,
}

/// A text at the edge of a board or above a box.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Caption {
    /// Centre of the text.
    pub at: (f64, f64),
    /// The text to be drawn.
    pub text: String,
}

/// Positions of all cells of a board, with lines and captions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arrangement {
    /// The cells, row by row.
    pub places: Vec<CellPlace>,
    /// Lines that join cells, or walls between them.
    pub lines: Vec<LineSegment>,
    /// Captions at the edges and other texts.
    pub captions: Vec<Caption>,
    /// Width and height of the board.
    pub size: (f64, f64),
    /// Index of each cell by its key.
    index: HashMap<Vec<String>, usize>,
}

impl Arrangement {
    fn new(
        places: Vec<CellPlace>,
        lines: Vec<LineSegment>,
        captions: Vec<Caption>,
        size: (f64, f64),
    ) -> Arrangement {
        let index = places.iter().enumerate().map(|(number, place)| (place.key.clone(), number));
        let index = index.collect();
        Arrangement { places, lines, captions, size, index }
    }

    /// Returns the arrangement in which cells lie where their names stand in a text.
    pub fn from_text(text: &str) -> Arrangement {
        let text_layout::TextLayout { places, lines, captions, size } = text_layout::read(text);
        Arrangement::new(places, lines, captions, size)
    }

    /// Replaces the lines by one for each of these pairs of cells, and draws the cells as spots.
    pub fn joined<'a>(mut self, pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Arrangement {
        let pairs: Vec<(&str, &str)> = pairs.collect();
        let known: HashSet<(&str, &str)> = pairs.iter().copied().collect();
        let once =
            pairs.iter().filter(|(one, other)| one < other || !known.contains(&(other, one)));
        let middle = |name: &str| self.middle(&[name.to_owned()]);
        let lines = once.filter_map(|(one, other)| {
            Some(LineSegment { from: middle(one)?, to: middle(other)?, width: LINE_WIDTH })
        });
        self.lines = lines.collect();
        self.places.iter_mut().for_each(|place| place.form = CellForm::Spot);
        self
    }

    /// Replaces the lines by a wall between each of these pairs of cells.
    pub fn walled(mut self, separated: &[[Vec<String>; 2]]) -> Arrangement {
        let walls = separated.iter().filter_map(|[one, other]| {
            let (one, other) = (self.middle(one)?, self.middle(other)?);
            let (x, y) = ((one.0 + other.0) / 2.0, (one.1 + other.1) / 2.0);
            let (across, down) = ((one.1 - other.1) / 2.0, (other.0 - one.0) / 2.0);
            let (from, to) = ((x - across, y - down), (x + across, y + down));
            Some(LineSegment { from, to, width: WALL_WIDTH })
        });
        self.lines = walls.collect();
        self
    }

    /// Returns the centre of the cell with this key.
    fn middle(&self, key: &[String]) -> Option<(f64, f64)> {
        self.find(key).map(|place| self.places[place].middle)
    }

    /// Returns the index of the cell with this key; `None` if there is no such cell.
    pub fn find(&self, key: &[String]) -> Option<usize> {
        self.index.get(key).copied()
    }

    /// Returns the indices of the cells whose keys have these values; `None` stands for any value.
    pub fn matching(&self, known: &[Option<&str>]) -> Vec<usize> {
        let fits = |place: &CellPlace| {
            place.key.len() == known.len()
                && place
                    .key
                    .iter()
                    .zip(known)
                    .all(|(value, known)| known.is_none_or(|known| known == value))
        };
        (0..self.places.len()).filter(|&number| fits(&self.places[number])).collect()
    }
}
