//! The players of the arena, by name, each with its share of the memory.
//!
//! Settings never come from outside: some of them name files.

use crate::games::ArenaGame;
use game::Role;
use play::PlayerName;
use search::players::{self, PlayerKind};

/// The word for a person, where a player could be named.
pub const PERSON: &str = "person";

/// Returns all players of Agon.
pub fn kinds() -> impl Iterator<Item = &'static PlayerKind> {
    players::all()
}

/// Returns the players that can be made for a game: some need rules that can be compiled.
pub fn kinds_for(game: &ArenaGame) -> Vec<&'static PlayerKind> {
    match game.seats.seat(Role(0), 1) {
        Ok(seat) => kinds().filter(|kind| kind.check_requirements(&seat).is_ok()).collect(),
        Err(_) => kinds().collect(),
    }
}

/// Returns the player of this name, with about this much memory in MiB; `None` if there is none.
pub fn find(name: &str, megabytes: usize) -> Option<PlayerName> {
    let kind = players::find(name)?;
    Some(PlayerName { kind: kind.name.to_owned(), settings: kind.limited_to(megabytes) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::players::MemoryUse;

    #[test]
    fn all_players_can_be_had_by_name_and_nothing_else() {
        for kind in kinds() {
            let player = find(kind.name, 0).expect(kind.name);
            assert_eq!(player.kind, kind.name);
            let has_no_limit = matches!(kind.memory, MemoryUse::Little | MemoryUse::Values);
            assert_eq!(player.settings.texts().is_empty(), has_no_limit, "{}", kind.name);
        }
        for name in ["", "nobody", PERSON, "random:", "td-learner:td.file=/etc/passwd"] {
            assert!(find(name, 16).is_none(), "{name}");
        }
    }
}
