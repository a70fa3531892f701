//! The nodes of the search: states, what each role may do in them, what came of it, and what is certain.

use super::bounds::Bounds;
use crate::player::most_tried_first;
use crate::{Outlook, Valued};
use game::{Move, State};
use hashbrown::{DefaultHashBuilder, HashMap, HashTable};
use std::hash::BuildHasher;

/// A node of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(u32);

/// What came of a role's move in a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Edge {
    /// The move.
    pub action: Move,
    /// How often it was tried. The playouts with which it began count as once.
    pub visits: u32,
    /// How many simulations have gone this way and have not come back.
    pub pending: u32,
    /// What is certain of the role's goal, if it decides here.
    pub bounds: Bounds,
    /// The sum of what the role got.
    pub total: f64,
}

impl Edge {
    /// A move that was not tried yet.
    pub fn new(action: Move) -> Edge {
        let bounds = Bounds::OPEN;
        Edge { action, visits: 0, pending: 0, bounds, total: 0.0 }
    }

    /// What the role gets in the mean, as far as it is not certain.
    pub fn mean(&self) -> f64 {
        self.bounds.clamp(self.total / f64::from(self.visits.max(1)))
    }
}

/// What each role may do.
pub type Options = Box<[Box<[Edge]>]>;

/// Whether a node has been looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Nobody has.
    Fresh,
    /// Somebody is about to.
    Taken,
    /// It has options, …
    Open,
    /// … or none, because the game is over, or cannot go on.
    Over,
}

/// A state and what is known of it.
pub struct Node {
    /// The state.
    pub state: State,
    /// Whether it has been looked at.
    pub stage: Stage,
    /// How many simulations came by; the one that looked first does not count where there are options.
    pub visits: u32,
    /// The role that decides how it goes on, where one does: all others have one move.
    pub decider: Option<usize>,
    /// What each role may do.
    pub options: Options,
    /// What is certain of each role's goal.
    pub bounds: Box<[Bounds]>,
    /// How many moves it is to the end, where the decider's goal is known.
    pub distance: u32,
    links: Links,
}

impl Node {
    fn new(state: State, roles: usize) -> Node {
        Node {
            state,
            stage: Stage::Fresh,
            visits: 0,
            decider: None,
            options: Box::default(),
            bounds: vec![Bounds::OPEN; roles].into(),
            distance: 0,
            links: Links::Few(Box::default()),
        }
    }

    /// Whether there is nothing more to find out.
    pub fn is_settled(&self) -> bool {
        self.stage == Stage::Over
            || self.decider.is_some_and(|decider| self.bounds[decider].is_exact())
    }

    /// What a role gets, where there is nothing more to find out.
    pub fn settled_value(&self, role: usize) -> f64 {
        let Bounds { least, most } = self.bounds[role];
        f64::midpoint(f64::from(least), f64::from(most))
    }

    /// What is known of it, in a game with so many roles.
    fn outlook(&self, roles: usize) -> Outlook {
        let valued = |edge: &Edge| Valued {
            action: edge.action,
            visits: u64::from(edge.visits),
            value: edge.mean(),
        };
        let tried = |role: usize| {
            let edges = self.options.get(role).map_or(&[][..], |edges| edges);
            most_tried_first(edges.iter().map(valued))
        };
        let is_over = self.stage == Stage::Over;
        Outlook {
            visits: u64::from(self.visits) + u64::from(self.stage == Stage::Open),
            roles: (0..roles).map(tried).collect(),
            goals: is_over.then(|| self.bounds.iter().map(|bounds| bounds.least).collect()),
        }
    }

    fn open(&mut self, options: Options, decider: Option<usize>) {
        self.decider = decider;
        let joints = options.iter().map(|edges| edges.len() as u128);
        let joints = joints.fold(1u128, u128::saturating_mul);
        self.links = match joints <= MANY {
            true => Links::Few(vec![None; joints as usize].into()),
            false => Links::Many(HashMap::new()),
        };
        self.options = options;
        self.stage = Stage::Open;
    }

    /// The game is over here, or cannot go on.
    pub fn close(&mut self, goals: &[u8]) {
        self.stage = Stage::Over;
        self.bounds = goals.iter().map(|&goal| Bounds::exactly(goal)).collect();
    }

