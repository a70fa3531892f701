//! Ground rules in flat memory.

use crate::store::AtomId;
use term::{Id, id_type};

/// An atom, or its negation, in the body of a ground rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct GroundLiteral(u32);

impl GroundLiteral {
    pub(crate) fn new(atom: AtomId, is_negated: bool) -> GroundLiteral {
        GroundLiteral(atom.0 << 1 | u32::from(is_negated))
    }

    /// Returns the atom of the literal.
    pub fn atom(self) -> AtomId {
        AtomId(self.0 >> 1)
    }

    /// Whether the literal is satisfied where the atom does not hold.
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
}

id_type! {
    /// A ground rule, as a dense id.
    pub struct RuleId(u32);
}

/// The ground rules of a game, in the order in which they were derived.
#[derive(Default)]
pub struct GroundRules {
    heads: Vec<AtomId>,
    /// End of the literals of each rule.
    ends: Vec<u32>,
    literals: Vec<GroundLiteral>,
}

impl GroundRules {
    /// Returns the number of rules.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there are no rules.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// Returns the ids of all rules.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = RuleId> + Clone + use<> {
        (0..self.heads.len() as u32).map(RuleId)
    }

    /// Returns the atom that a rule derives.
    pub fn head(&self, rule: RuleId) -> AtomId {
        self.heads[rule.index()]
    }

    /// Returns the literals that must all be satisfied for a rule to apply.
    pub fn body(&self, rule: RuleId) -> &[GroundLiteral] {
        let first = if rule.0 == 0 { 0 } else { self.ends[rule.index() - 1] as usize };
        &self.literals[first..self.ends[rule.index()] as usize]
    }

    /// Adds a literal to the rule that is added next.
    pub(crate) fn push_literal(&mut self, literal: GroundLiteral) {
        self.literals.push(literal);
    }

    /// Whether the rule that is added next has no literals yet.
    pub(crate) fn is_next_empty(&self) -> bool {
        self.literals.len() == self.literal_end()
    }

    /// Adds a rule whose body are the literals added since the rule before.
    pub(crate) fn push(&mut self, head: AtomId) {
        self.heads.push(head);
        self.ends.push(self.literals.len() as u32);
    }

    fn literal_end(&self) -> usize {
        self.ends.last().map_or(0, |&end| end as usize)
    }

    /// Whether the literals of many more rules would have no ids.
    pub(crate) fn is_full(&self) -> bool {
        self.literals.len() > u32::MAX as usize / 2
    }

    /// Returns the memory in use, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.heads.len() * 8 + self.literals.len() * 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_keep_their_heads_and_bodies() {
        let mut rules = GroundRules::default();
        let literal = GroundLiteral::new(AtomId(7), true);
        rules.push(AtomId(1));
        rules.push_literal(literal);
        assert!(!rules.is_next_empty());
        rules.push(AtomId(2));
        let found: Vec<_> = rules.ids().map(|rule| (rules.head(rule), rules.body(rule))).collect();
        assert_eq!(found, [(AtomId(1), &[][..]), (AtomId(2), &[literal][..])]);
        assert_eq!((literal.atom(), literal.is_negated()), (AtomId(7), true));
    }
}
