//! The transcripts of `agon play` that the pages for readers show must be what the program prints: it is run with the
//! lines that the reader types, those behind `> `. Times are ignored, and a line `…` stands for any text.

use crate::document_pages::{Page, pages};
use crate::documents::blocks;
use crate::run::agon_with_input;

/// The beginning of the first line of a transcript.
const COMMAND: &str = "$ agon play ";
/// The line in a transcript that stands for any text.
const OMITTED: &str = "…\n";

/// Returns a text with `#` in the place of each number of seconds, such as `in 1.43 s`.
fn without_times(text: &str) -> String {
    let mask = |line: &str| {
        let mut words: Vec<&str> = line.split(' ').collect();
        for place in 1..words.len().saturating_sub(1) {
            let unit = words[place + 1].trim_end_matches([';', ',']);
            if unit == "s" && words[place].parse::<f64>().is_ok() {
                words[place] = "#";
            }
        }
        words.join(" ") + "\n"
    };
    text.lines().map(mask).collect()
}

/// Asserts that `printed` consists of the parts of `shown` between the lines `…`, in their order.
fn compare(page: &Page, shown: &str, printed: &str) {
    let parts: Vec<&str> = shown.split(OMITTED).collect();
    let mut rest = printed;
    for (number, part) in parts.iter().enumerate() {
        let place = rest.find(part).filter(|&place| place == 0 || number > 0);
        let place = place.unwrap_or_else(|| {
            panic!("{}: the program does not print\n{part}\nbut\n{rest}", page.name)
        });
        rest = &rest[place + part.len()..];
    }
    assert!(rest.is_empty() || shown.ends_with(OMITTED), "{}: not shown:\n{rest}", page.name);
}

/// Runs the program as the transcript shows and compares its output.
fn check(page: &Page, transcript: &str) {
    let (command, shown) = transcript.split_once('\n').expect("a transcript has an output");
    let arguments = command.trim_start_matches("$ agon ").split_whitespace();
    let typed = shown.lines().filter_map(|line| line.strip_prefix("> "));
    let input: String = typed.map(|line| format!("{line}\n")).collect();
    let output = agon_with_input(&arguments.collect::<Vec<_>>(), &input);
    assert_eq!(output.code, 0, "{}: {command}\n{}", page.name, output.stderr);
    compare(page, &without_times(shown), &without_times(&output.stdout));
}

#[test]
fn transcripts_of_matches_are_what_the_program_prints() {
    let mut checked = 0;
    for page in pages() {
        for block in blocks(&page).iter().filter(|block| block.text.starts_with(COMMAND)) {
            check(&page, &block.text);
            checked += 1;
        }
    }
    assert!(checked > 0, "there is no transcript");
}

#[test]
#[should_panic(expected = "the program does not print")]
fn other_text_is_noticed() {
    let page = Page { name: "page".to_owned(), text: String::new() };
    compare(&page, "a\n…\nc\n", "a\nb\nd\n");
}

#[test]
fn times_and_omitted_lines_are_ignored() {
    let page = Page { name: "page".to_owned(), text: String::new() };
    let (shown, printed) = ("5 in 1.43 s; 6\n…\nend\n", "5 in 0.2 s; 6\nb\n\nend\n");
    compare(&page, &without_times(shown), &without_times(printed));
}
