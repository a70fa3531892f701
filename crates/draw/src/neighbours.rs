//! What relations that never change say about cells: where cells lie that have names only, which have six neighbours, and which are parted
//! by walls.

use crate::natural;
use analyze::{Order, Pairs, Table};
use std::collections::{HashMap, HashSet};

/// A cell, by the numbers of its column and row.
pub type Position = (usize, usize);
/// The cells that a relation joins or parts.
pub type Links = Vec<(Position, Position)>;

/// The links of relations that hold for two cells each, given by column and row, and perhaps for something else before or after them.
pub fn links<'a>(
    tables: impl Iterator<Item = &'a Table>,
    columns: &[String],
    rows: &[String],
) -> Vec<Links> {
    let (columns, rows) = (index(columns), index(rows));
    let cell = |one: &String, other: &String| {
        Some((*columns.get(one.as_str())?, *rows.get(other.as_str())?))
    };
    let link = |row: &[String]| match row {
        [a, b, c, d] => Some((cell(a, b)?, cell(c, d)?)),
        _ => None,
    };
    let of = |table: &Table| -> Option<Links> {
        let arity = table.rows.first()?.len();
        let mut starts = 0..=arity.checked_sub(4)?;
        starts.find_map(|start| {
            table.rows.iter().map(|row| link(row.get(start..start + 4)?)).collect()
        })
    };
    tables.filter_map(of).collect()
}

/// The links of relations that hold for two cells each, given by their names, and perhaps for something else before or after them.
pub fn named_links(
    pairs: &[Pairs],
    tables: &[Table],
    places: &HashMap<String, Position>,
) -> Vec<Links> {
    let link = |one: &String, other: &String| Some((*places.get(one)?, *places.get(other)?));
    let of_pairs = |relation: &Pairs| -> Option<Links> {
        relation.pairs.iter().map(|(one, other)| link(one, other)).collect()
    };
    let of_table = |table: &Table| -> Option<Links> {
        [(0, 1), (1, 2), (0, 2)].into_iter().find_map(|(from, to)| {
            let link = |row: &Vec<String>| link(row.get(from)?, row.get(to)?);
            table.rows.iter().filter(|row| row.len() == 3).map(link).collect()
        })
    };
    let tables = tables.iter().filter(|table| table.rows.first().is_some_and(|row| row.len() == 3));
    pairs.iter().filter_map(of_pairs).chain(tables.filter_map(of_table)).collect()
}

/// The diagonal on which cells have neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Diagonal {
    /// To a later column and a later row.
    Rising,
    /// To a later column and an earlier row.
    Falling,
}

/// The diagonal on which cells have neighbours, if besides it they have those in their column and row, and no others: six in all. The relation
/// has to hold for half of the cells at least.
pub fn diagonal(links: &Links, cells: usize) -> Option<Diagonal> {
    let ends: HashSet<Position> = links.iter().flat_map(|&(from, to)| [from, to]).collect();
    let steps: HashSet<(isize, isize)> = links.iter().map(|&(from, to)| step(from, to)).collect();
    let is_full = 2 * ends.len() >= cells && steps.len() == 3;
    let has = |step| steps.contains(&step);
    match is_full && has((1, 0)) && has((0, 1)) {
        true if has((1, 1)) => Some(Diagonal::Rising),
        true if has((1, -1)) => Some(Diagonal::Falling),
        _ => None,
    }
}

/// How far it is from a cell to another, forwards.
fn step(from: Position, to: Position) -> (isize, isize) {
    let far = |from: usize, to: usize| to as isize - from as isize;
    match (far(from.0, to.0), far(from.1, to.1)) {
        step @ ((1.., _) | (0, 0..)) => step,
        (across, down) => (-across, -down),
    }
}

/// Whether a relation links neighbours in columns and rows, and nothing else.
fn is_orthogonal(links: &Links) -> bool {
    let steps: HashSet<(isize, isize)> = links.iter().map(|&(from, to)| step(from, to)).collect();
    steps == HashSet::from([(1, 0), (0, 1)])
}

/// The cells between which walls stand, each pair once, if a relation that rules out a move parts neighbours in columns and rows.
pub fn walls(links: &Links) -> Option<Links> {
    let mut walls: Links = links.iter().map(|&(from, to)| (from.min(to), from.max(to))).collect();
    walls.sort_unstable();
    walls.dedup();
    is_orthogonal(links).then_some(walls)
}

/// The cells that can be reached, if a relation that allows a move joins neighbours in columns and rows.
pub fn reached(links: &Links) -> Option<HashSet<Position>> {
    is_orthogonal(links).then(|| links.iter().flat_map(|&(from, to)| [from, to]).collect())
}

