//! Tests of grounding on any sheet: it ends without a panic, and the machine for the ground rules plays the same games
//! as the reference machine.

use crate::trial::Verdict;
use circuit::{BuildError, Limits};
use game::contract::{self, RandomGames, Violation};
use ground::GroundError;
use propnet::CircuitMachine;
use reason::ReferenceMachine;

/// Limits small enough for hostile rules to be refused at once.
const REFERENCE_LIMITS: reason::Limits =
    reason::Limits { steps: 20_000, memory: 16, depth: 5_000, terms: 100_000 };

/// Grounds a sheet with small limits and compares a few random games with those of the reference machine.
///
/// # Errors
/// A description of the first difference, or of the part of the contract that the machine breaks.
///
/// ```
/// use agon_oracle::grounding::compare;
/// use agon_oracle::trial::Verdict;
///
/// assert_eq!(compare(agon_oracle::bundled("nim").rules().as_bytes(), 1), Ok(Verdict::Same));
/// assert_eq!(compare(b"(role you", 1), Ok(Verdict::Incomparable));
/// ```
pub fn compare(sheet: &[u8], seed: u64) -> Result<Verdict, String> {
    let Some(rules) = gdl::check("sheet.kif", sheet).rules else {
        return Ok(Verdict::Incomparable);
    };
    let Ok(mut reference) = ReferenceMachine::new(rules.clone(), REFERENCE_LIMITS) else {
        return Ok(Verdict::Incomparable);
    };
    let mut circuit = match CircuitMachine::from_rules(&rules, &limits()) {
        Ok(machine) => machine,
        Err(BuildError::Ground(GroundError::Interrupted)) => {
            return Err("grounding was interrupted".to_owned());
        }
        Err(_) => return Ok(Verdict::Declined),
    };
    let extent = RandomGames { seed, games: 2, max_length: 10 };
    contract::check(&mut circuit, extent).map_err(|violation| violation.to_string())?;
    verdict(contract::compare(("reference", &mut reference), ("circuit", &mut circuit), extent))
}

fn limits() -> Limits<'static> {
    let ground = ground::Limits { instances: 20_000, memory: 32, steps: 500_000, go_on: &|| true };
    Limits { ground, gates: 50_000 }
}

fn verdict(played: Result<usize, Violation>) -> Result<Verdict, String> {
    match played {
        Ok(_) => Ok(Verdict::Same),
        // Only the reference machine has limits in play.
        Err(Violation::Stopped { .. }) => Ok(Verdict::Incomparable),
        Err(violation) => Err(violation.to_string()),
    }
}
