//! Arrangements in rows and columns: grids (also slanting ones of hexagons and boards within a board), rows of boxes,
//! and cells whose names or positions are known.

use super::{Arrangement, CELL, Caption, CellForm, CellPlace, GridPosition, MAX_CAPTION};
use crate::MAX_SIDE;
use std::collections::{BTreeSet, HashMap};

/// Gap between the boards within a board.
const GAP: f64 = 12.0;
/// Least width and height of the captions at the edges.
const CAPTION_ROOM: f64 = 26.0;
/// Distance between the rows of a board of hexagons, as a multiple of [`CELL`].
const HEXAGON_ROW: f64 = 0.866;
/// Number of boxes in a row.
const BOXES_IN_A_ROW: usize = 10;
/// Width and height of a box with the name above it.
const BOX: (f64, f64) = (64.0, 64.0);

/// The variables of one axis of a grid, the outermost first: the index of each among the board's variables, and its
/// values in the order in which they are drawn.
pub(crate) type AxisLevels = Vec<(usize, Vec<String>)>;

/// Returns the number of columns or rows of an axis.
pub(crate) fn side_length(axis: &AxisLevels) -> usize {
    axis.iter().map(|(_, values)| values.len()).product()
}

/// Geometry of a grid: computes where its cells and captions lie.
struct Grid<'a> {
    across: &'a AxisLevels,
    down: &'a AxisLevels,
    columns: usize,
    rows: usize,
    slant: usize,
    /// Distance by which each row is shifted to the right of the one above it.
    shift: f64,
    /// Width of the captions of the rows.
    margin: f64,
}

impl<'a> Grid<'a> {
    fn new(across: &'a AxisLevels, down: &'a AxisLevels, slant: usize) -> Grid<'a> {
        Grid {
            across,
            down,
            columns: side_length(across),
            rows: side_length(down),
            slant,
            shift: slant as f64 * CELL / 2.0,
            margin: row_caption_width(down),
        }
    }

    fn is_hexagonal(&self) -> bool {
        self.slant == 1
    }

    /// Returns the centre of a cell.
    fn middle(&self, column: usize, row: usize) -> (f64, f64) {
        let pitch = if self.is_hexagonal() { CELL * HEXAGON_ROW } else { CELL };
        let x = self.margin
            + gap_width(self.across, column)
            + (column as f64 + 0.5) * CELL
            + self.shift * row as f64;
        let y = gap_width(self.down, row) + row as f64 * pitch + CELL / 2.0;
        (x, y)
    }

    fn place(&self, column: usize, row: usize) -> CellPlace {
        let form = match (self.is_hexagonal(), self.slant) {
            (true, _) => CellForm::Hexagon,
            (false, 0) => CellForm::Square { is_dark: (row + column) % 2 == 1 },
            (false, _) => CellForm::Square { is_dark: false },
        };
        let mut key: Vec<(usize, &String)> =
            level_values(self.across, column).chain(level_values(self.down, row)).collect();
        key.sort_by_key(|(variable, _)| *variable);
        CellPlace {
            column: column as u32,
            row: row as u32,
            key: key.into_iter().map(|(_, value)| value.clone()).collect(),
            middle: self.middle(column, row),
            size: CELL,
            form,
        }
    }

    /// Returns the captions of the rows and columns; those of the columns lie below `bottom`.
    fn captions(&self, bottom: f64) -> Vec<Caption> {
        let rows = (0..self.rows).map(|row| {
            let (x, y) = self.middle(0, row);
            let at = (x - CELL / 2.0 - self.margin / 2.0, y);
            Caption { at, text: innermost_value(self.down, row) }
        });
        // The columns of a slanting board are named where a further row would be.
        let columns = (0..self.columns).map(|column| {
            let x = self.middle(column, self.rows.saturating_sub(1)).0 + self.shift;
            let at = (x, bottom + CAPTION_ROOM / 2.0);
            Caption { at, text: innermost_value(self.across, column) }
        });
        rows.chain(columns).collect()
    }
}

impl Arrangement {
    /// Returns a grid of rows and columns. Each row is shifted to the right by `slant` halves of a cell; cells with a
    /// slant of 1 are hexagons.
    pub fn grid(across: &AxisLevels, down: &AxisLevels, slant: usize) -> Arrangement {
        let grid = Grid::new(across, down, slant);
        let cells =
            (0..grid.rows).flat_map(|row| (0..grid.columns).map(move |column| (column, row)));
        let places = cells.map(|(column, row)| grid.place(column, row)).collect();
        let last = grid.middle(grid.columns.saturating_sub(1), grid.rows.saturating_sub(1));
        let bottom = last.1 + CELL / 2.0;
        let width = last.0 + CELL / 2.0 + grid.shift;
        let size = (width + 4.0, bottom + CAPTION_ROOM);
        Arrangement::new(places, Vec::new(), grid.captions(bottom), size)
    }

