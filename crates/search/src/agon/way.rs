//! A way down the tree, and back.

use super::tree::{Edge, NodeId, Stage, Tree};
use game::{Machine, Move, State, StopReason};

/// How to choose in the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Selection {
    /// How much moves that were seldom tried are preferred.
    pub exploration: f64,
    /// Ways that are longer are left.
    pub length: usize,
    /// About how much memory the tree may take.
    pub bytes: usize,
}

/// The nodes that a simulation went through, and what the roles chose in each.
#[derive(Default)]
pub struct Way {
    nodes: Vec<NodeId>,
    /// The indexes of the roles' moves, node by node.
    choices: Vec<usize>,
}

/// Where a way down ends.
pub enum End {
    /// In a node that nobody has looked at.
    Fresh(NodeId),
    /// In a state that the tree has no memory for.
    Outside(State),
    /// In a node about which there is nothing more to find out.
    Settled(NodeId),
    /// In a node that somebody is about to look at, or nowhere after too many moves.
    Nowhere,
}

impl Way {
    /// Goes down from a node. All moves that are chosen are pending until the way is gone back.
    pub fn descend(
        &mut self,
        tree: &mut Tree,
        root: NodeId,
        selection: &Selection,
        machine: &mut dyn Machine,
    ) -> Result<End, StopReason> {
        self.nodes.clear();
        self.choices.clear();
        let mut id = root;
        while self.nodes.len() < selection.length {
            let node = tree.node(id);
            if node.is_settled() {
                return Ok(End::Settled(id));
            }
            match node.stage {
                Stage::Fresh => {
                    tree.node_mut(id).stage = Stage::Taken;
                    return Ok(End::Fresh(id));
                }
                Stage::Taken => return Ok(End::Nowhere),
                Stage::Open | Stage::Over => {}
            }
            let begin = self.choices.len();
            for role in 0..tree.roles() {
                let node = tree.node_mut(id);
                let least = match node.decider == Some(role) {
                    true => node.bounds[role].least,
                    false => 0,
                };
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
                return Ok(End::Outside(state));
            }
            let child = tree.enter(state);
            tree.link(id, joint, child);
            id = child;
        }
        Ok(End::Nowhere)
    }

    /// Goes back with what the roles get, which becomes what is certain where that is so. At the end of the way something may
    /// have become certain that was not.
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

    /// Goes back as if the way had never been gone.
    pub fn forget(&self, tree: &mut Tree) {
        let roles = tree.roles();
        for (&id, joint) in self.nodes.iter().zip(self.choices.chunks(roles.max(1))) {
            let node = tree.node_mut(id);
            for (role, &index) in joint.iter().enumerate() {
                node.options[role][index].pending -= 1;
            }
        }
    }
}

/// Corrects a value by what is certain of a node. If the decider is certain to get more by another move, it makes that one, and
/// the others get what they get then.
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

/// The state after a joint move.
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

impl Selection {
    /// The index of the move to try, where the goal is certain to be at least this much. Moves of which nothing is to be found
    /// out, or that cannot be better, are left out. Pending simulations count as having got nothing.
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
