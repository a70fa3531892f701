//! Prints rules in KIF, one rule per line. Reading the result gives the same rules again.

use crate::sheet::{Atom, Formula, Rule, Sheet};
use term::{TermId, TermTable};

/// Returns the rules of a sheet in KIF, without comments; [`crate::format()`] keeps them.
///
/// ```
/// let (sheet, _) = agon_gdl::read("game.kif", b"(role  white) ; first");
/// assert_eq!(agon_gdl::print::kif(&sheet), "(role white)\n");
/// ```
pub fn kif(sheet: &Sheet) -> String {
    let mut printer = KifPrinter { sheet, text: String::new() };
    for rule in &sheet.rules {
        printer.rule(rule);
        printer.text.push('\n');
    }
    printer.text
}

/// A printer of rules in KIF.
struct KifPrinter<'a> {
    sheet: &'a Sheet,
    text: String,
}

impl KifPrinter<'_> {
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
        let name = self.sheet.name(atom.relation);
        if atom.arguments.is_empty() {
            return self.text.push_str(name);
        }
        self.text.push('(');
        self.text.push_str(name);
        self.terms(&atom.arguments);
        self.text.push(')');
    }

    fn terms(&mut self, terms: &[TermId]) {
        for &term in terms {
            self.text.push(' ');
            self.text.push_str(self.sheet.terms.term(&self.sheet.symbols, term).as_str());
        }
    }
}