    /// Returns rows of boxes with their names above them.
    pub fn boxes(names: &[String]) -> Arrangement {
        let places: Vec<CellPlace> = names.iter().enumerate().map(box_place).collect();
        let captions = places.iter().map(|place| {
            let (x, y) = place.middle;
            Caption { at: (x, y - CELL / 2.0 - 8.0), text: place.key[0].clone() }
        });
        let captions = captions.collect();
        let columns = names.len().min(BOXES_IN_A_ROW);
        let rows = names.len().div_ceil(BOXES_IN_A_ROW);
        let size = (BOX.0 * columns as f64, BOX.1 * rows as f64);
        Arrangement::new(places, Vec::new(), captions, size)
    }

    /// Returns a grid for names such as `a1` and `c10`; `None` unless all names have this form and there are at least
    /// three letters and three numbers.
    pub fn from_coordinates(names: &[String]) -> Option<Arrangement> {
        let parts: Vec<(char, usize)> =
            names.iter().map(|name| coordinates(name)).collect::<Option<_>>()?;
        let letters: BTreeSet<char> = parts.iter().map(|(letter, _)| *letter).collect();
        let numbers: BTreeSet<usize> = parts.iter().map(|(_, number)| *number).collect();
        if letters.len() < 3 || numbers.len() < 3 {
            return None;
        }
        let across = vec![(0, letters.iter().map(char::to_string).collect())];
        let down = vec![(1, numbers.iter().rev().map(usize::to_string).collect())];
        let Arrangement { mut places, captions, size, .. } = Arrangement::grid(&across, &down, 0);
        for place in &mut places {
            place.key = vec![place.key.concat()];
        }
        places.retain(|place| names.contains(&place.key[0]));
        (places.len() == names.len()).then(|| Arrangement::new(places, Vec::new(), captions, size))
    }

    /// Returns a grid of these named cells, without captions; positions without a name stay free.
    pub fn from_positions(
        names: &HashMap<GridPosition, String>,
        (columns, rows): GridPosition,
        slant: usize,
    ) -> Arrangement {
        let levels = |variable: usize, count: usize| -> AxisLevels {
            vec![(variable, (0..count).map(|number| number.to_string()).collect())]
        };
        let Arrangement { mut places, size, .. } =
            Arrangement::grid(&levels(0, columns), &levels(1, rows), slant);
        places.retain_mut(|place| {
            let name = names.get(&(place.column as usize, place.row as usize));
            name.is_some_and(|name| {
                place.key = vec![name.clone()];
                true
            })
        });
        Arrangement::new(places, Vec::new(), Vec::new(), size)
    }
}

fn box_place((number, name): (usize, &String)) -> CellPlace {
    let (column, row) = (number % BOXES_IN_A_ROW, number / BOXES_IN_A_ROW);
    CellPlace {
        column: column as u32,
        row: row as u32,
        key: vec![name.clone()],
        middle: ((column as f64 + 0.5) * BOX.0, (row as f64 + 1.0) * BOX.1 - CELL / 2.0),
        size: CELL,
        form: CellForm::Box,
    }
}

/// Splits a name such as `c10` into its letter and its number.
fn coordinates(name: &str) -> Option<(char, usize)> {
    let letter = name.chars().next().filter(char::is_ascii_alphabetic)?;
    let number: usize = name[1..].parse().ok().filter(|number| *number <= MAX_SIDE)?;
    Some((letter, number))
}

/// Returns the value of each variable of an axis at a column or row.
fn level_values(axis: &AxisLevels, place: usize) -> impl Iterator<Item = (usize, &String)> {
    let mut rest = place;
    let levels = axis.iter().rev().filter_map(move |(variable, values)| {
        let value = values.get(rest % values.len().max(1))?;
        rest /= values.len().max(1);
        Some((*variable, value))
    });
    levels.collect::<Vec<_>>().into_iter()
}

/// Returns the value of the innermost variable of an axis at a column or row.
fn innermost_value(axis: &AxisLevels, place: usize) -> String {
    let values = axis.last().map_or(&[][..], |(_, values)| values);
    values.get(place % values.len().max(1)).cloned().unwrap_or_default()
}

/// Returns the width that the captions of the rows take.
fn row_caption_width(down: &AxisLevels) -> f64 {
    let names = down.last().map_or(&[][..], |(_, names)| names);
    let longest = names.iter().map(|name| name.chars().count().min(MAX_CAPTION)).max();
    CAPTION_ROOM.max(longest.unwrap_or(0) as f64 * 6.5 + 10.0)
}

/// Returns the total width of the gaps before a column or row: one gap for each inner board that ends before it.
fn gap_width(axis: &AxisLevels, place: usize) -> f64 {
    let mut block = 1;
    let mut gaps = 0;
    for (_, values) in axis.iter().skip(1).rev() {
        block *= values.len().max(1);
        gaps += place / block;
    }
    gaps as f64 * GAP
}
