//! Relations that depend on neither state nor moves, with everything that they hold for.

use gdl::{Literal, Relation, RelationInfo, Rules};
use hashbrown::HashSet;
use reason::{Limits, static_rows};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};
use term::{Term, TermTable};

/// A relation that depends on neither state nor moves, and the rows for which it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StaticRelation {
    /// Name of the relation.
    pub name: String,
    /// Its arguments, wherever it holds.
    pub rows: Vec<Vec<Term>>,
    /// Whether rules require only that it does not hold: it occurs in conditions under a negation and not otherwise.
    pub is_only_negated: bool,
}

impl StaticRelation {
    /// Iterates over the rows of a relation of two arguments; nothing for other relations.
    pub fn pairs(&self) -> impl Iterator<Item = (&Term, &Term)> {
        self.rows.iter().filter_map(|row| match row.as_slice() {
            [one, other] => Some((one, other)),
            _ => None,
        })
    }
}

/// Number of times that static relations were derived in this process.
static DERIVATIONS: AtomicU64 = AtomicU64::new(0);

/// Returns the number of times that static relations were derived in this process. Those of two arguments and the wider
/// ones are meant to be derived once each for a game: the number says whether they were.
pub fn static_derivations() -> u64 {
    DERIVATIONS.load(Ordering::Relaxed)
}

/// Limits of deriving binary relations. If they are reached, only the facts of the rules count.
const LIMITS: Limits = Limits { steps: 20_000_000, memory: 256, depth: 100_000, terms: 1_000_000 };
/// Limits of deriving wider relations, which may have many more rows and matter less.
const WIDE_LIMITS: Limits = Limits { steps: 2_000_000, ..LIMITS };

/// Derives all relations of two arguments that depend on neither state nor moves, in the order of the rules.
pub(crate) fn binary_relations(rules: &Rules) -> Vec<StaticRelation> {
    derived(rules, 2..=2, LIMITS)
}

/// Derives all relations of three to five arguments that depend on neither state nor moves, in the order of the rules.
pub(crate) fn wider_relations(rules: &Rules) -> Vec<StaticRelation> {
    derived(rules, 3..=5, WIDE_LIMITS)
}

fn derived(rules: &Rules, arities: RangeInclusive<usize>, limits: Limits) -> Vec<StaticRelation> {
    DERIVATIONS.fetch_add(1, Ordering::Relaxed);
    let is_wanted = |relation: &Relation| {
        let info = rules.relation(*relation);
        arities.contains(&info.arity) && is_static(info) && info.name.keyword_arity().is_none()
    };
    let relations = (0..rules.relations().len() as u32).map(Relation);
    let relations: Vec<Relation> = relations.filter(is_wanted).collect();
    let rows = match static_rows(rules, &relations, limits) {
        Ok(rows) => rows,
        Err(_) => relations.iter().map(|&relation| written(rules, relation)).collect(),
    };
    let only_negated = only_negated(rules);
    let table = |(relation, rows): (Relation, Vec<Vec<Term>>)| StaticRelation {
        name: rules.symbols().name(rules.relation(relation).name).to_owned(),
        rows,
        is_only_negated: only_negated.contains(&relation),
    };
    relations.into_iter().zip(rows).map(table).collect()
}

/// Returns the relations that occur in conditions only under a negation.
fn only_negated(rules: &Rules) -> HashSet<Relation> {
    let (mut required, mut negated) = (HashSet::new(), HashSet::new());
    let mut open: Vec<&Literal> = rules.clauses().iter().flat_map(|clause| &clause.body).collect();
    while let Some(literal) = open.pop() {
        match literal {
            Literal::Holds(predicate) => _ = required.insert(predicate.relation),
            Literal::Fails(predicate) => _ = negated.insert(predicate.relation),
            Literal::Any(cases) => open.extend(cases.iter().flatten()),
            Literal::Distinct(..) | Literal::Same(..) => {}
        }
    }
    negated.difference(&required).copied().collect()
}

fn is_static(relation: &RelationInfo) -> bool {
    !relation.on_state && !relation.on_moves && relation.name != gdl::word::INIT
}

/// Returns the rows of a relation that are facts of the rules, each once.
fn written(rules: &Rules, relation: Relation) -> Vec<Vec<Term>> {
    let clauses = rules.relation(relation).clauses.iter().map(|&clause| &rules.clauses()[clause]);
    let mut rows = Vec::new();
    let mut seen = HashSet::new();
    for fact in clauses.filter(|clause| clause.body.is_empty()) {
        if seen.insert(&fact.head.arguments) {
            let arguments = fact.head.arguments.iter();
            rows.push(arguments.map(|&term| rules.terms().term(rules.symbols(), term)).collect());
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_and_derived_rows_are_found() {
        let text = "(role a) (init (row3 1)) (<= (legal a go) (true (row3 1))) (<= (goal a 0) (true (row3 1)))
            (<= terminal (true (row3 1))) (at c 1 2) (at d 2 2)
            (<= (beside ?x ?y) (at ?x ?k ?l) (at ?y ?m ?l) (distinct ?x ?y))
            (<= (here ?x ?y ?z) (at ?x ?y ?z) (true (row3 1)))";
        let rules = oracle::rules_of(text);
        // `here` depends on the state, and `row3` is a word of the rules themselves.
        let (binary, wider) = (binary_relations(&rules), wider_relations(&rules));
        let rows = |relation: &StaticRelation| -> Vec<String> {
            let text = |row: &Vec<Term>| row.iter().map(Term::as_str).collect::<Vec<_>>().join(" ");
            let mut rows: Vec<String> = relation.rows.iter().map(text).collect();
            rows.sort_unstable();
            rows
        };
        assert_eq!((wider.len(), wider[0].name.as_str()), (1, "at"));
        assert_eq!(rows(&wider[0]), ["c 1 2", "d 2 2"]);
        assert_eq!((binary.len(), binary[0].name.as_str()), (1, "beside"));
        assert_eq!(rows(&binary[0]), ["c d", "d c"]);
        let pairs = binary[0].pairs().map(|(one, other)| (one.as_str(), other.as_str()));
        let mut pairs: Vec<(&str, &str)> = pairs.collect();
        pairs.sort_unstable();
        assert_eq!(pairs, [("c", "d"), ("d", "c")]);
        assert_eq!(wider[0].pairs().count(), 0);
    }

    #[test]
    fn relations_that_rules_only_deny_are_marked() {
        let rules = oracle::rules_of(
            "(role a) (init (at 1)) (wall 1 2) (step 2 3) (beside 1 3) (next (at 1)) (goal a 0)
             (<= (legal a (go ?x ?y)) (true (at ?x)) (beside ?x ?y) (not (wall ?x ?y)))
             (<= terminal (true (at ?x)) (or (step ?x 3) (not (step 1 ?x))))",
        );
        let binary = binary_relations(&rules);
        let denied = binary.iter().filter(|relation| relation.is_only_negated);
        let denied: Vec<&str> = denied.map(|relation| relation.name.as_str()).collect();
        assert_eq!(denied, ["wall"]);
    }
}
