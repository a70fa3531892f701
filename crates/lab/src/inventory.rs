//! Inventories: how many features the rules of games give, how many of them are worth having, and how long that takes.
//!
//! Every game has a cell for each way: `GAME/document`, with the restrictions of the document, `GAME/loosened`, with restrictions that are loosened
//! until there are enough, and `GAME/extended`, with these and with everything that goes beyond the document.

use crate::journal::{Entry, Job, Journal, JournalError, difference};
use crate::matches::check_names;
use crate::order::{ArenaError, seed};
use crate::scale::{PerScale, Scale};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Games whose features are counted.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inventory {
    /// What the seeds of all random games are derived from.
    pub seed: u64,
    /// How what the document leaves open was chosen.
    pub settings: String,
    /// No more features are expanded.
    pub expanded: PerScale,
    /// With restrictions that loosen, so many features are enough.
    pub enough: u64,
    /// In how many states the selected features are evaluated by the reference machine too.
    pub verified: PerScale,
    /// What is to be told.
    pub shows: Shows,
    /// In which ways features are generated.
    pub ways: Vec<Way>,
    /// The games.
    pub rows: Vec<InventoryRow>,
}

/// What is to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shows {
    /// How many features there are, and how long evaluating them takes.
    Counts,
    /// How long generating and selecting takes.
    Times,
    /// How many features each transformation makes.
    Transformations,
}

/// A game whose features are counted.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InventoryRow {
    /// Its name in the library.
    pub game: String,
    /// The document's name for it.
    pub title: String,
    /// What the document reports, in the order in which its table has it.
    #[serde(default)]
    pub reported: Vec<f64>,
}

/// With which restrictions features are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Those of the document.
    Document,
    /// Tighter ones, which are loosened.
    Loosened,
    /// The same, with everything that goes beyond the document.
    Extended,
}

impl Way {
    /// All of them.
    pub const ALL: [Way; 3] = [Way::Document, Way::Loosened, Way::Extended];

    /// Its name in cells.
    pub fn name(self) -> &'static str {
        match self {
            Way::Document => "document",
            Way::Loosened => "loosened",
            Way::Extended => "extended",
        }
    }
}

/// Features to be counted, and all that it depends on, but for the times.
#[derive(Clone, Debug, PartialEq)]
pub struct Stock {
    /// The experiment.
    pub experiment: String,
    /// The cell, GAME/WAY.
    pub cell: String,
    /// The seed of all random games.
    pub seed: u64,
    /// What is to be done.
    pub task: StockTask,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StockTask {
    /// The game.
    pub game: String,
    /// With which restrictions.
    pub way: Way,
    /// No more features are expanded.
    pub expanded: u64,
    /// So many features are enough, if restrictions loosen.
    pub enough: u64,
    /// In how many states the reference machine evaluates them too.
    pub verified: u64,
}

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    /// How many features each transformation made, those included that were there before.
    pub made: BTreeMap<String, u64>,
    /// How many different ones there are.
    pub unique: u64,
    /// Whether there are no more.
    pub is_complete: bool,
    /// How many were looked at.
    pub tried: u64,
    /// How many were selected.
    pub selected: u64,
    /// How long generating took, in seconds.
    pub generating: f64,
    /// How long selecting took, in seconds.
    pub selecting: f64,
    /// How long evaluating the selected ones takes in a state, in microseconds.
    pub evaluating: f64,
    /// In how many states the reference machine counted the same.
    pub verified: u64,
}

impl Counted {
    /// How many features were made, those included that were there before.
    pub fn made(&self) -> u64 {
        self.made.values().fold(0, |sum, &count| sum.saturating_add(count))
    }
}

/// Counts features, on several threads at once.
pub trait Stocktaker: Sync {
    /// Counts; nothing, if it was interrupted.
    fn take(&self, stock: &Stock) -> Result<Option<Counted>, ArenaError>;
}

/// What was counted, written down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tallied {
    /// The experiment.
    pub experiment: String,
    /// The cell, GAME/WAY.
    pub cell: String,
    /// The seed.
    pub seed: u64,
    /// What was to be done.
    pub task: StockTask,
    /// What was counted.
    pub counted: Counted,
}

impl Tallied {
    /// The record of what was counted.
    pub fn new(stock: &Stock, counted: Counted) -> Tallied {
        let Stock { experiment, cell, seed, task } = stock.clone();
        Tallied { experiment, cell, seed, task, counted }
    }
}

impl Job for Stock {
    const WHAT: &'static str = "inventory";

    fn key(&self) -> (&str, u64) {
        (&self.cell, 0)
    }
}

