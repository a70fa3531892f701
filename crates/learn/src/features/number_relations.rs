//! Static relations that calculate with numbers or compare them, and a counting relation for each of their numbers.
//!
//! The number of bindings of `?m` in `(agon.upto.worth.0 ?m ?n)` is the position of `?n` in its order, from 0. So the
//! size of a number becomes a count; of several numbers the greatest counts. Follows `guenther`, section 3.3.4
//! (split-arith-calc and split-arith-comp), with a representation of our own.

use super::formula::{Atom, Formula, Term};
use super::relation_table::Row;
use super::relation_tables::RelationTables;
use super::rule_base::{Clause, Definition, RuleBase};
use circuit::Signal;
use gdl::{Symbol, word};
use ground::Value;
use hashbrown::{HashMap, HashSet};
use term::TermTable;

/// Prefix of the counting relations. The name of the calculating relation and the position of the number follow.
const UP_TO: &str = "agon.upto.";

/// Sizes of orders that are used: a smaller order tells little, in a larger one counting takes long.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=64;

/// A static relation between numbers.
#[derive(Clone, Debug)]
pub struct NumberRelation {
    /// Whether the last number follows from the others; otherwise they are compared.
    pub is_calculation: bool,
    /// The counting relation for each argument.
    pub up_to: Vec<Symbol>,
}

/// Finds static relations between numbers, and adds a counting relation for each argument.
pub fn add(rule_base: &mut RuleBase, tables: &mut RelationTables) {
    let mut names: Vec<Symbol> = rule_base
        .relations()
        .filter(|(name, it)| !it.on_state && !it.on_moves && *name != word::ROLE)
        .map(|(name, _)| name)
        .collect();
    names.sort_unstable();
    let static_rows: Vec<(Symbol, Vec<Vec<Value>>)> = names
        .into_iter()
        .filter_map(|name| {
            let rows = tables.table(name)?.rows.iter().map(|row| row.arguments.to_vec()).collect();
            Some((name, rows))
        })
        .collect();
    let chains: Vec<HashMap<Value, usize>> =
        static_rows.iter().filter_map(|(_, rows)| chain(rows)).collect();
    for (name, rows) in &static_rows {
        let width = rows.first().map_or(0, Vec::len);
        if width < 2 || rows.iter().any(|row| row.len() != width) {
            continue;
        }
        let column =
            |place: usize| -> HashSet<Value> { rows.iter().map(|row| row[place]).collect() };
        let orders: Option<Vec<Vec<Value>>> =
            (0..width).map(|place| order(column(place), tables, rule_base, &chains)).collect();
        let Some(orders) = orders else { continue };
        let others: HashSet<&[Value]> = rows.iter().map(|row| &row[..width - 1]).collect();
        let is_calculation = others.len() == rows.len();
        let up_to = orders.iter().enumerate().map(|(place, order)| {
            let relation = format!("{UP_TO}{}.{place}", rule_base.symbols.name(*name));
            let relation = rule_base.symbols.intern(&relation);
            define(rule_base, tables, relation, order);
            relation
        });
        let up_to = up_to.collect();
        rule_base.arithmetic.insert(*name, NumberRelation { is_calculation, up_to });
    }
}

/// Returns the position of each term in the order of a relation that leads from each term to the next one. `None` if
/// the relation is of another kind.
fn chain(rows: &[Vec<Value>]) -> Option<HashMap<Value, usize>> {
    if rows.iter().any(|row| row.len() != 2) {
        return None;
    }
    let next: HashMap<Value, Value> = rows.iter().map(|row| (row[0], row[1])).collect();
    let later: HashSet<Value> = rows.iter().map(|row| row[1]).collect();
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

/// Returns terms in ascending order: as numbers, or by a relation that leads from each to the next. `None` if they have
/// no order.
fn order(
    things: HashSet<Value>,
    tables: &RelationTables,
    rule_base: &RuleBase,
    chains: &[HashMap<Value, usize>],
) -> Option<Vec<Value>> {
    if !LENGTHS.contains(&things.len()) {
        return None;
    }
    let number = |&id: &Value| -> Option<i64> {
        let values = tables.values();
        let is_object = values.arguments(id).is_empty();
        rule_base.symbols.name(values.symbol(id)).parse().ok().filter(|_| is_object)
    };
    let mut places: Option<Vec<(i64, Value)>> =
        things.iter().map(|id| Some((number(id)?, *id))).collect();
    for chain in chains {
        let place = |id: &Value| Some((*chain.get(id)? as i64, *id));
        places = places.or_else(|| things.iter().map(place).collect());
    }
    let mut places = places?;
    places.sort_unstable();
    Some(places.into_iter().map(|(_, id)| id).collect())
}

/// Adds a counting relation: it is true of each term but the first, and each term that is not smaller.
fn define(
    rule_base: &mut RuleBase,
    tables: &mut RelationTables,
    relation: Symbol,
    order: &[Value],
) {
    let mut definition = Definition::default();
    for (place, &thing) in order.iter().enumerate() {
        for &lesser in &order[1..=place] {
            let arguments: Box<[Value]> = Box::new([lesser, thing]);
            let terms = arguments.iter().map(|&id| Term::of_value(tables.values(), id)).collect();
            let head = Atom { relation, arguments: terms };
            definition.clauses.push(Clause { head, body: Formula::True, width: 0, is_base: true });
            tables.add(relation, Row { arguments, signal: Signal::TRUE });
        }
    }
    rule_base.define(relation, definition);
}
