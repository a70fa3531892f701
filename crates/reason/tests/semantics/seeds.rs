//! How long random tests run: `AGON_FUZZ_ITERATIONS` sets the number of cases, `AGON_FUZZ_SECONDS` runs for a time
//! instead, and `AGON_FUZZ_SEED` begins with another case.

use std::time::{Duration, Instant};

/// The seeds of the cases to be tried.
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
