//! Numbers: what static relations calculate with or compare, and a relation for each that tells how many are no greater.
//!
//! The number of bindings of `?m` in `(agon.upto.worth.0 ?m ?n)` is the place of `?n` in its order, from 0. So what a number is worth can be said by
//! counting; of several numbers it is the greatest.

use super::formula::{Atom, Formula, Term};
use super::theory::{Clause, Definition, Theory};
use super::world::{Row, TermId, World};
use circuit::Signal;
use gdl::{Symbol, word};
use hashbrown::{HashMap, HashSet};

/// What the relations are called: this, the relation that calculates, and the place of the number in it.
const UP_TO: &str = "agon.upto.";

/// An order with fewer things tells little, one with more takes long to count in.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=64;

/// What a relation does with numbers.
#[derive(Clone, Debug)]
pub struct Arithmetic {
    /// Whether the last of them follows from the others; otherwise they are compared.
    pub is_calculation: bool,
    /// For each place the relation that counts.
    pub up_to: Vec<Symbol>,
}

/// Finds relations that do not depend on the state and are about numbers only, and adds relations that count.
pub fn add(theory: &mut Theory, world: &mut World) {
    let mut names: Vec<Symbol> = theory
        .relations()
        .filter(|(name, it)| !it.on_state && !it.on_moves && *name != word::ROLE)
        .map(|(name, _)| name)
        .collect();
    names.sort_unstable();
    let tables: Vec<(Symbol, Vec<Vec<TermId>>)> = names
        .into_iter()
        .filter_map(|name| {
            let rows = world.table(name)?.rows.iter().map(|row| row.arguments.to_vec()).collect();
            Some((name, rows))
        })
        .collect();
    let chains: Vec<HashMap<TermId, usize>> =
        tables.iter().filter_map(|(_, rows)| chain(rows)).collect();
    for (name, rows) in &tables {
        let width = rows.first().map_or(0, Vec::len);
        if width < 2 || rows.iter().any(|row| row.len() != width) {
            continue;
        }
        let column =
            |place: usize| -> HashSet<TermId> { rows.iter().map(|row| row[place]).collect() };
        let orders: Option<Vec<Vec<TermId>>> =
            (0..width).map(|place| order(column(place), world, theory, &chains)).collect();
        let Some(orders) = orders else { continue };
        let others: HashSet<&[TermId]> = rows.iter().map(|row| &row[..width - 1]).collect();
        let is_calculation = others.len() == rows.len();
        let up_to = orders.iter().enumerate().map(|(place, order)| {
            let relation = format!("{UP_TO}{}.{place}", theory.symbols.name(*name));
            let relation = theory.symbols.intern(&relation);
            define(theory, world, relation, order);
            relation
        });
        let up_to = up_to.collect();
        theory.arithmetic.insert(*name, Arithmetic { is_calculation, up_to });
    }
}

/// The place of each thing in the order of a relation that leads from each to the next one.
fn chain(rows: &[Vec<TermId>]) -> Option<HashMap<TermId, usize>> {
    if rows.iter().any(|row| row.len() != 2) {
        return None;
    }
    let next: HashMap<TermId, TermId> = rows.iter().map(|row| (row[0], row[1])).collect();
    let later: HashSet<TermId> = rows.iter().map(|row| row[1]).collect();
    let mut firsts = next.keys().filter(|it| !later.contains(*it));
    let (Some(&first), None) = (firsts.next(), firsts.next()) else { return None };
    let mut places = HashMap::from([(first, 0)]);
    let mut last = first;
    while let Some(&after) = next.get(&last) {
        places.insert(after, places.len());
        last = after;
    }
    (next.len() == rows.len() && places.len() == rows.len() + 1).then_some(places)
}

/// Things in ascending order, if they have one: as numbers, or by what leads from each to the next.
fn order(
    things: HashSet<TermId>,
    world: &World,
    theory: &Theory,
    chains: &[HashMap<TermId, usize>],
) -> Option<Vec<TermId>> {
    if !LENGTHS.contains(&things.len()) {
        return None;
    }
    let number = |&id: &TermId| -> Option<i64> {
        let (symbol, arguments) = world.pool.parts(id);
        theory.symbols.name(symbol).parse().ok().filter(|_| arguments.is_empty())
    };
    let mut places: Option<Vec<(i64, TermId)>> =
        things.iter().map(|id| Some((number(id)?, *id))).collect();
    for chain in chains {
        let place = |id: &TermId| Some((*chain.get(id)? as i64, *id));
        places = places.or_else(|| things.iter().map(place).collect());
    }
    let mut places = places?;
    places.sort_unstable();
    Some(places.into_iter().map(|(_, id)| id).collect())
}

/// Adds a relation that holds of each thing but the first, and of each that is no less.
fn define(theory: &mut Theory, world: &mut World, relation: Symbol, order: &[TermId]) {
    let mut definition = Definition::default();
    for (place, &thing) in order.iter().enumerate() {
        for &lesser in &order[1..=place] {
            let arguments: Box<[TermId]> = Box::new([lesser, thing]);
            let terms: Box<[Term]> = arguments.iter().map(|&id| world.pool.term(id)).collect();
            let head = Atom { relation, arguments: terms };
            definition.clauses.push(Clause { head, body: Formula::True, width: 0, is_base: true });
            world.add(relation, Row { arguments, signal: Signal::TRUE });
        }
    }
    theory.define(relation, definition);
}
