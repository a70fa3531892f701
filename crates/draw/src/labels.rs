//! Labels: values shown as text beside the boards, such as the role to move, a step counter or a quantity.

use analyze::{Sentence, Sentences};
use gdl::Rules;
use std::collections::{BTreeMap, BTreeSet};
use term::Term;

/// A named value shown beside the boards.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Label {
    /// Name of the value.
    pub name: String,
    /// The value in words.
    pub value: String,
}

/// Rules that select the facts shown as labels.
#[derive(Clone, Debug)]
pub(crate) enum LabelRules {
    /// Shows the facts of the listed kinds.
    Listed(Vec<LabelledFact>),
    /// Shows facts of one or two arguments that look like single values.
    Guessed {
        /// Name of the fact that says which role moves, if the rules have one.
        turn: Option<String>,
    },
}

/// A kind of fact that is shown as a label.
#[derive(Clone, Debug)]
pub(crate) struct LabelledFact {
    /// Name of the fact in the rules.
    pub fluent: String,
    /// Number of arguments of the fact.
    pub arity: usize,
    /// Name of the label.
    pub label: String,
}

/// Largest number of labels; further facts are not drawn.
const MAX_LABELS: usize = 60;
/// Largest number of facts of one name that are guessed to be labels; more of them are a list, not values.
const MAX_GUESSED_OF_A_NAME: usize = 8;

/// Facts with their indices in the state.
type IndexedFacts<'a> = [(usize, &'a Term)];
/// Labels, and the indices of the facts that they show.
type UsedLabels = (Vec<Label>, Vec<usize>);

impl LabelRules {
    /// Returns the label rules for a game that was not analysed.
    pub fn guessed(rules: &Rules) -> LabelRules {
        let sentences = Sentences::of(rules);
        LabelRules::Guessed { turn: sentences.all.iter().find_map(turn_fact) }
    }

    /// Returns the labels of these facts, and the indices of the facts that they show.
    pub fn labels_of(&self, facts: &IndexedFacts) -> UsedLabels {
        match self {
            LabelRules::Listed(kinds) => listed(kinds, facts),
            LabelRules::Guessed { turn } => guessed(turn.as_deref(), facts),
        }
    }
}

/// Returns one label for each kind that has facts.
fn listed(kinds: &[LabelledFact], facts: &IndexedFacts) -> UsedLabels {
    let (mut labels, mut used) = (Vec::new(), Vec::new());
    for kind in kinds {
        let matching = facts.iter().filter(|(_, fact)| kind.matches(fact));
        let (numbers, values): (Vec<usize>, Vec<String>) =
            matching.map(|(number, fact)| (*number, arguments(fact, 0))).unzip();
        if !values.is_empty() && labels.len() < MAX_LABELS {
            labels.push(Label { name: kind.label.clone(), value: values.join(", ") });
            used.extend(numbers);
        }
    }
    (labels, used)
}

/// Returns a label for each fact of one or two arguments whose last argument is a value: no two facts of its name have
/// the same first argument, and there are few of them.
fn guessed(turn: Option<&str>, facts: &IndexedFacts) -> UsedLabels {
    let (mut labels, mut used) = (Vec::new(), Vec::new());
    let mut groups: BTreeMap<(&str, usize), Vec<(usize, &Term)>> = BTreeMap::new();
    for &(number, fact) in facts {
        if let form @ (_, 1 | 2) = (fact.name(), fact.arity()) {
            groups.entry(form).or_default().push((number, fact));
        }
    }
    for ((name, arity), group) in groups {
        let inputs: BTreeSet<String> = group.iter().map(|(_, fact)| input(fact, arity)).collect();
        if inputs.len() < group.len() || group.len() > MAX_GUESSED_OF_A_NAME {
            continue;
        }
        for (number, fact) in group.into_iter().take(MAX_LABELS.saturating_sub(labels.len())) {
            let shown = if turn == Some(name) { "turn" } else { name };
            let name = format!("{shown} {}", input(fact, arity)).trim_end().to_owned();
            labels.push(Label { name, value: arguments(fact, arity - 1) });
            used.push(number);
        }
    }
    (labels, used)
}

impl LabelledFact {
    /// Whether a fact is of this kind.
    fn matches(&self, fact: &Term) -> bool {
        (fact.name(), fact.arity()) == (self.fluent.as_str(), self.arity)
    }
}

/// Returns the arguments of a fact from the one with index `from` on, separated by spaces.
fn arguments(fact: &Term, from: usize) -> String {
    fact.argument_texts().skip(from).collect::<Vec<_>>().join(" ")
}

/// Returns the first argument of a fact of two arguments, of which the second is the value; otherwise an empty text.
fn input(fact: &Term, arity: usize) -> String {
    let first = fact.argument_texts().next().filter(|_| arity == 2);
    first.map_or(String::new(), str::to_owned)
}

/// Returns the name of the fact by which a rule says who may move: `control` for a rule with the head
/// `(legal ?role …)` and the condition `(true (control ?role))`.
fn turn_fact(rule: &Sentence) -> Option<String> {
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
