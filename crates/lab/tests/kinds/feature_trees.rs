//! Experiments with feature trees.

use crate::common::{
    definition, experiment, figure, goes_on_from_anywhere, has_parts, is_of_another, is_refused,
    is_whole_at_any_time, is_wrong, lines, report,
};
use agon_lab::kinds::feature_trees::{
    FeatureTrees, Finding, Outcome, Score, Task, TestedFeature, WeightedFeature, Work,
};
use agon_lab::{Job, Kind, Scale};
use std::collections::BTreeSet;

const TREES: &str = "id = 'g'\ntitle = 'G'\nquestion = 'Which?'\ndocument = 'kuhl'\nplace = 'S'\nfound = 'One.'\nkind = 'feature-trees'
    [feature-trees]
    seed = 3
    settings = 'None.'
    states = { small = 10, full = 20 }
    draws = { small = 2, full = 4 }
    depth = 1
    most = { small = 1, full = 2 }
    matches = { small = 5, full = 50 }
    opponent = 'random'
    simulations = { small = 1, full = 2 }
    games = { small = 2, full = 3 }
    reach = 2
    reported_left_out = 50.0
    rows = [
      { game = 'nim', title = 'Nim', roles = ['white', 'black'], reported = { nodes = 9, feature = 'the last heap', learning = 'flat', won = 0 } },
      { game = 'hex', title = 'Hex', roles = ['red', 'blue'], draws = { small = 3, full = 5 } },
    ]";

/// The same of all games: nothing that matters if others have weights, and two features if they have none.
fn made_up(job: &Job<Task>) -> Finding {
    let tested = |feature: &str, weight, p, tried| TestedFeature {
        feature: feature.to_owned(),
        weight,
        p,
        tried,
    };
    let games = job.task.games;
    let (outcome, matches) = match job.task.work {
        Work::Choose { alone: false, .. } => {
            let next = Some(tested("F:heap O[1]", -1.0, 0.25, 6));
            (Outcome::Chosen { chosen: Vec::new(), next }, 0)
        }
        Work::Choose { alone: true, most, .. } => {
            let all = [tested("F:heap #", 1.0, 0.01, 6), tested("#", -0.9, 0.02, 5)];
            let chosen = all.into_iter().take(most as usize).collect();
            (Outcome::Chosen { chosen, next: None }, games)
        }
        Work::Learn { .. } => {
            let greatest = vec![WeightedFeature { feature: "F:heap #".to_owned(), weight: -3.5 }];
            (Outcome::Learnt { by_chance: 50.0, means: vec![40.0, 60.0], greatest }, games)
        }
    };
    let score = Score { won: 0, drawn: matches.min(1), lost: matches.saturating_sub(1) };
    Finding { nodes: 5, features: 8, left_out: 2, outcome, score }
}

#[test]
fn every_role_is_tried_in_three_ways_with_the_same_tree() {
    let experiment = experiment(TREES);
    let jobs = definition::<FeatureTrees>(&experiment).jobs(Scale::Full);
    let cells = experiment.cells();
    assert_eq!(
        cells[..4],
        ["nim.white/document", "nim.white/alone", "nim.white/learnt", "nim.black/document"]
    );
    assert_eq!((cells.len(), jobs.len()), (12, 12));
    assert!(jobs.iter().zip(&cells).all(|(job, cell)| job.cell == *cell));
    // A game has one tree, and every trial its own random choices.
    let seeds = |of: fn(&Job<Task>) -> u64, game: &str| -> BTreeSet<u64> {
        jobs.iter().filter(|job| job.task.game == game).map(of).collect()
    };
    assert_eq!((seeds(|it| it.task.seed, "nim").len(), seeds(|it| it.seed, "nim").len()), (1, 6));
    assert_ne!(seeds(|it| it.task.seed, "nim"), seeds(|it| it.task.seed, "hex"));
    let work = |place: usize| jobs[place].task.work;
    assert_eq!(work(0), Work::Choose { alone: false, draws: 4, depth: 1, most: 2 });
    assert_eq!(work(7), Work::Choose { alone: true, draws: 5, depth: 1, most: 2 });
    assert_eq!(work(11), Work::Learn { matches: 50 });
}

