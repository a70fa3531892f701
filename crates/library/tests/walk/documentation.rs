//! The README says how many games there are.

use std::path::Path;

#[test]
fn the_readme_counts_the_games() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let readme = std::fs::read_to_string(path).expect("it is readable");
    let expected = format!("choose one of {} games", agon_library::games().count());
    assert!(readme.contains(&expected), "README.md does not say `{expected}`");
}
