//! GIFL in players (`gifl`): where features come from, which is a file, prior knowledge, or training before the first
//! move.
//!
//! `feature_sets` combines features, `matcher` finds those that hold in a state, for playouts and evaluations;
//! `explanations` lists them for people. The learning of features itself is `learn::gifl`.

mod explanations;
mod feature_sets;
mod matcher;

use crate::players::PlayerError;
use crate::{Detail, KeepSampling, Limit, Seat};
pub use explanations::Explanations;
use game::{Preference, StopReason};
use learn::gifl::{
    FeatureKind, GiflFeatures, GiflTrainer, GiflTraining, SavedFeatures, TrainError,
};
pub use matcher::{Advice, FeatureMatcher};

/// Settings of the learning and the use of features.
#[derive(Clone, Debug, PartialEq)]
pub struct GiflSettings {
    /// Settings of the learning.
    pub learning: LearningSettings,
    /// Settings of the use.
    pub guidance: GuidanceSettings,
}

/// The features that are learnt before the first move, or read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct LearningSettings {
    /// Name of a text with features; without it they are learnt.
    pub file: Option<String>,
    /// Number of random games to learn from.
    pub runs: u64,
    /// Number of further games that tell which features help; 0 keeps all features.
    pub trials: u64,
    /// Number of 2-ply trees that are examined at the end of each game.
    pub levels: u32,
    /// Whether to learn also from games in which the loser makes the last move.
    pub losing: bool,
    /// Whether the deciding move is searched for if the facts of the last state do not explain a win; otherwise all
    /// facts of that state count.
    pub changes: bool,
}

/// The influence of features on the choice of moves.
#[derive(Clone, Debug, PartialEq)]
pub struct GuidanceSettings {
    /// Whether moves that win are preferred to moves that keep the other role from winning.
    pub wins_first: bool,
    /// Number of visits of a node of the tree during which only the moves that features want made are tried, if
    /// features are certain.
    pub tree: u32,
    /// Factor by which the value of a level is smaller than that of the level before (C).
    pub decay: f64,
    /// Temperature of the choice between moves that features value.
    pub temperature: f64,
    /// Probability that the player's own role follows features in a playout.
    pub own: f64,
    /// Probability that the other role follows features in a playout.
    pub other: f64,
    /// Exponent of the relative frequency of a feature in its value; 0 if the frequency does not count.
    pub frequency: f64,
    /// Smallest count of features that are used.
    pub least: u32,
}

/// Value of features of the first level.
const MAX_VALUE: f64 = 100.0;

impl LearningSettings {
    /// Whether features come from anywhere: from games or from a file.
    pub fn has_source(&self) -> bool {
        self.runs > 0 || self.file.is_some()
    }
}

impl GuidanceSettings {
    /// Returns the value of features of a level.
    fn value(&self, level: u32) -> f64 {
        let level = i32::try_from(level).unwrap_or(i32::MAX).max(1);
        MAX_VALUE * self.decay.powi(level - 1)
    }

    /// Returns the factor of the value of a feature with this count, if the largest count of a feature is `most`.
    fn share(&self, count: u32, most: u32) -> f64 {
        (f64::from(count) / f64::from(most)).powf(self.frequency)
    }
}

/// The learning of features when a match begins. It goes on from one slice of time to the next, until all games are
/// played or its time is over.
pub struct GiflLearning {
    /// Number of games to learn from.
    runs: u64,
    /// Number of games to try features in.
    trials: u64,
    /// Whether there is time for learning; without it, learning ends when all games are played.
    has_time: Option<KeepSampling>,
    /// Number of slices in a row in which no game was finished.
    idle: u32,
    /// Number of features that were known before the match.
    remembered: Option<usize>,
    stage: Stage,
}

/// Number of slices in a row without a finished game after which learning ends: its games take longer than slices.
const MAX_IDLE: u32 = 10;

/// Progress of the learning.
enum Stage {
    /// Games are being played and analysed.
    Learning(Box<GiflTrainer>),
    /// The features, until they are taken.
    Done(GiflFeatures),
    /// There are no features, or they were taken. If there never were any, this is the reason.
    Over(Option<String>),
}

impl GiflLearning {
    /// Creates the learning for a player with this seat.
    pub fn new(seat: &Seat, settings: &GiflSettings) -> Result<GiflLearning, PlayerError> {
        let settings = &settings.learning;
        let known = remembered(seat, settings);
        let count = known.as_ref().map(GiflFeatures::len);
        let stage = match (&settings.file, known) {
            (None, Some(features)) => Stage::Done(features),
            (Some(file), _) => Stage::Done(read(seat, file)?),
            (None, None) => training(seat, settings)?,
        };
        let &LearningSettings { runs, trials, .. } = settings;
        let has_time = seat.feature_time.clone();
        Ok(GiflLearning { runs, trials, has_time, idle: 0, remembered: count, stage })
    }

