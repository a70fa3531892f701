//! How long players may watch random games before a match: a tenth of the start clock (document 000, section 4.2).

use search::Watching;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// This share of the start clock.
const SHARE: u32 = 10;

/// From now on, of a start clock of so long.
pub fn watching(start_clock: Duration) -> Watching {
    let begun = Instant::now();
    Arc::new(move || begun.elapsed() < start_clock / SHARE)
}
