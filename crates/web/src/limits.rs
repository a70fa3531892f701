//! Limits of the arena: nothing that users can request grows without bound.

use std::time::Duration;

/// The limits of an arena.
#[derive(Clone, Copy, Debug)]
pub struct ArenaLimits {
    /// Largest number of matches played at the same time.
    pub running_matches: usize,
    /// Largest number of matches that are kept, including those that have ended.
    pub kept_matches: usize,
    /// Largest number of games sent by users that are kept.
    pub kept_games: usize,
    /// Largest size in bytes of rules, and of every other request.
    pub request_bytes: usize,
    /// Largest number of spectators at the same time.
    pub spectators: usize,
    /// Largest number of connections at the same time.
    pub connections: usize,
    /// Largest number of players that think at the same time; the others wait.
    pub thinking_players: usize,
    /// Approximate memory of all players together, in MiB.
    pub memory: usize,
    /// Longest thinking time that a match can ask for.
    pub longest_clock: Duration,
    /// Time by which a player may exceed its thinking time. After that its rules are no longer evaluated, and it has
    /// lost.
    pub grace: Duration,
    /// Time after which a match is aborted because a person has not moved.
    pub person_timeout: Duration,
    /// Number of joint moves after which a match is aborted.
    pub match_length: usize,
}

impl Default for ArenaLimits {
    fn default() -> ArenaLimits {
        ArenaLimits {
            running_matches: 32,
            kept_matches: 200,
            kept_games: 50,
            request_bytes: 2 << 20,
            spectators: 1000,
            connections: 2000,
            thinking_players: std::thread::available_parallelism().map_or(1, usize::from),
            memory: 1024,
            longest_clock: Duration::from_secs(60),
            grace: Duration::from_secs(3),
            person_timeout: Duration::from_secs(30 * 60),
            match_length: 2000,
        }
    }
}
