//! Standings: the totals of each player over a number of matches.

use super::{PlayedMatch, PlayerStats};
use crate::statistics::{Sample, ShareWon, verdict_text};

/// Totals of a player's matches.
#[derive(Clone, Debug, Default)]
pub struct PlayerStanding {
    /// Number of matches, with those that reached the largest length.
    pub matches: u64,
    /// Goals in the matches that came to an end.
    pub goal: Sample,
    /// Number of matches of two players in which its goal was the higher one.
    pub won: u64,
    /// Number of matches of two players with equal goals.
    pub drawn: u64,
    /// Number of matches of two players in which its goal was the lower one.
    pub lost: u64,
    /// Number of simulations in all matches.
    pub simulations: u64,
    /// Number of playouts in all matches.
    pub playouts: u64,
    /// Seconds of thinking in all matches.
    pub seconds: f64,
    /// Seconds of the longest thinking about a single move.
    pub longest: f64,
    /// Number of failures in all matches.
    pub errors: u64,
    /// Description of the first failure.
    pub first_error: Option<String>,
}

impl PlayerStanding {
    fn add(&mut self, goal: Option<u8>, opponent: Option<u8>, stats: &PlayerStats) {
        self.matches += 1;
        if let Some(goal) = goal {
            self.goal.add(f64::from(goal));
        }
        if let (Some(goal), Some(opponent)) = (goal, opponent) {
            match goal.cmp(&opponent) {
                std::cmp::Ordering::Greater => self.won += 1,
                std::cmp::Ordering::Equal => self.drawn += 1,
                std::cmp::Ordering::Less => self.lost += 1,
            }
        }
        self.simulations += stats.simulations;
        self.playouts += stats.playouts;
        self.seconds += stats.seconds;
        self.longest = self.longest.max(stats.longest);
        self.errors += stats.errors;
        if self.first_error.is_none() {
            self.first_error.clone_from(&stats.first_error);
        }
    }

    /// Returns the share of matches won, or `None` if no match could be won.
    pub fn share_won(&self) -> Option<ShareWon> {
        ShareWon::of_counts(self.won, self.drawn, self.lost)
    }

    /// Returns the number of simulations in a second of thinking, or `None` if there were none.
    pub fn simulations_per_second(&self) -> Option<f64> {
        self.per_second(self.simulations)
    }

    /// Returns the number of playouts in a second of thinking, or `None` if there were none.
    pub fn playouts_per_second(&self) -> Option<f64> {
        self.per_second(self.playouts)
    }

    fn per_second(&self, count: u64) -> Option<f64> {
        (count > 0 && self.seconds > 0.0).then(|| count as f64 / self.seconds)
    }
}

/// Totals of the matches of one game.
pub struct Standings {
    /// Totals of each player.
    pub players: Vec<PlayerStanding>,
    /// Totals of each player in each of the roles that need a player.
    pub by_role: Vec<Vec<PlayerStanding>>,
    /// Lengths of the matches that came to an end.
    pub length: Sample,
    /// Number of matches that were added.
    pub matches: u64,
    /// Number of matches that reached the largest length.
    pub unfinished: u64,
}

impl Standings {
    /// Returns the standings before the first match, for a number of players and of roles that need one.
    pub fn new(players: usize, roles: usize) -> Standings {
        Standings {
            players: vec![PlayerStanding::default(); players],
            by_role: vec![vec![PlayerStanding::default(); roles]; players],
            length: Sample::default(),
            matches: 0,
            unfinished: 0,
        }
    }

    /// Returns the verdict on a series between two players as a sentence without a full stop, or `None` if there are
    /// more or fewer players, or no match could be won.
    pub fn verdict_text(&self, first: &str, second: &str) -> Option<String> {
        let [player, _] = &self.players[..] else { return None };
        Some(verdict_text(first, second, player.share_won()?.interval()))
    }

    /// Adds a match, in which these players had the roles that need one.
    pub fn add(&mut self, players: &[usize], played: &PlayedMatch) {
        self.matches += 1;
        match played.goals {
            Some(_) => self.length.add(played.length() as f64),
            None => self.unfinished += 1,
        }
        for (seat, (&player, stats)) in players.iter().zip(&played.stats).enumerate() {
            let goal = played.goal(seat);
            let opponent = if players.len() == 2 { played.goal(1 - seat) } else { None };
            self.players[player].add(goal, opponent, stats);
            self.by_role[player][seat].add(goal, opponent, stats);
        }
    }
}
