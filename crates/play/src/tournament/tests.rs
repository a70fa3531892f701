//! Tournaments of bundled games, whole and in parts.

use super::*;
use crate::contest::Venue;
use crate::contest::tests::SheetVenue;

const FILE: &str = "games = ['tic-tac-toe', 'hanoi']\nplayers = ['random', 'legal']\n\
                    matches = 4\nsimulations = 1\nseed = 9\n";

fn tournament() -> Tournament {
    Tournament::read(FILE).unwrap()
}

/// The records of a run over these fixtures.
fn run(fixtures: &[Fixture], threads: usize, go_on: bool) -> Vec<Record> {
    let mut records = Vec::new();
    let mut done = |record: Record| {
        records.push(record);
        Ok::<(), FixtureError>(())
    };
    let venues = ["tic-tac-toe", "hanoi"].map(SheetVenue::bundled);
    let venues: Vec<&dyn Venue> = venues.iter().map(|venue| venue as &dyn Venue).collect();
    play(&tournament(), &venues, fixtures, threads, &|| go_on, &mut done).unwrap();
    records
}

/// In order, and without what depends on how fast it was played.
fn comparable(mut records: Vec<Record>) -> Vec<Record> {
    for conduct in records.iter_mut().flat_map(|record| &mut record.played.conduct) {
        (conduct.seconds, conduct.longest) = (0.0, 0.0);
    }
    records.sort_by_key(|record| (record.game.clone(), record.number, record.players.clone()));
    records
}

#[test]
fn a_run_in_parts_gives_the_results_of_a_run_in_one() {
    let tournament = tournament();
    let fixtures = Fixture::all(&tournament, &[2, 1]).unwrap();
    assert_eq!(fixtures.len(), 4 + 8);
    let whole = run(&fixtures, 1, true);
    assert_eq!(whole.len(), 12);
    let first = run(&fixtures[..5], 1, true);
    let text: String = first.iter().map(Record::line).collect();
    // The program is killed while it writes the last line.
    let killed = &text[..text.len() - 10];
    let kept = &killed[..Results::whole(killed.as_bytes())];
    let mut results = Results::read(kept, &tournament).unwrap();
    assert_eq!(results.records().len(), 4);
    let left: Vec<Fixture> =
        fixtures.iter().filter(|fixture| !results.has(&tournament, fixture)).cloned().collect();
    assert_eq!(left.len(), 8);
    run(&left, 2, true).into_iter().for_each(|record| results.add(record));
    assert_eq!(comparable(results.records().to_vec()), comparable(whole));
    assert!(fixtures.iter().all(|fixture| results.has(&tournament, fixture)));
}

#[test]
fn nothing_is_played_that_nobody_wants() {
    let fixtures = Fixture::all(&tournament(), &[2, 1]).unwrap();
    assert_eq!(run(&fixtures, 2, false), []);
}

#[test]
fn a_match_counts_once() {
    let tournament = tournament();
    let fixtures = Fixture::all(&tournament, &[2, 1]).unwrap();
    let lines: String = run(&fixtures[..2], 1, true).iter().map(Record::line).collect();
    let results = Results::read(&lines.repeat(2), &tournament).unwrap();
    assert_eq!(results.records().len(), 2);
}

#[test]
fn results_of_something_else_are_refused() {
    let tournament = tournament();
    let fixtures = Fixture::all(&tournament, &[2, 1]).unwrap();
    let line = run(&fixtures[..1], 1, true)[0].line();
    let other = Tournament::read(&FILE.replace("seed = 9", "seed = 8")).unwrap();
    let error = Results::read(&line, &other).err().unwrap().to_string();
    assert!(error.contains("line 1 was played with other conditions (seed 9"), "{error}");
    let error = Results::read(&format!("{line}{{}}\n"), &tournament).err().unwrap().to_string();
    assert!(error.starts_with("line 2 is not the result of a match"), "{error}");
    assert_eq!(Results::whole(b"half a line"), 0);
}

#[test]
fn the_report_has_ratings_and_a_table_for_each_game() {
    let tournament = tournament();
    let fixtures = Fixture::all(&tournament, &[2, 1]).unwrap();
    let mut results = Results::default();
    let empty = report(&tournament, &results);
    assert!(empty.contains("No match was played yet.") && !empty.contains("Ratings"), "{empty}");
    run(&fixtures, 1, true).into_iter().for_each(|record| results.add(record));
    let text = report(&tournament, &results);
    assert!(text.contains("Played: 12 matches, with seed 9, 1 simulation per move"), "{text}");
    assert!(text.contains("## Ratings\n\n| player | rating | interval |"), "{text}");
    assert!(text.contains("## tic-tac-toe\n\n4 matches, "), "{text}");
    assert!(text.contains("| player | matches | goal | simulations/s | errors |"), "{text}");
    let rows = text.lines().filter(|line| line.starts_with("| random | 4 |"));
    assert_eq!(rows.count(), 2, "{text}");
    // Who is no longer in the tournament does not appear, nor do matches that are not asked for any longer.
    let fewer = FILE.replace("'random', 'legal'", "'random'").replace("matches = 4", "matches = 1");
    let fewer = report(&Tournament::read(&fewer).unwrap(), &results);
    assert!(fewer.contains("Played: 1 match, ") && !fewer.contains("legal"), "{fewer}");
}
