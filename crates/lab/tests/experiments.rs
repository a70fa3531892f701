//! Experiments from their definitions to their reports, with an arena that only pretends to play.

use lab::{
    Arena, ArenaError, Budget, Count, Drawn, Ended, Entry, Estimate, Experiment, Facts, Findings,
    Found, Journal, Kind, Learnt, Order, Outcome, Reading, Record, RunError, Scale, School, Survey,
    Surveyor, Transfer, Trial,
};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

const TINY: &str = include_str!("tiny.toml");

const TIMED: &str = include_str!("timed.toml");

fn tiny() -> Experiment {
    Experiment::read("tiny.toml", TINY).expect("the definition is right")
}

/// Every outcome follows from the seed.
struct Pretence;

impl Arena for Pretence {
    fn play(&self, order: &Order) -> Result<Option<Outcome>, ArenaError> {
        let goals = match order.seed % 5 {
            0 => [0, 100],
            1 => [50, 50],
            2 => [30, 20],
            _ => [100, 0],
        };
        // The player under test simulates more, and plays out more games for each simulation.
        fn of_both<T>(order: &Order, tested: T, baseline: T) -> Vec<T> {
            let mut both = vec![tested, baseline];
            both.rotate_left(order.tested);
            both
        }
        Ok(Some(Outcome {
            roles: vec!["white".to_owned(), "black".to_owned()],
            goals: goals.to_vec(),
            length: 3 + order.seed % 7,
            simulated: of_both(order, 20, 10),
            playouts: of_both(order, 320, 10),
            thought: vec![0.1; 2],
            pace: of_both(order, 5e-6, 4e-6),
            seconds: 0.25,
        }))
    }
}

fn play(orders: &[Order], arena: &dyn Arena, threads: usize) -> (String, Result<Ended, RunError>) {
    let mut text = String::new();
    let ended = lab::run(orders, arena, threads, &|| false, &mut |record: Record| {
        text.push_str(&record.line());
        Ok(())
    });
    (text, ended)
}

fn lines(text: &str) -> BTreeSet<&str> {
    text.lines().collect()
}

#[test]
fn all_bundled_experiments_name_games_and_players_that_exist() {
    let mut seen = 0;
    for experiment in lab::experiments() {
        assert_eq!(lab::find(&experiment.id).expect("it is bundled").title, experiment.title);
        let games = experiment.kind.games();
        assert!(!games.is_empty(), "{}", experiment.id);
        assert!(games.iter().all(|game| library::find(game).is_ok()), "{games:?}");
        for order in experiment.orders(Scale::Full) {
            let Order { game, players, .. } = &order;
            for player in players {
                let name: Result<play::PlayerName, _> = player.parse();
                assert!(name.is_ok(), "{}: {}", experiment.id, name.unwrap_err());
            }
            let about = library::find(game).expect(game).about();
            assert_eq!(about.roles.len(), players.len(), "{}: {game}", experiment.id);
            let document = experiment.document.as_ref();
            let known = |number| about.documents.contains(number);
            assert!(document.is_none_or(|document| known(&document.number)), "{game}");
        }
        if let Kind::Curves(curves) = &experiment.kind {
            for Trial { task, .. } in curves.trials(&experiment.id, Scale::Full) {
                let about = library::find(&task.game).expect("it is bundled").about();
                assert!(task.role < about.roles.len(), "{}: {}", experiment.id, task.game);
                let document = experiment.document.as_ref().expect("curves are a document's");
                assert!(about.documents.contains(&document.number), "{}", task.game);
                let source = task.transfer.as_ref().and_then(Transfer::game);
                assert!(source.is_none_or(|game| library::find(game).is_ok()), "{source:?}");
            }
        }
        if let Kind::Estimates(estimates) = &experiment.kind {
            for row in &estimates.rows {
                let about = library::find(&row.game).expect("it is bundled").about();
                let document = experiment.document.as_ref().expect("estimates are a document's");
                assert!(about.documents.contains(&document.number), "{}", row.game);
            }
        }
        if let Kind::Trees(trees) = &experiment.kind {
            let rival: Result<play::PlayerName, _> = trees.rival.parse();
            assert!(rival.is_ok(), "{}: {}", experiment.id, rival.unwrap_err());
            for row in &trees.rows {
                let about = library::find(&row.game).expect("it is bundled").about();
                assert_eq!(about.roles, row.roles, "{}", row.game);
                let document = experiment.document.as_ref().expect("trees are a document's");
                assert!(about.documents.contains(&document.number), "{}", row.game);
            }
        }
        seen += 1;
    }
    assert!(seen >= 1);
}

