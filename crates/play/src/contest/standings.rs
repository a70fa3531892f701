//! What came of matches, for each player.

use super::{Conduct, Played};
use crate::statistics::{Interval, Sample, wilson};

/// What came of a player's matches.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// How many matches, with those that were left.
    pub matches: u64,
    /// What the player got in those that came to an end.
    pub goal: Sample,
    /// Matches of two players in which it got more than the other.
    pub won: u64,
    /// Matches of two players in which both got the same.
    pub drawn: u64,
    /// Matches of two players in which it got less than the other.
    pub lost: u64,
    /// How many simulations it made.
    pub simulations: u64,
    /// How many games it played out for them.
    pub playouts: u64,
    /// How long it thought.
    pub seconds: f64,
    /// How long it thought about a single move at most.
    pub longest: f64,
    /// How often it failed.
    pub errors: u64,
    /// What it did wrong first.
    pub first_error: Option<String>,
}

impl Standing {
    fn add(&mut self, goal: Option<u8>, rival: Option<u8>, conduct: &Conduct) {
        self.matches += 1;
        if let Some(goal) = goal {
            self.goal.add(f64::from(goal));
        }
        if let (Some(goal), Some(rival)) = (goal, rival) {
            match goal.cmp(&rival) {
                std::cmp::Ordering::Greater => self.won += 1,
                std::cmp::Ordering::Equal => self.drawn += 1,
                std::cmp::Ordering::Less => self.lost += 1,
            }
        }
        self.simulations += conduct.simulations;
        self.playouts += conduct.playouts;
        self.seconds += conduct.seconds;
        self.longest = self.longest.max(conduct.longest);
        self.errors += conduct.errors;
        if self.first_error.is_none() {
            self.first_error.clone_from(&conduct.first_error);
        }
    }

    /// The share of matches that were won, a draw counting half, if there were any that can be won.
    pub fn share_won(&self) -> Option<f64> {
        let compared = self.compared();
        (compared > 0).then(|| self.points() / compared as f64)
    }

    /// The 95 % interval of that share.
    pub fn share_won_interval(&self) -> Option<Interval> {
        let compared = self.compared();
        (compared > 0).then(|| wilson(self.points(), compared as f64))
    }

    /// How many simulations it made in a second, if it made any.
    pub fn simulations_per_second(&self) -> Option<f64> {
        self.per_second(self.simulations)
    }

    /// How many games it played out in a second, if it played any.
    pub fn playouts_per_second(&self) -> Option<f64> {
        self.per_second(self.playouts)
    }

    fn per_second(&self, count: u64) -> Option<f64> {
        (count > 0 && self.seconds > 0.0).then(|| count as f64 / self.seconds)
    }

    fn compared(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    fn points(&self) -> f64 {
        self.won as f64 + self.drawn as f64 / 2.0
    }
}

/// What came of matches of one game.
pub struct Standings {
    /// Each player's matches.
    pub players: Vec<Standing>,
    /// For each player, its matches in each of the roles that need a player.
    pub by_role: Vec<Vec<Standing>>,
    /// How long the matches were that came to an end.
    pub length: Sample,
    /// How many matches there were.
    pub matches: u64,
    /// How many of them were left because they were too long.
    pub unfinished: u64,
}

impl Standings {
    /// Of so many players in a game of so many roles that need one, before the first match.
    pub fn new(players: usize, roles: usize) -> Standings {
        Standings {
            players: vec![Standing::default(); players],
            by_role: vec![vec![Standing::default(); roles]; players],
            length: Sample::default(),
            matches: 0,
            unfinished: 0,
        }
    }

    /// Adds a match, in which these players had the roles that need one.
    pub fn add(&mut self, players: &[usize], played: &Played) {
        self.matches += 1;
        match played.goals {
            Some(_) => self.length.add(played.length() as f64),
            None => self.unfinished += 1,
        }
        for (seat, (&player, conduct)) in players.iter().zip(&played.conduct).enumerate() {
            let goal = played.goal(seat);
            let rival = if players.len() == 2 { played.goal(1 - seat) } else { None };
            self.players[player].add(goal, rival, conduct);
            self.by_role[player][seat].add(goal, rival, conduct);
        }
    }
}
