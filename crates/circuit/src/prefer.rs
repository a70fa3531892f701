//! A circuit in which moves that are preferred are the only legal ones, where there are some: what was learnt about a game
//! becomes part of its rules, and playouts that follow it cost a few more gates.

use crate::build::Names;
use crate::network::{Action, Circuit, Signal};
use game::{Preference, Role};
use std::collections::BTreeMap;

/// For each rank, the moves that have preferences of it, each with the facts of all of them.
type Ranks<'a> = BTreeMap<u32, BTreeMap<Action, Vec<&'a Preference>>>;

/// The circuit with fewer legal moves. Preferences of moves that nobody can ever make count for nothing.
pub fn prefer(circuit: &Circuit, names: &Names, preferences: &[Preference]) -> Circuit {
    let mut new = circuit.clone();
    for role in (0..circuit.roles()).map(Role) {
        let mut ranks = Ranks::new();
        for preference in preferences.iter().filter(|preference| preference.role == role) {
            if let Some(action) = names.action(role, preference.action) {
                let actions = ranks.entry(preference.rank).or_default();
                actions.entry(action).or_default().push(preference);
            }
        }
        if !ranks.is_empty() {
            restrict(&mut new, names.actions_of(role), &ranks);
        }
    }
    new
}

/// Leaves those of a role's moves that have the lowest rank; where none has a rank, all.
fn restrict(circuit: &mut Circuit, actions: std::ops::Range<u32>, ranks: &Ranks) {
    // Where a rank is looked at: there is no move of a lower one.
    let mut reached = Signal::TRUE;
    let mut ways: BTreeMap<Action, Vec<Signal>> = BTreeMap::new();
    for wanted in ranks.values() {
        let mut here = Vec::new();
        for (&action, preferences) in wanted {
            let facts = preferences.iter().map(|preference| {
                let facts: Vec<Signal> =
                    preference.facts.iter().map(|&fact| circuit.fact(fact)).collect();
                circuit.and(facts)
            });
            let facts: Vec<Signal> = facts.collect();
            let holds = circuit.or(facts);
            let legal = circuit.outputs.legal[action.0 as usize];
            let preferred = circuit.and([legal, holds]);
            here.push(preferred);
            let way = circuit.and([preferred, reached]);
            ways.entry(action).or_default().push(way);
        }
        let none = circuit.and(here.into_iter().map(|signal| !signal));
        reached = circuit.and([reached, none]);
    }
    for action in actions.map(Action) {
        let legal = circuit.outputs.legal[action.0 as usize];
        let otherwise = circuit.and([legal, reached]);
        let ways = ways.remove(&action).unwrap_or_default();
        let signal = circuit.or(ways.into_iter().chain([otherwise]));
        circuit.outputs.legal[action.0 as usize] = signal;
    }
}

#[cfg(test)]
mod tests {
    use crate::{CircuitMachine, Limits};
    use game::{Fact, Machine, Move, Preference, Role, State};
    use rand::RngExt;

    fn machine(name: &str) -> CircuitMachine {
        let rules = library::find(name).expect("it is bundled").rules();
        let rules = gdl::check(name, rules.as_bytes()).rules.expect("the rules have no errors");
        CircuitMachine::new(&rules, &Limits::default()).expect("it is small")
    }

    /// What is preferred, each preference looked at by itself.
    fn plainly(
        preferences: &[Preference],
        facts: &[Fact],
        role: Role,
        legal: &[Move],
    ) -> Vec<Move> {
        let applies = |preference: &&Preference| {
            preference.role == role
                && legal.contains(&preference.action)
                && preference.facts.iter().all(|fact| facts.contains(fact))
        };
        let Some(rank) = preferences.iter().filter(applies).map(|one| one.rank).min() else {
            return legal.to_vec();
        };
        let best = preferences.iter().filter(applies).filter(|one| one.rank == rank);
        let mut moves: Vec<Move> = best.map(|one| one.action).collect();
        moves.sort_unstable();
        moves.dedup();
        moves
    }

    #[test]
    fn only_the_most_urgent_moves_are_left() {
        for name in ["tic-tac-toe", "connect-four", "chinook"] {
            let mut plain = machine(name);
            let mut random = game::random(5);
            let facts = plain.names().facts() as u32;
            let roles = plain.roles().len() as u32;
            let all = plain.names().moves() as u32;
            let preferences: Vec<Preference> = (0..300)
                .map(|_| Preference {
                    rank: random.random_range(0..3),
                    role: Role(random.random_range(0..roles)),
                    action: Move(random.random_range(0..all)),
                    facts: (0..random.random_range(0..3))
                        .map(|_| Fact(random.random_range(0..facts)))
                        .collect(),
                })
                .collect();
            let mut guided = plain.preferring(&preferences);
            let (mut legal, mut left, mut restricted) = (Vec::new(), Vec::new(), 0);
            for _ in 0..20 {
                let mut state = State::default();
                plain.initial(&mut state).expect("a state");
                while !plain.terminal(&state).expect("an answer") {
                    assert!(!guided.terminal(&state).expect("an answer"));
                    let known = plain.facts(&state);
                    let mut joint = Vec::new();
                    for role in (0..roles).map(Role) {
                        plain.legal(&state, role, &mut legal).expect("moves");
                        guided.legal(&state, role, &mut left).expect("moves");
                        assert_eq!(left, plainly(&preferences, &known, role, &legal), "{name}");
                        restricted += usize::from(left.len() < legal.len());
                        joint.push(legal[random.random_range(0..legal.len())]);
                    }
                    let [mut next, mut same] = [State::default(), State::default()];
                    plain.next(&state, &joint, &mut next).expect("a state");
                    guided.next(&state, &joint, &mut same).expect("a state");
                    assert_eq!(next, same);
                    state = next;
                }
            }
            assert!(restricted > 20, "{name}: {restricted}");
        }
    }
}
