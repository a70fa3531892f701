//! Domains of arguments: the names that the rules use in arguments of the same sort.

use super::natural_order;
use analyze::{Sentence, Sentences, Sort};
use gdl::Rules;
use std::collections::{BTreeMap, BTreeSet};

/// The names of each sort of arguments.
#[derive(Debug)]
pub(super) struct Domains {
    sentences: Sentences,
    names: BTreeMap<Sort, BTreeSet<String>>,
}

impl Domains {
    /// Collects the names of each sort in these rules.
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

    /// Returns the sort of an argument of a relation or function; `None` if the rules do not use it.
    pub fn sort(&self, name: &str, arity: usize, argument: usize) -> Option<Sort> {
        self.sentences.sort(name, arity, argument)
    }

    /// Returns the names that an argument can have, in natural order.
    pub fn values(&self, name: &str, arity: usize, argument: usize) -> Vec<String> {
        let names = self.sort(name, arity, argument).and_then(|sort| self.names.get(&sort));
        natural_order::sorted(names.into_iter().flatten().cloned())
    }
}
