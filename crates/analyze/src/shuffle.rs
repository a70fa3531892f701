//! Starts of a game with what is on its boards in other places.

use crate::words::split;
use crate::{Analysis, Board, Kind};
use game::{Fact, Machine, Random, State, StopReason};
use rand::seq::SliceRandom;

/// So many arrangements are tried.
const MOST_TRIES: usize = 1000;

/// The initial state with the contents of its boards in any other order, in which the game is not over and every role has a move; nothing if
/// none is found.
pub fn shuffled(
    analysis: &Analysis,
    machine: &mut dyn Machine,
    random: &mut Random,
) -> Result<Option<State>, StopReason> {
    let initial = machine.initial_state()?;
    let texts = machine.state_texts(&initial);
    let mut legal = Vec::new();
    for _ in 0..MOST_TRIES {
        let Some(state) = arranged(analysis, machine, &texts, random) else { continue };
        if machine.terminal(&state)? {
            continue;
        }
        let mut all_can_move = true;
        for role in machine.role_ids() {
            machine.legal(&state, role, &mut legal)?;
            all_can_move &= !legal.is_empty();
        }
        if all_can_move {
            return Ok(Some(state));
        }
    }
    Ok(None)
}

/// Another order, if it makes a state.
fn arranged(
    analysis: &Analysis,
    machine: &dyn Machine,
    texts: &[String],
    random: &mut Random,
) -> Option<State> {
    let mut facts: Vec<Vec<&str>> = texts.iter().map(|text| split(text)).collect();
    for fluent in &analysis.fluents {
        let Kind::Board(Board { contents, .. }) = &fluent.kind else { continue };
        let is_its = |words: &Vec<&str>| {
            words.first() == Some(&fluent.name.as_str()) && words.len() == fluent.arity + 1
        };
        let its: Vec<usize> = (0..facts.len()).filter(|&it| is_its(&facts[it])).collect();
        let mut order = its.clone();
        order.shuffle(random);
        let before = facts.clone();
        for (&to, &from) in its.iter().zip(&order) {
            for &content in contents {
                facts[to][1 + content] = before[from][1 + content];
            }
        }
    }
    let fact = |words: &Vec<&str>| match &words[..] {
        [name] => machine.find_fact(name),
        _ => machine.find_fact(&format!("({})", words.join(" "))),
    };
    let mut facts: Vec<Fact> = facts.iter().map(fact).collect::<Option<_>>()?;
    facts.sort_unstable();
    Some(machine.state(&facts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Watch;
    use circuit::CircuitMachine;
    use std::collections::HashSet;

    #[test]
    fn pieces_stand_anywhere() {
        let rules = library::find("minichess").expect("it is bundled").rules();
        let rules = gdl::check("minichess", rules.as_bytes()).rules.expect("no errors");
        let machine = CircuitMachine::new(&rules, &circuit::Limits::default());
        let mut machine: Box<dyn Machine> = Box::new(machine.expect("it is small"));
        let analysis = crate::analyze(&rules, &mut *machine, &Watch::states(500, 1)).unwrap();
        let (mut random, mut kings) = (game::random(1), HashSet::new());
        for _ in 0..500 {
            let state = shuffled(&analysis, &mut *machine, &mut random).unwrap().expect("there is");
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
