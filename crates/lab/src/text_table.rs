//! Tables of plain text for the terminal.

use std::fmt;

/// A table whose columns of numbers are aligned to the right, and all others to the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextTable {
    rows: Vec<Vec<String>>,
}

impl TextTable {
    /// Makes a table with these titles.
    pub fn new(titles: &[&str]) -> TextTable {
        TextTable { rows: vec![titles.iter().map(|title| (*title).to_owned()).collect()] }
    }

    /// Adds a row with a cell for each title.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Keeps only the rows whose first cell is accepted; the titles stay.
    pub fn filtered(mut self, is_kept: impl Fn(&str) -> bool) -> TextTable {
        let mut number = 0;
        self.rows.retain(|row| {
            number += 1;
            number == 1 || is_kept(&row[0])
        });
        self
    }

    /// Returns whether every cell of a column begins with a digit, a sign or a dash.
    fn is_of_numbers(&self, column: usize) -> bool {
        let starts = self.rows[1..].iter().map(|row| row[column].chars().next());
        let mut starts =
            starts.map(|it| it.is_some_and(|it| it.is_ascii_digit() || "+-–".contains(it)));
        self.rows.len() > 1 && starts.all(|is_number| is_number)
    }
}

impl fmt::Display for TextTable {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let count = |cell: Option<&String>| cell.map_or(0, |cell| cell.chars().count());
        let width =
            |column: usize| self.rows.iter().map(|row| count(row.get(column))).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.rows[0].len()).map(width).collect();
        for row in &self.rows {
            let mut line = String::new();
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                let padding = " ".repeat(width - cell.chars().count());
                let space = if column > 0 { " " } else { "" };
                let is_number = self.is_of_numbers(column);
                let [before, after] = if is_number { [&padding[..], ""] } else { ["", &padding] };
                line.push_str(&format!("{space}{before}{cell}{after}"));
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_aligned_to_the_right() {
        let mut table = TextTable::new(&["cell", "matches", "verdict"]);
        table.row(["nim/chance", "2", "better"].map(str::to_owned));
        table.row(["nim/±", "30", "–"].map(str::to_owned));
        let text = "cell       matches verdict\nnim/chance       2 better\nnim/±           30 –\n";
        assert_eq!(table.to_string(), text);
        let some = table.filtered(|cell| cell == "nim/chance").to_string();
        assert_eq!(some, "cell       matches verdict\nnim/chance       2 better\n");
    }
}
