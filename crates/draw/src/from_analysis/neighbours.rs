//! Neighbours of cells by relations that never change: positions of cells that have only names, boards whose cells have
//! six neighbours, and walls between cells.

use super::cell_arrangement::Relations;
use super::natural_order;
use crate::arrangement::GridPosition;
use analyze::{OrderRelation, StaticRelation};
use std::collections::{HashMap, HashSet};
use term::Term;

/// Pairs of cells for which a relation holds.
pub(super) type CellLinks = Vec<(GridPosition, GridPosition)>;

/// Returns the links of each relation that holds for pairs of cells, given by column and row. Further arguments may
/// stand before or after the two cells.
pub(super) fn links<'a>(
    tables: impl Iterator<Item = &'a StaticRelation>,
    columns: &[String],
    rows: &[String],
) -> Vec<CellLinks> {
    let (columns, rows) = (index(columns), index(rows));
    let cell =
        |one: &Term, other: &Term| Some((*columns.get(one.as_str())?, *rows.get(other.as_str())?));
    let link = |row: &[Term]| match row {
        [a, b, c, d] => Some((cell(a, b)?, cell(c, d)?)),
        _ => None,
    };
    let of = |table: &StaticRelation| -> Option<CellLinks> {
        let arity = table.rows.first()?.len();
        let mut starts = 0..=arity.checked_sub(4)?;
        starts.find_map(|start| {
            table.rows.iter().map(|row| link(row.get(start..start + 4)?)).collect()
        })
    };
    tables.filter_map(of).collect()
}

/// Returns the links of each relation that holds for pairs of cells, given by their names. One further argument may
/// stand before, between or after the two cells.
pub(super) fn named_links(
    relations: &Relations,
    places: &HashMap<String, GridPosition>,
) -> Vec<CellLinks> {
    let link = |one: &str, other: &str| Some((*places.get(one)?, *places.get(other)?));
    let of_pairs = |relation: &StaticRelation| -> Option<CellLinks> {
        relation.pairs().map(|(one, other)| link(one.as_str(), other.as_str())).collect()
    };
    let of_table = |table: &StaticRelation| -> Option<CellLinks> {
        [(0, 1), (1, 2), (0, 2)].into_iter().find_map(|(from, to)| {
            let link = |row: &Vec<Term>| link(row.get(from)?.as_str(), row.get(to)?.as_str());
            table.rows.iter().filter(|row| row.len() == 3).map(link).collect()
        })
    };
    let Relations { binary, wider, .. } = relations;
    let tables = wider.iter().filter(|table| table.rows.first().is_some_and(|row| row.len() == 3));
    binary.iter().filter_map(of_pairs).chain(tables.filter_map(of_table)).collect()
}

/// Direction of the diagonal on which cells have neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Diagonal {
    /// The next column and the next row.
    Rising,
    /// The next column and the preceding row.
    Falling,
}

/// Returns the diagonal on which cells have neighbours, if each cell has six: two on the diagonal, two in its column
/// and two in its row. `None` otherwise, or if the relation holds for less than half of the cells.
pub(super) fn diagonal(links: &CellLinks, cells: usize) -> Option<Diagonal> {
    let ends: HashSet<GridPosition> = links.iter().flat_map(|&(from, to)| [from, to]).collect();
    let steps: HashSet<(isize, isize)> = links.iter().map(|&(from, to)| step(from, to)).collect();
    let has = |step| steps.contains(&step);
    let has_six = steps.len() == 3 && has((1, 0)) && has((0, 1));
    if !has_six || 2 * ends.len() < cells {
        return None;
    }
    match (has((1, 1)), has((1, -1))) {
        (true, _) => Some(Diagonal::Rising),
        (_, true) => Some(Diagonal::Falling),
        _ => None,
    }
}

/// Returns the difference between two cells in columns and rows, in the direction in which the first non-zero one is
/// positive.
fn step(from: GridPosition, to: GridPosition) -> (isize, isize) {
    let difference = |from: usize, to: usize| to as isize - from as isize;
    match (difference(from.0, to.0), difference(from.1, to.1)) {
        step @ ((1.., _) | (0, 0..)) => step,
        (across, down) => (-across, -down),
    }
}

/// Whether all links join neighbours in a column or a row, and both kinds occur.
fn is_orthogonal(links: &CellLinks) -> bool {
    let steps: HashSet<(isize, isize)> = links.iter().map(|&(from, to)| step(from, to)).collect();
    steps == HashSet::from([(1, 0), (0, 1)])
}

