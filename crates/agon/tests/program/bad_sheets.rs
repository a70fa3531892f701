//! Every fault has a folder under `games/bad` with a sheet that has it, and the exact text that
//! `agon check` prints for it. `UPDATE_EXPECTED=1 cargo test` writes the texts anew: read the difference.

use crate::run::{agon, root};
use gdl::{FaultKind, FoundBy};
use std::collections::BTreeSet;

/// A sheet of more than a gigabyte cannot be shipped.
const WITHOUT_SHEET: &[&str] = &["file-too-large"];

#[test]
fn every_fault_has_a_folder_and_every_folder_a_fault() {
    let folders: BTreeSet<String> = std::fs::read_dir(root().join("games/bad"))
        .expect("the folder is readable")
        .map(|entry| {
            entry.expect("its entries too").file_name().into_string().expect("plain names")
        })
        .collect();
    let faults = FaultKind::ALL.iter().map(|kind| kind.name().to_owned());
    let expected: BTreeSet<String> =
        faults.filter(|name| !WITHOUT_SHEET.contains(&name.as_str())).collect();
    assert_eq!(folders, expected);
}

#[test]
fn every_bad_sheet_gives_exactly_its_text() {
    let mut wrong = Vec::new();
    for &kind in FaultKind::ALL.iter().filter(|kind| !WITHOUT_SHEET.contains(&kind.name())) {
        let sheet = format!("games/bad/{}/rules.kif", kind.name());
        let mut arguments = vec!["check", &sheet];
        if kind.found_by() == FoundBy::Playing {
            arguments.push("--play");
        }
        let output = agon(&arguments);
        let names = output.stdout.lines().filter_map(|line| {
            let (severity, rest) = line.split_once('[')?;
            matches!(severity, "error" | "warning").then(|| rest.split(']').next()).flatten()
        });
        let names: BTreeSet<&str> = names.collect();
        assert_eq!(names, BTreeSet::from([kind.name()]), "{sheet}");
        let errors = kind.severity() == gdl::Severity::Error;
        assert_eq!(output.code, i32::from(errors), "{sheet}");
        let expected = root().join(format!("games/bad/{}/expected", kind.name()));
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            std::fs::write(&expected, &output.stdout).expect("the folder is writable");
        }
        if std::fs::read_to_string(&expected).unwrap_or_default() != output.stdout {
            wrong.push(format!("{sheet} now gives\n{}", output.stdout));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
