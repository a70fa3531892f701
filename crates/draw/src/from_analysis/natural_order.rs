//! Natural order of names: the digits in them count as numbers, so that 2 comes before 10.

use std::cmp::Ordering;

/// Returns these names in natural order.
pub(super) fn sorted(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.collect();
    names.sort_by(|one, other| compare(one, other));
    names
}

/// Compares two names in natural order.
pub(super) fn compare(one: &str, other: &str) -> Ordering {
    let (mut one, mut other) = (parts(one), parts(other));
    loop {
        match (one.next(), other.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some(a), Some(b)) => match part(a, b) {
                Ordering::Equal => {}
                unequal => return unequal,
            },
        }
    }
}

/// Compares two parts of names. Numbers come before other words.
fn part(a: &str, b: &str) -> Ordering {
    let is_number = |part: &str| part.starts_with(|c: char| c.is_ascii_digit());
    match (is_number(a), is_number(b)) {
        (true, true) => {
            let value = |part: &str| part.trim_start_matches('0').to_owned();
            let (x, y) = (value(a), value(b));
            x.len().cmp(&y.len()).then_with(|| x.cmp(&y)).then_with(|| a.len().cmp(&b.len()))
        }
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        (false, false) => a.cmp(b),
    }
}

/// Splits a name into runs of digits and runs of other characters.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let is_digit = rest.chars().next()?.is_ascii_digit();
        let end = rest.find(|c: char| c.is_ascii_digit() != is_digit).unwrap_or(rest.len());
        let (part, others) = rest.split_at(end);
        rest = others;
        Some(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_in_names_count_as_numbers() {
        let mut names = ["b", "10", "a10", "2", "a2", "a", "007", "é1"];
        names.sort_by(|a, b| compare(a, b));
        assert_eq!(names, ["2", "007", "10", "a", "a2", "a10", "b", "é1"]);
    }
}
