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

/// The player of this name, who may use about so much memory, in MiB.
pub fn find(name: &str, megabytes: usize) -> Option<PlayerName> {
    let kind = KINDS.iter().find(|kind| kind.name == name)?.name;
    let megabytes = megabytes.max(1);
    let nodes = megabytes * NODES;
    let small = match kind {
        "agon" => format!("tree.megabytes={megabytes},tree.nodes={}", 2 * nodes),
        // Each of its four workers has a table, and as much again for other things.
        "kuhl" => format!("memory.megabytes={}", megabytes.div_ceil(8)),
        "exhaustive" | "flux" | "flux-1ply" | "td-learner" | "td-search" | "gifl-alphabeta" => {
            format!("memory.megabytes={}", megabytes.div_ceil(2))
        }
        "random" | "legal" | "greedy" | "mc" | "sarsa" => String::new(),
        _ => format!("tree.nodes={nodes}"),
    };
    // A player that has no such setting is better than none.
    format!("{kind}:{small}").parse().or_else(|_| kind.parse()).ok()
}

/// How many nodes of a tree are taken to have room in a MiB: connect four has 2,000, and games with more moves have fewer.
const NODES: usize = 1000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_players_can_be_had_by_name_and_nothing_else() {
        for kind in kinds() {
            let player = find(kind.name, 0).expect(kind.name);
            assert_eq!(player.kind, kind.name);
            let simple = ["random", "legal", "greedy", "mc", "sarsa"].contains(&kind.name);
            assert_eq!(player.settings.texts().is_empty(), simple, "{}", kind.name);
        }
        for name in ["", "nobody", PERSON, "random:", "td-learner:td.file=/etc/passwd"] {
            assert!(find(name, 16).is_none(), "{name}");
        }
    }
}
