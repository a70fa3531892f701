//! Meaning of rules, tested on random small games: the reference machine must agree with the naive evaluator.
//!
//! The circuit machine is tested on the same games in `crates/propnet/tests/semantics.rs`.

use agon_reason::{BuildError, Limits, ReferenceMachine};
use game::StopReason;
use gdl::Rules;
use oracle::regressions;
use oracle::trial::{Built, Candidate};

/// Limits that are enough for games this small.
const LIMITS: Limits = Limits { steps: 1_000_000, memory: 64, depth: 50_000, terms: 1_000_000 };

const CANDIDATE: Candidate = Candidate { build, moves_of_others: true };

fn build(rules: &Rules) -> Built {
    match ReferenceMachine::new(rules.clone(), LIMITS) {
        Ok(machine) => Ok(Some(Box::new(machine))),
        // A few rules have disjunctions with too many cases.
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

#[test]
fn rules_once_played_incorrectly_are_played_correctly() {
    regressions::check(CANDIDATE);
}
