//! A relation stored as rows of term ids, with indexes on the columns that rules ask by. The facts of
//! the current state are stored anew for every state, so building an index must be cheap: chains
//! through an array, and only when it is first used.

use crate::hash::hash_row;
use crate::pool::Ground;

const NONE: u32 = u32::MAX;

/// Rows of one relation.
#[derive(Clone, Default)]
pub(crate) struct Rows {
    width: usize,
    count: usize,
    values: Vec<Ground>,
    indexes: Vec<Index>,
}

/// Finds rows by the values of some columns.
#[derive(Clone)]
struct Index {
    columns: Box<[usize]>,
    built: bool,
    /// The first row of each bucket; the length is a power of two.
    buckets: Vec<u32>,
    /// The next row in the same bucket.
    chain: Vec<u32>,
}

impl Rows {
    pub(crate) fn new(width: usize) -> Rows {
        Rows { width, ..Rows::default() }
    }

    /// Registers an index on these columns and returns its number.
    pub(crate) fn index_on(&mut self, columns: &[usize]) -> usize {
        let known = self.indexes.iter().position(|index| *index.columns == *columns);
        known.unwrap_or_else(|| {
            self.indexes.push(Index {
                columns: columns.into(),
                built: false,
                buckets: Vec::new(),
                chain: Vec::new(),
            });
            self.indexes.len() - 1
        })
    }

    pub(crate) fn clear(&mut self) {
        self.count = 0;
        self.values.clear();
        self.indexes.iter_mut().for_each(|index| index.built = false);
    }

    pub(crate) fn push(&mut self, row: &[Ground]) {
        debug_assert_eq!(row.len(), self.width);
        self.values.extend_from_slice(row);
        self.count += 1;
    }

    /// Replaces every value.
    pub(crate) fn replace<E>(
        &mut self,
        mut with: impl FnMut(Ground) -> Result<Ground, E>,
    ) -> Result<(), E> {
        for value in &mut self.values {
            *value = with(*value)?;
        }
        self.indexes.iter_mut().for_each(|index| index.built = false);
        Ok(())
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    #[inline]
    pub(crate) fn value(&self, row: usize, column: usize) -> Ground {
        self.values[row * self.width + column]
    }

    /// The first row that may have this key; [`Rows::following`] gives the others.
    #[inline]
    pub(crate) fn first(&mut self, index: usize, key: &[Ground]) -> Option<usize> {
        if !self.indexes[index].built {
            self.build(index);
        }
        let index = &self.indexes[index];
        let bucket = hash_row(key.iter().copied()) as usize & (index.buckets.len() - 1);
        row_number(index.buckets[bucket])
    }

    #[inline]
    pub(crate) fn following(&self, index: usize, row: usize) -> Option<usize> {
        row_number(self.indexes[index].chain[row])
    }

    /// Whether the row has this key; others can share its bucket.
    #[inline]
    pub(crate) fn has_key(&self, index: usize, row: usize, key: &[Ground]) -> bool {
        let columns = &self.indexes[index].columns;
        columns.iter().zip(key).all(|(&column, &value)| self.value(row, column) == value)
    }

    fn build(&mut self, number: usize) {
        let (count, width) = (self.count, self.width);
        let Rows { values, indexes, .. } = self;
        let index = &mut indexes[number];
        let size = (2 * count).next_power_of_two().max(2);
        index.buckets.clear();
        index.buckets.resize(size, NONE);
        index.chain.clear();
        index.chain.resize(count, NONE);
        for row in (0..count).rev() {
            let key = index.columns.iter().map(|&column| values[row * width + column]);
            let bucket = hash_row(key) as usize & (size - 1);
            index.chain[row] = std::mem::replace(&mut index.buckets[bucket], row as u32);
        }
        index.built = true;
    }
}

#[inline]
fn row_number(raw: u32) -> Option<usize> {
    (raw != NONE).then_some(raw as usize)
}
