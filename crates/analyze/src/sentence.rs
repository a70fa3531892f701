//! Rules as plain sentences, which can be compared and changed.

use gdl::{Atom, Formula, Rules, Symbol, Term};
use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

/// A rule, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sentence {
    /// A variable, by its name.
    Variable(String),
    /// A name applied to sentences, or alone: also `<=`, `not` and the like.
    Applied(String, Vec<Sentence>),
}

/// A rule sheet.
#[derive(Clone, Debug)]
pub struct Sentences {
    /// The facts and rules.
    pub all: Vec<Sentence>,
    /// The numbers that are goals.
    pub goals: BTreeSet<String>,
}

impl Sentences {
    /// The sentences of these rules.
    pub fn of(rules: &Rules) -> Sentences {
        let reader = Reader { rules };
        let all = rules.sheet().rules.iter().map(|rule| {
            let head = reader.atom(&rule.head);
            match rule.arrow {
                true => {
                    let body = rule.body.iter().map(|formula| reader.formula(formula));
                    Sentence::Applied("<=".to_owned(), [head].into_iter().chain(body).collect())
                }
                false => head,
            }
        });
        Sentences { all: all.collect(), goals: goals(rules) }
    }
}

/// The numbers that stand where goals do, or come there through a variable.
fn goals(rules: &Rules) -> BTreeSet<String> {
    let sorts = crate::sorts::Sorts::of(rules);
    let goal = sorts.sort((gdl::word::GOAL, 2, 1));
    let mut found = BTreeSet::new();
    sorts.each_name(rules, &mut |symbol, sort| {
        let name = rules.symbols().name(symbol);
        if sort == goal && name.parse::<u8>().is_ok() {
            found.insert(name.to_owned());
        }
    });
    found
}

struct Reader<'a> {
    rules: &'a Rules,
}

impl Reader<'_> {
    fn name(&self, symbol: Symbol) -> String {
        self.rules.symbols().name(symbol).to_owned()
    }

    fn atom(&self, atom: &Atom) -> Sentence {
        let arguments = atom.arguments.iter().map(|&argument| self.term(argument));
        Sentence::Applied(self.name(atom.relation), arguments.collect())
    }

    fn formula(&self, formula: &Formula) -> Sentence {
        let connected = |word: Symbol, parts: &[Formula]| {
            let parts = parts.iter().map(|part| self.formula(part));
            Sentence::Applied(self.name(word), parts.collect())
        };
        match formula {
            Formula::Atom(atom) => self.atom(atom),
            Formula::Not(inner, _) => connected(gdl::word::NOT, std::slice::from_ref(inner)),
            Formula::And(parts, _) => connected(gdl::word::AND, parts),
            Formula::Or(parts, _) => connected(gdl::word::OR, parts),
            &Formula::Distinct(one, other, _) => {
                let terms = [one, other].map(|term| self.term(term));
                Sentence::Applied(self.name(gdl::word::DISTINCT), terms.to_vec())
            }
        }
    }

    fn term(&self, term: Term) -> Sentence {
        let terms = self.rules.terms();
        let name = self.name(terms.symbol(term));
        if terms.is_variable(term) {
            return Sentence::Variable(name);
        }
        let arguments = terms.arguments(term).iter().map(|&argument| self.term(argument));
        Sentence::Applied(name, arguments.collect())
    }
}

/// In KIF.
impl Display for Sentence {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Sentence::Variable(name) => f.write_str(name),
            Sentence::Applied(name, arguments) if arguments.is_empty() => f.write_str(name),
            Sentence::Applied(name, arguments) => {
                write!(f, "({name}")?;
                arguments.iter().try_for_each(|argument| write!(f, " {argument}"))?;
                f.write_str(")")
            }
        }
    }
}
