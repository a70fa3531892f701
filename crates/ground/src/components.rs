//! Strongly connected components of a graph (Tarjan 1972), without recursion: ground rules may depend on each other in
//! chains that are longer than any stack.

use term::Id;

/// Returns the strongly connected components of a graph whose nodes are numbered from 0; a component comes after those
/// that it has edges to.
pub fn components<'a, N: Id + 'a>(nodes: usize, edges: impl Fn(N) -> &'a [N]) -> Vec<Vec<N>> {
    let mut search = Search {
        order: vec![UNSEEN; nodes],
        low: vec![0; nodes],
        is_open: vec![false; nodes],
        open: Vec::new(),
        path: Vec::new(),
        seen: 0,
        components: Vec::new(),
    };
    for root in 0..nodes {
        if search.order[root] == UNSEEN {
            search.run(N::from_index(root), &edges);
        }
    }
    search.components
}

/// The number of a node that was not seen yet.
const UNSEEN: u32 = u32::MAX;

/// A depth-first search for strongly connected components.
struct Search<N> {
    /// For each node, its number in the order in which nodes were first seen.
    order: Vec<u32>,
    /// For each node, the lowest number of an open node known to be reachable from it.
    low: Vec<u32>,
    /// Whether each node was seen and belongs to no component yet.
    is_open: Vec<bool>,
    /// The open nodes, in the order in which they were first seen.
    open: Vec<N>,
    /// The nodes from the root to the present one, each with the number of its edges that were followed.
    path: Vec<(N, usize)>,
    /// Number of nodes seen.
    seen: u32,
    components: Vec<Vec<N>>,
}

impl<N: Id> Search<N> {
    /// Finds the components of all nodes that are reachable from a root and were not seen yet.
    fn run<'a>(&mut self, root: N, edges: &impl Fn(N) -> &'a [N])
    where
        N: 'a,
    {
        self.enter(root);
        while let Some((node, followed)) = self.path.last_mut() {
            let node = *node;
            if let Some(&target) = edges(node).get(*followed) {
                *followed += 1;
                self.follow(node, target);
            } else {
                self.path.pop();
                self.leave(node);
            }
        }
    }

    fn enter(&mut self, node: N) {
        self.order[node.index()] = self.seen;
        self.low[node.index()] = self.seen;
        self.seen += 1;
        self.is_open[node.index()] = true;
        self.open.push(node);
        self.path.push((node, 0));
    }

    fn follow(&mut self, node: N, target: N) {
        if self.order[target.index()] == UNSEEN {
            self.enter(target);
        } else if self.is_open[target.index()] {
            self.lower(node, self.order[target.index()]);
        }
    }

    fn lower(&mut self, node: N, low: u32) {
        self.low[node.index()] = self.low[node.index()].min(low);
    }

    /// Ends the visit of a node that has just been removed from the path.
    fn leave(&mut self, node: N) {
        let low = self.low[node.index()];
        if let Some(&(parent, _)) = self.path.last() {
            self.lower(parent, low);
        }
        if low == self.order[node.index()] {
            let first = self.open.iter().rposition(|&other| other == node);
            let component = self.open.split_off(first.expect("the node is open"));
            component.iter().for_each(|member| self.is_open[member.index()] = false);
            self.components.push(component);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::id_type;

    id_type! {
        struct Node(u32);
    }

    #[test]
    fn cycles_are_components_that_come_after_those_they_have_edges_to() {
        let edges: [&[u32]; 6] = [&[1], &[2, 3], &[1], &[4, 3], &[], &[0, 5]];
        let edges = edges.map(|targets| targets.iter().copied().map(Node).collect::<Vec<Node>>());
        let mut found = components(6, |node: Node| &edges[node.index()]);
        found.iter_mut().for_each(|component| component.sort_unstable());
        let expected = [vec![4], vec![3], vec![1, 2], vec![0], vec![5]];
        assert_eq!(found, expected.map(|nodes| nodes.into_iter().map(Node).collect::<Vec<Node>>()));
    }

    #[test]
    fn a_chain_may_be_longer_than_any_stack() {
        let edges: Vec<Node> = (1..=1_000_000).map(Node).collect();
        let edges_of = |node: Node| edges.get(node.index()..=node.index()).unwrap_or(&[]);
        assert_eq!(components(1_000_001, edges_of).len(), 1_000_001);
    }
}
