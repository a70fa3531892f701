//! Tables of matches: players under test against a baseline player, in several games.

use crate::budget::Budget;
use crate::experiment::is_plain;
use crate::scale::{PerScale, Scale};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A table of matches: a column for each player under test, a row for each game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matches {
    /// Whom they all play against.
    pub baseline: String,
    /// How the simulations or seconds per move were chosen.
    pub budget: String,
    /// What the seeds of all matches are derived from.
    pub seed: u64,
    /// Whether the player under test takes the two roles in turn; else it always has the first.
    pub swap: bool,
    /// Whether players think, as much as ever, when they have only one legal move.
    pub ponder: bool,
    /// How many matches there are in a cell of a row that does not say otherwise.
    pub games: PerScale,
    /// The players under test.
    pub columns: Vec<Column>,
    /// The games.
    pub rows: Vec<Row>,
}

/// A player under test.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column {
    /// What the column is called on the command line: lower-case letters, digits and hyphens.
    pub name: String,
    /// What it is called in a report.
    pub title: String,
    /// The player, with its settings, in games that do not name another one.
    pub player: String,
    /// The average over all games that the document reports.
    pub average: Option<f64>,
}

/// A game.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "RowText")]
pub struct Row {
    /// Its name in the library.
    pub game: String,
    /// The document's name for it.
    pub title: String,
    /// How many matches there are in a cell of it, if they are not as many as in others.
    pub games: Option<PerScale>,
    /// Who plays in the place of columns' players, by their columns.
    pub players: BTreeMap<String, String>,
    /// How much the baseline may think about each move, and players under test of which nothing else is said.
    pub budget: Budget,
    /// How much others may think, by their columns.
    pub budgets: BTreeMap<String, Budget>,
    /// What the document reports for each column: a percentage and, if it is known, half the width of its 95 % interval.
    pub reported: BTreeMap<String, Vec<f64>>,
    /// What the document reports for each column as the simulations it makes in the same time, in percent of the baseline's.
    pub reported_simulations: BTreeMap<String, f64>,
}

/// A row as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RowText {
    game: String,
    title: String,
    games: Option<PerScale>,
    #[serde(default)]
    players: BTreeMap<String, String>,
    simulations: Option<Simulations>,
    seconds: Option<f64>,
    start: Option<f64>,
    #[serde(default)]
    reported: BTreeMap<String, Vec<f64>>,
    #[serde(default)]
    reported_simulations: BTreeMap<String, f64>,
}

/// How many simulations there are for each move.
#[derive(Deserialize)]
#[serde(untagged)]
enum Simulations {
    /// The same for all players.
    All(u64),
    /// For each column, and for the baseline.
    Each(BTreeMap<String, u64>),
}

/// What the baseline is called where every player has its own number.
const BASELINE: &str = "baseline";

impl TryFrom<RowText> for Row {
    type Error = String;

    fn try_from(text: RowText) -> Result<Row, String> {
        let RowText { game, title, games, players, reported, reported_simulations, .. } = text;
        if text.start.is_some() && text.seconds.is_none() {
            return Err(format!("row `{game}` has `start` without `seconds`"));
        }
        let mut budgets = BTreeMap::new();
        let budget = match (text.simulations, text.seconds) {
            (Some(Simulations::All(count)), None) => Budget::Simulations(count),
            (Some(Simulations::Each(mut counts)), None) => {
                let baseline = counts.remove(BASELINE).ok_or_else(|| {
                    format!("row `{game}` has no `{BASELINE}` among its `simulations`")
                })?;
                let each = |(name, count)| (name, Budget::Simulations(count));
                budgets.extend(counts.into_iter().map(each));
                Budget::Simulations(baseline)
            }
            (None, Some(play)) => match text.start {
                Some(start) => Budget::Clocks { start, play },
                None => Budget::Clock(play),
            },
            (None, None) => {
                return Err(format!("row `{game}` has neither `simulations` nor `seconds`"));
            }
            (Some(_), Some(_)) => {
                return Err(format!("row `{game}` has both `simulations` and `seconds`"));
            }
        };
        Ok(Row { game, title, games, players, budget, budgets, reported, reported_simulations })
    }
}

impl Row {
    /// How much the player of a column may think.
    pub fn budget_of(&self, column: &Column) -> Budget {
        self.budgets.get(&column.name).copied().unwrap_or(self.budget)
    }

    /// Who plays for a column.
    pub fn player_of<'a>(&'a self, column: &'a Column) -> &'a str {
        self.players.get(&column.name).unwrap_or(&column.player)
    }
}

/// What a document reports of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reported {
    /// The percentage of won games, draws counted as half.
    pub percent: f64,
    /// Half the width of its 95 % interval.
    pub interval: Option<f64>,
}

/// A game and a player under test.
#[derive(Clone, Copy, Debug)]
pub struct Cell<'a> {
    /// The game.
    pub row: &'a Row,
    /// The player.
    pub column: &'a Column,
}

