//! One simulation: the way through the tree, the moves of the playout, and how it ended.

use super::tree::{NodeId, Tree};
use game::{Move, State};

/// A simulation, while it is played and backed up.
pub struct Simulation {
    roles: usize,
    /// The nodes that were passed.
    pub steps: Vec<NodeId>,
    /// The indexes of the moves that were made in them, one for each role.
    indexes: Vec<usize>,
    /// The joint moves from the root to the end, one role after the other.
    pub moves: Vec<Move>,
    /// The node that was added.
    pub leaf: Option<NodeId>,
    /// The states from the root to the end, if they are wanted.
    pub states: Vec<State>,
    /// What the roles got.
    pub goals: Vec<f64>,
    /// When each move of each role was last noted, in numbers of notes.
    noted: Vec<Vec<u64>>,
    note: u64,
}

impl Simulation {
    /// Of a game with so many roles.
    pub fn new(roles: usize) -> Simulation {
        Simulation {
            roles,
            steps: Vec::new(),
            indexes: Vec::new(),
            moves: Vec::new(),
            leaf: None,
            states: Vec::new(),
            goals: Vec::new(),
            noted: vec![Vec::new(); roles],
            note: 0,
        }
    }

    /// Begins another.
    pub fn begin(&mut self) {
        self.steps.clear();
        self.indexes.clear();
        self.moves.clear();
        self.goals.clear();
        self.states.clear();
        self.leaf = None;
    }

    /// Comes to a node.
    pub fn enter(&mut self, node: NodeId) {
        self.steps.push(node);
    }

    /// Makes a move there, for the next role.
    pub fn choose(&mut self, index: usize, action: Move) {
        self.indexes.push(index);
        self.moves.push(action);
    }

    /// The joint move that was made last: indexes and moves.
    pub fn last(&self) -> (&[usize], &[Move]) {
        let first = self.indexes.len() - self.roles;
        (&self.indexes[first..], &self.moves[first..])
    }

    /// The joint moves from the root to the end.
    pub fn joints(&self) -> impl Iterator<Item = &[Move]> {
        self.moves.chunks(self.roles)
    }

    /// Adds the result to the moves that were made in the tree.
    pub fn back_up(&self, tree: &mut Tree) {
        for (&node, indexes) in self.steps.iter().zip(self.indexes.chunks(self.roles)) {
            tree.visit(node);
            for (role, &index) in indexes.iter().enumerate() {
                let stat = &mut tree.options_mut(node, role).stats_mut()[index];
                stat.visits += 1;
                stat.total += self.goals[role];
            }
        }
        if let Some(leaf) = self.leaf {
            tree.visit(leaf);
        }
    }

    /// Adds the result to RAVE's estimates: in each node, to all moves that the role made there or later.
    pub fn back_up_rave(&mut self, tree: &mut Tree) {
        self.note += 1;
        let steps = self.moves.len() / self.roles;
        for step in (0..steps).rev() {
            for role in 0..self.roles {
                let action = self.moves[step * self.roles + role].0 as usize;
                let noted = &mut self.noted[role];
                if noted.len() <= action {
                    noted.resize(action + 1, 0);
                }
                noted[action] = self.note;
            }
            let Some(&node) = self.steps.get(step) else { continue };
            for role in 0..self.roles {
                let options = tree.options_mut(node, role);
                for index in 0..options.moves().len() {
                    let action = options.moves()[index].0 as usize;
                    if self.noted[role].get(action) == Some(&self.note) {
                        let stat = &mut options.stats_mut()[index];
                        stat.rave_visits += 1;
                        stat.rave_total += self.goals[role];
                    }
                }
            }
        }
    }
}