#[test]
fn the_documents_averages_follow_from_its_figures() {
    for experiment in lab::experiments() {
        let Kind::Matches(matches) = &experiment.kind else { continue };
        for column in &matches.columns {
            let Some(average) = column.average else { continue };
            let cells = matches.cells().filter(|cell| cell.column.name == column.name);
            let figures: Vec<f64> =
                cells.filter_map(|cell| Some(cell.reported()?.percent)).collect();
            let mean = figures.iter().sum::<f64>() / figures.len() as f64;
            assert!((mean - average).abs() <= 0.005, "{}: {mean}", column.name);
        }
    }
}

#[test]
fn cells_fill_up_evenly_and_roles_are_taken_in_turn() {
    let orders = tiny().orders(Scale::Full);
    let shown: Vec<String> = orders[..6]
        .iter()
        .map(|order| format!("{} {} {}", order.number, order.cell, order.players.join("-")))
        .collect();
    assert_eq!(
        shown,
        [
            "0 nim/chance random-legal",
            "0 nim/self legal-legal",
            "0 tic-tac-toe/chance random-legal",
            "0 tic-tac-toe/self legal-legal",
            "1 nim/chance legal-random",
            "1 nim/self legal-legal",
        ]
    );
    assert_eq!(
        (orders.len(), orders[4].tested, &orders[4].budgets[..]),
        (28, 1, &[Budget::Simulations(10); 2][..])
    );
    assert_eq!(
        orders[..8],
        tiny().orders(Scale::Small)[..],
        "a small run is the start of a full one"
    );
}

#[test]
fn two_runs_agree_whatever_the_number_of_threads() {
    let orders = tiny().orders(Scale::Full);
    let (first, ended) = play(&orders, &Pretence, 1);
    assert!(matches!(ended, Ok(Ended::Done)));
    assert_eq!(play(&orders, &Pretence, 1).0, first);
    let many = play(&orders, &Pretence, 4).0.replace(r#""threads":4"#, r#""threads":1"#);
    assert_eq!(lines(&many), lines(&first));
}

#[test]
fn a_run_that_was_killed_anywhere_goes_on_to_the_same_end() {
    let orders = tiny().orders(Scale::Small);
    let (all, _) = play(&orders, &Pretence, 1);
    for length in 0..=all.len() {
        let journal =
            Journal::<Record>::read(&all.as_bytes()[..length]).expect("it can be resumed");
        let missing = journal.missing(orders.clone()).expect("it is the same experiment");
        let (rest, _) = play(&missing, &Pretence, 1);
        assert_eq!(format!("{}{rest}", &all[..journal.whole()]), all, "{length}");
    }
}

#[test]
fn what_is_finished_is_kept_when_a_run_is_stopped() {
    let orders = tiny().orders(Scale::Full);
    let asked = AtomicUsize::new(0);
    let mut kept = 0;
    let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 5;
    let ended = lab::run(&orders, &Pretence, 1, &stop, &mut |_| {
        kept += 1;
        Ok(())
    });
    assert!(matches!(ended, Ok(Ended::Stopped)));
    assert_eq!(kept, 5);
}

#[test]
fn a_match_that_cannot_be_played_ends_the_run_and_is_named() {
    struct Broken;
    impl Arena for Broken {
        fn play(&self, order: &Order) -> Result<Option<Outcome>, ArenaError> {
            match (order.number, order.cell.as_str()) {
                (1, "nim/self") => Err(ArenaError("the roof fell in".to_owned())),
                _ => Pretence.play(order),
            }
        }
    }
    let (text, ended) = play(&tiny().orders(Scale::Full), &Broken, 1);
    let error = ended.expect_err("a match failed").to_string();
    assert_eq!(error, "match 1 of nim/self: the roof fell in");
    assert!((5..=28).contains(&text.lines().count()), "{text}");
    let full = lab::run(&tiny().orders(Scale::Small), &Pretence, 2, &|| false, &mut |_| {
        Err(std::io::Error::other("the disk is full"))
    });
    assert!(full.expect_err("nothing can be written").to_string().contains("the disk is full"));
}

fn facts() -> Facts {
    Facts {
        version: "agon 0.1.0".to_owned(),
        commit: Some("abc123".to_owned()),
        name: "tiny".to_owned(),
        figure: "tiny-full.svg".to_owned(),
    }
}

/// What has been found when so many matches were played.
fn findings(experiment: &Experiment, matches: usize) -> Findings<'_> {
    let (text, _) = play(&experiment.orders(Scale::Full)[..matches], &Pretence, 1);
    Findings::read(&experiment.kind, text.as_bytes()).expect("it is whole")
}

