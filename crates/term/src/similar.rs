//! Suggestions for misspelt names: the known names that are most similar to a name that is unknown.

use strsim::osa_distance;

/// Shortest name for which a suggestion is made; almost any two shorter names are similar.
const MIN_LENGTH: usize = 3;

/// Shortest name in which two letters may differ; in shorter ones only one may.
const LENGTH_FOR_TWO: usize = 5;

/// Longest name that is compared, since the time of a comparison grows with the square of the length.
const MAX_LENGTH: usize = 64;

/// Largest number of known names that are compared: sheets may have many.
const MAX_KNOWN: usize = 10_000;

/// Largest number of names in a question.
const MAX_ASKED: usize = 3;

/// Returns the known names that are most similar to `name`, in alphabetical order: several if they are equally similar,
/// and none if no name is similar enough. A difference is a letter that is missing, added or replaced, or two
/// neighbours that are exchanged.
pub fn similar_names<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    // A relation written with empty parentheses, `(open)`, has these in its name.
    let lower = name.trim_matches(['(', ')']).to_lowercase();
    let is_comparable = |length: usize| (MIN_LENGTH..=MAX_LENGTH).contains(&length);
    if !is_comparable(lower.len()) {
        return Vec::new();
    }
    let most = if lower.len() < LENGTH_FOR_TWO { 1 } else { 2 };
    let known = known
        .take(MAX_KNOWN)
        .filter(|other| is_comparable(other.len()) && other.len().abs_diff(lower.len()) <= most);
    let distances = known.map(|other| (osa_distance(&lower, &other.to_lowercase()), other));
    let mut near: Vec<(usize, &str)> =
        distances.filter(|(distance, _)| (1..=most).contains(distance)).collect();
    near.sort_unstable();
    near.dedup();
    let least = near.first().map(|&(distance, _)| distance);
    let nearest = near.into_iter().take_while(|&(distance, _)| Some(distance) == least);
    nearest.map(|(_, other)| other).collect()
}

/// Returns the question whether one of the most similar known names was meant, such as ``did you mean `agon`?``, with at
/// most three names; `None` if no name is similar enough.
pub fn did_you_mean<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut names = similar_names(name, known);
    names.truncate(MAX_ASKED);
    (!names.is_empty()).then(|| format!("did you mean `{}`?", names.join("` or `")))
}

#[cfg(test)]
mod tests {
    use super::{did_you_mean, similar_names};

    #[test]
    fn the_most_similar_names_are_found() {
        let known = || ["next", "legal", "open", "opponent", "row", "column"].into_iter();
        for (name, expected) in [
            ("nxt", "next"),
            ("opn", "open"),
            ("NETX", "next"),
            ("(opn)", "open"),
            ("leagl", "legal"),
            ("colunms", "column"),
        ] {
            assert_eq!(similar_names(name, known()), [expected], "{name}");
        }
        let tables = || ["table-2", "table-1", "tables-12", "table-1"].into_iter();
        assert_eq!(similar_names("table", tables()), ["table-1", "table-2"]);
    }

    #[test]
    fn names_that_are_short_long_equal_or_different_are_not_similar() {
        let long = "x".repeat(100);
        let known = || ["next", "ro", "row", &long].into_iter();
        for name in ["ro", "next", "nothing", "cat", &long[..99]] {
            assert_eq!(similar_names(name, known()), [""; 0], "{name}");
        }
    }

    #[test]
    fn a_question_names_three_at_most() {
        let known = || ["row1", "row2", "row3", "row4"].into_iter();
        let asked = did_you_mean("row", known());
        assert_eq!(asked.as_deref(), Some("did you mean `row1` or `row2` or `row3`?"));
        assert_eq!(did_you_mean("column", known()), None);
    }
}
