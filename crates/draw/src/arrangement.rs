//! Where the cells of a board are drawn, and what stands around them.

use crate::neighbours::Position;
use crate::{MOST_BESIDE, layout};
use std::collections::{BTreeSet, HashMap, HashSet};

/// How wide and high a cell is.
pub const CELL: f64 = 44.0;
/// What separates the boards in a board.
const GAP: f64 = 12.0;
/// How much room the names at the edges take.
const EDGE: f64 = 26.0;
/// Longer names at the edges are cut.
pub const LONGEST_NAME: usize = 8;
/// The rows of a board of hexagons are nearer to each other.
const HEXAGON: f64 = 0.866;
/// How many boxes stand in a row.
const BOXES: usize = 10;
/// How wide and high a box is, with the name above it.
const BOX: (f64, f64) = (64.0, 64.0);

/// How a cell looks when it is empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// A square, lighter or darker.
    Square {
        /// Whether it is one of the darker ones.
        is_dark: bool,
    },
    /// A hexagon.
    Hexagon,
    /// A spot where lines meet.
    Spot,
    /// A box that has its name above it.
    Box,
}

/// A cell, wherever its board will be.
#[derive(Clone, Debug)]
pub struct Place {
    /// Counted from the left, as drawn.
    pub column: u32,
    /// Counted from the top, as drawn.
    pub row: u32,
    /// The values that name it, in the order of the board's variables.
    pub key: Vec<String>,
    /// Its middle.
    pub middle: (f64, f64),
    /// How wide and high it is.
    pub size: f64,
    /// What is drawn below what lies in it.
    pub ground: Ground,
}

/// A line, or a wall.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line {
    /// Where it begins.
    pub from: (f64, f64),
    /// Where it ends.
    pub to: (f64, f64),
    /// How thick it is.
    pub width: f64,
}

/// A name at the edge of a board.
#[derive(Clone, PartialEq, Debug)]
pub struct Edge {
    /// Its middle.
    pub at: (f64, f64),
    /// What it says.
    pub text: String,
}

/// All cells of a board, and what stands around them.
#[derive(Clone, Debug, Default)]
pub struct Arrangement {
    /// The cells, row by row.
    pub places: Vec<Place>,
    /// What is drawn below them.
    pub lines: Vec<Line>,
    /// Names at the edges, and other texts.
    pub edges: Vec<Edge>,
    /// How wide and high all of it is.
    pub size: (f64, f64),
    index: HashMap<Vec<String>, usize>,
}

/// The variables of one direction, the outer one first: which of the board's variables it is, and its values as they are drawn.
pub type Side = Vec<(usize, Vec<String>)>;

impl Arrangement {
    /// Rows and columns; `slant` is by how many halves of a cell each row is shifted.
    pub fn grid(across: &Side, down: &Side, slant: usize) -> Arrangement {
        let (columns, rows) = (count(across), count(down));
        let is_hexagonal = slant == 1;
        let shift = slant as f64 * CELL / 2.0;
        let pitch = if is_hexagonal { CELL * HEXAGON } else { CELL };
        let margin = margin(down);
        let middle = |column: usize, row: usize| {
            let x =
                margin + gaps(across, column) + (column as f64 + 0.5) * CELL + shift * row as f64;
            let y = gaps(down, row) + row as f64 * pitch + CELL / 2.0;
            (x, y)
        };
        let mut places = Vec::with_capacity(columns * rows);
        for row in 0..rows {
            for column in 0..columns {
                let ground = match (is_hexagonal, slant) {
                    (true, _) => Ground::Hexagon,
                    (false, 0) => Ground::Square { is_dark: (row + column) % 2 == 1 },
                    (false, _) => Ground::Square { is_dark: false },
                };
                let mut key: Vec<(usize, &String)> =
                    values(across, column).chain(values(down, row)).collect();
                key.sort_by_key(|(variable, _)| *variable);
                places.push(Place {
                    column: column as u32,
                    row: row as u32,
                    key: key.into_iter().map(|(_, value)| value.clone()).collect(),
                    middle: middle(column, row),
                    size: CELL,
                    ground,
                });
            }
        }
        let last = middle(columns.saturating_sub(1), rows.saturating_sub(1));
        let bottom = last.1 + CELL / 2.0;
        let rows_named = (0..rows).map(|row| {
            let (x, y) = middle(0, row);
            Edge { at: (x - CELL / 2.0 - margin / 2.0, y), text: inner(down, row) }
        });
        // A slanting board goes on below: its columns are named where a next row would be.
        let columns_named = (0..columns).map(|column| {
            let x = middle(column, rows.saturating_sub(1)).0 + if slant > 0 { shift } else { 0.0 };
            Edge { at: (x, bottom + EDGE / 2.0), text: inner(across, column) }
        });
        let edges = rows_named.chain(columns_named).collect();
        let width = last.0 + CELL / 2.0 + if slant > 0 { shift } else { 0.0 };
        Arrangement::of(places, Vec::new(), edges, (width + 4.0, bottom + EDGE))
    }

