//! What the matches of a cell came to.

use crate::experiment::Experiment;
use crate::journal::{Journal, JournalError, Record};
use crate::matches::{Cell, Matches, Reported};
use crate::scale::Scale;
use play::statistics::{Interval, Sample, wilson};
use std::cmp::Ordering;
use std::collections::HashMap;

/// What the matches of a cell came to, from the side of the player under test. Whoever gets the higher goal wins; equal
/// goals are a draw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Won matches, by the role played.
    pub won: [u64; 2],
    /// Drawn matches, by the role played.
    pub drawn: [u64; 2],
    /// Lost matches, by the role played.
    pub lost: [u64; 2],
    /// The sum of what the player got.
    pub goals: u64,
    /// The sum of what the baseline got.
    pub baseline_goals: u64,
    /// The sum of the lengths.
    pub length: u64,
    /// How much the player thought.
    pub effort: Effort,
    /// How much the baseline thought.
    pub baseline_effort: Effort,
    /// How long the matches took together.
    pub seconds: f64,
}

/// How much a player thought in all.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// The simulations.
    pub simulations: u64,
    /// The games that it played out for them.
    pub playouts: u64,
    /// The seconds.
    pub seconds: f64,
    /// The microseconds that a simulation took, summed over matches for which it was noted, and how many these are.
    pub pace: (f64, u64),
}

impl Effort {
    fn add(&mut self, record: &Record, role: usize) {
        if let Some(&pace) = record.pace.get(role).filter(|&&pace| pace > 0.0) {
            self.pace = (self.pace.0 + pace, self.pace.1 + 1);
        }
        self.simulations += record.simulated[role];
        self.playouts += record.playouts[role];
        self.seconds += record.thought[role];
    }

    /// How many simulations it made in a second, if it thought.
    pub fn simulations_per_second(&self) -> Option<f64> {
        self.per_second(self.simulations)
    }

    /// How many microseconds a simulation took where every match and every move counts alike, if it was noted.
    pub fn microseconds(&self) -> Option<f64> {
        (self.pace.1 > 0).then(|| self.pace.0 / self.pace.1 as f64)
    }

    /// How many games it played out in a second, if it thought.
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
    /// The percentage.
    pub percent: Option<f64>,
    /// Half the width.
    pub interval: Option<f64>,
}

/// Student's interval of fewer matches may reach far beyond 0 and 100 %.
const FEW: u64 = 30;

impl Tally {
    /// Adds a match.
    pub fn add(&mut self, record: &Record) {
        let (tested, baseline) = record.goals_of_tested_and_others();
        let count = match tested.cmp(&baseline) {
            Ordering::Greater => &mut self.won,
            Ordering::Equal => &mut self.drawn,
            Ordering::Less => &mut self.lost,
        };
        count[record.tested] += 1;
        self.goals += u64::from(tested);
        self.baseline_goals += u64::from(baseline);
        self.length += record.length;
        self.effort.add(record, record.tested);
        record.others().for_each(|role| self.baseline_effort.add(record, role));
        self.seconds += record.seconds;
    }

    /// How many matches.
    pub fn matches(&self) -> u64 {
        [self.won, self.drawn, self.lost].iter().flatten().sum()
    }

    /// The percentage of won matches, a draw counted as half.
    pub fn share(&self) -> Share {
        let sum = |counts: [u64; 2]| counts.iter().sum();
        share(sum(self.won), sum(self.drawn), sum(self.lost))
    }

    /// The same for the matches in which the player had the first role, or the second.
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
    // Matches that all ended alike have no spread, and yet the next may end otherwise; and a handful has too little to go by.
    let interval = match sample.count() < FEW || [won, drawn, lost].contains(&sample.count()) {
        true => {
            let count = sample.count() as f64;
            let Interval { low, high } = wilson(mean * count, count);
            Some((mean - low).max(high - mean))
        }
        false => sample.margin(),
    };
    let percent = |share: f64| 100.0 * share;
    Share { percent: Some(percent(mean)), interval: interval.map(percent) }
}

