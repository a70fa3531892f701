//! How the states of a game are drawn: which facts lie in which cells of which boards.

use crate::CellId;
use crate::arrangement::Arrangement;
use crate::labels::Labels;
use crate::look::Looks;
use crate::picture::{BoardPicture, Cell, Item, Picture};
use crate::steps::Steps;
use gdl::Rules;
use library::{Bindings, Pattern, Term};
use std::collections::HashSet;
use std::sync::Arc;

/// How the states of a game are drawn, and which cells its moves are about.
#[derive(Clone, Debug)]
pub struct Plan {
    boards: Vec<Board>,
    labels: Labels,
    looks: Looks,
    steps: Steps,
}

/// A board, and the facts that lie on it.
#[derive(Clone, Debug)]
pub struct Board {
    /// What stands above it.
    pub title: Option<String>,
    /// Where its cells are.
    pub arrangement: Arc<Arrangement>,
    /// How a place is named after its variables, if not by their values alone.
    pub at: Option<String>,
    /// The facts that are drawn; the first one that fits.
    pub sources: Vec<Source>,
    /// Whether only the first of several facts in a cell is shown.
    pub shows_first: bool,
    /// Which cells are not there, as long as nothing is in them.
    pub holes: Holes,
}

/// Cells that are not there.
#[derive(Clone, Debug)]
pub enum Holes {
    /// None.
    None,
    /// All of which no fact speaks.
    Silent,
    /// These.
    Known(HashSet<usize>),
}

impl Holes {
    fn has(&self, place: usize) -> bool {
        match self {
            Holes::None => false,
            Holes::Silent => true,
            Holes::Known(places) => places.contains(&place),
        }
    }
}

/// A kind of fact that lies on a board.
#[derive(Clone, Debug)]
pub struct Source {
    /// What it looks like.
    pub pattern: Pattern,
    /// The variables that say where, in the order of the board's.
    pub place: Vec<String>,
    /// What is shown: words and variables.
    pub contents: Vec<String>,
    /// What stands for it in a text.
    pub symbol: Option<String>,
    /// What is no content but the lack of one.
    pub empty: Option<Vec<String>>,
    /// Whether it says something about the cell itself, so that things can lie on it.
    pub is_ground: bool,
}

impl Plan {
    /// A plan of these boards.
    pub(crate) fn new(boards: Vec<Board>, labels: Labels, looks: Looks, rules: &Rules) -> Plan {
        let steps = Steps::new(&boards, rules);
        Plan { boards, labels, looks, steps }
    }

    /// The picture of a state, given as the texts of its facts in KIF.
    pub fn picture(&self, facts: &[String]) -> Picture {
        let terms: Vec<Option<Term>> = facts.iter().map(|fact| Term::read(fact)).collect();
        let mut drawn = vec![false; facts.len()];
        let boards =
            self.boards.iter().enumerate().map(|(number, board)| {
                board.picture(number as u32, &terms, &mut drawn, &self.looks)
            });
        let boards = boards.collect();
        let others = terms.iter().enumerate().filter(|(number, _)| !drawn[*number]);
        let others: Vec<(usize, &Term)> =
            others.filter_map(|(number, term)| Some((number, term.as_ref()?))).collect();
        let (labels, used) = self.labels.of(&others);
        used.into_iter().for_each(|number| drawn[number] = true);
        let rest = facts.iter().zip(&drawn).filter(|(_, drawn)| !**drawn);
        Picture { boards, labels, rest: rest.map(|(fact, _)| fact.clone()).collect() }
    }

    /// What to click for a move, given in KIF: for each step the cells that stand for it; nothing if the move is not about cells.
    pub fn steps(&self, action: &str) -> Vec<Vec<CellId>> {
        self.steps.of(&self.boards, action)
    }

    /// Whether there is a board.
    pub fn has_boards(&self) -> bool {
        !self.boards.is_empty()
    }
}

impl Board {
    /// The cell of a board in a plan.
    pub fn id(&self, board: u32, place: usize) -> CellId {
        let place = &self.arrangement.places[place];
        CellId { board, column: place.column, row: place.row }
    }

    /// The place that the values of the variables name.
    pub fn place(&self, variables: &[String], bound: &Bindings) -> Option<usize> {
        let key = match &self.at {
            Some(at) => vec![library::substitute(at, bound)],
            None => variables
                .iter()
                .map(|variable| Some(bound.get(variable)?.to_string()))
                .collect::<Option<_>>()?,
        };
        self.arrangement.find(&key)
    }

    /// Draws facts, and notes which.
    fn picture(
        &self,
        number: u32,
        facts: &[Option<Term>],
        drawn: &mut [bool],
        looks: &Looks,
    ) -> BoardPicture {
        let mut found: Vec<Vec<(usize, Item)>> = vec![Vec::new(); self.arrangement.places.len()];
        for (fact, drawn) in facts.iter().zip(drawn) {
            let Some(fact) = fact else { continue };
            let lies = self.sources.iter().enumerate().find_map(|(rank, source)| {
                let bound = source.pattern.matches(fact)?;
                Some((rank, self.place(&source.place, &bound)?, source.item(&bound, looks)))
            });
            if let Some((rank, place, item)) = lies {
                *drawn = true;
                found[place].push((rank, item));
            }
        }
        let cells = found.into_iter().enumerate().map(|(place, mut items)| {
            items.sort_by_key(|(rank, _)| *rank);
            if self.shows_first {
                items.truncate(1);
            }
            let key = &self.arrangement.places[place].key;
            Cell {
                id: self.id(number, place),
                name: key.join(" "),
                is_hole: items.is_empty() && self.holes.has(place),
                items: items.into_iter().map(|(_, item)| item).collect(),
            }
        });
        let cells = cells.collect();
        BoardPicture {
            title: self.title.clone(),
            cells,
            arrangement: Arc::clone(&self.arrangement),
        }
    }
}

impl Source {
    fn item(&self, bound: &Bindings, looks: &Looks) -> Item {
        let words: Vec<String> =
            self.contents.iter().map(|word| library::substitute(word, bound)).collect();
        let symbol = self.symbol.as_ref().map(|symbol| library::substitute(symbol, bound));
        let is_empty = self.empty.as_ref() == Some(&words);
        let look = (!is_empty).then(|| looks.of(&words, symbol.as_deref(), self.is_ground));
        Item { words, look }
    }
}
