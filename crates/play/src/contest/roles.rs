//! Which roles of a game need a player.

use super::MatchError;
use game::{Machine, Role};

/// The roles of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roles {
    /// Their names, in the order of the rules.
    pub names: Vec<String>,
    /// Those that need a player: all but the ones that are called `random`.
    pub seated: Vec<Role>,
}

impl Roles {
    /// The roles of a machine's game.
    pub fn of(machine: &dyn Machine) -> Roles {
        let names = machine.roles().to_vec();
        let is_seated = |role: &Role| !names[role.0 as usize].eq_ignore_ascii_case("random");
        let seated = machine.role_ids().filter(is_seated).collect();
        Roles { names, seated }
    }

    /// The names of those that need a player.
    pub fn seated_names(&self) -> Vec<&str> {
        self.seated.iter().map(|role| self.names[role.0 as usize].as_str()).collect()
    }

    /// An error unless there are as many players as roles that need one.
    pub fn check(&self, players: usize) -> Result<(), MatchError> {
        match players == self.seated.len() {
            true => Ok(()),
            false => {
                let roles = self.seated_names().iter().map(|&name| name.to_owned()).collect();
                Err(MatchError::Players { given: players, roles })
            }
        }
    }
}
