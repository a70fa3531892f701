//! The counts of won matches, game by game.

use super::definition::CHANCE;
use super::{Reported, Row, Wins};
use crate::differences::Test;
use crate::results::Results;
use play::statistics::exact_probability_of_difference;
use statrs::distribution::{Binomial, DiscreteCDF};

/// Numbers of matches, and of those that were won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Number of won matches.
    pub won: u64,
    /// Number of all matches.
    pub matches: u64,
}

impl Count {
    /// Returns the share of won matches, or `None` if there are no matches.
    pub fn share(&self) -> Option<f64> {
        (self.matches > 0).then(|| self.won as f64 / self.matches as f64)
    }
}

/// The counts of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameCounts<'a> {
    /// The row of the game.
    pub row: &'a Row,
    /// The count of the player under test.
    pub player: Count,
    /// The count of random players.
    pub chance: Count,
}

/// The goal that counts as a win.
const WON: u8 = 100;

impl<'a> GameCounts<'a> {
    /// Counts the matches of all games.
    pub fn all(wins: &'a Wins, results: &Results<Wins>) -> Vec<GameCounts<'a>> {
        let empty = |row| GameCounts { row, player: Count::default(), chance: Count::default() };
        let mut all: Vec<GameCounts> = wins.rows.iter().map(empty).collect();
        for line in results.lines() {
            let row = all.iter_mut().find(|counts| counts.row.game == line.task.game);
            let Some(row) = row else { continue };
            let is_chance = line.cell.ends_with(&format!("/{CHANCE}"));
            let count = if is_chance { &mut row.chance } else { &mut row.player };
            count.matches += 1;
            count.won += u64::from(line.finding.goals[line.task.tested] == WON);
        }
        all
    }

    /// Returns the difference of the percentage of won matches from the document's, and the p-value of its test; `None` if
    /// one of both has no matches.
    pub fn difference(&self) -> Option<Test> {
        let Reported { won, matches, .. } = self.row.rest.reported;
        let document = Count { won, matches };
        let points = 100.0 * (self.player.share()? - document.share()?);
        let counts = [self.player, document].map(|it| [it.won, it.matches - it.won]);
        Some((points, exact_probability_of_difference(counts[0], counts[1])))
    }

    /// Returns the p-value: the probability that random play wins at least as many matches as the player did.
    pub fn p(&self) -> Option<f64> {
        let share = self.chance.share().filter(|_| self.player.matches > 0)?;
        match self.player.won.checked_sub(1) {
            None => Some(1.0),
            Some(fewer) => Some(Binomial::new(share, self.player.matches).ok()?.sf(fewer)),
        }
    }
}
