//! The table of a series: a line for each player, and below it one for each role it had.

use play::contest::Standing;
use play::statistics::Sample;
use std::fmt;

/// Rows of cells, of which the first are titles.
pub struct Table {
    rows: Vec<Vec<String>>,
    /// Whether there are two players, one of whom wins.
    duel: bool,
    /// Whether players think against the clock.
    clocks: bool,
}

impl Table {
    /// A table with titles only.
    pub fn new(duel: bool, clocks: bool) -> Table {
        let mut titles = vec!["player", "matches"];
        if duel {
            titles.extend(["won", "drawn", "lost", "win %", "95 %"]);
        }
        titles.extend(["goal", "simulations/s"]);
        if clocks {
            titles.push("longest s");
        }
        titles.push("errors");
        Table { rows: vec![titles.into_iter().map(str::to_owned).collect()], duel, clocks }
    }

    /// Adds a row.
    pub fn add(&mut self, title: String, standing: &Standing) {
        let mut row = vec![title, standing.matches.to_string()];
        if self.duel {
            row.extend(
                [standing.won, standing.drawn, standing.lost].map(|count| count.to_string()),
            );
            row.extend(share(standing));
        }
        let speed = standing.simulations_per_second();
        row.extend([
            with_margin(&standing.goal),
            speed.map_or_else(|| "-".to_owned(), |speed| format!("{speed:.0}")),
        ]);
        if self.clocks {
            row.push(format!("{:.3}", standing.longest));
        }
        row.push(standing.errors.to_string());
        self.rows.push(row);
    }
}

fn share(standing: &Standing) -> [String; 2] {
    match standing.share_won().zip(standing.share_won_interval()) {
        None => ["-", "-"].map(str::to_owned),
        Some((share, interval)) => {
            let [share, low, high] = [share, interval.low, interval.high].map(|x| 100.0 * x);
            [format!("{share:.1}"), format!("{low:.1} to {high:.1}")]
        }
    }
}

/// A mean and what it may be off.
pub fn with_margin(sample: &Sample) -> String {
    match (sample.mean(), sample.margin()) {
        (Some(mean), Some(margin)) => format!("{mean:.2} ± {margin:.2}"),
        (Some(mean), None) => format!("{mean:.2}"),
        (None, _) => "unknown".to_owned(),
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