impl fmt::Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.row.game, self.column.name)
    }
}

impl Cell<'_> {
    /// What the document reports.
    pub fn reported(&self) -> Option<Reported> {
        let figures = self.row.reported.get(&self.column.name)?;
        Some(Reported { percent: *figures.first()?, interval: figures.get(1).copied() })
    }
}

/// No table is greater than this.
const MOST_LINES: usize = 1000;

/// No cell has more matches than this.
pub(crate) const MOST_GAMES: u64 = 100_000;

impl Matches {
    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell<'_>> {
        self.rows.iter().flat_map(|row| self.columns.iter().map(move |column| Cell { row, column }))
    }

    /// Whether somewhere players think against the clock.
    pub fn has_clocks(&self) -> bool {
        self.rows.iter().any(|row| row.budget.is_clock())
    }

    /// Whether it has figures of a document.
    pub fn has_reported(&self) -> bool {
        self.columns.iter().any(|column| column.average.is_some())
            || self.rows.iter().any(|row| !row.reported.is_empty())
            || self.has_reported_simulations()
    }

    /// Whether it has a document's figures of simulations in the same time.
    pub(crate) fn has_reported_simulations(&self) -> bool {
        self.rows.iter().any(|row| !row.reported_simulations.is_empty())
    }

    /// How many matches there are in a cell of this row.
    pub fn games_of(&self, row: &Row, scale: Scale) -> u64 {
        row.games.unwrap_or(self.games).of(scale)
    }

    /// Adds what makes no sense.
    pub(crate) fn check(&self, faults: &mut Vec<String>) {
        check_games("matches", self.games, faults);
        let columns = self.columns.iter().map(|column| column.name.as_str());
        let games = self.rows.iter().map(|row| row.game.as_str());
        check_names("matches.columns", columns, faults);
        check_names("matches.rows", games, faults);
        for column in &self.columns {
            if let Some(average) = column.average {
                let key = format!("matches.columns.{}.average", column.name);
                check_percentage(&key, average, faults);
            }
        }
        self.rows.iter().for_each(|row| self.check_row(row, faults));
    }

    fn check_row(&self, row: &Row, faults: &mut Vec<String>) {
        let key = format!("matches.rows.{}", row.game);
        if let Some(games) = row.games {
            check_games(&key, games, faults);
        }
        let unknown = |name: &str| !self.columns.iter().any(|column| column.name == name);
        let budgets = std::iter::once(&row.budget).chain(row.budgets.values());
        let wrong = budgets.filter_map(|budget| budget.fault());
        faults.extend(wrong.map(|fault| format!("{key}.{fault}")));
        for name in row.budgets.keys().filter(|name| unknown(name)) {
            faults.push(format!("{key}.simulations: there is no column `{name}`"));
        }
        for name in row.players.keys().filter(|name| unknown(name)) {
            faults.push(format!("{key}.players: there is no column `{name}`"));
        }
        for (name, figure) in &row.reported_simulations {
            if unknown(name) {
                faults.push(format!("{key}.reported_simulations: there is no column `{name}`"));
            }
            if !(*figure > 0.0 && figure.is_finite()) {
                let fault = format!("{figure} is not a positive number");
                faults.push(format!("{key}.reported_simulations.{name}: {fault}"));
            }
        }
        for (name, figures) in &row.reported {
            if unknown(name) {
                faults.push(format!("{key}.reported: there is no column `{name}`"));
            }
            let key = format!("{key}.reported.{name}");
            if !(1..=2).contains(&figures.len()) {
                faults.push(format!("{key}: it takes a percentage, or one and its interval"));
            }
            figures.iter().for_each(|figure| check_percentage(&key, *figure, faults));
        }
    }
}

fn check_games(key: &str, games: PerScale, faults: &mut Vec<String>) {
    for (scale, games) in [("small", games.small), ("full", games.full)] {
        if !(1..=MOST_GAMES).contains(&games) {
            let fault = format!("{games} is not a number from 1 to {MOST_GAMES}");
            faults.push(format!("{key}.games.{scale}: {fault}"));
        }
    }
}

pub(crate) fn check_names<'a>(
    key: &str,
    names: impl Iterator<Item = &'a str>,
    faults: &mut Vec<String>,
) {
    let mut seen = BTreeSet::new();
    for name in names {
        if !is_plain(name) {
            faults.push(format!(
                "{key}: `{name}` has more than lower-case letters, digits and hyphens"
            ));
        }
        if !seen.insert(name) {
            faults.push(format!("{key}: `{name}` is there twice"));
        }
    }
    if !(1..=MOST_LINES).contains(&seen.len()) {
        faults.push(format!("{key}: there have to be from 1 to {MOST_LINES}"));
    }
}

fn check_percentage(key: &str, value: f64, faults: &mut Vec<String>) {
    if !(0.0..=100.0).contains(&value) {
        faults.push(format!("{key}: {value} is not a number from 0 to 100"));
    }
}
