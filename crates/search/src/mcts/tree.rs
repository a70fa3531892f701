//! The nodes of the search: states, what each role may do in them, and what came of it.

use crate::player::most_tried_first;
use crate::{Outlook, Valued};
use game::{Machine, Move, Role, State, StopReason};
use hashbrown::{DefaultHashBuilder, HashMap, HashTable};
use std::collections::VecDeque;
use std::hash::BuildHasher;

/// A node of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(u32);

/// What came of a move in the simulations.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
pub struct Stat {
    /// How often it was made here.
    pub visits: u32,
    /// The sum of what the role got then.
    pub total: f64,
    /// How often it was made later, when another one was made here …
    pub rave_visits: u32,
    /// … and what the role got then.
    pub rave_total: f64,
}

impl Stat {
    /// What the role gets in the mean.
    pub fn mean(&self) -> f64 {
        self.total / f64::from(self.visits)
    }
}

/// What a role may do in a node.
#[derive(Clone, Debug, Default)]
pub struct Options {
    moves: Box<[Move]>,
    stats: Box<[Stat]>,
    /// The indexes of moves that are to be tried before all others.
    urgent: Box<[u32]>,
}

impl Options {
    /// None of these moves was made yet.
    pub fn new(moves: &[Move]) -> Options {
        let stats = vec![Stat::default(); moves.len()].into();
        Options { moves: moves.into(), stats, urgent: Box::default() }
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// What came of each.
    pub fn stats(&self) -> &[Stat] {
        &self.stats
    }

    /// The indexes of moves that are to be tried before all others; there may be none.
    pub fn urgent(&self) -> &[u32] {
        &self.urgent
    }

    /// Sets which moves are to be tried before all others.
    pub fn urge(&mut self, indexes: &[u32]) {
        self.urgent = indexes.into();
    }

    /// To write what came of each.
    pub fn stats_mut(&mut self) -> &mut [Stat] {
        &mut self.stats
    }

    /// The moves that were tried, the most tried first, each with its mean.
    fn tried(&self) -> Vec<Valued> {
        let all = self.moves.iter().zip(&self.stats);
        most_tried_first(all.map(|(&action, stat)| Valued {
            action,
            visits: u64::from(stat.visits),
            value: stat.mean(),
        }))
    }

    /// The moves that were tried, those of the greatest worth first, and among equals those that were tried most.
    pub fn best_first(&self, worth: impl Fn(&Stat) -> f64) -> Vec<Tried> {
        let tried = self.moves.iter().zip(&self.stats).enumerate();
        let tried = tried.filter(|(_, (_, stat))| stat.visits > 0);
        let mut tried: Vec<Tried> = tried
            .map(|(index, (&action, stat))| Tried {
                index,
                action,
                visits: stat.visits,
                worth: worth(stat),
            })
            .collect();
        tried.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(b.visits.cmp(&a.visits)));
        tried
    }
}

/// A move that was tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried {
    /// Its index among the moves.
    pub index: usize,
    /// The move.
    pub action: Move,
    /// How often it was tried.
    pub visits: u32,
    /// What it is worth.
    pub worth: f64,
}

#[derive(Clone, Default)]
struct Node {
    state: State,
    visits: u32,
    /// What the roles get, if the game is over here.
    goals: Option<Box<[u8]>>,
    /// What each role may do.
    options: Box<[Options]>,
}

/// The nodes, and which joint moves lead from one to another.
pub struct Tree {
    roles: usize,
    nodes: Vec<Node>,
    /// The nodes by their states.
    by_state: HashTable<NodeId>,
    hasher: DefaultHashBuilder,
    /// The nodes by the one before and the joint move, as a number made of the indexes of the moves.
    children: HashMap<(NodeId, u128), NodeId>,
}

impl Tree {
    /// No nodes yet, of a game with so many roles.
    pub fn new(roles: usize) -> Tree {
        Tree {
            roles,
            nodes: Vec::new(),
            by_state: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            children: HashMap::new(),
        }
    }

