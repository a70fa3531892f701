//! Selection of heuristics by matches: in every round the better half goes on, until few are left for the last round.
//! Every round counts its own matches alone, so that a heuristic that was lucky in one round has to win the next one,
//! too.

use crate::error::TaskError;
use engine::OpenGame;
use play::PlayerName;
use play::matches::{Budget, Conditions, GoOn, Roles, Series};
use play::statistics::{Sample, probability_of_greater};
use search::{Heuristic, PlayerSettings};
use std::sync::Arc;

/// Rounds of matches, and the conditions under which they are played.
pub struct HeuristicSelection<'a> {
    /// The name of the game.
    pub game: &'a Arc<OpenGame>,
    /// The roles of the game.
    pub roles: &'a Roles,
    /// The number of the role that plays with heuristics, among those that need a player.
    pub seat: usize,
    /// Number of matches of each heuristic in the last round; every earlier round has a fifth of that.
    pub matches: usize,
    /// The conditions of all matches.
    pub conditions: Conditions,
    /// The seed of all random choices.
    pub seed: u64,
    /// Number of matches that are played at once.
    pub threads: usize,
}

/// A heuristic that takes part in the selection, with its latest results.
pub struct Candidate {
    /// The heuristic that takes part.
    pub heuristic: Heuristic,
    /// The last round that it played, from 1.
    pub round: usize,
    /// Whether that is the last round of all.
    pub is_finalist: bool,
    /// Its goals in that round.
    pub goals: Sample,
}

/// A heuristic with which a player got significantly higher goals in the last round than the same player got without a
/// heuristic.
#[derive(Clone, Debug, PartialEq)]
pub struct ProvenHeuristic {
    /// The heuristic that was better than none.
    pub heuristic: Heuristic,
    /// Its mean goal in the last round.
    pub mean: f64,
    /// The mean goal of the same player without a heuristic.
    pub baseline: f64,
    /// Number of its matches in the last round.
    pub matches: u64,
}

/// The name of the player without a heuristic.
pub const PLAIN_PLAYER: &str = "exhaustive";

/// Number of heuristics in the last round.
const FINALISTS: usize = 4;
/// Rounds before the last have this many times fewer matches.
const SHORTER: usize = 5;
/// Smallest number of matches that can prove anything.
const MIN_MATCHES: u64 = 10;
/// Largest probability of chance that counts as proof: one side of a 95 % interval.
const SIGNIFICANCE: f64 = 0.025;
/// Number of nodes for each move for which there is a megabyte of transposition table: clearing a large table takes
/// longer than a short search.
const NODES_OF_A_MEGABYTE: u64 = 1000;
const MAX_MEGABYTES: u64 = 64;

impl HeuristicSelection<'_> {
    /// Plays all rounds. Calls `done` after each match with the number of matches so far and of all. Returns the
    /// heuristics, the best first, and the goals of the player without a heuristic.
    pub fn play(
        &self,
        heuristics: Vec<Heuristic>,
        go_on: GoOn,
        done: &mut dyn FnMut(u64, u64),
    ) -> Result<(Vec<Candidate>, Sample), TaskError> {
        let candidate = |heuristic| Candidate {
            heuristic,
            round: 0,
            is_finalist: false,
            goals: Sample::default(),
        };
        let mut candidates: Vec<Candidate> = heuristics.into_iter().map(candidate).collect();
        let sizes = sizes(candidates.len());
        let last = sizes.len();
        let length = |round: usize| {
            if round == last { self.matches } else { self.matches.div_ceil(SHORTER) }
        };
        let all: usize = (1..).zip(&sizes).map(|(round, size)| size * length(round)).sum();
        let all = (all + self.matches) as u64;
        let mut played = 0;
        let mut count = || {
            played += 1;
            done(played, all);
        };
        for (round, &size) in (1..).zip(&sizes) {
            for candidate in candidates[..size].iter_mut().filter(|_| go_on()) {
                let player = self.player(Some(&candidate.heuristic))?;
                let goals = self.round(&player, round, length(round), go_on, &mut count)?;
                (candidate.round, candidate.goals) = (round, goals);
                candidate.is_finalist = round == last;
            }
            candidates
                .sort_by(|one, other| other.rank().partial_cmp(&one.rank()).expect("numbers"));
        }
        let baseline = self.round(&self.player(None)?, last, self.matches, go_on, &mut count)?;
        Ok((candidates, baseline))
    }

    /// Returns alpha-beta with a heuristic, or without.
    fn player(&self, heuristic: Option<&Heuristic>) -> Result<PlayerName, TaskError> {
        let megabytes = match self.conditions.budget {
            Budget::Simulations(nodes) => (nodes / NODES_OF_A_MEGABYTE).clamp(1, MAX_MEGABYTES),
            Budget::Clocks { .. } => MAX_MEGABYTES,
        };
        let mut settings = PlayerSettings::default();
        settings.add(&format!("memory.megabytes={megabytes}"))?;
        let kind = match heuristic {
            Some(heuristic) => {
                settings.add(&format!("heuristic={heuristic}"))?;
                "kuhl"
            }
            None => PLAIN_PLAYER,
        };
        Ok(PlayerName { kind: kind.to_owned(), settings })
    }

    /// Returns the goals of a player in a round.
    fn round(
        &self,
        player: &PlayerName,
        round: usize,
        matches: usize,
        go_on: GoOn,
        count: &mut dyn FnMut(),
    ) -> Result<Sample, TaskError> {
        let mut players = vec![self.player(None)?; self.roles.with_player.len()];
        players[self.seat] = player.clone();
        let series = Series {
            game: self.game,
            players: &players,
            matches,
            swap: false,
            seed: self.seed.wrapping_add(round as u64),
            threads: self.threads,
            conditions: self.conditions,
        };
        let finished = series.play(go_on, &mut |_| count())?;
        let role = self.roles.with_player[self.seat].0 as usize;
        let goals = finished.iter().filter_map(|one| one.played.goals.as_ref());
        Ok(goals.map(|goals| f64::from(goals[role])).collect())
    }
}

