//! What never changes in a game, and how the rules speak of it.

use analyze::{Pairs, Table};
use gdl::{Literal, Rules};
use std::collections::HashSet;

/// Relations that depend on neither state nor moves.
pub struct Statics {
    /// Those of two arguments.
    pub pairs: Vec<Pairs>,
    /// Those of three to five.
    pub tables: Vec<Table>,
    /// Relations of which the rules only ever ask that they do not hold.
    refused: HashSet<String>,
}

impl Statics {
    /// What never changes by these rules.
    pub fn of(rules: &Rules) -> Statics {
        let (mut asked, mut refused) = (HashSet::new(), HashSet::new());
        let mut open: Vec<&Literal> =
            rules.clauses().iter().flat_map(|clause| &clause.body).collect();
        while let Some(literal) = open.pop() {
            match literal {
                Literal::Holds(predicate) => asked.insert(predicate.relation),
                Literal::Fails(predicate) => refused.insert(predicate.relation),
                Literal::Any(cases) => {
                    open.extend(cases.iter().flatten());
                    false
                }
                Literal::Distinct(..) | Literal::Same(..) => false,
            };
        }
        let name = |relation| rules.symbols().name(rules.relation(relation).name).to_owned();
        Statics {
            pairs: analyze::pairs(rules),
            tables: analyze::tables(rules, 3..=5),
            refused: refused.difference(&asked).copied().map(name).collect(),
        }
    }

    /// Relations that rules ask for: they may say where one can go.
    pub fn allowing(&self) -> impl Iterator<Item = &Table> {
        self.tables.iter().filter(|table| !self.refused.contains(&table.relation))
    }

    /// Relations that rules only ask not to hold: they may say where one cannot go.
    pub fn refusing(&self) -> impl Iterator<Item = &Table> {
        self.tables.iter().filter(|table| self.refused.contains(&table.relation))
    }
}
