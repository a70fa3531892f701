//! Whole matches of `agon net referee` between two `agon net player`s: no player may be late, make illegal moves or
//! lose its connection.

use super::{GAMES, alone, in_parallel, print_table, processors, setting};
use crate::player::Player;
use crate::run::agon;
use play::record::MatchRecord;
use std::collections::BTreeMap;
use std::sync::Mutex;

const TITLES: [&str; 8] =
    ["game", "matches", "moves", "late", "illegal", "gone", "other", "aborted"];

/// Returns the figures of a match, in the order of the titles.
fn figures(record: Option<&MatchRecord>) -> Vec<u64> {
    let Some(record) = record else { return vec![1, 0, 0, 0, 0, 0, 1] };
    let errors = || record.errors.iter().flatten().filter(|error| !error.is_empty());
    let kind = |kind: &str| errors().filter(|error| error.starts_with(kind)).count() as u64;
    let [late, illegal, gone] = ["TO", "IL", "CE"].map(kind);
    let other = errors().count() as u64 - late - illegal - gone;
    let moves = record.moves.len() as u64;
    vec![1, moves, late, illegal, gone, other, u64::from(!record.is_completed)]
}

/// Plays a match and returns its record, or `None` if there is none.
fn hold(game: &str, players: &[Player; 2], number: usize, clock: u64) -> Option<MatchRecord> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("record.json");
    let file = path.to_str().expect("a plain path");
    let mut addresses = [&players[0].address, &players[1].address];
    if number % 2 == 1 {
        addresses.reverse();
    }
    let list = addresses.map(String::as_str).join(",");
    let (clock, seed) = (clock.to_string(), number.to_string());
    let clocks = ["--start-clock", &clock, "--play-clock", &clock, "--seed", &seed, "--scramble"];
    let match_ = ["net", "referee", game, "--record", file];
    let output = agon(&[&match_[..], &crate::run::addresses(&list), &clocks].concat());
    if output.code != 0 {
        println!("{game}, match {number}: exit code {}: {}", output.code, output.stderr);
    }
    MatchRecord::read(&path).ok()
}

#[test]
#[ignore = "plays for hours"]
fn soak_of_matches_between_our_players() {
    let _alone = alone();
    let count = setting("AGON_SOAK_MATCHES", 100);
    let clock = setting("AGON_SOAK_CLOCK", 2);
    // A match keeps two players thinking.
    let threads = setting("AGON_SOAK_AT_ONCE", processors().div_ceil(2));
    let agents = setting("AGON_SOAK_AGENTS", "cadia-2010,cadia-2007".to_owned());
    let (one, two) = agents.split_once(',').expect("two players with a comma in between");
    println!("{count} matches of {one} and {two}, {threads} at once, clocks of {clock} s");
    let sums = Mutex::new(BTreeMap::new());
    let set_up = || [Player::new(one), Player::new(two)];
    in_parallel(count, threads, set_up, |players, number| {
        let game = GAMES[number % GAMES.len()];
        let record = hold(game, players, number, clock);
        let mut sums = sums.lock().expect("no match panics");
        let sum: &mut Vec<u64> = sums.entry(game).or_insert_with(|| vec![0; TITLES.len() - 1]);
        sum.iter_mut().zip(figures(record.as_ref())).for_each(|(sum, figure)| *sum += figure);
    });
    let sums = sums.into_inner().expect("no match panics");
    print_table(&TITLES, &sums);
    let faults: u64 = sums.values().flat_map(|row| &row[2..]).sum();
    assert_eq!(faults, 0, "somebody did something wrong");
}
