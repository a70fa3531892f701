//! Stored relations: rows of ground terms, with indexes on the columns that rules ask by. The facts of
//! the current state are stored anew for every state, so building an index must be cheap: chains
//! through an array, built when the index is first used.
//!
//! Answers of procedures are stored elsewhere, in `memo`.

use crate::hash::hash_row;
use crate::pool::GroundTerm;
use term::{ById, Id, id_type};

id_type! {
    /// A row of a [`Rows`].
    pub(crate) struct RowId(pub(crate) u32);
}

id_type! {
    /// An index of a [`Rows`].
    pub(crate) struct IndexId(pub(crate) u32);
}

impl RowId {
    /// Marks the end of a chain. It is not an `Option`, so that chains take half the memory.
    const NONE: RowId = RowId(u32::MAX);

    #[inline]
    fn some(self) -> Option<RowId> {
        (self != RowId::NONE).then_some(self)
    }
}

/// The rows of one relation.
#[derive(Clone, Default)]
pub(crate) struct Rows {
    width: usize,
    count: usize,
    values: Vec<GroundTerm>,
    indexes: ById<IndexId, RowIndex>,
}

/// Chains of rows with the same hash of the values of some columns.
#[derive(Clone)]
struct RowIndex {
    columns: Box<[usize]>,
    is_built: bool,
    /// The first row of each bucket; the length is a power of two.
    buckets: Vec<RowId>,
    /// The next row in the same bucket, for each row.
    chain: ById<RowId, RowId>,
}

impl Rows {
    /// Creates a relation without rows.
    pub(crate) fn new(width: usize) -> Rows {
        Rows { width, ..Rows::default() }
    }

    /// Returns the index on these columns, adding it if there is none.
    pub(crate) fn index_on(&mut self, columns: &[usize]) -> IndexId {
        let known = self.indexes.iter().position(|index| *index.columns == *columns);
        known.map_or_else(|| self.indexes.push(RowIndex::on(columns)), IndexId::from_index)
    }

    /// Removes all rows; the indexes remain, to be built again.
    pub(crate) fn clear(&mut self) {
        self.count = 0;
        self.values.clear();
        self.invalidate_indexes();
    }

    /// Adds a row. Indexes that are in use do not find it; rows are added before the first question.
    pub(crate) fn push(&mut self, row: &[GroundTerm]) {
        debug_assert_eq!(row.len(), self.width);
        self.values.extend_from_slice(row);
        self.count += 1;
    }

    /// Replaces every value by the result of a function.
    pub(crate) fn replace<E>(
        &mut self,
        mut replacement: impl FnMut(GroundTerm) -> Result<GroundTerm, E>,
    ) -> Result<(), E> {
        for value in &mut self.values {
            *value = replacement(*value)?;
        }
        self.invalidate_indexes();
        Ok(())
    }

    fn invalidate_indexes(&mut self) {
        self.indexes.iter_mut().for_each(|index| index.is_built = false);
    }

    /// Returns the number of rows, which is the index of the next row.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Returns the value of a column of a row.
    #[inline]
    pub(crate) fn value(&self, row: RowId, column: usize) -> GroundTerm {
        self.values[row.index() * self.width + column]
    }

    /// Returns the values of a column.
    pub(crate) fn column(&self, column: usize) -> impl Iterator<Item = GroundTerm> + '_ {
        (0..self.count).map(move |row| self.value(RowId::from_index(row), column))
    }

    /// Returns the first row that may have this key; [`Rows::following`] gives the others.
    #[inline]
    pub(crate) fn first(&mut self, index: IndexId, key: &[GroundTerm]) -> Option<RowId> {
        if !self.indexes[index].is_built {
            self.build(index);
        }
        let index = &self.indexes[index];
        let bucket = hash_row(key.iter().copied()) as usize & (index.buckets.len() - 1);
        index.buckets[bucket].some()
    }

    /// Returns the next row that may have the same key as this one.
    #[inline]
    pub(crate) fn following(&self, index: IndexId, row: RowId) -> Option<RowId> {
        self.indexes[index].chain[row].some()
    }

    /// Whether the row has this key; rows with other keys can share its bucket.
    #[inline]
    pub(crate) fn has_key(&self, index: IndexId, row: RowId, key: &[GroundTerm]) -> bool {
        let columns = &self.indexes[index].columns;
        columns.iter().zip(key).all(|(&column, &value)| self.value(row, column) == value)
    }

    fn build(&mut self, index: IndexId) {
        let (count, width) = (self.count, self.width);
        let Rows { values, indexes, .. } = self;
        let index = &mut indexes[index];
        let size = (2 * count).next_power_of_two().max(2);
        index.buckets.clear();
        index.buckets.resize(size, RowId::NONE);
        index.chain.clear();
        index.chain.resize(count, RowId::NONE);
        for row in (0..count).rev() {
            let key = index.columns.iter().map(|&column| values[row * width + column]);
            let bucket = hash_row(key) as usize & (size - 1);
            let row = RowId::from_index(row);
            index.chain[row] = std::mem::replace(&mut index.buckets[bucket], row);
        }
        index.is_built = true;
    }
}

impl RowIndex {
    fn on(columns: &[usize]) -> RowIndex {
        RowIndex {
            columns: columns.into(),
            is_built: false,
            buckets: Vec::new(),
            chain: ById::default(),
        }
    }
}
