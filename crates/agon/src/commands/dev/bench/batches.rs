//! `agon dev bench --batches`: playouts as search needs them, from many different states and with weights.

use super::{Options, compiled_lanes, short, short_name};
use crate::errors::of_random_games;
use crate::machine_choice;
use crate::rulesheet::RuleSheet;
use anyhow::Context;
use engine::half_way_states;
use game::playouts::{PlayoutOptions, Playouts, Totals};
use game::{Move, Role, State};
use lanes::{Backend, Lanes};
use play::random_games::play_many;
use propnet::CircuitMachine;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

/// Number of different states of a batch.
const STATES: usize = 512;

/// Seed of the random games that these states come from.
const SEED: u64 = 1;

/// Number of moves after which playouts are aborted.
const MAX_LENGTH: u64 = 10_000;

/// Playouts per second of one game, started in different ways.
#[derive(serde::Serialize)]
pub struct Row {
    game: String,
    from_start: f64,
    /// From 512 states half-way through random games, once each.
    half_way: f64,
    /// The same, eight times each.
    half_way_8: f64,
    /// From the start, with moves of different weights.
    weighted: f64,
}

impl Row {
    /// Measures the playouts of a game.
    pub fn measure(sheet: &RuleSheet, options: &Options, backend: Backend) -> anyhow::Result<Row> {
        let model = machine_choice::model(&machine_choice::playable(sheet)?)?;
        let mut machine = CircuitMachine::new(Arc::clone(&model));
        let mut lanes = compiled_lanes(model, backend)?;
        let played = play_many(&mut lanes, &mut machine, &options.games(), &|_| true);
        let played = played.map_err(of_random_games)?;
        let states = half_way_states(&mut machine, STATES, MAX_LENGTH as usize, SEED)?;
        let states = states.context("its random games do not end")?;
        let mut batch = |times| speed(&mut lanes, &states, times, options);
        Ok(Row {
            game: short_name(sheet),
            from_start: played.per_second(played.finished),
            half_way: batch(1)?,
            half_way_8: batch(8)?,
            weighted: weighted_speed(&mut lanes, options)?,
        })
    }

    /// Returns the titles of the columns.
    pub fn header() -> String {
        format!(
            "{:<20} {:>10} {:>10} {:>10} {:>10}   playouts/s",
            "game", "from start", "half-way", "8 times", "weighted"
        )
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:<20} {:>10}", self.game, short(self.from_start))?;
        for speed in [self.half_way, self.half_way_8, self.weighted] {
            write!(f, " {:>10}", short(speed))?;
        }
        let share = |speed| speed / self.from_start;
        let (half_way, times_8) = (share(self.half_way), share(self.half_way_8));
        let weighted = share(self.weighted);
        write!(f, "   of from start: {half_way:.2} {times_8:.2} {weighted:.2}")
    }
}

fn with_seed(seed: u64) -> PlayoutOptions {
    PlayoutOptions { seed, max_length: MAX_LENGTH }
}

/// Plays batches for as long as the options say.
fn speed(
    lanes: &mut Lanes,
    states: &[State],
    times: u32,
    options: &Options,
) -> anyhow::Result<f64> {
    // The first batch compiles the programs.
    lanes.play_out(&states[..1], times, with_seed(0))?;
    let begun = Instant::now();
    let mut finished = 0;
    for seed in 1.. {
        let outcomes = lanes.play_out(states, times, with_seed(seed))?;
        finished += (0..states.len()).map(|state| u64::from(outcomes.finished(state))).sum::<u64>();
        if begun.elapsed().as_secs_f64() >= options.seconds {
            break;
        }
    }
    Ok(finished as f64 / begun.elapsed().as_secs_f64())
}

/// Plays from the start with weights.
fn weighted_speed(lanes: &mut Lanes, options: &Options) -> anyhow::Result<f64> {
    let weight = |role: Role, action: Move| f64::from(1 + (7 * action.0 + role.0) % 13);
    Playouts::set_weights(lanes, Some(&weight));
    // The first games compile the programs.
    lanes.play_from_start(with_seed(0), &mut |_| false)?;
    let begun = Instant::now();
    let mut in_time = |_: &Totals| begun.elapsed().as_secs_f64() < options.seconds;
    let totals = lanes.play_from_start(with_seed(1), &mut in_time)?;
    Ok(totals.finished as f64 / begun.elapsed().as_secs_f64())
}
