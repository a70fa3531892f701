//! The format of a game's `perft` file: independently checked numbers of lines of play. Nothing is counted here.

use std::str::FromStr;

/// The contents of a `perft` file.
///
/// The first line is `# Source:` and the independent source of the numbers. Every other line is a comment, which begins
/// with `#`, or `DEPTH LEAVES`: a depth in joint moves, and the number of lines of play of this length, including those
/// that end the game there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftFile {
    /// The source that confirms the numbers; empty if the file names none.
    pub source: String,
    /// Depths with their numbers of lines of play, in the order of the file.
    pub numbers: Vec<(u32, u64)>,
}

/// Error for a line that is neither a comment nor a depth with a number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "line {line}: `{text}` is not `DEPTH LEAVES`, two numbers with a space between them, such as `3 8902`"
)]
pub struct PerftFileError {
    /// Number of the line, from 1.
    pub line: usize,
    /// Text of the line.
    pub text: String,
}

impl FromStr for PerftFile {
    type Err = PerftFileError;

    fn from_str(text: &str) -> Result<PerftFile, PerftFileError> {
        let first = text.lines().next().and_then(|line| line.strip_prefix("# Source:"));
        let source = first.unwrap_or_default().trim().to_owned();
        let lines = (1..).zip(text.lines().map(str::trim));
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let numbers = lines.map(|(number, line)| {
            depth_and_leaves(line)
                .ok_or_else(|| PerftFileError { line: number, text: line.to_owned() })
        });
        Ok(PerftFile { source, numbers: numbers.collect::<Result<_, _>>()? })
    }
}

/// Returns the two numbers of a line.
fn depth_and_leaves(line: &str) -> Option<(u32, u64)> {
    let (depth, leaves) = line.split_once(' ')?;
    Some((depth.parse().ok()?, leaves.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_their_source_are_read() {
        let file: PerftFile =
            "# Source: counted by hand\n# DEPTH LEAVES\n1 2\n\n2  4\n".parse().unwrap();
        assert_eq!(file.source, "counted by hand");
        assert_eq!(file.numbers, [(1, 2), (2, 4)]);
    }

    #[test]
    fn errors_name_the_line_and_the_format() {
        for wrong in ["1", "1 x", "one 2", "1, 2", "-1 2"] {
            let error = format!("# Source: s\n1 2\n{wrong}\n").parse::<PerftFile>().unwrap_err();
            assert_eq!((error.line, error.text.as_str()), (3, wrong));
            assert!(error.to_string().contains("is not `DEPTH LEAVES`"), "{error}");
        }
    }
}
