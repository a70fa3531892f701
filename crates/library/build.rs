//! Lists the folders of `games/` that hold a game, so that adding a game is adding a folder.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    let games = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap()).join("../../games");
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
            match path.is_file() {
                true => format!("include_str!({:?})", path.display().to_string()),
                false => String::from("\"\""),
            }
        };
        writeln!(
            list,
            "Files {{ name: {name:?}, rules: {}, about: {}, perft: {}, playthrough: {} }},",
            text("rules.kif"),
            text("game.toml"),
            text("perft"),
            text("playthrough"),
        )
        .unwrap();
    }
    list.push(']');
    let out = Path::new(&env::var("OUT_DIR").unwrap()).join("games.rs");
    fs::write(out, list).expect("the build folder is writable");
}
