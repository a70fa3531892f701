//! Experiments that count wins.

use crate::common::{
    definition, experiment, figure, goes_on_from_anywhere, has_parts, is_wrong, lines, report,
};
use agon_lab::kinds::matches::{Finding, Task};
use agon_lab::kinds::wins::{Count, GameCounts, Wins};
use agon_lab::{Job, Journal, Kind, Results, Scale};

const WINS: &str = "id = 'w'\ntitle = 'W'\nquestion = 'Why?'\ndocument = 'kuhl'\nplace = 'T'\nfound = 'F'\nkind = 'wins'
    [wins]
    seed = 1
    budget = 'Little.'
    ponder = false
    chance = { small = 2, full = 40 }
    rows = [
      { game = 'nim', title = 'Nim', roles = 2, player = 'legal', others = 'random', simulations = 5, matches = { small = 1, full = 9 }, reported = { won = 9, matches = 9, p = 0.001 } },
      { game = 'farmers', title = 'Farmers', roles = 3, player = 'legal', others = 'random', simulations = 5, matches = { small = 1, full = 9 }, reported = { won = 3, matches = 9, p = 0.2 } },
    ]";

/// The player wins all matches of nim and none of farmers; random play wins a quarter.
fn made_up(job: &Job<Task>) -> Finding {
    let wins = match job.cell.as_str() {
        "nim/player" => true,
        "farmers/player" => false,
        _ => job.number.is_multiple_of(4),
    };
    let roles = job.task.players.len();
    let goal = |role: usize| if (role == job.task.tested) == wins { 100 } else { 0 };
    Finding {
        roles: (0..roles).map(|role| role.to_string()).collect(),
        goals: (0..roles).map(goal).collect(),
        length: 1,
        simulated: vec![0; roles],
        playouts: vec![0; roles],
        thought: vec![0.0; roles],
        pace: vec![0.0; roles],
    }
}

#[test]
fn wins_are_counted_and_compared_with_random_play() {
    let experiment = experiment(WINS);
    let wins = definition::<Wins>(&experiment);
    let jobs = wins.jobs(Scale::Full);
    assert_eq!(jobs.len(), 2 * (9 + 40));
    assert_eq!(jobs[3].cell, "farmers/chance");
    assert_eq!(jobs[2].task.players, ["legal", "random", "random"]);
    let third = jobs.iter().rfind(|job| job.cell == "farmers/player").unwrap();
    assert_eq!((third.number, third.task.tested), (8, 2));
    let cells = ["nim/player", "nim/chance", "farmers/player", "farmers/chance"];
    assert_eq!(experiment.cells(), cells);
    let text = lines::<Wins>(&experiment, Scale::Full, 0, &made_up);
    let journal = Journal::<Wins>::read(text.as_bytes()).expect("it is whole");
    let results = Results::new(wins, &experiment.source(), Scale::Full, &journal);
    let all = GameCounts::all(wins, &results.expect("all fit"));
    let [nim, farmers] = &all[..] else { panic!("there are two games") };
    assert_eq!(nim.player, Count { won: 9, matches: 9 });
    assert_eq!(nim.chance, Count { won: 10, matches: 40 });
    assert!((nim.p().unwrap() - 0.25f64.powi(9)).abs() < 1e-12);
    assert_eq!(farmers.p(), Some(1.0));
    let nim = "| Nim | 9 of 9 | 0.001 | 9 of 9 | 4e-6 | +0.0 | 1.000 | 1.000 | 25.0 | 100.0 |";
    // By hand: Fisher's p is 2 · C(9, 3) / C(18, 3) = 168 / 816, and there are two games.
    let farmers =
        "| Farmers | 3 of 9 | 0.200 | 0 of 9 | 1.000 | -33.3 | 0.206 | 0.412 | 25.0 | 0.0 |";
    has_parts(&report(&experiment, &text), &[nim, farmers, "all 98 matches are finished"]);
    assert_eq!(figure(&experiment, &text), None);
    let summary = experiment.summary(Scale::Full, text.as_bytes()).expect("all fit").to_string();
    has_parts(&summary, &["nim     9 of 9    10 of 40   9 of 9\n"]);
    let broken = WINS.replace("roles = 3", "roles = 0").replace("won = 9,", "won = 10,");
    is_wrong(&broken, &["wins.rows.farmers.roles: 0", "wins.rows.nim.reported: not more"]);
}

#[test]
fn counts_that_were_killed_anywhere_go_on_to_the_same_end() {
    goes_on_from_anywhere::<Wins>(&experiment(WINS), &made_up);
}
