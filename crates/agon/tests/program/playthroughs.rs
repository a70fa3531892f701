//! Each bundled game carries one seeded game with everything printed; the program must print it again.
//! `UPDATE_EXPECTED=1 cargo test` writes them anew: read the difference.

use crate::run::{agon, root};

#[test]
fn playthroughs_are_what_the_program_prints() {
    let mut wrong = Vec::new();
    for game in library::games() {
        let output = agon(&["dev", "playthrough", game.name()]);
        assert_eq!(output.code, 0, "{}: {}", game.name(), output.stderr);
        let path = root().join(format!("games/{}/playthrough", game.name()));
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            std::fs::write(&path, &output.stdout).expect("the folder is writable");
        }
        if std::fs::read_to_string(&path).unwrap_or_default() != output.stdout {
            wrong.push(format!("{} now gives\n{}", game.name(), output.stdout));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
