//! Experiments of all kinds: their definitions, those that are bundled, and runs of real matches.

use agon_lab::kinds::feature_trees::FeatureTrees;
use agon_lab::kinds::learning_curves::{LearningCurves, Transfer};
use agon_lab::kinds::matches::Matches;
use agon_lab::kinds::wins::Wins;
use agon_lab::{
    Ended, Environment, Experiment, Format, Games, Kind, Provenance, RunRequest, Scale,
};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const TINY: &str = include_str!("tiny.toml");

#[track_caller]
fn is_player(name: &str, place: &str) {
    let player: Result<play::PlayerName, _> = name.parse();
    assert!(player.is_ok(), "{place}: {}", player.unwrap_err());
}

#[test]
fn all_bundled_experiments_name_games_players_and_roles_that_exist() {
    let mut seen = 0;
    for experiment in agon_lab::experiments() {
        let id = &experiment.id;
        assert_eq!(agon_lab::find(id).expect("it is bundled").title, experiment.title);
        assert!(!experiment.games().is_empty() && !experiment.cells().is_empty(), "{id}");
        assert!(experiment.count(Scale::Small) > 0, "{id}");
        for game in experiment.games() {
            let about = library::find(game).expect(game).about();
            let document = experiment.document.as_ref().map(|it| it.publication.key.to_owned());
            assert!(document.is_none_or(|key| about.documents.contains(&key)), "{id}: {game}");
        }
        let matches = experiment.definition::<Matches>().map(|it| it.jobs(Scale::Full));
        let wins = experiment.definition::<Wins>().map(|it| it.jobs(Scale::Full));
        for job in matches.into_iter().chain(wins).flatten() {
            job.task.players.iter().for_each(|player| is_player(player, id));
            let roles = library::find(&job.task.game).expect("it is bundled").about().roles;
            assert_eq!(roles.len(), job.task.players.len(), "{id}: {}", job.task.game);
        }
        if let Some(curves) = experiment.definition::<LearningCurves>() {
            for job in curves.jobs(Scale::Full) {
                let about = library::find(&job.task.game).expect("it is bundled").about();
                assert!(job.task.role < about.roles.len(), "{id}: {}", job.task.game);
                let source = job.task.transfer.as_ref().and_then(Transfer::game);
                assert!(source.is_none_or(|game| library::find(game).is_ok()), "{source:?}");
            }
        }
        if let Some(trees) = experiment.definition::<FeatureTrees>() {
            is_player(&trees.opponent, id);
            for row in &trees.rows {
                let about = library::find(&row.game).expect("it is bundled").about();
                assert_eq!(about.roles, row.rest.roles, "{}", row.game);
            }
        }
        seen += 1;
    }
    assert!(seen >= 24, "{seen}");
}

