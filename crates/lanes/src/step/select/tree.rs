//! The tree that counts legal moves, and the path down the tree to the move with a number.

use super::width;
use crate::step::logic::{Logic, Wire};

/// The children of a node, by their indexes: moves in the lowest level of the tree, and nodes in all others.
enum Below {
    /// Up to three moves. Each adds 1 to the count of the node if it is legal.
    Moves(Vec<usize>),
    /// One move, which adds its weight to the count of the node if it is legal.
    Weighted(usize),
    /// One or two nodes of the next lower level, whose counts are added.
    Nodes(usize, Option<usize>),
}

/// A node of the tree with its count.
struct TreeNode {
    below: Below,
    /// Sum of the weights of the legal moves below, lowest bit first.
    count: Vec<Wire>,
    /// Largest value of `count`.
    most: u64,
}

/// A binary tree that counts legal moves.
pub(super) struct CountTree<'a> {
    legal: &'a [Wire],
    /// The levels, from the moves to the root.
    levels: Vec<Vec<TreeNode>>,
}

impl<'a> CountTree<'a> {
    /// Makes the tree of some moves. `weights` are 0 where the move is not legal; without them all legal moves count
    /// once.
    pub(super) fn new(
        logic: &mut Logic,
        legal: &'a [Wire],
        weights: Vec<Vec<Wire>>,
    ) -> CountTree<'a> {
        let leaves = if weights.is_empty() {
            let indexes: Vec<usize> = (0..legal.len()).collect();
            indexes.chunks(3).map(|moves| leaf(logic, legal, moves)).collect()
        } else {
            weights.into_iter().enumerate().map(weighted_leaf).collect()
        };
        let mut tree = CountTree { legal, levels: vec![leaves] };
        while let Some(top) = tree.levels.last().filter(|top| top.len() > 1) {
            let level = (0..top.len()).step_by(2).map(|left| pair(logic, top, left)).collect();
            tree.levels.push(level);
        }
        tree
    }

    /// Returns the count of all legal moves, lowest bit first.
    pub(super) fn total(&self) -> &[Wire] {
        &self.levels.last().expect("there is a level")[0].count
    }

    /// Makes the path to the move with a number, in the lanes of `start`. Writes the lanes of each move to `chosen`.
    pub(super) fn descend(
        &self,
        logic: &mut Logic,
        mut number: Vec<Wire>,
        start: Wire,
        chosen: &mut [Wire],
    ) {
        let mut active = vec![start];
        for level in (1..self.levels.len()).rev() {
            let (nodes, below) = (&self.levels[level], &self.levels[level - 1]);
            let subtrahend = self.left_count(logic, level, &active);
            let (left, difference) = logic.subtract(&number, &subtrahend);
            let mut next = Vec::with_capacity(below.len());
            for (node, &active) in nodes.iter().zip(&active) {
                let Below::Nodes(_, right) = node.below else {
                    unreachable!("only leaves have moves")
                };
                match right {
                    Some(_) => {
                        next.push(logic.and(active, left));
                        next.push(logic.and(active, !left));
                    }
                    None => next.push(active),
                }
            }
            let width = below.iter().map(|node| node.count.len()).max().unwrap_or(0);
            number = number
                .iter()
                .zip(&difference)
                .take(width)
                .map(|(&number, &difference)| logic.choose(left, number, difference))
                .collect();
            active = next;
        }
        self.leaves(logic, &number, &active, chosen);
    }

    /// Makes the count of the left branch of the active node of a level. It is 0 for a node with one branch, so that
    /// the number stays the same.
    fn left_count(&self, logic: &mut Logic, level: usize, active: &[Wire]) -> Vec<Wire> {
        let mut parts: Vec<Vec<Wire>> = Vec::new();
        for (node, &active) in self.levels[level].iter().zip(active) {
            let Below::Nodes(left, Some(_)) = node.below else { continue };
            for (bit, &wire) in self.levels[level - 1][left].count.iter().enumerate() {
                if parts.len() <= bit {
                    parts.push(Vec::new());
                }
                parts[bit].push(logic.and(active, wire));
            }
        }
        parts.iter().map(|parts| chain(logic, parts)).collect()
    }

    /// Chooses the move with the number among those of the active leaf.
    fn leaves(&self, logic: &mut Logic, number: &[Wire], active: &[Wire], chosen: &mut [Wire]) {
        let low = number.first().copied().unwrap_or(Wire::FALSE);
        let high = number.get(1).copied().unwrap_or(Wire::FALSE);
        let zero = logic.and(!low, !high);
        let one = logic.and(low, !high);
        for (node, &active) in self.levels[0].iter().zip(active) {
            match &node.below {
                Below::Weighted(index) => chosen[*index] = active,
                Below::Moves(moves) => self.leaf(logic, moves, active, zero, one, chosen),
                Below::Nodes(..) => unreachable!("the lowest level has the moves"),
            }
        }
    }

    /// Chooses the one of up to three moves that has the number.
    fn leaf(
        &self,
        logic: &mut Logic,
        moves: &[usize],
        active: Wire,
        zero: Wire,
        one: Wire,
        chosen: &mut [Wire],
    ) {
        if let [only] = moves[..] {
            chosen[only] = active;
            return;
        }
        let mut left = active;
        let [first, second] = [moves[0], moves[1]];
        let at_zero = logic.and(active, zero);
        chosen[first] = logic.and(at_zero, self.legal[first]);
        left = logic.and(left, !chosen[first]);
        if let Some(&third) = moves.get(2) {
            let number = logic.choose(self.legal[first], one, zero);
            let here = logic.and(active, number);
            chosen[second] = logic.and(here, self.legal[second]);
            left = logic.and(left, !chosen[second]);
            chosen[third] = left;
        } else {
            chosen[second] = left;
        }
    }
}

/// Makes the OR of some ANDs as a chain, which takes one gate of three inputs for each of them.
fn chain(logic: &mut Logic, parts: &[Wire]) -> Wire {
    parts.iter().fold(Wire::FALSE, |any, &part| logic.or(any, part))
}

/// Makes the node of up to three moves, each counted once.
fn leaf(logic: &mut Logic, legal: &[Wire], moves: &[usize]) -> TreeNode {
    let wire = |place: usize| moves.get(place).map_or(Wire::FALSE, |&index| legal[index]);
    let [a, b, c] = [wire(0), wire(1), wire(2)];
    let half = logic.xor(a, b);
    let low = logic.xor(half, c);
    let high = logic.majority(a, b, c);
    let mut count = vec![low, high];
    count.truncate(moves.len().min(2));
    TreeNode { below: Below::Moves(moves.to_vec()), count, most: moves.len() as u64 }
}

/// Makes the node of a move that is counted with its weight.
fn weighted_leaf((index, count): (usize, Vec<Wire>)) -> TreeNode {
    TreeNode { below: Below::Weighted(index), most: (1 << count.len()) - 1, count }
}

/// Makes the node above one or two nodes of a level.
fn pair(logic: &mut Logic, nodes: &[TreeNode], left: usize) -> TreeNode {
    match nodes.get(left + 1) {
        Some(right) => {
            let most = nodes[left].most + right.most;
            let mut count = logic.add(&nodes[left].count, &right.count);
            count.truncate(width(most));
            TreeNode { below: Below::Nodes(left, Some(left + 1)), count, most }
        }
        None => {
            let TreeNode { count, most, .. } = &nodes[left];
            TreeNode { below: Below::Nodes(left, None), count: count.clone(), most: *most }
        }
    }
}
