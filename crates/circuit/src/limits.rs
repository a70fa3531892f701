//! Limits on compiling a game: those of grounding its rules, and that of the circuit.

/// Limits on the time, memory and size of compiling a game. A game that exceeds them can still be played by the
/// reference machine.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Limits of grounding the rules.
    pub ground: ground::Limits<'a>,
    /// Largest number of gates of a circuit before any pass.
    pub gates: usize,
}

impl Limits<'_> {
    /// Largest number of gates of a circuit by default.
    pub const GATES: usize = 10_000_000;
}

impl Default for Limits<'_> {
    /// Returns limits that allow about a minute of work on a small computer, without interruption.
    fn default() -> Self {
        Limits { ground: ground::Limits::default(), gates: Limits::GATES }
    }
}
