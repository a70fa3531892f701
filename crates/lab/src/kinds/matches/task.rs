//! The task and the finding of one match, which experiments that count wins share.

use super::{Cell, Matches, Row};
use crate::budget::Budget;
use crate::kind::{FindingOf, Job};
use crate::scale::Scale;
use serde::{Deserialize, Serialize};

/// Everything that a match depends on, apart from its seed and from what a clock adds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// The name of the game.
    pub game: String,
    /// The players, in the order of the roles.
    pub players: Vec<String>,
    /// The number of the role whose player is under test, from 0.
    pub tested: usize,
    /// The budget of each player for each move.
    pub budgets: Vec<Budget>,
    /// Whether players also think when they have only one legal move.
    pub ponder: bool,
}

/// The result of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The names of the roles.
    pub roles: Vec<String>,
    /// The goal of each role.
    pub goals: Vec<u8>,
    /// Number of joint moves.
    pub length: u64,
    /// Number of simulations of each role in all.
    pub simulated: Vec<u64>,
    /// Number of playouts of each role for these simulations.
    pub playouts: Vec<u64>,
    /// Seconds that each role thought.
    pub thought: Vec<f64>,
    /// Microseconds that a simulation of each role took, as the mean over its moves; the first runs did not record it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pace: Vec<f64>,
}

impl Finding {
    /// Returns the goal of the player under test, and the highest goal of the others.
    pub fn goals_of_tested_and_others(&self, task: &Task) -> (u8, u8) {
        let others = self.others(task).map(|role| self.goals[role]);
        (self.goals[task.tested], others.max().unwrap_or(0))
    }

    /// Returns the numbers of the roles whose players are not under test.
    pub fn others(&self, task: &Task) -> impl Iterator<Item = usize> {
        let tested = task.tested;
        (0..self.roles.len()).filter(move |&role| role != tested)
    }
}

impl FindingOf<Task> for Finding {
    fn is_of(&self, task: &Task) -> bool {
        // It has every value for each role.
        let Finding { roles, goals, simulated, playouts, thought, pace, .. } = self;
        let counts = [
            goals.len(),
            simulated.len(),
            playouts.len(),
            thought.len(),
            task.players.len(),
            task.budgets.len(),
        ];
        let is_each = |count: usize| count == roles.len();
        let is_paced = pace.is_empty() || is_each(pace.len());
        task.tested < roles.len() && is_paced && counts.into_iter().all(is_each)
    }
}

/// Returns all matches: the first of every cell, then the second of every cell, and so on.
pub fn jobs(matches: &Matches, scale: Scale) -> Vec<Job<Task>> {
    let games = |row: &Row| matches.games_of(row, scale);
    let most = matches.rows.iter().map(games).max().unwrap_or(0);
    let of_number = |number| {
        let cells = matches.cells().filter(move |cell| number < games(cell.row));
        cells.map(move |cell| job(matches, &cell, number))
    };
    (0..most).flat_map(of_number).collect()
}

fn job(matches: &Matches, cell: &Cell, number: u64) -> Job<Task> {
    let tested = if matches.swap { (number % 2) as usize } else { 0 };
    let player = cell.row.rest.player_of(cell.column).to_owned();
    let mut players = vec![player, matches.baseline.clone()];
    let mut budgets = vec![cell.row.rest.budget_of(cell.column), cell.row.rest.budget];
    if tested == 1 {
        players.swap(0, 1);
        budgets.swap(0, 1);
    }
    let (game, ponder) = (cell.row.game.clone(), matches.ponder);
    let task = Task { game, players, tested, budgets, ponder };
    Job::new(matches.seed, cell.to_string(), number, task)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes a definition with these columns, and with this in its second row besides.
    fn matches(columns: &str, second: &str) -> Matches {
        let text = format!(
            "baseline = 'legal'
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
        toml::from_str(&text).expect("it is right")
    }

    #[test]
    fn a_row_may_have_fewer_matches_or_more() {
        let column = "{ name = 'c', title = 'C', player = 'random' }";
        let matches = matches(column, "games = { small = 3, full = 1 }");
        let numbers = |scale| -> Vec<(String, u64)> {
            jobs(&matches, scale).into_iter().map(|job| (job.task.game, job.number)).collect()
        };
        let [nim, hex] = ["nim", "hex"].map(|game| move |number| (game.to_owned(), number));
        assert_eq!(numbers(Scale::Small), [nim(0), hex(0), hex(1), hex(2)]);
        assert_eq!(numbers(Scale::Full), [nim(0), hex(0), nim(1)]);
    }

    #[test]
    fn a_row_may_name_its_own_players() {
        let columns = "{ name = 'c', title = 'C', player = 'random' }, { name = 'd', title = 'D', player = 'mc' }";
        let matches = matches(columns, "players = { c = 'greedy' }");
        let text = |job: Job<Task>| format!("{} {}", job.cell, job.task.players.join("-"));
        let shown: Vec<String> = jobs(&matches, Scale::Full).into_iter().map(text).collect();
        let first =
            ["nim/c random-legal", "nim/d mc-legal", "hex/c greedy-legal", "hex/d mc-legal"];
        let second =
            ["nim/c legal-random", "nim/d legal-mc", "hex/c legal-greedy", "hex/d legal-mc"];
        assert_eq!(shown, [first, second].concat());
    }
}
