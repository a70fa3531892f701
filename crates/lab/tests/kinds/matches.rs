//! Tests of the kind `matches`: its report from findings that are made up, lines that are refused, and faults.

use crate::common::{
    definition, experiment, facts, figure, goes_on_from_anywhere, has_parts, is_of_another,
    is_refused, is_whole_at_any_time, is_wrong, lines, report, run_made_up,
};
use agon_lab::kinds::matches::{Finding, MatchTable, Matches, Task};
use agon_lab::{Budget, Ended, Job, Journal, Kind, Results, Scale, TaskError};
use std::collections::BTreeSet;

const TINY: &str = include_str!("../tiny.toml");
const TIMED: &str = include_str!("../timed.toml");

/// A finding that follows from the seed.
fn made_up(job: &Job<Task>) -> Finding {
    let goals = match job.seed % 5 {
        0 => [0, 100],
        1 => [50, 50],
        2 => [30, 20],
        _ => [100, 0],
    };
    // The player under test simulates more, and has more playouts for each simulation.
    fn of_both<T>(task: &Task, tested: T, baseline: T) -> Vec<T> {
        let mut both = vec![tested, baseline];
        both.rotate_left(task.tested);
        both
    }
    Finding {
        roles: vec!["white".to_owned(), "black".to_owned()],
        goals: goals.to_vec(),
        length: 3 + job.seed % 7,
        simulated: of_both(&job.task, 20, 10),
        playouts: of_both(&job.task, 320, 10),
        thought: vec![0.1; 2],
        pace: of_both(&job.task, 5.0, 4.0),
    }
}

/// Returns the first lines of an experiment.
fn some(text: &str, count: usize) -> String {
    let experiment = experiment(text);
    let all = lines::<Matches>(&experiment, Scale::Full, 1, &made_up);
    all.split_inclusive('\n').take(count).collect()
}

#[test]
fn cells_fill_up_evenly_and_roles_are_taken_in_turn() {
    let experiment = experiment(TINY);
    let jobs = definition::<Matches>(&experiment).jobs(Scale::Full);
    let text =
        |job: &Job<Task>| format!("{} {} {}", job.number, job.cell, job.task.players.join("-"));
    let shown: Vec<String> = jobs[..6].iter().map(text).collect();
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
    assert_eq!((jobs.len(), jobs[4].task.tested), (28, 1));
    assert_eq!(jobs[4].task.budgets, [Budget::Simulations(10); 2]);
    let small = definition::<Matches>(&experiment).jobs(Scale::Small);
    assert_eq!(jobs[..8], small[..], "a small run is the start of a full one");
}

#[test]
fn two_runs_agree_whatever_the_number_of_threads() {
    let experiment = experiment(TINY);
    let jobs = definition::<Matches>(&experiment).jobs(Scale::Full);
    let run = |threads: usize| {
        let work = |job: &Job<Task>| Ok(Some(made_up(job)));
        let (text, ended) =
            run_made_up::<Matches>(&experiment.source(), &jobs, (threads, 0), &work);
        assert!(matches!(ended, Ok(Ended::Done)));
        text.replace(&format!("\"threads\":{threads}"), "")
    };
    let set = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<String>>();
    assert_eq!(run(1), run(1));
    assert_eq!(set(&run(4)), set(&run(1)));
}

#[test]
fn a_line_has_the_task_the_finding_and_the_program() {
    assert_eq!(
        some(TINY, 1).trim(),
        r#"{"experiment":"tiny","cell":"nim/chance","number":0,"seed":6509886890838934,"task":{"game":"nim","players":["random","legal"],"tested":0,"budgets":[{"simulations":10},{"simulations":10}],"ponder":false},"finding":{"roles":["white","black"],"goals":[100,0],"length":4,"simulated":[20,10],"playouts":[320,10],"thought":[0.1,0.1],"pace":[5.0,4.0]},"seconds":1.0,"threads":1,"version":"0.2.0","commit":"abc123","machine":"X 9000 (2 cores)"}"#
    );
}

