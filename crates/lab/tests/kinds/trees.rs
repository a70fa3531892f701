//! Experiments with feature trees.

use crate::common::{facts, figure, is_of_another, is_said};
use lab::{
    Against, ArenaError, Ended, Entry, Experiment, Findings, Fruit, Gardener, Harvest, Harvested,
    Journal, Kind, Picked, Plot, PlotWork, Scale, Trees, Weighed,
};

const GROVE: &str = "id = 'g'\ntitle = 'G'\nquestion = 'Which?'\ndocument = '000'\nplace = 'S'\nfound = 'One.'\nkind = 'trees'
    [trees]
    seed = 3
    settings = 'None.'
    states = { small = 10, full = 20 }
    draws = { small = 2, full = 4 }
    depth = 1
    most = { small = 1, full = 2 }
    matches = { small = 5, full = 50 }
    rival = 'random'
    simulations = { small = 1, full = 2 }
    games = { small = 2, full = 3 }
    reach = 2
    reported_left_out = 50.0
    rows = [
      { game = 'nim', title = 'Nim', roles = ['white', 'black'], reported = { nodes = 9, feature = 'the last heap', learning = 'flat', won = 0 } },
      { game = 'hex', title = 'Hex', roles = ['red', 'blue'], draws = { small = 3, full = 5 } },
    ]";

/// Finds the same in all games: nothing that matters if others have weights, and two features if they have none.
struct Keeper;

impl Gardener for Keeper {
    fn tend(&self, plot: &Plot) -> Result<Option<Harvest>, ArenaError> {
        let picked = |feature: &str, weight, p, tried| Picked {
            feature: feature.to_owned(),
            weight,
            p,
            tried,
        };
        let games = plot.task.games;
        let (fruit, matches) = match plot.task.work {
            PlotWork::Choose { alone: false, .. } => {
                let next = Some(picked("F:heap O[1]", -1.0, 0.25, 6));
                (Fruit::Chosen { chosen: Vec::new(), next }, 0)
            }
            PlotWork::Choose { alone: true, most, .. } => {
                let all = [picked("F:heap #", 1.0, 0.01, 6), picked("#", -0.9, 0.02, 5)];
                let chosen = all.into_iter().take(most as usize).collect();
                (Fruit::Chosen { chosen, next: None }, games)
            }
            PlotWork::Learn { .. } => {
                let greatest = vec![Weighed { feature: "F:heap #".to_owned(), weight: -3.5 }];
                (Fruit::Learnt { by_chance: 50.0, means: vec![40.0, 60.0], greatest }, games)
            }
        };
        let against = Against { won: 0, drawn: matches.min(1), lost: matches.saturating_sub(1) };
        Ok(Some(Harvest { nodes: 5, features: 8, left_out: 2, fruit, against, seconds: 0.5 }))
    }
}

fn grove() -> Experiment {
    Experiment::read("g.toml", GROVE).expect("it is right")
}

fn trees(experiment: &Experiment) -> &Trees {
    let Kind::Trees(trees) = &experiment.kind else { panic!("it has trees") };
    trees
}

fn tended(plots: &[Plot], threads: usize) -> String {
    let mut text = String::new();
    let ended = lab::tend(plots, &Keeper, threads, &|| false, &mut |harvested| {
        text += &harvested.line();
        Ok(())
    });
    assert!(matches!(ended, Ok(Ended::Done)));
    text
}

#[test]
fn every_role_is_tried_in_three_ways_with_the_same_tree() {
    let experiment = grove();
    let plots = trees(&experiment).plots("g", Scale::Full);
    let cells = experiment.kind.cells();
    assert_eq!(
        cells[..4],
        ["nim.white/document", "nim.white/alone", "nim.white/learnt", "nim.black/document"]
    );
    assert_eq!((cells.len(), plots.len()), (12, 12));
    assert!(plots.iter().zip(&cells).all(|(plot, cell)| plot.cell == *cell));
    // A game has one tree, and every trial its own random choices.
    let seeds = |of: fn(&Plot) -> u64, game: &str| -> std::collections::BTreeSet<u64> {
        plots.iter().filter(|plot| plot.task.game == game).map(of).collect()
    };
    assert_eq!((seeds(|it| it.task.seed, "nim").len(), seeds(|it| it.seed, "nim").len()), (1, 6));
    assert_ne!(seeds(|it| it.task.seed, "nim"), seeds(|it| it.task.seed, "hex"));
    let work = |place: usize| plots[place].task.work;
    assert_eq!(work(0), PlotWork::Choose { alone: false, draws: 4, depth: 1, most: 2 });
    assert_eq!(work(7), PlotWork::Choose { alone: true, draws: 5, depth: 1, most: 2 });
    assert_eq!(work(11), PlotWork::Learn { matches: 50 });
    assert!(experiment.orders(Scale::Full).is_empty(), "there are no matches in it");
    let (one, many) = (tended(&plots, 1), tended(&plots, 3));
    let lines = |text: &str| -> std::collections::BTreeSet<String> {
        text.lines().map(str::to_owned).collect()
    };
    assert_eq!((one.lines().count(), lines(&one)), (12, lines(&many)));
}

