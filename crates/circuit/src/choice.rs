//! The places of a random choice. Moves that are never legal together, because they need different facts of a group of
//! which at most one is true, can share a place. Random numbers are not drawn here.

use crate::circuit::{Action, Circuit, PerGate};
use crate::exclusions::{Exclusions, Needs};
use crate::phases::{Known, Phases, evaluate};
use game::Fact;

/// Smallest share of its places that a choice must save by sharing them. If it saves less, the gates that tell the
/// moves of a place apart cost more than the places that are saved.
const LEAST_SAVING: f64 = 0.1;

/// Whether there is a phase in which moves of a role get the same place in the random choice, because these exclusions
/// say that at most one of them is legal.
pub fn are_places_shared(circuit: &Circuit, phases: &Phases, exclusions: &Exclusions) -> bool {
    phases.facts.iter().any(|facts| {
        let values = evaluate(circuit, facts);
        let needs = Needs::of_legal(circuit, &values);
        let roles = possible_actions(circuit, &values);
        let mut places = roles.iter().flat_map(|role| places(circuit, exclusions, &needs, role));
        places.any(|place| place.len() > 1)
    })
}

/// Returns the actions of each role that can be legal, given the known values of gates.
pub fn possible_actions(circuit: &Circuit, values: &PerGate<Known>) -> Vec<Vec<Action>> {
    let mut by_role = vec![Vec::new(); circuit.role_count()];
    for (action, role) in circuit.actions() {
        if values.signal(circuit.outputs.legal[action.0 as usize]) != Some(false) {
            by_role[role.0 as usize].push(action);
        }
    }
    by_role
}

/// Divides the actions of a role into the places of a random choice. Each place is a list of indexes into `actions`; at
/// most one action of a place is legal in any state.
pub fn places(
    circuit: &Circuit,
    exclusions: &Exclusions,
    needs: &Needs,
    actions: &[Action],
) -> Vec<Vec<usize>> {
    let mut by_group = vec![Vec::new(); exclusions.groups().len()];
    for (index, action) in actions.iter().enumerate() {
        let needs = needs.of(circuit.outputs.legal[action.0 as usize]).iter();
        for &need in needs.filter(|need| !need.is_inverted()) {
            let fact = circuit.fact_of(need);
            if let Some((fact, group)) = fact.zip(fact.and_then(|fact| exclusions.group(fact))) {
                by_group[group].push((fact, index));
            }
        }
    }
    by_group.sort_by_cached_key(|moves| std::cmp::Reverse(moves.len() - columns(moves).len()));
    let mut taken = vec![false; actions.len()];
    let mut places = Vec::new();
    for mut moves in by_group {
        moves.retain(|&(_, index)| !taken[index]);
        let columns = columns(&moves);
        if columns.len() < moves.len() {
            columns.iter().flatten().for_each(|&index| taken[index] = true);
            places.extend(columns);
        }
    }
    let alone = (0..actions.len()).map(|index| vec![index]);
    let saved: usize = places.iter().map(|place| place.len() - 1).sum();
    if saved as f64 <= LEAST_SAVING * actions.len() as f64 {
        return alone.collect();
    }
    places.extend(alone.filter(|place| !taken[place[0]]));
    places.sort_unstable();
    places
}

/// Divides moves into lists with at most one move for each fact: the first list has the first move of every fact, the
/// second one the second moves, and so on. A move is given as a fact that it needs and its index.
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

#[cfg(test)]
mod tests {
    use super::*;
    use game::State;

    /// A role moves one of two pieces: fact 0, 1 or 2 says where the first is, fact 3 or 4 that the other one can move.
    const PIECES: &str = "facts 5\nroles 1\nactions 0 0 0 0 0\n\
        legal 0 = f0\nlegal 1 = f1\nlegal 2 = f2\nlegal 3 = f3\nlegal 4 = on\n\
        next 0 = f0\nnext 1 = f1\nnext 2 = f2\nnext 3 = f3\nnext 4 = f4\n";

    fn exclusions(groups: &[&[u32]]) -> Exclusions {
        let groups = groups.iter().map(|group| group.iter().map(|&fact| Fact(fact)).collect());
        Exclusions::new(groups.collect(), 5)
    }

    fn places_with(exclusions: &Exclusions) -> Vec<Vec<usize>> {
        let circuit = Circuit::from_text(PIECES).unwrap();
        let values = evaluate(&circuit, &[None; 5]);
        let actions: Vec<Action> = circuit.actions().map(|(action, _)| action).collect();
        places(&circuit, exclusions, &Needs::of_legal(&circuit, &values), &actions)
    }

    #[test]
    fn moves_from_different_squares_share_a_place() {
        let group = exclusions(&[&[0, 1, 2]]);
        assert_eq!(places_with(&group), [vec![0, 1, 2], vec![3], vec![4]]);
        assert!(group.hold_in(&State::from_words(vec![0b01010])));
        assert!(!group.hold_in(&State::from_words(vec![0b00011])));
    }

    #[test]
    fn without_exclusions_every_move_has_its_own_place() {
        assert_eq!(places_with(&exclusions(&[])), [vec![0], vec![1], vec![2], vec![3], vec![4]]);
        assert_eq!(places_with(&exclusions(&[&[0, 4]])).len(), 5);
    }

    #[test]
    fn columns_have_one_move_of_each_fact() {
        let moves = [(Fact(0), 10), (Fact(0), 11), (Fact(1), 12), (Fact(0), 13), (Fact(1), 14)];
        assert_eq!(columns(&moves), [vec![10, 12], vec![11, 14], vec![13]]);
    }

    #[test]
    fn actions_that_are_never_legal_are_not_possible() {
        let circuit = Circuit::from_text(PIECES).unwrap();
        let facts = [Some(true), Some(false), Some(false), None, None];
        let possible = possible_actions(&circuit, &evaluate(&circuit, &facts));
        assert_eq!(possible, [vec![Action(0), Action(3), Action(4)]]);
    }
}
