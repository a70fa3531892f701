//! GIFL for players: where features come from (a text, memory, or training before the first move), and what they say to players (`guide`) and
//! to people (`sayings`).

mod guide;
mod sayings;

use crate::players::PlayerError;
use crate::{Limit, Seat};
use game::{Preference, StopReason};
pub use guide::{Advice, Guide};
use learn::gifl::{Features, Kind, Lessons, TrainError, Trainer, Training};
pub use sayings::Sayings;

/// How to get features and how to use them.
#[derive(Clone, Debug, PartialEq)]
pub struct GiflSettings {
    /// The text with the features, if they are not to be learnt.
    pub file: Option<String>,
    /// How many random games to learn from.
    pub runs: u64,
    /// How many more games to see which features help; 0 keeps all.
    pub trials: u64,
    /// How many 2-ply trees of each.
    pub levels: u32,
    /// Whether to learn from games in which the loser makes the last move.
    pub losing: bool,
    /// Whether the deciding move is looked for where facts of the last state do not explain a win; else all of them count.
    pub changes: bool,
    /// Whether moves that win come before those that keep the other side from winning.
    pub wins_first: bool,
    /// In a node of the tree that was visited less often, only those moves are tried that features say are to be made now, if
    /// they are certain.
    pub tree: u32,
    /// C: how much less a level counts than the one below it.
    pub decay: f64,
    /// The temperature of the choice between moves that features value.
    pub temperature: f64,
    /// How often the player's own role looks at features in playouts.
    pub own: f64,
    /// How often the other role does.
    pub other: f64,
    /// How much it counts how often a feature was found, from 0 for not at all.
    pub frequency: f64,
    /// Features that were found less often are left out.
    pub least: u32,
}

/// What features of the first level are worth, where they are not followed outright.
const MOST: f64 = 100.0;

impl GiflSettings {
    /// What features of a level are worth.
    fn value(&self, level: u32) -> f64 {
        let level = i32::try_from(level).unwrap_or(i32::MAX).max(1);
        MOST * self.decay.powi(level - 1)
    }

    /// How much of that a feature is worth that was found so often, where another was found most often.
    fn share(&self, count: u32, most: u32) -> f64 {
        (f64::from(count) / f64::from(most)).powf(self.frequency)
    }
}

/// Where a player learns features before its first move: the first time that it thinks, and not longer.
pub struct School {
    /// How many games there are to learn from.
    runs: u64,
    /// And to try features out.
    trials: u64,
    /// Whether the time was not enough.
    is_late: bool,
    /// How many features were known before the match.
    remembered: Option<usize>,
    stage: Stage,
}

enum Stage {
    Learning(Box<Trainer>),
    /// What is known, until it is taken away.
    Done(Features),
    /// There is nothing more to be had, and why, if there was nothing at all.
    Over(Option<String>),
}

impl School {
    /// For a player with this seat.
    pub fn new(seat: &Seat, settings: &GiflSettings) -> Result<School, PlayerError> {
        let &GiflSettings { runs, trials, levels, losing, changes, .. } = settings;
        let known = remembered(seat, settings);
        let count = known.as_ref().map(Features::len);
        let stage = match (&settings.file, known) {
            (None, Some(features)) => Stage::Done(features),
            (Some(file), _) => {
                let fault = |error: String| PlayerError::Features { file: file.clone(), error };
                let text = (seat.texts)(file).map_err(fault)?;
                let lessons = Lessons::read(&text).map_err(|error| fault(error.to_string()))?;
                let features = lessons.features(&*seat.machine);
                Stage::Done(features.map_err(|error| fault(error.to_string()))?)
            }
            (None, None) => {
                let training = Training { levels, losing, changes, ..Training::default() };
                match Trainer::new(seat.machine.fork(), training, seat.seed) {
                    Ok(trainer) => Stage::Learning(Box::new(trainer)),
                    Err(TrainError::Stop(reason)) => return Err(reason.into()),
                    Err(unfit) => Stage::Over(Some(unfit.to_string())),
                }
            }
        };
        Ok(School { runs, trials, is_late: false, remembered: count, stage })
    }

    /// Learns until the limit says stop; whether it is time to use what was learnt: when nothing is left to learn, or when it was
    /// stopped before.
    pub fn train(&mut self, limit: &Limit) -> Result<bool, StopReason> {
        let Stage::Learning(trainer) = &mut self.stage else { return Ok(true) };
        if std::mem::replace(&mut self.is_late, true) {
            return Ok(true);
        }
        while trainer.runs() < self.runs || trainer.trials() < self.trials {
            if (limit.stop)() {
                return Ok(false);
            }
            let go_on = || !(limit.stop)();
            let done = match trainer.runs() < self.runs {
                true => trainer.run(&go_on),
                false => trainer.try_out(&go_on),
            };
            match done {
                Ok(()) => {}
                Err(TrainError::Stop(StopReason::Interrupted)) => return Ok(false),
                Err(TrainError::Stop(reason)) => return Err(reason),
                Err(unfit) => {
                    self.stage = Stage::Over(Some(unfit.to_string()));
                    return Ok(true);
                }
            }
        }
        Ok(true)
    }

    /// What was learnt, the first time that somebody asks.
    pub fn leave(&mut self) -> Option<Features> {
        if matches!(self.stage, Stage::Over(_)) {
            return None;
        }
        match std::mem::replace(&mut self.stage, Stage::Over(None)) {
            Stage::Learning(trainer) => Some(trainer.helpful()),
            Stage::Done(features) => Some(features),
            Stage::Over(_) => None,
        }
    }

    /// Why nothing can be learnt, or that it need not be.
    pub fn note(&self) -> Option<String> {
        match (&self.stage, self.remembered) {
            (_, Some(count)) => Some(format!("uses {count} remembered features")),
            (Stage::Over(reason), None) => reason.clone(),
            _ => None,
        }
    }
}

/// What is known about the ends of the game, as far as the settings ask for it and do not name a file. What does not fit the game is not used.
fn remembered(seat: &Seat, settings: &GiflSettings) -> Option<Features> {
    let lessons = seat.memory.features.as_ref().filter(|_| settings.file.is_none())?;
    let known = lessons.features(&*seat.machine).ok()?;
    let mut wanted = Features::new(known.are_certain);
    for (feature, count) in known.iter() {
        if feature.level <= settings.levels && (settings.losing || feature.kind != Kind::Losing) {
            wanted.add(feature.clone(), count);
        }
    }
    Some(wanted).filter(|wanted| !wanted.is_empty())
}

/// The moves that features of the first level say are to be made now.
pub fn preferences(features: &Features, settings: &GiflSettings) -> Vec<Preference> {
    let kept = features.iter().filter(|(feature, count)| {
        feature.level == 1 && feature.kind != Kind::Losing && *count >= settings.least
    });
    kept.flat_map(|(feature, _)| {
        let rank = u32::from(settings.wins_first && feature.kind == Kind::Defensive);
        feature.moves.iter().map(move |&action| Preference {
            rank,
            role: feature.role,
            action,
            facts: feature.facts.clone(),
        })
    })
    .collect()
}
