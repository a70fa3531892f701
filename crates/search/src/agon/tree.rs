//! The tree of the search: its nodes by number and by state, the links between them, and the derivation of proven
//! goals.

use super::bounds::Bounds;
use super::node::{Edge, Links, Node, NodeId, NodeStage, Options};
use crate::NodeStatistics;
use game::{Move, State};
use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;

/// The nodes. States that are reached in different ways share a node.
pub struct Tree {
    roles: usize,
    nodes: Vec<Node>,
    by_state: HashTable<NodeId>,
    hasher: DefaultHashBuilder,
    /// Approximate memory of the nodes.
    bytes: usize,
}

impl Tree {
    /// Creates an empty tree for a game with this number of roles.
    pub fn new(roles: usize) -> Tree {
        let (nodes, by_state) = (Vec::new(), HashTable::new());
        Tree { roles, nodes, by_state, hasher: DefaultHashBuilder::default(), bytes: 0 }
    }

    /// Returns the number of roles.
    pub fn roles(&self) -> usize {
        self.roles
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the approximate memory of the nodes in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the node with this id.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// Returns the node with this id, so that it can be changed.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// Sets the moves of a node, and the role that decides alone, if there is one.
    pub fn open(&mut self, id: NodeId, options: Options, decider: Option<usize>) {
        self.bytes -= self.node(id).bytes();
        self.node_mut(id).open(options, decider);
        self.bytes += self.node(id).bytes();
    }

    /// Returns the node of a state, which is added if it has none.
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

    /// Returns the node of a state; `None` if it has none.
    pub fn find(&self, state: &State) -> Option<NodeId> {
        let hash = self.hasher.hash_one(state);
        self.by_state.find(hash, |id| self.node(*id).state == *state).copied()
    }

    /// Returns the node that a line of joint moves leads to; `None` if no simulation has come there.
    pub fn follow(&self, from: NodeId, line: &[Vec<Move>]) -> Option<NodeId> {
        line.iter().try_fold(from, |id, joint| {
            let node = self.node(id);
            // Only expanded nodes have moves and children.
            if joint.len() != self.roles || node.stage != NodeStage::Expanded {
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

    /// Returns the statistics of a node, for people.
    pub fn statistics(&self, id: NodeId) -> NodeStatistics {
        self.node(id).statistics(self.roles)
    }

    /// Sets the node that a joint move leads to.
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

    /// Sets the node that a move of the decider leads to.
    pub fn link_decider(&mut self, id: NodeId, index: usize, child: NodeId) {
        let node = self.node(id);
        let decider = node.decider;
        let at = |role: usize| if decider == Some(role) { index } else { 0 };
        let joint: Vec<usize> = (0..self.roles).map(at).collect();
        self.link(id, &joint, child);
    }

    /// Removes all nodes and links.
    pub fn clear(&mut self) {
        *self = Tree::new(self.roles);
    }

    /// Removes the nodes that cannot be reached from this one. Returns its new number.
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

    /// Derives the bounds of a node with a decider from the bounds of its children. Returns whether they have changed.
    ///
    /// The decider makes the move with the largest goal. If that goal is proven, it makes a move for which it is
    /// proven; otherwise any move that may be the best. The bounds of the other roles follow from these moves.
    pub fn bound(&mut self, id: NodeId) -> bool {
        let node = self.node(id);
        let Some(decider) = node.decider.filter(|_| node.stage == NodeStage::Expanded) else {
            return false;
        };
        // Children are reached in different ways, so that their bounds may have been proven by another path.
        for index in 0..self.node(id).options[decider].len() {
            if let Some(child) = self.node(id).child_of_decider(index) {
                let bounds = self.node(child).bounds[decider];
                self.node_mut(id).options[decider][index].bounds = bounds;
            }
        }
        let node = self.node(id);
        let edges = &node.options[decider];
        let own = edges.iter().map(|edge| edge.bounds).reduce(Bounds::max).unwrap_or(Bounds::OPEN);
        let is_possible = |&&(_, edge): &&(usize, &Edge)| {
            if own.is_exact() { edge.bounds == own } else { edge.bounds.most >= own.least }
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
        // Good results are wanted soon, bad ones late.
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

    /// Returns a tree whose root has a move of the second role for each entry: its own bounds, and the goals of the
    /// node that it leads to if that is known.
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
    fn a_proven_win_is_made() {
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
    fn proven_moves_bound_the_others() {
        let (mut tree, root) = tree(&[known([40, 50]), known([90, 10]), UNKNOWN]);
        assert!(tree.bound(root));
        let node = tree.node(root);
        assert!(!node.is_settled());
        assert_eq!(node.bounds[1], Bounds { least: 50, most: 100 });
        assert_eq!(node.bounds[0], Bounds::OPEN, "nobody knows what the other move leads to");
    }

    #[test]
    fn nodes_that_can_be_reached_are_kept() {
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
