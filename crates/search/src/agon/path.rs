//! A path down the tree and back.

use super::node::{Edge, NodeId, NodeStage};
use super::tree::Tree;
use game::{Machine, Move, State, StopReason};

/// Parameters of the selection in the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SelectionSettings {
    /// Weight of exploration (C of UCT).
    pub exploration: f64,
    /// Length at which a path is aborted.
    pub length: usize,
    /// Approximate limit of the memory of the tree, in bytes.
    pub bytes: usize,
}

/// The nodes of a simulation, and the moves that the roles chose in each.
#[derive(Default)]
pub struct Path {
    nodes: Vec<NodeId>,
    /// Indexes of the roles' moves, node by node.
    choices: Vec<usize>,
}

/// End of a path.
pub enum PathEnd {
    /// A node that has not been expanded; it is claimed now.
    New(NodeId),
    /// A state for which the tree has no memory.
    Outside(State),
    /// A node in which nothing is left to search.
    Settled(NodeId),
    /// No leaf: the path met a node that another thread is expanding, or became too long.
    Nowhere,
}

impl Path {
    /// Goes down from a node. The chosen moves are pending until the path is gone back.
    pub fn descend(
        &mut self,
        tree: &mut Tree,
        root: NodeId,
        selection: &SelectionSettings,
        machine: &mut dyn Machine,
    ) -> Result<PathEnd, StopReason> {
        self.nodes.clear();
        self.choices.clear();
        let mut id = root;
        while self.nodes.len() < selection.length {
            let node = tree.node(id);
            if node.is_settled() {
                return Ok(PathEnd::Settled(id));
            }
            match node.stage {
                NodeStage::New => {
                    tree.node_mut(id).stage = NodeStage::Claimed;
                    return Ok(PathEnd::New(id));
                }
                NodeStage::Claimed => return Ok(PathEnd::Nowhere),
                NodeStage::Expanded | NodeStage::Terminal => {}
            }
            let begin = self.choices.len();
            for role in 0..tree.roles() {
                let node = tree.node_mut(id);
                let least = if node.decider == Some(role) { node.bounds[role].least } else { 0 };
                let chosen = selection.choose(&node.options[role], least);
                node.options[role][chosen].pending += 1;
                self.choices.push(chosen);
            }
            self.nodes.push(id);
            let joint = &self.choices[begin..];
            if let Some(child) = tree.node(id).child(joint) {
                id = child;
                continue;
            }
            let state = next(tree, id, joint, machine)?;
            if tree.bytes() >= selection.bytes && tree.find(&state).is_none() {
                return Ok(PathEnd::Outside(state));
            }
            let child = tree.enter(state);
            tree.link(id, joint, child);
            id = child;
        }
        Ok(PathEnd::Nowhere)
    }

    /// Goes back with the values of the roles and adds them to the moves. In nodes with proven bounds the values are
    /// corrected on the way. `changed` says whether bounds have changed at the end of the path.
    pub fn go_back(&self, tree: &mut Tree, value: &mut [f64], mut changed: bool) {
        let roles = tree.roles();
        let steps = self.nodes.iter().zip(self.choices.chunks(roles.max(1)));
        for (&id, joint) in steps.rev() {
            let node = tree.node_mut(id);
            node.visits += 1;
            for (role, (&index, value)) in joint.iter().zip(&*value).enumerate() {
                let edge = &mut node.options[role][index];
                edge.pending -= 1;
                edge.visits += 1;
                edge.total += value;
            }
            changed = changed && tree.bound(id);
            correct(tree, id, value);
        }
    }

    /// Goes back without a result, as if the path had never been taken.
    pub fn undo(&self, tree: &mut Tree) {
        let roles = tree.roles();
        for (&id, joint) in self.nodes.iter().zip(self.choices.chunks(roles.max(1))) {
            let node = tree.node_mut(id);
            for (role, &index) in joint.iter().enumerate() {
                node.options[role][index].pending -= 1;
            }
        }
    }
}

/// Corrects values by the proven bounds of a node. If the decider is proven to get more by another move, it makes that
/// one, and the others have the values of that move.
fn correct(tree: &Tree, id: NodeId, value: &mut [f64]) {
    let node = tree.node(id);
    if let Some(decider) = node.decider {
        let least = node.bounds[decider].least;
        if value[decider] < f64::from(least) {
            let better = node.options[decider].iter().position(|edge| edge.bounds.least == least);
            let child = better.and_then(|index| node.child_of_decider(index));
            if let Some(child) = child.map(|child| tree.node(child)).filter(|c| c.is_settled()) {
                let values = value.iter_mut().enumerate();
                values.for_each(|(role, value)| *value = child.settled_value(role));
            }
        }
    }
    for (value, bounds) in value.iter_mut().zip(&node.bounds) {
        *value = bounds.clamp(*value);
    }
}

/// Returns the state after a joint move.
fn next(
    tree: &Tree,
    id: NodeId,
    joint: &[usize],
    machine: &mut dyn Machine,
) -> Result<State, StopReason> {
    let node = tree.node(id);
    let moves: Vec<Move> =
        joint.iter().zip(&node.options).map(|(&index, edges)| edges[index].action).collect();
    let mut state = State::default();
    machine.next(&node.state, &moves, &mut state)?;
    Ok(state)
}

impl SelectionSettings {
    /// Returns the index of the move to try, if the goal is proven to be at least `least`. Moves that are proven or
    /// cannot be better are omitted. Pending simulations count as if they had a goal of 0.
    fn choose(&self, edges: &[Edge], least: u8) -> usize {
        if edges.len() == 1 {
            return 0;
        }
        let visits: u32 = edges.iter().map(|edge| edge.visits + edge.pending).sum();
        let log = f64::from(visits.max(1)).ln();
        let merit = |edge: &Edge| {
            let bounds = edge.bounds;
            if bounds.is_exact() || bounds.most <= least {
                return f64::NEG_INFINITY;
            }
            let tried = f64::from(edge.visits + edge.pending).max(1.0);
            let mean = bounds.clamp(edge.total / tried);
            mean + self.exploration * (log / tried).sqrt()
        };
        let merits = edges.iter().map(merit).enumerate();
        merits.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(index, _)| index)
    }
}