/// Returns the pairs of cells between which walls stand, each once; `None` unless all links are between neighbours in
/// columns and rows. The links come from relations that rule out moves.
pub(super) fn walls(links: &CellLinks) -> Option<CellLinks> {
    let mut walls: CellLinks =
        links.iter().map(|&(from, to)| (from.min(to), from.max(to))).collect();
    walls.sort_unstable();
    walls.dedup();
    is_orthogonal(links).then_some(walls)
}

/// Returns the cells that can be reached; `None` unless all links are between neighbours in columns and rows. The links
/// come from relations that allow moves.
pub(super) fn reached(links: &CellLinks) -> Option<HashSet<GridPosition>> {
    is_orthogonal(links).then(|| links.iter().flat_map(|&(from, to)| [from, to]).collect())
}

/// Returns the positions of named cells, and the numbers of columns and rows, if a relation gives each name a column
/// and a row, as `(at c4 6 3)` does. The relation may hold for further names.
pub(super) fn positions(
    names: &[String],
    relations: &Relations,
) -> Option<(HashMap<String, GridPosition>, GridPosition)> {
    relations.wider.iter().find_map(|table| {
        [[0, 1, 2], [2, 0, 1]]
            .into_iter()
            .find_map(|arguments| positions_by(table, arguments, names, relations.orders))
    })
}

/// Returns the positions that a relation gives to named cells; `arguments` are the indices of name, column and row.
fn positions_by(
    table: &StaticRelation,
    arguments: [usize; 3],
    names: &[String],
    orders: &[OrderRelation],
) -> Option<(HashMap<String, GridPosition>, GridPosition)> {
    let cells: Vec<[&Term; 3]> = table
        .rows
        .iter()
        .map(|row| (row.len() == 3).then(|| arguments.map(|argument| &row[argument])))
        .collect::<Option<_>>()?;
    let columns = places(cells.iter().map(|[_, column, _]| *column), orders)?;
    let rows = places(cells.iter().map(|[.., row]| *row), orders)?;
    if columns.len() < 3 || rows.len() < 3 {
        return None;
    }
    let position =
        |[name, column, row]: &[&Term; 3]| (name.to_string(), (columns[*column], rows[*row]));
    let positions: HashMap<String, GridPosition> = cells.iter().map(position).collect();
    let taken: HashSet<&GridPosition> = positions.values().collect();
    let is_one_to_one = positions.len() == cells.len() && taken.len() == cells.len();
    let fits = is_one_to_one && names.iter().all(|name| positions.contains_key(name));
    fits.then_some((positions, (columns.len(), rows.len())))
}

/// Returns the place of each value in the order of a relation, or in numerical order; `None` if they have no order.
fn places<'a>(
    values: impl Iterator<Item = &'a Term>,
    orders: &[OrderRelation],
) -> Option<HashMap<Term, usize>> {
    let known: HashSet<&Term> = values.collect();
    let mut values: Vec<Term> = known.iter().map(|&value| value.clone()).collect();
    if let Some(chain) = orders.iter().find_map(|order| order.chain_of(&values)) {
        let links = chain.iter().filter(|link| known.contains(link));
        return Some(links.cloned().zip(0..).collect());
    }
    let are_numbers = values.iter().all(|value| value.as_str().parse::<u64>().is_ok());
    values.sort_by(|one, other| natural_order::compare(one.as_str(), other.as_str()));
    are_numbers.then(|| values.into_iter().zip(0..).collect())
}

/// Returns the index of each value.
fn index(values: &[String]) -> HashMap<&str, usize> {
    values.iter().enumerate().map(|(number, value)| (value.as_str(), number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all links of a 6 × 6 board with these differences in columns and rows.
    fn all(offsets: &[(isize, isize)]) -> CellLinks {
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
    fn six_neighbours_differ_from_four_and_eight() {
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
    fn walls_stand_between_some_neighbours() {
        let some: CellLinks =
            vec![((0, 0), (1, 0)), ((2, 3), (2, 2)), ((2, 2), (2, 3)), ((4, 4), (4, 5))];
        assert_eq!(walls(&some).map(|walls| walls.len()), Some(3), "each once");
        assert_eq!(reached(&some).map(|cells| cells.len()), Some(6));
        assert_eq!(walls(&all(&[(1, 0)])), None, "one direction");
        let mut far = some;
        far.push(((0, 0), (2, 0)));
        assert_eq!(walls(&far), None, "a leap");
    }
}
