//! The limit of a player's thinking.

/// The limit at which a player stops thinking.
#[derive(Clone, Copy)]
pub struct Limit<'a> {
    /// Largest number of simulations (of nodes, for players that do not simulate); `None` for no such limit.
    pub simulations: Option<u64>,
    /// Returns whether to stop. It is called every few microseconds to milliseconds, and must be quick.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Limit<'_> {
    /// Creates a limit of simulations only.
    pub fn simulations(count: u64) -> Limit<'static> {
        Limit { simulations: Some(count), stop: &|| false }
    }

    /// Returns whether to stop after this number of simulations.
    pub fn is_reached(&self, simulations: u64) -> bool {
        self.simulations.is_some_and(|most| simulations >= most) || (self.stop)()
    }
}
