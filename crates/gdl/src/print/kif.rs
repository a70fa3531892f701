//! Printing in KIF, one rule a line. Reading the result gives the same rules again.

use crate::sheet::{Atom, Formula, Rule, Sheet};
use crate::term::Term;

/// The sheet in KIF, without its comments; [`crate::format`] keeps them.
pub fn kif(sheet: &Sheet) -> String {
    let mut printer = Printer { sheet, text: String::new() };
    for rule in &sheet.rules {
        printer.rule(rule);
        printer.text.push('\n');
    }
    printer.text
}

struct Printer<'a> {
    sheet: &'a Sheet,
    text: String,
}

impl Printer<'_> {
    fn rule(&mut self, rule: &Rule) {
        if !rule.arrow {
            return self.atom(&rule.head);
        }
        self.text.push_str("(<= ");
        self.atom(&rule.head);
        self.formulas(&rule.body);
        self.text.push(')');
    }

    fn formulas(&mut self, formulas: &[Formula]) {
        for formula in formulas {
            self.text.push(' ');
            self.formula(formula);
        }
    }

    fn formula(&mut self, formula: &Formula) {
        match formula {
            Formula::Atom(atom) => self.atom(atom),
            Formula::Not(inner, _) => {
                self.text.push_str("(not ");
                self.formula(inner);
                self.text.push(')');
            }
            Formula::And(parts, _) => {
                self.text.push_str("(and");
                self.formulas(parts);
                self.text.push(')');
            }
            Formula::Or(parts, _) => {
                self.text.push_str("(or");
                self.formulas(parts);
                self.text.push(')');
            }
            Formula::Distinct(left, right, _) => {
                self.text.push_str("(distinct");
                self.terms(&[*left, *right]);
                self.text.push(')');
            }
        }
    }

    fn atom(&mut self, atom: &Atom) {
        self.application(self.sheet.name(atom.relation), &atom.arguments);
    }

    fn application(&mut self, name: &str, arguments: &[Term]) {
        if arguments.is_empty() {
            return self.text.push_str(name);
        }
        self.text.push('(');
        self.text.push_str(name);
        self.terms(arguments);
        self.text.push(')');
    }

    fn terms(&mut self, terms: &[Term]) {
        let sheet = self.sheet;
        for &term in terms {
            self.text.push(' ');
            let name = sheet.name(sheet.terms.symbol(term));
            self.application(name, sheet.terms.arguments(term));
        }
    }
}
