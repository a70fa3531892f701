//! Long tests, run by hand: whole matches between two players over the network, answers under load, and an arena with
//! many spectators.
//!
//! `cargo test --release -p agon --test program -- --ignored soak --nocapture`; `docs/network.md` names the variables
//! that make them shorter.

mod arena;
mod margins;
mod matches;

pub use arena::ask;
use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Games for two players whose rules are ground within the shortest clock.
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

/// Returns a guard that only one test has at a time, so that each has the computer to itself.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the value of an environment variable, or the default if it is not set.
fn setting<T: FromStr>(name: &str, usual: T) -> T {
    match std::env::var(name) {
        Err(_) => usual,
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}: `{text}` makes no sense")),
    }
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Does the jobs 0, 1, … on a number of threads. Each thread calls `set_up` once and passes the result to all its jobs.
fn in_parallel<T>(
    jobs: usize,
    threads: usize,
    set_up: impl Fn() -> T + Sync,
    work: impl Fn(&T, usize) + Sync,
) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, jobs.max(1)) {
            scope.spawn(|| {
                let common = set_up();
                loop {
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    if job >= jobs {
                        break;
                    }
                    work(&common, job);
                }
            });
        }
    });
}

/// Prints a table with the figures of each game in a row, and their sums in the last row.
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
