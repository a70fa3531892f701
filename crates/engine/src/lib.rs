//! Opens a game once: compiles its rules, chooses the machine that plays it, and gives players what they need.
//!
//! An [`OpenGame`] owns the compiled game, one machine and the programs of the lanes. Everything that plays the game
//! gets forks of these, so that rules are grounded once, however many players, threads and matches there are.
//! [`Playable`] is what matches know of it, and [`GameOpener`] opens games whose rules come from elsewhere, such as the
//! network or a browser. [`RandomPlay`] plays random games, [`half_way_states`] samples their states, and [`compile`] is
//! for those that need the compiled game alone.
//!
//! How a move is chosen is decided in `search`, and how a match is played in `play`.
//!
//! ```
//! # use {game as agon_game, gdl as agon_gdl, library as agon_library, search as agon_search};
//! use agon_engine::{MachineKind, OpenGame, Resources, Playable};
//! use agon_game::{MachineExt, Role};
//! use agon_search::{Limit, PlayerSettings, players};
//!
//! let game = agon_library::find("tic-tac-toe")?;
//! let rules = agon_gdl::check(game.name(), game.rules().as_bytes()).rules.expect("the sheet has no errors");
//! let open = OpenGame::open(rules, MachineKind::Auto, Resources::default())?;
//! let mut player = players::build("cadia-2007", &PlayerSettings::default(), open.seat(Role(0), 1)?)?;
//! player.think(&Limit::simulations(2000))?;
//! assert_eq!(open.machine()?.move_text(player.choose()?), "(mark 2 2)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod compile;
mod file_opener;
mod half_way;
mod machine_kind;
mod open_game;
mod play_check;
mod playable;
pub mod prior_knowledge;
mod random_play;
mod signature;

pub use compile::{CompileError, Resources, compile};
pub use file_opener::FileOpener;
pub use half_way::half_way_states;
pub use machine_kind::MachineKind;
pub use open_game::{OpenError, OpenGame, read_text};
pub use play_check::{PlayCheck, WinningLineError, check_by_playing};
pub use playable::{GameOpener, Playable, Unplayable};
pub use random_play::RandomPlay;
pub use signature::{Signature, SignatureError};
