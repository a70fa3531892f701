//! Choosing at the same time: a matrix of values, one row for each choice of ours and one column for each of the others.

use super::value::Value;
use microlp::{ComparisonOp, OptimizationDirection, Problem};

/// What the others are taken to do where both sides choose at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// Anything, all their joint moves equally likely (document 000, section 4.5).
    Random,
    /// What is worst for us, as we do what is best against that: both sides mix their choices.
    Equilibrium,
}

/// Bigger matrices are taken as if the others chose at random.
pub const MOST_ENTRIES: u64 = 2_500;

/// What an equilibrium is worth, and how likely each row is in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Mix {
    pub value: f64,
    pub shares: Vec<f64>,
}

/// The equilibrium of a matrix; nothing if it cannot be found.
pub fn equilibrium(rows: &[Vec<Value>]) -> Option<Mix> {
    let columns = rows.first()?.len();
    let worst = rows.iter().map(|row| row.iter().copied().min().unwrap_or(0));
    let best_of_column = |column: usize| rows.iter().map(|row| row[column]).max().unwrap_or(0);
    // Where nobody gains by hiding a choice, there is nothing to mix.
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
    let shares = shares.iter().map(|&share| solution.var_value(share).max(0.0)).collect();
    Some(Mix { value: solution.objective() * SCALE, shares })
}

const SCALE: f64 = 1000.0;

/// The first row of the greatest value, and no other.
fn pure(count: usize, values: impl Iterator<Item = f64>) -> Mix {
    let mut mix = Mix { value: f64::NEG_INFINITY, shares: vec![0.0; count] };
    let mut best = 0;
    for (row, value) in values.enumerate() {
        if value > mix.value {
            (best, mix.value) = (row, value);
        }
    }
    if let Some(share) = mix.shares.get_mut(best) {
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
        assert!(mix.shares.iter().all(|share| (share - 1.0 / 3.0).abs() < 1e-6), "{mix:?}");
    }

    #[test]
    fn one_side_may_have_to_mix_unevenly() {
        // Our first row a third of the time: 2/3 of 30 is 20, and 1/3 of 60.
        let mix = equilibrium(&[vec![0, 60_000], vec![30_000, 0]]).unwrap();
        assert!((mix.value - 20_000.0).abs() < 1.0, "{mix:?}");
        assert!((mix.shares[0] - 1.0 / 3.0).abs() < 1e-6, "{mix:?}");
    }

    #[test]
    fn what_is_best_anyway_is_not_mixed() {
        let rows = [vec![10, 20, 30], vec![40, 50, 60], vec![0, 90, 0]];
        assert_eq!(equilibrium(&rows), Some(Mix { value: 40.0, shares: vec![0.0, 1.0, 0.0] }));
        assert_eq!(equilibrium(&[]), None);
    }
}
