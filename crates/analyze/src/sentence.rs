//! Rules as plain trees of names, which can be compared, renamed and left out. Nothing here depends on the meaning of a
//! rule.

use crate::sorts::{Sort, Sorts};
use gdl::{Atom, Formula, Rules, Symbol, TermId};
use hashbrown::HashMap;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;
use term::TermTable;

/// A rule or a part of one: a name applied to parts, or a variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sentence {
    /// A variable, by its name.
    Variable(String),
    /// A name with its arguments; also `<=`, `not` and other words of GDL. Constants have no arguments.
    Applied(String, Vec<Sentence>),
}

/// The rules of a sheet as sentences, with the sorts of their arguments.
#[derive(Clone, Debug)]
pub struct Sentences {
    /// The facts and rules, in the order of the sheet.
    pub all: Vec<Sentence>,
    /// The numbers that are goals.
    pub(crate) goals: BTreeSet<String>,
    /// The sort of each argument, by the name to which it belongs, the number of arguments of that name, and the index
    /// of the argument.
    sorts: Arc<HashMap<(String, usize, usize), Sort>>,
}

impl Sentences {
    /// Returns the sentences of these rules.
    pub fn of(rules: &Rules) -> Sentences {
        let builder = SentenceBuilder { rules };
        let all = rules.sheet().rules.iter().map(|rule| {
            let head = builder.atom(&rule.head);
            if !rule.arrow {
                return head;
            }
            let body = rule.body.iter().map(|formula| builder.formula(formula));
            Sentence::Applied("<=".to_owned(), [head].into_iter().chain(body).collect())
        });
        let sorts = Sorts::of(rules);
        Sentences {
            all: all.collect(),
            goals: goals(rules, &sorts),
            sorts: Arc::new(sorts.by_name(rules)),
        }
    }

    /// Returns these sentences with the same goals and sorts as `self`.
    pub fn with(&self, all: Vec<Sentence>) -> Sentences {
        Sentences { all, goals: self.goals.clone(), sorts: Arc::clone(&self.sorts) }
    }

    /// Returns the sort of an argument; `None` if no rule has such an argument.
    pub fn sort(&self, name: &str, arity: usize, argument: usize) -> Option<Sort> {
        self.sorts.get(&(name.to_owned(), arity, argument)).copied()
    }

    /// Returns a rule with every constant replaced, depending on its sort.
    pub(crate) fn renamed(&self, rule: &Sentence, name: &dyn Fn(&str, Sort) -> String) -> Sentence {
        let mut variables = HashMap::new();
        self.sorts_of_variables(rule, &mut variables);
        self.renamed_part(rule, &variables, name)
    }

    /// Whether a rule contains a constant of such a sort.
    pub(crate) fn mentions(&self, rule: &Sentence, is_meant: &dyn Fn(Sort) -> bool) -> bool {
        let found = Cell::new(false);
        self.renamed(rule, &|name, sort| {
            found.set(found.get() || is_meant(sort));
            name.to_owned()
        });
        found.get()
    }

    /// Adds the sort of every variable of a sentence.
    fn sorts_of_variables<'a>(&self, part: &'a Sentence, sorts: &mut HashMap<&'a str, Sort>) {
        let Sentence::Applied(applied, arguments) = part else { return };
        for (place, argument) in arguments.iter().enumerate() {
            match argument {
                Sentence::Variable(name) if applied != DISTINCT => {
                    sorts.extend(
                        self.sort(applied, arguments.len(), place)
                            .map(|sort| (name.as_str(), sort)),
                    );
                }
                _ => self.sorts_of_variables(argument, sorts),
            }
        }
    }

    /// Returns a part of a rule with every constant replaced, given the sorts of the rule's variables.
    fn renamed_part(
        &self,
        part: &Sentence,
        variables: &HashMap<&str, Sort>,
        name: &dyn Fn(&str, Sort) -> String,
    ) -> Sentence {
        let Sentence::Applied(applied, arguments) = part else { return part.clone() };
        // A constant that is compared with a variable has the sort of that variable.
        let sort = |place: usize| match arguments.get(1 - place.min(1)) {
            Some(Sentence::Variable(other)) if applied == DISTINCT => {
                variables.get(other.as_str()).copied()
            }
            _ => self.sort(applied, arguments.len(), place),
        };
        let renamed = |(place, argument): (usize, &Sentence)| match argument {
            Sentence::Applied(own, none) if none.is_empty() => {
                let new = sort(place).map_or_else(|| own.clone(), |sort| name(own, sort));
                Sentence::Applied(new, Vec::new())
            }
            _ => self.renamed_part(argument, variables, name),
        };
        Sentence::Applied(applied.clone(), arguments.iter().enumerate().map(renamed).collect())
    }
}

const DISTINCT: &str = "distinct";

/// Returns the numbers from 0 to 255 that are goals, directly or by way of a variable.
fn goals(rules: &Rules, sorts: &Sorts) -> BTreeSet<String> {
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

/// Makes sentences of checked rules.
struct SentenceBuilder<'a> {
    rules: &'a Rules,
}

impl SentenceBuilder<'_> {
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

    fn term(&self, term: TermId) -> Sentence {
        let terms = self.rules.terms();
        let name = self.name(terms.symbol(term));
        if terms.is_variable(term) {
            return Sentence::Variable(name);
        }
        let arguments = terms.arguments(term).iter().map(|&argument| self.term(argument));
        Sentence::Applied(name, arguments.collect())
    }
}

impl Sentence {
    /// Returns the name of a variable, of a fact's relation, or of the relation in the head of a rule.
    pub fn relation(&self) -> &str {
        match self {
            Sentence::Variable(name) => name,
            Sentence::Applied(arrow, parts) if arrow == "<=" => {
                parts.first().map_or("", Sentence::relation)
            }
            Sentence::Applied(name, _) => name,
        }
    }

    /// Whether the sentence is a rule with conditions.
    pub fn is_rule(&self) -> bool {
        matches!(self, Sentence::Applied(arrow, _) if arrow == "<=")
    }

    /// Returns the same sentence with other names; names that are not in the map stay.
    pub fn in_names(&self, names: &BTreeMap<String, String>) -> Sentence {
        match self {
            Sentence::Variable(_) => self.clone(),
            Sentence::Applied(name, arguments) => {
                let name = names.get(name).unwrap_or(name).clone();
                let arguments = arguments.iter().map(|argument| argument.in_names(names));
                Sentence::Applied(name, arguments.collect())
            }
        }
    }

    /// Calls `visit` for every name in the sentence, with its number of arguments; variables are left out.
    pub fn each_applied<'a>(&'a self, visit: &mut impl FnMut(&'a str, usize)) {
        if let Sentence::Applied(name, arguments) = self {
            visit(name, arguments.len());
            arguments.iter().for_each(|argument| argument.each_applied(visit));
        }
    }
}

/// The sentence in KIF.
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
