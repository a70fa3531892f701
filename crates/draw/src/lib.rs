//! Pictures of game states in SVG, and the cells that moves refer to.
//!
//! A [`DrawingPlan`] holds the instructions for drawing the states of a game. It is built from the description in
//! the game's `game.toml`, or, for rules without a description, from the results of the analysis. A [`Picture`]
//! shows one state. Its cells have ids that stay the same from state to state, so that a page can report which
//! cells were clicked; [`DrawingPlan::clicks`] returns the clicks that enter a move.
//!
//! ```
//! # use {gdl as agon_gdl, library as agon_library, term as agon_term};
//! use agon_term::Term;
//!
//! let game = agon_library::find("tic-tac-toe").unwrap();
//! let rules = agon_gdl::check("rules", game.rules().as_bytes()).rules.unwrap();
//! let about = game.about();
//! let plan = agon_draw::DrawingPlan::from_description(&about.board, &rules, &about.roles);
//! let facts = ["(cell 1 3 x)", "(control oplayer)"].map(|fact| Term::read(fact).unwrap());
//! let picture = plan.picture(&facts);
//! assert!(picture.svg(&[]).contains(r#"data-cell="0.2.0""#));
//! assert_eq!(plan.clicks(&Term::read("(mark 1 3)").unwrap()), [["0.2.0".parse().unwrap()]]);
//! ```
//!
//! All results depend on the arguments alone; nothing is played, read or written here. Words of the rules appear in
//! the pictures, so all of them are escaped. They may choose colours and shapes, but never positions.

mod appearance;
mod arrangement;
mod cell;
mod clicks;
mod from_analysis;
mod from_description;
mod labels;
mod picture;
mod plan;
mod svg;

pub use cell::{CellId, InvalidCellId};
pub use labels::Label;
pub use picture::{BoardPicture, CellItem, Picture, PictureCell};
pub use plan::DrawingPlan;

/// Largest number of cells of all boards of a plan together.
const MAX_CELLS: usize = 10_000;
/// Largest number of columns or rows of a board.
const MAX_SIDE: usize = 200;

/// Returns a text of at most `most` characters; a longer one ends with an ellipsis.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() > most {
        text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
    } else {
        text.to_owned()
    }
}
