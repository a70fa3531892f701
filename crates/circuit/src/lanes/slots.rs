//! Which moves can share a place in the random choice: those that are never legal together, because they need
//! different facts of a group of which only one is on.

use super::step::possible_actions;
use crate::exclusions::{Exclusions, Needs};
use crate::network::{Action, Circuit};
use crate::phases::{Phases, evaluate};
use game::Fact;

/// Sharing must spare so many of the places to be worth the gates that tell the moves of a place apart.
const WORTH: f64 = 0.1;

/// Whether any moves of a role would share a place in some phase.
pub fn are_shared(circuit: &Circuit, phases: &Phases, exclusions: &Exclusions) -> bool {
    phases.facts.iter().any(|facts| {
        let values = evaluate(circuit, facts);
        let needs = Needs::of_legal(circuit, &values);
        let roles = possible_actions(circuit, &values);
        let mut slots = roles.iter().flat_map(|role| slots(circuit, exclusions, &needs, role));
        slots.any(|slot| slot.len() > 1)
    })
}

/// The places of the choice, each with the indexes of its moves; at most one of them is legal.
pub fn slots(
    circuit: &Circuit,
    exclusions: &Exclusions,
    needs: &Needs,
    actions: &[Action],
) -> Vec<Vec<usize>> {
    let mut wanting = vec![Vec::new(); exclusions.groups().len()];
    for (index, action) in actions.iter().enumerate() {
        let needs = needs.of(circuit.outputs.legal[action.0 as usize]).iter();
        for need in needs.filter(|need| !need.is_inverted()) {
            let fact = Fact(need.gate() - 1);
            if let Some(group) = exclusions.group(fact) {
                wanting[group].push((fact, index));
            }
        }
    }
    wanting.sort_by_cached_key(|moves| std::cmp::Reverse(moves.len() - columns(moves).len()));
    let mut taken = vec![false; actions.len()];
    let mut slots = Vec::new();
    for mut moves in wanting {
        moves.retain(|&(_, index)| !taken[index]);
        let columns = columns(&moves);
        if columns.len() < moves.len() {
            columns.iter().flatten().for_each(|&index| taken[index] = true);
            slots.extend(columns);
        }
    }
    let alone = (0..actions.len()).map(|index| vec![index]);
    if slots.iter().map(|slot| slot.len() - 1).sum::<usize>() as f64 <= WORTH * actions.len() as f64
    {
        return alone.collect();
    }
    slots.extend(alone.filter(|slot| !taken[slot[0]]));
    slots.sort_unstable();
    slots
}

/// The first moves of all facts together, then the second ones, and so on.
fn columns(moves: &[(Fact, usize)]) -> Vec<Vec<usize>> {
    let mut sorted = moves.to_vec();
    sorted.sort_unstable();
    let mut columns: Vec<Vec<usize>> = Vec::new();
    for moves in sorted.chunk_by(|(one, _), (other, _)| one == other) {
        for (place, &(_, index)) in moves.iter().enumerate() {
            if columns.len() <= place {
                columns.push(Vec::new());
            }
            columns[place].push(index);
        }
    }
    columns
}
