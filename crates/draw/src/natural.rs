//! The order that people put names in: 2 comes before 10.

use std::cmp::Ordering;

/// Compares names; the digits in them count as numbers.
pub fn compare(one: &str, other: &str) -> Ordering {
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

/// Numbers come before other words.
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

/// The digits of a name, and what stands between them.
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
    fn numbers_in_names_are_numbers() {
        let mut names = ["b", "10", "a10", "2", "a2", "a", "007", "é1"];
        names.sort_by(|a, b| compare(a, b));
        assert_eq!(names, ["2", "007", "10", "a", "a2", "a10", "b", "é1"]);
    }
}
