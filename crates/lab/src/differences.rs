//! Differences of our figures from a document's. A report says that two figures differ only if the test of both shows it,
//! given the number of tests in the report.

use play::statistics::holm;
use std::cmp::Ordering;

/// Largest probability with which a report takes any difference for more than chance (the family-wise error).
const LEVEL: f64 = 0.05;

/// The difference of a figure of ours from that of a document.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Our percentage minus the document's.
    pub points: f64,
    /// Probability of such a difference by chance, according to the test of these two figures alone.
    pub p: f64,
    /// The same, adjusted for the number of tests in the report.
    pub adjusted: f64,
}

/// A difference in percentage points and the p-value of its test.
pub type Test = (f64, f64);

impl Difference {
    /// Adjusts the p-values of all tests of a report by Holm's method. Figures that are not tested stay without a
    /// difference.
    pub fn adjusted(tests: &[Option<Test>]) -> Vec<Option<Difference>> {
        let p_values: Vec<f64> = tests.iter().flatten().map(|(_, p)| *p).collect();
        let mut adjusted = holm(&p_values).into_iter();
        let mut difference =
            |&(points, p): &Test| Some(Difference { points, p, adjusted: adjusted.next()? });
        tests.iter().map(|test| test.as_ref().and_then(&mut difference)).collect()
    }

    /// Returns whether our figure is higher (`Greater`) or lower by more than chance explains.
    fn ordering(&self) -> Ordering {
        if self.adjusted < LEVEL { self.points.total_cmp(&0.0) } else { Ordering::Equal }
    }

    /// Returns the word for our figure in comparison with the document's.
    pub fn verdict(&self) -> &'static str {
        match self.ordering() {
            Ordering::Greater => "higher",
            Ordering::Less => "lower",
            Ordering::Equal => "not significantly different",
        }
    }

    /// Returns the mark of our figure: ▲ if it is significantly higher, ▼ if it is significantly lower.
    fn mark(&self) -> &'static str {
        match self.ordering() {
            Ordering::Greater => " ▲",
            Ordering::Less => " ▼",
            Ordering::Equal => "",
        }
    }
}

/// Returns the mark of a figure that may not have been tested.
pub fn mark(difference: Option<Difference>) -> &'static str {
    difference.map_or("", |difference| difference.mark())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_tested_counts_and_more_tests_need_smaller_probabilities() {
        let alone = Difference::adjusted(&[Some((-11.0, 0.02)), None]);
        assert_eq!(alone[0].map(|it| (it.adjusted, it.mark())), Some((0.02, " ▼")));
        assert_eq!((alone[1], mark(alone[1])), (None, ""));
        let several =
            Difference::adjusted(&[Some((-11.0, 0.02)), Some((3.0, 0.3)), Some((20.0, 0.001))]);
        let marks: Vec<&str> = several.iter().map(|it| mark(*it)).collect();
        assert_eq!(marks, [" ▼", "", " ▲"]);
        let more = Difference::adjusted(&[Some((-11.0, 0.02)), Some((3.0, 0.3)), Some((2.0, 0.9))]);
        assert_eq!(more[0].map(|it| (it.adjusted, it.mark())), Some((0.06, "")));
    }
}
