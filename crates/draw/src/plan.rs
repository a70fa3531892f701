//! The drawing plan of a game: which facts lie in which cells of which boards, and how a state becomes a
//! picture. Plans are built in `from_description` and `from_analysis`.

use crate::CellId;
use crate::appearance::Appearances;
use crate::arrangement::Arrangement;
use crate::clicks::MoveClicks;
use crate::labels::LabelRules;
use crate::picture::{BoardPicture, CellItem, Picture, PictureCell};
use gdl::Rules;
use std::collections::HashSet;
use std::sync::Arc;
use term::{Bindings, Pattern, Term};

/// Instructions for drawing every state of a game, and for finding the cells that a move refers to.
#[derive(Clone, Debug)]
pub struct DrawingPlan {
    boards: Vec<BoardPlan>,
    labels: LabelRules,
    appearances: Appearances,
    clicks: MoveClicks,
}

/// Instructions for drawing one board.
#[derive(Clone, Debug)]
pub(crate) struct BoardPlan {
    /// Title written above the board.
    pub title: Option<String>,
    /// Positions of the cells.
    pub arrangement: Arc<Arrangement>,
    /// Template for the name of a cell, with variables; `None` if the values of the variables are the name.
    pub name_template: Option<String>,
    /// Kinds of facts that are drawn on the board; a fact is drawn by the first kind that matches it.
    pub facts: Vec<BoardFact>,
    /// Whether only the first of several facts in a cell is shown.
    pub shows_first: bool,
    /// Cells that are not drawn while they have no contents.
    pub missing: MissingCells,
}

/// Cells that a board does not have.
#[derive(Clone, Debug)]
pub(crate) enum MissingCells {
    /// No condition: every cell exists.
    None,
    /// A cell exists only while a fact mentions it.
    WithoutFacts,
    /// The cells with these indices do not exist.
    Known(HashSet<usize>),
}

impl MissingCells {
    fn contains(&self, place: usize) -> bool {
        match self {
            MissingCells::None => false,
            MissingCells::WithoutFacts => true,
            MissingCells::Known(places) => places.contains(&place),
        }
    }
}

/// A kind of fact that is drawn on a board.
#[derive(Clone, Debug)]
pub(crate) struct BoardFact {
    /// Pattern that the facts match.
    pub pattern: Pattern,
    /// Variables of the pattern that name the cell, in the order of the board's variables.
    pub cell_variables: Vec<String>,
    /// Words and variables that describe the contents of the cell.
    pub contents: Vec<String>,
    /// Symbol of the fact in text pictures, with variables.
    pub symbol: Option<String>,
    /// Contents that mean an empty cell.
    pub empty: Option<Vec<String>>,
    /// Whether the fact describes the cell itself, so that other things are drawn on top of it.
    pub is_background: bool,
}

impl DrawingPlan {
    /// Builds a plan from the boards, labels and appearances of a game.
    pub(crate) fn new(
        boards: Vec<BoardPlan>,
        labels: LabelRules,
        appearances: Appearances,
        rules: &Rules,
    ) -> DrawingPlan {
        let clicks = MoveClicks::new(&boards, rules);
        DrawingPlan { boards, labels, appearances, clicks }
    }

    /// Returns the picture of a state, given as its facts.
    pub fn picture(&self, facts: &[Term]) -> Picture {
        let mut drawn = vec![false; facts.len()];
        let boards = self.boards.iter().enumerate().map(|(number, board)| {
            board.picture(number as u32, facts, &mut drawn, &self.appearances)
        });
        let boards = boards.collect();
        let others = facts.iter().enumerate().filter(|(number, _)| !drawn[*number]);
        let others: Vec<(usize, &Term)> = others.collect();
        let (labels, used) = self.labels.labels_of(&others);
        used.into_iter().for_each(|number| drawn[number] = true);
        let rest = facts.iter().zip(&drawn).filter(|(_, drawn)| !**drawn);
        Picture { boards, labels, rest: rest.map(|(fact, _)| fact.clone()).collect() }
    }

    /// Returns the clicks that enter a move: for each click the cells that count as hit. Empty if the move does not
    /// refer to cells.
    pub fn clicks(&self, action: &Term) -> Vec<Vec<CellId>> {
        self.clicks.of_move(&self.boards, action)
    }

    /// Whether the plan has at least one board.
    pub fn has_boards(&self) -> bool {
        !self.boards.is_empty()
    }
}

impl BoardPlan {
    /// Returns the id of a cell, given by its index in the arrangement; `board` is the index of this board.
    pub fn cell_id(&self, board: u32, place: usize) -> CellId {
        let place = &self.arrangement.places[place];
        CellId { board, column: place.column, row: place.row }
    }

    /// Returns the index of the cell that the values of these variables name; `None` if there is no such cell.
    fn find_cell(&self, variables: &[String], bound: &Bindings) -> Option<usize> {
        let key = match &self.name_template {
            Some(template) => vec![library::substitute(template, bound)],
            None => variables
                .iter()
                .map(|variable| Some(bound.get(variable)?.to_string()))
                .collect::<Option<_>>()?,
        };
        self.arrangement.find(&key)
    }

    /// Returns the picture of this board in a state, and marks the facts on it in `drawn`.
    fn picture(
        &self,
        board: u32,
        facts: &[Term],
        drawn: &mut [bool],
        appearances: &Appearances,
    ) -> BoardPicture {
        let mut found: Vec<Vec<(usize, CellItem)>> =
            vec![Vec::new(); self.arrangement.places.len()];
        for (fact, drawn) in facts.iter().zip(drawn) {
            let item = self.facts.iter().enumerate().find_map(|(rank, kind)| {
                let bound = kind.pattern.matches(fact)?;
                let place = self.find_cell(&kind.cell_variables, &bound)?;
                Some((rank, place, kind.item(&bound, appearances)))
            });
            if let Some((rank, place, item)) = item {
                *drawn = true;
                found[place].push((rank, item));
            }
        }
        let cells = found.into_iter().enumerate();
        let cells = cells.map(|(place, items)| self.cell(board, place, items)).collect();
        BoardPicture {
            title: self.title.clone(),
            cells,
            arrangement: Arc::clone(&self.arrangement),
        }
    }

    /// Returns a cell with its contents, given with the ranks by which they are sorted.
    fn cell(&self, board: u32, place: usize, mut items: Vec<(usize, CellItem)>) -> PictureCell {
        items.sort_by_key(|(rank, _)| *rank);
        if self.shows_first {
            items.truncate(1);
        }
        PictureCell {
            id: self.cell_id(board, place),
            name: self.arrangement.places[place].key.join(" "),
            is_missing: items.is_empty() && self.missing.contains(place),
            items: items.into_iter().map(|(_, item)| item).collect(),
        }
    }
}

impl BoardFact {
    /// Returns the thing that a fact with these bindings puts into its cell.
    fn item(&self, bound: &Bindings, appearances: &Appearances) -> CellItem {
        let words: Vec<String> =
            self.contents.iter().map(|word| library::substitute(word, bound)).collect();
        let symbol = self.symbol.as_ref().map(|symbol| library::substitute(symbol, bound));
        let is_empty = self.empty.as_ref() == Some(&words);
        let appearance =
            (!is_empty).then(|| appearances.of(&words, symbol.as_deref(), self.is_background));
        CellItem { words, appearance }
    }
}
