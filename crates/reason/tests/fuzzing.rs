//! Damaged rule sheets: reading, checking and playing any file ends without a panic, and a machine that was built keeps
//! the contract or stops with a reason.
//!
//! A case depends on its seed alone, and a failure prints both the seed and the sheet. Environment variables such as
//! `AGON_FUZZ_SECONDS` (see `oracle::seeds`) set the number of cases.

use agon_reason::{BuildError, Limits, ReferenceMachine};
use game::contract::{RandomGames, Violation, check};
use game::playout::PlayoutRunner;
use game::random;
use oracle::damage::{bundled_sheets, damaged, repaired};
use oracle::seeds::seeds;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Limits small enough for hostile rules to be refused at once.
const LIMITS: Limits = Limits { steps: 20_000, memory: 16, depth: 5_000, terms: 100_000 };

/// One in this number of playable games is checked against the whole contract.
const CONTRACT_EVERY: u64 = 4;

#[test]
fn damaged_sheets_are_refused_or_played() {
    let sheets = bundled_sheets();
    let mut played = 0;
    for seed in seeds(15_000) {
        let mut sheet = damaged(&sheets, &mut random(seed));
        for _ in 0..seed % 4 {
            sheet = repaired(&sheet);
        }
        let outcome = catch_unwind(AssertUnwindSafe(|| try_out(&sheet, seed)));
        let failure = match outcome {
            Ok(Ok(can_be_played)) => {
                played += u64::from(can_be_played);
                continue;
            }
            Ok(Err(violation)) => violation,
            Err(_) => "a panic".to_owned(),
        };
        panic!("case {seed}: {failure}\n\nthe sheet:\n{}", String::from_utf8_lossy(&sheet));
    }
    assert!(played > 0, "no sheet could be played");
}

/// Reads, checks and plays a sheet. Returns whether it could be played; an error describes how the machine breaks the
/// contract.
fn try_out(sheet: &[u8], seed: u64) -> Result<bool, String> {
    let checked = gdl::check("damaged.kif", sheet);
    for fault in checked.faults.kept() {
        assert!(gdl::render(&checked.sheet.source, fault).contains(fault.kind.name()));
    }
    let Some(rules) = checked.rules else {
        return Ok(false);
    };
    let mut machine = match ReferenceMachine::new(rules, LIMITS) {
        Ok(machine) => machine,
        Err(BuildError::HiddenInformation | BuildError::Splits(_) | BuildError::Stop(_)) => {
            return Ok(false);
        }
    };
    let mut random = random(seed);
    for _ in 0..2 {
        // Stopping with a reason is allowed.
        let _ = PlayoutRunner::default().play(&mut machine, &mut random, 20);
    }
    if (seed / 4).is_multiple_of(CONTRACT_EVERY) {
        let extent = RandomGames { seed, games: 1, max_length: 5 };
        if let Err(violation @ Violation::Broken { .. }) = check(&mut machine, extent) {
            return Err(violation.to_string());
        }
    }
    Ok(true)
}
