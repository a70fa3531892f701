//! Prints rules in the infix notation of logic programs, which Günther 2008 uses:
//! `head :- condition, not condition, (condition ; condition), X \= Y.` Variables begin with a
//! capital letter, names that are not plain words are quoted.

use crate::sheet::{Atom, Formula, Rule, Sheet};
use term::{Symbol, TermId, TermTable};

/// Returns a sheet in infix notation, with a line for each head and each condition.
pub fn infix(sheet: &Sheet) -> String {
    let mut printer = InfixPrinter { sheet, text: String::new() };
    for rule in &sheet.rules {
        printer.rule(rule);
    }
    printer.text
}

/// A printer of rules in infix notation.
struct InfixPrinter<'a> {
    sheet: &'a Sheet,
    text: String,
}

impl InfixPrinter<'_> {
    fn rule(&mut self, rule: &Rule) {
        self.atom(&rule.head);
        if !rule.body.is_empty() {
            self.text.push_str(" :-\n    ");
            self.joined(&rule.body, ",\n    ");
        }
        self.text.push_str(".\n");
    }

    /// Prints formulas with a separator between them.
    fn joined(&mut self, formulas: &[Formula], separator: &str) {
        for (index, formula) in formulas.iter().enumerate() {
            if index > 0 {
                self.text.push_str(separator);
            }
            self.formula(formula);
        }
    }

    fn formula(&mut self, formula: &Formula) {
        match formula {
            Formula::Atom(atom) => self.atom(atom),
            Formula::Not(inner, _) => {
                self.text.push_str("not ");
                self.formula(inner);
            }
            Formula::And(parts, _) if parts.is_empty() => self.text.push_str("true"),
            Formula::Or(parts, _) if parts.is_empty() => self.text.push_str("false"),
            Formula::And(parts, _) => self.grouped(parts, ", "),
            Formula::Or(parts, _) => self.grouped(parts, " ; "),
            Formula::Distinct(left, right, _) => {
                self.term(*left);
                self.text.push_str(" \\= ");
                self.term(*right);
            }
        }
    }

    fn grouped(&mut self, parts: &[Formula], separator: &str) {
        self.text.push('(');
        self.joined(parts, separator);
        self.text.push(')');
    }

    fn atom(&mut self, atom: &Atom) {
        self.application(atom.relation, &atom.arguments);
    }

    fn term(&mut self, term: TermId) {
        let sheet = self.sheet;
        self.application(sheet.terms.symbol(term), sheet.terms.arguments(term));
    }

    fn application(&mut self, name: Symbol, arguments: &[TermId]) {
        let name = word(self.sheet.name(name), !arguments.is_empty());
        self.text.push_str(&name);
        if arguments.is_empty() {
            return;
        }
        self.text.push('(');
        for (index, &argument) in arguments.iter().enumerate() {
            if index > 0 {
                self.text.push_str(", ");
            }
            self.term(argument);
        }
        self.text.push(')');
    }
}

/// Returns a name in infix notation. Different names stay different: characters that a variable cannot have
/// are replaced by their code points.
fn word(name: &str, applied: bool) -> String {
    let plain = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if let Some(variable) = name.strip_prefix('?') {
        let lower = variable.to_ascii_lowercase();
        let mut letters = lower.chars();
        return match letters.next() {
            Some(first) if first.is_ascii_alphabetic() && plain(&lower) => {
                first.to_ascii_uppercase().to_string() + letters.as_str()
            }
            _ => lower.chars().fold("V_".to_owned(), |text, sign| match sign {
                'a'..='z' | '0'..='9' => text + &sign.to_string(),
                _ => format!("{text}_{:x}_", u32::from(sign)),
            }),
        };
    }
    let lower = name.to_ascii_lowercase();
    let digits = !lower.is_empty() && lower.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits && !applied && (lower == "0" || !lower.starts_with('0'));
    if number || (plain(&lower) && lower.starts_with(|c: char| c.is_ascii_lowercase())) {
        lower
    } else {
        format!("'{}'", lower.replace('\\', "\\\\").replace('\'', "\\'"))
    }
}
