//! Games from the initial state: counts fit together, means agree, the same arguments give the same results, and long
//! games are aborted.

use super::comparison::{Observed, compare};
use super::sample::Sample;
use super::{Judge, PlayoutViolation, demand, played};
use crate::playouts::{PlayoutOptions, Playouts, Totals};
use crate::{Role, State};

/// Number of games that the backend plays for each game of the machine.
const GAMES_FACTOR: u64 = 4;

/// Maximum number of times that a backend may ask whether to go on.
const MAX_QUESTIONS: u32 = 1_000_000;

/// Number of moves that every game of the machine must have for the check that long games are aborted.
const LEAST_LENGTH: f64 = 8.0;

/// Number of playouts that must all be aborted.
const SHORT_TIMES: u32 = 40;

/// Checks games with equally likely moves, of which the machine has played some.
pub(super) fn check(
    judge: &Judge,
    playouts: &mut dyn Playouts,
    uniform: &Sample,
) -> Result<(), PlayoutViolation> {
    let subject = "games from the initial state";
    let totals = check_games(judge, playouts, subject, uniform)?;
    let next = play(judge, playouts, judge.options(1))?;
    let again = play(judge, playouts, judge.options(0))?;
    demand_equal(judge, &again, &totals, "when they are played again")?;
    let is_random =
        uniform.length.error(1) > 0.0 || uniform.goals.iter().any(|it| it.error(1) > 0.0);
    demand(!is_random || next != totals, || {
        let seed = judge.extent.seed;
        format!("{subject}: the seeds {seed} and {} give the same results", seed + 1)
    })
}

/// Plays games, compares them with those of the machine, and with those of a fork. Returns their results.
pub(super) fn check_games(
    judge: &Judge,
    playouts: &mut dyn Playouts,
    subject: &str,
    sample: &Sample,
) -> Result<Totals, PlayoutViolation> {
    let totals = play(judge, playouts, judge.options(0))?;
    let subject = format!("{subject} (seed {})", judge.extent.seed);
    compare(&subject, sample, &Observed::of_totals(&totals))?;
    let forked = play(judge, &mut *playouts.fork(), judge.options(0))?;
    demand_equal(judge, &forked, &totals, "when a fork plays them")?;
    Ok(totals)
}

/// Plays enough games for a comparison, and checks that their counts fit together.
fn play(
    judge: &Judge,
    playouts: &mut dyn Playouts,
    options: PlayoutOptions,
) -> Result<Totals, PlayoutViolation> {
    let subject = format!("games from the initial state (seed {})", options.seed);
    let wanted = GAMES_FACTOR * u64::from(judge.extent.games);
    let mut questions = 0;
    let mut go_on = |totals: &Totals| {
        questions += 1;
        totals.games() < wanted && questions < MAX_QUESTIONS
    };
    let totals = played(&subject, playouts.play_from_start(options, &mut go_on))?;
    demand(totals.games() >= wanted, || {
        format!("{subject}: there are {} games, and {wanted} were asked for", totals.games())
    })?;
    demand(totals.goals.len() == judge.roles().count(), || {
        format!("{subject}: there are goals of {} roles", totals.goals.len())
    })?;
    for (role, goals) in totals.goals.iter().enumerate() {
        let count: u64 = goals.iter().sum();
        demand(count <= totals.finished, || {
            let finished = totals.finished;
            format!("{subject}: role {role} has {count} goals in {finished} games that ended")
        })?;
    }
    Ok(totals)
}

fn demand_equal(
    judge: &Judge,
    found: &Totals,
    expected: &Totals,
    when: &str,
) -> Result<(), PlayoutViolation> {
    demand(found == expected, || {
        let [found, expected] = [found, expected].map(summary);
        let seed = judge.extent.seed;
        format!("games from the initial state (seed {seed}) differ {when}: {found} and {expected}")
    })
}

/// Returns the counts and the mean goals, as text.
fn summary(totals: &Totals) -> String {
    let roles = (0..totals.goals.len() as u32).map(Role);
    let goals: Vec<f64> = roles.map(|role| totals.mean_goal(role)).collect();
    let Totals { finished, stuck, unfinished, moves, .. } = totals;
    format!(
        "{finished} finished, {stuck} stuck, {unfinished} unfinished, {moves} moves, mean goals {goals:?}"
    )
}

/// Checks that games are aborted that take more than twice the maximum number of moves. Returns whether the game is
/// long enough for this check.
pub(super) fn check_short(
    judge: &Judge,
    playouts: &mut dyn Playouts,
    initial: &State,
    uniform: &Sample,
) -> Result<bool, PlayoutViolation> {
    if uniform.length.least < LEAST_LENGTH {
        return Ok(false);
    }
    let max_length = uniform.length.least as u64 / 4;
    let options = PlayoutOptions { max_length, ..judge.options(2) };
    let subject = format!("games of at most {max_length} moves (seed {})", options.seed);
    let totals = play(judge, playouts, options)?;
    // The machine has played no game that is so short.
    let ended = totals.finished + totals.stuck;
    let games = u64::from(uniform.games());
    demand(ended * games <= 10 * totals.games(), || {
        format!("{subject}: {ended} of {} games come to an end", totals.games())
    })?;
    let outcomes = playouts.play_out(std::slice::from_ref(initial), SHORT_TIMES, options);
    let outcomes = played(&subject, outcomes)?;
    demand(outcomes.aborted(0) == SHORT_TIMES, || {
        format!("{subject}: {} of {SHORT_TIMES} playouts are aborted", outcomes.aborted(0))
    })?;
    demand(outcomes.goals(0).iter().all(|&sum| sum == 0), || {
        format!("{subject}: aborted playouts have the goals {:?}", outcomes.goals(0))
    })?;
    Ok(true)
}
