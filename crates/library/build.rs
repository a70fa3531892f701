//! Writes the list of bundled games from the folders of `games/`: a new folder is a new game. `games` here is
//! a link to the folder of the repository, which becomes a copy in the published package.

#![allow(clippy::disallowed_methods, reason = "a build script reads folders and writes its output")]

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    let games = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap()).join("games");
    println!("cargo::rerun-if-changed={}", games.display());
    let mut folders: Vec<_> = fs::read_dir(&games)
        .expect("the folder `games` is readable")
        .map(|entry| entry.expect("its entries are readable").path())
        .filter(|folder| folder.join("game.toml").is_file())
        .collect();
    folders.sort();
    let mut list = String::from("&[\n");
    for folder in folders {
        let name = folder.file_name().unwrap().to_str().expect("names of games are plain words");
        let text = |file: &str| {
            let path = folder.join(file);
            if path.is_file() {
                format!("include_str!({:?})", path.display().to_string())
            } else {
                String::from("\"\"")
            }
        };
        writeln!(
            list,
            "GameFiles {{ name: {name:?}, rules: {}, about: {}, perft: {}, playthrough: {}, wins: &[{}] }},",
            text("rules.kif"),
            text("game.toml"),
            text("perft"),
            text("playthrough"),
            wins(&folder),
        )
        .unwrap();
    }
    list.push(']');
    let out = Path::new(&env::var("OUT_DIR").unwrap()).join("games.rs");
    fs::write(out, list).expect("the build folder is writable");
}

/// Returns a list of the roles for which the folder has a winning line of play, with the lines.
fn wins(folder: &Path) -> String {
    let files = fs::read_dir(folder).expect("the folder of a game is readable");
    let mut paths: Vec<_> =
        files.map(|file| file.expect("its entries are readable").path()).collect();
    paths.sort();
    let wins = paths.iter().filter_map(|path| {
        let role = path.file_name()?.to_str()?.strip_prefix("win-")?;
        Some(format!("({role:?}, include_str!({:?}))", path.display().to_string()))
    });
    wins.collect::<Vec<_>>().join(", ")
}
