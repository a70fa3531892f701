//! Matches between players, in this process and over the network; tournaments, records and statistics.
//!
//! How a move is chosen is not decided here (`search` does), nor how rules are evaluated: what a player needs comes
//! from an [`engine::OpenGame`].
//!
//! ```
//! # use {engine as agon_engine, gdl as agon_gdl, library as agon_library};
//! use agon_engine::{MachineKind, OpenGame, Resources};
//! use agon_play::PlayerName;
//! use agon_play::matches::{Budget, Conditions, Match};
//!
//! let game = agon_library::find("tic-tac-toe")?;
//! let rules = agon_gdl::check(game.name(), game.rules().as_bytes()).rules.expect("the sheet has no errors");
//! let open = OpenGame::open(rules, MachineKind::Auto, Resources::default())?;
//! let players: [PlayerName; 2] = ["cadia-2007:uct.c=30".parse()?, "random".parse()?];
//! let conditions = Conditions { budget: Budget::Simulations(500), ponder: false, max_length: 100 };
//! let participants = conditions.participants(&players);
//! let Conditions { ponder, max_length, .. } = conditions;
//! let played = Match { game: &open, participants: &participants, seed: 1, ponder, max_length }.play(&|| true)?;
//! assert_eq!((played.goal(0), played.goal(1)), (Some(100), Some(0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod matches;
mod name;
mod player_failure;
mod preparation;
pub mod statistics;
pub mod tournament;

pub mod network;
pub mod random_games;
pub mod record;
pub mod session;
pub mod trace;

pub use name::PlayerName;
pub use player_failure::{PlayerFailure, call_player, catch_panic, drop_player};
pub use preparation::allow as allow_preparation;
