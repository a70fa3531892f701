//! Small values beside the boards: whose turn it is, how many steps were made, how much there is of something.

use analyze::{Sentence, Sentences};
use gdl::Rules;
use library::Term;
use std::collections::BTreeMap;

/// A value with a name.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Label {
    /// What it is.
    pub name: String,
    /// How much, or who.
    pub value: String,
}

/// Which facts become labels.
#[derive(Clone, Debug)]
pub enum Labels {
    /// Those of these kinds.
    Kinds(Vec<Kind>),
    /// Those that look like a value, by their form.
    Guessed {
        /// The fact that says who has the move, if one does.
        turn: Option<String>,
    },
}

/// A kind of fact that becomes a label.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its name in the rules.
    pub fluent: String,
    /// How many arguments it has.
    pub arity: usize,
    /// What the label is called.
    pub label: String,
}

/// More labels are left to the rest.
const MOST: usize = 60;
/// Of more facts of the same name none is a label: it would be a list.
const MOST_OF_A_KIND: usize = 8;

impl Labels {
    /// For rules that were not analysed.
    pub fn guessed(rules: &Rules) -> Labels {
        let sentences = Sentences::of(rules);
        Labels::Guessed { turn: sentences.all.iter().find_map(turn) }
    }

    /// The labels of these facts, and the numbers of those that are in one.
    pub fn of(&self, facts: &[(usize, &Term)]) -> (Vec<Label>, Vec<usize>) {
        let (mut labels, mut used) = (Vec::new(), Vec::new());
        match self {
            Labels::Kinds(kinds) => {
                for kind in kinds {
                    let its = facts.iter().filter(|(_, fact)| kind.is(fact));
                    let (numbers, values): (Vec<usize>, Vec<String>) =
                        its.map(|(number, fact)| (*number, arguments(fact, 0))).unzip();
                    if !values.is_empty() && labels.len() < MOST {
                        labels.push(Label { name: kind.label.clone(), value: values.join(", ") });
                        used.extend(numbers);
                    }
                }
            }
            Labels::Guessed { turn } => {
                let mut groups: BTreeMap<(&str, usize), Vec<(usize, &Term)>> = BTreeMap::new();
                for &(number, fact) in facts {
                    if let Some(shape @ (_, 1 | 2)) = shape(fact) {
                        groups.entry(shape).or_default().push((number, fact));
                    }
                }
                for ((name, arity), its) in groups {
                    let inputs: std::collections::BTreeSet<String> =
                        its.iter().map(|(_, fact)| key(fact, arity)).collect();
                    if inputs.len() < its.len() || its.len() > MOST_OF_A_KIND {
                        continue;
                    }
                    for (number, fact) in its.into_iter().take(MOST.saturating_sub(labels.len())) {
                        let called = if turn.as_deref() == Some(name) { "turn" } else { name };
                        let name = format!("{called} {}", key(fact, arity)).trim_end().to_owned();
                        labels.push(Label { name, value: arguments(fact, arity - 1) });
                        used.push(number);
                    }
                }
            }
        }
        (labels, used)
    }
}

impl Kind {
    fn is(&self, fact: &Term) -> bool {
        shape(fact) == Some((self.fluent.as_str(), self.arity))
    }
}

/// The name of a fact and how many arguments it has.
pub fn shape(fact: &Term) -> Option<(&str, usize)> {
    match fact {
        Term::Word(name) => Some((name, 0)),
        Term::List(parts) => match parts.first()? {
            Term::Word(name) => Some((name, parts.len() - 1)),
            Term::List(_) => None,
        },
    }
}

/// The arguments from one on, as a text.
fn arguments(fact: &Term, from: usize) -> String {
    let parts = match fact {
        Term::Word(_) => &[][..],
        Term::List(parts) => parts.get(1 + from..).unwrap_or_default(),
    };
    parts.iter().map(Term::to_string).collect::<Vec<_>>().join(" ")
}

/// What a fact of two arguments is a value of.
fn key(fact: &Term, arity: usize) -> String {
    match fact {
        Term::List(parts) if arity == 2 => parts.get(1).map_or(String::new(), Term::to_string),
        _ => String::new(),
    }
}

/// The fact by which a rule says who may choose: `(true (control ?role))` where `?role` has a legal move.
fn turn(rule: &Sentence) -> Option<String> {
    let Sentence::Applied(arrow, parts) = rule else { return None };
    let [Sentence::Applied(head, arguments), body @ ..] = parts.as_slice() else { return None };
    let [role @ Sentence::Variable(_), _] = arguments.as_slice() else { return None };
    if arrow != "<=" || head != "legal" {
        return None;
    }
    body.iter().find_map(|condition| match condition {
        Sentence::Applied(truth, facts) if truth == "true" => match facts.as_slice() {
            [Sentence::Applied(fluent, who)] if who.as_slice() == std::slice::from_ref(role) => {
                Some(fluent.clone())
            }
            _ => None,
        },
        _ => None,
    })
}
