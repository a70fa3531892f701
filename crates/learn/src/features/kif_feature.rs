//! Features in KIF, to be written to files and read again: `(and (true (cell ?a 1 x)) (not (true (cell ?a 2 o))))`.
//!
//! Formulas are read as terms, whose functions are the connectives. No text is taken apart here.

use super::feature_text::{atom_text, term_text, variable_name};
use super::formula::{Atom, Feature, Formula, Term};
use gdl::Symbols;
use serde::{Deserialize, Serialize};
use term::Term as KifTerm;

/// A feature as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KifFeature {
    /// The formula in KIF, with `=` for equality.
    pub formula: String,
    /// The names of the variables whose bindings are counted.
    pub variables: Vec<String>,
}

/// Error: the text is not a feature of the game.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is not a feature of this game")]
pub struct UnknownFeature(String);

impl KifFeature {
    /// Converts a feature to text.
    pub fn new(feature: &Feature, symbols: &Symbols) -> KifFeature {
        let variables = feature.variables.iter().map(|&it| variable_name(it)).collect();
        KifFeature { formula: kif(&feature.formula, symbols), variables }
    }

    /// Converts the text to a feature of a game with these symbols.
    pub fn read(&self, symbols: &Symbols) -> Result<Feature, UnknownFeature> {
        let mut reader = FormulaReader { symbols, variables: Vec::new(), depth: 0 };
        let formula = KifTerm::read(&self.formula).and_then(|term| reader.formula(&term));
        let place = |name: &String| reader.variables.iter().position(|other| other == name);
        let counted: Option<Vec<u32>> =
            self.variables.iter().map(|name| place(name).map(|place| place as u32)).collect();
        let (Some(formula), Some(counted)) = (formula, counted) else {
            return Err(UnknownFeature(self.formula.chars().take(200).collect()));
        };
        Ok(Feature::new(&formula, &counted))
    }
}

/// Returns a formula in KIF.
fn kif(formula: &Formula, symbols: &Symbols) -> String {
    let list = |word: &str, parts: &[Formula]| {
        let parts: Vec<String> = parts.iter().map(|part| kif(part, symbols)).collect();
        format!("({word} {})", parts.join(" "))
    };
    let pair = |word: &str, one: &Term, other: &Term| {
        format!("({word} {} {})", term_text(one, symbols), term_text(other, symbols))
    };
    match formula {
        Formula::True => "(and)".to_owned(),
        Formula::False => "(or)".to_owned(),
        Formula::Atom(atom) => atom_text(atom, symbols),
        Formula::Same(one, other) => pair("=", one, other),
        Formula::Distinct(one, other) => pair("distinct", one, other),
        Formula::Not(inner) => format!("(not {})", kif(inner, symbols)),
        Formula::And(parts) => list("and", parts),
        Formula::Or(parts) => list("or", parts),
    }
}

/// Deepest nesting of a formula that is read. Features are made of few conditions, so that deeper texts are mistakes.
const MAX_DEPTH: u32 = 300;

/// Converts terms to formulas.
struct FormulaReader<'a> {
    symbols: &'a Symbols,
    /// The variables in the order in which they occur.
    variables: Vec<String>,
    /// Number of formulas and terms around the present one.
    depth: u32,
}