    /// How many roles the game has.
    pub fn roles(&self) -> usize {
        self.roles
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// All nodes, in the order in which they were added.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// Adds a state that is not there.
    pub fn add(&mut self, machine: &mut dyn Machine, state: State) -> Result<NodeId, StopReason> {
        let mut node = Node { state, ..Node::default() };
        if machine.terminal(&node.state)? {
            let goals = machine.role_ids().map(|role| Ok(machine.goal(&node.state, role)?.value()));
            node.goals = Some(goals.collect::<Result<_, StopReason>>()?);
            node.options = vec![Options::default(); self.roles].into();
        } else {
            let mut moves = Vec::new();
            let options = (0..self.roles as u32).map(|role| {
                machine.legal(&node.state, Role(role), &mut moves)?;
                Ok(Options::new(&moves))
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

    /// The node of a state.
    pub fn find(&self, state: &State) -> Option<NodeId> {
        let hash = self.hasher.hash_one(state);
        self.by_state.find(hash, |id| self.nodes[id.0 as usize].state == *state).copied()
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// What a node is worth for a role: what it gets there, or got in the mean in the simulations that went on from there.
    pub fn worth(&self, id: NodeId, role: usize) -> Option<f64> {
        let node = self.node(id);
        if let Some(goals) = &node.goals {
            return Some(f64::from(goals[role]));
        }
        let stats = &node.options[role].stats;
        let visits: u32 = stats.iter().map(|stat| stat.visits).sum();
        let total: f64 = stats.iter().map(|stat| stat.total).sum();
        (visits > 0).then(|| total / f64::from(visits))
    }

    /// A node's state.
    pub fn state(&self, id: NodeId) -> &State {
        &self.node(id).state
    }

    /// How often simulations came by.
    pub fn visits(&self, id: NodeId) -> u32 {
        self.node(id).visits
    }

    /// What the roles get, if the game is over here.
    pub fn goals(&self, id: NodeId) -> Option<&[u8]> {
        self.node(id).goals.as_deref()
    }

    /// What a role may do in a node: nothing if the game is over there.
    pub fn options(&self, id: NodeId, role: usize) -> &Options {
        &self.node(id).options[role]
    }

    /// Counts a visit.
    pub fn visit(&mut self, id: NodeId) {
        self.visit_often(id, 1);
    }

    /// Counts so many visits.
    pub fn visit_often(&mut self, id: NodeId, times: u32) {
        self.nodes[id.0 as usize].visits += times;
    }

    /// To write what came of a role's moves in a node.
    pub fn options_mut(&mut self, id: NodeId, role: usize) -> &mut Options {
        &mut self.nodes[id.0 as usize].options[role]
    }

    /// The node that a joint move leads to, if it is known; the move is given by the indexes of the roles' moves.
    pub fn child(&self, id: NodeId, indexes: &[usize]) -> Option<NodeId> {
        self.children.get(&(id, self.key(id, indexes))).copied()
    }

    /// Remembers where a joint move leads to.
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

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.by_state.clear();
        self.children.clear();
    }

    /// Forgets the nodes that cannot be reached from this one; its new id.
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

    /// The node that a line of joint moves leads to, as far as simulations went that way.
    pub fn follow(&self, from: NodeId, line: &[Vec<Move>]) -> Option<NodeId> {
        line.iter().try_fold(from, |id, joint| {
            let options = &self.node(id).options;
            if joint.len() != options.len() {
                return None;
            }
            let place = |(options, action): (&Options, &Move)| {
                options.moves.iter().position(|known| known == action)
            };
            let indexes: Option<Vec<usize>> = options.iter().zip(joint).map(place).collect();
            self.child(id, &indexes?)
        })
    }

    /// What is known of a node.
    pub fn outlook(&self, id: NodeId) -> Outlook {
        let node = self.node(id);
        Outlook {
            visits: u64::from(node.visits),
            roles: node.options.iter().map(Options::tried).collect(),
            goals: node.goals.as_deref().map(<[u8]>::to_vec),
        }
    }

    /// The joint moves that follow if every role makes its best move, as far as they were tried.
    pub fn expected_line(&self, root: NodeId, worth: impl Fn(&Stat, u32) -> f64) -> Vec<Vec<Move>> {
        let (mut line, mut node) = (Vec::new(), root);
        while self.goals(node).is_none() && line.len() < self.len() {
            let visits = self.visits(node);
            let best = (0..self.roles).map(|role| {
                let tried = self.options(node, role).best_first(|stat| worth(stat, visits));
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
