//! Tells the program the commit that it is built from, if git knows one, with a `+` if there were changes that are not
//! committed.

#![allow(clippy::disallowed_methods, reason = "a build script asks git")]

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Uncommitted changes of any crate count.
    println!("cargo::rerun-if-changed=..");
    let Some(commit) = git(&["rev-parse", "--short", "HEAD"]) else { return };
    // A commit alone would not tell what was built.
    let is_changed =
        git(&["--no-optional-locks", "status", "--porcelain", "--untracked-files=no"]).is_some();
    let mark = if is_changed { "+" } else { "" };
    println!("cargo::rustc-env=AGON_COMMIT={commit}{mark}");
    // The first names the branch, the second has a line for each commit.
    for name in ["HEAD", "logs/HEAD"] {
        let Some(path) = git(&["rev-parse", "--git-path", name]) else { continue };
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

/// Returns what git prints; `None` if there is no git or no repository.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}
