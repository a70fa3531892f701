//! Suggestions for misspelt names: the known name that is most similar to one without a definition or a use.

use strsim::osa_distance;

/// Shortest name for which a suggestion is made; almost any two shorter names are similar.
const MIN_LENGTH: usize = 3;

/// Shortest name in which two letters may differ; in shorter ones only one may.
const LENGTH_FOR_TWO: usize = 5;

/// Longest name that is compared, since the time of a comparison grows with the square of the length.
const MAX_LENGTH: usize = 64;

/// Largest number of known names that are compared: sheets may have many.
const MAX_KNOWN: usize = 10_000;

/// Returns the known name that is most similar to `name`; `None` if none is similar enough. A difference is a letter
/// that is missing, added or replaced, or two neighbours that are exchanged.
pub(super) fn similar<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // A relation written with empty parentheses, `(open)`, has these in its name.
    let lower = name.trim_matches(['(', ')']).to_lowercase();
    let is_comparable = |length: usize| (MIN_LENGTH..=MAX_LENGTH).contains(&length);
    if !is_comparable(lower.len()) {
        return None;
    }
    let most = if lower.len() < LENGTH_FOR_TWO { 1 } else { 2 };
    let known = known
        .take(MAX_KNOWN)
        .filter(|other| is_comparable(other.len()) && other.len().abs_diff(lower.len()) <= most);
    let distances = known.map(|other| (osa_distance(&lower, &other.to_lowercase()), other));
    let near = distances.filter(|(distance, _)| (1..=most).contains(distance));
    near.min().map(|(_, other)| other)
}

#[cfg(test)]
mod tests {
    use super::similar;

    #[test]
    fn the_most_similar_name_is_suggested() {
        let known = || ["next", "legal", "open", "opponent", "row", "column"].into_iter();
        for (name, expected) in [
            ("nxt", "next"),
            ("opn", "open"),
            ("NETX", "next"),
            ("(opn)", "open"),
            ("leagl", "legal"),
            ("colunms", "column"),
        ] {
            assert_eq!(similar(name, known()), Some(expected), "{name}");
        }
    }

    #[test]
    fn names_that_are_short_long_equal_or_different_get_no_suggestion() {
        let long = "x".repeat(100);
        let known = || ["next", "ro", "row", &long].into_iter();
        for name in ["ro", "next", "nothing", "cat", &long[..99]] {
            assert_eq!(similar(name, known()), None, "{name}");
        }
    }
}
