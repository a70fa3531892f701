//! Choosing moves: the players.
//!
//! A [`Player`] plays one role of one match. It thinks about the present state until a limit is reached, chooses a move,
//! and goes on to the state after the joint move. [`players`] is the list of all players, each with its settings, and
//! makes them by name.
//!
//! This crate contains neither GDL nor clocks and files: the limit of thinking is an argument that is asked again and
//! again.
//!
//! ```
//! # use {circuit as agon_circuit, game as agon_game, gdl as agon_gdl, library as agon_library, propnet as agon_propnet};
//! use agon_game::{Machine, Role};
//! use agon_search::{Limit, PlayerSettings, Seat, players};
//!
//! let game = agon_library::find("tic-tac-toe")?;
//! let rules = agon_gdl::check(game.name(), game.rules().as_bytes()).rules.expect("the sheet has no errors");
//! let machine = agon_propnet::CircuitMachine::from_rules(&rules, &agon_circuit::Limits::default())?;
//! let seat = Seat::bare(Box::new(machine.clone()), Role(0), 1);
//! let mut player = players::build("cadia-2007", &PlayerSettings::default(), seat)?;
//! player.think(&Limit::simulations(2000))?;
//! assert_eq!(machine.move_text(player.choose()?), "(mark 2 2)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agon;
mod alphabeta;
pub mod estimates;
mod gifl;
mod knowledge;
mod learning_cache;
mod limit;
mod match_state;
mod mcts;
mod player;
pub mod players;
mod report;
mod seat;
mod settings;
mod solution;

pub use alphabeta::{ExtraFeatures, Heuristic, heuristics};
pub use knowledge::{PriorKnowledge, Priors};
pub use learning_cache::{LearningCache, ValueTraining};
pub use limit::Limit;
pub(crate) use match_state::MatchState;
pub use mcts::Decision;
pub use player::{Player, ThinkError};
pub use report::{
    Detail, DisplayedFeature, MAX_ACTIVE_FEATURES, MoveValue, NodeStatistics, Report,
};
pub use seat::{ElapsedShare, KeepSampling, Seat};
pub use settings::{PlayerSettings, Setting, SettingsError};