#[test]
fn a_run_that_was_killed_anywhere_goes_on_to_the_same_end() {
    goes_on_from_anywhere::<Matches>(&experiment(TINY), &made_up);
}

#[test]
fn a_match_that_cannot_be_played_ends_the_run_and_is_named() {
    let experiment = experiment(TINY);
    let jobs = definition::<Matches>(&experiment).jobs(Scale::Full);
    let work = |job: &Job<Task>| match (job.number, job.cell.as_str()) {
        (1, "nim/self") => Err(TaskError::Other("the roof fell in".to_owned())),
        _ => Ok(Some(made_up(job))),
    };
    let (text, ended) = run_made_up::<Matches>(&experiment.source(), &jobs, (1, 0), &work);
    let error = ended.expect_err("a match failed").to_string();
    assert_eq!(error, "match 1 of nim/self: the roof fell in");
    assert_eq!(text.lines().count(), 5, "what was finished is kept");
}

#[test]
fn the_report_sets_our_figures_beside_those_of_the_document() {
    let experiment = experiment(TINY).with_notes("It is as expected.\n");
    let text = some(TINY, 28);
    insta::assert_snapshot!(report(&experiment, &text));
    insta::assert_snapshot!(figure(&experiment, &text).expect("matches have a figure"));
}

#[test]
fn a_report_by_time_tells_speeds_and_needs_no_document() {
    let experiment = experiment(TIMED);
    let all = some(TIMED, 8);
    let text = all.replacen("\"threads\":1", "\"threads\":2", 3);
    insta::assert_snapshot!(report(&experiment, &text));
    let figure = figure(&experiment, &text).expect("matches have a figure");
    assert!(!figure.contains("document") && figure.contains("fill=\"#5b9bd5\""), "{figure}");
}

#[test]
fn the_report_names_the_players() {
    let report = |text: &str| report(&experiment(text), &some(text, 28));
    let one = TINY.replace("simulations = 10\n", "simulations = 10\nplayers = { chance = 'mc' }\n");
    let said = "Under test: `chance` (`mc` in `nim` and `random` elsewhere), `self` (`legal`). Baseline: `legal`.";
    has_parts(&report(&one), &[said]);
    let all =
        one.replace("reported = { self", "players = { chance = 'greedy' }\nreported = { self");
    let said = "`chance` (`mc` in `nim` and `greedy` in `tic-tac-toe`), `self` (`legal`).";
    has_parts(&report(&all), &[said]);
    assert!(!report(&all).contains("`random`"), "{}", report(&all));
    let same =
        TINY.replace("name = \"chance\"", "name = \"random\"").replace("chance =", "random =");
    has_parts(&report(&same), &["Under test: `random`, `self` (`legal`)."]);
}

#[test]
fn all_differences_from_the_document_are_tested_together() {
    let told = TINY.replacen("games =", "reported_matches = 400\ngames =", 1);
    let all = report(&experiment(&told), &some(&told, 28));
    has_parts(
        &all,
        &[
            "with p < 0.05, adjusted for the number of tests in this report (4).",
            "| Nim | 100.00 ± 0.50 | 64.3 (30.3 to 88.2) ▼ | 50.00 ± 3.00 | 78.6 (42.0 to 94.9) |",
            "| `nim/chance` | 400 | 7 | -35.7 |",
            "| lower |",
            "| **Average** of `self` | – | – | +28.6 |",
        ],
    );
    // Where the document tells neither its number of matches nor an interval that gives one, nothing is tested.
    has_parts(
        &report(&experiment(TINY), &some(TINY, 28)),
        &[
            "| `nim/self` | 1067 | 7 | +28.6 |",
            "the document's figures of `nim/chance`, `tic-tac-toe/self` come from is not known",
        ],
    );
    let own = TINY.replacen("simulations = 10\n", "simulations = 10\nreported_matches = 0\n", 1);
    is_wrong(&own, &["matches.rows.nim.reported_matches: 0 is not a positive number"]);
}