#[test]
fn what_was_found_is_told_beside_the_document() {
    let experiment = grove().with_notes("So it is.");
    let plots = trees(&experiment).plots("g", Scale::Full);
    let report = |count: usize| {
        let text = tended(&plots[..count], 1);
        let findings = Findings::read(&experiment.kind, text.as_bytes()).expect("it is whole");
        assert_eq!(figure(&experiment, &text), None);
        lab::report(&experiment, Scale::Full, &findings, &facts("g")).expect("all fit")
    };
    let whole = report(12);
    for expected in [
        "all 12 trials have been played",
        "| Nim | 9 | 5 | 8 | 50 | 25 |",
        "| Hex | – | 5 | 8 | 50 | 25 |",
        "| Nim | white | the last heap | drawn | – | `F:heap O[1]` -1.00 (p 0.2500, of 6: 0.8220) |",
        "| Nim | black | the last heap | alone | `F:heap #` +1.00 (p 0.0100, of 6: 0.0585), `#` -0.90 (p 0.0200, of 5: 0.0961) | – |",
        "| Hex | red | – | alone | `F:heap #` +1.00 ",
        "| Nim | white | flat | 50.0 | 40.0 | 60.0 | `F:heap #` -3.50 |",
        "| Nim | white | chosen alone | 0 | 0 | 1 | 2 |",
        "| Nim | white | learnt | – | 0 | 1 | 2 |",
        "## Discussion\n\nSo it is.",
        "Weights are drawn 4 times, 5 in `hex`, ",
    ] {
        assert!(whole.contains(expected), "`{expected}` is not in\n{whole}");
    }
    assert!(!whole.contains("chosen, others drawn"), "nothing was chosen so, and nothing played");
    let part = report(1);
    assert!(part.contains("1 of 12 trials have been played so far"), "{part}");
    assert!(part.contains("| Hex | – | – | – | 50 | – |"), "{part}");
}

#[test]
fn trials_that_were_killed_anywhere_go_on_to_the_same_end() {
    let experiment = grove();
    let plots = trees(&experiment).plots("g", Scale::Small);
    let all = tended(&plots, 1);
    for length in 0..=all.len() {
        let journal = Journal::<Harvested>::read(&all.as_bytes()[..length]).expect("it is whole");
        let missing = journal.missing(plots.clone()).expect("it is the same experiment");
        assert_eq!(format!("{}{}", &all[..journal.whole()], tended(&missing, 1)), all, "{length}");
    }
}

#[test]
fn harvests_that_do_not_fit_are_refused() {
    let experiment = grove();
    let text = tended(&trees(&experiment).plots("g", Scale::Full), 1);
    for (from, to, said) in [
        ("\"left_out\":2", "\"left_out\":9", "numbers do not fit together"),
        ("\"p\":0.25", "\"p\":1.5", "numbers do not fit together"),
        ("\"tried\":6", "\"tried\":9", "numbers do not fit together"),
        ("\"most\":2", "\"most\":1", "numbers do not fit together"),
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
        // Not every trial has chosen so many.
        let changed = match from {
            "\"most\":2" => text.replace(from, to),
            _ => text.replacen(from, to, 1),
        };
        assert_ne!(changed, text, "{from}");
        let error = Findings::read(&experiment.kind, changed.as_bytes()).expect_err(to);
        assert!(error.to_string().contains(said), "{error}");
    }
    for (from, to) in
        [("\"draws\":4", "\"draws\":6"), ("\"experiment\":\"g\"", "\"experiment\":\"h\"")]
    {
        is_of_another(&experiment, &text, (from, to));
    }
}

#[test]
fn what_makes_no_sense_in_trees_is_said() {
    let broken = GROVE
        .replace("states = { small = 10", "states = { small = 0")
        .replace("draws = { small = 2, full = 4", "draws = { small = 1, full = 4")
        .replace("draws = { small = 3, full = 5", "draws = { small = 3, full = 1")
        .replace("games = { small = 2, full = 3", "games = { small = 2, full = 200000")
        .replace("depth = 1", "depth = 0")
        .replace("reach = 2", "reach = 11")
        .replace("50.0", "101.0")
        .replace("['red', 'blue']", "['red']")
        .replace("game = 'hex'", "game = 'nim'");
    is_said(
        &broken,
        &[
            "trees.rows: `nim` is there twice",
            "trees.states: 0 is not a number from 1 to",
            "trees.draws: 1 is not a number from 2 to",
            "trees.rows.nim.draws: 1 is not a number from 2 to",
            "trees.games: 200000 is not",
            "trees.depth: 0 is not",
            "trees.reach: 11 is not",
            "trees.reported_left_out: it is not",
            "trees.rows.nim.roles: there have to be 2",
        ],
    );
    let homeless = GROVE.replace("document = '000'\nplace = 'S'\nfound = 'One.'\n", "");
    is_said(&homeless, &["document: it is missing"]);
    let nothing = homeless.replace("reported_left_out = 50.0\n", "\n").replace(
        ", reported = { nodes = 9, feature = 'the last heap', learning = 'flat', won = 0 }",
        "",
    );
    assert!(Experiment::read("g.toml", &nothing).is_ok(), "it has no figures of a document");
}