#[test]
fn the_report_sets_our_figures_beside_those_of_the_document() {
    let experiment = tiny().with_notes("It is as expected.\n");
    let report = lab::report(&experiment, Scale::Full, &findings(&experiment, 28), &facts());
    insta::assert_snapshot!(report.expect("all fit"));
    let figure = lab::figure(&experiment, Scale::Full, &findings(&experiment, 28))
        .expect("all fit")
        .expect("matches have a figure");
    insta::assert_snapshot!(figure);
}

#[test]
fn a_report_by_time_tells_speeds_and_needs_no_document() {
    let experiment = Experiment::read("timed.toml", TIMED).expect("the definition is right");
    let orders = experiment.orders(Scale::Full);
    let (text, _) = play(&orders[..5], &Pretence, 1);
    let (rest, _) = play(&orders[5..], &Pretence, 2);
    let text = format!("{text}{rest}");
    let findings = Findings::read(&experiment.kind, text.as_bytes()).expect("it is whole");
    let facts = Facts { name: "timed".to_owned(), figure: "timed.svg".to_owned(), ..facts() };
    let report = lab::report(&experiment, Scale::Full, &findings, &facts).expect("all fit");
    insta::assert_snapshot!(report);
    let figure = lab::figure(&experiment, Scale::Full, &findings)
        .expect("all fit")
        .expect("matches have a figure");
    assert!(!figure.contains("document") && figure.contains("fill=\"#5b9bd5\""), "{figure}");
    let nothing = Findings::read(&experiment.kind, &[]).expect("it is whole");
    let nothing = lab::report(&experiment, Scale::Full, &nothing, &facts);
    assert!(!nothing.expect("all fit").contains("NaN"));
}

#[test]
fn the_report_names_those_who_played() {
    let report = |text: &str| {
        let experiment = Experiment::read("tiny.toml", text).expect("the definition is right");
        let report = lab::report(&experiment, Scale::Full, &findings(&experiment, 28), &facts());
        report.expect("all fit")
    };
    let one = TINY.replace("simulations = 10\n", "simulations = 10\nplayers = { chance = 'mc' }\n");
    let said = "`chance` is `mc` in `nim` and `random` elsewhere, `self` is `legal`; the baseline";
    assert!(report(&one).contains(said), "{}", report(&one));
    let all =
        one.replace("reported = { self", "players = { chance = 'greedy' }\nreported = { self");
    let said = "`chance` is `mc` in `nim` and `greedy` in `tic-tac-toe`, `self` is `legal`;";
    assert!(report(&all).contains(said) && !report(&all).contains("`random`"), "{}", report(&all));
}

#[test]
fn a_document_without_figures_has_no_column() {
    let text =
        TINY.lines().filter(|line| !line.starts_with("reported") && !line.starts_with("average"));
    let text = text.collect::<Vec<_>>().join("\n");
    let experiment = Experiment::read("tiny.toml", &text).expect("the definition is right");
    let report = lab::report(&experiment, Scale::Full, &findings(&experiment, 28), &facts());
    let report = report.expect("all fit");
    assert!(report.contains("| Game | Chance | Itself |"), "{report}");
    assert!(report.contains("**What the document found.**"), "{report}");
}

