//! How much the arena may be asked for: nothing that comes over the network grows without bound.

use std::time::Duration;

/// The limits of an arena.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many matches are played at a time.
    pub running: usize,
    /// How many matches are kept, with those that are over.
    pub matches: usize,
    /// How many games are kept that somebody brought.
    pub games: usize,
    /// How many bytes the rules of a game may have, and any other request.
    pub bytes: usize,
    /// How many watch matches at a time.
    pub watchers: usize,
    /// How many connections there are at a time.
    pub connections: usize,
    /// How many players think at a time; the others wait for their turn.
    pub thinkers: usize,
    /// About how much memory all players have together, in MiB.
    pub memory: usize,
    /// The longest that a player may be given to think.
    pub longest_clock: Duration,
    /// A player may take so much longer than it was given; then its rules are no more evaluated, and it has lost.
    pub grace: Duration,
    /// A match is left when a person has not moved for so long.
    pub patience: Duration,
    /// A match is left after so many joint moves.
    pub length: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            running: 32,
            matches: 200,
            games: 50,
            bytes: 2 << 20,
            watchers: 1000,
            connections: 2000,
            thinkers: std::thread::available_parallelism().map_or(1, usize::from),
            memory: 1024,
            longest_clock: Duration::from_secs(60),
            grace: Duration::from_secs(3),
            patience: Duration::from_secs(30 * 60),
            length: 2000,
        }
    }
}