impl FormulaReader<'_> {
    /// Returns a formula. `None` if it has a word that the game does not have.
    fn formula(&mut self, text: &KifTerm) -> Option<Formula> {
        let parts = self.enter(text)?;
        let formula = match (text.name().to_ascii_lowercase().as_str(), parts.as_slice()) {
            ("and" | "(and)", []) => Some(Formula::True),
            ("or" | "(or)", []) => Some(Formula::False),
            ("and", parts) => Some(Formula::all(self.formulas(parts)?)),
            ("or", parts) => Some(Formula::Or(self.formulas(parts)?)),
            ("not", [inner]) => Some(Formula::Not(Box::new(self.formula(inner)?))),
            ("distinct", [one, other]) => {
                Some(Formula::Distinct(self.term(one)?, self.term(other)?))
            }
            ("=", [one, other]) => Some(Formula::Same(self.term(one)?, self.term(other)?)),
            (_, parts) => {
                let relation = self.symbols.find(text.name()).filter(|_| !text.is_variable())?;
                Some(Formula::Atom(Atom { relation, arguments: self.terms(parts)? }))
            }
        };
        self.depth -= 1;
        formula
    }

    fn formulas(&mut self, parts: &[KifTerm]) -> Option<Vec<Formula>> {
        parts.iter().map(|part| self.formula(part)).collect()
    }

    fn term(&mut self, text: &KifTerm) -> Option<Term> {
        if text.is_variable() {
            return Some(Term::Variable(self.variable(text.name())));
        }
        let function = self.symbols.find(text.name())?;
        let parts = self.enter(text)?;
        let arguments = self.terms(&parts)?;
        self.depth -= 1;
        Some(Term::Function(function, arguments))
    }

    /// Returns the parts of a formula or term that is read next. `None` if it is nested too deeply.
    fn enter(&mut self, text: &KifTerm) -> Option<Vec<KifTerm>> {
        self.depth += 1;
        (self.depth <= MAX_DEPTH).then(|| text.arguments().collect())
    }

    fn terms(&mut self, parts: &[KifTerm]) -> Option<Box<[Term]>> {
        parts.iter().map(|part| self.term(part)).collect()
    }

    /// Returns the number of a variable, which is a new one if it did not occur before.
    fn variable(&mut self, name: &str) -> u32 {
        let known = self.variables.iter().position(|other| other == name);
        known.unwrap_or_else(|| {
            self.variables.push(name.to_owned());
            self.variables.len() - 1
        }) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(formula: &str, symbols: &Symbols) -> Option<Feature> {
        KifFeature { formula: formula.to_owned(), variables: Vec::new() }.read(symbols).ok()
    }

    #[test]
    fn features_are_read_as_they_are_written() {
        let rules = oracle::rules("tic-tac-toe");
        let symbols = rules.symbols();
        for text in [
            "(and (true (cell ?a 1 x)) (not (true (cell ?a 2 o))))",
            "(or (distinct ?a ?b) (= ?a b))",
            "(and)",
            "(or)",
            "terminal",
        ] {
            let feature = read(text, symbols).expect(text);
            let again = KifFeature::new(&feature, symbols).read(symbols).expect(text);
            assert_eq!(again, feature, "{text}");
        }
        assert_eq!(
            read("(AND (TRUE (CELL 1 1 X)))", symbols),
            read("(true (cell 1 1 x))", symbols)
        );
        for text in ["", "(true (cell 1 1 x)", "(true nothing)", "(?a b)", "?a", "a b"] {
            assert_eq!(read(text, symbols), None, "{text}");
        }
        let nested = |depth: usize| "(not ".repeat(depth) + "terminal" + &")".repeat(depth);
        assert!(read(&nested(MAX_DEPTH as usize - 1), symbols).is_some());
        for depth in [MAX_DEPTH as usize, 3_000, 100_000] {
            assert_eq!(read(&nested(depth), symbols), None, "{depth}");
        }
    }

    #[test]
    fn a_name_applied_to_nothing_is_another_name() {
        let rules = oracle::rules_of(
            "(role a) (init (door (open))) (init (door open)) (legal a wait) (goal a 0)
             (<= (next (door ?x)) (true (door ?x))) (<= terminal (true (door (open))))",
        );
        let symbols = rules.symbols();
        let [one, other] = ["(true (door (open)))", "(true (door open))"]
            .map(|text| read(text, symbols).expect("its words are known"));
        assert_ne!(one, other);
        assert_eq!(KifFeature::new(&one, symbols).formula, "(true (door (open)))");
    }
}
