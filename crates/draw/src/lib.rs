//! States as pictures (SVG), and the cells that moves are about.
//!
//! A [`Plan`] says how the states of a game are drawn: as its `game.toml` describes them, or, for rules that nobody has described, by
//! what the analysis found out about them. A [`Picture`] is one state; its cells have ids that stay the same from state to state, so
//! that a page can say which of them were clicked, and [`Plan::steps`] says which clicks stand for a move.
//!
//! ```
//! let game = library::find("tic-tac-toe").unwrap();
//! let rules = gdl::check("rules", game.rules().as_bytes()).rules.unwrap();
//! let plan = draw::Plan::described(&game.about().board, &rules, &game.about().roles);
//! let picture = plan.picture(&["(cell 1 3 x)".to_owned(), "(control oplayer)".to_owned()]);
//! assert!(picture.svg(&[]).contains(r#"data-cell="0.2.0""#));
//! assert_eq!(plan.steps("(mark 1 3)"), [["0.2.0".parse().unwrap()]]);
//! ```
//!
//! Everything is a function of its arguments: nothing is played, read or written here. Words of the rules are shown, so all of them
//! are escaped; they steer colours and shapes, never where something is drawn.

mod arrangement;
mod cell;
mod described;
mod domains;
mod found;
mod holes;
mod labels;
mod layout;
mod look;
mod natural;
mod neighbours;
mod orders;
mod picture;
mod plan;
mod statics;
mod steps;
mod svg;

pub use cell::{CellId, NoCell};
pub use labels::Label;
pub use picture::{BoardPicture, Cell, Item, Picture};
pub use plan::Plan;

/// The most cells that are drawn in all.
const MOST_CELLS: usize = 10_000;
/// The most cells beside each other.
const MOST_BESIDE: usize = 200;