    /// Learns until the limit says stop. Returns whether it is time to use the features: when nothing is left to learn,
    /// or when the time for learning is over. Otherwise the next call goes on learning.
    pub fn train(&mut self, limit: &Limit) -> Result<bool, StopReason> {
        let Stage::Learning(trainer) = &mut self.stage else { return Ok(true) };
        let has_time = || self.has_time.as_ref().is_none_or(|has_time| has_time());
        let go_on = || !(limit.stop)() && has_time();
        let mut is_idle = true;
        match trainer.train(self.runs, self.trials, &go_on, &mut |_| is_idle = false) {
            Ok(true) => return Ok(true),
            Ok(false) => {}
            Err(TrainError::Stop(reason)) => return Err(reason),
            Err(unfit) => {
                self.stage = Stage::Over(Some(unfit.to_string()));
                return Ok(true);
            }
        }
        self.idle = if is_idle { self.idle + 1 } else { 0 };
        Ok(!has_time() || self.idle >= MAX_IDLE)
    }

    /// Takes the features out; `None` if there are none or they were taken already.
    pub fn take_features(&mut self) -> Option<GiflFeatures> {
        if matches!(self.stage, Stage::Over(_)) {
            return None;
        }
        match std::mem::replace(&mut self.stage, Stage::Over(None)) {
            Stage::Learning(trainer) => Some(trainer.helpful()),
            Stage::Done(features) => Some(features),
            Stage::Over(_) => None,
        }
    }

    /// Returns the origin of the features, or the reason why there are none, where that is worth a remark.
    pub fn detail(&self) -> Option<Detail> {
        match (&self.stage, self.remembered) {
            (_, Some(count)) => Some(Detail::RememberedFeatures(count)),
            (Stage::Over(reason), None) => reason.clone().map(Detail::NoFeatures),
            (Stage::Learning(trainer), None) => Some(Detail::LearningFeatures {
                done: trainer.runs() + trainer.trial_games(),
                games: self.runs.saturating_add(self.trials),
            }),
            (Stage::Done(_), None) => None,
        }
    }
}

/// Reads features from the text that a setting names.
fn read(seat: &Seat, file: &str) -> Result<GiflFeatures, PlayerError> {
    let fault = |error: String| PlayerError::Features { file: file.to_owned(), error };
    let text = (seat.read_text)(file).map_err(fault)?;
    let saved = SavedFeatures::read(&text).map_err(|error| fault(error.to_string()))?;
    saved.features(&*seat.machine).map_err(|error| fault(error.to_string()))
}

/// Begins to learn features from random games.
fn training(seat: &Seat, settings: &LearningSettings) -> Result<Stage, PlayerError> {
    let &LearningSettings { levels, losing, changes, .. } = settings;
    let training =
        GiflTraining { levels, losing, deciding_moves: changes, ..GiflTraining::default() };
    match GiflTrainer::new(seat.machine.fork(), training, seat.seed) {
        Ok(trainer) => Ok(Stage::Learning(Box::new(trainer))),
        Err(TrainError::Stop(reason)) => Err(reason.into()),
        Err(unfit) => Ok(Stage::Over(Some(unfit.to_string()))),
    }
}

/// Returns the features that are known before the match, as far as the settings ask for them and do not name a file. A
/// text that does not fit the game is ignored.
fn remembered(seat: &Seat, settings: &LearningSettings) -> Option<GiflFeatures> {
    let saved = seat.knowledge.features.as_ref().filter(|_| settings.file.is_none())?;
    let known = saved.features(&*seat.machine).ok()?;
    let mut wanted = GiflFeatures::new(known.are_certain);
    for (feature, count) in known.iter() {
        if feature.level <= settings.levels
            && (settings.losing || feature.kind != FeatureKind::Losing)
        {
            wanted.add(feature.clone(), count);
        }
    }
    Some(wanted).filter(|wanted| !wanted.is_empty())
}

/// Returns the moves that features of the first level want made, as preferences of playouts.
pub fn preferences(features: &GiflFeatures, settings: &GuidanceSettings) -> Vec<Preference> {
    let kept = features.iter().filter(|(feature, count)| {
        feature.level == 1 && feature.kind != FeatureKind::Losing && *count >= settings.least
    });
    kept.flat_map(|(feature, _)| {
        let rank = u32::from(settings.wins_first && feature.kind == FeatureKind::Defensive);
        feature.moves.iter().map(move |&action| Preference {
            rank,
            role: feature.role,
            action,
            facts: feature.facts.clone(),
        })
    })
    .collect()
}