#[test]
fn a_document_without_figures_has_no_column() {
    let is_other = |line: &&str| !line.starts_with("reported") && !line.starts_with("average");
    let text = TINY.lines().filter(is_other).collect::<Vec<_>>().join("\n");
    let report = report(&experiment(&text), &some(&text, 28));
    has_parts(&report, &["| Game | Chance | Itself |", "**Result of the document.**"]);
}

#[test]
fn a_share_has_a_verdict() {
    let experiment = experiment(TINY);
    let text = some(TINY, 28);
    let summary = experiment.summary(Scale::Full, text.as_bytes()).expect("all fit").to_string();
    has_parts(&summary, &[" not significant\n", "cell ", "verdict"]);
    has_parts(&report(&experiment, &text), &["| verdict |", "| not significant |"]);
}

#[test]
fn the_document_s_speeds_stand_beside_ours() {
    let text = TIMED
        .replace("kind =", "document = 'gifl'\nplace = 'Table 2'\nfound = 'It is slower.'\nkind =")
        .replace("0.02", "0.02\nstart = 0.5\nreported_simulations = { uct = 93.0 }");
    let report = report(&experiment(&text), &some(&text, 8));
    has_parts(
        &report,
        &[
            "| simulations, % of the baseline's | document |",
            "| 32.00 | 5.00 | 4.00 | 80.0 | 93 |",
            "Seconds per move, and before the first: `nim` 0.02, 0.5.",
            "after Kirci, Schaeffer and Sturtevant 2009, Table 2: ",
        ],
    );
}

#[test]
fn matches_count_for_their_cells_where_rows_have_other_numbers_of_them() {
    let text =
        TINY.replacen("[[matches.rows]]", "[[matches.rows]]\ngames = { small = 1, full = 2 }", 1);
    let experiment = experiment(&text);
    let matches = definition::<Matches>(&experiment);
    let jobs = matches.jobs(Scale::Full);
    let journal = Journal::<Matches>::read(some(&text, 28).as_bytes()).expect("it is whole");
    let results = Results::new(matches, &experiment.source(), Scale::Full, &journal);
    let table = MatchTable::new(matches, &results.expect("all fit"));
    for comparison in &table.cells {
        let cell = comparison.cell.to_string();
        let own = || jobs.iter().filter(|job| job.cell == cell);
        assert_eq!(comparison.tally.matches(), own().count() as u64, "{cell}");
        let length: u64 = own().map(|job| 3 + job.seed % 7).sum();
        assert_eq!(comparison.tally.length, length, "{cell}");
    }
}

#[test]
fn a_report_can_be_had_at_any_time() {
    is_whole_at_any_time(&experiment(TINY), &some(TINY, 28), &[0, 1, 7]);
    is_whole_at_any_time(&experiment(TIMED), &some(TIMED, 8), &[0, 1, 3]);
}

#[test]
fn results_of_different_versions_are_pointed_out() {
    let experiment = experiment(TINY);
    let text = some(TINY, 28);
    assert!(!report(&experiment, &text).contains("Mixed versions"));
    has_parts(&report(&experiment, &text), &["agon 0.2.0, commit abc123, on X 9000 (2 cores)."]);
    let mixed = text.replacen("\"version\":\"0.2.0\"", "\"version\":\"0.3.0\"", 3);
    has_parts(
        &report(&experiment, &mixed),
        &[
            "**Mixed versions.** These results were made by 2 versions of the program: agon 0.2.0, commit abc123; agon 0.3.0, commit abc123.",
            "3 matches by agon 0.3.0, commit abc123, on X 9000 (2 cores); 25 matches by agon 0.2.0",
        ],
    );
    let unknown = text.replace(",\"commit\":\"abc123\"", "");
    has_parts(&report(&experiment, &unknown), &["agon 0.2.0, commit not recorded"]);
    let facts = agon_lab::Facts { commit: Some("fed".to_owned()), ..facts(&experiment) };
    let told = experiment.report(Scale::Full, unknown.as_bytes(), &facts).expect("all fit");
    has_parts(&told, &["agon 0.2.0, commit fed"]);
}

