//! Feature trees: how many features of single facts a game has, which of them matter, and what learning weights for all of them comes to.
//!
//! Every role of a game has three cells: `GAME.ROLE/document`, where features are chosen among others that have weights by chance, as the document does,
//! `GAME.ROLE/alone`, where all others have none, and `GAME.ROLE/learnt`, where weights of all of them are learnt. What comes of each is matched
//! against a player.

use crate::curves::check_numbers;
use crate::experiment::is_plain;
use crate::journal::{Entry, Job, Journal, JournalError, difference};
use crate::matches::{MOST_GAMES, check_names};
use crate::order::{ArenaError, seed};
use crate::scale::{PerScale, Scale};
use serde::{Deserialize, Serialize};

/// Games whose trees are grown.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trees {
    /// What the seeds of all trials are derived from.
    pub seed: u64,
    /// How what the document leaves open was chosen.
    pub settings: String,
    /// From how many states of random games a tree is grown.
    pub states: PerScale,
    /// How often the weights of all others are drawn, in games that do not say otherwise.
    pub draws: PerScale,
    /// How many choices ahead both sides look then.
    pub depth: u32,
    /// No more features are chosen.
    pub most: PerScale,
    /// From how many matches against chance weights are learnt.
    pub matches: PerScale,
    /// The player that is played against afterwards, with its settings.
    pub rival: String,
    /// How many simulations it makes for a move.
    pub simulations: PerScale,
    /// In how many matches.
    pub games: PerScale,
    /// How many choices ahead those look who play against it.
    pub reach: u32,
    /// How many percent of all features the document leaves out, because they never change.
    pub reported_left_out: Option<f64>,
    /// The games.
    pub rows: Vec<TreesRow>,
}

/// A game whose tree is grown.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreesRow {
    /// Its name in the library.
    pub game: String,
    /// The document's name for it.
    pub title: String,
    /// Its two roles, as they stand in the rules.
    pub roles: Vec<String>,
    /// How often weights are drawn, if it is not as often as in others.
    pub draws: Option<PerScale>,
    /// What the document reports.
    #[serde(default)]
    pub reported: ReportedTree,
}

/// What a document reports of a game, as far as it does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportedTree {
    /// How many nodes the tree has.
    pub nodes: Option<u64>,
    /// Which feature was chosen.
    pub feature: Option<String>,
    /// What came of learning.
    pub learning: Option<String>,
    /// How many matches were won with the feature that was chosen.
    pub won: Option<u64>,
}

impl ReportedTree {
    fn is_empty(&self) -> bool {
        *self == ReportedTree::default()
    }
}

/// How it is found out what features count for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreesWay {
    /// Features are chosen among others that have weights by chance.
    Document,
    /// Features are chosen while all others have none.
    Alone,
    /// Weights of all features are learnt.
    Learnt,
}

impl TreesWay {
    /// All of them.
    pub const ALL: [TreesWay; 3] = [TreesWay::Document, TreesWay::Alone, TreesWay::Learnt];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            TreesWay::Document => "document",
            TreesWay::Alone => "alone",
            TreesWay::Learnt => "learnt",
        }
    }
}

/// Something to be found out about the tree of a game, and all that it depends on, but for the time.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The experiment.
    pub experiment: String,
    /// The cell, GAME.ROLE/WAY.
    pub cell: String,
    /// The seed of all random choices but those of the tree.
    pub seed: u64,
    /// What is to be done.
    pub task: PlotTask,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlotTask {
    /// The game.
    pub game: String,
    /// The role.
    pub role: String,
    /// From how many states of random games the tree is grown.
    pub states: u64,
    /// The seed of these games, which is the same for all that is done with the tree.
    pub seed: u64,
    /// What is to be found out.
    pub work: PlotWork,
    /// The player that is played against.
    pub rival: String,
    /// How many simulations it makes for a move.
    pub simulations: u64,
    /// In how many matches.
    pub games: u64,
    /// How many choices ahead those look who play against it.
    pub reach: u32,
}

/// What is to be found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlotWork {
    /// Which features matter.
    Choose {
        /// Whether all others have no weight.
        alone: bool,
        /// How often their weights are drawn.
        draws: u64,
        /// How many choices ahead both sides look.
        depth: u32,
        /// No more are chosen.
        most: u64,
    },
    /// What all features count for.
    Learn {
        /// From how many matches.
        matches: u64,
    },
}

/// What was found out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Harvest {
    /// How many nodes the tree has.
    pub nodes: u64,
    /// How many features.
    pub features: u64,
    /// How many of them are left out because they never change.
    pub left_out: u64,
    /// What was found out about the others.
    pub fruit: Fruit,
    /// What came of matches against the player; there are none if no feature was chosen.
    pub against: Against,
    /// How long it took.
    pub seconds: f64,
}

