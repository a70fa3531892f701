//! What rules mean, tested on random small games: the circuit machine must agree with naive evaluation. The
//! games and the evaluator are those that the reference machine is tested with.

#[path = "../../reason/tests/semantics/comparison.rs"]
mod comparison;
#[path = "../../reason/tests/semantics/grammar.rs"]
mod grammar;
#[path = "../../reason/tests/semantics/naive.rs"]
mod naive;
#[path = "../../reason/tests/semantics/regressions.rs"]
mod regressions;
#[path = "../../reason/tests/semantics/seeds.rs"]
mod seeds;
#[path = "../../reason/tests/semantics/sheet.rs"]
mod sheet;
#[path = "../../reason/tests/semantics/trial.rs"]
mod trial;

use circuit::{CircuitMachine, Limits};
use game::StopReason;
use gdl::Rules;
use trial::{Built, Candidate};

/// A move that is only ever another role's is no action of the circuit: what follows from it is not known.
const CANDIDATE: Candidate = Candidate { build, moves_of_others: false };

fn build(rules: &Rules) -> Built {
    let limits = Limits {
        instances: 100_000,
        memory: 64,
        steps: 5_000_000,
        gates: 200_000,
        go_on: &|| true,
    };
    match CircuitMachine::new(rules, &limits) {
        Ok(machine) => Ok(Some(Box::new(machine))),
        // Functions around functions have no end, and every fact is taken for possible that some state has.
        Err(StopReason::Interrupted) => Err("nobody interrupted".to_owned()),
        Err(_) => Ok(None),
    }
}

#[test]
fn the_circuit_machine_agrees_with_naive_evaluation() {
    let tally = CANDIDATE.play(600);
    assert!(10 * tally.same >= 9 * tally.games, "too few could be compared: {tally:?}");
    assert!(100 * tally.declined <= 2 * tally.games, "too few can be grounded: {tally:?}");
}
