//! Warns about formulas that are allowed but probably mistakes: empty and nested disjunctions, rules
//! without conditions, and an explicit `and`.

use crate::fault::{FaultKind, Faults};
use crate::sheet::{Formula, Sheet};

pub(super) fn check(sheet: &Sheet, faults: &mut Faults) {
    for rule in &sheet.rules {
        if rule.arrow && rule.body.is_empty() {
            faults.add(FaultKind::EmptyBody, sheet.span(rule.node), || {
                ("this rule has no condition".to_owned(), "write the head alone, as a fact")
            });
        }
        for formula in &rule.body {
            check_formula(sheet, faults, formula, false);
        }
    }
}

fn check_formula(sheet: &Sheet, faults: &mut Faults, formula: &Formula, in_or: bool) {
    match formula {
        Formula::Or(parts, node) => {
            if in_or {
                faults.add(FaultKind::NestedDisjunction, sheet.span(*node), || {
                    (
                        "an `or` directly inside an `or`".to_owned(),
                        "move its parts into the outer `or`",
                    )
                });
            }
            if parts.is_empty() {
                faults.add(FaultKind::EmptyDisjunction, sheet.span(*node), || {
                    ("an `or` without parts never holds".to_owned(), "remove it, or add its parts")
                });
            }
            parts.iter().for_each(|part| check_formula(sheet, faults, part, true));
        }
        Formula::And(parts, node) => {
            faults.add(FaultKind::ExplicitAnd, sheet.span(*node), || {
                (
                    "`and` is not a word of GDL; other programs take it for a relation".to_owned(),
                    "list the conditions one after the other: a rule's body is a conjunction",
                )
            });
            parts.iter().for_each(|part| check_formula(sheet, faults, part, false));
        }
        Formula::Not(inner, _) => check_formula(sheet, faults, inner, false),
        Formula::Atom(_) | Formula::Distinct(..) => {}
    }
}
