//! `agon sim`: random games, with statistics.

use crate::engine::EngineOptions;
use crate::progress::Progress;
use crate::{Outcome, interrupt};
use game::playout::{End, Player};
use std::io::Write;

/// Play random games and show how long they take and how they end
///
/// The same seed gives the same games. Ctrl-C shows the statistics of the games played so far.
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// How many games
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Stop after so many seconds even if games are left
    #[arg(long)]
    seconds: Option<f64>,
    /// The seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Leave games that are not over after so many moves
    #[arg(long, default_value_t = 10_000)]
    max_length: usize,
    /// One JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Plays.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let mut machine = options.engine.machine(&options.rules)?;
    let machine = &mut *machine;
    let mut random = game::random(options.seed);
    let mut player = Player::default();
    let mut lengths = Sample::default();
    let mut goals = vec![Sample::default(); machine.roles().len()];
    let (mut changes, mut unfinished, mut odd_goals) = (0u64, 0u64, 0u64);
    let mut progress = Progress::new(options.games, "games");
    let begun = std::time::Instant::now();
    let mut played = 0;
    interrupt::watch();
    let in_time = || {
        let late = options.seconds.is_some_and(|seconds| begun.elapsed().as_secs_f64() >= seconds);
        !late && !interrupt::interrupted()
    };
    while played < options.games && in_time() {
        let playout = player.play_while(machine, &mut random, options.max_length, &in_time)?;
        let Some(playout) = playout else {
            break;
        };
        played += 1;
        changes += playout.length as u64;
        match playout.end {
            End::Terminal(values) => {
                lengths.add(playout.length as f64);
                odd_goals += u64::from(values.iter().any(|goal| goal.unique().is_none()));
                for (sample, goal) in goals.iter_mut().zip(values) {
                    sample.add(f64::from(goal.value()));
                }
            }
            End::TooLong => unfinished += 1,
            End::NoLegalMove(role) => {
                drop(progress);
                return Err(super::perft::no_legal_move(machine, role, player.state()));
            }
        }
        progress.at(played);
    }
    let seconds = begun.elapsed().as_secs_f64();
    drop(progress);
    let mut out = std::io::stdout().lock();
    if options.json {
        let roles = machine.roles().iter().zip(&goals).map(|(role, goal)| {
            serde_json::json!({"role": role, "goal": goal.mean(), "interval": goal.interval()})
        });
        let value = serde_json::json!({
            "games": played,
            "seed": options.seed,
            "unfinished": unfinished,
            "odd_goals": odd_goals,
            "length": lengths.mean(),
            "length_interval": lengths.interval(),
            "roles": roles.collect::<Vec<_>>(),
            "state_changes": changes,
            "seconds": seconds,
            "state_changes_per_second": changes as f64 / seconds,
        });
        writeln!(out, "{value}")?;
        return Ok(Outcome::Fine);
    }
    writeln!(out, "{played} random games with seed {} in {seconds:.2} s", options.seed)?;
    let width = machine.roles().iter().map(|role| role.chars().count()).max().unwrap_or(0).max(7);
    writeln!(out, "length {:width$}{lengths}", "")?;
    for (role, goal) in machine.roles().iter().zip(&goals) {
        writeln!(out, "goal   {role:<width$}{goal}")?;
    }
    if unfinished > 0 {
        writeln!(out, "{unfinished} games were not over after {} moves", options.max_length)?;
    }
    if odd_goals > 0 {
        writeln!(
            out,
            "{odd_goals} games ended without exactly one goal value from 0 to 100 per role"
        )?;
    }
    writeln!(out, "{:.0} state changes per second", changes as f64 / seconds)?;
    Ok(Outcome::Fine)
}

/// The mean of a sample and the 95 % interval of the true mean.
#[derive(Clone, Default)]
struct Sample {
    count: f64,
    mean: f64,
    /// The sum of squared differences from the mean (Welford's method).
    squares: f64,
}

impl Sample {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        let before = value - self.mean;
        self.mean += before / self.count;
        self.squares += before * (value - self.mean);
    }

    /// Nothing, if there is no game to speak of.
    fn mean(&self) -> Option<f64> {
        (self.count > 0.0).then_some(self.mean)
    }

    /// Half the width of the interval; by the normal distribution, so not for a handful of games.
    fn interval(&self) -> Option<f64> {
        (self.count > 1.0).then(|| 1.96 * (self.squares / (self.count - 1.0) / self.count).sqrt())
    }
}

impl std::fmt::Display for Sample {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match (self.mean(), self.interval()) {
            (Some(mean), Some(interval)) => write!(f, "{mean:7.2} ± {interval:.2}"),
            (Some(mean), None) => write!(f, "{mean:7.2}"),
            (None, _) => f.write_str("unknown"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_follows_from_the_spread() {
        let mut sample = Sample::default();
        assert_eq!(sample.interval(), None);
        for value in [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] {
            sample.add(value);
        }
        assert!((sample.mean().unwrap() - 5.0).abs() < 1e-12);
        // The sample's variance is 32/7, that of its mean 4/7.
        assert!((sample.interval().unwrap() - 1.96 * (4.0f64 / 7.0).sqrt()).abs() < 1e-12);
    }
}
