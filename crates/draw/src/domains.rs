//! What arguments can be: the names that the rules have in arguments of the same sort.

use crate::natural;
use analyze::{Sentence, Sentences, Sort};
use gdl::Rules;
use std::collections::{BTreeMap, BTreeSet};

/// The names of each sort.
#[derive(Debug)]
pub struct Domains {
    sentences: Sentences,
    names: BTreeMap<Sort, BTreeSet<String>>,
}

impl Domains {
    /// Looks at the rules.
    pub fn of(rules: &Rules) -> Domains {
        let sentences = Sentences::of(rules);
        let mut names: BTreeMap<Sort, BTreeSet<String>> = BTreeMap::new();
        let mut open: Vec<&Sentence> = sentences.all.iter().collect();
        while let Some(part) = open.pop() {
            let Sentence::Applied(applied, arguments) = part else { continue };
            for (place, argument) in arguments.iter().enumerate() {
                match argument {
                    Sentence::Applied(name, inner) if inner.is_empty() && applied != "distinct" => {
                        if let Some(sort) = sentences.sort(applied, arguments.len(), place) {
                            names.entry(sort).or_default().insert(name.clone());
                        }
                    }
                    _ => open.push(argument),
                }
            }
        }
        Domains { names, sentences }
    }

    /// The sort of an argument.
    pub fn sort(&self, name: &str, arity: usize, argument: usize) -> Option<Sort> {
        self.sentences.sort(name, arity, argument)
    }

    /// What an argument can be, in the order that people would put it in.
    pub fn values(&self, name: &str, arity: usize, argument: usize) -> Vec<String> {
        let names = self.sort(name, arity, argument).and_then(|sort| self.names.get(&sort));
        let mut values: Vec<String> = names.into_iter().flatten().cloned().collect();
        values.sort_by(|a, b| natural::compare(a, b));
        values
    }
}
