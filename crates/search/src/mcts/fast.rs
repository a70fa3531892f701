//! FAST: features of the board that guide playouts (document 002, section 3.4).
//!
//! Where facts look like a board with pieces (`templates`), a linear value function is learnt by TD(λ) from every
//! simulation: of how many pieces of each type there are, if there are more types than roles, or else of which cells are
//! taken by whom. Moves are then valued by what they capture, or by where they put a piece.
//!
//! DIVERGENCE: the changes of an episode are divided by its number of states. Added up, as the document writes them, a
//! step size of 0.01 makes the weights grow without bound in games of a hundred moves.
//!
//! DIVERGENCE: weights of cells are multiplied by c = 1 and not by the document's 5, which goes with weights whose size it does
//! not tell. With ours, which vary by about 5 from chance alone, 5 drowns MAST: against UCT the player of 2010 then wins 45 % in
//! connect five and 62 % in othello, and with 1 92 % and 80 % (40 matches each; the document has 93 and 84.5 %).

mod templates;

use super::simulation::Simulation;
use game::{Machine, Move, Role, State, StopReason};
use templates::{Board, Template};

/// How to learn and use features.
#[derive(Clone, Debug, PartialEq)]
pub struct FastSettings {
    /// How much later states count for earlier ones.
    pub lambda: f64,
    /// The step size.
    pub alpha: f64,
    /// c: what weights of cells are multiplied by.
    pub scale: f64,
    /// How much features count beside MAST.
    pub weight: f64,
    /// Weights of pieces that are nearer to zero are not used.
    pub least: f64,
}

/// What a move that captures nothing counts as, where another one captures.
const NO_CAPTURE: f64 = -100.0;

/// A value function over what was found on the board, and what it says about moves.
pub struct Fast {
    settings: FastSettings,
    board: Board,
    /// The weights of the features, as the first role sees them.
    weights: Vec<f64>,
    /// The features of the states of an episode, one state after the other.
    features: Vec<usize>,
    /// Where each state's features end.
    ends: Vec<usize>,
    changes: Vec<f64>,
    /// The piece on each cell of the present state, where that matters.
    pieces: Vec<Option<usize>>,
}

impl Fast {
    /// Looks for features in a game of two roles.
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

    /// How much features count beside MAST.
    pub fn share(&self) -> f64 {
        self.settings.weight
    }

    /// Looks at the state in which moves are to be valued.
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

    /// Values moves in the state that was looked at; whether features say anything about any of them.
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
        let way = self.board.way(machine, action)?;
        let piece = |cell: usize| self.pieces.get(cell).copied().flatten();
        let weight = |piece: usize| self.weights.get(piece).copied().unwrap_or(0.0);
        let (taken, taker) = (weight(piece(way.to)?), weight(piece(way.from?)?));
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
        let way = self.board.way(machine, action)?;
        let feature = self.board.feature_of_cell(way.to, role)?;
        let weight = self.weights.get(feature)?;
        Some(sign * self.settings.scale * weight)
    }

    /// The features and their weights, as the first role sees them.
    pub fn notes(&self) -> Vec<String> {
        let features = self.board.features().into_iter();
        let known = features.filter_map(|(name, feature)| Some((name, self.weights.get(feature)?)));
        known.map(|(name, weight)| format!("{name}: {weight:.1}")).collect()
    }

    /// Learns from a simulation.
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

/// Values of ids, each found when it is first asked for.
#[derive(Default)]
pub(super) struct Memo<T> {
    known: Vec<Option<T>>,
}

impl<T: Copy> Memo<T> {
    /// The value of an id.
    pub fn get(&mut self, id: u32, find: impl FnOnce() -> T) -> T {
        let index = id as usize;
        if self.known.len() <= index {
            self.known.resize(index + 1, None);
        }
        *self.known[index].get_or_insert_with(find)
    }
}
