//! Long runs over the network, for people: whole matches between two players, answers under load, and an arena with many spectators.
//!
//! `cargo test --release -p agon --test program -- --ignored soak --nocapture`; `docs/network.md` names the variables
//! that make them shorter.

mod arena;
mod margins;
mod matches;

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Games of two whose rules are grounded within any clock.
const GAMES: [&str; 10] = [
    "tic-tac-toe",
    "connect-four",
    "breakthrough",
    "knightthrough",
    "checkers",
    "othello",
    "nine-board-tic-tac-toe",
    "tic-tac-toe-3d",
    "pentago",
    "chinook",
];

/// One soak at a time: each has the machine to itself.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a variable of the environment says, or what is usual.
fn setting<T: FromStr>(name: &str, usual: T) -> T {
    match std::env::var(name) {
        Err(_) => usual,
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}: `{text}` makes no sense")),
    }
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Does the jobs 0, 1, … at so many tables, each of which is laid once and works on until all is done.
fn at_tables<T>(
    jobs: usize,
    tables: usize,
    lay: impl Fn() -> T + Sync,
    work: impl Fn(&T, usize) + Sync,
) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..tables.clamp(1, jobs.max(1)) {
            scope.spawn(|| {
                let table = lay();
                loop {
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    if job >= jobs {
                        break;
                    }
                    work(&table, job);
                }
            });
        }
    });
}

/// Prints titles and, for each game, figures; and at last their sums.
fn print_table(titles: &[&str], rows: &BTreeMap<&str, Vec<u64>>) {
    let columns = titles.len() - 1;
    let sum = |column: usize| rows.values().map(|row| row[column]).sum();
    let sums: Vec<u64> = (0..columns).map(sum).collect();
    let line = |name: &str, cells: Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!("{cell:>9}")).collect();
        println!("{name:<24}{cells}");
    };
    line(titles[0], titles[1..].iter().map(ToString::to_string).collect());
    for (game, row) in rows.iter().map(|(game, row)| (*game, row)).chain([("all", &sums)]) {
        line(game, row.iter().map(ToString::to_string).collect());
    }
}
