//! Who can be played against: the players by name, with as much memory as there is for each of many.
//!
//! Settings never come from outside: some of them name files.

use play::PlayerName;
use search::players::{KINDS, Kind};

/// The word for a person, where a player could be named.
pub const PERSON: &str = "person";

/// All players.
pub fn kinds() -> &'static [Kind] {
    KINDS
}

/// The player of this name.
pub fn find(name: &str) -> Option<PlayerName> {
    let kind = KINDS.iter().find(|kind| kind.name == name)?.name;
    let small = match kind {
        "agon" => "tree.megabytes=64,tree.nodes=100000",
        // Each of its workers has a table.
        "kuhl" => "memory.megabytes=4",
        "exhaustive" | "flux" | "flux-1ply" | "td-learner" | "td-search" | "gifl-alphabeta" => {
            "memory.megabytes=16"
        }
        "random" | "legal" | "greedy" | "mc" | "sarsa" => "",
        _ => "tree.nodes=100000",
    };
    // A player that has no such setting is better than none.
    format!("{kind}:{small}").parse().or_else(|_| kind.parse()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_players_can_be_had_by_name_and_nothing_else() {
        for kind in kinds() {
            let player = find(kind.name).expect(kind.name);
            assert_eq!(player.kind, kind.name);
            let simple = ["random", "legal", "greedy", "mc", "sarsa"].contains(&kind.name);
            assert_eq!(player.settings.texts().is_empty(), simple, "{}", kind.name);
        }
        for name in ["", "nobody", PERSON, "random:", "td-learner:td.file=/etc/passwd"] {
            assert!(find(name).is_none(), "{name}");
        }
    }
}
