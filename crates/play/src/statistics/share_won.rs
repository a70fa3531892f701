//! Shares of matches won, a draw counted as half, with intervals by Wilson's method.

use super::{Interval, Verdict, Z, text_with_interval, wilson};
use std::fmt;

/// The share of matches won, a draw counted as half, and the number of matches that it comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShareWon {
    /// Number of matches won, with half of those drawn.
    points: f64,
    matches: f64,
}

impl ShareWon {
    /// Returns the share of matches with these results, or `None` if there are no matches.
    pub fn of_counts(won: u64, drawn: u64, lost: u64) -> Option<ShareWon> {
        let matches = (won + drawn + lost) as f64;
        (matches > 0.0).then(|| ShareWon { points: won as f64 + drawn as f64 / 2.0, matches })
    }

    /// Returns a share between 0 and 1 of a number of matches, or `None` if there are no matches.
    pub fn of_share(share: f64, matches: f64) -> Option<ShareWon> {
        let is_share = (0.0..=1.0).contains(&share) && matches > 0.0;
        is_share.then_some(ShareWon { points: share * matches, matches })
    }

    /// Returns a share between 0 and 1 of as many matches without draws as give half of its 95 % interval this width, or
    /// `None` if no number does.
    pub fn of_margin(share: f64, margin: f64) -> Option<ShareWon> {
        let matches = share * (1.0 - share) * (Z / margin).powi(2);
        ShareWon::of_share(share, matches).filter(|_| matches.is_finite())
    }

    /// Returns the share of the matches of this share and of another one together.
    pub fn with(&self, other: ShareWon) -> ShareWon {
        ShareWon { points: self.points + other.points, matches: self.matches + other.matches }
    }

    /// Returns the number of matches.
    pub fn matches(&self) -> f64 {
        self.matches
    }

    /// Returns the share, between 0 and 1.
    pub fn value(&self) -> f64 {
        self.points / self.matches
    }

    /// Returns the 95 % interval of the true share, within 0 and 1.
    pub fn interval(&self) -> Interval {
        wilson(self.points, self.matches)
    }

    /// Returns the verdict on the share in comparison with one half.
    pub fn verdict(&self) -> Verdict {
        Verdict::of_share(self.interval())
    }

    /// Returns the share and its interval in percent.
    pub fn percentage(&self) -> Percentage {
        let interval = self.interval();
        let [percent, low, high] = [self.value(), interval.low, interval.high].map(|x| 100.0 * x);
        Percentage { percent, interval: Interval { low, high } }
    }
}

/// A percentage with its 95 % interval. Its text is such as `60.0 (31.3 to 83.2)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Percentage {
    /// The percentage, from 0 to 100.
    pub percent: f64,
    /// The 95 % interval of the true percentage, within 0 and 100.
    pub interval: Interval,
}

impl Percentage {
    /// Returns the mean of independent percentages, or `None` if there are none.
    ///
    /// Each side of its interval follows from the same side of the intervals of the percentages (the method of variance
    /// estimates recovery, of Zou and Donner 2008), so that it does not leave 0 to 100 either.
    pub fn mean(percentages: &[Percentage]) -> Option<Percentage> {
        if percentages.is_empty() {
            return None;
        }
        let count = percentages.len() as f64;
        let percent = percentages.iter().map(|it| it.percent).sum::<f64>() / count;
        let side = |width: fn(&Percentage) -> f64| {
            percentages.iter().map(|it| width(it).powi(2)).sum::<f64>().sqrt() / count
        };
        let low = percent - side(|it| it.percent - it.interval.low);
        let high = percent + side(|it| it.interval.high - it.percent);
        Some(Percentage { percent, interval: Interval { low, high } })
    }
}

impl fmt::Display for Percentage {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(&text_with_interval(self.percent, Some(self.interval)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(won: u64, drawn: u64, lost: u64) -> String {
        let share = ShareWon::of_counts(won, drawn, lost).expect("there are matches");
        share.percentage().to_string()
    }

    #[test]
    fn intervals_stay_between_0_and_100() {
        assert_eq!(text(6, 0, 4), "60.0 (31.3 to 83.2)");
        assert_eq!(text(2, 0, 0), "100.0 (34.2 to 100.0)");
        assert_eq!(text(0, 0, 200), "0.0 (0.0 to 1.9)");
        assert_eq!(text(199, 0, 1), "99.5 (97.2 to 99.9)");
        assert_eq!(text(0, 1, 0), "50.0 (5.5 to 94.5)");
        assert_eq!(ShareWon::of_counts(0, 0, 0), None);
    }

    #[test]
    fn a_margin_tells_the_number_of_matches() {
        // Breakthrough in cadia, Table 1, where each player has 200 matches without draws: 86.50 ± 4.74.
        let share = ShareWon::of_margin(0.865, 0.0474).expect("there is a number");
        assert!((share.matches() - 200.0).abs() < 1.0, "{share:?}");
        assert_eq!(share.value(), 0.865);
        assert_eq!([ShareWon::of_margin(1.0, 0.05), ShareWon::of_margin(0.5, 0.0)], [None; 2]);
        assert_eq!([ShareWon::of_share(1.5, 10.0), ShareWon::of_share(0.5, 0.0)], [None; 2]);
    }

    #[test]
    fn a_share_is_significant_if_its_interval_does_not_contain_half() {
        let verdict = |won, lost| ShareWon::of_counts(won, 0, lost).expect("matches").verdict();
        assert_eq!(verdict(6, 4), Verdict::NotSignificant);
        assert_eq!(verdict(10, 0), Verdict::Better);
        assert_eq!(verdict(20, 180), Verdict::Worse);
    }

    #[test]
    fn the_interval_of_a_mean_is_narrower_and_stays_between_0_and_100() {
        let share =
            |won, lost| ShareWon::of_counts(won, 0, lost).expect("there are matches").percentage();
        // By hand from 60 (31.27 to 83.18) and 100 (72.25 to 100): 80 - √(28.73² + 27.75²) / 2 = 60.03, and
        // 80 + 23.18 / 2 = 91.59.
        let mean = Percentage::mean(&[share(6, 4), share(10, 0)]).expect("there are two");
        assert_eq!(mean.to_string(), "80.0 (60.0 to 91.6)");
        let all = Percentage::mean(&[share(10, 0), share(10, 0)]).expect("there are two");
        assert_eq!(all.to_string(), "100.0 (80.4 to 100.0)");
        assert_eq!(Percentage::mean(&[]), None);
    }
}
