//! Matches to be played, and who plays them.

use crate::budget::Budget;
use crate::experiment::{Experiment, Kind};
use crate::matches::{Cell, Matches, Row};
use crate::scale::Scale;

/// A match to be played: all that its result depends on, but for what a clock adds.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// The experiment.
    pub experiment: String,
    /// The cell, GAME/COLUMN.
    pub cell: String,
    /// Which match of the cell, from 0.
    pub number: u64,
    /// The seed of all random choices.
    pub seed: u64,
    /// The game.
    pub game: String,
    /// The players in the order of the roles.
    pub players: Vec<String>,
    /// Which of them is under test, from 0.
    pub tested: usize,
    /// How much they may think about each move.
    pub budgets: Vec<Budget>,
    /// Whether it does so when it has only one legal move.
    pub ponder: bool,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The names of the roles.
    pub roles: Vec<String>,
    /// What each role got.
    pub goals: Vec<u8>,
    /// How many joint moves were made.
    pub length: u64,
    /// How many simulations each role made in all.
    pub simulated: Vec<u64>,
    /// How many games each role played out for them.
    pub playouts: Vec<u64>,
    /// How many seconds each role thought.
    pub thought: Vec<f64>,
    /// How many seconds a simulation of each role took, as the mean over its moves.
    pub pace: Vec<f64>,
    /// How long it took.
    pub seconds: f64,
}

/// Why a match could not be played.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ArenaError(pub String);

/// Plays matches, on several threads at once. The outcome may depend on the order alone, but for the time and what follows
/// from it.
pub trait Arena: Sync {
    /// Plays a match; nothing, if it was interrupted.
    fn play(&self, order: &Order) -> Result<Option<Outcome>, ArenaError>;
}

impl Experiment {
    /// All matches of the experiment: the first of every cell, then the second of every cell, and so on, so that the cells
    /// fill up evenly. Learning curves and estimates are made of trials instead.
    pub fn orders(&self, scale: Scale) -> Vec<Order> {
        let matches = match &self.kind {
            Kind::Matches(matches) => matches,
            Kind::Wins(wins) => return wins.orders(&self.id, scale),
            Kind::Curves(_)
            | Kind::Estimates(_)
            | Kind::Inventory(_)
            | Kind::Training(_)
            | Kind::Trees(_) => {
                return Vec::new();
            }
        };
        let games = |row: &Row| matches.games_of(row, scale);
        let most = matches.rows.iter().map(games).max().unwrap_or(0);
        let orders = |number| {
            let cells = matches.cells().filter(move |cell| number < games(cell.row));
            cells.map(move |cell| Order::new(&self.id, matches, &cell, number))
        };
        (0..most).flat_map(orders).collect()
    }
}

impl Order {
    /// Whether players think against the clock.
    pub fn has_clocks(&self) -> bool {
        self.budgets.iter().any(|budget| budget.is_clock())
    }

    fn new(experiment: &str, matches: &Matches, cell: &Cell, number: u64) -> Order {
        let tested = if matches.swap { (number % 2) as usize } else { 0 };
        let player = cell.row.player_of(cell.column).to_owned();
        let mut players = vec![player, matches.baseline.clone()];
        let mut budgets = vec![cell.row.budget_of(cell.column), cell.row.budget];
        if tested == 1 {
            players.swap(0, 1);
            budgets.swap(0, 1);
        }
        Order {
            experiment: experiment.to_owned(),
            cell: cell.to_string(),
            number,
            seed: seed(matches.seed, &cell.to_string(), number),
            game: cell.row.game.clone(),
            players,
            tested,
            budgets,
            ponder: matches.ponder,
        }
    }
}

/// The seed of a match. It has 53 bits, so that no reader of JSON rounds it.
pub(crate) fn seed(experiment: u64, cell: &str, number: u64) -> u64 {
    // FNV-1a, and at the end the mixing step of SplitMix64, because FNV hardly mixes the last bytes.
    let numbers = experiment.to_le_bytes().into_iter().chain(number.to_le_bytes());
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in numbers.chain(cell.bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    }
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (hash ^ (hash >> 31)) >> 11
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// With these columns, and in its second row this besides.
    fn experiment(columns: &str, second: &str) -> Experiment {
        let text = format!(
            "id = 'a'\ntitle = 'A'\nquestion = 'Why?'\nkind = 'matches'
            [matches]
            baseline = 'legal'
            budget = 'none'
            seed = 1
            swap = true
            ponder = false
            games = {{ small = 1, full = 2 }}
            columns = [{columns}]
            rows = [
              {{ game = 'nim', title = 'Nim', simulations = 1 }},
              {{ game = 'hex', title = 'Hex', simulations = 1, {second} }},
            ]"
        );
        Experiment::read("a.toml", &text).expect("it is right")
    }

    #[test]
    fn a_row_may_have_fewer_matches_or_more() {
        let column = "{ name = 'c', title = 'C', player = 'random' }";
        let experiment = experiment(column, "games = { small = 3, full = 1 }");
        let orders = |scale| -> Vec<(String, u64)> {
            let orders = experiment.orders(scale).into_iter();
            orders.map(|order| (order.game, order.number)).collect()
        };
        let [nim, hex] = ["nim", "hex"].map(|game| move |number| (game.to_owned(), number));
        assert_eq!(orders(Scale::Small), [nim(0), hex(0), hex(1), hex(2)]);
        assert_eq!(orders(Scale::Full), [nim(0), hex(0), nim(1)]);
    }

    #[test]
    fn a_row_may_name_its_own_players() {
        let columns = "{ name = 'c', title = 'C', player = 'random' }, { name = 'd', title = 'D', player = 'mc' }";
        let experiment = experiment(columns, "players = { c = 'greedy' }");
        let orders = experiment.orders(Scale::Full).into_iter();
        let shown: Vec<String> =
            orders.map(|order| format!("{} {}", order.cell, order.players.join("-"))).collect();
        let first =
            ["nim/c random-legal", "nim/d mc-legal", "hex/c greedy-legal", "hex/d mc-legal"];
        let second =
            ["nim/c legal-random", "nim/d legal-mc", "hex/c legal-greedy", "hex/d legal-mc"];
        assert_eq!(shown, [first, second].concat());
    }

    #[test]
    fn seeds_depend_on_everything_and_never_change() {
        let cells = ["nim/a", "nim/b", "chess/a"];
        let mut seeds = HashSet::new();
        for (experiment, cell) in (0..10).flat_map(|seed| cells.map(|cell| (seed, cell))) {
            seeds.extend((0..100).map(|number| seed(experiment, cell, number)));
        }
        assert_eq!(seeds.len(), 3000);
        assert!(seeds.iter().all(|seed| *seed < 1 << 53));
        // Results on disk rely on it.
        assert_eq!(seed(1, "breakthrough/cadia-2008", 7), 1_234_748_159_796_248);
    }
}
