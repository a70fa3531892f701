//! Warns about names written with different capital letters: they are one name here and in some other
//! programs, and two names in the rest.

use crate::fault::{FaultKind, Faults};
use crate::sheet::Sheet;
use std::collections::{HashMap, HashSet};
use term::{Span, Symbol};

pub(super) fn check(sheet: &Sheet, faults: &mut Faults) {
    let mut reported: HashSet<&str> = HashSet::default();
    let mut first: HashMap<Symbol, &str> = HashMap::new();
    for top in sheet.syntax.top() {
        // A variable in two rules is two variables, so its spellings are compared within one rule only.
        let mut variables: HashMap<Symbol, &str> = HashMap::default();
        for (symbol, span) in sheet.syntax.words(top) {
            let here = sheet.source.slice(span);
            let spellings =
                if sheet.symbols.is_variable(symbol) { &mut variables } else { &mut first };
            let known = *spellings.entry(symbol).or_insert(here);
            if here != known && reported.insert(here) {
                report(faults, span, here, known);
            }
        }
    }
}

fn report(faults: &mut Faults, span: Span, here: &str, known: &str) {
    faults.add(FaultKind::InconsistentCase, span, || {
        (
            format!("`{here}` is written `{known}` elsewhere; they are taken as the same name"),
            format!("write `{known}` everywhere"),
        )
    });
}