#[test]
fn what_a_document_reports_of_speed_stands_beside_ours() {
    let text = TIMED
        .replace("kind =", "document = '4'\nplace = 'Table 2'\nfound = 'It is slower.'\nkind =")
        .replace("0.02", "0.02\nstart = 0.5\nreported_simulations = { uct = 93.0 }");
    let experiment = Experiment::read("timed.toml", &text).expect("the definition is right");
    let (text, _) = play(&experiment.orders(Scale::Small), &Pretence, 1);
    let findings = Findings::read(&experiment.kind, text.as_bytes()).expect("it is whole");
    let report = lab::report(&experiment, Scale::Small, &findings, &facts()).expect("all fit");
    for part in [
        "| simulations, % of the baseline's | document |",
        "| 32.00 | 5.00 | 4.00 | 80.0 | 93 |",
        "Seconds per move, and before the first: `nim` 0.02, 0.5.",
    ] {
        assert!(report.contains(part), "`{part}` is not in\n{report}");
    }
}

#[test]
fn matches_count_for_their_cells_where_rows_have_other_numbers_of_them() {
    let text =
        TINY.replacen("[[matches.rows]]", "[[matches.rows]]\ngames = { small = 1, full = 2 }", 1);
    let experiment = Experiment::read("tiny.toml", &text).expect("the definition is right");
    let orders = experiment.orders(Scale::Full);
    let (text, _) = play(&orders, &Pretence, 1);
    let journal = Journal::read(text.as_bytes()).expect("it is whole");
    let Kind::Matches(matches) = &experiment.kind else { panic!("it has matches") };
    let results =
        lab::Results::new(&experiment, matches, Scale::Full, &journal).expect("it is right");
    for compared in &results.cells {
        let cell = compared.cell.to_string();
        let expected = orders.iter().filter(|order| order.cell == cell).count();
        assert_eq!(compared.tally.matches(), expected as u64, "{cell}");
        let length: u64 =
            orders.iter().filter(|order| order.cell == cell).map(|order| 3 + order.seed % 7).sum();
        assert_eq!(compared.tally.length, length, "{cell}");
    }
}

#[test]
fn a_report_can_be_had_at_any_time() {
    for matches in [0, 1, 7] {
        let experiment = tiny();
        let findings = findings(&experiment, matches);
        let report = lab::report(&experiment, Scale::Full, &findings, &facts());
        let report = report.expect("all fit");
        let said = format!("{matches} of 28 matches have been played so far");
        assert!(report.contains(&said) && !report.contains("## Discussion"), "{report}");
        assert!(!report.contains("NaN"), "{report}");
        let figure = lab::figure(&experiment, Scale::Full, &findings)
            .expect("all fit")
            .expect("matches have a figure");
        assert!(figure.ends_with("</svg>\n") && !figure.contains("NaN"), "{figure}");
    }
}

const WINS: &str = "id = 'w'\ntitle = 'W'\nquestion = 'Why?'\ndocument = '000'\nplace = 'T'\nfound = 'F'\nkind = 'wins'
    [wins]
    seed = 1
    budget = 'Little.'
    ponder = false
    chance = { small = 2, full = 40 }
    rows = [
      { game = 'nim', title = 'Nim', roles = 2, player = 'legal', others = 'random', simulations = 5, matches = { small = 1, full = 9 }, reported = { won = 9, matches = 9, p = 0.001 } },
      { game = 'farmers', title = 'Farmers', roles = 3, player = 'legal', others = 'random', simulations = 5, matches = { small = 1, full = 9 }, reported = { won = 3, matches = 9, p = 0.2 } },
    ]";

