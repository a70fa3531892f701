//! Recognises relations that list the cells of a board with gaps, as `(space 4 1)` does.
//!
//! The cells of a board are a large part of the grid, occur in every row and column, and include all cells that have
//! contents in the initial state. Relations between numbers (successor, less, not equal) are told apart from boards
//! because they depend on the difference of the numbers only.

use crate::arrangement::GridPosition;
use std::collections::HashSet;

/// Returns the cells that these pairs of values name; `None` if a pair names no cell.
pub(super) fn named<'a>(
    pairs: impl Iterator<Item = (&'a str, &'a str)>,
    columns: &[String],
    rows: &[String],
) -> Option<HashSet<GridPosition>> {
    let place = |values: &[String], value: &str| values.iter().position(|other| other == value);
    pairs.map(|(one, other)| Some((place(columns, one)?, place(rows, other)?))).collect()
}

/// Whether these are the cells of a board with gaps in a grid of this size. `filled` are the cells with contents in the
/// initial state.
pub(super) fn are_board(
    cells: &HashSet<GridPosition>,
    (columns, rows): GridPosition,
    filled: &HashSet<GridPosition>,
) -> bool {
    let all = columns * rows;
    let is_part = cells.len() < all && 5 * cells.len() >= 2 * all;
    let covers = (0..columns).all(|column| cells.iter().any(|cell| cell.0 == column))
        && (0..rows).all(|row| cells.iter().any(|cell| cell.1 == row));
    let has_filled = !filled.is_empty() && filled.is_subset(cells);
    let depends_on_difference = (1..columns).all(|column| {
        (1..rows)
            .all(|row| cells.contains(&(column, row)) == cells.contains(&(column - 1, row - 1)))
    });
    is_part && covers && has_filled && !depends_on_difference
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_board(holds: impl Fn(usize, usize) -> bool, filled: &[GridPosition]) -> bool {
        let all = (0..6).flat_map(|column| (0..6).map(move |row| (column, row)));
        let cells = all.filter(|&(column, row)| holds(column, row)).collect();
        are_board(&cells, (6, 6), &filled.iter().copied().collect())
    }

    #[test]
    fn a_cross_is_a_board_and_orders_are_not() {
        let cross = |column: usize, row: usize| (2..4).contains(&column) || (2..4).contains(&row);
        assert!(is_board(cross, &[(2, 0), (3, 3)]));
        assert!(!is_board(cross, &[(0, 0)]), "a filled cell is outside");
        assert!(!is_board(cross, &[]), "nothing is known");
        assert!(!is_board(|column, row| column <= row, &[(2, 3)]), "at most");
        assert!(!is_board(|column, row| column != row, &[(2, 3)]), "not the same");
        assert!(!is_board(|column, row| column.abs_diff(row) == 1, &[(2, 3)]), "beside");
        assert!(!is_board(|_, _| true, &[(2, 3)]), "everything");
    }

    #[test]
    fn pairs_name_cells() {
        let values = ["a".to_owned(), "b".to_owned()];
        let cells = named([("a", "b"), ("b", "b")].into_iter(), &values, &values);
        assert_eq!(cells, Some(HashSet::from([(0, 1), (1, 1)])));
        assert_eq!(named([("a", "b"), ("a", "c")].into_iter(), &values, &values), None);
    }
}
