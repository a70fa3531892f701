//! Rounds of matches in which the better half of all heuristics stays, until few are left. Every round is judged by its own matches alone: who came
//! that far by luck needs it again.

use crate::commands::match_::GameVenue;
use crate::interrupt::interrupted;
use crate::progress::Progress;
use crate::recall::Proven;
use play::PlayerName;
use play::contest::{Budget, Conditions, Series};
use play::statistics::{Sample, probability_of_greater};
use search::{Heuristic, Settings};
use std::io::Write;

/// How matches are played.
pub struct Sieve<'a> {
    /// Where.
    pub venue: &'a GameVenue,
    /// The place of the player with the heuristic, among those of the roles that need a player.
    pub place: usize,
    /// How many matches there are in the last round.
    pub matches: usize,
    /// How much players may think.
    pub conditions: Conditions,
    /// The seed of all random choices.
    pub seed: u64,
    /// How many matches are played at once.
    pub threads: usize,
}

/// A heuristic that takes part.
pub struct Entrant {
    heuristic: Heuristic,
    /// The last round that it played, from 1.
    round: usize,
    /// Whether that is the last of all.
    is_finalist: bool,
    /// What it got there.
    goals: Sample,
}

/// So many are left for the last round.
const FINALISTS: usize = 4;
/// Rounds before the last have so much fewer matches.
const SHORTER: usize = 5;
/// Fewer matches prove nothing.
const LEAST: u64 = 10;
/// What happens by chance less often than this is not taken for chance: one side of a 95 % interval.
const CHANCE: f64 = 0.025;

/// Who plays without a heuristic.
const PLAIN: &str = "exhaustive";
/// For so many nodes a move there is a megabyte of transposition table: to fill a great one with nothing takes longer than a short search.
const NODES_OF_A_MEGABYTE: u64 = 1000;
const MOST_MEGABYTES: u64 = 64;

impl Sieve<'_> {
    /// Plays all rounds: the heuristics, those that came farthest first, and then the best, and what is got without one.
    pub fn play(&self, heuristics: Vec<Heuristic>) -> anyhow::Result<(Vec<Entrant>, Sample)> {
        let entrant = |heuristic| Entrant {
            heuristic,
            round: 0,
            is_finalist: false,
            goals: Sample::default(),
        };
        let mut entrants: Vec<Entrant> = heuristics.into_iter().map(entrant).collect();
        let sizes = sizes(entrants.len());
        let last = sizes.len();
        let length = |round: usize| match round == last {
            true => self.matches,
            false => self.matches.div_ceil(SHORTER),
        };
        let all: usize = (1..).zip(&sizes).map(|(round, size)| size * length(round)).sum();
        let mut progress = Progress::new((all + self.matches) as u64, "matches");
        let mut done = 0;
        let mut count = |matches: usize| {
            done += matches as u64;
            progress.at(done);
        };
        for (round, &size) in (1..).zip(&sizes) {
            for entrant in entrants[..size].iter_mut().filter(|_| !interrupted()) {
                let player = self.player(Some(&entrant.heuristic))?;
                let goals = self.round(&player, round, length(round), &mut count)?;
                (entrant.round, entrant.goals, entrant.is_finalist) = (round, goals, round == last);
            }
            entrants.sort_by(|one, other| other.rank().partial_cmp(&one.rank()).expect("numbers"));
        }
        let even = self.round(&self.player(None)?, last, self.matches, &mut count)?;
        Ok((entrants, even))
    }

    /// Alpha-beta with a heuristic, or without.
    fn player(&self, heuristic: Option<&Heuristic>) -> anyhow::Result<PlayerName> {
        let megabytes = match self.conditions.budget {
            Budget::Simulations(nodes) => (nodes / NODES_OF_A_MEGABYTE).clamp(1, MOST_MEGABYTES),
            Budget::Clocks { .. } => MOST_MEGABYTES,
        };
        let mut settings = Settings::default();
        settings.add(&format!("memory.megabytes={megabytes}"))?;
        let kind = match heuristic {
            Some(heuristic) => {
                settings.add(&format!("heuristic={heuristic}"))?;
                "kuhl"
            }
            None => PLAIN,
        };
        Ok(PlayerName { kind: kind.to_owned(), settings })
    }

    /// What a player gets in a round.
    fn round(
        &self,
        player: &PlayerName,
        round: usize,
        matches: usize,
        count: &mut dyn FnMut(usize),
    ) -> anyhow::Result<Sample> {
        let mut players = vec![self.player(None)?; self.venue.roles()?.seated.len()];
        players[self.place] = player.clone();
        let series = Series {
            venue: self.venue,
            players: &players,
            matches,
            swap: false,
            seed: self.seed.wrapping_add(round as u64),
            threads: self.threads,
            conditions: self.conditions,
        };
        let finished = series.play(&|| !interrupted(), &mut |_| count(1))?;
        let role = self.venue.roles()?.seated[self.place].0 as usize;
        let goals = finished.iter().filter_map(|one| one.played.goals.as_ref());
        Ok(goals.map(|goals| f64::from(goals[role])).collect())
    }
}