    /// Boxes with their names above them.
    pub fn boxes(names: &[String]) -> Arrangement {
        let places: Vec<Place> = names
            .iter()
            .enumerate()
            .map(|(number, name)| {
                let (column, row) = (number % BOXES, number / BOXES);
                Place {
                    column: column as u32,
                    row: row as u32,
                    key: vec![name.clone()],
                    middle: (
                        (column as f64 + 0.5) * BOX.0,
                        (row as f64 + 1.0) * BOX.1 - CELL / 2.0,
                    ),
                    size: CELL,
                    ground: Ground::Box,
                }
            })
            .collect();
        let edges = places.iter().map(|place| {
            let (x, y) = place.middle;
            Edge { at: (x, y - CELL / 2.0 - 8.0), text: place.key[0].clone() }
        });
        let edges = edges.collect();
        let size =
            (BOX.0 * names.len().min(BOXES) as f64, BOX.1 * names.len().div_ceil(BOXES) as f64);
        Arrangement::of(places, Vec::new(), edges, size)
    }

    /// Rows and columns for names such as `a1` and `c10`, if all are of this kind and make something like a board.
    pub fn coordinates(names: &[String]) -> Option<Arrangement> {
        let split = |name: &String| {
            let letter = name.chars().next().filter(char::is_ascii_alphabetic)?;
            let number: usize = name[1..].parse().ok().filter(|number| *number <= MOST_BESIDE)?;
            Some((letter, number))
        };
        let parts: Vec<(char, usize)> = names.iter().map(split).collect::<Option<_>>()?;
        let letters: BTreeSet<char> = parts.iter().map(|(letter, _)| *letter).collect();
        let numbers: BTreeSet<usize> = parts.iter().map(|(_, number)| *number).collect();
        if letters.len() < 3 || numbers.len() < 3 {
            return None;
        }
        let across = vec![(0, letters.iter().map(char::to_string).collect())];
        let down = vec![(1, numbers.iter().rev().map(usize::to_string).collect())];
        let Arrangement { mut places, edges, size, .. } = Arrangement::grid(&across, &down, 0);
        for place in &mut places {
            place.key = vec![place.key.concat()];
        }
        places.retain(|place| names.contains(&place.key[0]));
        (places.len() == names.len()).then(|| Arrangement::of(places, Vec::new(), edges, size))
    }

    /// The same with lines between the cells for which a relation holds.
    pub fn joined(mut self, pairs: &[(String, String)]) -> Arrangement {
        let middle = |name: &String| {
            self.find(std::slice::from_ref(name)).map(|place| self.places[place].middle)
        };
        let known: HashSet<(&String, &String)> =
            pairs.iter().map(|(one, other)| (one, other)).collect();
        let both =
            pairs.iter().filter(|(one, other)| one < other || !known.contains(&(other, one)));
        let lines = both.filter_map(|(one, other)| {
            Some(Line { from: middle(one)?, to: middle(other)?, width: 2.0 })
        });
        self.lines = lines.collect();
        self.places.iter_mut().for_each(|place| place.ground = Ground::Spot);
        self
    }

