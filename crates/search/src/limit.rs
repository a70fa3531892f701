//! How long to think.

/// When a player has to stop thinking.
#[derive(Clone, Copy)]
pub struct Limit<'a> {
    /// After so many simulations (or nodes, for players that do not simulate), if at all.
    pub simulations: Option<u64>,
    /// When this says so; it is asked every few microseconds to milliseconds, and must be quick.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Limit<'_> {
    /// Stops after so many simulations only.
    pub fn simulations(count: u64) -> Limit<'static> {
        Limit { simulations: Some(count), stop: &|| false }
    }

    /// Whether to stop after so many simulations.
    pub fn is_reached(&self, simulations: u64) -> bool {
        self.simulations.is_some_and(|most| simulations >= most) || (self.stop)()
    }
}
