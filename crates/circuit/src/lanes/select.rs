//! The random choice of a legal move, as part of the circuit: a tree counts the legal moves, a random number
//! below the count is drawn in every lane, and a way down the tree finds the move with that number.
//!
//! Only one way is taken in a lane, so all nodes of a level share one number and one subtraction; a node only adds
//! its part to what is subtracted. With weights, each move counts as often as its weight says.
//!
//! Moves of which at most one is legal share a slot: the choice is among slots, and the one legal move of a slot is
//! found by its being legal.

use super::logic::{Logic, Wire};

/// Random bits beyond those of the count. A move's chance is off by at most one part in 2^EXTRA.
pub const EXTRA: usize = 10;

/// The choice of a role.
pub struct Choice {
    /// For each move, where it is chosen.
    pub chosen: Vec<Wire>,
    /// Where there is no move to choose.
    pub none: Wire,
}

/// How many random bits a choice among this many moves takes, each of weights with this many bits.
pub fn random_bits(moves: usize, weight_bits: usize) -> usize {
    if moves <= 1 {
        return 0;
    }
    width(moves as u64 * ((1 << weight_bits) - 1)) + EXTRA
}

/// How many bits a number takes.
fn width(number: u64) -> usize {
    (u64::BITS - number.leading_zeros()) as usize
}

/// Chooses among moves where they are legal. `slots` has the indexes of all moves; at most one move of a slot is ever
/// legal. `weights` gives each move's weight, lowest bit first; every move must have the same number of bits, and
/// where there is only one bit it must be on.
pub fn choose(
    logic: &mut Logic,
    legal: &[Wire],
    slots: &[Vec<usize>],
    weights: &[Vec<Wire>],
    random: &[Wire],
) -> Choice {
    let open: Vec<Wire> =
        slots.iter().map(|slot| any_of(logic, slot, |index| legal[index])).collect();
    let some = logic.any(&open);
    if slots.len() <= 1 {
        return Choice { chosen: legal.to_vec(), none: !some };
    }
    let counts = slot_weights(logic, legal, slots, weights);
    let tree = Tree::new(logic, &open, counts);
    let number = below(logic, tree.total(), random);
    let mut chosen_slots = vec![Wire::FALSE; slots.len()];
    tree.descend(logic, number, some, &mut chosen_slots);
    let mut chosen = vec![Wire::FALSE; legal.len()];
    for (slot, &wire) in slots.iter().zip(&chosen_slots) {
        for &index in slot {
            chosen[index] = if slot.len() == 1 { wire } else { logic.and(wire, legal[index]) };
        }
    }
    Choice { chosen, none: !some }
}

fn any_of(logic: &mut Logic, slot: &[usize], wire: impl Fn(usize) -> Wire) -> Wire {
    let wires: Vec<Wire> = slot.iter().map(|&index| wire(index)).collect();
    logic.any(&wires)
}

/// The weight of the legal move of each slot, 0 where there is none; nothing where all weights are 1.
fn slot_weights(
    logic: &mut Logic,
    legal: &[Wire],
    slots: &[Vec<usize>],
    weights: &[Vec<Wire>],
) -> Vec<Vec<Wire>> {
    if weights.iter().all(|weight| weight.len() <= 1) {
        return Vec::new();
    }
    let bits = 0..weights[0].len();
    let counts = slots.iter().map(|slot| {
        let count = bits.clone().map(|bit| {
            let parts: Vec<Wire> =
                slot.iter().map(|&index| logic.and(legal[index], weights[index][bit])).collect();
            logic.any(&parts)
        });
        count.collect()
    });
    counts.collect()
}

/// A number below the total, uniformly: total times a random fraction. The fraction's bits come in from the lowest,
/// each time adding the total, or not, and halving.
fn below(logic: &mut Logic, total: &[Wire], random: &[Wire]) -> Vec<Wire> {
    let mut number = vec![Wire::FALSE; total.len()];
    for &bit in random {
        let part: Vec<Wire> = total.iter().map(|&wire| logic.and(wire, bit)).collect();
        let sum = logic.add(&number, &part);
        number = sum[1..].to_vec();
    }
    number
}

/// A node: the moves or nodes below it.
enum Below {
    /// Up to three moves, each counted once.
    Moves(Vec<usize>),
    /// One move, counted by its weight.
    Weighted(usize),
    /// One node or two of the level below.
    Nodes(usize, Option<usize>),
}

struct Node {
    below: Below,
    /// How many legal moves there are below, by their weights.
    count: Vec<Wire>,
    /// The most there can be.
    most: u64,
}

struct Tree<'a> {
    legal: &'a [Wire],
    /// The levels, from the moves to the root.
    levels: Vec<Vec<Node>>,
}

impl<'a> Tree<'a> {
    /// `weights` are 0 where the move is not legal; without them all legal moves count once.
    fn new(logic: &mut Logic, legal: &'a [Wire], weights: Vec<Vec<Wire>>) -> Tree<'a> {
        let leaves = if weights.is_empty() {
            let indexes: Vec<usize> = (0..legal.len()).collect();
            indexes.chunks(3).map(|moves| leaf(logic, legal, moves)).collect()
        } else {
            weights.into_iter().enumerate().map(weighted_leaf).collect()
        };
        let mut tree = Tree { legal, levels: vec![leaves] };
        while let Some(top) = tree.levels.last().filter(|top| top.len() > 1) {
            let level = (0..top.len()).step_by(2).map(|left| pair(logic, top, left)).collect();
            tree.levels.push(level);
        }
        tree
    }

    fn total(&self) -> &[Wire] {
        &self.levels.last().expect("there is a level")[0].count
    }

    fn descend(&self, logic: &mut Logic, mut number: Vec<Wire>, start: Wire, chosen: &mut [Wire]) {
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

    /// What the left branch of the active node of a level counts. A node with one branch counts nothing, so that
    /// the number stays as it is.
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

    /// Which of up to three moves has the number.
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

/// ORs of ANDs one after the other: each takes one more three-input gate.
fn chain(logic: &mut Logic, parts: &[Wire]) -> Wire {
    parts.iter().fold(Wire::FALSE, |any, &part| logic.or(any, part))
}

fn leaf(logic: &mut Logic, legal: &[Wire], moves: &[usize]) -> Node {
    let wire = |place: usize| moves.get(place).map_or(Wire::FALSE, |&index| legal[index]);
    let [a, b, c] = [wire(0), wire(1), wire(2)];
    let half = logic.xor(a, b);
    let low = logic.xor(half, c);
    let high = logic.majority(a, b, c);
    let mut count = vec![low, high];
    count.truncate(moves.len().min(2));
    Node { below: Below::Moves(moves.to_vec()), count, most: moves.len() as u64 }
}

fn weighted_leaf((index, count): (usize, Vec<Wire>)) -> Node {
    Node { below: Below::Weighted(index), most: (1 << count.len()) - 1, count }
}

fn pair(logic: &mut Logic, nodes: &[Node], left: usize) -> Node {
    match nodes.get(left + 1) {
        Some(right) => {
            let most = nodes[left].most + right.most;
            let mut count = logic.add(&nodes[left].count, &right.count);
            count.truncate(width(most));
            Node { below: Below::Nodes(left, Some(left + 1)), count, most }
        }
        None => {
            let Node { count, most, .. } = &nodes[left];
            Node { below: Below::Nodes(left, None), count: count.clone(), most: *most }
        }
    }
}
