//! Moves at the same time: a matrix of values, with a row for each choice of the own side and a column for each choice
//! of the other.

use super::value::Value;
use microlp::{ComparisonOp, OptimizationDirection, Problem};

/// Assumption about the other side where both sides choose at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpponentModel {
    /// It makes all its joint moves with equal probability (`kuhl`, section 4.5).
    Random,
    /// Both sides play an equilibrium of mixed strategies.
    Equilibrium,
}

/// Largest number of entries of a matrix; for larger ones the other side is assumed to move at random.
pub const MAX_ENTRIES: u64 = 2_500;

/// A mixed strategy of the own side, which chooses each row of the matrix with a probability.
#[derive(Clone, Debug, PartialEq)]
pub struct MixedStrategy {
    /// The value that the strategy gets on average against the best choices of the other side.
    pub value: f64,
    /// Probability of each row.
    pub probabilities: Vec<f64>,
}

/// Returns the best mixed strategy of the own side in a game in which both sides choose at the same time, by a linear
/// program: `rows` has the value of each choice of the own side (row) against each choice of the other (column). `None`
/// if the program has no solution.
pub fn equilibrium(rows: &[Vec<Value>]) -> Option<MixedStrategy> {
    let columns = rows.first()?.len();
    let worst = rows.iter().map(|row| row.iter().copied().min().unwrap_or(0));
    let best_of_column = |column: usize| rows.iter().map(|row| row[column]).max().unwrap_or(0);
    // If no side gains by hiding its choice, there is nothing to mix.
    if worst.clone().max() == (0..columns).map(best_of_column).min() {
        return Some(pure(rows.len(), worst.map(f64::from)));
    }
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let shares: Vec<_> = rows.iter().map(|_| problem.add_var(0.0, (0.0, 1.0))).collect();
    let value = problem.add_var(1.0, (f64::NEG_INFINITY, f64::INFINITY));
    let all: Vec<_> = shares.iter().map(|&share| (share, 1.0)).collect();
    problem.add_constraint(&all, ComparisonOp::Eq, 1.0);
    // In goals from 0 to 100, so that all numbers are of about the same size.
    let scaled = |value: Value| f64::from(value) / SCALE;
    for column in 0..columns {
        let entries = shares.iter().zip(rows).map(|(&share, row)| (share, scaled(row[column])));
        let line: Vec<_> = entries.chain([(value, -1.0)]).collect();
        problem.add_constraint(&line, ComparisonOp::Ge, 0.0);
    }
    let solution = problem.solve().ok()?.into_solution().ok()?;
    let probabilities = shares.iter().map(|&share| solution.var_value(share).max(0.0)).collect();
    Some(MixedStrategy { value: solution.objective() * SCALE, probabilities })
}

const SCALE: f64 = 1000.0;

/// Returns the pure strategy of the first row with the greatest value.
fn pure(count: usize, values: impl Iterator<Item = f64>) -> MixedStrategy {
    let mut mix = MixedStrategy { value: f64::NEG_INFINITY, probabilities: vec![0.0; count] };
    let mut best = 0;
    for (row, value) in values.enumerate() {
        if value > mix.value {
            (best, mix.value) = (row, value);
        }
    }
    if let Some(share) = mix.probabilities.get_mut(best) {
        *share = 1.0;
    }
    mix
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stone_paper_scissors_is_mixed() {
        let rows = [vec![50_000, 0, 100_000], vec![100_000, 50_000, 0], vec![0, 100_000, 50_000]];
        let mix = equilibrium(&rows).unwrap();
        assert!((mix.value - 50_000.0).abs() < 1.0, "{mix:?}");
        assert!(mix.probabilities.iter().all(|share| (share - 1.0 / 3.0).abs() < 1e-6), "{mix:?}");
    }

    #[test]
    fn one_side_may_have_to_mix_unevenly() {
        // The first row has probability 1/3: 2/3 of 30 is 20, and so is 1/3 of 60.
        let mix = equilibrium(&[vec![0, 60_000], vec![30_000, 0]]).unwrap();
        assert!((mix.value - 20_000.0).abs() < 1.0, "{mix:?}");
        assert!((mix.probabilities[0] - 1.0 / 3.0).abs() < 1e-6, "{mix:?}");
    }

    #[test]
    fn a_dominant_row_is_not_mixed() {
        let rows = [vec![10, 20, 30], vec![40, 50, 60], vec![0, 90, 0]];
        assert_eq!(
            equilibrium(&rows),
            Some(MixedStrategy { value: 40.0, probabilities: vec![0.0, 1.0, 0.0] })
        );
        assert_eq!(equilibrium(&[]), None);
    }
}
