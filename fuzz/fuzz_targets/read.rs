//! Any bytes: reading, printing and formatting neither fail nor lose anything.

#![no_main]

use gdl::print::{infix, kif};
use gdl::{Token, Tokens};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let (sheet, _) = gdl::read("fuzz.kif", bytes);
    let text = sheet.source.text();
    let printed = kif(&sheet);
    let (again, faults) = gdl::read("printed.kif", printed.as_bytes());
    assert_eq!(faults.errors(), 0);
    assert_eq!(kif(&again), printed);
    infix(&sheet);

    let formatted = gdl::format(text);
    assert_eq!(tokens(&formatted), tokens(text));
    assert_eq!(gdl::format(&formatted), formatted);
});

/// Returns the tokens of a text. White space at the end of a comment is layout.
fn tokens(text: &str) -> Vec<(Token, &str)> {
    Tokens::new(text)
        .map(|(token, span)| (token, text[span.start as usize..span.end as usize].trim_end()))
        .collect()
}
