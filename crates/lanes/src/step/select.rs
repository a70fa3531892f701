//! The random choice of a legal move as logic: a tree counts the legal moves, every lane draws a random number below
//! the count, and a path down the tree leads to the move with that number.
//!
//! A lane takes only one path, so all nodes of a level share one number and one subtraction; a node only adds its part
//! to the subtrahend. With weights, each move is counted with its weight.
//!
//! Moves of which at most one is legal share a place: the choice is among places, and the chosen move of a place is the
//! legal one.

mod tree;

use super::logic::{Logic, Wire};
use tree::CountTree;

/// Number of random bits beyond those of the count. The relative error of a move's probability is at most
/// 2^-EXTRA_BITS.
pub const EXTRA_BITS: usize = 10;

/// The wires of the move that a role chooses.
pub struct MoveChoice {
    /// For each move, the lanes in which it is chosen.
    pub chosen: Vec<Wire>,
    /// The lanes in which no move is legal.
    pub none: Wire,
}

/// Returns the number of random bits for a choice among `moves` moves, whose weights have `weight_bits` bits.
pub fn random_bits(moves: usize, weight_bits: usize) -> usize {
    if moves <= 1 {
        return 0;
    }
    width(moves as u64 * ((1 << weight_bits) - 1)) + EXTRA_BITS
}

/// Returns the number of bits of a number.
fn width(number: u64) -> usize {
    (u64::BITS - number.leading_zeros()) as usize
}

/// Makes the choice among the legal moves. `places` has the indices of all moves; at most one move of a place is ever
/// legal. `weights` has the weight of each move, lowest bit first. All weights must have the same number of bits, and a
/// single bit must be on.
pub fn choose(
    logic: &mut Logic,
    legal: &[Wire],
    places: &[Vec<usize>],
    weights: &[Vec<Wire>],
    random: &[Wire],
) -> MoveChoice {
    let open: Vec<Wire> =
        places.iter().map(|place| any_of(logic, place, |index| legal[index])).collect();
    let some = logic.any(&open);
    if places.len() <= 1 {
        return MoveChoice { chosen: legal.to_vec(), none: !some };
    }
    let counts = place_weights(logic, legal, places, weights);
    let tree = CountTree::new(logic, &open, counts);
    let number = below(logic, tree.total(), random);
    let mut chosen_places = vec![Wire::FALSE; places.len()];
    tree.descend(logic, number, some, &mut chosen_places);
    let mut chosen = vec![Wire::FALSE; legal.len()];
    for (place, &wire) in places.iter().zip(&chosen_places) {
        for &index in place {
            chosen[index] = if place.len() == 1 { wire } else { logic.and(wire, legal[index]) };
        }
    }
    MoveChoice { chosen, none: !some }
}

/// Makes the OR of the wires of a place's moves.
fn any_of(logic: &mut Logic, place: &[usize], wire: impl Fn(usize) -> Wire) -> Wire {
    let wires: Vec<Wire> = place.iter().map(|&index| wire(index)).collect();
    logic.any(&wires)
}

/// Makes the weight of the legal move of each place, 0 where there is none. Empty if all weights are 1.
fn place_weights(
    logic: &mut Logic,
    legal: &[Wire],
    places: &[Vec<usize>],
    weights: &[Vec<Wire>],
) -> Vec<Vec<Wire>> {
    if weights.iter().all(|weight| weight.len() <= 1) {
        return Vec::new();
    }
    let bits = 0..weights[0].len();
    let counts = places.iter().map(|place| {
        let count = bits.clone().map(|bit| {
            let parts: Vec<Wire> =
                place.iter().map(|&index| logic.and(legal[index], weights[index][bit])).collect();
            logic.any(&parts)
        });
        count.collect()
    });
    counts.collect()
}

/// Makes a uniform random number below the total: the total times a random fraction. The bits of the fraction are taken
/// from the lowest; for each, the total is added if the bit is on, and the sum is halved.
fn below(logic: &mut Logic, total: &[Wire], random: &[Wire]) -> Vec<Wire> {
    let mut number = vec![Wire::FALSE; total.len()];
    for &bit in random {
        let part: Vec<Wire> = total.iter().map(|&wire| logic.and(wire, bit)).collect();
        let sum = logic.add(&number, &part);
        number = sum[1..].to_vec();
    }
    number
}