    /// Cells with names at places of their own, the others left out.
    pub fn named(
        names: &HashMap<Position, String>,
        (columns, rows): Position,
        slant: usize,
    ) -> Arrangement {
        let side = |variable: usize, count: usize| -> Side {
            vec![(variable, (0..count).map(|number| number.to_string()).collect())]
        };
        let Arrangement { mut places, size, .. } =
            Arrangement::grid(&side(0, columns), &side(1, rows), slant);
        places.retain_mut(|place| {
            let name = names.get(&(place.column as usize, place.row as usize));
            name.is_some_and(|name| {
                place.key = vec![name.clone()];
                true
            })
        });
        Arrangement::of(places, Vec::new(), Vec::new(), size)
    }

    /// The same with walls between cells, each given by the two that it parts.
    pub fn walled(mut self, parted: &[[Vec<String>; 2]]) -> Arrangement {
        let middle = |key: &Vec<String>| self.find(key).map(|place| self.places[place].middle);
        let walls = parted.iter().filter_map(|[one, other]| {
            let (one, other) = (middle(one)?, middle(other)?);
            let (x, y) = ((one.0 + other.0) / 2.0, (one.1 + other.1) / 2.0);
            let (across, down) = ((one.1 - other.1) / 2.0, (other.0 - one.0) / 2.0);
            Some(Line { from: (x - across, y - down), to: (x + across, y + down), width: 4.0 })
        });
        self.lines = walls.collect();
        self
    }

    /// Where the names stand in a text.
    pub fn layout(text: &str) -> Arrangement {
        let layout::Layout { places, lines, edges, size } = layout::read(text);
        Arrangement::of(places, lines, edges, size)
    }

    fn of(places: Vec<Place>, lines: Vec<Line>, edges: Vec<Edge>, size: (f64, f64)) -> Arrangement {
        let index = places.iter().enumerate().map(|(number, place)| (place.key.clone(), number));
        let index = index.collect();
        Arrangement { places, lines, edges, size, index }
    }

    /// The cell that these values name.
    pub fn find(&self, key: &[String]) -> Option<usize> {
        self.index.get(key).copied()
    }

    /// The cells that have these values, where one is known.
    pub fn matching(&self, known: &[Option<&str>]) -> Vec<usize> {
        let fits = |place: &Place| {
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

/// How many cells are beside each other.
pub fn count(side: &Side) -> usize {
    side.iter().map(|(_, values)| values.len()).product()
}

/// What the variables of a side are at a place.
fn values(side: &Side, place: usize) -> impl Iterator<Item = (usize, &String)> {
    let mut rest = place;
    let levels = side.iter().rev().filter_map(move |(variable, values)| {
        let value = values.get(rest % values.len().max(1))?;
        rest /= values.len().max(1);
        Some((*variable, value))
    });
    levels.collect::<Vec<_>>().into_iter()
}

/// How much room the names of rows take.
fn margin(down: &Side) -> f64 {
    let names = down.last().map_or(&[][..], |(_, names)| names);
    let longest = names.iter().map(|name| name.chars().count().min(LONGEST_NAME)).max();
    EDGE.max(longest.unwrap_or(0) as f64 * 6.5 + 10.0)
}

fn inner(side: &Side, place: usize) -> String {
    let values = side.last().map_or(&[][..], |(_, values)| values);
    values.get(place % values.len().max(1)).cloned().unwrap_or_default()
}

/// The gaps before a place: one for every board in the board that ends before it.
fn gaps(side: &Side, place: usize) -> f64 {
    let mut block = 1;
    let mut gaps = 0;
    for (_, values) in side.iter().skip(1).rev() {
        block *= values.len().max(1);
        gaps += place / block;
    }
    gaps as f64 * GAP
}
