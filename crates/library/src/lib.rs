//! The games that come with Agon: the folders of `games/`, built into the program so that they are found wherever it
//! runs.
//!
//! ```
//! let game = agon_library::find("tic-tac-toe").unwrap();
//! assert_eq!(game.about().roles, ["xplayer", "oplayer"]);
//! assert!(agon_library::find("tictactoe").unwrap_err().to_string().contains("tic-tac-toe"));
//! ```
//!
//! A [`BundledGame`] hands out the texts of its files; [`About`] is the contents of its `game.toml`, with the
//! descriptions of its boards and its symmetries. Rules are neither checked nor played here.

mod about;
mod board;
mod games;
mod measured;
mod perft_file;
mod publications;
mod symmetry;

pub use about::{About, AboutError, GameKind};
pub use board::{BoardDescription, BoardForm, GridAxis, draw_as_text, layout_words, substitute};
pub use games::{BundledGame, GROUPS, UnknownGame, find, games, games_of_document};
pub use measured::RandomPlayoutMeans;
pub use perft_file::{PerftFile, PerftFileError};
pub use publications::{PUBLICATIONS, Publication, publication};
pub use symmetry::DeclaredSymmetry;
