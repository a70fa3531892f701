//! Where states of experiments are estimated: in this process.

use super::arena::PATIENCE;
use crate::engine::{self, Kind};
use crate::interrupt::interrupted;
use crate::rulesheet::RuleSheet;
use crate::seats::GameSeats;
use anyhow::Context;
use game::Role;
use lab::{ArenaError, Drawn, Estimate, Found, Survey, SurveyTask, Surveyor};
use play::Seats;
use search::estimates::{self, Plan};
use std::collections::BTreeMap;
use std::time::Instant;

/// Everything that trials need, made before the first begins.
pub struct Field {
    games: BTreeMap<String, GameSeats>,
}

impl Field {
    /// For these trials; an error if there is no such game, or no such heuristic in it.
    pub fn new(surveys: &[Survey]) -> anyhow::Result<Field> {
        let mut games = BTreeMap::new();
        for Survey { cell, task, seed, .. } in surveys {
            if !games.contains_key(&task.game) {
                let seats = seats(task, *seed).with_context(|| cell.clone())?;
                games.insert(task.game.clone(), seats);
            }
        }
        Ok(Field { games })
    }

    fn estimates(&self, survey: &Survey) -> anyhow::Result<Option<Found>> {
        let (task, begun) = (&survey.task, Instant::now());
        let seats = self.games.get(&task.game).context("the field was not made for this trial")?;
        let plan = Plan {
            simulations: task.simulations,
            visits: task.visits,
            look: task.look,
            critical: task.critical,
            calm: task.calm,
            states: task.states as usize,
            looks: task.looks as usize,
            playouts: task.playouts,
        };
        let seat = seats.seat(Role(0), survey.seed)?;
        let found = estimates::estimate(seat, &task.heuristic, &plan, &interrupted)?;
        Ok(found.map(|found| Found {
            critical: drawn(&found.critical),
            calm: drawn(&found.calm),
            seconds: begun.elapsed().as_secs_f64(),
        }))
    }
}

/// A bundled game, which has the heuristics of a trial: experiments have to mean the same everywhere. The rows of an experiment have
/// different games, so those of the other trials are the same.
fn seats(task: &SurveyTask, seed: u64) -> anyhow::Result<GameSeats> {
    let sheet = RuleSheet::bundled(library::find(&task.game)?);
    let seats = GameSeats::new(engine::playable(&sheet)?, Kind::Auto, PATIENCE)?;
    estimates::check(&seats.seat(Role(0), seed)?, &task.heuristic)?;
    Ok(seats)
}

fn drawn(found: &estimates::Drawn) -> Drawn {
    let estimate = |it: &estimates::Estimate| Estimate {
        spread: it.spread,
        reference: it.value,
        random: it.random,
        guided: it.guided,
    };
    let estimates = found.estimates.iter().map(estimate).collect();
    Drawn { proposed: found.proposed as u64, looked: found.looked as u64, estimates }
}

impl Surveyor for Field {
    fn survey(&self, survey: &Survey) -> Result<Option<Found>, ArenaError> {
        self.estimates(survey).map_err(|error| ArenaError(format!("{error:#}")))
    }
}
