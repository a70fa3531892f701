//! Conditions, atoms and terms of random rules.

use super::{Level, NAMES, Writer, apply, word};
use crate::expression::Expression;
use rand::RngExt;

impl Writer<'_> {
    /// Writes a condition that binds a variable.
    pub(super) fn binder(&mut self, variable: Expression) -> Expression {
        let relation = self.random.random_range(0..self.facts.len());
        match self.facts[relation] {
            1 => apply(format!("e{relation}"), [variable]),
            2 => {
                let other = self.term();
                let mut pair = [variable, other];
                if self.random.random_bool(0.5) {
                    pair.reverse();
                }
                apply(format!("e{relation}"), pair)
            }
            _ => apply("role", [variable]),
        }
    }

    /// Writes a random condition; `depth` limits the nesting of disjunctions and negations.
    pub(super) fn condition(&mut self, level: Level, depth: usize) -> Expression {
        let chance = self.random.random_range(0..100);
        let (negations, disjunctions) = (self.negations, self.negations + self.disjunctions);
        match chance {
            90.. => self.distinct(),
            80..90 if depth > 0 => apply("not", [self.branch(level, depth)]),
            _ if chance < negations => apply("not", [self.atom(level)]),
            _ if chance < disjunctions && depth > 0 => {
                let parts = self.random.random_range(1..=3);
                let parts: Vec<Expression> =
                    (0..parts).map(|_| self.branch(level, depth)).collect();
                apply("or", parts)
            }
            _ => self.atom(level),
        }
    }

    fn distinct(&mut self) -> Expression {
        apply("distinct", [self.term(), self.term()])
    }

    fn branch(&mut self, level: Level, depth: usize) -> Expression {
        if self.random.random_bool(0.6) {
            return self.condition(level, depth - 1);
        }
        apply("and", [self.condition(level, depth - 1), self.condition(level, depth - 1)])
    }

    /// Writes a random atom of this level.
    pub(super) fn atom(&mut self, level: Level) -> Expression {
        if self.random.random_range(0..10) < self.derived_share {
            let fitting = self.derived.iter().filter(|relation| relation.level <= level);
            let fitting: Vec<(String, usize)> =
                fitting.map(|relation| (relation.name.clone(), relation.arity)).collect();
            if !fitting.is_empty() {
                let (name, arity) = &fitting[self.random.random_range(0..fitting.len())];
                return self.applied(name.clone(), *arity);
            }
        }
        if !self.wide.is_empty() && self.random.random_ratio(1, 4) {
            let relation = self.random.random_range(0..self.wide.len());
            return self.applied(format!("w{relation}"), self.wide[relation]);
        }
        if self.undefined && self.random.random_ratio(1, 12) {
            return self.undefined_atom(level);
        }
        match self.random.random_range(0..6) {
            0 | 1 if level > Level::Fixed => apply("true", [self.fluent()]),
            2 | 3 if level == Level::Moves => apply("does", [self.role(), self.action()]),
            4 => apply("role", [self.role()]),
            _ => {
                let relation = self.random.random_range(0..self.facts.len());
                self.applied(format!("e{relation}"), self.facts[relation])
            }
        }
    }

    /// Writes an atom of a relation that no rule defines, or with a fact or a move that no rule produces.
    fn undefined_atom(&mut self, level: Level) -> Expression {
        match self.random.random_range(0..4) {
            0 if level > Level::Fixed => apply("true", [self.applied("u".to_owned(), 1)]),
            1 if level == Level::Moves => apply("does", [self.role(), word("u0")]),
            2 => word("n0"),
            _ => self.applied("n1".to_owned(), 1),
        }
    }

    /// Writes a name applied to random terms.
    pub(super) fn applied(&mut self, name: String, arity: usize) -> Expression {
        let arguments: Vec<Expression> = (0..arity).map(|_| self.term()).collect();
        apply(name, arguments)
    }

    /// Writes a role, or a term that may be one.
    pub(super) fn role(&mut self) -> Expression {
        match self.random.random_range(0..4) {
            0 => word("?r"),
            1 => self.term(),
            _ => word(format!("r{}", self.random.random_range(0..self.roles))),
        }
    }

    /// Writes a fact, or now and then a variable.
    pub(super) fn fluent(&mut self) -> Expression {
        let fluents = self.fluents.clone();
        self.one_of("f", &fluents)
    }

    /// Writes a move, or now and then a variable.
    pub(super) fn action(&mut self) -> Expression {
        let moves = self.moves.clone();
        self.one_of("m", &moves)
    }

    fn one_of(&mut self, prefix: &str, arities: &[usize]) -> Expression {
        if self.random.random_ratio(1, 20) {
            return self.variable();
        }
        let number = self.random.random_range(0..arities.len());
        self.applied(format!("{prefix}{number}"), arities[number])
    }

    /// Writes a random term.
    pub(super) fn term(&mut self) -> Expression {
        if self.random.random_range(0..10) < self.variables {
            return self.variable();
        }
        match self.random.random_range(0..3) {
            0 if self.functions => apply("g", [self.term()]),
            1 if self.functions => apply("h", [self.term(), self.term()]),
            _ => self.constant(),
        }
    }

    /// Writes a random term without variables.
    pub(super) fn ground(&mut self) -> Expression {
        match self.random.random_range(0..10) {
            0 if self.functions => apply("g", [self.ground()]),
            1 if self.functions => apply("h", [self.ground(), self.ground()]),
            _ => self.constant(),
        }
    }

    fn variable(&mut self) -> Expression {
        word(NAMES[self.random.random_range(0..self.names)])
    }

    /// Writes a random constant.
    pub(super) fn constant(&mut self) -> Expression {
        word(["a", "b", "c", "1"][self.random.random_range(0..self.constants)])
    }
}
