//! Damaged and random rule sheets: grounding ends without a panic, and the machine for the ground rules plays the same
//! games as the reference machine.
//!
//! A case depends on its seed alone, and a failure prints both the seed and the sheet. Environment variables such as
//! `AGON_FUZZ_SECONDS` (see `oracle::seeds`) set the number of cases.

use game::random;
use oracle::damage::{bundled_sheets, damaged, repaired};
use oracle::grounding::compare;
use oracle::seeds::seeds;
use oracle::trial::Verdict;
use oracle::{expression, random_sheets};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Checks a sheet for each seed; returns the number of those that both machines played.
fn check(iterations: u64, sheet: impl Fn(u64) -> Vec<u8>) -> u64 {
    let mut same = 0;
    for seed in seeds(iterations) {
        let sheet = sheet(seed);
        let outcome = catch_unwind(AssertUnwindSafe(|| compare(&sheet, seed)));
        match outcome.unwrap_or_else(|_| Err("a panic".to_owned())) {
            Ok(verdict) => same += u64::from(verdict == Verdict::Same),
            Err(failure) => {
                panic!("case {seed}: {failure}\n\nthe sheet:\n{}", String::from_utf8_lossy(&sheet))
            }
        }
    }
    same
}

#[test]
fn damaged_sheets_are_refused_or_played_as_by_the_reference_machine() {
    let sheets = bundled_sheets();
    let same = check(400, |seed| {
        let sheet = damaged(&sheets, &mut random(seed));
        (0..seed % 4).fold(sheet, |sheet, _| repaired(&sheet))
    });
    assert!(same > 0, "no sheet could be played");
}

#[test]
fn random_sheets_are_refused_or_played_as_by_the_reference_machine() {
    let same = check(500, |seed| {
        let text = expression::text(&random_sheets::sheet(&mut random(seed)));
        (0..4).fold(text.into_bytes(), |sheet, _| repaired(&sheet))
    });
    assert!(same > 0, "no sheet could be played");
}
