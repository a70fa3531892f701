//! The results of matches, cell by cell.

use super::{Cell, Finding, Matches, Reported, Task};
use crate::results::Results;
use crate::scale::Scale;
use play::statistics::{Percentage, ShareWon};
use std::cmp::Ordering;
use std::collections::HashMap;

/// The results of the matches of a cell for the player under test. The higher goal wins; equal goals are a draw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Number of won matches, by the role that the player had.
    pub won: [u64; 2],
    /// Number of drawn matches, by the role that the player had.
    pub drawn: [u64; 2],
    /// Number of lost matches, by the role that the player had.
    pub lost: [u64; 2],
    /// Sum of the goals of the player.
    pub goals: u64,
    /// Sum of the goals of the baseline.
    pub baseline_goals: u64,
    /// Sum of the lengths of the matches.
    pub length: u64,
    /// Effort of the player.
    pub effort: Effort,
    /// Effort of the baseline.
    pub baseline_effort: Effort,
    /// Seconds that the matches took together.
    pub seconds: f64,
}

/// The effort of a player in several matches.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// Number of simulations in all.
    pub simulations: u64,
    /// Number of playouts for them.
    pub playouts: u64,
    /// Seconds of thinking in all.
    pub seconds: f64,
    /// Microseconds that a simulation took, summed over the matches that recorded it, and the number of these.
    pub pace: (f64, u64),
}

impl Effort {
    fn add(&mut self, finding: &Finding, role: usize) {
        if let Some(&pace) = finding.pace.get(role).filter(|&&pace| pace > 0.0) {
            self.pace = (self.pace.0 + pace, self.pace.1 + 1);
        }
        self.simulations += finding.simulated[role];
        self.playouts += finding.playouts[role];
        self.seconds += finding.thought[role];
    }

    /// Returns the simulations in a second, if the player thought at all.
    pub fn simulations_per_second(&self) -> Option<f64> {
        self.per_second(self.simulations)
    }

    /// Returns the microseconds that a simulation took, if it was recorded; every match and every move counts the same.
    pub fn microseconds(&self) -> Option<f64> {
        (self.pace.1 > 0).then(|| self.pace.0 / self.pace.1 as f64)
    }

    /// Returns the playouts in a second, if the player thought at all.
    pub fn playouts_per_second(&self) -> Option<f64> {
        self.per_second(self.playouts)
    }

    fn per_second(&self, count: u64) -> Option<f64> {
        (self.seconds > 0.0).then(|| count as f64 / self.seconds)
    }
}

impl Tally {
    /// Adds a match that took this many seconds.
    pub fn add(&mut self, task: &Task, finding: &Finding, seconds: f64) {
        let (tested, baseline) = finding.goals_of_tested_and_others(task);
        let count = match tested.cmp(&baseline) {
            Ordering::Greater => &mut self.won,
            Ordering::Equal => &mut self.drawn,
            Ordering::Less => &mut self.lost,
        };
        count[task.tested] += 1;
        self.goals += u64::from(tested);
        self.baseline_goals += u64::from(baseline);
        self.length += finding.length;
        self.effort.add(finding, task.tested);
        finding.others(task).for_each(|role| self.baseline_effort.add(finding, role));
        self.seconds += seconds;
    }

    /// Returns the number of matches.
    pub fn matches(&self) -> u64 {
        [self.won, self.drawn, self.lost].iter().flatten().sum()
    }

    /// Returns the share of matches won, or `None` if there are no matches.
    pub fn share(&self) -> Option<ShareWon> {
        let [won, drawn, lost] = [self.won, self.drawn, self.lost].map(|it| it.iter().sum());
        ShareWon::of_counts(won, drawn, lost)
    }

    /// Returns the share of matches won among those in which the player had the first role (0) or the second (1).
    pub fn share_as(&self, role: usize) -> Option<ShareWon> {
        ShareWon::of_counts(self.won[role], self.drawn[role], self.lost[role])
    }
}

/// A cell of the table with its results.
#[derive(Clone, Debug)]
pub struct Comparison<'a> {
    /// The game and the player of the cell.
    pub cell: Cell<'a>,
    /// The results of its matches.
    pub tally: Tally,
}

/// The table of an experiment with all results so far.
#[derive(Clone, Debug)]
pub struct MatchTable<'a> {
    /// The definition of the table.
    pub matches: &'a Matches,
    /// The cells, row by row.
    pub cells: Vec<Comparison<'a>>,
    /// The smallest and the largest number of matches that were played at once, if it was recorded.
    pub at_once: Option<(u64, u64)>,
    /// The scale of the run.
    pub scale: Scale,
}

impl<'a> MatchTable<'a> {
    /// Counts the results so far.
    pub fn new(matches: &'a Matches, results: &Results<Matches>) -> MatchTable<'a> {
        let comparison = |cell| Comparison { cell, tally: Tally::default() };
        let mut cells: Vec<Comparison> = matches.cells().map(comparison).collect();
        let names = cells.iter().map(|comparison| comparison.cell.to_string());
        let places: HashMap<String, usize> = names.zip(0..).collect();
        let mut at_once: Option<(u64, u64)> = None;
        for line in results.lines() {
            let Some(&place) = places.get(&line.cell) else { continue };
            cells[place].tally.add(&line.task, &line.finding, line.seconds);
            let Some(threads) = line.threads else { continue };
            let (least, most) = at_once.unwrap_or((threads, threads));
            at_once = Some((least.min(threads), most.max(threads)));
        }
        MatchTable { matches, cells, at_once, scale: results.scale }
    }

    /// Returns the cells of a column, from top to bottom.
    pub fn column(&self, place: usize) -> impl Iterator<Item = &Comparison<'a>> {
        self.cells.iter().skip(place).step_by(self.matches.columns.len())
    }

    /// Returns the document's average of a column, if it has figures of all games.
    pub fn reported_average(&self, place: usize) -> Option<Reported> {
        let percent = |compared: &Comparison| Some(compared.cell.reported()?.percent);
        let stated = self.matches.columns[place].average;
        let percents: Option<Vec<f64>> = self.column(place).map(percent).collect();
        let mean = |all: Vec<f64>| all.iter().sum::<f64>() / all.len() as f64;
        let percent = stated.or(percents.map(mean))?;
        Some(Reported { percent, interval: None })
    }

    /// Returns our average of a column, if every game has been played.
    pub fn average(&self, place: usize) -> Option<Percentage> {
        let shares = self.column(place).map(|compared| compared.tally.share());
        let percentages: Option<Vec<_>> = shares.map(|it| Some(it?.percentage())).collect();
        Percentage::mean(&percentages?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_count_as_half_and_roles_are_counted_apart() {
        let tally = Tally { won: [3, 1], drawn: [1, 0], lost: [0, 3], ..Tally::default() };
        let text = |share: Option<ShareWon>| share.map(|it| it.percentage().to_string());
        assert_eq!(text(tally.share()), Some("56.2 (25.9 to 82.6)".to_owned()));
        assert_eq!(text(tally.share_as(1)), Some("25.0 (4.6 to 69.9)".to_owned()));
        assert_eq!(text(Tally::default().share()), None);
    }
}
