//! Trees from random games: which facts there are, and which features change (document 000, sections 7.2.1 and 7.2.2).

use super::candidates::candidates;
use super::layout::{Layout, Literal};
use super::reader::Reader;
use game::playout::random_step;
use game::{Fact, Machine, Random, State, StopReason};
use hashbrown::HashSet;

/// So many states of random games, one after the other, their ends included. There are fewer if the game cannot begin.
pub fn states(
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

/// Whether never more than one role has a choice in these states.
pub fn take_turns(machine: &mut dyn Machine, states: &[State]) -> Result<bool, StopReason> {
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

impl Reader {
    /// Of all features that the facts of these states allow. Those that have the same value in all of them are left out.
    pub fn grown(machine: &dyn Machine, layout: Layout, states: &[State]) -> Reader {
        let (mut known, mut facts): (HashSet<Fact>, Vec<Literal>) = Default::default();
        for fact in states.iter().flat_map(|state| machine.facts(state)) {
            if known.insert(fact) {
                facts.extend(Literal::read(&machine.fact_text(fact)));
            }
        }
        let mut reader = Reader::new(candidates(&facts, &layout), layout);
        reader.filter(machine, states);
        reader
    }
}
