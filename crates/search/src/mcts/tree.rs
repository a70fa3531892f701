//! The nodes of the search: states, and the moves of each role in them with their statistics.

use crate::report::most_visited_first;
use crate::{MoveValue, NodeStatistics};
use game::{Machine, MachineExt, Move, Role, State, StopReason};
use hashbrown::{DefaultHashBuilder, HashMap, HashTable};
use std::collections::VecDeque;
use std::hash::BuildHasher;

/// Number of a node in its tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(u32);

/// Statistics of a move in a node over all simulations.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
pub struct MoveStatistics {
    /// Number of simulations that made the move here.
    pub visits: u32,
    /// Sum of the role's goals in these simulations.
    pub total: f64,
    /// Number of simulations that made the move here or later.
    pub rave_visits: u32,
    /// Sum of the role's goals in these simulations.
    pub rave_total: f64,
}

impl MoveStatistics {
    /// Returns the role's mean goal.
    pub fn mean(&self) -> f64 {
        self.total / f64::from(self.visits)
    }
}

/// Moves of a role in a node.
#[derive(Clone, Debug, Default)]
pub struct RoleMoves {
    moves: Box<[Move]>,
    stats: Box<[MoveStatistics]>,
    /// Indexes of the moves that are tried before all others.
    priority: Box<[u32]>,
}

impl RoleMoves {
    /// Creates moves that have not been made yet.
    pub fn new(moves: &[Move]) -> RoleMoves {
        let stats = vec![MoveStatistics::default(); moves.len()].into();
        RoleMoves { moves: moves.into(), stats, priority: Box::default() }
    }

    /// Returns the legal moves of the role.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the statistics of the moves.
    pub fn stats(&self) -> &[MoveStatistics] {
        &self.stats
    }

    /// Returns the indexes of the moves that are tried before all others; there may be none.
    pub fn priority(&self) -> &[u32] {
        &self.priority
    }

    /// Sets the moves that are tried before all others.
    pub fn prioritise(&mut self, indexes: &[u32]) {
        self.priority = indexes.into();
    }

    /// Returns the statistics of the moves, to change them.
    pub fn stats_mut(&mut self) -> &mut [MoveStatistics] {
        &mut self.stats
    }

    /// Returns the moves that were tried with their means, the most visited first.
    fn tried(&self) -> Vec<MoveValue> {
        let all = self.moves.iter().zip(&self.stats);
        most_visited_first(all.map(|(&action, stat)| MoveValue {
            action,
            visits: u64::from(stat.visits),
            value: stat.mean(),
        }))
    }

    /// Returns the moves that were tried, those of the greatest value first, and of equal ones the most visited first.
    pub fn best_first(&self, value: impl Fn(&MoveStatistics) -> f64) -> Vec<RankedMove> {
        let tried = self.moves.iter().zip(&self.stats).enumerate();
        let tried = tried.filter(|(_, (_, stat))| stat.visits > 0);
        let mut tried: Vec<RankedMove> = tried
            .map(|(index, (&action, stat))| RankedMove {
                index,
                action,
                visits: stat.visits,
                value: value(stat),
            })
            .collect();
        tried.sort_by(|a, b| b.value.total_cmp(&a.value).then(b.visits.cmp(&a.visits)));
        tried
    }
}

/// A move that was tried, with its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedMove {
    /// Index among the moves of the role.
    pub index: usize,
    /// The move of the role.
    pub action: Move,
    /// Number of simulations that made the move.
    pub visits: u32,
    /// Expected goal after the move.
    pub value: f64,
}

#[derive(Clone, Default)]
struct Node {
    state: State,
    visits: u32,
    /// Goals of the roles, if the game is over here.
    goals: Option<Box<[u8]>>,
    /// Moves of each role; none if the game is over.
    options: Box<[RoleMoves]>,
}

