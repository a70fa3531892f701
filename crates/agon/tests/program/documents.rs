//! The commands that the pages for readers show must work: every line of a `sh` block that begins with `agon` or
//! `cargo run --release --` is run, and must succeed unless a comment says how it exits. A block whose first line names
//! a file below `target/`, such as ```` ```kif target/tutorial/rules.kif ````, is written to that file before, as the
//! text asks the reader to do.

use crate::document_pages::{Page, pages};
use crate::run::{agon, root};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

/// Code block of a page: the words after the opening fence, and the lines.
pub struct Block {
    pub info: String,
    pub text: String,
}

/// Returns the code blocks of a page, from top to bottom.
pub fn blocks(page: &Page) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open = None;
    for event in Parser::new(&page.text) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                open = Some(Block { info: info.to_string(), text: String::new() });
            }
            Event::Text(text) => {
                if let Some(block) = &mut open {
                    block.text.push_str(&text);
                }
            }
            Event::End(TagEnd::CodeBlock) => blocks.extend(open.take()),
            _ => {}
        }
    }
    blocks
}

/// Arguments of the program in a line of a block, or `None` for other commands.
fn arguments(command: &str) -> Option<Vec<&str>> {
    let arguments = command
        .strip_prefix("agon")
        .or_else(|| command.strip_prefix("cargo run --release --"))
        .or_else(|| command.trim_end().strip_prefix("cargo run --release"))?;
    Some(arguments.split_whitespace().collect())
}

/// Runs the commands of a block; returns their number.
fn run_commands(page: &Page, block: &Block) -> usize {
    let mut run = 0;
    for line in block.text.lines() {
        let (command, comment) = line.split_once('#').unwrap_or((line, ""));
        let Some(arguments) = arguments(command) else { continue };
        let expected = match comment.split_once("exits with ") {
            Some((_, code)) => code.trim().parse().expect("a comment names the exit code"),
            None => 0,
        };
        let output = agon(&arguments);
        assert_eq!(output.code, expected, "{}: {line}\n{}", page.name, output.stderr);
        run += 1;
    }
    run
}

/// Writes a block to the file that its first line names.
fn write_file(page: &Page, file: &str, block: &Block) {
    assert!(file.starts_with("target/") && !file.contains(".."), "{}: {file}", page.name);
    let path = root().join(file);
    std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("folders are made");
    std::fs::write(path, &block.text).expect("the file is written");
}

/// Follows a page from top to bottom; returns the number of commands that were run.
fn follow(page: &Page) -> usize {
    let mut run = 0;
    for block in blocks(page) {
        match block.info.split_once(' ') {
            Some((_, file)) => write_file(page, file.trim(), &block),
            None if block.info == "sh" => run += run_commands(page, &block),
            None => {}
        }
    }
    run
}

#[test]
fn every_command_in_the_documents_works() {
    let run: usize = pages().iter().map(follow).sum();
    assert!(run >= 60, "only {run} commands were found");
}
