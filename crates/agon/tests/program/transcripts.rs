//! Compares what the pages for readers show as the output of the program with what it prints.
//!
//! A line `…` stands for any text. Times, speeds and the numbers of spaces between words are not compared.

use crate::document_pages::Page;

/// The line in a transcript that stands for any text.
const OMITTED: &str = "…\n";

/// Units behind the numbers that are not compared.
const UNITS: [&str; 3] = ["s", "µs", "per"];

/// Title of the column of speeds in tables of players. It is the last column but one.
const SPEED_COLUMN: &str = "simulations/s";

/// Keys of `agon dev perf` whose values depend on the speed.
const COUNTS: [&str; 2] = ["numStateChanges", "numRollouts"];

/// Returns a text with one space between words, and with `#` in the place of times and speeds.
fn masked(text: &str) -> String {
    let mut is_table = false;
    let mut lines = String::new();
    for line in text.lines() {
        let mut words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        is_table = words.iter().any(|word| word == SPEED_COLUMN) || is_table && !words.is_empty();
        mask_numbers_with_units(&mut words);
        mask_value(&mut words);
        if is_table && words.len() > 1 {
            let speed = words.len() - 2;
            words[speed] = "#".to_owned();
        }
        if line.ends_with("state changes per second") {
            words = vec!["# state changes per second".to_owned()];
        }
        lines += &words.join(" ");
        lines.push('\n');
    }
    lines
}

/// Replaces numbers before a unit of time or speed, such as `in 1.43 s`.
fn mask_numbers_with_units(words: &mut [String]) {
    for place in 1..words.len() {
        let unit = words[place].trim_end_matches([';', ',']);
        if UNITS.contains(&unit) && words[place - 1].parse::<f64>().is_ok() {
            words[place - 1] = "#".to_owned();
        }
    }
}

/// Replaces the value of a line `key=value` of `agon dev perf`. A number of milliseconds keeps its number of digits, so
/// that a tenth of a second is not shown as a second.
fn mask_value(words: &mut [String]) {
    let [word] = words else { return };
    match word.split_once('=') {
        Some((key, _)) if COUNTS.contains(&key) => *word = format!("{key}=#"),
        Some(("millisecondsTaken", value)) => {
            *word = format!("millisecondsTaken={}", "#".repeat(value.len()));
        }
        _ => {}
    }
}

/// Asserts that `printed` consists of the parts of `shown` between the lines `…`, in their order.
pub fn compare(page: &Page, shown: &str, printed: &str) {
    compare_parts(page, &masked(shown), &masked(printed));
}

/// Asserts that `printed` contains the paragraphs of `shown` in their order: of the output of several commands, a page
/// shows the parts that matter.
pub fn compare_excerpt(page: &Page, shown: &str, printed: &str) {
    let paragraphs = masked(shown).replace("\n\n", &format!("\n{OMITTED}"));
    compare_parts(page, &format!("{OMITTED}{paragraphs}{OMITTED}"), &masked(printed));
}

fn compare_parts(page: &Page, shown: &str, printed: &str) {
    let mut rest = printed;
    for (number, part) in shown.split(OMITTED).enumerate() {
        let is_place = |place: usize| place == 0 || number > 0 && rest[..place].ends_with('\n');
        let mut places = rest.match_indices(part).map(|(place, _)| place);
        let place = places.find(|&place| is_place(place)).unwrap_or_else(|| {
            panic!("{}: the program does not print\n{part}\nbut\n{rest}", page.name)
        });
        rest = &rest[place + part.len()..];
    }
    assert!(rest.is_empty() || shown.ends_with(OMITTED), "{}: not shown:\n{rest}", page.name);
}

fn page() -> Page {
    Page { name: "page".to_owned(), text: String::new() }
}

#[test]
#[should_panic(expected = "the program does not print")]
fn other_text_is_noticed() {
    compare(&page(), "a\n…\nc\n", "a\nb\nd\n");
}

#[test]
#[should_panic(expected = "the program does not print")]
fn other_results_are_noticed() {
    compare_excerpt(&page(), "8179 random games in 0.00 s\n", "8180 random games in 0.00 s\n");
}

#[test]
#[should_panic(expected = "the program does not print")]
fn another_number_of_digits_is_noticed() {
    compare_excerpt(&page(), "millisecondsTaken=1000\n", "millisecondsTaken=100\n");
}

#[test]
fn times_speeds_and_omitted_lines_are_ignored() {
    compare(&page(), "5 in 1.43 s; 6\n…\nend\n", "5 in 0.2 s; 6\nb\n\nend\n");
    let speeds =
        "1 games and 5 state changes per second\n7 nodes, 55605 per second\nnumRollouts=6\n";
    let others = "2 games and 60 state changes per second\n7 nodes, 4 per second\nnumRollouts=12\n";
    compare(&page(), speeds, others);
    let table = "player won simulations/s errors\na 5 40224 0\n\n5 2 0\n";
    compare(&page(), table, "player won simulations/s  errors\na    5  8         0\n\n5 2 0\n");
    compare_excerpt(&page(), "b\nc\n\ne\n", "a\nb\nc\nd\ne\nf\n");
}