#[test]
fn the_documents_averages_follow_from_its_figures() {
    for experiment in agon_lab::experiments() {
        let Some(matches) = experiment.definition::<Matches>() else { continue };
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

const HEAD: &str = "id = 'a'\ntitle = 'A'\nquestion = 'Why?'\ndocument = 'cadia'\nplace = 'Table 1'\nfound = 'Because.'\n";
const SECTION: &str = "kind = 'matches'\n[matches]\nbaseline = 'legal'\nbudget = 'none'\nseed = 1\nswap = true\nponder = false\n";

/// Asserts that the error about a definition with this head has all these parts.
#[track_caller]
fn is_wrong(rest: &str, expected: &[&str]) {
    let text = format!("{HEAD}{rest}");
    let error = Experiment::read("lab/a.toml", &text).expect_err("it is wrong").to_string();
    for part in ["lab/a.toml: "].iter().chain(expected) {
        assert!(error.contains(part), "`{part}` is not in\n{error}");
    }
}

#[test]
fn unknown_keys_and_kinds_are_named() {
    is_wrong("kind = 'matches'\ncolour = 1", &["line 8", "unknown field `colour`"]);
    is_wrong("kind = 'dance'", &["line 7", "unknown variant `dance`", "`matches`", "`wins`"]);
    is_wrong("kind = 'matches'", &["kind: the file needs the section [matches]"]);
    is_wrong("kind = 'matches'\n[wins]", &["unknown field `wins`"]);
    is_wrong("", &["missing field `kind`"]);
    is_wrong("kind = ", &["line 7"]);
    is_wrong(&format!("{SECTION}games = {{ small = 1, huge = 3 }}"), &["unknown field `huge`"]);
    let rest =
        "games = { small = 1, full = 2 }\ncolumns = []\n[[matches.rows]]\ngame = 'nim'\ngoals = 3";
    is_wrong(&format!("{SECTION}{rest}"), &["line 18", "unknown field `goals`"]);
    let error = Experiment::read("a.toml", "kind = 'matches'").expect_err("it is empty");
    assert!(error.to_string().contains("missing field `id`"), "{error}");
}

#[test]
fn figures_of_a_document_need_the_document() {
    let rest = format!(
        "{SECTION}games = {{ small = 1, full = 2 }}\ncolumns = [{{ name = 'c', title = 'C', player = 'random' }}]\n\
         rows = [{{ game = 'nim', title = 'Nim', simulations = 1, reported = {{ c = [50.0] }} }}]\n"
    );
    let read = |head: &str| {
        let text = format!("id = 'a'\ntitle = 'A'\nquestion = 'Why?'\n{head}{rest}");
        Experiment::read("a.toml", &text).map_err(|error| error.to_string())
    };
    assert!(read("document = 'kuhl'\nplace = 'T'\nfound = 'F'\n").is_ok());
    let error = read("").expect_err("figures of no document");
    assert!(error.contains("document: it is missing"), "{error}");
    let error = read("place = 'T'\n").expect_err("a place in no document");
    assert!(error.contains("document: it goes with `place` and `found`"), "{error}");
    let error = read("document = '002'\nplace = 'T'\nfound = 'F'\n").expect_err("a number");
    assert!(error.contains("document: there is no `002`; there are `transfer`"), "{error}");
}

#[test]
fn all_faults_are_reported_at_once() {
    let text = "id = '../a'\ntitle = 'A'\nquestion = 'Why?'\ndocument = 'cadia'\nplace = 'Table 1'\nfound = ''\nkind = 'matches'
        [sheets.other]
        path = ''
        sha256 = 'abc'
        [matches]
        baseline = 'legal'
        budget = 'none'
        seed = 1
        swap = true
        ponder = false
        games = { small = 0, full = 2 }
        columns = [{ name = 'a/b', title = 'A', player = 'random' }, { name = 'c', title = 'C', player = 'random', average = 101 }]
        rows = [
          { game = 'nim', title = 'Nim', simulations = 0, reported = { c = [50.0, 3.0], d = [1] } },
          { game = 'nim', title = 'Nim', simulations = 5, reported = { c = [50, 3, 1] } },
          { game = 'checkers', title = 'Checkers', games = { small = 1, full = 0 }, seconds = -1.0 },
        ]";
    let error = Experiment::read("x.toml", text).expect_err("it is wrong").to_string();
    for part in [
        "x.toml: id: `../a` has more",
        "sheets.other.path: it is empty",
        "sheets.other.sha256: it takes 64 digits",
        "sheets.other: no row has this game",
        "matches.games.small: 0 is not",
        "matches.columns: `a/b` has more",
        "matches.columns.c.average: 101 is not",
        "matches.rows: `nim` is there twice",
        "matches.rows.nim.simulations: 0 is not",
        "matches.rows.nim.reported: there is no column `d`",
        "matches.rows.nim.reported.c: it takes",
        "matches.rows.checkers.games.full: 0 is not",
        "matches.rows.checkers.seconds: -1 is not",
    ] {
        assert!(error.contains(part), "`{part}` is not in\n{error}");
    }
}

/// Runs an experiment as long as `go_on` says so. Returns its lines, and how it ended.
fn run(
    experiment: &Experiment,
    games: Games,
    go_on: &(dyn Fn() -> bool + Sync),
) -> (String, Result<Ended, String>) {
    let environment = Environment { games, clock: &|| Duration::ZERO, go_on };
    let request = RunRequest {
        scale: Scale::Small,
        cells: &[],
        journal: &[],
        threads: 1,
        provenance: &Provenance { version: "0.2.0".to_owned(), ..Provenance::default() },
        environment: &environment,
    };
    let mut text = String::new();
    let ended = experiment.run(&request, &mut |line| {
        text += line;
        Ok(())
    });
    (text, ended.map_err(|error| error.to_string()))
}

fn bundled() -> Games {
    Games::new(|| false)
}

#[test]
fn matches_are_really_played() {
    let experiment = Experiment::read("tiny.toml", TINY).expect("it is right");
    let (text, ended) = run(&experiment, bundled(), &|| true);
    assert_eq!((ended, text.lines().count()), (Ok(Ended::Done), 8));
    let csv = experiment.export(Scale::Small, text.as_bytes(), Format::Csv).expect("all fit");
    let titles = "experiment,cell,number,seed,task.budgets,task.game,task.players,task.ponder,task.tested,finding.goals,";
    assert!(csv.starts_with(titles), "{csv}");
    assert_eq!(csv.lines().count(), 9);
    let json = experiment.export(Scale::Small, text.as_bytes(), Format::Json).expect("all fit");
    let json: Vec<serde_json::Value> = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!((json.len(), json[0]["task"]["game"].as_str()), (8, Some("nim")));
}

#[test]
fn what_is_finished_is_kept_when_a_run_is_stopped() {
    let experiment = Experiment::read("tiny.toml", TINY).expect("it is right");
    let all = run(&experiment, bundled(), &|| true).0;
    let asked = AtomicUsize::new(0);
    let (text, ended) = run(&experiment, bundled(), &|| asked.fetch_add(1, Ordering::Relaxed) < 30);
    assert_eq!(ended, Ok(Ended::Stopped));
    assert!(!text.is_empty() && text.len() < all.len() && all.starts_with(&text), "{text}");
}

#[test]
fn a_sheet_that_an_experiment_names_is_played() {
    let sha256 = "0000000000000000000000000000000000000000000000000000000000000000";
    let text = TINY
        .replace(
            "kind = ",
            &format!("sheets.mine = {{ path = 'mine.kif', sha256 = '{sha256}' }}\nkind = "),
        )
        .replace("game = \"nim\"", "game = \"mine\"");
    let experiment = Experiment::read("tiny.toml", &text).expect("it is right");
    let sheet = &experiment.sheets[0];
    let rules = library::find("nim").expect("it is bundled").rules().as_bytes();
    let error = sheet.check(rules).expect_err("the content differs").to_string();
    assert!(error.starts_with("sheets.mine: mine.kif has the SHA-256 "), "{error}");
    let (_, ended) = run(&experiment, bundled(), &|| true);
    assert!(ended.expect_err("there is no sheet").starts_with("mine/chance: "));
    let games = bundled().with_sheet("mine".to_owned(), rules.to_vec());
    let (lines, ended) = run(&experiment, games, &|| true);
    assert_eq!((ended, lines.lines().count()), (Ok(Ended::Done), 8));
    let line: serde_json::Value =
        serde_json::from_str(lines.lines().next().expect("a line")).expect("it is JSON");
    assert_eq!(line["sheets"]["mine"], sha256);
    // Results of other rules are not taken for those of these.
    let other = text.replace(sha256, &sha256.replace('0', "1"));
    let other = Experiment::read("tiny.toml", &other).expect("it is right");
    let error = other.plan(Scale::Small, &[], lines.as_bytes()).expect_err("it differs");
    assert!(error.to_string().contains("was made with the rule sheets"), "{error}");
    let broken = bundled().with_sheet("mine".to_owned(), b"(init".to_vec());
    let (_, ended) = run(&experiment, broken, &|| true);
    let error = ended.expect_err("it is no rule sheet");
    assert!(error.contains("mine/chance: mine: the rules have errors:"), "{error}");
}