/// A cell of the table: what the document says, and what was found.
#[derive(Clone, Debug)]
pub struct Compared<'a> {
    /// The cell.
    pub cell: Cell<'a>,
    /// What was found.
    pub tally: Tally,
}

/// The table with everything that has been played so far.
#[derive(Clone, Debug)]
pub struct Results<'a> {
    /// What was to be played.
    pub matches: &'a Matches,
    /// Row by row.
    pub cells: Vec<Compared<'a>>,
    /// How many matches there are to be.
    pub ordered: usize,
    /// The least and the greatest number of matches that were played at a time, as far as it was noted.
    pub at_a_time: Option<(usize, usize)>,
}

impl<'a> Results<'a> {
    /// Counts what has been played.
    pub fn new(
        experiment: &Experiment,
        matches: &'a Matches,
        scale: Scale,
        journal: &Journal,
    ) -> Result<Results<'a>, JournalError> {
        let compared = |cell| Compared { cell, tally: Tally::default() };
        let mut cells: Vec<Compared> = matches.cells().map(compared).collect();
        let orders = experiment.orders(scale);
        let names = cells.iter().map(|compared| compared.cell.to_string());
        let places: HashMap<String, usize> = names.zip(0..).collect();
        let mut at_a_time: Option<(usize, usize)> = None;
        for (order, record) in orders.iter().zip(journal.answers(&orders)?) {
            if let (Some(record), Some(&place)) = (record, places.get(&order.cell)) {
                cells[place].tally.add(record);
                let (least, most) = at_a_time.unwrap_or((record.threads, record.threads));
                at_a_time = Some((least.min(record.threads), most.max(record.threads)));
            }
        }
        Ok(Results { matches, cells, ordered: orders.len(), at_a_time })
    }

    /// How many matches have been played.
    pub fn played(&self) -> u64 {
        self.cells.iter().map(|compared| compared.tally.matches()).sum()
    }

    /// The cells of a column, from top to bottom.
    pub fn column(&self, place: usize) -> impl Iterator<Item = &Compared<'a>> {
        self.cells.iter().skip(place).step_by(self.matches.columns.len())
    }

    /// The document's average of a column, and ours, if every game has been played.
    pub fn average(&self, place: usize) -> (Share, Share) {
        let reported = average(self.column(place).map(|compared| compared.reported()));
        let stated = self.matches.columns[place].average;
        let reported = Share { percent: stated.or(reported.percent), ..reported };
        (reported, average(self.column(place).map(|compared| compared.tally.share())))
    }
}

impl Compared<'_> {
    /// What the document says.
    pub fn reported(&self) -> Share {
        match self.cell.reported() {
            Some(Reported { percent, interval }) => Share { percent: Some(percent), interval },
            None => Share::default(),
        }
    }
}

/// The mean of independent shares, if all are known.
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
    /// Whether another share is so much greater or less that the intervals do not touch.
    pub fn compare(&self, other: &Share) -> Option<Ordering> {
        let (ours, theirs) = (self.percent?, other.percent?);
        let margin = self.interval? + other.interval?;
        if (ours - theirs).abs() <= margin {
            return Some(Ordering::Equal);
        }
        theirs.partial_cmp(&ours)
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match (self.percent, self.interval) {
            (Some(percent), Some(interval)) => write!(f, "{percent:.2} ± {interval:.2}"),
            (Some(percent), None) => write!(f, "{percent:.2}"),
            (None, _) => f.write_str("–"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_intervals_are_nearly_those_of_the_document() {
        // Document 002, Table 1: breakthrough knows no draws, so its counts follow from the percentages. It has 4.74, 4.35
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
    fn averages_need_every_game() {
        let all = [share(3, 0, 1), share(1, 0, 3)];
        assert_eq!(average(all.into_iter()).percent, Some(50.0));
        assert_eq!(average([all[0], Share::default()].into_iter()), Share::default());
    }
}
