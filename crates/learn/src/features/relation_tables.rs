//! The tables of all relations of a game that features may use, with the circuit that computes them.
//!
//! Contains no values of signals in states (`signal_bits`).

use super::number_relations;
use super::relation_table::{RelationTable, Row};
use super::rule_base::RuleBase;
use circuit::{BuildError, Circuit, Model, WatchedAtom};
use gdl::{Relation, Rules, Symbol, word};
use ground::Values;
use hashbrown::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The ground atoms of all relations that do not depend on moves.
pub struct RelationTables {
    /// The compiled game, which has the ground terms of the rows.
    model: Arc<Model>,
    tables: HashMap<Symbol, RelationTable>,
    /// The circuit of the rows' signals.
    pub circuit: Circuit,
    /// Number of rows read so far: a measure of work that is the same on every computer.
    rows_read: AtomicU64,
}

impl RelationTables {
    /// Creates the tables of a compiled game and adds relations that count numbers to the rule base. Facts have the
    /// same ids as in the model. Fails if the circuit becomes too large.
    pub fn new(
        rules: &Rules,
        model: &Arc<Model>,
        rule_base: &mut RuleBase,
    ) -> Result<RelationTables, BuildError> {
        let is_fit = |name: Symbol| {
            let depends = rule_base.definition(name).is_some_and(|it| it.on_moves);
            !depends
                && ![word::INIT, word::NEXT, word::DOES, word::BASE, word::INPUT].contains(&name)
        };
        let relations = (0..rules.relations().len() as u32).map(Relation);
        let relations: Vec<Relation> =
            relations.filter(|&relation| is_fit(rules.relation(relation).name)).collect();
        let (circuit, watched) = model.watch(&relations)?;
        let mut tables = RelationTables {
            model: Arc::clone(model),
            tables: HashMap::new(),
            circuit,
            rows_read: AtomicU64::new(0),
        };
        for WatchedAtom { relation, arguments, signal } in watched {
            let arguments = arguments.into_boxed_slice();
            tables.add(rules.relation(relation).name, Row { arguments, signal });
        }
        number_relations::add(rule_base, &mut tables);
        Ok(tables)
    }

    /// Returns the ground terms of the rows, which are those of the compiled game.
    pub fn values(&self) -> &Values {
        self.model.names().values()
    }

    /// Returns the number of facts of the compiled game.
    pub fn fact_count(&self) -> u32 {
        self.model.names().fact_count() as u32
    }

    /// Returns the number of rows read so far.
    pub fn rows_read(&self) -> u64 {
        self.rows_read.load(Ordering::Relaxed)
    }

    /// Adds to the number of rows read.
    pub fn count_rows(&self, rows: u64) {
        self.rows_read.fetch_add(rows, Ordering::Relaxed);
    }

    /// Adds a row to the table of a relation.
    pub fn add(&mut self, relation: Symbol, row: Row) {
        self.tables.entry(relation).or_default().add(row, self.model.names().values());
    }

    /// Returns the table of a relation. `None` if it is never true.
    pub fn table(&self, relation: Symbol) -> Option<&RelationTable> {
        self.tables.get(&relation)
    }

    /// Iterates over the rows of all relations.
    pub(super) fn rows(&self) -> impl Iterator<Item = &Row> {
        self.tables.values().flat_map(|table| &table.rows)
    }
}
