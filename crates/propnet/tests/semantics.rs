//! Meaning of rules, tested on random small games: the circuit machine must agree with the naive evaluator. The games
//! are those that the reference machine is tested on.

use agon_propnet::CircuitMachine;
use circuit::{BuildError, Limits};
use gdl::Rules;
use ground::GroundError;
use oracle::regressions;
use oracle::trial::{Built, Candidate};

/// The circuit machine, which need not answer for moves of others: the circuit has no input for a move that is never
/// legal for a role.
const CANDIDATE: Candidate = Candidate { build, moves_of_others: false };

fn build(rules: &Rules) -> Built {
    let ground =
        ground::Limits { instances: 100_000, memory: 64, steps: 5_000_000, go_on: &|| true };
    let limits = Limits { ground, gates: 200_000 };
    match CircuitMachine::from_rules(rules, &limits) {
        Ok(machine) => Ok(Some(Box::new(machine))),
        Err(BuildError::Ground(GroundError::Interrupted)) => {
            Err("grounding was interrupted".to_owned())
        }
        // Grounding assumes that any facts can be true together, so nested functions may have no bound.
        Err(_) => Ok(None),
    }
}

#[test]
fn the_circuit_machine_agrees_with_naive_evaluation() {
    let tally = CANDIDATE.play(600);
    assert!(10 * tally.same >= 9 * tally.games, "too few could be compared: {tally:?}");
    assert!(100 * tally.declined <= 2 * tally.games, "too few can be grounded: {tally:?}");
}

#[test]
fn rules_once_played_incorrectly_are_played_correctly() {
    regressions::check(CANDIDATE);
}
