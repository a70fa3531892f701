//! Arguments by which facts are told apart: where pacman is, there is no second place. Found in states that were seen, not proven.

use super::world::{TermId, Views, World};
use gdl::{Symbol, word};
use hashbrown::HashMap;

/// For each function of facts, the fewest places such that no two facts ever held that agree in all of them.
pub type Keys = HashMap<Symbol, Vec<usize>>;

/// The arguments of a fact, and the states in which it holds.
type Seen<'a> = (&'a [TermId], Vec<u64>);

/// Facts with more arguments are told apart by all of them.
const MOST_ARGUMENTS: usize = 6;

/// The keys of facts in some states.
pub fn keys(world: &World, views: &Views) -> Keys {
    let mut facts: HashMap<Symbol, Vec<Seen>> = HashMap::new();
    for row in world.table(word::TRUE).map_or(&[][..], |table| &table.rows) {
        let (function, arguments) = world.pool.parts(row.arguments[0]);
        let mut states = views.everywhere();
        views.restrict(&mut states, row.signal);
        facts.entry(function).or_default().push((arguments, states));
    }
    let key = |(function, facts): (Symbol, Vec<Seen>)| {
        let width = facts[0].0.len();
        let is_fit = width <= MOST_ARGUMENTS && facts.iter().all(|(it, _)| it.len() == width);
        let mut sets: Vec<Vec<usize>> = match is_fit {
            true => (0..1_usize << width).map(|set| places(set, width)).collect(),
            false => Vec::new(),
        };
        sets.retain(|set| set.len() < width);
        sets.sort_by_key(Vec::len);
        Some((function, sets.into_iter().find(|set| is_key(&facts, set))?))
    };
    facts.into_iter().filter_map(key).collect()
}

fn places(set: usize, width: usize) -> Vec<usize> {
    (0..width).filter(|place| set >> place & 1 == 1).collect()
}

fn is_key(facts: &[Seen], places: &[usize]) -> bool {
    let mut seen: HashMap<Vec<TermId>, Vec<u64>> = HashMap::new();
    facts.iter().all(|(arguments, states)| {
        let key = places.iter().map(|&place| arguments[place]).collect();
        let before = seen.entry(key).or_insert_with(|| vec![0; states.len()]);
        let is_apart = before.iter().zip(states).all(|(before, states)| before & states == 0);
        before.iter_mut().zip(states).for_each(|(before, states)| *before |= states);
        is_apart
    })
}
