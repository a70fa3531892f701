//! Alternative starts of a game, in which the contents of its boards are arranged at random.

use crate::{Analysis, FluentKind};
use game::{Fact, Machine, MachineExt, Random, State, StopReason};
use rand::seq::SliceRandom;
use term::Term;

/// Number of arrangements that are tried.
const MAX_TRIES: usize = 1000;

/// Returns the initial state with the contents of each board in random order, such that the game is not over and every
/// role has a move; `None` if no such arrangement is found.
pub fn shuffled(
    analysis: &Analysis,
    machine: &mut dyn Machine,
    random: &mut Random,
) -> Result<Option<State>, StopReason> {
    let initial = machine.initial_state()?;
    let facts = machine.state_terms(&initial);
    for _ in 0..MAX_TRIES {
        let Some(state) = arranged(analysis, machine, &facts, random) else { continue };
        if is_playable(machine, &state)? {
            return Ok(Some(state));
        }
    }
    Ok(None)
}

/// Whether the game is not over and every role has a move.
fn is_playable(machine: &mut dyn Machine, state: &State) -> Result<bool, StopReason> {
    if machine.terminal(state)? {
        return Ok(false);
    }
    let mut legal = Vec::new();
    let mut can_all_move = true;
    for role in machine.role_ids() {
        machine.legal(state, role, &mut legal)?;
        can_all_move &= !legal.is_empty();
    }
    Ok(can_all_move)
}

/// Returns a random arrangement; `None` if the machine does not know one of its facts.
fn arranged(
    analysis: &Analysis,
    machine: &dyn Machine,
    facts: &[Term],
    random: &mut Random,
) -> Option<State> {
    let mut arguments: Vec<Vec<Term>> =
        facts.iter().map(|fact| fact.arguments().collect()).collect();
    for fluent in &analysis.fluents {
        let FluentKind::Board(board) = &fluent.kind else { continue };
        let is_of_fluent = |fact: &Term| fact.name() == fluent.name && fact.arity() == fluent.arity;
        let members: Vec<usize> = (0..facts.len()).filter(|&it| is_of_fluent(&facts[it])).collect();
        let mut order = members.clone();
        order.shuffle(random);
        let before = arguments.clone();
        for (&to, &from) in members.iter().zip(&order) {
            for &content in &board.contents {
                arguments[to][content] = before[from][content].clone();
            }
        }
    }
    let fact = |(fact, arguments): (&Term, &Vec<Term>)| {
        machine.vocabulary().find_fact(&Term::applied(fact.name(), arguments))
    };
    let mut state: Vec<Fact> = facts.iter().zip(&arguments).map(fact).collect::<Option<_>>()?;
    state.sort_unstable();
    Some(machine.state(&state))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sampling;
    use std::collections::HashSet;

    #[test]
    fn kings_stand_on_every_cell_in_some_arrangement() {
        let rules = oracle::rules("minichess");
        let mut machine: Box<dyn Machine> = Box::new(oracle::machine_of(&rules));
        let analysis = crate::analyze(&rules, &mut *machine, &Sampling::states(500, 1)).unwrap();
        let (mut random, mut kings) = (game::random(1), HashSet::new());
        for _ in 0..500 {
            let state = shuffled(&analysis, &mut *machine, &mut random)
                .unwrap()
                .expect("there is an arrangement");
            assert!(!machine.terminal(&state).unwrap());
            let texts = machine.state_texts(&state);
            for piece in ["wk)", "wr)", "bk)"] {
                assert_eq!(texts.iter().filter(|text| text.ends_with(piece)).count(), 1);
            }
            assert!(texts.contains(&"(step 1)".to_owned()));
            kings.extend(texts.into_iter().filter(|text| text.ends_with("wk)")));
        }
        assert_eq!(kings.len(), 16);
    }
}
