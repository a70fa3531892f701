//! Moves gates that free a register to the earliest possible place in an order.

use crate::code::graph::{GateGraph, GateNode};

/// Returns the order with some gates moved forward: a gate that is the last to use one of its inputs is computed as
/// soon as all its inputs are, because it frees a register for the one that it takes.
pub(super) fn eager(graph: &GateGraph, order: &[u32]) -> Vec<u32> {
    let mut eager = EagerSchedule::new(graph);
    let mut stack = Vec::new();
    for &index in order {
        stack.push(index);
        while let Some(index) = stack.pop() {
            eager.schedule(index, &mut stack);
        }
    }
    eager.order
}

/// An order of nodes while it is made.
struct EagerSchedule<'g> {
    graph: &'g GateGraph,
    users: NodeUsers,
    /// Number of inputs of each node that are not computed yet.
    missing: Vec<u8>,
    /// Number of values that each node is the last to use.
    frees: Vec<u8>,
    scheduled: Vec<bool>,
    order: Vec<u32>,
}

impl<'g> EagerSchedule<'g> {
    fn new(graph: &'g GateGraph) -> EagerSchedule<'g> {
        let sources = graph.sources();
        let computed =
            |node: &GateNode| node.inputs().iter().filter(|&&input| input >= sources).count() as u8;
        let missing = graph.nodes.iter().map(computed).collect();
        let count = graph.nodes.len();
        let mut eager = EagerSchedule {
            graph,
            users: NodeUsers::new(graph),
            missing,
            frees: vec![0; count],
            scheduled: vec![false; count],
            order: Vec::with_capacity(count),
        };
        for index in 0..count as u32 {
            if eager.users.remaining(index) == 1 {
                eager.frees[eager.users.last_user(index) as usize] += 1;
            }
        }
        eager
    }

    /// Appends a node to the order. Nodes that should follow at once are put on the stack.
    fn schedule(&mut self, index: u32, stack: &mut Vec<u32>) {
        if std::mem::replace(&mut self.scheduled[index as usize], true) {
            return;
        }
        self.order.push(index);
        let sources = self.graph.sources();
        for input in self.graph.nodes[index as usize].inputs() {
            let Some(input) = input.checked_sub(sources) else { continue };
            self.users.remove(input, index);
            if self.users.remaining(input) == 1 {
                let last = self.users.last_user(input);
                self.frees[last as usize] += 1;
                if self.missing[last as usize] == 0 {
                    stack.push(last);
                }
            }
        }
        for at in self.users.range(index) {
            let user = self.users.list[at];
            self.missing[user as usize] -= 1;
            if self.missing[user as usize] == 0 && self.frees[user as usize] > 0 {
                stack.push(user);
            }
        }
    }
}

/// The nodes that use each node.
struct NodeUsers {
    /// The start in `list` of the users of each node.
    starts: Vec<u32>,
    /// The users of all nodes, node by node.
    list: Vec<u32>,
    /// For each node, the number of users that remain, and their indices combined by exclusive or, which is the index
    /// of the last one when only one remains.
    remaining: Vec<(u32, u32)>,
}

impl NodeUsers {
    fn new(graph: &GateGraph) -> NodeUsers {
        let sources = graph.sources();
        let uses = || {
            graph.nodes.iter().enumerate().flat_map(move |(user, node)| {
                let inputs = node.inputs().iter().filter_map(move |v| v.checked_sub(sources));
                inputs.map(move |input| (input as usize, user as u32))
            })
        };
        let mut remaining = vec![(0, 0); graph.nodes.len()];
        for (input, user) in uses() {
            remaining[input].0 += 1;
            remaining[input].1 ^= user;
        }
        let mut starts = vec![0; graph.nodes.len() + 1];
        for (index, &(count, _)) in remaining.iter().enumerate() {
            starts[index + 1] = starts[index] + count;
        }
        let mut ends = starts.clone();
        let mut list = vec![0; starts[graph.nodes.len()] as usize];
        for (input, user) in uses() {
            list[ends[input] as usize] = user;
            ends[input] += 1;
        }
        NodeUsers { starts, list, remaining }
    }

    /// Returns the range of `list` with the users of a node.
    fn range(&self, index: u32) -> std::ops::Range<usize> {
        self.starts[index as usize] as usize..self.starts[index as usize + 1] as usize
    }

    /// Returns the number of users that remain of a node.
    fn remaining(&self, index: u32) -> u32 {
        self.remaining[index as usize].0
    }

    /// Returns the only user that remains of a node.
    fn last_user(&self, index: u32) -> u32 {
        self.remaining[index as usize].1
    }

    /// Removes one of the users that remain of a node.
    fn remove(&mut self, index: u32, user: u32) {
        let (count, combined) = &mut self.remaining[index as usize];
        *count -= 1;
        *combined ^= user;
    }
}
