//! Means of values that cannot leave a range, such as goals: their intervals stay within it, however few values there
//! are.

use super::{Interval, Sample, wilson};

/// The range of goals.
const GOALS: Interval = Interval { low: 0.0, high: 100.0 };

/// Samples with fewer values get Wilson's interval, because Student's interval would leave the range.
const FEW: u64 = 30;

impl Sample {
    /// Returns the 95 % interval of the true mean of values that are all within a range, or `None` if there are no
    /// values.
    ///
    /// A handful of values, and values that are all the same, have too little spread to go by. They get Wilson's
    /// interval, which is right for values at the ends of the range and wider than necessary for others, never
    /// narrower.
    pub fn interval_within(&self, range: Interval) -> Option<Interval> {
        let mean = self.mean()?;
        let is_finite = range.low.is_finite() && range.high.is_finite();
        if is_finite && (self.count() < FEW || !self.has_spread()) {
            let (width, count) = (range.high - range.low, self.count() as f64);
            let Interval { low, high } = wilson((mean - range.low) / width * count, count);
            return Some(Interval { low: range.low + width * low, high: range.low + width * high });
        }
        self.interval_of_means_within(range)
    }

    /// Returns the 95 % interval of the true mean of goals, which is never outside of 0 to 100.
    pub fn goal_interval(&self) -> Option<Interval> {
        self.interval_within(GOALS)
    }

    /// Returns the 95 % interval of the true mean of values within a range, each of which is a mean of many, or `None` if
    /// there are fewer than two values.
    ///
    /// Means of many are nearly normal, so the interval is Student's, without the part that no value can have.
    pub fn interval_of_means_within(&self, range: Interval) -> Option<Interval> {
        let (mean, margin) = (self.mean()?, self.margin()?);
        Some(Interval {
            low: (mean - margin).max(range.low),
            high: (mean + margin).min(range.high),
        })
    }

    /// Returns the mean of goals and its interval as text, or `None` if there are no values.
    pub fn goal_text(&self) -> Option<String> {
        Some(text_with_interval(self.mean()?, self.goal_interval()))
    }

    /// Returns the mean of lengths, or of other values that are not negative, and its interval as text, or `None` if
    /// there are no values. The interval is left out if there is only one value.
    pub fn length_text(&self) -> Option<String> {
        let interval = self.interval_within(Interval { low: 0.0, high: f64::INFINITY });
        Some(text_with_interval(self.mean()?, interval))
    }
}

/// Returns the text of a value with its interval, such as `60.0 (31.3 to 83.2)`, or of the value alone.
pub fn text_with_interval(value: f64, interval: Option<Interval>) -> String {
    match interval {
        Some(interval) => format!("{value:.1} ({interval:.1})"),
        None => format!("{value:.1}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(values: &[f64]) -> Sample {
        values.iter().copied().collect()
    }

    #[test]
    fn goals_of_few_matches_stay_between_0_and_100() {
        // By Student's t these would be 50.00 ± 635.31 and 100.00 ± 0.00.
        assert_eq!(sample(&[0.0, 100.0]).goal_text().unwrap(), "50.0 (9.5 to 90.5)");
        assert_eq!(sample(&[100.0, 100.0]).goal_text().unwrap(), "100.0 (34.2 to 100.0)");
        assert_eq!(sample(&[40.0]).goal_text().unwrap(), "40.0 (3.6 to 92.3)");
        assert_eq!(sample(&[]).goal_text(), None);
        for count in 1..60 {
            for wins in 0..=count {
                let goals = (0..count).map(|n| if n < wins { 100.0 } else { 0.0 });
                let Interval { low, high } = goals.collect::<Sample>().goal_interval().unwrap();
                let mean = 100.0 * wins as f64 / count as f64;
                let near = 1e-9;
                assert!(0.0 <= low && low <= mean + near && mean - near <= high && high <= 100.0);
            }
        }
    }

    #[test]
    fn many_values_with_spread_have_students_interval() {
        let many: Sample = (0..200).map(|n| f64::from(n % 2) * 20.0 + 40.0).collect();
        let (interval, margin) = (many.goal_interval().unwrap(), many.margin().unwrap());
        assert_eq!(interval, Interval { low: 50.0 - margin, high: 50.0 + margin });
    }

    #[test]
    fn means_of_many_have_students_interval_within_the_range() {
        let interval = |values: &[f64]| sample(values).interval_of_means_within(GOALS);
        // By Student's t alone this would be 50.0 ± 635.3.
        assert_eq!(interval(&[0.0, 100.0]), Some(GOALS));
        assert_eq!(format!("{:.1}", interval(&[40.0, 41.0, 42.0]).unwrap()), "38.5 to 43.5");
        assert_eq!(interval(&[40.0]), None);
    }

    #[test]
    fn lengths_are_not_negative() {
        assert_eq!(sample(&[5.0, 9.0]).length_text().unwrap(), "7.0 (0.0 to 32.4)");
        assert_eq!(sample(&[5.0]).length_text().unwrap(), "5.0");
        assert_eq!(sample(&[]).length_text(), None);
    }
}
