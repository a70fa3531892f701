//! Adds preferences to a circuit: in a state with preferred moves, these are the only legal ones. Knowledge about a
//! game becomes part of its rules, and playouts that follow it cost a few more gates.

use crate::circuit::{Action, Circuit, Signal};
use crate::names::Names;
use game::Preference;
use std::collections::BTreeMap;

/// For each rank, the moves with preferences of that rank, each with these preferences.
type Ranks<'a> = BTreeMap<u32, BTreeMap<Action, Vec<&'a Preference>>>;

/// Returns the circuit with fewer legal moves. Preferences of moves that are never legal are ignored.
pub fn prefer(circuit: &Circuit, names: &Names, preferences: &[Preference]) -> Circuit {
    let mut new = circuit.clone();
    for role in circuit.roles() {
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

/// Restricts the legal moves of a role to those with the lowest rank; where no legal move has a rank, all stay legal.
fn restrict(circuit: &mut Circuit, actions: impl Iterator<Item = Action>, ranks: &Ranks) {
    // On where no legal move has one of the ranks so far.
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
    for action in actions {
        let legal = circuit.outputs.legal[action.0 as usize];
        let otherwise = circuit.and([legal, reached]);
        let ways = ways.remove(&action).unwrap_or_default();
        let signal = circuit.or(ways.into_iter().chain([otherwise]));
        circuit.outputs.legal[action.0 as usize] = signal;
    }
}