/// How many take part in each round.
fn sizes(all: usize) -> Vec<usize> {
    let mut sizes = vec![all];
    while let Some(&size) = sizes.last().filter(|&&size| size > FINALISTS) {
        sizes.push(size.div_ceil(2).max(FINALISTS));
    }
    sizes
}

impl Entrant {
    /// Who has more comes before others.
    fn rank(&self) -> (usize, f64) {
        (self.round, self.goals.mean().unwrap_or(-1.0))
    }

    /// What is to be remembered of it, if it got more in the last round than is got without a heuristic.
    pub fn proven(&self, even: &Sample) -> Option<Proven> {
        let (score, plain) = (self.goals.mean()?, even.mean()?);
        let matches = self.goals.count();
        // Where nothing varies there is no chance, if there were enough matches.
        let chance = probability_of_greater(&self.goals, even).unwrap_or(0.0);
        let is_better = score > plain && chance < CHANCE && matches.min(even.count()) >= LEAST;
        (self.is_finalist && is_better).then(|| Proven {
            name: self.heuristic.to_string(),
            heuristic: self.heuristic.clone(),
            score,
            even: plain,
            matches,
        })
    }
}

/// Writes what came of it.
pub fn table(entrants: &[Entrant], even: &Sample, out: &mut dyn Write) -> std::io::Result<()> {
    let names = entrants.iter().map(|entrant| entrant.heuristic.to_string());
    let names: Vec<String> = names.collect();
    let width = names.iter().map(String::len).chain([PLAIN.len()]).max().unwrap_or(0);
    writeln!(
        out,
        "{:<width$}  {:>5}  {:>7}  {:>13}",
        "heuristic", "round", "matches", "goal, 95 %"
    )?;
    let mut row = |name: &str, round: &str, goals: &Sample, mark: &str| {
        let (mean, margin) = (goals.mean().unwrap_or(0.0), goals.margin().unwrap_or(100.0));
        let goal = format!("{mean:.1} ± {margin:.1}");
        writeln!(out, "{name:<width$}  {round:>5}  {:>7}  {goal:>13}{mark}", goals.count())
    };
    for (name, entrant) in names.iter().zip(entrants) {
        let mark = if entrant.proven(even).is_some() { "  better" } else { "" };
        row(name, &entrant.round.to_string(), &entrant.goals, mark)?;
    }
    row(PLAIN, "-", even, "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::{Extras, heuristics};

    fn entrant(goals: &[f64]) -> Entrant {
        let extras = Extras { mobility: true, goal: false };
        let heuristic = heuristics(Vec::new(), game::Role(0), extras).remove(0);
        let goals = goals.iter().copied().collect();
        Entrant { heuristic, round: 3, is_finalist: true, goals }
    }

    #[test]
    fn half_of_them_stay_until_few_are_left() {
        assert_eq!(sizes(40), [40, 20, 10, 5, 4]);
        assert_eq!(sizes(4), [4]);
        assert_eq!(sizes(0), [0]);
    }

    #[test]
    fn only_what_is_beyond_chance_is_remembered() {
        let some = |won: usize| -> Vec<f64> {
            (0..20).map(|number| if number < won { 100.0 } else { 0.0 }).collect()
        };
        let even: Sample = some(10).into_iter().collect();
        assert_eq!(
            entrant(&some(17)).proven(&even).map(|it| (it.score, it.even)),
            Some((85.0, 50.0))
        );
        assert!(entrant(&some(11)).proven(&even).is_none());
        assert!(entrant(&some(3)).proven(&even).is_none());
        assert!(entrant(&some(20)).proven(&even).is_some(), "nothing varies here");
        assert!(entrant(&[100.0; 5]).proven(&even).is_none(), "too few");
        let first = Entrant { is_finalist: false, ..entrant(&some(20)) };
        assert!(first.proven(&even).is_none(), "its luck was not tried again");
    }
}
