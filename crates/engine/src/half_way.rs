//! States half-way through random games, from which playouts can be measured as search needs them.

use game::playout::random_step;
use game::{Machine, MachineExt, State, StopReason};

/// Returns the middle state of each of a number of random games; `None` if one of the games has more than `max_length`
/// moves.
pub fn half_way_states(
    machine: &mut dyn Machine,
    count: usize,
    max_length: usize,
    seed: u64,
) -> Result<Option<Vec<State>>, StopReason> {
    let mut random = game::random(seed);
    let mut states = Vec::with_capacity(count);
    while states.len() < count {
        let mut line = vec![machine.initial_state()?];
        while let Some(next) = random_step(machine, &line[line.len() - 1], &mut random)? {
            if line.len() > max_length {
                return Ok(None);
            }
            line.push(next);
        }
        states.push(line.swap_remove(line.len() / 2));
    }
    Ok(Some(states))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of four moves, whose states are numbered.
    const FOUR_MOVES: &str = "(role counter) (init (step 0)) (legal counter count)
        (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
        (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
        (<= terminal (true (step 4)))
        (goal counter 100)";

    #[test]
    fn states_are_half_way_to_the_end() {
        let mut machine = oracle::machine_of(&oracle::rules_of(FOUR_MOVES));
        let states = half_way_states(&mut machine, 3, 4, 1).expect("the rules can be followed");
        let texts = states.expect("the games end").into_iter().map(|state| {
            let facts = machine.facts(&state);
            machine.vocabulary().fact_term(facts[0]).to_string()
        });
        assert_eq!(texts.collect::<Vec<_>>(), ["(step 2)"; 3]);
        let states = half_way_states(&mut machine, 3, 3, 1).expect("the rules can be followed");
        assert_eq!(states, None, "a game has four moves");
    }
}
