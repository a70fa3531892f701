//! Lists the experiments of `lab/` and the notes that belong to them, so that adding an experiment is adding a file.
//! `experiments` here is a link to that folder, which becomes a copy in the published package.

#![allow(clippy::disallowed_methods, reason = "a build script reads folders and writes its output")]

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    let lab = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap()).join("experiments");
    println!("cargo::rerun-if-changed={}", lab.display());
    let mut files: Vec<_> = fs::read_dir(&lab)
        .expect("the folder `experiments` is readable")
        .map(|entry| entry.expect("its entries are readable").path())
        .filter(|file| file.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        let name =
            file.file_stem().unwrap().to_str().expect("names of experiments are plain words");
        let notes = file.with_extension("notes.md");
        let notes = match notes.is_file() {
            true => format!("include_str!({:?})", notes.display().to_string()),
            false => String::from("\"\""),
        };
        let text = format!("include_str!({:?})", file.display().to_string());
        writeln!(list, "Files {{ name: {name:?}, text: {text}, notes: {notes} }},").unwrap();
    }
    list.push(']');
    let out = Path::new(&env::var("OUT_DIR").unwrap()).join("experiments.rs");
    fs::write(out, list).expect("the build folder is writable");
}
