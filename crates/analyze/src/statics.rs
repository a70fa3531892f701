//! Relations that never change: what they hold for.
//!
//! The clauses that depend on neither state nor moves are a sheet of their own, in whose initial state everything that a relation holds
//! for is a fact; the reference machine works it out.

use crate::words::split;
use game::Machine;
use gdl::{Clause, RelationInfo, Rules};
use reason::{Limits, ReferenceMachine};
use std::ops::RangeInclusive;

/// A relation and the pairs that it holds for, as texts.
#[derive(Debug)]
pub struct Pairs {
    /// Its name.
    pub relation: String,
    /// What it holds for.
    pub pairs: Vec<(String, String)>,
}

/// A relation of any number of arguments and what it holds for, as texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// Its name.
    pub relation: String,
    /// Its arguments, wherever it holds.
    pub rows: Vec<Vec<String>>,
}

/// It is not tried longer than this to work out what is derived; only what is written down counts then.
const LIMITS: Limits = Limits { steps: 20_000_000, memory: 256, depth: 100_000, terms: 1_000_000 };
/// Relations of more arguments may hold for very much, and matter less.
const WIDE_LIMITS: Limits = Limits { steps: 2_000_000, ..LIMITS };

/// All binary relations that depend on neither state nor moves, in the order of the rules.
pub fn pairs(rules: &Rules) -> Vec<Pairs> {
    let pair =
        |row: Vec<String>| <[String; 2]>::try_from(row).ok().map(|[one, other]| (one, other));
    let tables = found(rules, 2..=2, LIMITS).into_iter();
    tables
        .map(|Table { relation, rows }| Pairs {
            relation,
            pairs: rows.into_iter().filter_map(pair).collect(),
        })
        .collect()
}

/// All relations of so many arguments that depend on neither state nor moves, in the order of the rules.
pub fn tables(rules: &Rules, arities: RangeInclusive<usize>) -> Vec<Table> {
    found(rules, arities, WIDE_LIMITS)
}

fn found(rules: &Rules, arities: RangeInclusive<usize>, limits: Limits) -> Vec<Table> {
    let relations = rules.relations().iter().filter(|relation| {
        arities.contains(&relation.arity)
            && is_static(relation)
            && relation.name.keyword_arity().is_none()
    });
    let relations: Vec<(&str, usize)> =
        relations.map(|relation| (rules.symbols().name(relation.name), relation.arity)).collect();
    if relations.is_empty() {
        return Vec::new();
    }
    let all =
        rules.clauses().iter().filter(|clause| is_static(rules.relation(clause.head.relation)));
    let written = all.clone().filter(|clause| clause.body.is_empty());
    worked_out(rules, &relations, all, limits)
        .or_else(|| worked_out(rules, &relations, written, limits))
        .unwrap_or_default()
}

fn is_static(relation: &RelationInfo) -> bool {
    !relation.on_state && !relation.on_moves && relation.name != gdl::word::INIT
}

/// What relations hold for that these clauses define; nothing if that takes too long.
fn worked_out<'a>(
    rules: &Rules,
    relations: &[(&str, usize)],
    clauses: impl Iterator<Item = &'a Clause>,
    limits: Limits,
) -> Option<Vec<Table>> {
    let mut mark = "row".to_owned();
    let is_taken = |mark: &str| {
        let mut arities = relations.iter().map(|(_, arity)| format!("{mark}{arity}"));
        arities.any(|mark| rules.symbols().find(&mark).is_some())
    };
    while is_taken(&mark) {
        mark.push('-');
    }
    let mut text =
        String::from("(<= (legal ?r 0) (role ?r))\n(<= (goal ?r 0) (role ?r))\nterminal\n");
    for clause in clauses {
        // The questions that a rule sheet must answer have rules of their own above.
        let relation = rules.relation(clause.head.relation).name;
        if relation.keyword_arity().is_none() || relation == gdl::word::ROLE {
            text.push_str(rules.sheet().source.slice(clause.span));
            text.push('\n');
        }
    }
    for (number, (name, arity)) in relations.iter().enumerate() {
        let variables: String = (0..*arity).map(|argument| format!(" ?x{argument}")).collect();
        // Functions have as many arguments wherever they are used.
        text.push_str(&format!(
            "(<= (init ({mark}{arity} {number}{variables})) ({name}{variables}))\n"
        ));
    }
    let rules = gdl::check("static relations", text.as_bytes()).rules?;
    let mut machine = ReferenceMachine::new(rules, limits).ok()?;
    let machine: &mut dyn Machine = &mut machine;
    let state = machine.initial_state().ok()?;
    let table = |&(name, _): &(&str, usize)| Table { relation: name.to_owned(), rows: Vec::new() };
    let mut found: Vec<Table> = relations.iter().map(table).collect();
    for fact in machine.facts(&state) {
        let text = machine.fact_text(fact);
        let [_, number, row @ ..] = &split(&text)[..] else { return None };
        let rows = &mut found.get_mut(number.parse::<usize>().ok()?)?.rows;
        rows.push(row.iter().map(|&word| word.to_owned()).collect());
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_and_what_follows_from_it_is_found() {
        let text = "(role a) (init (row3 1)) (<= (legal a go) (true (row3 1))) (<= (goal a 0) (true (row3 1)))
            (<= terminal (true (row3 1))) (at c 1 2) (at d 2 2)
            (<= (beside ?x ?y) (at ?x ?k ?l) (at ?y ?m ?l) (distinct ?x ?y))
            (<= (here ?x ?y ?z) (at ?x ?y ?z) (true (row3 1)))";
        let rules = gdl::check("rules", text.as_bytes()).rules.expect("they have no errors");
        let texts = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        // `here` depends on the state, and `row3` is a word of the rules themselves.
        let mut tables = tables(&rules, 3..=5);
        tables.iter_mut().for_each(|table| table.rows.sort_unstable());
        let rows = vec![texts(&["c", "1", "2"]), texts(&["d", "2", "2"])];
        assert_eq!(tables, [Table { relation: "at".to_owned(), rows }]);
        let mut pairs = pairs(&rules).remove(0).pairs;
        pairs.sort_unstable();
        let pair = |one: &str, other: &str| (one.to_owned(), other.to_owned());
        assert_eq!(pairs, [pair("c", "d"), pair("d", "c")]);
    }
}
