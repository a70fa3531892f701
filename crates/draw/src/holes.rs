//! Cells that a board does not have: a relation that never changes says which ones there are, as `(space 4 1)`, or
//! which can be reached from others.
//!
//! There are a good part of the cells, in every row and column, and wherever something is at the start. Relations
//! between numbers (one after the other, less, not the same) hold for pairs by how far apart they are; boards do not.

use crate::neighbours::Position;
use std::collections::HashSet;

/// The cells that pairs of values name; nothing if one of them names none.
pub fn named(
    pairs: &[(String, String)],
    columns: &[String],
    rows: &[String],
) -> Option<HashSet<Position>> {
    let place = |values: &[String], value: &String| values.iter().position(|other| other == value);
    pairs.iter().map(|(one, other)| Some((place(columns, one)?, place(rows, other)?))).collect()
}

/// Whether these are the cells of a board of so many columns and rows, and there are others that are not.
pub fn are_board(
    cells: &HashSet<Position>,
    (columns, rows): Position,
    filled: &HashSet<Position>,
) -> bool {
    let all = columns * rows;
    let is_part = cells.len() < all && 5 * cells.len() >= 2 * all;
    let covers = (0..columns).all(|column| cells.iter().any(|cell| cell.0 == column))
        && (0..rows).all(|row| cells.iter().any(|cell| cell.1 == row));
    let has_filled = !filled.is_empty() && filled.is_subset(cells);
    let is_of_distance = (1..columns).all(|column| {
        (1..rows)
            .all(|row| cells.contains(&(column, row)) == cells.contains(&(column - 1, row - 1)))
    });
    is_part && covers && has_filled && !is_of_distance
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_board(holds: impl Fn(usize, usize) -> bool, filled: &[Position]) -> bool {
        let all = (0..6).flat_map(|column| (0..6).map(move |row| (column, row)));
        let cells = all.filter(|&(column, row)| holds(column, row)).collect();
        are_board(&cells, (6, 6), &filled.iter().copied().collect())
    }

    #[test]
    fn a_cross_is_a_board_and_orders_are_not() {
        let cross = |column: usize, row: usize| (2..4).contains(&column) || (2..4).contains(&row);
        assert!(is_board(cross, &[(2, 0), (3, 3)]));
        assert!(!is_board(cross, &[(0, 0)]), "something is outside");
        assert!(!is_board(cross, &[]), "nothing is known");
        assert!(!is_board(|column, row| column <= row, &[(2, 3)]), "at most");
        assert!(!is_board(|column, row| column != row, &[(2, 3)]), "not the same");
        assert!(!is_board(|column, row| column.abs_diff(row) == 1, &[(2, 3)]), "beside");
        assert!(!is_board(|_, _| true, &[(2, 3)]), "everything");
    }

    #[test]
    fn pairs_name_cells() {
        let values = ["a".to_owned(), "b".to_owned()];
        let pair = |one: &str, other: &str| (one.to_owned(), other.to_owned());
        let cells = named(&[pair("a", "b"), pair("b", "b")], &values, &values);
        assert_eq!(cells, Some(HashSet::from([(0, 1), (1, 1)])));
        assert_eq!(named(&[pair("a", "b"), pair("a", "c")], &values, &values), None);
    }
}
