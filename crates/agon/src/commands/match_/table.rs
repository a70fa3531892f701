//! The table of a series: a line for each player, and below it one for each of its roles.

use play::matches::PlayerStanding;
use play::statistics::Percentage;
use std::fmt;

/// Rows of cells, of which the first are titles.
pub struct Table {
    rows: Vec<Vec<String>>,
    /// Whether there are two players, of which one can win.
    duel: bool,
    /// Whether players think against the clock.
    clocks: bool,
}

impl Table {
    /// Returns a table with titles only.
    pub fn new(duel: bool, clocks: bool) -> Table {
        let mut titles = vec!["player", "matches"];
        if duel {
            titles.extend(["won", "drawn", "lost", "win %", "95 %"]);
        }
        titles.extend(["goal (95 %)", "simulations/s"]);
        if clocks {
            titles.push("longest s");
        }
        titles.push("errors");
        Table { rows: vec![titles.into_iter().map(str::to_owned).collect()], duel, clocks }
    }

    /// Adds a row for a player or one of its roles.
    pub fn add(&mut self, title: String, standing: &PlayerStanding) {
        let mut row = vec![title, standing.matches.to_string()];
        if self.duel {
            row.extend(
                [standing.won, standing.drawn, standing.lost].map(|count| count.to_string()),
            );
            row.extend(share(standing));
        }
        let speed = standing.simulations_per_second();
        row.extend([
            standing.goal.goal_text().unwrap_or_else(|| "unknown".to_owned()),
            speed.map_or_else(|| "-".to_owned(), |speed| format!("{speed:.0}")),
        ]);
        if self.clocks {
            row.push(format!("{:.3}", standing.longest));
        }
        row.push(standing.errors.to_string());
        self.rows.push(row);
    }
}

fn share(standing: &PlayerStanding) -> [String; 2] {
    match standing.share_won().map(|share| share.percentage()) {
        None => ["-", "-"].map(str::to_owned),
        Some(Percentage { percent, interval }) => {
            [format!("{percent:.1}"), format!("{interval:.1}")]
        }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let columns = self.rows[0].len();
        let width = |column: usize| {
            self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for row in &self.rows {
            write!(f, "{:<width$}", row[0], width = widths[0])?;
            for (cell, &width) in row.iter().zip(&widths).skip(1) {
                write!(f, "  {cell:>width$}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
