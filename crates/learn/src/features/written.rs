//! Features written down in KIF and read again: `(and (true (cell ?a 1 x)) (not (true (cell ?a 2 o))))`, and which variables are counted.

use super::formula::{Atom, Feature, Formula, Term};
use super::text::{atom_text, term_text, variable_name};
use gdl::{Node, NodeId, Symbol, Symbols, Text};
use serde::{Deserialize, Serialize};

/// A feature, written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenFeature {
    /// The formula, in KIF; `=` stands for what is equal.
    pub formula: String,
    /// The variables whose bindings are counted.
    pub variables: Vec<String>,
}

/// Why something is not a feature of a game.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is not a feature of this game")]
pub struct NoFeature(String);

impl WrittenFeature {
    /// In the words of a game.
    pub fn new(feature: &Feature, symbols: &Symbols) -> WrittenFeature {
        let variables = feature.variables.iter().map(|&it| variable_name(it)).collect();
        WrittenFeature { formula: kif(&feature.formula, symbols), variables }
    }

    /// Reads it again.
    pub fn read(&self, symbols: &Symbols) -> Result<Feature, NoFeature> {
        let text = Text::read(&self.formula);
        let mut reader = Reader { text: &text, symbols, variables: Vec::new() };
        let formula = text.single().and_then(|node| reader.formula(node));
        let place = |name: &String| reader.variables.iter().position(|other| other == name);
        let counted: Option<Vec<u32>> =
            self.variables.iter().map(|name| place(name).map(|place| place as u32)).collect();
        let (Some(formula), Some(counted)) = (formula, counted) else {
            return Err(NoFeature(self.formula.chars().take(200).collect()));
        };
        Ok(Feature::new(&formula, &counted))
    }
}

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

struct Reader<'a> {
    text: &'a Text,
    symbols: &'a Symbols,
    /// In the order in which they occur.
    variables: Vec<String>,
}

impl Reader<'_> {
    /// The first word of a list and the rest, or a word alone.
    fn parts(&self, node: NodeId) -> Option<(&str, Vec<NodeId>)> {
        match self.text.syntax.node(node) {
            Node::Word(word) => Some((self.text.symbols.name(word), Vec::new())),
            Node::List(_) => {
                let mut children = self.text.syntax.children(node);
                match self.text.syntax.node(children.next()?) {
                    Node::Word(word) => Some((self.text.symbols.name(word), children.collect())),
                    Node::List(_) => None,
                }
            }
        }
    }

    fn formula(&mut self, node: NodeId) -> Option<Formula> {
        let (word, rest) = self.parts(node)?;
        let word = word.to_owned();
        let all = |reader: &mut Self| -> Option<Vec<Formula>> {
            rest.iter().map(|&part| reader.formula(part)).collect()
        };
        match (word.as_str(), &rest[..]) {
            ("and", []) => Some(Formula::True),
            ("or", []) => Some(Formula::False),
            ("and", _) => Some(Formula::all(all(self)?)),
            ("or", _) => Some(Formula::Or(all(self)?)),
            ("not", [inner]) => Some(Formula::Not(Box::new(self.formula(*inner)?))),
            ("distinct", [one, other]) => {
                Some(Formula::Distinct(self.term(*one)?, self.term(*other)?))
            }
            ("=", [one, other]) => Some(Formula::Same(self.term(*one)?, self.term(*other)?)),
            _ => {
                let relation = self.symbol(&word)?;
                let arguments = rest.iter().map(|&part| self.term(part)).collect::<Option<_>>()?;
                Some(Formula::Atom(Atom { relation, arguments }))
            }
        }
    }

    fn term(&mut self, node: NodeId) -> Option<Term> {
        let (word, rest) = self.parts(node)?;
        if word.starts_with('?') {
            let place = self.variables.iter().position(|other| other == word);
            let word = word.to_owned();
            return rest.is_empty().then(|| {
                Term::Variable(place.unwrap_or_else(|| {
                    self.variables.push(word);
                    self.variables.len() - 1
                }) as u32)
            });
        }
        let function = self.symbol(word)?;
        Some(Term::Function(
            function,
            rest.iter().map(|&part| self.term(part)).collect::<Option<_>>()?,
        ))
    }

    fn symbol(&self, word: &str) -> Option<Symbol> {
        self.symbols.find(word)
    }
}