#[test]
fn lines_that_do_not_fit_are_refused() {
    let experiment = experiment(TINY);
    let text = some(TINY, 28);
    for (from, to, said) in [
        ("\"goals\":[100,0]", "\"goals\":[100]", "its numbers do not fit together"),
        ("\"tested\":0", "\"tested\":2", "its numbers do not fit together"),
        ("\"simulations\":10", "\"simulations\":null", "invalid type"),
        ("\"length\":", "\"breadth\":", "unknown field `breadth`"),
        ("{\"experiment\"", "{\"experience\"", "unknown field `experience`"),
    ] {
        is_refused(&experiment, &text, (from, to), said);
    }
    for (from, to) in [
        ("\"simulations\":10", "\"simulations\":11"),
        ("\"seed\":6", "\"seed\":7"),
        ("\"random\"", "\"mc\""),
        ("\"experiment\":\"tiny\"", "\"experiment\":\"other\""),
    ] {
        is_of_another(&experiment, &text, (from, to));
    }
    let changed = text.replacen("\"simulations\":10", "\"simulations\":8", 1);
    let error = experiment.plan(Scale::Full, &[], changed.as_bytes()).expect_err("it differs");
    let expected = "line 1, match 0 of nim/chance, was made with `budgets` [{\"simulations\":8},{\"simulations\":10}], and the experiment has \
                    [{\"simulations\":10},{\"simulations\":10}]; the experiment has changed";
    assert!(error.to_string().starts_with(expected), "{error}");
    let broken = format!("{}\n{{}}\n", some(TINY, 1));
    let error = experiment.plan(Scale::Full, &[], broken.as_bytes()).expect_err("it is broken");
    let error = error.to_string();
    assert!(error.starts_with("line 3 is not a finished match: missing field"), "{error}");
}

#[test]
fn a_match_counts_once_and_only_if_it_belongs_to_the_experiment() {
    let experiment = experiment(TINY);
    let first = some(TINY, 1);
    let strange = first.replace("\"number\":0", "\"number\":99");
    let text = format!("{first}{first}{strange}");
    let plan = experiment.plan(Scale::Full, &[], text.as_bytes()).expect("all fit");
    assert_eq!((plan.done, plan.total), (1, 28));
    let cells = ["nim/chance".to_owned()];
    let plan = experiment.plan(Scale::Full, &cells, text.as_bytes()).expect("all fit");
    assert_eq!(plan.missing, 6);
}

#[test]
fn a_row_has_simulations_or_seconds() {
    let head = "id = 'a'\ntitle = 'A'\nquestion = 'Why?'\nkind = 'matches'\n[matches]\nbaseline = 'legal'\nbudget = 'none'\nseed = 1\nswap = true\nponder = false\n\
                games = { small = 1, full = 2 }\ncolumns = []\n[[matches.rows]]\ngame = 'nim'\ntitle = 'Nim'\n";
    is_wrong(head, &["the row has neither `simulations` nor `seconds`"]);
    for (rest, fault) in [
        ("simulations = 1\nseconds = 1.0", "the row has both `simulations` and `seconds`"),
        ("simulations = { a = 1 }", "the row has no `baseline` among its `simulations`"),
        (
            "simulations = { baseline = 1, a = 1 }",
            "matches.rows.nim.simulations: there is no column `a`",
        ),
        (
            "simulations = 1\nplayers = { a = 'legal' }",
            "matches.rows.nim.players: there is no column `a`",
        ),
        ("simulations = 1\nstart = 1.0", "the row has `start` without `seconds`"),
        ("seconds = 1.0\nstart = 0.0", "matches.rows.nim.start: 0 is not a positive number"),
        (
            "seconds = 1.0\nreported_simulations = { a = 0.0 }",
            "reported_simulations: there is no column `a`",
        ),
        ("seconds = 1.0\nreported_simulations = { a = 0.0 }", "a: 0 is not a positive"),
        ("seconds = 0.0", "is not a positive number"),
        ("seconds = nan", "is not a positive number"),
        ("seconds = -0.5", "is not a positive number"),
        ("seconds = 1e9", "matches.rows.nim.seconds: "),
    ] {
        is_wrong(&format!("{head}{rest}"), &[fault]);
    }
}
