//! The definition of a table of matches: the section `[matches]` of an experiment's file.

use super::perform::Setup;
use super::{Task, task};
use crate::budget::Budget;
use crate::checks::{MAX_TASKS, check_names, check_percentage};
use crate::game_row::{self, GameRow};
use crate::kind::{Job, Kind, Unit};
use crate::scale::{PerScale, Scale};
use play::statistics::ShareWon;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;

/// A table of matches: a column for each player under test, a row for each game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matches {
    /// The opponent of all players under test.
    pub baseline: String,
    /// The reason for the numbers of simulations or seconds, for the report.
    pub budget: String,
    /// The seed from which those of all matches are derived.
    pub seed: u64,
    /// Whether the player under test alternates between the two roles; otherwise it always has the first.
    pub swap: bool,
    /// Whether players also think when they have only one legal move.
    pub ponder: bool,
    /// Number of matches in each cell, unless its row has another number.
    pub games: PerScale,
    /// Number of matches that each percentage of the document comes from, if it is known, unless its row has another
    /// number.
    pub reported_matches: Option<u64>,
    /// The players under test, each a column of the table.
    pub columns: Vec<Column>,
    /// The games, each a row of the table.
    pub rows: Vec<Row>,
}

/// A player under test.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column {
    /// The name on the command line: lower-case letters, digits and hyphens.
    pub name: String,
    /// The title in the report.
    pub title: String,
    /// The player with its settings, in games that do not name another one.
    pub player: String,
    /// The average over all games that the document reports.
    pub average: Option<f64>,
}

/// A game, with the players and their budgets.
pub type Row = GameRow<MatchRow>;

/// The keys of a row besides the game.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "RowText")]
pub struct MatchRow {
    /// Number of matches in each of its cells, if it differs from other rows.
    pub games: Option<PerScale>,
    /// Players that replace those of columns, by the names of the columns.
    pub players: BTreeMap<String, String>,
    /// The budget of the baseline, and of players under test that have no other.
    pub budget: Budget,
    /// The budgets of players that have another, by the names of their columns.
    pub budgets: BTreeMap<String, Budget>,
    /// The document's percentage for each column and, if it is known, half the width of its 95 % interval.
    pub reported: BTreeMap<String, Vec<f64>>,
    /// Number of matches that each of these percentages comes from, if it differs from other rows.
    pub reported_matches: Option<u64>,
    /// The document's number of simulations in the same time for each column, in percent of the baseline's.
    pub reported_simulations: BTreeMap<String, f64>,
}

/// A row as the file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RowText {
    games: Option<PerScale>,
    #[serde(default)]
    players: BTreeMap<String, String>,
    simulations: Option<Simulations>,
    seconds: Option<f64>,
    start: Option<f64>,
    #[serde(default)]
    reported: BTreeMap<String, Vec<f64>>,
    reported_matches: Option<u64>,
    #[serde(default)]
    reported_simulations: BTreeMap<String, f64>,
}

/// Numbers of simulations for each move.
#[derive(Deserialize)]
#[serde(untagged)]
enum Simulations {
    /// The same number for all players.
    All(u64),
    /// One number for the baseline, and others by column.
    Each(BTreeMap<String, u64>),
}

/// The name of the baseline where players have different numbers of simulations.
const BASELINE: &str = "baseline";

impl TryFrom<RowText> for MatchRow {
    type Error = String;

    fn try_from(text: RowText) -> Result<MatchRow, String> {
        let (budget, budgets) = budgets(text.simulations, text.seconds, text.start)?;
        Ok(MatchRow {
            games: text.games,
            players: text.players,
            budget,
            budgets,
            reported: text.reported,
            reported_matches: text.reported_matches,
            reported_simulations: text.reported_simulations,
        })
    }
}

/// Returns the budget of the baseline, and those of columns that have another.
fn budgets(
    simulations: Option<Simulations>,
    seconds: Option<f64>,
    start: Option<f64>,
) -> Result<(Budget, BTreeMap<String, Budget>), String> {
    let budget = match (simulations, seconds, start) {
        (Some(_), Some(_), _) => {
            return Err("the row has both `simulations` and `seconds`".to_owned());
        }
        (_, None, Some(_)) => return Err("the row has `start` without `seconds`".to_owned()),
        (None, None, None) => {
            return Err("the row has neither `simulations` nor `seconds`".to_owned());
        }
        (None, Some(play), Some(start)) => Budget::Clocks { start, play },
        (None, Some(play), None) => Budget::Clock(play),
        (Some(Simulations::All(count)), None, None) => Budget::Simulations(count),
        (Some(Simulations::Each(mut counts)), None, None) => {
            let missing = || format!("the row has no `{BASELINE}` among its `simulations`");
            let baseline = counts.remove(BASELINE).ok_or_else(missing)?;
            let others = counts.into_iter().map(|(name, it)| (name, Budget::Simulations(it)));
            return Ok((Budget::Simulations(baseline), others.collect()));
        }
    };
    Ok((budget, BTreeMap::new()))
}

impl MatchRow {
    /// Returns the budget of the player of a column.
    pub fn budget_of(&self, column: &Column) -> Budget {
        self.budgets.get(&column.name).copied().unwrap_or(self.budget)
    }

    /// Returns the player of a column.
    pub fn player_of<'a>(&'a self, column: &'a Column) -> &'a str {
        self.players.get(&column.name).unwrap_or(&column.player)
    }
}

