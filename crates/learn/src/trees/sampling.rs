//! Making trees from random games: which facts occur, and which features change.
//!
//! Follows `kuhl`, sections 7.2.1 and 7.2.2. Contains no matches of players.

use super::board_layout::{BoardLayout, FlatFact};
use super::candidate_tree::candidate_tree;
use super::tree_evaluator::TreeEvaluator;
use game::playout::random_step;
use game::{Fact, Machine, MachineExt, Random, State, StopReason};
use hashbrown::HashSet;

/// Returns a number of states of random games, one after the other, including the last state of each. There are fewer
/// if the game is over at once.
pub fn sample_states(
    machine: &mut dyn Machine,
    count: usize,
    random: &mut Random,
) -> Result<Vec<State>, StopReason> {
    let start = machine.initial_state()?;
    let mut states = vec![start.clone()];
    while states.len() < count {
        match random_step(machine, &states[states.len() - 1], random)? {
            Some(next) => states.push(next),
            None if states.len() == 1 => break,
            None => states.push(start.clone()),
        }
    }
    Ok(states)
}

/// Whether at most one role has a choice in each of these states.
pub fn is_turn_taking(machine: &mut dyn Machine, states: &[State]) -> Result<bool, StopReason> {
    let mut legal = Vec::new();
    for state in states {
        if machine.terminal(state)? {
            continue;
        }
        let mut choosing = 0;
        for role in machine.role_ids() {
            machine.legal(state, role, &mut legal)?;
            choosing += u32::from(legal.len() > 1);
        }
        if choosing > 1 {
            return Ok(false);
        }
    }
    Ok(true)
}

impl TreeEvaluator {
    /// Creates an evaluator of all features that the facts of these states allow. Features with the same value in all
    /// of them are left out.
    pub fn from_states(
        machine: &dyn Machine,
        layout: BoardLayout,
        states: &[State],
    ) -> TreeEvaluator {
        let (mut known, mut facts): (HashSet<Fact>, Vec<FlatFact>) = Default::default();
        for fact in states.iter().flat_map(|state| machine.facts(state)) {
            if known.insert(fact) {
                facts.extend(FlatFact::of(&machine.vocabulary().fact_term(fact)));
            }
        }
        let mut evaluator = TreeEvaluator::new(candidate_tree(&facts, &layout), layout);
        evaluator.exclude_constant(machine, states);
        evaluator
    }
}
