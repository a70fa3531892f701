//! Checks that the definitions of all kinds share.

use crate::scale::PerScale;
use std::collections::BTreeSet;

/// Largest number of rows or columns of a table.
const MAX_LINES: usize = 1000;

/// Largest number of tasks in a cell.
pub const MAX_TASKS: u64 = 100_000;

/// Returns whether a name can be part of a file's name and of a cell's.
pub fn is_plain(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !name.is_empty() && name.len() <= 100 && name.bytes().all(plain)
}

/// Checks that names are plain and different, and that there are some.
pub fn check_names<'a>(
    key: &str,
    names: impl IntoIterator<Item = &'a str>,
    faults: &mut Vec<String>,
) {
    let mut seen = BTreeSet::new();
    for name in names {
        if !is_plain(name) {
            faults.push(format!(
                "{key}: `{name}` has more than lower-case letters, digits and hyphens"
            ));
        }
        if !seen.insert(name) {
            faults.push(format!("{key}: `{name}` is there twice"));
        }
    }
    if !(1..=MAX_LINES).contains(&seen.len()) {
        faults.push(format!("{key}: there have to be from 1 to {MAX_LINES}"));
    }
}

/// Checks that the numbers of both scales are from 1 to `max`.
pub fn check_numbers(key: &str, numbers: PerScale, max: u64, faults: &mut Vec<String>) {
    for number in [numbers.small, numbers.full] {
        if !(1..=max).contains(&number) {
            faults.push(format!("{key}: {number} is not a number from 1 to {max}"));
        }
    }
}

/// Checks that a number is a percentage.
pub fn check_percentage(key: &str, value: f64, faults: &mut Vec<String>) {
    if !(0.0..=100.0).contains(&value) {
        faults.push(format!("{key}: {value} is not a number from 0 to 100"));
    }
}