impl Entry for Tallied {
    type Of = Stock;

    fn key(&self) -> (&str, u64) {
        (&self.cell, 0)
    }

    fn gap(&self) -> Option<&'static str> {
        let Counted { unique, selected, tried, generating, selecting, evaluating, .. } =
            self.counted;
        let fits = selected <= tried
            && tried <= unique
            && unique <= self.counted.made()
            && [generating, selecting, evaluating].iter().all(|it| it.is_finite() && *it >= 0.0);
        (!fits).then_some("its numbers do not fit together")
    }

    fn difference(&self, stock: &Stock) -> Option<String> {
        difference(
            (&self.experiment, &self.task, self.seed),
            (&stock.experiment, &stock.task, stock.seed),
        )
    }
}

/// No more features are expanded, and no more states looked at.
const MOST: u64 = 1_000_000;

impl Inventory {
    /// The names of all cells.
    pub fn cells(&self) -> Vec<String> {
        self.pairs().map(|(row, way)| cell(row, way)).collect()
    }

    fn pairs(&self) -> impl Iterator<Item = (&InventoryRow, Way)> {
        self.rows.iter().flat_map(|row| self.ways.iter().map(move |&way| (row, way)))
    }

    /// All that is to be counted.
    pub fn stocks(&self, experiment: &str, scale: Scale) -> Vec<Stock> {
        let stock = |(row, way): (&InventoryRow, Way)| Stock {
            experiment: experiment.to_owned(),
            cell: cell(row, way),
            seed: seed(self.seed, &row.game, 0),
            task: StockTask {
                game: row.game.clone(),
                way,
                expanded: self.expanded.of(scale),
                enough: self.enough,
                verified: self.verified.of(scale),
            },
        };
        self.pairs().map(stock).collect()
    }

    /// What was counted so far, game by game and way by way.
    pub fn results<'a>(
        &'a self,
        experiment: &str,
        scale: Scale,
        journal: &'a Journal<Tallied>,
    ) -> Result<Vec<InventoryResult<'a>>, JournalError> {
        let stocks = self.stocks(experiment, scale);
        let answers = journal.answers(&stocks)?;
        let rows = self.rows.iter().zip(answers.chunks(self.ways.len().max(1)));
        let result = |(row, answers): (&'a InventoryRow, &[Option<&'a Tallied>])| {
            let counted = self.ways.iter().zip(answers);
            let counted = counted.filter_map(|(&way, it)| Some((way, &(*it)?.counted)));
            InventoryResult { row, counted: counted.collect() }
        };
        Ok(rows.map(result).collect())
    }

    /// How many numbers a document has of a game.
    pub fn reported(&self) -> usize {
        match self.shows {
            Shows::Counts => 4,
            Shows::Times => 2,
            Shows::Transformations => 5,
        }
    }

    /// Adds what makes no sense.
    pub(crate) fn check(&self, faults: &mut Vec<String>) {
        let is_twice = |place: usize| self.ways[..place].contains(&self.ways[place]);
        if self.ways.is_empty() || (0..self.ways.len()).any(is_twice) {
            faults.push("inventory.ways: each way is there once, and at least one is".to_owned());
        }
        check_names("inventory.rows", self.rows.iter().map(|row| row.game.as_str()), faults);
        for (key, numbers) in [("expanded", self.expanded), ("verified", self.verified)] {
            for number in [numbers.small, numbers.full] {
                if !(1..=MOST).contains(&number) {
                    faults.push(format!(
                        "inventory.{key}: {number} is not a number from 1 to {MOST}"
                    ));
                }
            }
        }
        let expected = self.reported();
        for row in &self.rows {
            let fits = row.reported.len() <= expected
                && row.reported.iter().all(|it| it.is_finite() && *it >= 0.0);
            if !fits {
                let key = format!("inventory.rows.{}.reported", row.game);
                faults.push(format!("{key}: it takes at most {expected} numbers"));
            }
        }
    }
}

fn cell(row: &InventoryRow, way: Way) -> String {
    format!("{}/{}", row.game, way.name())
}

/// What was counted of a game.
#[derive(Clone, Debug)]
pub struct InventoryResult<'a> {
    /// The game.
    pub row: &'a InventoryRow,
    /// What was counted in each way, as far as it was.
    pub counted: Vec<(Way, &'a Counted)>,
}

impl InventoryResult<'_> {
    /// What was counted in a way.
    pub fn of(&self, way: Way) -> Option<&Counted> {
        self.counted.iter().find(|(other, _)| *other == way).map(|(_, counted)| *counted)
    }
}
