//! The commands that the documents show must work: every line of a `sh` block that begins with `agon` or
//! `cargo run --release --` is run, and must succeed unless a comment says how it exits.

use crate::run::{agon, root};
use std::path::PathBuf;

fn documents() -> Vec<PathBuf> {
    let mut documents = vec![root().join("README.md")];
    let pages = std::fs::read_dir(root().join("docs")).expect("there is a folder docs");
    documents.extend(pages.map(|page| page.expect("its pages are readable").path()));
    documents.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    documents
}

fn commands(text: &str) -> impl Iterator<Item = &str> {
    let blocks = text.split("```").skip(1).step_by(2);
    blocks.filter_map(|block| block.strip_prefix("sh\n")).flat_map(str::lines)
}

#[test]
fn every_command_in_the_documents_works() {
    let mut run = 0;
    for document in documents() {
        let text = std::fs::read_to_string(&document).expect("documents are readable");
        for line in commands(&text) {
            let (command, comment) = line.split_once('#').unwrap_or((line, ""));
            let arguments = command
                .strip_prefix("agon")
                .or_else(|| command.strip_prefix("cargo run --release --"))
                .or_else(|| command.trim_end().strip_prefix("cargo run --release"));
            let Some(arguments) = arguments else { continue };
            let arguments: Vec<&str> = arguments.split_whitespace().collect();
            let expected = match comment.split_once("exits with ") {
                Some((_, code)) => code.trim().parse().expect("a comment names the exit code"),
                None => 0,
            };
            let output = agon(&arguments);
            assert_eq!(output.code, expected, "{}: {line}\n{}", document.display(), output.stderr);
            run += 1;
        }
    }
    assert!(run >= 10, "only {run} commands were found");
}
