//! Step counters (Kuhlmann 2010, section 4.1.2): facts whose argument moves along an order with every step.
//!
//! They are recognised by the form of one rule. Whether they really change with every step is checked on sampled
//! states, in [`crate::fluent`].

use crate::OrderRelation;
use gdl::{Clause, Literal, Predicate, Relation, Rules, Symbol, TermId, word};
use hashbrown::HashSet;
use serde::{Deserialize, Serialize};
use term::TermTable;

/// A fluent whose argument moves along an order with every step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepCounter {
    /// Name of the fluent.
    pub fluent: String,
    /// Name of the order relation.
    pub order: String,
    /// Whether the argument moves towards the beginning of the order.
    pub is_down: bool,
    /// Whether only the end of the game and the goals depend on the fluent, neither moves nor other facts.
    pub only_counts: bool,
}

/// Returns the fluents that some rule defines as step counters, each once.
pub(crate) fn step_counters(rules: &Rules, orders: &[OrderRelation]) -> Vec<StepCounter> {
    let mut counters: Vec<StepCounter> = Vec::new();
    for (number, clause) in rules.clauses().iter().enumerate() {
        let Some((fluent, relation, is_down)) = counting_rule(rules, clause) else { continue };
        let order =
            orders.iter().find(|order| rules.symbols().find(&order.relation) == Some(relation));
        let is_it = |counter: &&StepCounter| rules.symbols().find(&counter.fluent) == Some(fluent);
        if let (Some(order), None) = (order, counters.iter().find(is_it)) {
            counters.push(StepCounter {
                fluent: rules.symbols().name(fluent).to_owned(),
                order: order.relation.clone(),
                is_down,
                only_counts: only_counts(rules, fluent, number),
            });
        }
    }
    counters
}

/// Returns the fluent and the relation of a clause `(<= (next (fluent ?new)) (true (fluent ?old)) (relation ?old
/// ?new))`, the conditions in any order, and `false`; or `true` for a clause with `(relation ?new ?old)`. Returns
/// `None` for any other clause.
fn counting_rule(rules: &Rules, clause: &Clause) -> Option<(Symbol, Symbol, bool)> {
    if rules.relation(clause.head.relation).name != word::NEXT {
        return None;
    }
    let (counter, new) = unary(rules, clause.head.arguments[0])?;
    let [Literal::Holds(one), Literal::Holds(other)] = &*clause.body else { return None };
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

/// Returns the name and the argument of a fluent with one argument; `None` if it has more or fewer, or if the argument
/// is not a variable.
fn unary(rules: &Rules, term: TermId) -> Option<(Symbol, TermId)> {
    let &[argument] = rules.terms().arguments(term) else { return None };
    rules.terms().is_variable(argument).then(|| (rules.terms().symbol(term), argument))
}

/// Whether neither moves nor other facts depend on a fluent. The clause that defines the fluent, given by its index,
/// does not count.
fn only_counts(rules: &Rules, fluent: Symbol, own: usize) -> bool {
    let mut dependent: HashSet<Relation> = HashSet::new();
    loop {
        let before = dependent.len();
        for (number, clause) in rules.clauses().iter().enumerate() {
            if number == own || !uses(rules, &clause.body, fluent, &dependent) {
                continue;
            }
            let name = rules.relation(clause.head.relation).name;
            if name == word::NEXT || name == word::LEGAL {
                return false;
            }
            dependent.insert(clause.head.relation);
        }
        if dependent.len() == before {
            return true;
        }
    }
}

/// Whether some condition mentions a fluent, or one of the relations that depend on it.
fn uses(rules: &Rules, body: &[Literal], fluent: Symbol, dependent: &HashSet<Relation>) -> bool {
    let about = |predicate: &Predicate| {
        let is_true = rules.relation(predicate.relation).name == word::TRUE;
        let is_it = |term: &TermId| {
            rules.terms().is_variable(*term) || rules.terms().symbol(*term) == fluent
        };
        dependent.contains(&predicate.relation)
            || is_true && predicate.arguments.first().is_some_and(is_it)
    };
    body.iter().any(|literal| match literal {
        Literal::Holds(predicate) | Literal::Fails(predicate) => about(predicate),
        Literal::Distinct(..) | Literal::Same(..) => false,
        Literal::Any(branches) => {
            branches.iter().any(|branch| uses(rules, branch, fluent, dependent))
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
        let rules = oracle::rules_of(sheet);
        let orders = crate::order::order_relations(&crate::statics::binary_relations(&rules));
        let counters = step_counters(&rules, &orders).into_iter();
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
    fn counters_on_which_moves_or_facts_depend_are_marked() {
        let step =
            "(<= (next (step ?b)) (true (step ?a)) (after ?a ?b)) (<= terminal (true (step 4)))";
        let late = "(<= late (true (step 3))) (<= (legal you run) late)";
        assert_eq!(counters(&format!("{step} {late}")), [("step".to_owned(), false, false)]);
        let facts = "(<= (next over) (true (step 3)))";
        assert_eq!(counters(&format!("{step} {facts}")), [("step".to_owned(), false, false)]);
    }

    #[test]
    fn rules_with_other_conditions_define_no_counter() {
        let step = "(<= (next (step ?b)) (true (step ?a)) (after ?a ?b) (does you wait))
                    (<= (next (hand ?a)) (true (hand ?a)) (after ?a ?b)) (<= terminal (true (step 4)))";
        assert_eq!(counters(step), []);
    }
}