/// What was found out about features.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Fruit {
    /// Which of them matter.
    Chosen {
        /// Those that were chosen, the most important first.
        chosen: Vec<Picked>,
        /// The best one that was not, if there is one.
        next: Option<Picked>,
    },
    /// What they count for.
    Learnt {
        /// What the role gets if both move by chance, in the mean.
        by_chance: f64,
        /// What it got in each part of the matches, in the mean.
        means: Vec<f64>,
        /// Those with the greatest weights, the greatest first.
        greatest: Vec<Weighed>,
    },
}

/// A feature that was tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Picked {
    /// What it is.
    pub feature: String,
    /// What it counts for.
    pub weight: f64,
    /// With which probability chance makes so great a difference.
    pub p: f64,
    /// It is the best of so many.
    pub tried: u64,
}

/// A feature and its weight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weighed {
    /// What it is.
    pub feature: String,
    /// What it counts for.
    pub weight: f64,
}

/// What came of matches against a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Against {
    /// Won matches.
    pub won: u64,
    /// Drawn matches.
    pub drawn: u64,
    /// Lost matches.
    pub lost: u64,
}

impl Against {
    /// How many matches there were.
    pub fn matches(&self) -> u64 {
        self.won.saturating_add(self.drawn).saturating_add(self.lost)
    }
}

/// Finds out about trees, on several threads at once. What is found may depend on the plot alone, but for the time.
pub trait Gardener: Sync {
    /// Finds out; nothing, if it was interrupted.
    fn tend(&self, plot: &Plot) -> Result<Option<Harvest>, ArenaError>;
}

/// What was found out, written down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Harvested {
    /// The experiment.
    pub experiment: String,
    /// The cell, GAME.ROLE/WAY.
    pub cell: String,
    /// The seed.
    pub seed: u64,
    /// What was to be done.
    pub task: PlotTask,
    /// What was found out.
    pub harvest: Harvest,
}

impl Harvested {
    /// The record of what was found out.
    pub fn new(plot: &Plot, harvest: Harvest) -> Harvested {
        let Plot { experiment, cell, seed, task } = plot.clone();
        Harvested { experiment, cell, seed, task, harvest }
    }

    /// Whether what was found out is what was to be, and can be so.
    fn fits(&self) -> bool {
        let Harvest { features, left_out, fruit, against, seconds, .. } = &self.harvest;
        let is_picked = |it: &Picked| {
            (0.0..=1.0).contains(&it.p) && it.weight.is_finite() && it.tried <= *features
        };
        let is_mean = |mean: &f64| (0.0..=MOST_GOAL).contains(mean);
        let (fruit_fits, is_bare) = match (fruit, self.task.work) {
            (Fruit::Chosen { chosen, next }, PlotWork::Choose { most, .. }) => {
                let fits = chosen.len() as u64 <= most && chosen.iter().chain(next).all(is_picked);
                (fits, chosen.is_empty())
            }
            (Fruit::Learnt { by_chance, means, greatest }, PlotWork::Learn { .. }) => {
                let fits = !means.is_empty()
                    && means.iter().chain([by_chance]).all(is_mean)
                    && greatest.iter().all(|it| it.weight.is_finite());
                (fits, false)
            }
            (Fruit::Chosen { .. }, PlotWork::Learn { .. })
            | (Fruit::Learnt { .. }, PlotWork::Choose { .. }) => (false, false),
        };
        let matches = if is_bare { 0 } else { self.task.games };
        fruit_fits && left_out <= features && against.matches() == matches && seconds.is_finite()
    }
}

/// No goal is greater.
const MOST_GOAL: f64 = 100.0;

impl Job for Plot {
    const WHAT: &'static str = "trial";

    fn key(&self) -> (&str, u64) {
        (&self.cell, 0)
    }
}

impl Entry for Harvested {
    type Of = Plot;

    fn key(&self) -> (&str, u64) {
        (&self.cell, 0)
    }

    fn gap(&self) -> Option<&'static str> {
        (!self.fits()).then_some("its numbers do not fit together")
    }

    fn difference(&self, plot: &Plot) -> Option<String> {
        difference(
            (&self.experiment, &self.task, self.seed),
            (&plot.experiment, &plot.task, plot.seed),
        )
    }
}

/// No more states are looked at, no more matches are learnt from, and no more simulations are made.
const MOST: u64 = 1_000_000;
/// Nobody looks farther ahead.
const FARTHEST: u32 = 10;
/// The trials are made for games of so many roles.
const ROLES: usize = 2;

impl Trees {
    /// The names of all cells.
    pub fn cells(&self) -> Vec<String> {
        self.triples().map(|(row, role, way)| cell(row, role, way)).collect()
    }

    fn roles(&self) -> impl Iterator<Item = (&TreesRow, &str)> {
        self.rows.iter().flat_map(|row| row.roles.iter().map(move |role| (row, role.as_str())))
    }

    fn triples(&self) -> impl Iterator<Item = (&TreesRow, &str, TreesWay)> {
        self.roles().flat_map(|(row, role)| TreesWay::ALL.map(|way| (row, role, way)))
    }

