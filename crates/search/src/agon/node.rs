//! A node of the search: a state, the moves of each role with their statistics, and proven goals.

use super::bounds::Bounds;
use crate::report::most_visited_first;
use crate::{MoveValue, NodeStatistics};
use game::{Move, State};
use hashbrown::HashMap;

/// Number of a node in its tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(pub u32);

/// A role's move in a node, with its statistics.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Edge {
    /// The move of the role.
    pub action: Move,
    /// Number of simulations that made the move. The playouts of the expansion count as one.
    pub visits: u32,
    /// Number of simulations on their way down that made the move.
    pub pending: u32,
    /// Proven bounds of the role's goal, if it decides here.
    pub bounds: Bounds,
    /// Sum of the role's goals.
    pub total: f64,
}

impl Edge {
    /// Creates the edge of a move that was not tried yet.
    pub fn new(action: Move) -> Edge {
        let bounds = Bounds::OPEN;
        Edge { action, visits: 0, pending: 0, bounds, total: 0.0 }
    }

    /// Returns the role's mean goal, within its proven bounds.
    pub fn mean(&self) -> f64 {
        self.bounds.clamp(self.total / f64::from(self.visits.max(1)))
    }
}

/// For each role, its legal moves with their statistics.
pub type Options = Box<[Box<[Edge]>]>;

/// Progress of the search in a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeStage {
    /// It has not been expanded.
    New,
    /// A thread is expanding it.
    Claimed,
    /// It has been expanded and has moves.
    Expanded,
    /// It has no moves, because the game is over or cannot go on.
    Terminal,
}

/// A node of the tree: a state with its moves.
pub struct Node {
    /// State of the node.
    pub state: State,
    /// Progress of the search in the node.
    pub stage: NodeStage,
    /// Number of simulations that passed through; the one that expanded the node does not count.
    pub visits: u32,
    /// The role that decides alone, if there is one: all others have a single move.
    pub decider: Option<usize>,
    /// For each role, its legal moves with their statistics.
    pub options: Options,
    /// Proven bounds of each role's goal.
    pub bounds: Box<[Bounds]>,
    /// Number of moves to the end, if the goal of the decider is proven.
    pub distance: u32,
    /// Children of the node.
    pub links: Links,
}

impl Node {
    /// Creates a node that has not been expanded.
    pub fn new(state: State, roles: usize) -> Node {
        Node {
            state,
            stage: NodeStage::New,
            visits: 0,
            decider: None,
            options: Box::default(),
            bounds: vec![Bounds::OPEN; roles].into(),
            distance: 0,
            links: Links::Few(Box::default()),
        }
    }

    /// Returns whether nothing is left to search: the goal of the decider is proven.
    pub fn is_settled(&self) -> bool {
        self.stage == NodeStage::Terminal
            || self.decider.is_some_and(|decider| self.bounds[decider].is_exact())
    }

    /// Returns the value of a settled node for a role: the middle of its bounds.
    pub fn settled_value(&self, role: usize) -> f64 {
        let Bounds { least, most } = self.bounds[role];
        f64::midpoint(f64::from(least), f64::from(most))
    }

    /// Returns the statistics of the node, in a game with this number of roles.
    pub fn statistics(&self, roles: usize) -> NodeStatistics {
        let valued = |edge: &Edge| MoveValue {
            action: edge.action,
            visits: u64::from(edge.visits),
            value: edge.mean(),
        };
        let tried = |role: usize| {
            let edges = self.options.get(role).map_or(&[][..], |edges| edges);
            most_visited_first(edges.iter().map(valued))
        };
        let is_over = self.stage == NodeStage::Terminal;
        NodeStatistics {
            visits: u64::from(self.visits) + u64::from(self.stage == NodeStage::Expanded),
            roles: (0..roles).map(tried).collect(),
            goals: is_over.then(|| self.bounds.iter().map(|bounds| bounds.least).collect()),
        }
    }

    /// Sets the moves of the node, and the role that decides alone, if there is one.
    pub fn open(&mut self, options: Options, decider: Option<usize>) {
        self.decider = decider;
        let joints = options.iter().map(|edges| edges.len() as u128);
        let joints = joints.fold(1u128, u128::saturating_mul);
        self.links = if joints <= MAX_LISTED {
            Links::Few(vec![None; joints as usize].into())
        } else {
            Links::Many(HashMap::new())
        };
        self.options = options;
        self.stage = NodeStage::Expanded;
    }

    /// Sets the goals of a node in which the game is over or cannot go on.
    pub fn close(&mut self, goals: &[u8]) {
        self.stage = NodeStage::Terminal;
        self.bounds = goals.iter().map(|&goal| Bounds::exactly(goal)).collect();
    }

    /// Returns the number of a joint move, which is given by the indexes of the roles' moves.
    pub fn number(&self, joint: &[usize]) -> u128 {
        let sizes = self.options.iter().map(|edges| edges.len() as u128);
        let add = |number: u128, (&index, size): (&usize, u128)| {
            number.wrapping_mul(size).wrapping_add(index as u128)
        };
        joint.iter().zip(sizes).fold(0, add)
    }

    /// Returns the node that a joint move leads to.
    pub fn child(&self, joint: &[usize]) -> Option<NodeId> {
        match &self.links {
            Links::Few(links) => links[self.number(joint) as usize],
            Links::Many(links) => links.get(&self.number(joint)).copied(),
        }
    }

    /// Returns the node that a move of the decider leads to.
    pub fn child_of_decider(&self, index: usize) -> Option<NodeId> {
        match &self.links {
            // The others have one move each, so that the number is the index of the decider's move.
            Links::Few(links) => links[index],
            Links::Many(links) => links.get(&(index as u128)).copied(),
        }
    }

    /// Returns the approximate memory of the node in bytes.
    pub fn bytes(&self) -> usize {
        let edges: usize = self.options.iter().map(|edges| size_of_val(&**edges)).sum();
        let links = match &self.links {
            Links::Few(links) => size_of_val(&**links),
            Links::Many(links) => links.capacity() * size_of::<(u128, NodeId)>(),
        };
        let parts = size_of_val(&*self.options) + size_of_val(&*self.bounds);
        size_of::<Node>() + size_of_val(self.state.words()) + parts + edges + links + OVERHEAD
    }
}

/// Memory of a node besides its parts, in bytes: its place in the table of states, and the overhead of the allocator.
const OVERHEAD: usize = 100;

/// Largest number of joint moves for which a node has a list of all children.
const MAX_LISTED: u128 = 1 << 12;

/// Children of a node by the numbers of joint moves: a list of all, or a map of those that were made.
pub enum Links {
    Few(Box<[Option<NodeId>]>),
    Many(HashMap<u128, NodeId>),
}