    /// The number of a joint move, which is given by the indexes of the roles' moves.
    fn number(&self, joint: &[usize]) -> u128 {
        let sizes = self.options.iter().map(|edges| edges.len() as u128);
        let add = |number: u128, (&index, size): (&usize, u128)| {
            number.wrapping_mul(size).wrapping_add(index as u128)
        };
        joint.iter().zip(sizes).fold(0, add)
    }

    /// Where a joint move leads to.
    pub fn child(&self, joint: &[usize]) -> Option<NodeId> {
        match &self.links {
            Links::Few(links) => links[self.number(joint) as usize],
            Links::Many(links) => links.get(&self.number(joint)).copied(),
        }
    }

    /// Where a move of the decider leads to.
    pub fn child_of_decider(&self, index: usize) -> Option<NodeId> {
        match &self.links {
            // The others have one move each, so the number is the decider's.
            Links::Few(links) => links[index],
            Links::Many(links) => links.get(&(index as u128)).copied(),
        }
    }

    fn bytes(&self) -> usize {
        let edges: usize = self.options.iter().map(|edges| size_of_val(&**edges)).sum();
        let links = match &self.links {
            Links::Few(links) => size_of_val(&**links),
            Links::Many(links) => links.capacity() * size_of::<(u128, NodeId)>(),
        };
        let parts = size_of_val(&*self.options) + size_of_val(&*self.bounds);
        size_of::<Node>() + size_of_val(self.state.words()) + parts + edges + links + OVERHEAD
    }
}

/// What a node takes besides its parts: its place in the table of states, and what the allocator adds.
const OVERHEAD: usize = 100;

/// Where the joint moves of a node lead to: a list of all of them, or of those that were made, if there are more than this.
const MANY: u128 = 1 << 12;

enum Links {
    Few(Box<[Option<NodeId>]>),
    Many(HashMap<u128, NodeId>),
}

/// The nodes. States that are reached in different ways share one.
pub struct Tree {
    roles: usize,
    nodes: Vec<Node>,
    by_state: HashTable<NodeId>,
    hasher: DefaultHashBuilder,
    /// About how much memory the nodes take.
    bytes: usize,
}

impl Tree {
    /// No nodes yet, of a game with so many roles.
    pub fn new(roles: usize) -> Tree {
        let (nodes, by_state) = (Vec::new(), HashTable::new());
        Tree { roles, nodes, by_state, hasher: DefaultHashBuilder::default(), bytes: 0 }
    }

    /// How many roles the game has.
    pub fn roles(&self) -> usize {
        self.roles
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// About how much memory they take.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// A node, to be changed.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// Gives a node what its roles may do, one of which may decide alone.
    pub fn open(&mut self, id: NodeId, options: Options, decider: Option<usize>) {
        self.bytes -= self.node(id).bytes();
        self.node_mut(id).open(options, decider);
        self.bytes += self.node(id).bytes();
    }

    /// The node of a state, which is new if it has none.
    pub fn enter(&mut self, state: State) -> NodeId {
        if let Some(node) = self.find(&state) {
            return node;
        }
        let node = Node::new(state, self.roles);
        self.insert(node)
    }

    fn insert(&mut self, node: Node) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        let hash = self.hasher.hash_one(&node.state);
        self.bytes += node.bytes();
        self.nodes.push(node);
        let Tree { nodes, by_state, hasher, .. } = self;
        by_state.insert_unique(hash, id, |id| hasher.hash_one(&nodes[id.0 as usize].state));
        id
    }

    /// The node of a state.
    pub fn find(&self, state: &State) -> Option<NodeId> {
        let hash = self.hasher.hash_one(state);
        self.by_state.find(hash, |id| self.node(*id).state == *state).copied()
    }

    /// The node that a line of joint moves leads to, as far as simulations went or looked that way.
    pub fn follow(&self, from: NodeId, line: &[Vec<Move>]) -> Option<NodeId> {
        line.iter().try_fold(from, |id, joint| {
            let node = self.node(id);
            // Only open nodes have options, and links for them.
            if joint.len() != self.roles || node.stage != Stage::Open {
                return None;
            }
            let places = node
                .options
                .iter()
                .zip(joint)
                .map(|(edges, action)| edges.iter().position(|edge| edge.action == *action));
            node.child(&places.collect::<Option<Vec<usize>>>()?)
        })
    }

