//! The ground atoms interned so far, by relation, with indexes for joins.

use crate::clause::{Atom, PerRelation, RelationId};
use crate::index::{AtomIndex, Shape};
use crate::matching::VariableValues;
use crate::values::{Value, Values};
use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;
use term::{Id, id_type};

id_type! {
    /// A ground atom, as a dense id: a relation applied to ground terms.
    pub struct AtomId(pub(crate) u32);
}

id_type! {
    /// An index, numbered from 0 for each relation.
    pub struct IndexId(u32);
}

/// An atom: its relation, the place of its arguments, and whether it is derived.
#[derive(Clone, Debug)]
struct AtomRow {
    relation: RelationId,
    first_argument: u32,
    derived: bool,
}

/// The atoms of one relation, and the indexes on them.
#[derive(Clone, Debug, Default)]
struct RelationAtoms {
    arity: usize,
    /// The possible atoms that joins can see.
    visible: Vec<AtomId>,
    indexes: Vec<AtomIndex>,
}

/// All atoms, each with whether it is derived.
pub struct Store {
    relations: PerRelation<RelationAtoms>,
    rows: Vec<AtomRow>,
    arguments: Vec<Value>,
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
    /// Number of entries of all indexes together.
    entries: usize,
    /// The derived atoms, in the order in which they were derived.
    pub derived: Vec<AtomId>,
}

impl Store {
    /// Creates an empty store for this number of relations.
    pub fn new(relations: usize) -> Store {
        Store {
            relations: PerRelation::from(vec![RelationAtoms::default(); relations]),
            rows: Vec::new(),
            arguments: Vec::new(),
            table: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            entries: 0,
            derived: Vec::new(),
        }
    }

    /// Returns the id of an atom; a new atom gets the next id.
    pub fn intern(&mut self, relation: RelationId, arguments: &[Value]) -> AtomId {
        let hash = self.hasher.hash_one((relation, arguments));
        let Store { rows, arguments: all, table, hasher, relations, .. } = self;
        let slice = |id: u32| {
            let row: &AtomRow = &rows[id as usize];
            (row.relation, row.first_argument as usize)
        };
        let arity = arguments.len();
        let entry = table.entry(
            hash,
            |&id| {
                let (other, first) = slice(id);
                other == relation && all[first..first + arity] == *arguments
            },
            |&id| {
                let (relation, first) = slice(id);
                let arity = relations[relation].arity;
                hasher.hash_one((relation, &all[first..first + arity]))
            },
        );
        match entry {
            Entry::Occupied(found) => AtomId(*found.get()),
            Entry::Vacant(place) => {
                let id = rows.len() as u32;
                place.insert(id);
                relations[relation].arity = arity;
                rows.push(AtomRow { relation, first_argument: all.len() as u32, derived: false });
                all.extend_from_slice(arguments);
                AtomId(id)
            }
        }
    }

    /// Returns the id of an atom; `None` if it was not interned.
    pub fn find(&self, relation: RelationId, arguments: &[Value]) -> Option<AtomId> {
        let hash = self.hasher.hash_one((relation, arguments));
        let is = |&id: &u32| {
            self.rows[id as usize].relation == relation && self.arguments(AtomId(id)) == arguments
        };
        self.table.find(hash, is).map(|&id| AtomId(id))
    }

    /// Returns the relation of an atom.
    pub fn relation(&self, atom: AtomId) -> RelationId {
        self.rows[atom.index()].relation
    }

    /// Returns the arguments of an atom.
    pub fn arguments(&self, atom: AtomId) -> &[Value] {
        let row = &self.rows[atom.index()];
        let first = row.first_argument as usize;
        &self.arguments[first..first + self.relations[row.relation].arity]
    }

    /// Whether an atom is derived: it is possible in some state.
    pub fn is_derived(&self, atom: AtomId) -> bool {
        self.rows[atom.index()].derived
    }

    /// Marks an atom as derived; returns whether that is new.
    pub fn derive(&mut self, atom: AtomId) -> bool {
        let new = !std::mem::replace(&mut self.rows[atom.index()].derived, true);
        if new {
            self.derived.push(atom);
        }
        new
    }

    /// Returns the number of atoms, derived or not.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns the estimated memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        self.rows.len() * (size_of::<AtomRow>() + 8 + 4)
            + self.arguments.len() * size_of::<Value>()
            + self.entries * 12
    }

    /// Makes a derived atom visible to joins.
    pub fn show(&mut self, values: &Values, atom: AtomId) {
        let row = &self.rows[atom.index()];
        let relation = &mut self.relations[row.relation];
        let first = row.first_argument as usize;
        let arguments = &self.arguments[first..first + relation.arity];
        relation.visible.push(atom);
        for index in &mut relation.indexes {
            if index.insert(&self.hasher, values, arguments, atom) {
                self.entries += 1;
            }
        }
    }

    /// Returns the atoms of a relation that joins can see.
    pub fn visible(&self, relation: RelationId) -> &[AtomId] {
        &self.relations[relation].visible
    }

    /// Returns the index of a relation with these shapes; makes it if there is none.
    pub fn index(
        &mut self,
        values: &Values,
        relation: RelationId,
        shapes: Box<[Shape]>,
    ) -> IndexId {
        let indexes = &self.relations[relation].indexes;
        if let Some(found) = indexes.iter().position(|index| index.is_of(&shapes)) {
            return IndexId(found as u32);
        }
        let mut index = AtomIndex::new(shapes);
        for &atom in &self.relations[relation].visible {
            if index.insert(&self.hasher, values, self.arguments(atom), atom) {
                self.entries += 1;
            }
        }
        let indexes = &mut self.relations[relation].indexes;
        indexes.push(index);
        IndexId(indexes.len() as u32 - 1)
    }

    /// Returns the mean number of atoms for a key of an index.
    pub fn rows_per_key(&self, relation: RelationId, index: IndexId) -> f64 {
        let RelationAtoms { visible, indexes, .. } = &self.relations[relation];
        match indexes[index.index()].key_count() {
            0 => 0.0,
            keys => visible.len() as f64 / keys as f64,
        }
    }

    /// Returns the visible atoms that may match an atom whose variables have these bindings. Others may be among them.
    pub fn candidates(&self, atom: &Atom, index: IndexId, bindings: &VariableValues) -> &[AtomId] {
        let index = &self.relations[atom.relation].indexes[index.index()];
        index.candidates(&self.hasher, atom, bindings)
    }
}