#[test]
fn wins_are_counted_and_compared_with_chance() {
    let experiment = Experiment::read("w.toml", WINS).expect("it is right");
    let orders = experiment.orders(Scale::Full);
    assert_eq!(orders.len(), 2 * (9 + 40));
    assert_eq!(orders[3].cell, "farmers/chance");
    assert_eq!(orders[2].players, ["legal", "random", "random"]);
    let third = orders.iter().rfind(|order| order.cell == "farmers/player").unwrap();
    assert_eq!((third.number, third.tested), (8, 2));
    // The player wins all matches of nim and none of farmers; chance wins a quarter.
    let mut text = String::new();
    for order in &orders {
        let wins = match order.cell.as_str() {
            "nim/player" => true,
            "farmers/player" => false,
            _ => order.number % 4 == 0,
        };
        let roles = order.players.len();
        let goal = |role: usize| if (role == order.tested) == wins { 100 } else { 0 };
        let outcome = Outcome {
            roles: (0..roles).map(|role| role.to_string()).collect(),
            goals: (0..roles).map(goal).collect(),
            length: 1,
            simulated: vec![0; roles],
            playouts: vec![0; roles],
            thought: vec![0.0; roles],
            pace: vec![0.0; roles],
            seconds: 0.0,
        };
        text += &Record::new(order, outcome, 1).expect("it is whole").line();
    }
    let journal = Journal::read(text.as_bytes()).expect("it is whole");
    let Kind::Wins(wins) = &experiment.kind else { panic!("it counts wins") };
    let results = wins.results("w", Scale::Full, &journal).expect("all fit");
    let [nim, farmers] = &results[..] else { panic!("there are two games") };
    assert_eq!(
        (nim.player, nim.chance),
        (Count { won: 9, matches: 9 }, Count { won: 10, matches: 40 })
    );
    assert!((nim.p().unwrap() - 0.25f64.powi(9)).abs() < 1e-12);
    assert_eq!(farmers.p(), Some(1.0));
    let facts = Facts {
        version: "agon".to_owned(),
        commit: None,
        name: "w".to_owned(),
        figure: String::new(),
    };
    let findings = Findings::read(&experiment.kind, text.as_bytes()).expect("it is whole");
    let report = lab::report(&experiment, Scale::Full, &findings, &facts).expect("all fit");
    assert!(report.contains("| Nim | 9 of 9 | 0.001 | 9 of 9 | 4e-6 | 25.0 | 100.0 |"), "{report}");
    assert!(report.contains("all 98 matches have been played"), "{report}");
    assert_eq!(lab::figure(&experiment, Scale::Full, &findings).expect("all fit"), None);
    let broken = WINS.replace("roles = 3", "roles = 0").replace("won = 9,", "won = 10,");
    let error = Experiment::read("w.toml", &broken).expect_err("it is wrong").to_string();
    for part in ["wins.rows.farmers.roles: 0", "wins.rows.nim.reported: not more"] {
        assert!(error.contains(part), "{error}");
    }
}

const CURVES: &str = "id = 'c'\ntitle = 'C'\nquestion = 'Why?'\ndocument = '000'\nplace = 'T'\nfound = 'F'\nkind = 'curves'
    [curves]
    seed = 1
    settings = 'As usual.'
    trials = { small = 2, full = 5 }
    [[curves.panels]]
    name = 'nim'
    title = 'Nim'
    game = 'nim'
    rule = 'sarsa'
    opponent = { look-ahead = 1 }
    starts = 'random'
    matches = { small = 100, full = 400 }
    window = 100
    learners = [
      { name = 'scratch', title = 'From scratch' },
      { name = 'better', title = 'With values', transfer = { what = 'values', game = 'nim', matches = 50 } },
      { name = 'worse', title = 'With symmetries', transfer = { what = 'symmetries', game = 'nim' } },
    ]
    [[curves.panels]]
    name = 'soon'
    title = 'Nim, soon'
    game = 'nim'
    rule = 'q-learning'
    opponent = 'random'
    starts = 'initial'
    matches = { small = 100, full = 400 }
    window = 10
    until = 50.0
    learners = [
      { name = 'scratch', title = 'From scratch', reported = 52 },
      { name = 'tree', title = 'With a tree', reported = 379, transfer = { what = 'uct', simulations = 100 } },
    ]";

