//! Length of random tests: `AGON_FUZZ_ITERATIONS` sets the number of cases, `AGON_FUZZ_SECONDS` runs for a time in
//! seconds instead, and `AGON_FUZZ_SEED` sets the seed of the first case.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the environment says how long tests run"
)]

use std::time::{Duration, Instant};

/// Returns the seeds of the cases to be tried: as many as `iterations`, unless an environment variable says otherwise.
pub fn seeds(iterations: u64) -> impl Iterator<Item = u64> {
    let number = |name| std::env::var(name).ok().and_then(|value: String| value.parse().ok());
    let first: u64 = number("AGON_FUZZ_SEED").unwrap_or(0);
    let time = number("AGON_FUZZ_SECONDS").map(Duration::from_secs);
    let most = number("AGON_FUZZ_ITERATIONS").unwrap_or(iterations);
    let start = Instant::now();
    (first..).take_while(move |seed| match time {
        Some(time) => start.elapsed() < time,
        None => seed - first < most,
    })
}