    /// All that is to be found out.
    pub fn plots(&self, experiment: &str, scale: Scale) -> Vec<Plot> {
        let plot = |(row, role, way): (&TreesRow, &str, TreesWay)| Plot {
            experiment: experiment.to_owned(),
            cell: cell(row, role, way),
            seed: seed(self.seed, &cell(row, role, way), 0),
            task: PlotTask {
                game: row.game.clone(),
                role: role.to_owned(),
                states: self.states.of(scale),
                seed: seed(self.seed, &row.game, 0),
                work: self.work(row, way, scale),
                rival: self.rival.clone(),
                simulations: self.simulations.of(scale),
                games: self.games.of(scale),
                reach: self.reach,
            },
        };
        self.triples().map(plot).collect()
    }

    fn work(&self, row: &TreesRow, way: TreesWay, scale: Scale) -> PlotWork {
        let choose = |alone| PlotWork::Choose {
            alone,
            draws: row.draws.unwrap_or(self.draws).of(scale),
            depth: self.depth,
            most: self.most.of(scale),
        };
        match way {
            TreesWay::Document => choose(false),
            TreesWay::Alone => choose(true),
            TreesWay::Learnt => PlotWork::Learn { matches: self.matches.of(scale) },
        }
    }

    /// What was found out so far, role by role.
    pub fn results<'a>(
        &'a self,
        experiment: &str,
        scale: Scale,
        journal: &'a Journal<Harvested>,
    ) -> Result<Vec<TreesResult<'a>>, JournalError> {
        let plots = self.plots(experiment, scale);
        let answers = journal.answers(&plots)?;
        let roles = self.roles().zip(answers.chunks(TreesWay::ALL.len()));
        let result =
            |((row, role), answers): ((&'a TreesRow, &'a str), &[Option<&'a Harvested>])| {
                let harvests = answers.iter().map(|it| it.map(|it| &it.harvest)).collect();
                TreesResult { row, role, harvests }
            };
        Ok(roles.map(result).collect())
    }

    /// Whether it has figures of a document.
    pub(crate) fn has_reported(&self) -> bool {
        self.reported_left_out.is_some() || self.rows.iter().any(|row| !row.reported.is_empty())
    }

    /// Adds what makes no sense.
    pub(crate) fn check(&self, faults: &mut Vec<String>) {
        check_names("trees.rows", self.rows.iter().map(|row| row.game.as_str()), faults);
        for (key, numbers) in [
            ("states", self.states),
            ("most", self.most),
            ("matches", self.matches),
            ("simulations", self.simulations),
        ] {
            check_numbers(&format!("trees.{key}"), numbers, MOST, faults);
        }
        check_numbers("trees.games", self.games, MOST_GAMES, faults);
        check_draws("trees.draws", self.draws, faults);
        for (key, depth) in [("depth", self.depth), ("reach", self.reach)] {
            if !(1..=FARTHEST).contains(&depth) {
                faults.push(format!("trees.{key}: {depth} is not a number from 1 to {FARTHEST}"));
            }
        }
        if self.reported_left_out.is_some_and(|share| !(0.0..=100.0).contains(&share)) {
            faults.push("trees.reported_left_out: it is not a number from 0 to 100".to_owned());
        }
        for row in &self.rows {
            let key = format!("trees.rows.{}", row.game);
            let roles = row.roles.iter().filter(|role| is_plain(role)).count();
            if roles != ROLES || row.roles.len() != ROLES {
                faults.push(format!("{key}.roles: there have to be {ROLES}"));
            }
            if let Some(draws) = row.draws {
                check_draws(&format!("{key}.draws"), draws, faults);
            }
        }
    }
}

/// A single draw has no spread.
fn check_draws(key: &str, draws: PerScale, faults: &mut Vec<String>) {
    for number in [draws.small, draws.full] {
        if !(2..=MOST_GAMES).contains(&number) {
            faults.push(format!("{key}: {number} is not a number from 2 to {MOST_GAMES}"));
        }
    }
}

fn cell(row: &TreesRow, role: &str, way: TreesWay) -> String {
    format!("{}.{role}/{}", row.game, way.name())
}

/// What was found out about the tree of a game, for a role.
#[derive(Clone, Debug)]
pub struct TreesResult<'a> {
    /// The game.
    pub row: &'a TreesRow,
    /// The role.
    pub role: &'a str,
    /// In the order of [`TreesWay::ALL`].
    harvests: Vec<Option<&'a Harvest>>,
}

impl<'a> TreesResult<'a> {
    /// What was found out in each way so far.
    pub fn found(&self) -> impl Iterator<Item = (TreesWay, &'a Harvest)> {
        let all = TreesWay::ALL.into_iter().zip(&self.harvests);
        all.filter_map(|(way, harvest)| Some((way, (*harvest)?)))
    }
}