/// Learners that get better by a point with every step, from 50, 70 and 20 on, with a little noise.
struct Routine;

impl School for Routine {
    fn teach(&self, trial: &Trial) -> Result<Option<Learnt>, ArenaError> {
        let task = &trial.task;
        let (first, steps) = match trial.cell.as_str() {
            "nim/better" => (70, task.matches / task.step),
            "nim/worse" => (20, task.matches / task.step),
            "soon/tree" => (50, 300 + trial.number),
            "soon/scratch" if trial.number == 0 => (50, task.matches),
            "soon/scratch" => (50, 100 + trial.number),
            _ => (50, task.matches / task.step),
        };
        let sum = |step: u64| match task.step {
            1 => 0,
            many => (many * (first + step / 4)).min(many * 100) + trial.number % 3,
        };
        let sums = (0..steps).map(sum).collect();
        Ok(Some(Learnt { sums, met: 10, known: 4, seconds: 0.5 }))
    }
}

#[test]
fn curves_are_made_of_trials_and_compared_with_the_first() {
    let experiment = Experiment::read("c.toml", CURVES).expect("it is right");
    let Kind::Curves(curves) = &experiment.kind else { panic!("it has curves") };
    assert!(experiment.orders(Scale::Full).is_empty());
    let trials = curves.trials("c", Scale::Full);
    assert_eq!(trials.len(), 25);
    assert_eq!(trials[1].cell, "nim/better");
    let mut text = String::new();
    let ended = lab::teach(&trials, &Routine, 1, &|| false, &mut |course| {
        text += &course.line();
        Ok(())
    });
    assert!(matches!(ended, Ok(Ended::Done)));
    let findings = Findings::read(&experiment.kind, text.as_bytes()).expect("it is whole");
    let facts = Facts { name: "c".to_owned(), figure: "c-full.svg".to_owned(), ..facts() };
    insta::assert_snapshot!(
        lab::report(&experiment, Scale::Full, &findings, &facts).expect("all fit")
    );
    let figure = lab::figure(&experiment, Scale::Full, &findings).expect("all fit");
    insta::assert_snapshot!(figure.expect("a panel has curves"));
    // And with little or nothing.
    for lines in [0, 1, 4] {
        let some: String = text.split_inclusive('\n').take(lines).collect();
        let findings = Findings::read(&experiment.kind, some.as_bytes()).expect("it is whole");
        let report = lab::report(&experiment, Scale::Full, &findings, &facts).expect("all fit");
        assert!(!report.contains("NaN"), "{report}");
        let figure = lab::figure(&experiment, Scale::Full, &findings).expect("all fit");
        let figure = figure.expect("a panel has curves");
        assert!(!figure.contains("NaN") && !figure.contains("inf"), "{figure}");
    }
    // Trials of another experiment are not taken for those of this one.
    let other = text.replace("\"look-ahead\":1", "\"look-ahead\":2");
    let findings = Findings::read(&experiment.kind, other.as_bytes()).expect("it is whole");
    let error = lab::report(&experiment, Scale::Full, &findings, &facts).expect_err("it differs");
    let error = error.to_string();
    assert!(error.contains("line 1, trial 0 of nim/scratch, was played with"), "{error}");
}

#[test]
fn what_makes_no_sense_in_curves_is_said() {
    let broken = CURVES
        .replace("window = 10\n", "window = 0\n")
        .replace("{ look-ahead = 1 }", "{ look-ahead = 9 }")
        .replace("matches = 50 }", "matches = 0 }")
        .replace("until = 50.0", "until = 101.0")
        .replace("small = 2,", "small = 0,");
    let error = Experiment::read("c.toml", &broken).expect_err("it is wrong").to_string();
    for part in [
        "curves.trials: 0 is not",
        "curves.panels.nim.opponent: 9 is not from 1 to 6",
        "curves.panels.nim.learners.better.transfer: ",
        "curves.panels.soon.window: 0 is not",
        "curves.panels.soon.until: ",
    ] {
        assert!(error.contains(part), "`{part}` is not in\n{error}");
    }
}

