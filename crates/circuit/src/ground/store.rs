//! The atoms met so far, by relation, with indexes for joins.

use super::clause::{Atom, ById, Pattern, RelationId, Variable};
use super::values::{Value, Values};
use crate::limits::Stop;
use gdl::Symbol;
use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashMap, HashTable};
use std::hash::BuildHasher;

/// A relation applied to ground terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct AtomId(pub u32);

/// An index of a relation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IndexId(u32);

/// Which parts of an atom's arguments an index looks at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Anything.
    Any,
    /// A part of the key.
    Key,
    /// A function of parts; atoms with something else in this place are not in the index.
    Compound(Symbol, Box<[Shape]>),
}

#[derive(Clone, Debug)]
struct Row {
    relation: RelationId,
    first_argument: u32,
    derived: bool,
}

#[derive(Clone, Debug)]
struct Index {
    shapes: Box<[Shape]>,
    rows: HashMap<u64, Vec<AtomId>>,
}

#[derive(Clone, Debug, Default)]
struct Relation {
    arity: usize,
    /// The atoms that joins can see.
    visible: Vec<AtomId>,
    indexes: Vec<Index>,
}

/// All atoms.
pub struct Store {
    relations: ById<Relation>,
    rows: Vec<Row>,
    arguments: Vec<Value>,
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
    /// How many entries the indexes have in all.
    entries: usize,
    /// The atoms known to be possible, in the order in which that was found.
    pub derived: Vec<AtomId>,
}

/// What variables stand for; [`UNBOUND`] for nothing yet.
pub type Bindings = [Value];

/// No value.
pub const UNBOUND: Value = Value(u32::MAX);

impl Store {
    /// A store for this many relations.
    pub fn new(relations: usize) -> Store {
        Store {
            relations: ById(vec![Relation::default(); relations]),
            rows: Vec::new(),
            arguments: Vec::new(),
            table: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            entries: 0,
            derived: Vec::new(),
        }
    }

    /// The id of an atom; a new one gets the next id.
    pub fn intern(&mut self, relation: RelationId, arguments: &[Value]) -> AtomId {
        let hash = self.hasher.hash_one((relation, arguments));
        let Store { rows, arguments: all, table, hasher, relations, .. } = self;
        let slice = |id: u32| {
            let row: &Row = &rows[id as usize];
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
                rows.push(Row { relation, first_argument: all.len() as u32, derived: false });
                all.extend_from_slice(arguments);
                AtomId(id)
            }
        }
    }

    /// The id of an atom that has been met.
    pub fn find(&self, relation: RelationId, arguments: &[Value]) -> Option<AtomId> {
        let hash = self.hasher.hash_one((relation, arguments));
        let is = |&id: &u32| {
            self.rows[id as usize].relation == relation && self.arguments(AtomId(id)) == arguments
        };
        self.table.find(hash, is).map(|&id| AtomId(id))
    }

    /// The relation of an atom.
    pub fn relation(&self, atom: AtomId) -> RelationId {
        self.rows[atom.0 as usize].relation
    }

    /// The arguments of an atom.
    pub fn arguments(&self, atom: AtomId) -> &[Value] {
        let row = &self.rows[atom.0 as usize];
        let first = row.first_argument as usize;
        &self.arguments[first..first + self.relations[row.relation].arity]
    }

    /// Whether the atom is known to be possible.
    pub fn is_derived(&self, atom: AtomId) -> bool {
        self.rows[atom.0 as usize].derived
    }

    /// Notes that an atom is possible; whether that is new.
    pub fn derive(&mut self, atom: AtomId) -> bool {
        let new = !std::mem::replace(&mut self.rows[atom.0 as usize].derived, true);
        if new {
            self.derived.push(atom);
        }
        new
    }

    /// How many atoms have been met.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The bytes in use, roughly.
    pub fn bytes(&self) -> usize {
        self.rows.len() * (size_of::<Row>() + 8 + 4)
            + self.arguments.len() * size_of::<Value>()
            + self.entries * 12
    }

    /// Makes a possible atom visible to joins.
    pub fn show(&mut self, values: &Values, atom: AtomId) {
        let row = &self.rows[atom.0 as usize];
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

    /// The atoms of a relation that joins can see.
    pub fn visible(&self, relation: RelationId) -> &[AtomId] {
        &self.relations[relation].visible
    }

    /// The index with these shapes; made if there is none.
    pub fn index(
        &mut self,
        values: &Values,
        relation: RelationId,
        shapes: Box<[Shape]>,
    ) -> IndexId {
        let indexes = &self.relations[relation].indexes;
        if let Some(found) = indexes.iter().position(|index| index.shapes == shapes) {
            return IndexId(found as u32);
        }
        let mut index = Index { shapes, rows: HashMap::new() };
        for &atom in &self.relations[relation].visible {
            if index.insert(&self.hasher, values, self.arguments(atom), atom) {
                self.entries += 1;
            }
        }
        let indexes = &mut self.relations[relation].indexes;
        indexes.push(index);
        IndexId(indexes.len() as u32 - 1)
    }

    /// How many rows an index gives for a key on average.
    pub fn rows_per_key(&self, relation: RelationId, index: IndexId) -> f64 {
        let rows = &self.relations[relation].indexes[index.0 as usize].rows;
        if rows.is_empty() {
            return 0.0;
        }
        self.relations[relation].visible.len() as f64 / rows.len() as f64
    }

    /// The visible atoms that may match: those of the index whose key is what the bindings make of the atom.
    /// Others may be among them.
    pub fn candidates(&self, atom: &Atom, index: IndexId, bindings: &Bindings) -> &[AtomId] {
        let index = &self.relations[atom.relation].indexes[index.0 as usize];
        let mut hash = Hash::new(&self.hasher);
        for (shape, pattern) in index.shapes.iter().zip(&atom.arguments) {
            hash.pattern(shape, pattern, bindings);
        }
        index.rows.get(&hash.state).map_or(&[], |rows| rows)
    }
}

