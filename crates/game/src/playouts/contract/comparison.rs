//! Comparison of a backend's means with those of a sample of the machine.

use super::sample::{Mean, Sample};
use super::{PlayoutViolation, demand};
use crate::playouts::{Outcomes, Totals};

/// Number of standard errors by which means may differ.
pub const STANDARD_ERRORS: f64 = 5.0;

/// Largest number of occurrences that is expected of an event which the machine's sample lacks by chance, such as a
/// solved puzzle. The backend may see such an event, although the spread of the sample does not show it.
const UNSEEN: f64 = 10.0;

/// Largest goal that a role can have.
const GREATEST_GOAL: f64 = 100.0;

/// Results of a backend's games from one state.
pub(super) struct Observed {
    /// Number of games that were compared.
    games: u64,
    /// Number of games that came to an end.
    finished: u64,
    /// Number of games in which a role had no legal move, if it is known.
    stuck: Option<u64>,
    /// Mean goal of each role in games that came to an end.
    goals: Vec<f64>,
    /// Mean number of moves, if it is known.
    length: Option<f64>,
}

impl Observed {
    /// Collects the results of games from the initial state.
    pub(super) fn of_totals(totals: &Totals) -> Observed {
        let roles = (0..totals.goals.len() as u32).map(crate::Role);
        Observed {
            games: totals.games(),
            finished: totals.finished,
            stuck: Some(totals.stuck),
            goals: roles.map(|role| totals.mean_goal(role)).collect(),
            length: (totals.unfinished == 0).then(|| totals.moves as f64 / totals.games() as f64),
        }
    }

    /// Collects the results of playouts that all began in the same state.
    pub(super) fn of_outcomes(outcomes: &Outcomes) -> Observed {
        let finished = outcomes.counts.iter().map(|counts| u64::from(counts.finished)).sum();
        let aborted: u64 = outcomes.counts.iter().map(|counts| u64::from(counts.aborted)).sum();
        let mean = |role: usize| {
            let goals = outcomes.goals.iter().skip(role).step_by(outcomes.roles);
            goals.sum::<u64>() as f64 / finished as f64
        };
        let goals = (0..outcomes.roles).map(mean).collect();
        Observed { games: finished + aborted, finished, stuck: None, goals, length: None }
    }
}

/// Compares the share of games that come to an end, and the means. `subject` says which games the backend played.
pub(super) fn compare(
    subject: &str,
    sample: &Sample,
    observed: &Observed,
) -> Result<(), PlayoutViolation> {
    compare_shares(subject, sample, observed)?;
    if sample.unfinished > 0 || sample.finished == 0 || observed.finished == 0 {
        return Ok(());
    }
    for (role, (goal, &found)) in sample.goals.iter().zip(&observed.goals).enumerate() {
        let subject = || format!("{subject}: the mean goal of role {role}");
        compare_means(subject, goal, GREATEST_GOAL, found, observed.finished)?;
    }
    let Some(length) = observed.length else { return Ok(()) };
    let subject = || format!("{subject}: the mean length");
    compare_means(subject, &sample.length, sample.length.greatest, length, observed.games)
}

/// Compares the shares of games that come to an end or get stuck. Backends may play for longer than the machine before
/// they abort a game, so more of their games may do so where the machine has aborted any.
fn compare_shares(
    subject: &str,
    sample: &Sample,
    observed: &Observed,
) -> Result<(), PlayoutViolation> {
    let stuck = observed.stuck.map(|found| ("get stuck", sample.stuck, found));
    let kinds = [Some(("come to an end", sample.finished, observed.finished)), stuck];
    for (verb, expected, found) in kinds.into_iter().flatten() {
        let (games, others) = (f64::from(sample.games()), observed.games as f64);
        let (expected, found) = (f64::from(expected), found as f64);
        let share = (expected + found) / (games + others);
        let error = (share * (1.0 - share) * (1.0 / games + 1.0 / others)).sqrt();
        let more = found / others - expected / games;
        let is_close = more.abs() <= STANDARD_ERRORS * error + UNSEEN / games;
        demand(is_close || sample.unfinished > 0 && more > 0.0, || {
            format!(
                "{subject}: {found} of {others} games {verb}, on the machine {expected} of {games}"
            )
        })?;
    }
    Ok(())
}

/// Compares a mean of the machine, of numbers that are expected to be at most `greatest`, with one over `others` games.
fn compare_means(
    subject: impl FnOnce() -> String,
    mean: &Mean,
    greatest: f64,
    found: f64,
    others: u64,
) -> Result<(), PlayoutViolation> {
    let (expected, error) = (mean.mean(), mean.error(others));
    let allowed = STANDARD_ERRORS * error + UNSEEN * greatest / f64::from(mean.count());
    demand((found - expected).abs() <= allowed, || {
        format!("{}: {found} instead of {expected} (standard error {error:.3})", subject())
    })
}

/// Whether a backend that played the games of one sample would fail the comparison with the other.
pub(super) fn differ(sample: &Sample, other: &Sample) -> bool {
    let goals = other.goals.iter().map(Mean::mean).collect();
    let [games, finished, stuck] = [other.games(), other.finished, other.stuck].map(u64::from);
    let length = (other.unfinished == 0).then(|| other.length.mean());
    let observed = Observed { games, finished, stuck: Some(stuck), goals, length };
    compare("", sample, &observed).is_err()
}
