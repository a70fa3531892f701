//! Features and formulas as text, for people and in KIF.
//!
//! Does not read text (`kif_feature`).

use super::formula::{Atom, Feature, Formula, Term};
use gdl::Symbols;
use std::fmt::{self, Display, Formatter};

/// A feature in the words of a game, for `Display`: `(cell ?a 1 x) ∧ (cell ?a 2 x) [?a]`.
pub struct FeatureText<'a> {
    /// The feature to show.
    pub feature: &'a Feature,
    /// The names of the game.
    pub symbols: &'a Symbols,
}

impl Display for FeatureText<'_> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let FeatureText { feature, symbols } = self;
        f.write_str(&formula_text(&feature.formula, symbols))?;
        let variables: Vec<String> =
            feature.variables.iter().map(|&it| variable_name(it)).collect();
        write!(f, " [{}]", variables.join(" "))
    }
}

/// Returns the name of a variable: `?a` to `?z`, then `?a1`.
pub fn variable_name(variable: u32) -> String {
    let letter = char::from(b'a' + (variable % 26) as u8);
    match variable / 26 {
        0 => format!("?{letter}"),
        more => format!("?{letter}{more}"),
    }
}

/// Returns a term in KIF.
pub fn term_text(term: &Term, symbols: &Symbols) -> String {
    match term {
        Term::Variable(variable) => variable_name(*variable),
        Term::Function(function, arguments) => applied(symbols.name(*function), arguments, symbols),
    }
}

/// Returns a name applied to arguments in KIF.
fn applied(name: &str, arguments: &[Term], symbols: &Symbols) -> String {
    if arguments.is_empty() {
        return name.to_owned();
    }
    let mut text = format!("({name}");
    for argument in arguments {
        text.push(' ');
        text.push_str(&term_text(argument, symbols));
    }
    text.push(')');
    text
}

/// Returns an atom in KIF.
pub fn atom_text(atom: &Atom, symbols: &Symbols) -> String {
    applied(symbols.name(atom.relation), &atom.arguments, symbols)
}

/// Returns a formula in mathematical notation.
pub fn formula_text(formula: &Formula, symbols: &Symbols) -> String {
    let joined = |parts: &[Formula], sign: &str| {
        let parts: Vec<String> = parts
            .iter()
            .map(|part| match part {
                Formula::And(_) | Formula::Or(_) => format!("[{}]", formula_text(part, symbols)),
                other => formula_text(other, symbols),
            })
            .collect();
        parts.join(sign)
    };
    match formula {
        Formula::True => "true".to_owned(),
        Formula::False => "false".to_owned(),
        Formula::Atom(atom) => atom_text(atom, symbols),
        Formula::Same(one, other) => {
            format!("{} = {}", term_text(one, symbols), term_text(other, symbols))
        }
        Formula::Distinct(one, other) => {
            format!("{} ≠ {}", term_text(one, symbols), term_text(other, symbols))
        }
        Formula::Not(inner) => format!("¬[{}]", formula_text(inner, symbols)),
        Formula::And(parts) => joined(parts, " ∧ "),
        Formula::Or(parts) => joined(parts, " ∨ "),
    }
}