/// Where cells with names lie, and perhaps others, if a relation gives each a column and a row of its own, as `(at c4 6 3)`; and how many columns
/// and rows there are.
pub fn places(
    names: &[String],
    tables: &[Table],
    orders: &[Order],
) -> Option<(HashMap<String, Position>, Position)> {
    tables.iter().find_map(|table| {
        [[0, 1, 2], [2, 0, 1]].into_iter().find_map(|arguments| {
            let split = |row: &Vec<String>| match row.as_slice() {
                row @ [_, _, _] => Some(arguments.map(|argument| row[argument].clone())),
                _ => None,
            };
            let rows: Vec<[String; 3]> = table.rows.iter().map(split).collect::<Option<_>>()?;
            let columns = sorted(rows.iter().map(|[_, column, _]| column.clone()), orders)?;
            let lines = sorted(rows.iter().map(|[.., line]| line.clone()), orders)?;
            if columns.len() < 3 || lines.len() < 3 {
                return None;
            }
            let (column, line) = (index(&columns), index(&lines));
            let place = |[name, one, other]: &[String; 3]| {
                (name.clone(), (column[one.as_str()], line[other.as_str()]))
            };
            let places: HashMap<String, Position> = rows.iter().map(place).collect();
            let taken: HashSet<&Position> = places.values().collect();
            let is_whole = places.len() == rows.len() && taken.len() == rows.len();
            let fits = is_whole && names.iter().all(|name| places.contains_key(name));
            fits.then_some((places, (columns.len(), lines.len())))
        })
    })
}

/// Values in their order: that of a relation, or of numbers.
fn sorted(values: impl Iterator<Item = String>, orders: &[Order]) -> Option<Vec<String>> {
    let values: HashSet<String> = values.collect();
    let things: Vec<&str> = values.iter().map(String::as_str).collect();
    if let Some(chain) = orders.iter().find_map(|order| order.chain_of(&things)) {
        return Some(chain.iter().filter(|link| values.contains(*link)).cloned().collect());
    }
    let are_numbers = things.iter().all(|thing| thing.parse::<u64>().is_ok());
    let mut values: Vec<String> = values.into_iter().collect();
    values.sort_by(|one, other| natural::compare(one, other));
    are_numbers.then_some(values)
}

fn index(values: &[String]) -> HashMap<&str, usize> {
    values.iter().enumerate().map(|(number, value)| (value.as_str(), number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(offsets: &[(isize, isize)]) -> Links {
        let inside = |place: isize| usize::try_from(place).ok().filter(|&place| place < 6);
        let cells = (0..6).flat_map(|column| (0..6).map(move |row| (column, row)));
        let links = cells.flat_map(|(column, row)| {
            offsets.iter().filter_map(move |(across, down)| {
                let to = (inside(column + across)?, inside(row + down)?);
                Some(((column as usize, row as usize), to))
            })
        });
        links.collect()
    }

    #[test]
    fn six_neighbours_are_told_from_four_and_eight() {
        let of = |offsets: &[(isize, isize)]| diagonal(&all(offsets), 36);
        assert_eq!(of(&[(1, 0), (0, 1), (1, 1)]), Some(Diagonal::Rising));
        assert_eq!(
            of(&[(-1, 0), (0, 1), (0, -1), (1, 0), (1, -1), (-1, 1)]),
            Some(Diagonal::Falling)
        );
        assert_eq!(of(&[(1, 0), (0, 1)]), None, "four");
        assert_eq!(of(&[(1, 0), (0, 1), (1, 1), (1, -1)]), None, "eight");
        assert_eq!(of(&[(1, 0), (0, 1), (1, 2)]), None, "a leap");
        assert_eq!(diagonal(&all(&[(1, 0), (0, 1), (1, 1)]), 100), None, "a small part of a board");
    }

    #[test]
    fn walls_part_some_neighbours() {
        let some: Links =
            vec![((0, 0), (1, 0)), ((2, 3), (2, 2)), ((2, 2), (2, 3)), ((4, 4), (4, 5))];
        assert_eq!(walls(&some).map(|walls| walls.len()), Some(3), "each once");
        assert_eq!(reached(&some).map(|cells| cells.len()), Some(6));
        assert_eq!(walls(&all(&[(1, 0)])), None, "one direction");
        let mut far = some;
        far.push(((0, 0), (2, 0)));
        assert_eq!(walls(&far), None, "a leap");
    }
}
