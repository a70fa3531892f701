//! In which order the gates are computed. Any order in which inputs come first is right; a good one keeps
//! few values alive at a time, so that they stay in registers.

use super::graph::{Graph, Node, Output};

/// A way to order gates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ordering {
    /// As given, but a gate that is the last to need some value comes as soon as it can.
    Given,
    /// Each output with everything it needs, one after the other, with the same exception.
    DepthFirst(Walk),
}

/// A way to walk from the outputs to what they need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Walk {
    /// The outputs from last to first.
    pub(super) backwards: bool,
    /// Of a gate's inputs the one that needs most registers first, rather than the one given first.
    pub(super) greedy_first: bool,
}

impl Ordering {
    /// The nodes of a graph in this order.
    pub(super) fn of(self, graph: &Graph) -> Vec<u32> {
        match self {
            Ordering::Given => eager(graph, &(0..graph.nodes.len() as u32).collect::<Vec<_>>()),
            Ordering::DepthFirst(walk) => eager(graph, &depth_first(graph, walk)),
        }
    }
}

/// Orders that are worth trying, those that are best most often first.
pub(super) const ORDERINGS: [Ordering; 5] = [
    Ordering::DepthFirst(Walk { backwards: false, greedy_first: false }),
    Ordering::DepthFirst(Walk { backwards: true, greedy_first: false }),
    Ordering::DepthFirst(Walk { backwards: false, greedy_first: true }),
    Ordering::DepthFirst(Walk { backwards: true, greedy_first: true }),
    Ordering::Given,
];

/// The nodes in the order in which a walk from the outputs leaves them.
fn depth_first(graph: &Graph, walk: Walk) -> Vec<u32> {
    let sources = graph.sources();
    let ranks = if walk.greedy_first { register_needs(graph) } else { Vec::new() };
    let last_first = |value: u32| match ranks.get((value - sources) as usize) {
        Some(&rank) => rank as u32,
        None => u32::MAX - value,
    };
    let mut roots: Vec<u32> = graph.outputs.iter().filter_map(Output::value).collect();
    if walk.backwards {
        roots.reverse();
    }
    let mut order = Vec::with_capacity(graph.nodes.len());
    let mut seen = vec![false; graph.nodes.len()];
    let mut stack = Vec::new();
    for root in roots.into_iter().filter(|&root| root >= sources) {
        stack.push((root, false));
        while let Some((value, left)) = stack.pop() {
            let index = value - sources;
            if left {
                order.push(index);
            } else if !std::mem::replace(&mut seen[index as usize], true) {
                stack.push((value, true));
                let start = stack.len();
                let inputs = graph.nodes[index as usize].inputs().iter();
                stack
                    .extend(inputs.filter(|&&input| input >= sources).map(|&input| (input, false)));
                stack[start..].sort_by_key(|&(input, _)| last_first(input));
            }
        }
    }
    order
}

/// How many registers each node takes to compute, as if nothing were shared (Sethi and Ullman).
fn register_needs(graph: &Graph) -> Vec<u8> {
    let sources = graph.sources();
    let mut needs: Vec<u8> = Vec::with_capacity(graph.nodes.len());
    for node in &graph.nodes {
        let mut inputs = node.inputs.map(|input| match input.checked_sub(sources) {
            Some(index) => needs[index as usize],
            None => 0,
        });
        inputs[node.arity as usize..].fill(0);
        inputs.sort_unstable();
        let [least, middle, most] = inputs;
        let need = most.max(middle.saturating_add((middle > 0) as u8));
        needs.push(need.max(least.saturating_add(2 * (least > 0) as u8)).max(1));
    }
    needs
}

/// Follows an order, but takes a gate early if all its inputs are there and it is the last to need one of
/// them: it frees a register for the one it takes.
fn eager(graph: &Graph, order: &[u32]) -> Vec<u32> {
    let mut eager = Eager::new(graph);
    let mut stack = Vec::new();
    for &index in order {
        stack.push(index);
        while let Some(index) = stack.pop() {
            eager.schedule(index, &mut stack);
        }
    }
    eager.order
}

struct Eager<'g> {
    graph: &'g Graph,
    users: Users,
    /// For each node, how many inputs are not computed yet.
    missing: Vec<u8>,
    /// For each node, how many values it is the last to need.
    frees: Vec<u8>,
    scheduled: Vec<bool>,
    order: Vec<u32>,
}

impl<'g> Eager<'g> {
    fn new(graph: &'g Graph) -> Eager<'g> {
        let sources = graph.sources();
        let computed =
            |node: &Node| node.inputs().iter().filter(|&&input| input >= sources).count() as u8;
        let missing = graph.nodes.iter().map(computed).collect();
        let count = graph.nodes.len();
        let mut eager = Eager {
            graph,
            users: Users::new(graph),
            missing,
            frees: vec![0; count],
            scheduled: vec![false; count],
            order: Vec::with_capacity(count),
        };
        for index in 0..count as u32 {
            if eager.users.remaining(index) == 1 {
                eager.frees[eager.users.some(index) as usize] += 1;
            }
        }
        eager
    }

    /// Appends a node to the order; nodes that may follow at once go to the stack.
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
                let last = self.users.some(input);
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

/// Which nodes use each node.
struct Users {
    starts: Vec<u32>,
    list: Vec<u32>,
    /// For each node, how many users remain, and their numbers combined by exclusive or: when one remains,
    /// that is its number.
    left: Vec<(u32, u32)>,
}

impl Users {
    fn new(graph: &Graph) -> Users {
        let sources = graph.sources();
        let uses = || {
            graph.nodes.iter().enumerate().flat_map(move |(user, node)| {
                let inputs = node.inputs().iter().filter_map(move |v| v.checked_sub(sources));
                inputs.map(move |input| (input as usize, user as u32))
            })
        };
        let mut left = vec![(0, 0); graph.nodes.len()];
        for (input, user) in uses() {
            left[input].0 += 1;
            left[input].1 ^= user;
        }
        let mut starts = vec![0; graph.nodes.len() + 1];
        for (index, &(count, _)) in left.iter().enumerate() {
            starts[index + 1] = starts[index] + count;
        }
        let mut ends = starts.clone();
        let mut list = vec![0; starts[graph.nodes.len()] as usize];
        for (input, user) in uses() {
            list[ends[input] as usize] = user;
            ends[input] += 1;
        }
        Users { starts, list, left }
    }

    fn range(&self, index: u32) -> std::ops::Range<usize> {
        self.starts[index as usize] as usize..self.starts[index as usize + 1] as usize
    }

    fn remaining(&self, index: u32) -> u32 {
        self.left[index as usize].0
    }

    /// The remaining user, if there is only one.
    fn some(&self, index: u32) -> u32 {
        self.left[index as usize].1
    }

    fn remove(&mut self, index: u32, user: u32) {
        let (count, combined) = &mut self.left[index as usize];
        *count -= 1;
        *combined ^= user;
    }
}
