//! Ratings by the model of Bradley and Terry, on the scale of Elo: the player with 400 points more than another is
//! expected to get ten times as many wins as losses.
//!
//! The ratings are the most likely ones given all results at once. Their intervals come from the curvature of the
//! likelihood there (the inverse of the observed information), not from a bootstrap, because a bootstrap of a pairing
//! that was won every time gives an interval of no width. A draw counts as half a win and half a loss; it spreads less
//! than the model thinks, so that with many draws the intervals are wider than they need be.
//!
//! A player that won everything would be infinitely good. So every player also has a draw against an imagined average
//! player, which keeps ratings finite, whatever was played, and matters little beside dozens of matches.

use super::Z;

/// Points of Elo in a difference of 1 on the natural scale of the model.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// The weight of the draw against the average player.
const PRIOR: f64 = 1.0;

/// Largest number of Newton steps. A few are enough; the limit only guarantees an end.
const MOST_STEPS: usize = 100;

/// Steps smaller than this change nothing that is shown.
const SMALL: f64 = 1e-10;

/// A comparison of two players: the part of `weight` that the first one won.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The first player, by number.
    pub first: usize,
    /// The second player, by number.
    pub second: usize,
    /// Part of the weight that went to the first player: all for a win, half for a draw.
    pub won: f64,
    /// Weight of the comparison: 1 for a match of two.
    pub weight: f64,
}

/// A player's rating and its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Points of Elo above the mean of all players.
    pub points: f64,
    /// Half the width of the 95 % interval.
    pub margin: f64,
}

/// The ratings of players that played against each other.
pub struct Ratings {
    /// The strength of each player on the natural scale, around 0.
    strengths: Vec<f64>,
    /// Covariance of the strengths, a row for each player.
    covariance: Vec<Vec<f64>>,
}

impl Ratings {
    /// Returns the most likely ratings of a number of players. Comparisons with other players are ignored.
    pub fn new(players: usize, scores: &[Score]) -> Ratings {
        Ratings::with_prior(players, scores, PRIOR)
    }

    fn with_prior(players: usize, scores: &[Score], prior: f64) -> Ratings {
        let fits =
            |score: &&Score| score.first.max(score.second) < players && score.first != score.second;
        let scores: Vec<Score> = scores.iter().filter(fits).copied().collect();
        let mut model = Model { scores: &scores, prior, strengths: vec![0.0; players] };
        model.climb();
        let covariance = inverse(model.information());
        Ratings { strengths: model.strengths, covariance }
    }

    /// Returns the ratings, in the order of the players.
    pub fn ratings(&self) -> Vec<Rating> {
        let count = self.strengths.len();
        let mean = self.strengths.iter().sum::<f64>() / count as f64;
        let average = vec![1.0 / count as f64; count];
        (0..count)
            .map(|player| {
                let mut contrast: Vec<f64> = average.iter().map(|share| -share).collect();
                contrast[player] += 1.0;
                let points = POINTS * (self.strengths[player] - mean);
                Rating { points, margin: POINTS * Z * self.deviation(&contrast) }
            })
            .collect()
    }

    /// Returns the standard deviation of a weighted sum of strengths.
    fn deviation(&self, weights: &[f64]) -> f64 {
        let row = |row: &Vec<f64>| row.iter().zip(weights).map(|(c, w)| c * w).sum::<f64>();
        let variance: f64 = self.covariance.iter().zip(weights).map(|(c, w)| w * row(c)).sum();
        variance.max(0.0).sqrt()
    }
}

/// The model of Bradley and Terry: the scores, the prior, and the strengths that are fitted to them.
struct Model<'a> {
    scores: &'a [Score],
    prior: f64,
    strengths: Vec<f64>,
}

/// Returns the expected share of wins of a player whose strength is greater by `difference`.
fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

impl Model<'_> {
    /// Finds the most likely strengths by Newton's method. The likelihood is concave, so there is one maximum.
    fn climb(&mut self) {
        for _ in 0..MOST_STEPS {
            let gradient = self.gradient();
            let inverse = inverse(self.information());
            let step: Vec<f64> = inverse
                .iter()
                .map(|row| row.iter().zip(&gradient).map(|(h, g)| h * g).sum())
                .collect();
            let longest = step.iter().fold(0.0f64, |longest, part| longest.max(part.abs()));
            // A step of more than one unit leaves the region in which the parabola resembles the likelihood.
            let scale = 1.0 / longest.max(1.0);
            self.strengths.iter_mut().zip(&step).for_each(|(s, part)| *s += scale * part);
            if longest < SMALL {
                return;
            }
        }
    }

    /// Returns the gradient of the likelihood.
    fn gradient(&self) -> Vec<f64> {
        let mut gradient: Vec<f64> = self
            .strengths
            .iter()
            .map(|&strength| self.prior * (0.5 - expected(strength)))
            .collect();
        for &Score { first, second, won, weight } in self.scores {
            let surplus = won - weight * expected(self.strengths[first] - self.strengths[second]);
            gradient[first] += surplus;
            gradient[second] -= surplus;
        }
        gradient
    }

    /// Returns the curvature of the likelihood (the observed information). The scores depend only on differences of
    /// strengths; without a prior, a term that fixes their sum to 0 makes the result unique.
    fn information(&self) -> Vec<Vec<f64>> {
        let count = self.strengths.len();
        let tie = if self.prior > 0.0 { 0.0 } else { 1.0 };
        let mut information = vec![vec![tie; count]; count];
        for (player, &strength) in self.strengths.iter().enumerate() {
            let share = expected(strength);
            information[player][player] += self.prior * share * (1.0 - share);
        }
        for &Score { first, second, weight, .. } in self.scores {
            let share = expected(self.strengths[first] - self.strengths[second]);
            let curvature = weight * share * (1.0 - share);
            information[first][first] += curvature;
            information[second][second] += curvature;
            information[first][second] -= curvature;
            information[second][first] -= curvature;
        }
        information
    }
}