/// Returns the number of heuristics in each round.
fn sizes(all: usize) -> Vec<usize> {
    let mut sizes = vec![all];
    while let Some(&size) = sizes.last().filter(|&&size| size > FINALISTS) {
        sizes.push(size.div_ceil(2).max(FINALISTS));
    }
    sizes
}

impl Candidate {
    /// Returns what candidates are ordered by: the round that they reached, then their mean goal in it.
    fn rank(&self) -> (usize, f64) {
        (self.round, self.goals.mean().unwrap_or(-1.0))
    }

    /// Returns the proof that the heuristic is better than none, given the goals of the player without one; `None`
    /// without such a proof.
    pub fn proven(&self, baseline: &Sample) -> Option<ProvenHeuristic> {
        let (mean, plain) = (self.goals.mean()?, baseline.mean()?);
        let matches = self.goals.count();
        // Where nothing varies there is no chance, if there were enough matches.
        let chance = probability_of_greater(&self.goals, baseline).unwrap_or(0.0);
        let is_enough = matches.min(baseline.count()) >= MIN_MATCHES;
        let is_better = mean > plain && chance < SIGNIFICANCE && is_enough;
        (self.is_finalist && is_better).then(|| ProvenHeuristic {
            heuristic: self.heuristic.clone(),
            mean,
            baseline: plain,
            matches,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::{ExtraFeatures, heuristics};

    fn candidate(goals: &[f64]) -> Candidate {
        let extras = ExtraFeatures { mobility: true, goal: false };
        let heuristic = heuristics(Vec::new(), game::Role(0), extras).remove(0);
        let goals = goals.iter().copied().collect();
        Candidate { heuristic, round: 3, is_finalist: true, goals }
    }

    #[test]
    fn half_of_the_heuristics_stay_until_few_are_left() {
        assert_eq!(sizes(40), [40, 20, 10, 5, 4]);
        assert_eq!(sizes(4), [4]);
        assert_eq!(sizes(0), [0]);
    }

    #[test]
    fn a_heuristic_is_proven_only_beyond_chance() {
        let goals = |won: usize| -> Vec<f64> {
            (0..20).map(|number| if number < won { 100.0 } else { 0.0 }).collect()
        };
        let baseline: Sample = goals(10).into_iter().collect();
        let proven = candidate(&goals(17)).proven(&baseline);
        assert_eq!(proven.map(|it| (it.mean, it.baseline)), Some((85.0, 50.0)));
        assert!(candidate(&goals(11)).proven(&baseline).is_none());
        assert!(candidate(&goals(3)).proven(&baseline).is_none());
        assert!(candidate(&goals(20)).proven(&baseline).is_some(), "nothing varies here");
        assert!(candidate(&[100.0; 5]).proven(&baseline).is_none(), "too few matches");
        let first = Candidate { is_finalist: false, ..candidate(&goals(20)) };
        assert!(first.proven(&baseline).is_none(), "it did not play the last round");
    }
}
