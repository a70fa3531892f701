//! Possible goal values of roles: those that the rules name, those in orders and relations from which the rules take a
//! goal value, and those that were observed.

use crate::OrderRelation;
use crate::order::shortest_chain;
use crate::sample::{GameSample, SampledTermId};
use crate::statics::StaticRelation;
use game::Role;
use gdl::{Clause, Literal, Predicate, Rules, TermId, word};
use std::collections::BTreeSet;
use term::{Term, TermTable};

/// The rules, relations and games from which goal values are collected.
pub(crate) struct GoalSources<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) statics: &'a [StaticRelation],
    pub(crate) orders: &'a [OrderRelation],
    pub(crate) sample: &'a GameSample,
}

impl GoalSources<'_> {
    /// Returns the possible goal values of a role, in ascending order.
    pub(crate) fn values_of(&self, role: Role) -> Vec<u8> {
        let role = role.0 as usize;
        let rules = self.rules;
        let mut goals: BTreeSet<u8> = self.sample.results().map(|goals| goals[role]).collect();
        let relation = rules.find(word::GOAL).map(|goal| rules.relation(goal));
        for &clause in relation.iter().flat_map(|relation| &relation.clauses) {
            let clause = &rules.clauses()[clause];
            let [whose, goal] = *clause.head.arguments else { continue };
            if rules.terms().is_ground(whose) && whose != rules.roles()[role] {
                continue;
            }
            if rules.terms().is_ground(goal) {
                goals.extend(number(rules.symbols().name(rules.terms().symbol(goal))));
            } else {
                goals.extend(self.of_variable(clause, goal));
            }
        }
        goals.into_iter().collect()
    }

    /// Returns the numbers that a variable of a clause may stand for.
    fn of_variable<'b>(&self, clause: &'b Clause, variable: TermId) -> Vec<u8> {
        let holds = |literal: &'b Literal| match literal {
            Literal::Holds(predicate) => Some(predicate),
            _ => None,
        };
        let predicates = clause.body.iter().filter_map(holds);
        predicates.flat_map(|predicate| self.of_argument(predicate, variable)).collect()
    }

    /// Returns the numbers that a variable may stand for because of one condition.
    fn of_argument(&self, predicate: &Predicate, variable: TermId) -> Vec<u8> {
        let name = self.rules.relation(predicate.relation).name;
        let place = |arguments: &[TermId]| arguments.iter().position(|&term| term == variable);
        if name == word::TRUE {
            let fluent = predicate.arguments[0];
            let arguments = self.rules.terms().arguments(fluent);
            return place(arguments).map_or(Vec::new(), |place| {
                self.along_order(
                    self.rules.symbols().name(self.rules.terms().symbol(fluent)),
                    place,
                )
            });
        }
        let name = self.rules.symbols().name(name);
        let table = self.statics.iter().find(|relation| relation.name == name);
        let (Some(table), Some(place)) = (table, place(&predicate.arguments)) else {
            return Vec::new();
        };
        table.rows.iter().filter_map(|row| number(row.get(place)?.as_str())).collect()
    }

    /// Returns the numbers of the order to which the values of a fluent's argument belong.
    fn along_order(&self, name: &str, argument: usize) -> Vec<u8> {
        let GameSample { terms, facts, .. } = self.sample;
        let name = terms.find(&Term::applied(name, &[]));
        let seen: BTreeSet<SampledTermId> = facts
            .iter()
            .filter(|fact| Some(fact.name) == name)
            .filter_map(|fact| fact.arguments.get(argument).copied())
            .collect();
        let seen: Vec<Term> = seen.into_iter().map(|id| terms.term(id).clone()).collect();
        let chain = shortest_chain(self.orders, &seen).map_or(&[][..], |(_, chain)| chain);
        chain.iter().filter_map(|value| number(value.as_str())).collect()
    }
}

/// Reads a goal value; `None` if the text is not a number from 0 to 100.
fn number(text: &str) -> Option<u8> {
    text.parse().ok().filter(|&number| number <= 100)
}
