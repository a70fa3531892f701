//! Descriptions of boards in `game.toml`: the cells in which facts lie, and their symbols. `text` draws states with
//! them as text; other pictures are not made here.

mod text;

pub use text::{draw_as_text, layout_words, substitute};

use serde::Deserialize;
use term::{Bindings, Pattern};

/// Largest number of rows or columns of a board.
const MAX_SIDE: usize = 200;

/// The description of one board of a game.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "BoardToml")]
pub struct BoardDescription {
    title: Option<String>,
    form: BoardForm,
    empty: String,
    show: Vec<(Pattern, String)>,
}

/// The form of a board.
#[derive(Clone, Debug)]
pub enum BoardForm {
    /// Cells in rows and columns.
    Grid {
        /// The axis from left to right.
        across: GridAxis,
        /// The axis from the top down.
        down: GridAxis,
        /// Number of characters by which each row is shifted to the right of the one above it.
        slant: usize,
    },
    /// Cells at the places of their names in a text.
    Layout {
        /// The text of the board.
        text: String,
        /// Template for the name of a cell, with variables.
        at: String,
    },
}

/// The variables of one axis of a grid, the outermost first, each with its values in order.
#[derive(Clone, Debug)]
pub struct GridAxis(Vec<(String, Vec<String>)>);

/// A board as written in `game.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardToml {
    title: Option<String>,
    across: Option<OneOrMany>,
    down: Option<OneOrMany>,
    #[serde(default)]
    slant: usize,
    layout: Option<String>,
    at: Option<String>,
    empty: Option<String>,
    show: Vec<(String, String)>,
}

/// A string or a list of strings.
#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl TryFrom<BoardToml> for BoardDescription {
    type Error = String;

    fn try_from(written: BoardToml) -> Result<BoardDescription, String> {
        let form = match (written.across, written.down, written.layout) {
            (Some(across), Some(down), None) => {
                let (across, down) = (GridAxis::try_from(across)?, GridAxis::try_from(down)?);
                BoardForm::Grid { across, down, slant: written.slant.min(MAX_SIDE) }
            }
            (None, None, Some(text)) => {
                BoardForm::Layout { text, at: written.at.unwrap_or_else(|| "?cell".to_owned()) }
            }
            _ => return Err("a board has either `across` and `down`, or a `layout`".to_owned()),
        };
        let show = written.show.into_iter().map(|(pattern, symbol)| {
            let read = Pattern::read(&pattern).ok_or(format!("`{pattern}` is not a term"))?;
            Ok((read, symbol))
        });
        let show = show.collect::<Result<_, String>>()?;
        let empty = written.empty.unwrap_or_else(|| ".".to_owned());
        Ok(BoardDescription { title: written.title, form, empty, show })
    }
}

impl TryFrom<OneOrMany> for GridAxis {
    type Error = String;

    fn try_from(written: OneOrMany) -> Result<GridAxis, String> {
        let levels = match written {
            OneOrMany::One(level) => vec![level],
            OneOrMany::Many(levels) => levels,
        };
        let levels = levels.iter().map(|level| read_level(level));
        let axis = GridAxis(levels.collect::<Result<_, String>>()?);
        let cells = axis.0.iter().try_fold(1usize, |product, (_, names)| {
            product.checked_mul(names.len()).filter(|&product| product <= MAX_SIDE)
        });
        match cells {
            Some(1..) => Ok(axis),
            _ => Err(format!("a side of a board has 1 to {MAX_SIDE} cells")),
        }
    }
}

/// Reads a variable with its values, such as `?x: a b c`.
fn read_level(level: &str) -> Result<(String, Vec<String>), String> {
    let (variable, names) = level.split_once(':').ok_or(format!("`{level}` has no `:`"))?;
    let variable = variable.trim();
    if !variable.starts_with('?') {
        return Err(format!("`{variable}` is not a variable"));
    }
    Ok((variable.to_owned(), names.split_whitespace().map(str::to_owned).collect()))
}

impl GridAxis {
    /// Returns the variables, the outermost first, each with its values in order.
    pub fn levels(&self) -> &[(String, Vec<String>)] {
        &self.0
    }

    /// Returns the number of columns or rows.
    fn side_length(&self) -> usize {
        self.0.iter().map(|(_, names)| names.len()).product()
    }

    /// Returns the column or row that the values of the variables name; `None` if they name none.
    fn position(&self, bound: &Bindings) -> Option<usize> {
        self.0.iter().try_fold(0, |position, (variable, names)| {
            let name = bound.get(variable)?.to_string();
            Some(position * names.len() + names.iter().position(|other| *other == name)?)
        })
    }

    /// Returns the value of the innermost variable at each column or row.
    fn labels(&self) -> Vec<&str> {
        let inner = self.0.last().map_or(&[][..], |(_, names)| names);
        (0..self.side_length()).map(|place| inner[place % inner.len()].as_str()).collect()
    }

    /// Whether an inner board ends before this column or row.
    fn is_edge(&self, position: usize) -> bool {
        let inner = self.0.last().map_or(1, |(_, names)| names.len());
        self.0.len() > 1 && position > 0 && position.is_multiple_of(inner)
    }
}

impl BoardDescription {
    /// Returns the title of the board.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Returns the form of the board.
    pub fn form(&self) -> &BoardForm {
        &self.form
    }

    /// Returns the symbol of an empty cell.
    pub fn empty(&self) -> &str {
        &self.empty
    }

    /// Returns the patterns of the facts that are drawn, with their symbols. If several facts lie in one cell, the one
    /// with the first pattern is drawn.
    pub fn show(&self) -> &[(Pattern, String)] {
        &self.show
    }
}