#[test]
fn findings_stand_beside_those_of_the_document() {
    let experiment = experiment(TREES).with_notes("So it is.");
    let text = lines::<FeatureTrees>(&experiment, Scale::Full, 1, &made_up);
    assert_eq!(figure(&experiment, &text), None);
    let whole = report(&experiment, &text);
    has_parts(
        &whole,
        &[
            "all 12 trials are finished",
            "| Nim | 9 | 5 | 8 | 50 | 25 |",
            "| Hex | – | 5 | 8 | 50 | 25 |",
            "| Nim | white | the last heap | drawn | – | `F:heap O[1]` -1.00 (p 0.2500, of 6: 0.8220) |",
            "| Nim | black | the last heap | alone | `F:heap #` +1.00 (p 0.0100, of 6: 0.0585), `#` -0.90 (p 0.0200, of 5: 0.0961) | – |",
            "| Hex | red | – | alone | `F:heap #` +1.00 ",
            "| Nim | white | flat | 50.0 | 40.0 | 60.0 | `F:heap #` -3.50 |",
            "| Nim | white | chosen alone | 0 | 0 | 1 | 2 |",
            "| Nim | white | learned | – | 0 | 1 | 2 |",
            "## Discussion\n\nSo it is.",
            "Weights are drawn 4 times, 5 in `hex`, with two matches",
        ],
    );
    assert!(!whole.contains("chosen, others drawn"), "nothing was chosen so, and nothing played");
    let first: String = text.split_inclusive('\n').take(1).collect();
    has_parts(&report(&experiment, &first), &["| Hex | – | – | – | 50 | – |"]);
    is_whole_at_any_time(&experiment, &text, &[0, 1, 5]);
}

#[test]
fn trials_that_were_killed_anywhere_go_on_to_the_same_end() {
    goes_on_from_anywhere::<FeatureTrees>(&experiment(TREES), &made_up);
}

#[test]
fn findings_that_do_not_fit_are_refused() {
    let experiment = experiment(TREES);
    let text = lines::<FeatureTrees>(&experiment, Scale::Full, 1, &made_up);
    for (from, to, said) in [
        ("\"left_out\":2", "\"left_out\":9", "numbers do not fit together"),
        ("\"p\":0.25", "\"p\":1.5", "numbers do not fit together"),
        ("\"tried\":6", "\"tried\":9", "numbers do not fit together"),
        (
            "\"alone\":true,\"draws\":4,\"depth\":1,\"most\":2",
            "\"alone\":true,\"draws\":4,\"depth\":1,\"most\":1",
            "numbers do not fit together",
        ),
        ("\"means\":[40.0,60.0]", "\"means\":[]", "numbers do not fit together"),
        ("\"means\":[40.0", "\"means\":[140.0", "numbers do not fit together"),
        ("\"lost\":2", "\"lost\":3", "numbers do not fit together"),
        ("\"lost\":0", "\"lost\":3", "numbers do not fit together"),
        (
            "\"learn\":{\"matches\":50}",
            "\"choose\":{\"alone\":true,\"draws\":4,\"depth\":1,\"most\":2}",
            "numbers do not fit together",
        ),
        ("\"nodes\":5", "\"notes\":5", "unknown field `notes`"),
        ("\"weight\":-3.5", "\"weight\":null", "invalid type"),
    ] {
        is_refused(&experiment, &text, (from, to), said);
    }
    for (from, to) in
        [("\"draws\":4", "\"draws\":6"), ("\"experiment\":\"g\"", "\"experiment\":\"h\"")]
    {
        is_of_another(&experiment, &text, (from, to));
    }
}

#[test]
fn everything_that_makes_no_sense_is_reported() {
    let broken = TREES
        .replace("states = { small = 10", "states = { small = 0")
        .replace("draws = { small = 2, full = 4", "draws = { small = 1, full = 4")
        .replace("draws = { small = 3, full = 5", "draws = { small = 3, full = 1")
        .replace("games = { small = 2, full = 3", "games = { small = 2, full = 200000")
        .replace("depth = 1", "depth = 0")
        .replace("reach = 2", "reach = 11")
        .replace("50.0", "101.0")
        .replace("['red', 'blue']", "['red']")
        .replace("game = 'hex'", "game = 'nim'");
    is_wrong(
        &broken,
        &[
            "feature-trees.rows: `nim` is there twice",
            "feature-trees.states: 0 is not a number from 1 to",
            "feature-trees.draws: 1 is not a number from 2 to",
            "feature-trees.rows.nim.draws: 1 is not a number from 2 to",
            "feature-trees.games: 200000 is not",
            "feature-trees.depth: 0 is not",
            "feature-trees.reach: 11 is not",
            "feature-trees.reported_left_out: it is not",
            "feature-trees.rows.nim.roles: there have to be 2",
        ],
    );
    let homeless = TREES.replace("document = 'kuhl'\nplace = 'S'\nfound = 'One.'\n", "");
    is_wrong(&homeless, &["document: it is missing"]);
    let nothing = homeless.replace("reported_left_out = 50.0\n", "\n").replace(
        ", reported = { nodes = 9, feature = 'the last heap', learning = 'flat', won = 0 }",
        "",
    );
    experiment(&nothing);
}
