//! The results of matches, cell by cell.

use super::{Cell, Finding, Matches, Reported, Task};
use crate::report::NONE;
use crate::results::Results;
use crate::scale::Scale;
use play::statistics::{Interval, Sample, Verdict};
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

/// A percentage and half the width of its 95 % interval, as far as they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Share {
    /// The percentage of won matches.
    pub percent: Option<f64>,
    /// Half the width of the interval.
    pub interval: Option<f64>,
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

    /// Returns the percentage of won matches, a draw counted as half.
    pub fn share(&self) -> Share {
        let sum = |counts: [u64; 2]| counts.iter().sum();
        share(sum(self.won), sum(self.drawn), sum(self.lost))
    }

    /// Returns the percentage of won matches among those in which the player had the first role (0) or the second (1).
    pub fn share_as(&self, role: usize) -> Share {
        share(self.won[role], self.drawn[role], self.lost[role])
    }
}

fn share(won: u64, drawn: u64, lost: u64) -> Share {
    let mut sample = Sample::default();
    for (times, score) in [(won, 1.0), (drawn, 0.5), (lost, 0.0)] {
        (0..times).for_each(|_| sample.add(score));
    }
    let Some(mean) = sample.mean() else { return Share::default() };
    let interval = sample.interval_within(Interval { low: 0.0, high: 1.0 });
    let interval = interval.map(|Interval { low, high }| (mean - low).max(high - mean));
    let percent = |share: f64| 100.0 * share;
    Share { percent: Some(percent(mean)), interval: interval.map(percent) }
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

    /// Returns the averages of a column: the document's, and ours if every game has been played.
    pub fn average(&self, place: usize) -> (Share, Share) {
        let reported = average(self.column(place).map(|compared| compared.reported()));
        let stated = self.matches.columns[place].average;
        let reported = Share { percent: stated.or(reported.percent), ..reported };
        (reported, average(self.column(place).map(|compared| compared.tally.share())))
    }
}

impl Comparison<'_> {
    /// Returns the figures of the document.
    pub fn reported(&self) -> Share {
        match self.cell.reported() {
            Some(Reported { percent, interval }) => Share { percent: Some(percent), interval },
            None => Share::default(),
        }
    }
}

/// Returns the mean of independent shares, if all are known.
fn average(shares: impl Iterator<Item = Share>) -> Share {
    let (mut count, mut percent, mut squares) = (0.0, Some(0.0), Some(0.0));
    for share in shares {
        count += 1.0;
        percent = percent.zip(share.percent).map(|(sum, next)| sum + next);
        squares = squares.zip(share.interval).map(|(sum, next)| sum + next * next);
    }
    Share {
        percent: percent.map(|sum: f64| sum / count),
        interval: squares.map(|sum: f64| sum.sqrt() / count),
    }
}

impl Share {
    /// Returns whether another share is greater or less beyond both intervals; `Equal` if the intervals touch.
    pub fn compare(&self, other: &Share) -> Option<Ordering> {
        let (ours, theirs) = (self.percent?, other.percent?);
        let margin = self.interval? + other.interval?;
        if (ours - theirs).abs() <= margin {
            return Some(Ordering::Equal);
        }
        theirs.partial_cmp(&ours)
    }
}

impl Share {
    /// Returns the verdict on the share in comparison with 50 %, if its interval is known.
    pub fn verdict(&self) -> Option<Verdict> {
        let (percent, interval) = (self.percent?, self.interval?);
        let interval = Interval { low: percent - interval, high: percent + interval };
        Some(Verdict::against(50.0, interval))
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match (self.percent, self.interval) {
            (Some(percent), Some(interval)) => write!(f, "{percent:.2} ± {interval:.2}"),
            (Some(percent), None) => write!(f, "{percent:.2}"),
            (None, _) => f.write_str(NONE),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_intervals_are_nearly_those_of_the_document() {
        // cadia, Table 1: breakthrough knows no draws, so its counts follow from the percentages. It has 4.74, 4.35
        // and 5.80, by the normal distribution; Student's is a little wider.
        assert_eq!(share(173, 0, 27).to_string(), "86.50 ± 4.78");
        assert_eq!(share(178, 0, 22).to_string(), "89.00 ± 4.37");
        assert_eq!(share(155, 0, 45).to_string(), "77.50 ± 5.84");
        assert_eq!(share(1, 2, 1).percent, Some(50.0));
        assert_eq!(share(0, 0, 0).to_string(), "–");
    }

    #[test]
    fn equal_results_do_not_prove_that_the_next_will_be_equal() {
        assert_eq!(share(10, 0, 0).to_string(), "100.00 ± 27.75");
        assert_eq!(share(0, 0, 200).to_string(), "0.00 ± 1.88");
        assert_eq!(share(0, 1, 0).to_string(), "50.00 ± 44.54");
    }

    #[test]
    fn only_clear_differences_count() {
        let share = |percent, interval| Share { percent: Some(percent), interval: Some(interval) };
        let document = share(60.0, 5.0);
        assert_eq!(document.compare(&share(69.0, 4.0)), Some(Ordering::Equal));
        assert_eq!(document.compare(&share(70.0, 4.0)), Some(Ordering::Greater));
        assert_eq!(document.compare(&share(50.0, 4.0)), Some(Ordering::Less));
        assert_eq!(document.compare(&Share::default()), None);
    }

    #[test]
    fn a_share_is_significant_if_its_interval_does_not_contain_half() {
        assert_eq!(share(0, 0, 0).verdict(), None);
        assert_eq!(share(6, 0, 4).verdict(), Some(Verdict::NotSignificant));
        assert_eq!(share(10, 0, 0).verdict(), Some(Verdict::Better));
        assert_eq!(share(20, 0, 180).verdict(), Some(Verdict::Worse));
    }

    #[test]
    fn averages_need_every_game() {
        let all = [share(3, 0, 1), share(1, 0, 3)];
        assert_eq!(average(all.into_iter()).percent, Some(50.0));
        assert_eq!(average([all[0], Share::default()].into_iter()), Share::default());
    }
}
