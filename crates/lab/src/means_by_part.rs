//! Learning curves: the mean goal of a learner in each part of the matches that it learns from.

/// Number of parts of a learning curve.
const PARTS: u64 = 10;

/// The mean goal of a learner in each part of a number of matches.
pub struct MeansByPart {
    matches: u64,
    part: u64,
    played: u64,
    sum: u64,
    count: u64,
}

impl MeansByPart {
    /// Divides a number of matches into ten parts.
    pub fn new(matches: u64) -> MeansByPart {
        MeansByPart { matches, part: matches.div_ceil(PARTS), played: 0, sum: 0, count: 0 }
    }

    /// Divides matches into parts of this size, without an end. A part that is not complete has no mean.
    pub fn of_parts(part: u64) -> MeansByPart {
        MeansByPart { matches: u64::MAX, part, played: 0, sum: 0, count: 0 }
    }

    /// Returns the number of matches in a part.
    pub fn part(&self) -> u64 {
        self.part
    }

    /// Returns the number of matches played so far.
    pub fn played(&self) -> u64 {
        self.played
    }

    /// Returns whether more matches are to be played.
    pub fn goes_on(&self) -> bool {
        self.played < self.matches
    }

    /// Adds the goal of a match. Returns the mean of the part if the match is its last.
    pub fn add(&mut self, goal: u8) -> Option<f64> {
        self.played += 1;
        (self.sum, self.count) = (self.sum + u64::from(goal), self.count + 1);
        let is_over = self.count == self.part || !self.goes_on();
        is_over.then(|| {
            let mean = self.sum as f64 / self.count as f64;
            (self.sum, self.count) = (0, 0);
            mean
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_has_a_mean_and_the_last_may_be_smaller() {
        let mut means = MeansByPart::new(25);
        assert_eq!(means.part(), 3);
        let mut found = Vec::new();
        while means.goes_on() {
            let goal = if means.played() < 24 { 30 } else { 100 };
            found.extend(means.add(goal));
        }
        assert_eq!(means.played(), 25);
        assert_eq!(found, [30.0, 30.0, 30.0, 30.0, 30.0, 30.0, 30.0, 30.0, 100.0]);
    }

    #[test]
    fn without_an_end_only_complete_parts_have_means() {
        let mut means = MeansByPart::of_parts(2);
        let found = [0, 100, 50, 100, 10].map(|goal| means.add(goal));
        assert_eq!(found, [None, Some(50.0), None, Some(75.0), None]);
    }
}
