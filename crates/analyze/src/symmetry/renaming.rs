//! Renamings: exchanges of names and of arguments that leave the rules unchanged.
//!
//! This file applies a renaming to facts and roles and prints it; `search` finds the renamings of a rule sheet,
//! `written` stores them.

mod search;
mod written;

pub(super) use search::renamings;
pub(super) use written::WrittenRenaming;

#[cfg(test)]
pub(super) use search::MAX_RENAMINGS;

use crate::rulegraph::UnorderedRuleGraph;
use crate::sorts::{Sort, Sorts};
use gdl::word::{ROLE, TRUE};
use gdl::{Rules, Symbol};
use hashbrown::{HashMap, HashSet};
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;
use term::Term;

/// Other names for things, for each sort of them, and another order of arguments. Whatever is not mentioned stays.
#[derive(Clone, Debug)]
pub(super) struct Renaming {
    names: BTreeMap<SortedName, SortedName>,
    /// The new index of each argument, for a name with this number of arguments.
    arguments: BTreeMap<(String, usize), Vec<usize>>,
    sorts: Arc<NamedSorts>,
}

/// The name of a constant with its sort, or the name of something with arguments without a sort.
type SortedName = (String, Option<Sort>);

/// An argument: the name to which it belongs, the number of arguments of that name, and the index of the argument.
type NamedArgument = (String, usize, usize);

/// The sorts of arguments, by the names of symbols.
#[derive(Debug)]
pub(super) struct NamedSorts {
    arguments: BTreeMap<NamedArgument, Sort>,
    facts: Sort,
    roles: Sort,
    /// Names that are used for things of several sorts.
    shared: HashSet<String>,
}

impl NamedSorts {
    /// Derives the sorts of these rules.
    pub(super) fn of_rules(rules: &Rules) -> Arc<NamedSorts> {
        let sorts = Sorts::of(rules);
        Arc::new(NamedSorts::new(rules, &UnorderedRuleGraph::new(rules, &sorts), &sorts))
    }

    /// Names the sorts of these rules.
    fn new(rules: &Rules, graph: &UnorderedRuleGraph, sorts: &Sorts) -> NamedSorts {
        let arguments = graph.arguments.keys().flat_map(|&(symbol, count)| {
            let name = rules.symbols().name(symbol);
            (0..count).map(move |place| {
                ((name.to_owned(), count, place), sorts.sort((symbol, count, place)))
            })
        });
        let mut sort_counts: HashMap<Symbol, usize> = HashMap::new();
        graph.symbols.keys().for_each(|&(symbol, _)| *sort_counts.entry(symbol).or_default() += 1);
        let shared = sort_counts.into_iter().filter(|&(_, count)| count > 1);
        NamedSorts {
            shared: shared.map(|(symbol, _)| rules.symbols().name(symbol).to_owned()).collect(),
            arguments: arguments.collect(),
            facts: sorts.sort((TRUE, 1, 0)),
            roles: sorts.sort((ROLE, 1, 0)),
        }
    }

    /// Returns the first argument of a sort; `None` if the sort occurs in comparisons only.
    fn argument(&self, sort: Sort) -> Option<&NamedArgument> {
        self.arguments.iter().find(|&(_, other)| *other == sort).map(|(argument, _)| argument)
    }

    /// Returns an argument in which a name occurs, as the end of a phrase; empty unless the name is used for things of
    /// several sorts.
    fn context(&self, (name, sort): &SortedName) -> String {
        let Some(sort) = sort.filter(|_| self.shared.contains(name)) else {
            return String::new();
        };
        let first = self.argument(sort);
        first.map_or_else(String::new, |(name, _, place)| format!(" in ({name} {})", place + 1))
    }
}

impl Renaming {
    /// Returns the image of a fact.
    pub(super) fn fact(&self, fact: &Term) -> Term {
        self.term(fact, self.sorts.facts)
    }

    /// Returns the image of a role.
    pub(super) fn role(&self, role: &Term) -> Term {
        self.term(role, self.sorts.roles)
    }

    /// Returns the image of a term of some sort.
    fn term(&self, term: &Term, sort: Sort) -> Term {
        let (name, count) = (term.name().to_owned(), term.arity());
        let key = (name.clone(), (count == 0).then_some(sort));
        let image = self.names.get(&key).map_or(&name, |(image, _)| image);
        let places = self.arguments.get(&(name.clone(), count));
        let mut images: Vec<Term> = term.arguments().collect();
        for (index, argument) in term.arguments().enumerate() {
            let sort = self.sorts.arguments.get(&(name.clone(), count, index));
            let image = sort.map_or(argument.clone(), |&sort| self.term(&argument, sort));
            images[places.map_or(index, |places| places[index])] = image;
        }
        Term::applied(image, &images)
    }

    /// Returns the cycle of names that begins with this one.
    fn cycle<'a>(&'a self, first: &'a SortedName) -> Vec<&'a SortedName> {
        let mut cycle = vec![first];
        while let Some(next) = cycle.last().and_then(|last| self.names.get(*last)) {
            cycle.push(next);
            if next == first {
                break;
            }
        }
        cycle
    }
}

/// `white > black > white, 1 > 3 > 1 in (cell 1), (mark 2 1)`: cycles of names, each with an argument in which the name
/// occurs if it is used for things of several sorts; then every name whose arguments are exchanged, with the new
/// position of each argument.
impl Display for Renaming {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let (mut parts, mut seen) = (Vec::new(), HashSet::new());
        for first in self.names.keys() {
            let cycle = self.cycle(first);
            // A name that is exchanged with itself, for things of another sort, is left out: the exchange of arguments
            // implies it.
            let moves = cycle.iter().any(|(name, _)| *name != first.0);
            if seen.insert(first) && moves {
                let names: Vec<&str> = cycle.iter().map(|(name, _)| name.as_str()).collect();
                parts.push(format!("{}{}", names.join(" > "), self.sorts.context(first)));
            }
            seen.extend(cycle);
        }
        for ((name, _), places) in &self.arguments {
            let places: Vec<String> = places.iter().map(|place| (place + 1).to_string()).collect();
            parts.push(format!("({name} {})", places.join(" ")));
        }
        f.write_str(&parts.join(", "))
    }
}