const ESTIMATES: &str = "id = 'e'\ntitle = 'E'\nquestion = 'Why?'\ndocument = '000'\nplace = 'S'\nfound = 'F'\nkind = 'estimates'
    [estimates]
    seed = 1
    settings = 'As usual.'
    trials = { small = 2, full = 4 }
    states = { small = 2, full = 3 }
    looks = { small = 4, full = 5 }
    playouts = 10
    visits = 5
    look = 7
    critical = 40.0
    calm = 10.0
    rows = [
      { game = 'nim', title = 'Nim', heuristic = 'max.mobility', simulations = { small = 10, full = 20 } },
      { game = 'hex', title = 'Hex', heuristic = 'max.goal|min.goal', simulations = { small = 10, full = 20 } },
    ]";

/// Guided playouts are better in critical states of nim, worse in calm ones, and the same in hex, where there are no calm states.
struct Outing;

impl Surveyor for Outing {
    fn survey(&self, survey: &Survey) -> Result<Option<Found>, ArenaError> {
        let number = survey.number as f64;
        let drawn = |spread: f64, random: f64, guided: f64| {
            let state = Estimate { spread, reference: 60.0, random: 60.0 - random, guided };
            Drawn { proposed: 9, looked: 4, estimates: vec![state; survey.task.states as usize] }
        };
        let (critical, calm) = match survey.cell.as_str() {
            "nim" => (drawn(50.004, 20.0 + number, 65.0), drawn(5.0, 1.0, 70.0 + number)),
            _ => (drawn(100.0, 10.0, 70.0), Drawn::default()),
        };
        Ok(Some(Found { critical, calm, seconds: 0.5 }))
    }
}

fn survey(surveys: &[Survey], threads: usize) -> String {
    let mut text = String::new();
    let ended = lab::survey(surveys, &Outing, threads, &|| false, &mut |reading| {
        text += &reading.line();
        Ok(())
    });
    assert!(matches!(ended, Ok(Ended::Done)));
    text
}

#[test]
fn estimates_are_made_of_trials_that_count_once() {
    let experiment = Experiment::read("e.toml", ESTIMATES).expect("it is right");
    let Kind::Estimates(estimates) = &experiment.kind else { panic!("it has estimates") };
    assert!(experiment.orders(Scale::Full).is_empty());
    assert_eq!(experiment.kind.cells(), ["nim", "hex"]);
    let surveys = estimates.surveys("e", Scale::Full);
    let text = survey(&surveys, 1);
    assert_eq!(text.lines().count(), 8);
    assert_eq!(lines(&survey(&surveys, 3)), lines(&text));
    let findings = Findings::read(&experiment.kind, text.as_bytes()).expect("it is whole");
    let facts = Facts { name: "e".to_owned(), figure: "e-full.svg".to_owned(), ..facts() };
    let report = lab::report(&experiment, Scale::Full, &findings, &facts).expect("all fit");
    insta::assert_snapshot!(report);
    assert_eq!(lab::figure(&experiment, Scale::Full, &findings).expect("all fit"), None);
    for count in [0, 1, 3] {
        let some: String = text.split_inclusive('\n').take(count).collect();
        let findings = Findings::read(&experiment.kind, some.as_bytes()).expect("it is whole");
        let report = lab::report(&experiment, Scale::Full, &findings, &facts).expect("all fit");
        assert!(!report.contains("NaN"), "{report}");
        let said = format!("{count} of 8 trials have been played so far");
        assert!(report.contains(&said), "{report}");
    }
}

#[test]
fn trials_of_estimates_that_were_killed_anywhere_go_on_to_the_same_end() {
    let experiment = Experiment::read("e.toml", ESTIMATES).expect("it is right");
    let Kind::Estimates(estimates) = &experiment.kind else { panic!("it has estimates") };
    let surveys = estimates.surveys("e", Scale::Small);
    let all = survey(&surveys, 1);
    for length in 0..=all.len() {
        let journal = Journal::<Reading>::read(&all.as_bytes()[..length]).expect("it is whole");
        let missing = journal.missing(surveys.clone()).expect("it is the same experiment");
        assert_eq!(format!("{}{}", &all[..journal.whole()], survey(&missing, 1)), all, "{length}");
    }
}

