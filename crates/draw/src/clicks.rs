//! Finds the cells that a move refers to.
//!
//! There are two sources of evidence: rules in which a move and a fact of a board share variables (`mark ?m ?n` and
//! `cell ?m ?n x` refer to the same cell), and, where no rule has both, the sorts of arguments. The occurrences in
//! rules are counted, because some rules mix the coordinates of several cells: a pawn that captures en passant takes
//! the pawn in the column of its destination and the row of its origin.

mod arguments;
mod evidence;
mod references;

use crate::CellId;
use crate::plan::BoardPlan;
use analyze::{Sentences, Sort};
use arguments::{TermArgument, term_arguments};
use gdl::Rules;
use references::{CellReferences, Reading};
use std::collections::HashSet;
use term::Term;

/// The cells that the moves of a game refer to, on every board.
#[derive(Clone, Debug)]
pub(crate) struct MoveClicks {
    /// The sorts of arguments; the list of sentences is empty.
    sorts: Sentences,
    boards: Vec<CellReferences>,
}

/// Name of a move and number of its argument words.
type MoveForm = (String, usize);

/// For each variable of a board, the index of the word of a move that is its value; `None` if the move leaves it open.
type CellWords = Vec<Option<usize>>;

/// Argument words of a move with their sorts.
type MoveWords<'a> = [(&'a str, Option<Sort>)];

/// Largest number of argument words of a move that refers to cells.
const MAX_WORDS: usize = 64;

impl MoveClicks {
    /// Derives from the rules how moves refer to the cells of these boards.
    pub fn new(boards: &[BoardPlan], rules: &Rules) -> MoveClicks {
        let sentences = Sentences::of(rules);
        let boards = boards.iter().map(|board| CellReferences::new(board, &sentences)).collect();
        MoveClicks { sorts: sentences.with(Vec::new()), boards }
    }

    /// Returns the clicks that enter a move: for each click the cells that count as hit.
    pub fn of_move(&self, boards: &[BoardPlan], action: &Term) -> Vec<Vec<CellId>> {
        let Some((board, reading)) = self.best_reading(boards, action) else { return Vec::new() };
        let alike =
            (0..boards.len()).filter(|&other| have_same_cells(&boards[board], &boards[other]));
        let alike: Vec<usize> = alike.collect();
        let cells = |places: Vec<usize>| {
            let ids = alike.iter().flat_map(|&board| {
                places.iter().map(move |&place| boards[board].cell_id(board as u32, place))
            });
            ids.collect()
        };
        reading.clicks.into_iter().map(cells).collect()
    }

    /// Returns the reading of a move with the best evidence, and the index of its board.
    fn best_reading(&self, boards: &[BoardPlan], action: &Term) -> Option<(usize, Reading)> {
        let arguments = term_arguments(action);
        if !(1..=MAX_WORDS).contains(&arguments.len()) {
            return None;
        }
        let sort = |word: &TermArgument| self.sorts.sort(&word.applied, word.arity, word.argument);
        let words: Vec<(&str, Option<Sort>)> =
            arguments.iter().map(|word| (word.word.as_str(), sort(word))).collect();
        let form = (action.name().to_owned(), words.len());
        let mut best: Option<(usize, Reading)> = None;
        for (number, (references, board)) in self.boards.iter().zip(boards).enumerate() {
            let Some(reading) = references.read(board, &form, &words) else { continue };
            if best.as_ref().is_none_or(|(_, before)| reading.evidence > before.evidence) {
                best = Some((number, reading));
            }
        }
        best
    }
}

/// Whether two boards show different facts of the same cells: facts of the same names lie in cells of the same names.
fn have_same_cells(one: &BoardPlan, other: &BoardPlan) -> bool {
    let names = |board: &BoardPlan| -> HashSet<String> {
        let names = board.facts.iter().map(|fact| fact.pattern.term().name());
        names.map(str::to_owned).collect()
    };
    let keys = |board: &BoardPlan| -> Vec<Vec<String>> {
        board.arrangement.places.iter().map(|place| place.key.clone()).collect()
    };
    std::ptr::eq(one, other) || (names(one) == names(other) && keys(one) == keys(other))
}
