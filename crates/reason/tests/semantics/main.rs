//! What rules mean, tested on random small games: the reference machine must agree with an evaluator
//! that has no join plans, no memory and no idea of strata.
//!
//! Games come from a grammar that favours what is easily got wrong: circles of rules, negation,
//! disjunctions whose branches bind different variables, repeated variables, functions. What the
//! checker refuses is left out rule by rule. Both are asked everything about states of play and about
//! states that play does not reach. A difference is shrunk before it is shown.
//!
//! The circuit machine is tested on the same games: `crates/circuit/tests/semantics.rs`.

mod comparison;
mod grammar;
mod naive;
mod regressions;
mod seeds;
mod sheet;
mod trial;

use game::StopReason;
use gdl::Rules;
use reason::{BuildError, Limits, ReferenceMachine};
use trial::{Built, Candidate};

/// Plenty for games this small.
const LIMITS: Limits = Limits { steps: 1_000_000, memory: 64, depth: 50_000, terms: 1_000_000 };

const CANDIDATE: Candidate = Candidate { build, moves_of_others: true };

fn build(rules: &Rules) -> Built {
    match ReferenceMachine::new(rules.clone(), LIMITS) {
        Ok(machine) => Ok(Some(Box::new(machine))),
        // Heaps of disjunctions have too many cases now and then.
        Err(BuildError::Stop(StopReason::Steps(_))) => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

#[test]
fn the_reference_machine_agrees_with_naive_evaluation() {
    let tally = CANDIDATE.play(600);
    assert!(10 * tally.same >= 9 * tally.games, "too few could be compared: {tally:?}");
    assert!(100 * tally.declined <= 2 * tally.games, "too few could be played: {tally:?}");
}
