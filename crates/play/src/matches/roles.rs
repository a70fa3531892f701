//! The roles of a game that need a player.

use super::MatchError;
use game::{Machine, MachineExt, Role};

/// The roles of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roles {
    /// The names of all roles, in the order of the rules.
    pub names: Vec<String>,
    /// The roles that need a player: all but those that are called `random`.
    pub with_player: Vec<Role>,
}

impl Roles {
    /// Returns the roles of a machine's game.
    pub fn of(machine: &dyn Machine) -> Roles {
        let names = machine.roles().to_vec();
        let needs_player = |role: &Role| !names[role.0 as usize].eq_ignore_ascii_case("random");
        let with_player = machine.role_ids().filter(needs_player).collect();
        Roles { names, with_player }
    }

    /// Returns the names of the roles that need a player.
    pub fn names_with_player(&self) -> Vec<&str> {
        self.with_player.iter().map(|role| self.names[role.0 as usize].as_str()).collect()
    }

    /// Returns an error unless there are as many players as roles that need one.
    pub fn check(&self, players: usize) -> Result<(), MatchError> {
        if players == self.with_player.len() {
            return Ok(());
        }
        let roles = self.names_with_player().iter().map(|&name| name.to_owned()).collect();
        Err(MatchError::Players { given: players, roles })
    }
}
