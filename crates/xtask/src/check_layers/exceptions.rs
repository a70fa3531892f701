//! Exceptions in the sources of a crate from the lints against clocks, files and ambient randomness: attributes that
//! switch the lints off, by their own names or with a group that contains them.

use super::settings::read;
use anyhow::Context;
use std::path::{Path, PathBuf};

/// Parts of the names of all lints and groups of lints that decide whether Clippy refuses what `clippy.toml` disallows.
const LINTS: [&str; 4] = ["clippy::disallowed", "clippy::style", "clippy::all", "warnings"];

/// Whether Clippy may no longer refuse what `clippy.toml` disallows if this lint, or group of lints, is allowed.
pub fn is_decisive(lint: &str) -> bool {
    LINTS.iter().any(|part| lint.contains(part))
}

/// Describes every place in the sources of a crate (the folder `src`), unit tests apart, where the lints are switched
/// off, or that takes a module from a file that is not checked.
pub fn exceptions(src: &Path) -> anyhow::Result<Vec<String>> {
    let mut found = Vec::new();
    for file in sources(src)? {
        let text = read(&file)?;
        if is_unit_test(src, &file)? {
            continue;
        }
        if allowed_lints(&text).iter().any(|lint| is_decisive(lint)) {
            found.push(format!("{} allows what `clippy.toml` disallows", file.display()));
        }
        if text.contains("#[path") {
            found.push(format!("{} names the file of a module by `#[path]`", file.display()));
        }
    }
    Ok(found)
}

/// Returns the Rust files below a folder.
fn sources(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(sources(&path)?);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    Ok(files)
}

/// Whether a source file belongs to a module `tests` that is compiled for tests only.
fn is_unit_test(src: &Path, file: &Path) -> anyhow::Result<bool> {
    let parts: Vec<_> = file.strip_prefix(src)?.iter().collect();
    let Some(place) = parts.iter().position(|part| *part == "tests" || *part == "tests.rs") else {
        return Ok(false);
    };
    let parent = match place {
        0 => src.join("lib.rs"),
        _ => src.join(parts[..place].iter().collect::<PathBuf>()).with_extension("rs"),
    };
    Ok(parent.exists() && declares_unit_tests(&read(&parent)?))
}

/// Whether a module declares a module `tests` in another file, for tests only.
fn declares_unit_tests(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    let mut pairs = lines.windows(2);
    pairs.any(|pair| pair[0].trim() == "#[cfg(test)]" && pair[1].ends_with("mod tests;"))
}

/// Returns the lints that the attributes in a text allow or expect.
fn allowed_lints(text: &str) -> Vec<String> {
    let text: String = text.split_whitespace().collect();
    let text = text.as_str();
    let lists = ["allow(", "expect("].into_iter().flat_map(|keyword| {
        let places = text.match_indices(keyword).map(|(place, _)| place);
        let in_attributes = places.filter(|&place| text[..place].ends_with(['[', ',']));
        in_attributes.map(move |place| &text[place + keyword.len()..])
    });
    let lints = lists.flat_map(|rest| rest.split(')').next().unwrap_or_default().split(','));
    lints.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lints_of_attributes_are_found() {
        let allows = |text: &str| allowed_lints(text).iter().any(|lint| is_decisive(lint));
        for text in [
            "#![allow(clippy::disallowed_types)]",
            "#[allow(unused, clippy :: all, reason = \"none (at all)\")]\nfn main() {}",
            "#[expect(clippy::style)]",
            "#![allow(\n    warnings,\n)]",
            "#![cfg_attr(not(test), allow(clippy::disallowed_methods))]",
        ] {
            assert!(allows(text), "{text}");
        }
        for text in [
            "#![warn(clippy::all)]",
            "#[allow(clippy::too_many_arguments)]",
            "faults.allow(warnings)",
            "fn expect(warnings: u32) {}",
        ] {
            assert!(!allows(text), "{text}");
        }
    }
}