/// The nodes, and the joint moves that lead from one to another.
pub struct Tree {
    roles: usize,
    nodes: Vec<Node>,
    /// Nodes by their states.
    by_state: HashTable<NodeId>,
    hasher: DefaultHashBuilder,
    /// Nodes by the node before and the joint move, as a number made of the indexes of the moves.
    children: HashMap<(NodeId, u128), NodeId>,
}

impl Tree {
    /// Creates an empty tree for a game with this number of roles.
    pub fn new(roles: usize) -> Tree {
        Tree {
            roles,
            nodes: Vec::new(),
            by_state: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            children: HashMap::new(),
        }
    }

    /// Returns the number of roles.
    pub fn roles(&self) -> usize {
        self.roles
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns all nodes, in the order in which they were added.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// Adds a node for a state that has none.
    pub fn add(&mut self, machine: &mut dyn Machine, state: State) -> Result<NodeId, StopReason> {
        let mut node = Node { state, ..Node::default() };
        if machine.terminal(&node.state)? {
            let goals = machine.role_ids().map(|role| Ok(machine.goal(&node.state, role)?.value()));
            node.goals = Some(goals.collect::<Result<_, StopReason>>()?);
            node.options = vec![RoleMoves::default(); self.roles].into();
        } else {
            let mut moves = Vec::new();
            let options = (0..self.roles as u32).map(|role| {
                machine.legal(&node.state, Role(role), &mut moves)?;
                Ok(RoleMoves::new(&moves))
            });
            node.options = options.collect::<Result<_, StopReason>>()?;
        }
        Ok(self.insert(node))
    }

    fn insert(&mut self, node: Node) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        let hash = self.hasher.hash_one(&node.state);
        self.nodes.push(node);
        let Tree { nodes, by_state, hasher, .. } = self;
        by_state.insert_unique(hash, id, |id| hasher.hash_one(&nodes[id.0 as usize].state));
        id
    }

    /// Returns the node of a state; `None` if it has none.
    pub fn find(&self, state: &State) -> Option<NodeId> {
        let hash = self.hasher.hash_one(state);
        self.by_state.find(hash, |id| self.nodes[id.0 as usize].state == *state).copied()
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// Returns the value of a node for a role: its goal if the game is over, otherwise its mean goal in the simulations
    /// that went on from there; `None` if there were none.
    pub fn value(&self, id: NodeId, role: usize) -> Option<f64> {
        let node = self.node(id);
        if let Some(goals) = &node.goals {
            return Some(f64::from(goals[role]));
        }
        let stats = &node.options[role].stats;
        let visits: u32 = stats.iter().map(|stat| stat.visits).sum();
        let total: f64 = stats.iter().map(|stat| stat.total).sum();
        (visits > 0).then(|| total / f64::from(visits))
    }

    /// Returns the state of a node.
    pub fn state(&self, id: NodeId) -> &State {
        &self.node(id).state
    }

    /// Returns the number of simulations that passed through a node.
    pub fn visits(&self, id: NodeId) -> u32 {
        self.node(id).visits
    }

    /// Returns the goals of the roles, if the game is over in a node.
    pub fn goals(&self, id: NodeId) -> Option<&[u8]> {
        self.node(id).goals.as_deref()
    }

    /// Returns the moves of a role in a node; none if the game is over.
    pub fn options(&self, id: NodeId, role: usize) -> &RoleMoves {
        &self.node(id).options[role]
    }

    /// Adds one visit to a node.
    pub fn visit(&mut self, id: NodeId) {
        self.add_visits(id, 1);
    }

    /// Adds visits to a node.
    pub fn add_visits(&mut self, id: NodeId, times: u32) {
        self.nodes[id.0 as usize].visits += times;
    }

    /// Returns the moves of a role in a node, to change their statistics.
    pub fn options_mut(&mut self, id: NodeId, role: usize) -> &mut RoleMoves {
        &mut self.nodes[id.0 as usize].options[role]
    }

    /// Returns the node that a joint move leads to, if it is known; the move is given by the indexes of the roles'
    /// moves.
    pub fn child(&self, id: NodeId, indexes: &[usize]) -> Option<NodeId> {
        self.children.get(&(id, self.key(id, indexes))).copied()
    }

    /// Sets the node that a joint move leads to.
    pub fn link(&mut self, id: NodeId, indexes: &[usize], child: NodeId) {
        self.children.insert((id, self.key(id, indexes)), child);
    }

    fn key(&self, id: NodeId, indexes: &[usize]) -> u128 {
        let sizes = self.node(id).options.iter().map(|options| options.moves.len() as u128);
        indexes
            .iter()
            .zip(sizes)
            .fold(0u128, |key, (&index, size)| key.wrapping_mul(size).wrapping_add(index as u128))
    }

    /// Removes all nodes and links.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.by_state.clear();
        self.children.clear();
    }