impl Index {
    fn insert(
        &mut self,
        hasher: &DefaultHashBuilder,
        values: &Values,
        arguments: &[Value],
        atom: AtomId,
    ) -> bool {
        let mut hash = Hash::new(hasher);
        let fits = self
            .shapes
            .iter()
            .zip(arguments)
            .all(|(shape, &value)| hash.value(values, shape, value));
        if fits {
            self.rows.entry(hash.state).or_default().push(atom);
        }
        fits
    }
}

/// The key of an index, as a hash: what it leads to is compared again.
struct Hash<'a> {
    hasher: &'a DefaultHashBuilder,
    state: u64,
}

impl Hash<'_> {
    fn new(hasher: &DefaultHashBuilder) -> Hash<'_> {
        Hash { hasher, state: 0 }
    }

    fn add(&mut self, value: Value) {
        self.state = self.hasher.hash_one((self.state, value));
    }

    /// Whether the value has the shape.
    fn value(&mut self, values: &Values, shape: &Shape, value: Value) -> bool {
        match shape {
            Shape::Any => true,
            Shape::Key => {
                self.add(value);
                true
            }
            Shape::Compound(symbol, parts) => {
                let arguments = values.arguments(value);
                values.symbol(value) == *symbol
                    && arguments.len() == parts.len()
                    && parts
                        .iter()
                        .zip(arguments)
                        .all(|(part, &value)| self.value(values, part, value))
            }
        }
    }

    fn pattern(&mut self, shape: &Shape, pattern: &Pattern, bindings: &Bindings) {
        match (shape, pattern) {
            (Shape::Any, _) => {}
            (Shape::Key, Pattern::Variable(variable)) => {
                self.add(bindings[usize::from(variable.0)])
            }
            (Shape::Key, Pattern::Constant(value)) => self.add(*value),
            (Shape::Compound(_, parts), Pattern::Compound(_, patterns)) => {
                for (part, pattern) in parts.iter().zip(patterns) {
                    self.pattern(part, pattern, bindings);
                }
            }
            _ => unreachable!("the index was made for the pattern"),
        }
    }
}

/// The shapes of an index for an atom when these variables are known.
pub fn shapes(atom: &Atom, known: &impl Fn(Variable) -> bool) -> Box<[Shape]> {
    fn shape(pattern: &Pattern, known: &impl Fn(Variable) -> bool) -> Shape {
        match pattern {
            Pattern::Variable(variable) if known(*variable) => Shape::Key,
            Pattern::Variable(_) => Shape::Any,
            Pattern::Constant(_) => Shape::Key,
            Pattern::Compound(symbol, parts) => {
                Shape::Compound(*symbol, parts.iter().map(|part| shape(part, known)).collect())
            }
        }
    }
    atom.arguments.iter().map(|pattern| shape(pattern, known)).collect()
}

/// Matches a pattern with a value; binds its variables. Variables bound on the way are noted in `trail`.
pub fn matches(
    values: &Values,
    pattern: &Pattern,
    value: Value,
    bindings: &mut Bindings,
    trail: &mut Vec<Variable>,
) -> bool {
    match pattern {
        Pattern::Constant(constant) => *constant == value,
        Pattern::Variable(variable) => {
            let bound = &mut bindings[usize::from(variable.0)];
            if *bound == UNBOUND {
                *bound = value;
                trail.push(*variable);
            }
            *bound == value
        }
        Pattern::Compound(symbol, patterns) => {
            let arguments = values.arguments(value);
            values.symbol(value) == *symbol
                && arguments.len() == patterns.len()
                && patterns
                    .iter()
                    .zip(arguments)
                    .all(|(pattern, &value)| matches(values, pattern, value, bindings, trail))
        }
    }
}

/// The value of a pattern whose variables are all bound.
pub fn instantiate(
    values: &mut Values,
    pattern: &Pattern,
    bindings: &Bindings,
) -> Result<Value, Stop> {
    match pattern {
        Pattern::Constant(value) => Ok(*value),
        Pattern::Variable(variable) => Ok(bindings[usize::from(variable.0)]),
        Pattern::Compound(symbol, patterns) => {
            let parts = patterns.iter().map(|pattern| instantiate(values, pattern, bindings));
            let parts = parts.collect::<Result<Vec<_>, _>>()?;
            values.intern(*symbol, &parts)
        }
    }
}
