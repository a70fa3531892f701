//! What roles can get: what the rules name, what things are worth by an order or a table, and what was seen.

use crate::Order;
use crate::order::shortest_chain;
use crate::statics::Pairs;
use crate::watch::Record;
use gdl::{Clause, Literal, Predicate, Rules, Term, word};
use std::collections::BTreeSet;

/// Where goals come from.
pub struct Goals<'a> {
    pub rules: &'a Rules,
    pub statics: &'a [Pairs],
    pub orders: &'a [Order],
    pub record: &'a Record,
}

impl Goals<'_> {
    /// What a role can get, in ascending order.
    pub fn of(&self, role: usize) -> Vec<u8> {
        let rules = self.rules;
        let mut goals: BTreeSet<u8> = self.record.results().map(|goals| goals[role]).collect();
        let relation = rules.find(word::GOAL).map(|goal| rules.relation(goal));
        for &clause in relation.iter().flat_map(|relation| &relation.clauses) {
            let clause = &rules.clauses()[clause];
            let [whose, goal] = *clause.head.arguments else { continue };
            if rules.terms().is_ground(whose) && whose != rules.roles()[role] {
                continue;
            }
            match rules.terms().is_ground(goal) {
                true => goals.extend(number(rules.symbols().name(rules.terms().symbol(goal)))),
                false => goals.extend(self.open(clause, goal)),
            }
        }
        goals.into_iter().collect()
    }

    /// The numbers that a variable of a clause can be.
    fn open<'b>(&self, clause: &'b Clause, variable: Term) -> Vec<u8> {
        let holds = |literal: &'b Literal| match literal {
            Literal::Holds(predicate) => Some(predicate),
            _ => None,
        };
        let predicates = clause.body.iter().filter_map(holds);
        predicates.flat_map(|predicate| self.in_predicate(predicate, variable)).collect()
    }

    fn in_predicate(&self, predicate: &Predicate, variable: Term) -> Vec<u8> {
        let name = self.rules.relation(predicate.relation).name;
        let place = |arguments: &[Term]| arguments.iter().position(|&term| term == variable);
        if name == word::TRUE {
            let fluent = predicate.arguments[0];
            let arguments = self.rules.terms().arguments(fluent);
            return place(arguments).map_or(Vec::new(), |place| {
                self.in_fluent(self.rules.symbols().name(self.rules.terms().symbol(fluent)), place)
            });
        }
        let name = self.rules.symbols().name(name);
        let table = self.statics.iter().find(|pairs| pairs.relation == name);
        let (Some(table), Some(place)) = (table, place(&predicate.arguments)) else {
            return Vec::new();
        };
        let texts = table.pairs.iter().map(|(one, other)| if place == 0 { one } else { other });
        texts.filter_map(|text| number(text)).collect()
    }

    /// The numbers in the order that an argument of a fluent goes along.
    fn in_fluent(&self, name: &str, argument: usize) -> Vec<u8> {
        let Record { words, atoms, .. } = self.record;
        let name = words.find(name);
        let seen: BTreeSet<&str> = atoms
            .iter()
            .filter(|atom| Some(atom.name) == name)
            .filter_map(|atom| atom.arguments.get(argument))
            .map(|&word| words.text(word))
            .collect();
        let seen: Vec<&str> = seen.into_iter().collect();
        let chain = shortest_chain(self.orders, &seen).map_or(&[][..], |(_, chain)| chain);
        chain.iter().filter_map(|text| number(text)).collect()
    }
}

fn number(text: &str) -> Option<u8> {
    text.parse().ok().filter(|&number| number <= 100)
}
