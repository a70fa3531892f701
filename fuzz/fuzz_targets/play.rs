//! Any bytes that are a rule sheet: the machine plays them, or stops with a reason.

#![no_main]

use game::contract::{RandomGames, Violation, check};
use game::playout::PlayoutRunner;
use libfuzzer_sys::fuzz_target;
use reason::{Limits, ReferenceMachine};

/// Small enough for hostile rules to be refused at once.
const LIMITS: Limits = Limits { steps: 20_000, memory: 16, depth: 5_000, terms: 100_000 };

fuzz_target!(|bytes: &[u8]| {
    let Some(rules) = gdl::check("fuzz.kif", bytes).rules else {
        return;
    };
    let Ok(mut machine) = ReferenceMachine::new(rules, LIMITS) else {
        return;
    };
    // Stopping with a reason is allowed.
    let _ = PlayoutRunner::default().play(&mut machine, &mut game::random(1), 20);
    let extent = RandomGames { seed: 1, games: 1, max_length: 3 };
    if let Err(violation @ Violation::Broken { .. }) = check(&mut machine, extent) {
        panic!("{violation}");
    }
});
