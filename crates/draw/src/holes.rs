//! Cells that a board does not have: a relation that never changes says which ones there are, as `(space 4 1)`.
//!
//! Such a relation holds for a good part of the cells, in every row and column, and wherever something is at the start. Relations
//! between numbers (one after the other, less, not the same) hold for pairs by how far apart they are; boards do not.

use analyze::Pairs;
use std::collections::HashSet;

/// The cells of rows and columns for which a relation holds, each as (column, row); nothing if it says nothing about a board.
pub fn cells(
    relation: &Pairs,
    columns: &[String],
    rows: &[String],
    filled: &[(String, String)],
) -> Option<HashSet<(usize, usize)>> {
    let place = |values: &[String], value: &String| values.iter().position(|other| other == value);
    let find = |(one, other): &(String, String)| Some((place(columns, one)?, place(rows, other)?));
    let cells: HashSet<(usize, usize)> = relation.pairs.iter().map(find).collect::<Option<_>>()?;
    let all = columns.len() * rows.len();
    let is_part = cells.len() < all && 5 * cells.len() >= 2 * all;
    let covers = (0..columns.len()).all(|column| cells.iter().any(|cell| cell.0 == column))
        && (0..rows.len()).all(|row| cells.iter().any(|cell| cell.1 == row));
    let has_filled = !filled.is_empty()
        && filled.iter().all(|cell| find(cell).is_some_and(|cell| cells.contains(&cell)));
    let is_of_distance = (1..columns.len()).all(|column| {
        (1..rows.len())
            .all(|row| cells.contains(&(column, row)) == cells.contains(&(column - 1, row - 1)))
    });
    (is_part && covers && has_filled && !is_of_distance).then_some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(holds: impl Fn(usize, usize) -> bool, filled: &[(usize, usize)]) -> Option<usize> {
        let values: Vec<String> = (0..6).map(|number| number.to_string()).collect();
        let name = |(column, row): (usize, usize)| (column.to_string(), row.to_string());
        let all = (0..6).flat_map(|column| (0..6).map(move |row| (column, row)));
        let pairs = all.filter(|&(column, row)| holds(column, row)).map(name).collect();
        let filled: Vec<(String, String)> = filled.iter().copied().map(name).collect();
        let relation = Pairs { relation: "r".to_owned(), pairs };
        cells(&relation, &values, &values, &filled).map(|cells| cells.len())
    }

    #[test]
    fn a_cross_is_a_board_and_orders_are_not() {
        let cross = |column: usize, row: usize| (2..4).contains(&column) || (2..4).contains(&row);
        assert_eq!(find(cross, &[(2, 0), (3, 3)]), Some(20));
        assert_eq!(find(cross, &[(0, 0)]), None, "something is outside");
        assert_eq!(find(cross, &[]), None, "nothing is known");
        assert_eq!(find(|column, row| column <= row, &[(2, 3)]), None, "at most");
        assert_eq!(find(|column, row| column != row, &[(2, 3)]), None, "not the same");
        assert_eq!(find(|column, row| column.abs_diff(row) == 1, &[(2, 3)]), None, "beside");
        assert_eq!(find(|_, _| true, &[(2, 3)]), None, "everything");
    }
}
