//! Where a player has its features from: a text, or training before its first move.

use super::gifl::{GiflSettings, Guide};
use crate::players::PlayerError;
use crate::{Limit, Seat};
use game::{Role, StopReason};
use learn::gifl::{Lessons, TrainError, Trainer, Training};

/// Gets features, and then guides.
pub struct Teacher {
    settings: GiflSettings,
    role: Role,
    trainer: Trainer,
}

/// What a teacher begins with.
pub enum Schooling {
    /// Features are known.
    Done(Guide),
    /// They are to be learnt.
    Needed(Box<Teacher>),
    /// There are none in this game, and why: it is played without.
    Unfit(String),
}

impl Schooling {
    /// Of a player with this seat.
    pub fn new(seat: &Seat, settings: &GiflSettings) -> Result<Schooling, PlayerError> {
        if let Some(file) = &settings.file {
            let fault = |error: String| PlayerError::Features { file: file.clone(), error };
            let text = (seat.texts)(file).map_err(fault)?;
            let lessons = Lessons::read(&text).map_err(|error| fault(error.to_string()))?;
            let features = lessons.features(&*seat.machine);
            let features = features.map_err(|error| fault(error.to_string()))?;
            return Ok(Schooling::Done(Guide::new(&features, settings, seat.role)));
        }
        let training =
            Training { levels: settings.levels, losing: settings.losing, ..Training::default() };
        let settings = settings.clone();
        match Trainer::new(seat.machine.fork(), training, seat.seed) {
            Ok(trainer) => {
                Ok(Schooling::Needed(Box::new(Teacher { settings, role: seat.role, trainer })))
            }
            Err(TrainError::Stop(reason)) => Err(reason.into()),
            Err(unfit) => Ok(Schooling::Unfit(unfit.to_string())),
        }
    }
}

impl Teacher {
    /// Trains until the limit says stop; whether nothing is left to do.
    pub fn train(&mut self, limit: &Limit) -> Result<bool, TrainError> {
        while self.trainer.runs() < self.settings.runs {
            if (limit.stop)() {
                return Ok(false);
            }
            match self.trainer.run(&|| !(limit.stop)()) {
                Err(TrainError::Stop(StopReason::Interrupted)) => return Ok(false),
                other => other?,
            }
        }
        Ok(true)
    }

    /// What was learnt so far.
    pub fn guide(&self) -> Guide {
        Guide::new(self.trainer.features(), &self.settings, self.role)
    }
}
