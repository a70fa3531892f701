//! In which order the gates are computed. Any order in which inputs come first is right; a good one keeps
//! few values alive at a time, so that they stay in registers, and uses a value again soon after it was
//! loaded.
//!
//! Three ideas: outputs that share much follow each other; each output comes with everything that it still
//! needs, depth first; and a gate that is the last to need some value comes as soon as it can. The first
//! matters most where outputs are sums of products, as the facts after a move are.

use super::graph::{Graph, Node, Output};

/// Values used by more gates than this say nothing about which outputs belong together.
const MOST_USERS: u32 = 64;

/// A way to walk from the outputs to what they need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Walk {
    /// The outputs in an order in which each follows one it shares much with, rather than as given.
    sharing: bool,
    /// The outputs from last to first.
    backwards: bool,
    /// Of a gate's inputs the one that needs most registers first, rather than the one given first.
    greedy_first: bool,
}

/// The walks worth trying. None is always the best; those of a kind differ by a few parts in a hundred, while
/// sharing gains a tenth if the outputs are in no particular order and loses a tenth if they are in a good one.
pub(super) const WALKS: [Walk; 6] = [
    Walk { sharing: true, backwards: false, greedy_first: false },
    Walk { sharing: true, backwards: true, greedy_first: false },
    Walk { sharing: true, backwards: false, greedy_first: true },
    Walk { sharing: true, backwards: true, greedy_first: true },
    Walk { sharing: false, backwards: false, greedy_first: false },
    Walk { sharing: false, backwards: true, greedy_first: false },
];

/// The nodes that are outputs.
pub(super) struct Roots {
    given: Vec<u32>,
    sharing: Vec<u32>,
}

impl Roots {
    pub(super) fn new(graph: &Graph) -> Roots {
        let mut seen = vec![false; graph.values()];
        let mut new = |value: u32| !std::mem::replace(&mut seen[value as usize], true);
        let values = graph.outputs.iter().filter_map(Output::value);
        let given: Vec<u32> =
            values.filter(|&value| value >= graph.sources() && new(value)).collect();
        let chain = Sharing::new(graph, &given).chain();
        let sharing = chain.into_iter().map(|index| given[index]).collect();
        Roots { given, sharing }
    }
}

/// The nodes in the order of a walk.
pub(super) fn order(graph: &Graph, roots: &Roots, walk: Walk) -> Vec<u32> {
    eager(graph, &depth_first(graph, roots, walk))
}

/// What roots have in common: the shared values that they need immediately, that is, by gates of their own.
struct Sharing {
    /// For each root.
    needs: Vec<Vec<u32>>,
    /// For each value, the roots that need it.
    needed_by: Vec<Vec<u32>>,
    sources: u32,
}

impl Sharing {
    fn new(graph: &Graph, roots: &[u32]) -> Sharing {
        let users = count_users(graph);
        let mut sharing = Sharing {
            needs: Vec::with_capacity(roots.len()),
            needed_by: vec![Vec::new(); graph.values()],
            sources: graph.sources(),
        };
        let mut seen_from = vec![u32::MAX; graph.values()];
        for (index, &root) in roots.iter().enumerate() {
            let mut needs = Vec::new();
            let mut stack = vec![root];
            while let Some(value) = stack.pop() {
                if std::mem::replace(&mut seen_from[value as usize], index as u32) == index as u32 {
                    continue;
                }
                let used = users[value as usize];
                if value >= sharing.sources && (used <= 1 || value == root) {
                    stack.extend(graph.nodes[(value - sharing.sources) as usize].inputs());
                } else if (2..=MOST_USERS).contains(&used) {
                    needs.push(value);
                    sharing.needed_by[value as usize].push(index as u32);
                }
            }
            sharing.needs.push(needs);
        }
        sharing
    }

    /// The roots' indices: after each the one that shares most with it, if any does.
    fn chain(&self) -> Vec<usize> {
        let count = self.needs.len();
        let mut chain = Vec::with_capacity(count);
        let mut chained = vec![false; count];
        let mut shared = vec![0; count];
        for start in 0..count {
            let mut current = (!chained[start]).then_some(start);
            while let Some(index) = current {
                chained[index] = true;
                chain.push(index);
                current = self.nearest(index, &chained, &mut shared);
            }
        }
        chain
    }