    /// Removes the nodes that cannot be reached from this one. Returns its new number.
    pub fn keep_from(&mut self, root: NodeId) -> NodeId {
        let mut links: HashMap<NodeId, Vec<(u128, NodeId)>> = HashMap::new();
        for (&(from, key), &to) in &self.children {
            links.entry(from).or_default().push((key, to));
        }
        let mut kept = vec![None; self.nodes.len()];
        let mut order = vec![root];
        let mut open = VecDeque::from([root]);
        kept[root.0 as usize] = Some(NodeId(0));
        while let Some(node) = open.pop_front() {
            for (_, child) in links.get(&node).map_or(&[][..], |links| links) {
                let id = &mut kept[child.0 as usize];
                if id.is_none() {
                    *id = Some(NodeId(order.len() as u32));
                    order.push(*child);
                    open.push_back(*child);
                }
            }
        }
        // The order of the links does not matter: ids are only names, and are never compared.
        let mut old = std::mem::replace(self, Tree::new(self.roles));
        for node in order {
            self.insert(std::mem::take(&mut old.nodes[node.0 as usize]));
        }
        for ((from, key), to) in old.children {
            if let (Some(from), Some(to)) = (kept[from.0 as usize], kept[to.0 as usize]) {
                self.children.insert((from, key), to);
            }
        }
        NodeId(0)
    }

    /// Returns the node that a line of joint moves leads to; `None` if no simulation has made these moves.
    pub fn follow(&self, from: NodeId, line: &[Vec<Move>]) -> Option<NodeId> {
        line.iter().try_fold(from, |id, joint| {
            let options = &self.node(id).options;
            if joint.len() != options.len() {
                return None;
            }
            let place = |(options, action): (&RoleMoves, &Move)| {
                options.moves.iter().position(|known| known == action)
            };
            let indexes: Option<Vec<usize>> = options.iter().zip(joint).map(place).collect();
            self.child(id, &indexes?)
        })
    }

    /// Returns the statistics of a node, for people.
    pub fn statistics(&self, id: NodeId) -> NodeStatistics {
        let node = self.node(id);
        NodeStatistics {
            visits: u64::from(node.visits),
            roles: node.options.iter().map(RoleMoves::tried).collect(),
            goals: node.goals.as_deref().map(<[u8]>::to_vec),
        }
    }

    /// Returns the principal variation: the joint moves that follow if every role makes its best move, as far as they
    /// were tried.
    pub fn expected_line(
        &self,
        root: NodeId,
        value: impl Fn(&MoveStatistics, u32) -> f64,
    ) -> Vec<Vec<Move>> {
        let (mut line, mut node) = (Vec::new(), root);
        while self.goals(node).is_none() && line.len() < self.len() {
            let visits = self.visits(node);
            let best = (0..self.roles).map(|role| {
                let tried = self.options(node, role).best_first(|stat| value(stat, visits));
                tried.first().map(|best| (best.index, best.action))
            });
            let Some(best) = best.collect::<Option<Vec<(usize, Move)>>>() else { break };
            let (indexes, joint): (Vec<usize>, Vec<Move>) = best.into_iter().unzip();
            line.push(joint);
            match self.child(node, &indexes) {
                Some(child) => node = child,
                None => break,
            }
        }
        line
    }
}