    /// What is known of a node.
    pub fn outlook(&self, id: NodeId) -> Outlook {
        self.node(id).outlook(self.roles)
    }

    /// Remembers where a joint move leads to.
    pub fn link(&mut self, id: NodeId, joint: &[usize], child: NodeId) {
        let node = self.node_mut(id);
        let number = node.number(joint);
        match &mut node.links {
            Links::Few(links) => links[number as usize] = Some(child),
            Links::Many(links) => {
                let before = links.capacity();
                links.insert(number, child);
                let grown = (links.capacity() - before) * size_of::<(u128, NodeId)>();
                self.bytes += grown;
            }
        }
    }

    /// Remembers where a move of the decider leads to.
    pub fn link_decider(&mut self, id: NodeId, index: usize, child: NodeId) {
        let node = self.node(id);
        let decider = node.decider;
        let at = |role: usize| if decider == Some(role) { index } else { 0 };
        let joint: Vec<usize> = (0..self.roles).map(at).collect();
        self.link(id, &joint, child);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Tree::new(self.roles);
    }

    /// Forgets the nodes that cannot be reached from this one; its new id.
    pub fn keep_from(&mut self, root: NodeId) -> NodeId {
        let mut kept = vec![None; self.nodes.len()];
        let mut order = vec![root];
        kept[root.0 as usize] = Some(NodeId(0));
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            next += 1;
            let mut keep = |child: NodeId| {
                if kept[child.0 as usize].is_none() {
                    kept[child.0 as usize] = Some(NodeId(order.len() as u32));
                    order.push(child);
                }
            };
            match &self.node(node).links {
                Links::Few(links) => links.iter().flatten().copied().for_each(&mut keep),
                Links::Many(links) => links.values().copied().for_each(&mut keep),
            }
        }
        let old = std::mem::replace(self, Tree::new(self.roles));
        let mut nodes: Vec<Option<Node>> = old.nodes.into_iter().map(Some).collect();
        let renamed = |id: &NodeId| kept[id.0 as usize].expect("children of kept nodes are kept");
        for node in order {
            let mut node = nodes[node.0 as usize].take().expect("nodes are kept once");
            match &mut node.links {
                Links::Few(links) => links.iter_mut().flatten().for_each(|id| *id = renamed(id)),
                Links::Many(links) => links.values_mut().for_each(|id| *id = renamed(id)),
            }
            self.insert(node);
        }
        NodeId(0)
    }

    /// Finds anew what is certain of a node that one role decides, from what is certain of what follows; whether it has
    /// changed.
    ///
    /// The decider takes the move whose goal is the greatest. Where it is known, it takes one for which that is certain;
    /// else any that may be the best. The others get what they get then.
    pub fn bound(&mut self, id: NodeId) -> bool {
        let node = self.node(id);
        let Some(decider) = node.decider.filter(|_| node.stage == Stage::Open) else {
            return false;
        };
        // States are reached in different ways, so that what is certain of one may have become known elsewhere.
        for index in 0..self.node(id).options[decider].len() {
            if let Some(child) = self.node(id).child_of_decider(index) {
                let bounds = self.node(child).bounds[decider];
                self.node_mut(id).options[decider][index].bounds = bounds;
            }
        }
        let node = self.node(id);
        let edges = &node.options[decider];
        let own = edges.iter().map(|edge| edge.bounds).reduce(Bounds::max).unwrap_or(Bounds::OPEN);
        let is_possible = |edge: &&(usize, &Edge)| match own.is_exact() {
            true => edge.1.bounds == own,
            false => edge.1.bounds.most >= own.least,
        };
        let indexed: Vec<(usize, &Edge)> = edges.iter().enumerate().collect();
        let possible = indexed.iter().filter(is_possible).map(|(index, _)| *index);
        let mut bounds: Vec<Option<Bounds>> = vec![None; self.roles];
        let (mut nearest, mut farthest) = (u32::MAX, 0);
        for child in possible.map(|index| node.child_of_decider(index)) {
            let child = child.map(|child| self.node(child));
            for (role, bounds) in bounds.iter_mut().enumerate() {
                let here = child.map_or(Bounds::OPEN, |child| child.bounds[role]);
                *bounds = Some(bounds.map_or(here, |bounds| bounds.either(here)));
            }
            let distance = child.map_or(0, |child| child.distance);
            (nearest, farthest) = (nearest.min(distance), farthest.max(distance));
        }
        bounds[decider] = Some(own);
        let bounds = bounds.into_iter().map(|bounds| bounds.unwrap_or(Bounds::OPEN)).collect();
        // What is good is wanted soon, what is bad late.
        let distance = 1 + if own.least >= 50 { nearest } else { farthest };
        let node = self.node_mut(id);
        let changed = node.bounds != bounds;
        node.bounds = bounds;
        node.distance = distance;
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A node in which the second of two roles has moves with these bounds of its own; those that lead to a known node too.
    fn tree(moves: &[(Bounds, Option<[u8; 2]>)]) -> (Tree, NodeId) {
        let mut tree = Tree::new(2);
        let root = tree.enter(State::from_words(vec![0]));
        let edge = |number: usize, bounds| {
            let action = Move(number as u32);
            Edge { visits: 1, bounds, total: 50.0, ..Edge::new(action) }
        };
        let own = moves.iter().enumerate().map(|(number, &(bounds, _))| edge(number, bounds));
        tree.open(root, [[edge(0, Bounds::OPEN)].into(), own.collect()].into(), Some(1));
        for (number, (_, goals)) in moves.iter().enumerate() {
            if let Some(goals) = goals {
                let child = tree.enter(State::from_words(vec![1 + number as u32]));
                tree.node_mut(child).close(goals);
                tree.link_decider(root, number, child);
            }
        }
        (tree, root)
    }

    fn known(goals: [u8; 2]) -> (Bounds, Option<[u8; 2]>) {
        (Bounds::exactly(goals[1]), Some(goals))
    }

    const UNKNOWN: (Bounds, Option<[u8; 2]>) = (Bounds::OPEN, None);

    #[test]
    fn a_move_that_wins_is_made() {
        let (mut tree, root) = tree(&[UNKNOWN, known([30, 100]), UNKNOWN]);
        assert!(tree.bound(root));
        let node = tree.node(root);
        assert!(node.is_settled());
        assert_eq!(*node.bounds, [Bounds::exactly(30), Bounds::exactly(100)]);
        assert_eq!(node.distance, 1);
        assert!(!tree.bound(root), "nothing has changed since");
    }

    #[test]
    fn a_node_is_lost_when_all_its_moves_are() {
        let (mut tree, root) = tree(&[known([100, 0]), UNKNOWN]);
        assert!(!tree.bound(root), "the other move may be better");
        let (mut tree, root) = self::tree(&[known([100, 0]), known([60, 0])]);
        assert!(tree.bound(root));
        let node = tree.node(root);
        assert!(node.is_settled());
        assert_eq!(*node.bounds, [Bounds { least: 60, most: 100 }, Bounds::exactly(0)]);
        assert_eq!(node.settled_value(0), 80.0);
    }

    #[test]
    fn what_is_certain_bounds_what_is_not() {
        let (mut tree, root) = tree(&[known([40, 50]), known([90, 10]), UNKNOWN]);
        assert!(tree.bound(root));
        let node = tree.node(root);
        assert!(!node.is_settled());
        assert_eq!(node.bounds[1], Bounds { least: 50, most: 100 });
        assert_eq!(node.bounds[0], Bounds::OPEN, "nobody knows what the other move leads to");
    }

    #[test]
    fn what_can_be_reached_is_kept() {
        let (mut tree, root) = tree(&[known([100, 0]), known([0, 100]), UNKNOWN]);
        let (nodes, bytes) = (tree.len(), tree.bytes());
        let child = tree.node(root).child_of_decider(1).unwrap();
        let top = tree.enter(State::from_words(vec![9]));
        assert_eq!(tree.keep_from(root), NodeId(0));
        assert_eq!((tree.len(), tree.bytes()), (nodes, bytes));
        assert_eq!(tree.find(&State::from_words(vec![9])), None, "{top:?}");
        let kept = tree.node(NodeId(0)).child_of_decider(1).unwrap();
        assert_eq!(tree.node(kept).bounds[1], Bounds::exactly(100), "{child:?}");
        assert_eq!(tree.keep_from(kept), NodeId(0));
        assert_eq!(tree.len(), 1);
    }
}
