//! Search for a board in random games: a relation with two arguments that name a cell such that no state has two facts
//! about one cell, and moves with arguments that name cells. Names have no meaning here.

use super::Memo;
use game::{Fact, Machine, MachineExt, Move, Role, State, StopReason};
use hashbrown::{HashMap, HashSet};
use rand::RngExt;
use term::Term;

/// The kind of features that are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Template {
    /// The number of pieces of each type.
    Pieces,
    /// The cells that each role has taken.
    Cells,
}

/// Number of random games, and largest number of moves of each.
const GAMES: usize = 10;
const MOVES: usize = 300;

/// Smallest number of cells of a board.
const FEWEST_CELLS: usize = 6;

/// The cells that a move names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveCells {
    /// Index of the cell that a piece leaves; `None` if a piece is placed.
    pub from: Option<usize>,
    /// Index of the cell that a piece comes to.
    pub to: usize,
}

/// A board, with its cells and pieces.
pub struct Board {
    relation: String,
    /// Number of arguments of its facts, and the two that name the cell.
    arity: usize,
    coordinates: (usize, usize),
    template: Template,
    cells: HashMap<(String, String), usize>,
    columns: HashSet<String>,
    rows: HashSet<String>,
    /// Numbers of the types of pieces, by the arguments of a fact that do not name the cell. The mark of empty cells is
    /// no type.
    pieces: HashMap<Vec<String>, usize>,
    /// The piece that each role places most often.
    own: Vec<Option<usize>>,
    facts: Memo<Option<(usize, usize)>>,
    moves: Memo<Option<MoveCells>>,
}

/// The facts of a state, each as its name and arguments.
type Seen = Vec<Vec<String>>;

impl Board {
    /// Searches for a board in random games; `None` if there is none.
    pub fn find(machine: &mut dyn Machine, seed: u64) -> Result<Option<Board>, StopReason> {
        let games = watch(machine, seed)?;
        let states: Vec<&Seen> = games.iter().flat_map(|game| &game.states).collect();
        let Some((relation, arity, coordinates)) = find_relation(&states) else { return Ok(None) };
        let mut board = Board {
            relation,
            arity,
            coordinates,
            template: Template::Cells,
            cells: HashMap::new(),
            columns: HashSet::new(),
            rows: HashSet::new(),
            pieces: HashMap::new(),
            own: vec![None; machine.roles().len()],
            facts: Memo::default(),
            moves: Memo::default(),
        };
        for fact in states.iter().flat_map(|state| state.iter()) {
            if let Some((column, row, _)) = board.parts(fact) {
                let (column, row) = (column.to_owned(), row.to_owned());
                board.columns.insert(column.clone());
                board.rows.insert(row.clone());
                let next = board.cells.len();
                board.cells.entry((column, row)).or_insert(next);
            }
        }
        Ok(board.find_pieces(&games).then_some(board))
    }

    /// Returns the kind of features that are used.
    pub fn template(&self) -> Template {
        self.template
    }

    /// Finds the pieces that come to the cells that moves name. Returns whether there are any.
    fn find_pieces(&mut self, games: &[Watched]) -> bool {
        let mut counts: HashMap<(usize, usize), usize> = HashMap::new();
        let mut moves_from = false;
        for game in games {
            for (joint, after) in game.joints.iter().zip(&game.states[1..]) {
                for (role, action) in joint.iter().enumerate() {
                    let Some((from, to)) = self.cells_of(action) else { continue };
                    moves_from |= from.is_some();
                    let piece = after.iter().find_map(|fact| {
                        let (column, row, piece) = self.parts(fact)?;
                        (column == to.0 && row == to.1).then_some(piece)
                    });
                    if let Some(piece) = piece {
                        let next = self.pieces.len();
                        let piece = *self.pieces.entry(piece).or_insert(next);
                        *counts.entry((role, piece)).or_default() += 1;
                    }
                }
            }
        }
        for (role, own) in self.own.iter_mut().enumerate() {
            let mine = counts.iter().filter(|((owner, _), _)| *owner == role);
            // Equal counts are told apart by the piece's number, so that the same seed finds the same.
            *own = mine.max_by_key(|((_, piece), count)| (**count, *piece)).map(|((_, p), _)| *p);
        }
        if self.pieces.len() > self.own.len() && moves_from {
            self.template = Template::Pieces;
        }
        !self.pieces.is_empty()
    }

