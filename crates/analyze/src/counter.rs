//! Step counters (document 000, section 4.1.2): facts that go on along an order with every step.

use crate::Order;
use gdl::{Literal, Predicate, Rules, Term, word};
use hashbrown::HashSet;
use serde::{Deserialize, Serialize};

/// A step counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    /// Its name.
    pub fluent: String,
    /// The order that it goes along.
    pub order: String,
    /// Whether it goes down.
    pub is_down: bool,
    /// Whether nothing but the end of the game and the goals depends on it.
    pub only_counts: bool,
}

/// The counters of the rules.
pub fn find(rules: &Rules, orders: &[Order]) -> Vec<Counter> {
    let mut counters: Vec<Counter> = Vec::new();
    for (number, clause) in rules.clauses().iter().enumerate() {
        let template = (clause.head.relation, &*clause.head.arguments, clause.body.as_slice());
        let Some((fluent, relation, is_down)) = matched(rules, template) else { continue };
        let order =
            orders.iter().find(|order| rules.symbols().find(&order.relation) == Some(relation));
        let is_new = |counter: &&Counter| rules.symbols().find(&counter.fluent) == Some(fluent);
        if let (Some(order), None) = (order, counters.iter().find(is_new)) {
            counters.push(Counter {
                fluent: rules.symbols().name(fluent).to_owned(),
                order: order.relation.clone(),
                is_down,
                only_counts: only_counts(rules, fluent, number),
            });
        }
    }
    counters
}

/// Whether a clause is `(<= (next (counter ?new)) (true (counter ?old)) (order ?old ?new))`, in any order of the two conditions, or
/// goes down with `(order ?new ?old)`; the counter, the order, and whether it goes down.
fn matched(
    rules: &Rules,
    (relation, head, body): (gdl::Relation, &[Term], &[Literal]),
) -> Option<(gdl::Symbol, gdl::Symbol, bool)> {
    if rules.relation(relation).name != word::NEXT {
        return None;
    }
    let (counter, new) = unary(rules, head[0])?;
    let [Literal::Holds(one), Literal::Holds(other)] = body else { return None };
    let is_true = |predicate: &Predicate| rules.relation(predicate.relation).name == word::TRUE;
    let (now, order) = match (is_true(one), is_true(other)) {
        (true, false) => (one, other),
        (false, true) => (other, one),
        _ => return None,
    };
    let (same, old) = unary(rules, now.arguments[0])?;
    let is_down = *order.arguments == [new, old];
    let fits = same == counter && old != new && (is_down || *order.arguments == [old, new]);
    fits.then(|| (counter, rules.relation(order.relation).name, is_down))
}

/// The name and the argument of a fluent of one argument, which is a variable.
fn unary(rules: &Rules, term: Term) -> Option<(gdl::Symbol, Term)> {
    let &[argument] = rules.terms().arguments(term) else { return None };
    rules.terms().is_variable(argument).then(|| (rules.terms().symbol(term), argument))
}

/// Whether neither moves nor other facts depend on a fluent, whose own clause is left out.
fn only_counts(rules: &Rules, fluent: gdl::Symbol, own: usize) -> bool {
    let mut reached: HashSet<gdl::Relation> = HashSet::new();
    loop {
        let before = reached.len();
        for (number, clause) in rules.clauses().iter().enumerate() {
            if number == own || !uses(rules, &clause.body, fluent, &reached) {
                continue;
            }
            let name = rules.relation(clause.head.relation).name;
            if name == word::NEXT || name == word::LEGAL {
                return false;
            }
            reached.insert(clause.head.relation);
        }
        if reached.len() == before {
            return true;
        }
    }
}

/// Whether a condition is about a fluent, or about a relation that was reached from it.
fn uses(
    rules: &Rules,
    body: &[Literal],
    fluent: gdl::Symbol,
    reached: &HashSet<gdl::Relation>,
) -> bool {
    let about = |predicate: &Predicate| {
        let is_true = rules.relation(predicate.relation).name == word::TRUE;
        let is_it =
            |term: &Term| rules.terms().is_variable(*term) || rules.terms().symbol(*term) == fluent;
        reached.contains(&predicate.relation)
            || is_true && predicate.arguments.first().is_some_and(is_it)
    };
    body.iter().any(|literal| match literal {
        Literal::Holds(predicate) | Literal::Fails(predicate) => about(predicate),
        Literal::Distinct(..) | Literal::Same(..) => false,
        Literal::Any(branches) => {
            branches.iter().any(|branch| uses(rules, branch, fluent, reached))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counters(rules: &str) -> Vec<(String, bool, bool)> {
        let sheet = format!(
            "(role you) (legal you wait) (goal you 100) (init (step 1)) (init (hand 1))
             (after 1 2) (after 2 3) (after 3 4) {rules}"
        );
        let checked = gdl::check("counter.kif", sheet.as_bytes());
        let rules = checked.rules.expect("there is no error");
        let orders = crate::order::find(&crate::statics::pairs(&rules));
        let counters = find(&rules, &orders).into_iter();
        counters.map(|it| (it.fluent, it.is_down, it.only_counts)).collect()
    }

    #[test]
    fn conditions_may_stand_in_any_order() {
        let end = "(<= terminal (true (step 4)))";
        let one = "(<= (next (step ?b)) (true (step ?a)) (after ?a ?b))";
        let other = "(<= (next (step ?b)) (after ?a ?b) (true (step ?a)))";
        let expected = vec![("step".to_owned(), false, true)];
        assert_eq!(counters(&format!("{one} {end}")), expected);
        assert_eq!(counters(&format!("{other} {end}")), expected);
        let down = "(<= (next (step ?b)) (after ?b ?a) (true (step ?a)))";
        assert_eq!(counters(&format!("{down} {end}")), [("step".to_owned(), true, true)]);
    }

    #[test]
    fn what_moves_depend_on_does_more_than_count() {
        let step =
            "(<= (next (step ?b)) (true (step ?a)) (after ?a ?b)) (<= terminal (true (step 4)))";
        let late = "(<= late (true (step 3))) (<= (legal you run) late)";
        assert_eq!(counters(&format!("{step} {late}")), [("step".to_owned(), false, false)]);
        let facts = "(<= (next over) (true (step 3)))";
        assert_eq!(counters(&format!("{step} {facts}")), [("step".to_owned(), false, false)]);
    }

    #[test]
    fn what_depends_on_moves_is_no_counter() {
        let step = "(<= (next (step ?b)) (true (step ?a)) (after ?a ?b) (does you wait))
                    (<= (next (hand ?a)) (true (hand ?a)) (after ?a ?b)) (<= terminal (true (step 4)))";
        assert_eq!(counters(step), []);
    }
}
