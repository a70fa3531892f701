//! The pages for readers must be true: every line of a `sh` block that begins with `agon` or `cargo run --release --` is
//! run, and must succeed unless a comment says how it exits.
//!
//! A `text` block behind a `sh` block is an excerpt of what its commands print, and a `text` block that begins with
//! `$ agon` shows that command with all that it prints (`transcripts` compares both). Any other text that follows a `sh`
//! block, such as commands that are not to be run or numbers that no run repeats, is marked: ```` ```text unchecked ````.
//! A block whose first line names a file below `target/`, such as ```` ```kif target/tutorial/rules.kif ````, is written
//! to that file, as the text asks the reader to do.
//!
//! Each page is followed in a folder of its own, which shows the files of the project and has an empty folder `target`.

use crate::document_pages::{Page, pages};
use crate::run::{Output, agon_in, root};
use crate::transcripts::{compare, compare_excerpt};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use std::path::Path;
use tempfile::TempDir;

/// Code block of a page: the words after the opening fence, and the lines.
struct Block {
    info: String,
    text: String,
}

/// Returns the code blocks of a page, from top to bottom.
fn blocks(page: &Page) -> Vec<Block> {
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

/// Runs a command with this input and checks its exit code, which is 0 unless a comment names another one. Returns
/// `None` for other commands than those of the program.
fn run_command(page: &Page, folder: &Path, line: &str, input: &str) -> Option<Output> {
    let (command, comment) = line.split_once('#').unwrap_or((line, ""));
    let expected = match comment.split_once("exits with ") {
        Some((_, code)) => code.trim().parse().expect("a comment names the exit code"),
        None => 0,
    };
    let output = agon_in(folder, &arguments(command)?, input);
    assert_eq!(output.code, expected, "{}: {line}\n{}", page.name, output.stderr);
    Some(output)
}

/// Runs the command of a transcript, with the lines that the reader types, those behind `> `, and compares its output.
fn check_transcript(page: &Page, folder: &Path, transcript: &str) {
    let (line, shown) = transcript.split_once('\n').expect("a transcript has an output");
    let typed = shown.lines().filter_map(|line| line.strip_prefix("> "));
    let input: String = typed.map(|line| format!("{line}\n")).collect();
    let output = run_command(page, folder, line.trim_start_matches("$ "), &input);
    compare(page, shown, &output.expect("it is a command of the program").stdout);
}

/// Runs the commands of a block. Returns what they print, of each first standard error, and their number.
fn run_commands(page: &Page, folder: &Path, block: &Block) -> (String, usize) {
    let (mut printed, mut count) = (String::new(), 0);
    for line in block.text.lines() {
        let Some(output) = run_command(page, folder, line, "") else { continue };
        printed += &output.stderr;
        printed += &output.stdout;
        count += 1;
    }
    (printed, count)
}

/// Writes a block to the file that its first line names.
fn write_file(page: &Page, folder: &Path, file: &str, block: &Block) {
    assert!(file.starts_with("target/") && !file.contains(".."), "{}: {file}", page.name);
    let path = folder.join(file);
    std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("folders are made");
    std::fs::write(path, &block.text).expect("the file is written");
}

/// Returns a new folder with links to everything in the project, and with an empty folder `target`.
fn project_without_target() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for entry in std::fs::read_dir(root()).expect("the project is readable") {
        let entry = entry.expect("its entries are readable");
        if entry.file_name() != "target" {
            let link = folder.path().join(entry.file_name());
            std::os::unix::fs::symlink(entry.path(), link).expect("links are made");
        }
    }
    std::fs::create_dir(folder.path().join("target")).expect("folders are made");
    folder
}

/// Numbers of commands that were run and of outputs that were compared.
#[derive(Default)]
struct Counts {
    commands: usize,
    outputs: usize,
}

/// Follows a page from top to bottom.
fn follow(page: &Page, counts: &mut Counts) {
    let folder = project_without_target();
    let folder = folder.path();
    let mut printed: Option<String> = None;
    for block in blocks(page) {
        let before = printed.take();
        let is_transcript = block.text.starts_with("$ agon ");
        match (block.info.split_once(' '), &*block.info, before) {
            (Some((_, file)), _, _) if file != "unchecked" => {
                write_file(page, folder, file.trim(), &block);
            }
            (_, "sh", _) => {
                let (output, count) = run_commands(page, folder, &block);
                counts.commands += count;
                printed = (count > 0).then_some(output);
            }
            (_, "text", _) if is_transcript => {
                check_transcript(page, folder, &block.text);
                counts.outputs += 1;
            }
            (_, "text", Some(output)) => {
                compare_excerpt(page, &block.text, &output);
                counts.outputs += 1;
            }
            _ => {}
        }
    }
}

#[test]
fn every_command_in_the_documents_works_and_prints_what_they_show() {
    let mut counts = Counts::default();
    pages().iter().for_each(|page| follow(page, &mut counts));
    assert!(counts.commands >= 60, "only {} commands were found", counts.commands);
    assert!(counts.outputs >= 25, "only {} outputs were compared", counts.outputs);
}
