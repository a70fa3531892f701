//! Where matches get their seats.

use crate::{SeatError, Seats};
use std::sync::Arc;

/// Where matches of a game get their seats.
///
/// A match must not depend on those before and beside it. Machines whose ids depend on what they, or their forks, were asked before are
/// made anew for each match; the others can be shared by all.
pub trait Venue: Sync {
    /// The seats of a match.
    fn seats(&self) -> Result<Arc<dyn Seats>, SeatError>;
}
