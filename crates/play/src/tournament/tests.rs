//! Tournaments of bundled games, whole and in parts.

use super::*;
use crate::matches::tests::bundled;

const FILE: &str = "games = ['tic-tac-toe', 'hanoi']\nplayers = ['random', 'legal']\n\
                    matches = 4\nsimulations = 1\nseed = 9\n";

fn tournament() -> Tournament {
    Tournament::read(FILE).unwrap()
}

/// Plays these scheduled matches and returns their records.
fn run(schedule: &[ScheduledMatch], threads: usize, go_on: bool) -> Vec<TournamentRecord> {
    let mut records = Vec::new();
    let mut done = |record: TournamentRecord| {
        records.push(record);
        Ok::<(), ScheduledMatchError>(())
    };
    let games = ["tic-tac-toe", "hanoi"].map(bundled);
    play(&tournament(), &games, schedule, threads, &|| go_on, &mut done).unwrap();
    records
}

/// Sorts the records and removes everything that depends on the speed of the computer.
fn comparable(mut records: Vec<TournamentRecord>) -> Vec<TournamentRecord> {
    for stats in records.iter_mut().flat_map(|record| &mut record.played.stats) {
        (stats.seconds, stats.longest) = (0.0, 0.0);
    }
    records.sort_by_key(|record| (record.game.clone(), record.number, record.players.clone()));
    records
}

#[test]
fn a_run_in_parts_gives_the_results_of_a_run_in_one() {
    let tournament = tournament();
    let schedule = ScheduledMatch::all(&tournament, &[2, 1]).unwrap();
    assert_eq!(schedule.len(), 4 + 8);
    let whole = run(&schedule, 1, true);
    assert_eq!(whole.len(), 12);
    let first = run(&schedule[..5], 1, true);
    let text: String = first.iter().map(TournamentRecord::line).collect();
    // The program is killed while it writes the last line.
    let killed = &text[..text.len() - 10];
    let kept = &killed[..TournamentResults::whole(killed.as_bytes())];
    let mut results = TournamentResults::read(kept, &tournament).unwrap();
    assert_eq!(results.records().len(), 4);
    let left: Vec<ScheduledMatch> =
        schedule.iter().filter(|scheduled| !results.has(&tournament, scheduled)).cloned().collect();
    assert_eq!(left.len(), 8);
    run(&left, 2, true).into_iter().for_each(|record| results.add(record));
    assert_eq!(comparable(results.records().to_vec()), comparable(whole));
    assert!(schedule.iter().all(|scheduled| results.has(&tournament, scheduled)));
}

#[test]
fn nothing_is_played_that_nobody_wants() {
    let schedule = ScheduledMatch::all(&tournament(), &[2, 1]).unwrap();
    assert_eq!(run(&schedule, 2, false), []);
}

#[test]
fn a_match_counts_once() {
    let tournament = tournament();
    let schedule = ScheduledMatch::all(&tournament, &[2, 1]).unwrap();
    let lines: String = run(&schedule[..2], 1, true).iter().map(TournamentRecord::line).collect();
    let results = TournamentResults::read(&lines.repeat(2), &tournament).unwrap();
    assert_eq!(results.records().len(), 2);
}

#[test]
fn results_of_something_else_are_refused() {
    let tournament = tournament();
    let schedule = ScheduledMatch::all(&tournament, &[2, 1]).unwrap();
    let line = run(&schedule[..1], 1, true)[0].line();
    let other = Tournament::read(&FILE.replace("seed = 9", "seed = 8")).unwrap();
    let error = TournamentResults::read(&line, &other).err().unwrap().to_string();
    assert!(error.contains("line 1 was played with other conditions (seed 9"), "{error}");
    let error =
        TournamentResults::read(&format!("{line}{{}}\n"), &tournament).err().unwrap().to_string();
    assert!(error.starts_with("line 2 is not the result of a match"), "{error}");
    assert_eq!(TournamentResults::whole(b"half a line"), 0);
}

#[test]
fn the_report_has_ratings_and_a_table_for_each_game() {
    let tournament = tournament();
    let schedule = ScheduledMatch::all(&tournament, &[2, 1]).unwrap();
    let mut results = TournamentResults::default();
    let empty = report(&tournament, &results);
    assert!(empty.contains("No match was played yet.") && !empty.contains("Ratings"), "{empty}");
    run(&schedule, 1, true).into_iter().for_each(|record| results.add(record));
    let text = report(&tournament, &results);
    assert!(text.contains("Played: 12 matches, with seed 9, 1 simulation per move"), "{text}");
    assert!(text.contains("## Ratings\n\n| player | rating | interval |"), "{text}");
    assert!(text.contains("## tic-tac-toe\n\n4 matches, "), "{text}");
    assert!(text.contains("| player | matches | goal | simulations/s | errors |"), "{text}");
    let won = "| player | matches | won | drawn | lost | win % | interval | verdict | goal |";
    assert!(text.contains(won) && text.contains("\nVerdict: "), "{text}");
    let rows = text.lines().filter(|line| line.starts_with("| random | 4 |"));
    assert_eq!(rows.count(), 2, "{text}");
    // Who is no longer in the tournament does not appear, nor do matches that are not asked for any longer.
    let fewer = FILE.replace("'random', 'legal'", "'random'").replace("matches = 4", "matches = 1");
    let fewer = report(&Tournament::read(&fewer).unwrap(), &results);
    assert!(fewer.contains("Played: 1 match, ") && !fewer.contains("legal"), "{fewer}");
}
