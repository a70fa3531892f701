//! Keys of facts: arguments that determine the others, as in a table of a database. They are observed in sampled
//! states, not proven.
//!
//! An extension of our own.

use super::relation_tables::RelationTables;
use super::signal_bits::SignalBits;
use gdl::{Symbol, word};
use ground::Value;
use hashbrown::HashMap;
use term::TermTable;

/// For each function of facts, the fewest arguments such that no two facts that agree in all of them were ever true
/// together.
pub type Keys = HashMap<Symbol, Vec<usize>>;

/// The arguments of a fact, and the states in which it is true.
type Seen<'a> = (&'a [Value], Vec<u64>);

/// Facts with more arguments have no key.
const MAX_ARGUMENTS: usize = 6;

/// Finds the keys of facts in sampled states.
pub fn keys(tables: &RelationTables, bits: &SignalBits) -> Keys {
    let mut facts: HashMap<Symbol, Vec<Seen>> = HashMap::new();
    for row in tables.table(word::TRUE).map_or(&[][..], |table| &table.rows) {
        let (values, fact) = (tables.values(), row.arguments[0]);
        let mut states = bits.everywhere();
        bits.restrict(&mut states, row.signal);
        facts.entry(values.symbol(fact)).or_default().push((values.arguments(fact), states));
    }
    let key = |(function, facts): (Symbol, Vec<Seen>)| {
        let width = facts[0].0.len();
        let is_fit = width <= MAX_ARGUMENTS && facts.iter().all(|(it, _)| it.len() == width);
        let mut sets: Vec<Vec<usize>> = if is_fit {
            (0..1_usize << width).map(|set| places(set, width)).collect()
        } else {
            Vec::new()
        };
        sets.retain(|set| set.len() < width);
        sets.sort_by_key(Vec::len);
        Some((function, sets.into_iter().find(|set| is_key(&facts, set))?))
    };
    facts.into_iter().filter_map(key).collect()
}

/// Returns the members of a set of arguments given as bits.
fn places(set: usize, width: usize) -> Vec<usize> {
    (0..width).filter(|place| set >> place & 1 == 1).collect()
}

/// Whether facts that agree in these arguments were never true together.
fn is_key(facts: &[Seen], places: &[usize]) -> bool {
    let mut seen: HashMap<Vec<Value>, Vec<u64>> = HashMap::new();
    facts.iter().all(|(arguments, states)| {
        let key = places.iter().map(|&place| arguments[place]).collect();
        let before = seen.entry(key).or_insert_with(|| vec![0; states.len()]);
        let is_apart = before.iter().zip(states).all(|(before, states)| before & states == 0);
        before.iter_mut().zip(states).for_each(|(before, states)| *before |= states);
        is_apart
    })
}