    /// The root that shares most with another, in proportion to their needs. A computed value counts twice: it
    /// has been spilled, while given words are in memory anyway.
    fn nearest(&self, index: usize, chained: &[bool], shared: &mut [u32]) -> Option<usize> {
        let mut touched = Vec::new();
        for &value in &self.needs[index] {
            let users = self.needed_by[value as usize].iter().map(|&user| user as usize);
            for user in users.filter(|&user| !chained[user]) {
                if shared[user] == 0 {
                    touched.push(user);
                }
                shared[user] += if value < self.sources { 1 } else { 2 };
            }
        }
        let size = |user: usize| (self.needs[user].len() + self.needs[index].len()) as u64;
        // Compares fractions; of equal ones the first.
        let nearest = touched.iter().copied().max_by(|&one, &other| {
            let (left, right) =
                (shared[one] as u64 * size(other), shared[other] as u64 * size(one));
            left.cmp(&right).then(other.cmp(&one))
        });
        touched.iter().for_each(|&user| shared[user] = 0);
        nearest
    }
}

/// How many gates use each value.
fn count_users(graph: &Graph) -> Vec<u32> {
    let mut users = vec![0; graph.values()];
    for &input in graph.nodes.iter().flat_map(Node::inputs) {
        users[input as usize] += 1;
    }
    users
}

/// The nodes in the order in which a walk from the roots leaves them.
fn depth_first(graph: &Graph, roots: &Roots, walk: Walk) -> Vec<u32> {
    let roots = if walk.sharing { &roots.sharing } else { &roots.given };
    let sources = graph.sources();
    let ranks = if walk.greedy_first { register_needs(graph) } else { Vec::new() };
    let last_first = |value: u32| match ranks.get((value - sources) as usize) {
        Some(&rank) => rank as u32,
        None => u32::MAX - value,
    };
    let mut order = Vec::with_capacity(graph.nodes.len());
    let mut seen = vec![false; graph.nodes.len()];
    // Whatever is on top of the stack comes first.
    let mut stack: Vec<(u32, bool)> = roots.iter().map(|&root| (root, false)).collect();
    if !walk.backwards {
        stack.reverse();
    }
    while let Some((value, left)) = stack.pop() {
        let index = value - sources;
        if left {
            order.push(index);
        } else if !std::mem::replace(&mut seen[index as usize], true) {
            stack.push((value, true));
            let start = stack.len();
            let inputs = graph.nodes[index as usize].inputs().iter();
            stack.extend(inputs.filter(|&&input| input >= sources).map(|&input| (input, false)));
            stack[start..].sort_by_key(|&(input, _)| last_first(input));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn and(a: u32, b: u32) -> Node {
        Node { table: 0b1100_0000, arity: 2, inputs: [a, b, b] }
    }

    /// A graph of four inputs whose outputs are the given values.
    fn graph(nodes: Vec<Node>, outputs: &[u32]) -> Graph {
        let outputs = outputs.iter().map(|&value| Output::Plain(value)).collect();
        Graph { inputs: 4, randoms: 0, masks: 0, nodes, outputs }
    }

    #[test]
    fn every_walk_takes_every_node_after_its_inputs() {
        let nodes =
            vec![and(0, 1), and(4, 2), and(4, 3), and(5, 6), and(0, 3), and(8, 7), and(5, 8)];
        let graph = graph(nodes, &[9, 10, 0, 7]);
        for walk in WALKS {
            let order = order(&graph, &Roots::new(&graph), walk);
            let reordered = graph.reordered(&order);
            assert_eq!(order.len(), graph.nodes.len());
            for (index, node) in reordered.nodes.iter().enumerate() {
                assert!(node.inputs().iter().all(|&input| input < 4 + index as u32), "{walk:?}");
            }
        }
    }

    #[test]
    fn outputs_that_share_follow_each_other() {
        // The first and the third share what they are made of, and so do the second and the fourth.
        let nodes = vec![and(0, 1), and(2, 3), and(4, 0), and(5, 2), and(4, 1), and(5, 3)];
        assert_eq!(Roots::new(&graph(nodes, &[6, 7, 8, 9])).sharing, [6, 8, 7, 9]);
    }

    #[test]
    fn the_last_to_need_a_value_comes_early() {
        // Both values of the first gate and its only user are out of the way before the rest begins.
        let nodes = vec![and(0, 1), and(2, 3), and(4, 2), and(5, 0)];
        let graph = graph(nodes, &[6, 7]);
        assert_eq!(eager(&graph, &[0, 1, 2, 3]), [0, 2, 1, 3]);
    }
}