/// The figures of a document for a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reported {
    /// The percentage of won games, draws counted as half.
    pub percent: f64,
    /// Half the width of its 95 % interval.
    pub interval: Option<f64>,
}

/// Writes the percentage, with half the width of its interval if the document states it.
impl fmt::Display for Reported {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.interval {
            Some(interval) => write!(f, "{:.2} ± {interval:.2}", self.percent),
            None => write!(f, "{:.2}", self.percent),
        }
    }
}

/// A cell of the table: a game and a player under test.
#[derive(Clone, Copy, Debug)]
pub struct Cell<'a> {
    /// The row of the game.
    pub row: &'a Row,
    /// The column of the player.
    pub column: &'a Column,
}

impl fmt::Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.row.game, self.column.name)
    }
}

impl Cell<'_> {
    /// Returns the figures of the document.
    pub fn reported(&self) -> Option<Reported> {
        let figures = self.row.rest.reported.get(&self.column.name)?;
        Some(Reported { percent: *figures.first()?, interval: figures.get(1).copied() })
    }
}

impl Matches {
    /// Returns all cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell<'_>> {
        self.rows.iter().flat_map(|row| self.columns.iter().map(move |column| Cell { row, column }))
    }

    /// Returns the document's figure of a cell as a share of matches: of their number, if it is known, or else of as many
    /// as give the interval that the document states. `None` if it tells neither.
    pub fn reported_share(&self, cell: &Cell) -> Option<ShareWon> {
        let Reported { percent, interval } = cell.reported()?;
        match cell.row.rest.reported_matches.or(self.reported_matches) {
            Some(matches) => ShareWon::of_share(percent / 100.0, matches as f64),
            None => ShareWon::of_margin(percent / 100.0, interval? / 100.0),
        }
    }

    /// Returns whether the definition has figures of a document.
    pub(super) fn has_figures_of_document(&self) -> bool {
        self.columns.iter().any(|column| column.average.is_some())
            || self.rows.iter().any(|row| !row.rest.reported.is_empty())
            || self.has_reported_simulations()
    }

    /// Returns whether the definition has a document's numbers of simulations in the same time.
    pub(super) fn has_reported_simulations(&self) -> bool {
        self.rows.iter().any(|row| !row.rest.reported_simulations.is_empty())
    }

    /// Returns the number of matches in each cell of a row.
    pub fn games_of(&self, row: &Row, scale: Scale) -> u64 {
        row.rest.games.unwrap_or(self.games).of(scale)
    }
}

impl Kind for Matches {
    const NAME: &'static str = "matches";
    const UNIT: Unit = Unit { one: "match", many: "matches" };
    type Setup = Setup;

    fn check(&self, faults: &mut Vec<String>) {
        check_games("matches", self.games, faults);
        let columns = self.columns.iter().map(|column| column.name.as_str());
        check_names("matches.columns", columns, faults);
        check_names("matches.rows", self.games(), faults);
        for column in &self.columns {
            if let Some(average) = column.average {
                let key = format!("matches.columns.{}.average", column.name);
                check_percentage(&key, average, faults);
            }
        }
        check_reported_matches("matches", self.reported_matches, faults);
        self.rows.iter().for_each(|row| self.check_row(row, faults));
    }

    fn has_reported(&self) -> bool {
        self.has_figures_of_document()
    }

    fn games(&self) -> Vec<&str> {
        game_row::games(&self.rows)
    }

    fn jobs(&self, scale: Scale) -> Vec<Job<Task>> {
        task::jobs(self, scale)
    }

    fn has_clocks(&self) -> bool {
        self.rows.iter().any(|row| row.rest.budget.is_clock())
    }
}

impl Matches {
    fn check_row(&self, row: &Row, faults: &mut Vec<String>) {
        let key = format!("matches.rows.{}", row.game);
        if let Some(games) = row.rest.games {
            check_games(&key, games, faults);
        }
        check_reported_matches(&key, row.rest.reported_matches, faults);
        let unknown = |name: &str| !self.columns.iter().any(|column| column.name == name);
        let budgets = std::iter::once(&row.rest.budget).chain(row.rest.budgets.values());
        let wrong = budgets.filter_map(|budget| budget.fault());
        faults.extend(wrong.map(|fault| format!("{key}.{fault}")));
        for name in row.rest.budgets.keys().filter(|name| unknown(name)) {
            faults.push(format!("{key}.simulations: there is no column `{name}`"));
        }
        for name in row.rest.players.keys().filter(|name| unknown(name)) {
            faults.push(format!("{key}.players: there is no column `{name}`"));
        }
        for (name, figure) in &row.rest.reported_simulations {
            if unknown(name) {
                faults.push(format!("{key}.reported_simulations: there is no column `{name}`"));
            }
            if !(*figure > 0.0 && figure.is_finite()) {
                let fault = format!("{figure} is not a positive number");
                faults.push(format!("{key}.reported_simulations.{name}: {fault}"));
            }
        }
        for (name, figures) in &row.rest.reported {
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
        if !(1..=MAX_TASKS).contains(&games) {
            let fault = format!("{games} is not a number from 1 to {MAX_TASKS}");
            faults.push(format!("{key}.games.{scale}: {fault}"));
        }
    }
}

fn check_reported_matches(key: &str, matches: Option<u64>, faults: &mut Vec<String>) {
    if matches == Some(0) {
        faults.push(format!("{key}.reported_matches: 0 is not a positive number"));
    }
}
