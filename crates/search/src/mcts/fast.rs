//! FAST, the features-to-action sampling technique: features of the board that guide playouts (`cadia`, section 3.4).
//!
//! Where facts look like a board with pieces (`templates`), a linear value function is learnt by TD(λ) from every
//! simulation: of the numbers of pieces of each type if there are more types than roles, and otherwise of the cells
//! that each role has taken. Moves are then valued by the pieces that they capture, or by the cells where they put a
//! piece.
//!
//! DIVERGENCE: the changes of an episode are divided by its number of states. Added up, as in the document, a step size
//! of 0.01 makes the weights grow without bound in games of a hundred moves.
//!
//! DIVERGENCE: weights of cells are multiplied by c = 1 instead of the document's 5, which goes with weights whose size
//! it does not give. Ours vary by about 5 from chance alone, and a factor of 5 drowns MAST: against UCT the player of
//! 2010 then wins 45 % in connect five and 62 % in othello; with a factor of 1 it wins 92 % and 80 % (40 matches each;
//! the document has 93 and 84.5 %).

mod templates;

use super::simulation::Simulation;
use crate::Detail;
use game::{Machine, Move, Role, State, StopReason};
use templates::{Board, Template};

/// Settings of the learning and the use of features.
#[derive(Clone, Debug, PartialEq)]
pub struct FastSettings {
    /// λ of TD(λ): the weight of later states for earlier ones.
    pub lambda: f64,
    /// Learning rate of TD(λ).
    pub alpha: f64,
    /// Factor of the weights of cells (c).
    pub scale: f64,
    /// Weight of features beside MAST.
    pub weight: f64,
    /// Smallest absolute weight of a piece that is used.
    pub least: f64,
}

/// Value of a move that captures nothing, if another move captures.
const NO_CAPTURE: f64 = -100.0;

/// A value function over the features of a board, and the values of moves by it.
pub struct Fast {
    settings: FastSettings,
    board: Board,
    /// Weights of the features, from the view of the first role.
    weights: Vec<f64>,
    /// Features of the states of an episode, one state after the other.
    features: Vec<usize>,
    /// Index after the last feature of each state.
    ends: Vec<usize>,
    changes: Vec<f64>,
    /// Piece on each cell of the present state, if pieces are the features.
    pieces: Vec<Option<usize>>,
}

impl Fast {
    /// Searches for a board in a game of two roles; `None` if there is none.
    pub fn find(
        machine: &mut dyn Machine,
        settings: &FastSettings,
        seed: u64,
    ) -> Result<Option<Fast>, StopReason> {
        if machine.roles().len() != 2 {
            return Ok(None);
        }
        Ok(Board::find(machine, seed)?.map(|board| Fast {
            settings: settings.clone(),
            board,
            weights: Vec::new(),
            features: Vec::new(),
            ends: Vec::new(),
            changes: Vec::new(),
            pieces: Vec::new(),
        }))
    }

    /// Returns the weight of features beside MAST.
    pub fn weight(&self) -> f64 {
        self.settings.weight
    }

    /// Prepares to value moves in a state.
    pub fn look(&mut self, machine: &dyn Machine, state: &State) {
        if self.board.template() != Template::Pieces {
            return;
        }
        self.pieces.clear();
        for fact in machine.facts(state) {
            if let Some((cell, piece)) = self.board.place(machine, fact) {
                if self.pieces.len() <= cell {
                    self.pieces.resize(cell + 1, None);
                }
                self.pieces[cell] = Some(piece);
            }
        }
    }

    /// Values moves in the state that was prepared. Returns whether features say anything about any of them.
    pub fn value(
        &mut self,
        machine: &dyn Machine,
        role: Role,
        legal: &[Move],
        values: &mut Vec<f64>,
    ) -> bool {
        values.clear();
        let sign = if role.0 == 0 { 1.0 } else { -1.0 };
        let mut is_active = false;
        for &action in legal {
            let value = match self.board.template() {
                Template::Pieces => self.value_of_capture(machine, action, sign),
                Template::Cells => self.value_of_cell(machine, role, action, sign),
            };
            is_active |= value.is_some();
            let otherwise = match self.board.template() {
                Template::Pieces => NO_CAPTURE,
                Template::Cells => 0.0,
            };
            values.push(value.unwrap_or(otherwise));
        }
        is_active
    }

    fn value_of_capture(&mut self, machine: &dyn Machine, action: Move, sign: f64) -> Option<f64> {
        let cells = self.board.move_cells(machine, action)?;
        let piece = |cell: usize| self.pieces.get(cell).copied().flatten();
        let weight = |piece: usize| self.weights.get(piece).copied().unwrap_or(0.0);
        let (taken, taker) = (weight(piece(cells.to)?), weight(piece(cells.from?)?));
        let is_far = taken.abs() >= self.settings.least && taker.abs() >= self.settings.least;
        is_far.then_some(-sign * (2.0 * taken + taker))
    }

    fn value_of_cell(
        &mut self,
        machine: &dyn Machine,
        role: Role,
        action: Move,
        sign: f64,
    ) -> Option<f64> {
        let cells = self.board.move_cells(machine, action)?;
        let feature = self.board.feature_of_cell(cells.to, role)?;
        let weight = self.weights.get(feature)?;
        Some(sign * self.settings.scale * weight)
    }

    /// Returns the features and their weights, from the view of the first role.
    pub fn details(&self) -> Vec<Detail> {
        let features = self.board.features().into_iter();
        let detail = |(feature, index): (String, usize)| {
            let &weight = self.weights.get(index)?;
            Some(Detail::FeatureWeight { feature, weight })
        };
        features.filter_map(detail).collect()
    }

    /// Learns from a completed simulation.
    pub fn learn(&mut self, machine: &dyn Machine, simulation: &Simulation) {
        self.features.clear();
        self.ends.clear();
        for state in &simulation.states {
            for fact in machine.facts(state) {
                let feature = self.board.feature(machine, fact);
                self.features.extend(feature);
            }
            self.ends.push(self.features.len());
        }
        let most = self.features.iter().copied().max().map_or(0, |feature| feature + 1);
        if self.weights.len() < most {
            self.weights.resize(most, 0.0);
        }
        self.changes.clear();
        self.changes.resize(self.weights.len(), 0.0);
        let reward = simulation.goals[0] - simulation.goals[1];
        let mut target = reward;
        let mut end = self.features.len();
        for index in (0..self.ends.len()).rev() {
            let begin = if index == 0 { 0 } else { self.ends[index - 1] };
            let features = &self.features[begin..end];
            let value: f64 = features.iter().map(|&feature| self.weights[feature]).sum();
            for &feature in features {
                self.changes[feature] += target - value;
            }
            let lambda = self.settings.lambda;
            target = (1.0 - lambda) * value + lambda * target;
            end = begin;
        }
        let step = self.settings.alpha / self.ends.len().max(1) as f64;
        for (weight, change) in self.weights.iter_mut().zip(&self.changes) {
            *weight += step * change;
        }
    }
}

/// Values of ids, each computed when it is first requested.
#[derive(Default)]
pub(super) struct Memo<T> {
    known: Vec<Option<T>>,
}

impl<T: Copy> Memo<T> {
    /// Returns the value of an id; `find` computes it the first time.
    pub fn get(&mut self, id: u32, find: impl FnOnce() -> T) -> T {
        let index = id as usize;
        if self.known.len() <= index {
            self.known.resize(index + 1, None);
        }
        *self.known[index].get_or_insert_with(find)
    }
}
