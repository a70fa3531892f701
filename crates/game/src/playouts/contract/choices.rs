//! Choices that are not uniform: weights and preferences are followed as by the machine, and change nothing else.

use super::batches::compare_playouts;
use super::comparison::differ;
use super::sample::Policy;
use super::{Judge, PlayoutViolation, UniformGames, answered, demand, played, start};
use crate::playouts::{Outcomes, Playouts};
use crate::{Move, Preference, Random, Role, State};
use rand::RngExt;

/// Number of playouts of each state in exact comparisons.
const TIMES: u32 = 3;

/// Offset of the seed of exact comparisons.
const PLAY_OUT_SEED: u64 = 12;

/// Largest weight that is given to a move.
const GREATEST: f64 = 64.0;

/// Returns very different weights. Their ratios are powers of eight, so that coarse rounding changes little.
fn uneven_weight(role: Role, action: Move) -> f64 {
    let mixed = (action.0.wrapping_mul(0x9E37_79B9) ^ role.0.wrapping_mul(0x85EB_CA6B)) >> 16;
    [1.0, 8.0, GREATEST][mixed as usize % 3]
}

/// Checks weights. Returns whether they make a difference.
pub(super) fn check_weights(
    judge: &mut Judge,
    playouts: &mut dyn Playouts,
    uniform: &UniformGames,
) -> Result<bool, PlayoutViolation> {
    let before = play_out(judge, playouts, uniform)?;
    playouts.set_weights(Some(&|_, _| 2.5));
    start::check_games(judge, playouts, "games with equal weights", &uniform.from_start)?;
    playouts.set_weights(Some(&uneven_weight));
    let policy = Policy::Weighted(&uneven_weight);
    let matter = check_policy(judge, playouts, uniform, "games with weights", policy)?;
    playouts.set_weights(None);
    let after = play_out(judge, playouts, uniform)?;
    demand_equal(judge, &before, &after, "weights have an effect after they were taken away")?;
    Ok(matter)
}

/// Checks preferences for moves of some states. Returns whether they make a difference.
pub(super) fn check_preferences(
    judge: &mut Judge,
    playouts: &mut dyn Playouts,
    uniform: &UniformGames,
    states: &[State],
) -> Result<bool, PlayoutViolation> {
    let preferences = preferences(judge, states)?;
    let before = play_out(judge, playouts, uniform)?;
    let mut guided = played("games with preferences", playouts.preferring(&preferences))?;
    let policy = Policy::Preferring(&preferences);
    let matter = check_policy(judge, &mut *guided, uniform, "games with preferences", policy)?;
    playouts.set_weights(Some(&uneven_weight));
    let other = playouts.preferring(&preferences);
    playouts.set_weights(None);
    let mut other = played("games with preferences", other)?;
    let guided = play_out(judge, &mut *guided, uniform)?;
    let other = play_out(judge, &mut *other, uniform)?;
    demand_equal(judge, &guided, &other, "weights have an effect on games with preferences")?;
    let after = play_out(judge, playouts, uniform)?;
    demand_equal(judge, &before, &after, "preferences have an effect on the object without them")?;
    Ok(matter)
}

/// Compares games from the initial state, and from the first and the last open state, with the machine. Returns whether
/// any of them can be distinguished from uniform games.
fn check_policy(
    judge: &mut Judge,
    playouts: &mut dyn Playouts,
    uniform: &UniformGames,
    subject: &str,
    policy: Policy,
) -> Result<bool, PlayoutViolation> {
    let from_start = judge.sample(&uniform.initial, policy)?;
    start::check_games(judge, playouts, subject, &from_start)?;
    let mut matter = differ(&uniform.from_start, &from_start);
    let last = uniform.open.len().saturating_sub(1);
    for (index, (state, games)) in uniform.open.iter().enumerate() {
        if index > 0 && index < last {
            continue;
        }
        let sample = judge.sample(state, policy)?;
        let subject = format!("{subject} from open state {index}");
        compare_playouts(judge, playouts, &subject, state, &sample)?;
        matter = matter || differ(games, &sample);
    }
    Ok(matter)
}

/// Plays the open states out a few times, for exact comparisons.
fn play_out(
    judge: &Judge,
    playouts: &mut dyn Playouts,
    uniform: &UniformGames,
) -> Result<Outcomes, PlayoutViolation> {
    let states: Vec<State> = uniform.open.iter().map(|(state, _)| state.clone()).collect();
    let options = judge.options(PLAY_OUT_SEED);
    let subject = format!("{} open states (seed {})", states.len(), options.seed);
    played(&subject, playouts.play_out(&states, TIMES, options))
}

fn demand_equal(
    judge: &Judge,
    one: &Outcomes,
    other: &Outcomes,
    otherwise: &str,
) -> Result<(), PlayoutViolation> {
    let seed = judge.options(PLAY_OUT_SEED).seed;
    let differs = (0..one.len()).find(|&state| {
        one.counts[state] != other.counts[state] || one.goals(state) != other.goals(state)
    });
    demand(one == other, || match differs {
        Some(state) => format!("{otherwise}: open state {state} (seed {seed}) has other results"),
        None => format!("{otherwise}: there are other numbers of states"),
    })
}

/// Returns preferences for legal moves of some states: for those with the greatest weight anywhere, and, with a lower
/// rank, for a few others where two facts of the state are true.
fn preferences(judge: &mut Judge, states: &[State]) -> Result<Vec<Preference>, PlayoutViolation> {
    let mut random = crate::random(judge.extent.seed);
    let (mut preferences, mut legal) = (Vec::new(), Vec::new());
    for state in states {
        let facts = judge.machine.facts(state);
        for role in judge.roles() {
            answered(judge.machine.legal(state, role, &mut legal))?;
            let heavy = legal.iter().filter(|&&action| uneven_weight(role, action) == GREATEST);
            let heavy =
                heavy.map(|&action| Preference { rank: 1, role, action, facts: Vec::new() });
            preferences.extend(heavy);
            if let Some(action) = pick(&legal, &mut random)
                && random.random_ratio(1, 4)
            {
                let facts = (0..2).filter_map(|_| pick(&facts, &mut random)).collect();
                preferences.push(Preference { rank: 0, role, action, facts });
            }
        }
    }
    preferences.sort_unstable();
    preferences.dedup();
    Ok(preferences)
}

fn pick<T: Copy>(choices: &[T], random: &mut Random) -> Option<T> {
    (!choices.is_empty()).then(|| choices[random.random_range(0..choices.len())])
}