    /// Returns column, row and piece of a fact; `None` if it does not belong to the board.
    fn parts<'a>(&self, fact: &'a [String]) -> Option<(&'a str, &'a str, Vec<String>)> {
        if fact.first() != Some(&self.relation) || fact.len() != self.arity + 1 {
            return None;
        }
        let (column, row) = (self.coordinates.0 + 1, self.coordinates.1 + 1);
        let others = (1..fact.len()).filter(|&index| index != column && index != row);
        Some((&fact[column], &fact[row], others.map(|index| fact[index].clone()).collect()))
    }

    /// Returns the cells that a move names: the first, if it names several, and the last.
    fn cells_of(&self, action: &[String]) -> Option<(Option<Named>, Named)> {
        let mut named = Vec::new();
        let mut index = 1;
        while index + 1 < action.len() {
            if self.columns.contains(&action[index]) && self.rows.contains(&action[index + 1]) {
                named.push((action[index].clone(), action[index + 1].clone()));
                index += 2;
            } else {
                index += 1;
            }
        }
        let to = named.pop()?;
        Some((named.into_iter().next(), to))
    }

    /// Returns the cell and the piece of a fact.
    pub fn place(&mut self, machine: &dyn Machine, fact: Fact) -> Option<(usize, usize)> {
        let mut facts = std::mem::take(&mut self.facts);
        let place = facts.get(fact.0, || {
            let words = words(&machine.vocabulary().fact_term(fact))?;
            let (column, row, piece) = self.parts(&words)?;
            let cell = self.cells.get(&(column.to_owned(), row.to_owned()))?;
            Some((*cell, *self.pieces.get(&piece)?))
        });
        self.facts = facts;
        place
    }

    /// Returns the cells that a move names.
    pub fn move_cells(&mut self, machine: &dyn Machine, action: Move) -> Option<MoveCells> {
        let mut moves = std::mem::take(&mut self.moves);
        let cells = moves.get(action.0, || {
            let (from, to) = self.cells_of(&words(&machine.vocabulary().move_term(action))?)?;
            let from = from.and_then(|cell| self.cells.get(&cell).copied());
            Some(MoveCells { from, to: *self.cells.get(&to)? })
        });
        self.moves = moves;
        cells
    }

    /// Returns the feature that a fact belongs to.
    pub fn feature(&mut self, machine: &dyn Machine, fact: Fact) -> Option<usize> {
        let (cell, piece) = self.place(machine, fact)?;
        Some(match self.template {
            Template::Pieces => piece,
            Template::Cells => cell * self.pieces.len() + piece,
        })
    }

    /// Returns the features with their names, sorted.
    pub fn features(&self) -> Vec<(String, usize)> {
        let mut features: Vec<(String, usize)> = match self.template {
            Template::Pieces => {
                self.pieces.iter().map(|(piece, &index)| (piece.join(" "), index)).collect()
            }
            Template::Cells => {
                let cells = self.cells.iter();
                let named = cells.flat_map(|((column, row), cell)| {
                    self.pieces.iter().map(move |(piece, index)| {
                        let name = format!("{column} {row} {}", piece.join(" "));
                        (name, cell * self.pieces.len() + index)
                    })
                });
                named.collect()
            }
        };
        features.sort();
        features
    }

    /// Returns the feature that a role's own piece is on a cell.
    pub fn feature_of_cell(&self, cell: usize, role: Role) -> Option<usize> {
        Some(cell * self.pieces.len() + self.own[role.0 as usize]?)
    }
}

