//! An order of the outputs in which each follows one that needs many of the same values.

use crate::code::graph::{GateGraph, GateNode};

/// Largest number of users of a value that counts as shared: values with more users belong to nearly all outputs.
const MAX_USERS: u32 = 64;

/// The shared values that roots need immediately, which means by gates that are used by no other root.
pub(super) struct SharedNeeds {
    /// The values that each root needs, by the index of the root.
    needs: Vec<Vec<u32>>,
    /// For each value, the roots that need it.
    needed_by: Vec<Vec<u32>>,
    sources: u32,
}

impl SharedNeeds {
    /// Collects the shared values that each root needs.
    pub(super) fn new(graph: &GateGraph, roots: &[u32]) -> SharedNeeds {
        let users = count_users(graph);
        let mut sharing = SharedNeeds {
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
                } else if (2..=MAX_USERS).contains(&used) {
                    needs.push(value);
                    sharing.needed_by[value as usize].push(index as u32);
                }
            }
            sharing.needs.push(needs);
        }
        sharing
    }

    /// Returns the indices of the roots in an order in which each is followed by the one that shares most with it, if
    /// any does.
    pub(super) fn chain(&self) -> Vec<usize> {
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

    /// Returns the root that shares most with another, in proportion to the number of values they need. A computed
    /// value counts twice, because it was spilled, while given words are in memory anyway.
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
        // The root with the greatest fraction is chosen, and of equal ones the first.
        let nearest = touched.iter().copied().max_by(|&one, &other| {
            let (left, right) =
                (shared[one] as u64 * size(other), shared[other] as u64 * size(one));
            left.cmp(&right).then(other.cmp(&one))
        });
        touched.iter().for_each(|&user| shared[user] = 0);
        nearest
    }
}

/// Returns the number of gates that use each value.
fn count_users(graph: &GateGraph) -> Vec<u32> {
    let mut users = vec![0; graph.values()];
    for &input in graph.nodes.iter().flat_map(GateNode::inputs) {
        users[input as usize] += 1;
    }
    users
}