/// Returns the inverse of a symmetric positive matrix, by elimination; such a matrix needs no exchange of rows.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = matrix.len();
    let unit = |row: usize| (0..count).map(|column| f64::from(u8::from(row == column))).collect();
    let mut inverse: Vec<Vec<f64>> = (0..count).map(unit).collect();
    for pivot in 0..count {
        let scale = 1.0 / matrix[pivot][pivot].max(f64::MIN_POSITIVE);
        for column in 0..count {
            matrix[pivot][column] *= scale;
            inverse[pivot][column] *= scale;
        }
        let (pivot_row, pivot_inverse) = (matrix[pivot].clone(), inverse[pivot].clone());
        for row in (0..count).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            for column in 0..count {
                matrix[row][column] -= factor * pivot_row[column];
                inverse[row][column] -= factor * pivot_inverse[column];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Agresti, Categorical Data Analysis, the American League (East) of 1987: how often each team beat each other, and
    /// the fit as the package BradleyTerry2 gives it, with Baltimore at 0.
    const TEAMS: [(&str, [u32; 7], f64, f64); 7] = [
        ("Milwaukee", [0, 7, 9, 7, 7, 9, 11], 1.5814, 0.3433),
        ("Detroit", [6, 0, 7, 5, 11, 9, 9], 1.4364, 0.3396),
        ("Toronto", [4, 6, 0, 7, 7, 8, 12], 1.2945, 0.3367),
        ("New York", [6, 8, 6, 0, 6, 7, 10], 1.2476, 0.3359),
        ("Boston", [6, 2, 6, 7, 0, 7, 12], 1.1077, 0.3339),
        ("Cleveland", [4, 4, 5, 6, 6, 0, 6], 0.6839, 0.3319),
        ("Baltimore", [2, 4, 1, 3, 1, 7, 0], 0.0, 0.0),
    ];

    fn league() -> Vec<Score> {
        let mut scores = Vec::new();
        for (first, (_, wins, ..)) in TEAMS.iter().enumerate() {
            for (second, &won) in wins.iter().enumerate() {
                let won = f64::from(won);
                scores.push(Score { first, second, won, weight: won });
            }
        }
        scores
    }

    #[test]
    fn strengths_and_deviations_are_those_of_the_textbook() {
        let ratings = Ratings::with_prior(7, &league(), 0.0);
        for (team, (name, _, strength, deviation)) in TEAMS.iter().enumerate() {
            let found = ratings.strengths[team] - ratings.strengths[6];
            assert!((found - strength).abs() < 1e-4, "{name}: {found}");
            let mut contrast = [0.0; 7];
            contrast[team] += 1.0;
            contrast[6] -= 1.0;
            let found = ratings.deviation(&contrast);
            assert!((found - deviation).abs() < 1e-4, "{name}: {found}");
        }
    }

    #[test]
    fn points_follow_from_the_share_of_wins() {
        // Ten to one are 400 points; the draws against the average player take a little of it.
        let scores = [Score { first: 0, second: 1, won: 10_000.0, weight: 11_000.0 }];
        let ratings = Ratings::new(2, &scores).ratings();
        assert!((ratings[0].points - 200.0).abs() < 0.5, "{ratings:?}");
        assert!((ratings[0].points + ratings[1].points).abs() < 1e-6);
        // The information of 11000 matches is 11000 · 10/11 · 1/11, and each rating is half the difference.
        let margin = POINTS * Z / 2.0 / (1000.0f64 * 10.0 / 11.0).sqrt();
        assert!((ratings[0].margin - margin).abs() < 0.1, "{ratings:?} {margin}");
    }

    #[test]
    fn ratings_are_finite_whatever_was_played() {
        let always = [Score { first: 0, second: 1, won: 1000.0, weight: 1000.0 }];
        let ratings = Ratings::new(3, &always).ratings();
        assert!(ratings[0].points > ratings[2].points && ratings[2].points > ratings[1].points);
        assert!(ratings.iter().all(|rating| rating.points.abs() < 2000.0 && rating.margin > 0.0));
        assert!(ratings.iter().all(|rating| rating.margin.is_finite()));
        let nobody = Ratings::new(0, &always).ratings();
        assert!(nobody.is_empty());
        let alone = Ratings::new(1, &[]).ratings();
        assert_eq!((alone[0].points, alone[0].margin), (0.0, 0.0));
    }

    #[test]
    fn those_who_were_not_listed_do_not_count() {
        let odd = [
            Score { first: 0, second: 5, won: 1.0, weight: 1.0 },
            Score { first: 1, second: 1, won: 1.0, weight: 1.0 },
        ];
        let ratings = Ratings::new(2, &odd).ratings();
        assert_eq!((ratings[0].points, ratings[1].points), (0.0, 0.0));
    }
}
