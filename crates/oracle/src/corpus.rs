//! The public rule sheets and traces in `../shared`, a folder beside the project that only developers have.
//!
//! A test that uses them returns at once if the folder is absent, with one message. Otherwise it calls [`report`] with
//! the number of files that it examined, which fails if there are none. Messages bypass the test runner, which would
//! suppress them.

use std::io::Write;
use std::path::{Path, PathBuf};

/// Returns the path of a folder in `../shared`, such as `corpus`; `None`, with a message, if it is absent.
pub fn shared(folder: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join(folder);
    if path.is_dir() {
        return Some(path);
    }
    say(&format!("skipped: there is no folder ../shared/{folder}"));
    None
}

/// Returns the public rule sheets in the order of their names; `None`, with a message, if the folder is absent.
///
/// # Panics
/// If the folder has no sheets.
pub fn sheets() -> Option<Vec<PathBuf>> {
    Some(files(&shared("corpus")?, ".kif"))
}

/// Returns the recorded traces in the order of their names; `None`, with a message, if the folder is absent.
///
/// # Panics
/// If the folder has no traces.
pub fn traces() -> Option<Vec<PathBuf>> {
    Some(files(&shared("traces")?, ".jsonl.gz"))
}

/// Returns the files of a folder whose names have this ending, in order.
///
/// # Panics
/// If there is none, or the folder cannot be read.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let paths = entries.map(|entry| entry.expect("the folder is readable").path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.to_string_lossy().ends_with(ending)).collect();
    files.sort();
    assert!(!files.is_empty(), "there are no files *{ending} in {}", folder.display());
    files
}

/// Prints how many of all files a test examined; `what` names the files, in the plural.
///
/// # Panics
/// If it examined none.
pub fn report(test: &str, looked_at: usize, total: usize, what: &str) {
    say(&format!("{test}: looked at {looked_at} of {total} {what}"));
    assert!(looked_at > 0, "{test} looked at none of {total} {what}");
}

/// Prints a line on standard error, even in a test that passes.
fn say(line: &str) {
    // A closed standard error is no reason for a test to fail.
    let _ = writeln!(std::io::stderr(), "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_absent_folder_is_skipped() {
        assert_eq!(shared("no such folder"), None);
    }

    #[test]
    #[should_panic(expected = "looked at none of 3 sheets")]
    fn a_test_that_looks_at_nothing_fails() {
        report("this test", 0, 3, "sheets");
    }

    #[test]
    #[should_panic(expected = "there are no files *.kif")]
    fn a_folder_without_sheets_fails() {
        files(Path::new(env!("CARGO_MANIFEST_DIR")), ".kif");
    }
}