#[test]
fn estimates_that_do_not_fit_are_refused() {
    let experiment = Experiment::read("e.toml", ESTIMATES).expect("it is right");
    let Kind::Estimates(estimates) = &experiment.kind else { panic!("it has estimates") };
    let text = survey(&estimates.surveys("e", Scale::Full), 1);
    let hostile = [
        ("\"proposed\":9", "\"proposed\":3", "numbers do not fit together"),
        ("\"states\":3", "\"states\":2", "numbers do not fit together"),
        ("\"looks\":5", "\"looks\":3", "numbers do not fit together"),
        ("\"looked\":4", "\"looked\":2", "numbers do not fit together"),
        ("\"spread\":50.0", "\"spread\":39.9", "numbers do not fit together"),
        ("\"spread\":50.0", "\"spread\":100.1", "numbers do not fit together"),
        ("\"spread\":5.0", "\"spread\":-10.1", "numbers do not fit together"),
        ("\"spread\":5.0", "\"spread\":10.1", "numbers do not fit together"),
        ("\"reference\":60.0", "\"reference\":-1.0", "numbers do not fit together"),
        ("\"guided\":65.0", "\"guided\":1e9", "numbers do not fit together"),
        ("\"guided\":65.0", "\"guided\":null", "invalid type"),
        ("\"proposed\":9", "\"met\":9", "unknown field `met`"),
    ];
    for (from, to, said) in hostile {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        let error = Findings::read(&experiment.kind, changed.as_bytes()).expect_err(to);
        let error = error.to_string();
        assert!(error.starts_with("line 1 is not a finished trial: "), "{error}");
        assert!(error.contains(said), "{error}");
    }
    for (from, to, said) in [
        ("\"heuristic\":\"max.mobility\"", "\"heuristic\":\"max.goal\"", "\"max.goal\""),
        ("\"experiment\":\"e\"", "\"experiment\":\"f\"", "with f, and the experiment has e"),
    ] {
        let changed = text.replacen(from, to, 1);
        let findings = Findings::read(&experiment.kind, changed.as_bytes()).expect("it is whole");
        let error = lab::report(&experiment, Scale::Full, &findings, &facts()).expect_err(to);
        let error = error.to_string();
        assert!(error.contains("line 1, trial 0 of nim, was played with"), "{error}");
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn what_makes_no_sense_in_estimates_is_said() {
    let broken = ESTIMATES
        .replace("trials = { small = 2,", "trials = { small = 0,")
        .replace("full = 3 }", "full = 10001 }")
        .replace("looks = { small = 4,", "looks = { small = 0,")
        .replace("playouts = 10", "playouts = 0")
        .replace("visits = 5", "visits = 0")
        .replace("look = 7", "look = 0")
        .replace("calm = 10.0", "calm = 40.0")
        .replace("game = 'hex'", "game = 'nim'")
        .replacen("{ small = 10, full = 20 }", "{ small = 0, full = 20000000 }", 1);
    let error = Experiment::read("e.toml", &broken).expect_err("it is wrong").to_string();
    for part in [
        "estimates.rows: `nim` is there twice",
        "estimates.trials: 0 is not",
        "estimates.states: 10001 is not",
        "estimates.looks: 0 is not",
        "estimates.playouts: 0 is not",
        "estimates.visits: 0 is not",
        "estimates.look: 0 is not",
        "estimates.calm: 40 is not",
        "estimates.rows.nim.simulations: 0 is not",
        "estimates.rows.nim.simulations: 20000000 is not",
    ] {
        assert!(error.contains(part), "`{part}` is not in\n{error}");
    }
    for critical in ["nan", "101.0", "-1.0"] {
        let broken = ESTIMATES.replace("critical = 40.0", &format!("critical = {critical}"));
        let error = Experiment::read("e.toml", &broken).expect_err("it is wrong").to_string();
        assert!(error.contains("estimates.critical: "), "{error}");
    }
}
