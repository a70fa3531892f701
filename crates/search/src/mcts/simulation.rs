//! One simulation: the path through the tree, the moves of the playout, and the goals.

use super::tree::{NodeId, Tree};
use game::{Move, State};

/// A simulation while it is played and backed up.
pub struct Simulation {
    roles: usize,
    /// Nodes of the path through the tree.
    pub steps: Vec<NodeId>,
    /// Indexes of the moves that were made in these nodes, one for each role.
    indexes: Vec<usize>,
    /// Joint moves from the root to the end, one role after the other.
    pub moves: Vec<Move>,
    /// The node that was added to the tree.
    pub leaf: Option<NodeId>,
    /// States from the root to the end, if they are needed for learning.
    pub states: Vec<State>,
    /// Goals of the roles; empty if the simulation was aborted.
    pub goals: Vec<f64>,
    /// Number of the last simulation that made each move of each role, for RAVE.
    last_made: Vec<Vec<u64>>,
    number: u64,
}

impl Simulation {
    /// Creates an empty simulation of a game with this number of roles.
    pub fn new(roles: usize) -> Simulation {
        Simulation {
            roles,
            steps: Vec::new(),
            indexes: Vec::new(),
            moves: Vec::new(),
            leaf: None,
            states: Vec::new(),
            goals: Vec::new(),
            last_made: vec![Vec::new(); roles],
            number: 0,
        }
    }

    /// Clears everything for another simulation.
    pub fn begin(&mut self) {
        self.steps.clear();
        self.indexes.clear();
        self.moves.clear();
        self.goals.clear();
        self.states.clear();
        self.leaf = None;
    }

    /// Adds a node to the path.
    pub fn enter(&mut self, node: NodeId) {
        self.steps.push(node);
    }

    /// Makes a move in the last node, for the next role.
    pub fn choose(&mut self, index: usize, action: Move) {
        self.indexes.push(index);
        self.moves.push(action);
    }

    /// Returns the last joint move: the indexes of its moves, and the moves.
    pub fn last(&self) -> (&[usize], &[Move]) {
        let first = self.indexes.len() - self.roles;
        (&self.indexes[first..], &self.moves[first..])
    }

    /// Returns the joint moves from the root to the end.
    pub fn joints(&self) -> impl Iterator<Item = &[Move]> {
        self.moves.chunks(self.roles)
    }

    /// Adds the goals to the moves that were made in the tree.
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

    /// Adds the goals to RAVE's estimates: in each node, to all moves that the role made there or later.
    pub fn back_up_rave(&mut self, tree: &mut Tree) {
        self.number += 1;
        let steps = self.moves.len() / self.roles;
        for step in (0..steps).rev() {
            for role in 0..self.roles {
                let action = self.moves[step * self.roles + role].0 as usize;
                let last_made = &mut self.last_made[role];
                if last_made.len() <= action {
                    last_made.resize(action + 1, 0);
                }
                last_made[action] = self.number;
            }
            let Some(&node) = self.steps.get(step) else { continue };
            for role in 0..self.roles {
                let options = tree.options_mut(node, role);
                for index in 0..options.moves().len() {
                    let action = options.moves()[index].0 as usize;
                    if self.last_made[role].get(action) == Some(&self.number) {
                        let stat = &mut options.stats_mut()[index];
                        stat.rave_visits += 1;
                        stat.rave_total += self.goals[role];
                    }
                }
            }
        }
    }
}
