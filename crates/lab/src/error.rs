//! The reasons why a task of an experiment, or a method that a command uses, could not be carried out.

use circuit::BuildError;
use engine::{OpenError, Unplayable};
use game::match_loop::MatchLoopError;
use game::{StopReason, UnknownRole};
use learn::features::{ConstructionError, TooManyBindings};
use learn::td::TdError;
use play::matches::MatchError;
use search::players::PlayerError;
use search::{SettingsError, ThinkError};
use std::fmt::Display;

/// The reason why a task could not be carried out.
#[derive(Debug, thiserror::Error)]
pub enum TaskError {
    /// The rules could not be followed.
    #[error(transparent)]
    Stop(#[from] StopReason),
    /// There is no such role.
    #[error(transparent)]
    Role(#[from] UnknownRole),
    /// There is no such player, or it cannot play the game.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// A player's setting is wrong.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A player cannot get what it needs.
    #[error(transparent)]
    Seat(#[from] Unplayable),
    /// A match with players could not be played to its end.
    #[error(transparent)]
    MatchLoop(#[from] MatchLoopError<ThinkError>),
    /// A match could not be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The game cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The rules cannot be compiled.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The reference machine cannot play the rules.
    #[error("the rules cannot be played: {0}")]
    Reference(#[from] reason::BuildError),
    /// Features could not be constructed.
    #[error(transparent)]
    Construction(#[from] ConstructionError),
    /// Learnt weights cannot be used.
    #[error(transparent)]
    Weights(#[from] TdError),
    /// Features cannot be evaluated.
    #[error(transparent)]
    TooManyBindings(#[from] TooManyBindings),
    /// Anything else, in words.
    #[error("{0}")]
    Other(String),
    /// An error with the thing that it concerns.
    #[error("{0}: {1}")]
    In(String, Box<TaskError>),
}

impl TaskError {
    /// Returns the error with the thing that it concerns in front.
    pub fn within(self, thing: impl Display) -> TaskError {
        TaskError::In(thing.to_string(), Box::new(self))
    }
}
