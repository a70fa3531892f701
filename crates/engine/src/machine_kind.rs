//! The machines that a game can be played with, by name.

use std::fmt;

/// The machine that plays a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MachineKind {
    /// The fastest that can do it: lanes or the circuit machine if the rules can be compiled within the limits,
    /// otherwise the reference machine.
    Auto,
    /// The reference machine, which evaluates the rules as they are.
    Reference,
    /// The circuit machine.
    Circuit,
    /// Lanes for random games; questions about single states are answered by the circuit machine.
    Lanes,
}

impl MachineKind {
    /// All kinds, in the order in which lists show them.
    pub const ALL: [MachineKind; 4] =
        [MachineKind::Auto, MachineKind::Reference, MachineKind::Circuit, MachineKind::Lanes];

    /// Returns the name, as people write it.
    pub fn name(self) -> &'static str {
        match self {
            MachineKind::Auto => "auto",
            MachineKind::Reference => "reference",
            MachineKind::Circuit => "circuit",
            MachineKind::Lanes => "lanes",
        }
    }

    /// Returns the kind with this name; `None` if there is none.
    pub fn find(name: &str) -> Option<MachineKind> {
        MachineKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for MachineKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}