/// The names of a cell's column and row.
type Named = (String, String);

/// A random game: its states, and the joint moves between them.
struct Watched {
    states: Vec<Seen>,
    joints: Vec<Vec<Vec<String>>>,
}

fn watch(machine: &mut dyn Machine, seed: u64) -> Result<Vec<Watched>, StopReason> {
    let mut random = game::random(seed);
    let mut games = Vec::new();
    for _ in 0..GAMES {
        let mut state = machine.initial_state()?;
        let mut game = Watched { states: vec![see(machine, &state)], joints: Vec::new() };
        while game.joints.len() < MOVES && !machine.terminal(&state)? {
            let Some((joint, next)) = step(machine, &state, &mut random)? else { break };
            let terms = joint.iter().map(|&action| machine.vocabulary().move_term(action));
            game.joints.push(terms.map(|term| words(&term).unwrap_or_default()).collect());
            game.states.push(see(machine, &next));
            state = next;
        }
        games.push(game);
    }
    Ok(games)
}

/// Returns a random joint move and the state after it; `None` if a role has no legal move.
fn step(
    machine: &mut dyn Machine,
    state: &State,
    random: &mut game::Random,
) -> Result<Option<(Vec<Move>, State)>, StopReason> {
    let (mut joint, mut legal) = (Vec::new(), Vec::new());
    for role in machine.role_ids() {
        machine.legal(state, role, &mut legal)?;
        if legal.is_empty() {
            return Ok(None);
        }
        joint.push(legal[random.random_range(0..legal.len())]);
    }
    let mut next = State::default();
    machine.next(state, &joint, &mut next)?;
    Ok(Some((joint, next)))
}

fn see(machine: &dyn Machine, state: &State) -> Seen {
    machine.state_terms(state).iter().filter_map(words).collect()
}

/// Returns the name and the arguments of a term. `None` if an argument has arguments of its own.
fn words(term: &Term) -> Option<Vec<String>> {
    let words = std::iter::once(term.name()).chain(term.argument_texts());
    term.is_flat().then(|| words.map(str::to_owned).collect())
}

/// A relation, its number of arguments, and the two of them that name a cell.
type Shape = (String, usize, (usize, usize));

/// Returns the relation with the most cells, if there is one in which no two facts of a state have the same cell.
fn find_relation(states: &[&Seen]) -> Option<Shape> {
    let mut shapes: Vec<(String, usize)> = Vec::new();
    for fact in states.iter().flat_map(|state| state.iter()).filter(|fact| fact.len() >= 4) {
        let shape = (fact[0].clone(), fact.len() - 1);
        if !shapes.contains(&shape) {
            shapes.push(shape);
        }
    }
    shapes.sort();
    let mut best: Option<(usize, Shape)> = None;
    for (relation, arity) in shapes {
        for first in 0..arity {
            for second in first + 1..arity {
                let cells = cells(states, &relation, arity, (first + 1, second + 1));
                let cells = cells.filter(|&cells| cells >= FEWEST_CELLS);
                if cells > best.as_ref().map(|(cells, _)| *cells) {
                    let found = (relation.clone(), arity, (first, second));
                    best = cells.map(|cells| (cells, found));
                }
            }
        }
    }
    best.map(|(_, found)| found)
}

/// Returns the number of cells that two arguments of a relation name; `None` if two facts of a state have the same
/// cell.
fn cells(
    states: &[&Seen],
    relation: &str,
    arity: usize,
    (first, second): (usize, usize),
) -> Option<usize> {
    let mut all = HashSet::new();
    for state in states {
        let mut here = HashSet::new();
        let facts = state.iter().filter(|fact| fact[0] == relation && fact.len() == arity + 1);
        for fact in facts {
            if !here.insert((&fact[first], &fact[second])) {
                return None;
            }
        }
        all.extend(here);
    }
    Some(all.len())
}
