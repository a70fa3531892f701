//! Typed dense ids, and vectors that are indexed by them, so that an id of one kind cannot be used as another.
//!
//! Nothing here knows what the ids stand for; each type is declared in the file of what it numbers.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A dense id: 0, 1, 2, … in the order in which things were added to a [`ById`].
pub(crate) trait Id: Copy {
    /// Returns the id with this index, which must be below 2^32.
    fn from_index(index: usize) -> Self;

    /// Returns the position in a vector.
    fn index(self) -> usize;
}

/// Makes a tuple struct of a `u32` an [`Id`].
macro_rules! impl_id {
    ($name:path) => {
        impl $crate::ids::Id for $name {
            #[inline]
            fn from_index(index: usize) -> $name {
                $name(index as u32)
            }

            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

/// Declares a type of ids.
macro_rules! id_type {
    ($(#[$attribute:meta])* $name:ident) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub(crate) struct $name(pub(crate) u32);

        $crate::ids::impl_id!($name);
    };
}

pub(crate) use {id_type, impl_id};

impl_id!(gdl::Relation);
impl_id!(gdl::TermId);

/// A vector that is indexed by ids of one type.
#[derive(Clone, Debug)]
pub(crate) struct ById<I, T> {
    items: Vec<T>,
    ids: PhantomData<I>,
}

impl<I, T> Default for ById<I, T> {
    fn default() -> ById<I, T> {
        ById { items: Vec::new(), ids: PhantomData }
    }
}

impl<I: Id, T> ById<I, T> {
    /// Creates an empty vector with memory for this many items.
    pub(crate) fn with_capacity(capacity: usize) -> ById<I, T> {
        ById { items: Vec::with_capacity(capacity), ids: PhantomData }
    }

    /// Adds an item and returns its id.
    #[inline]
    pub(crate) fn push(&mut self, item: T) -> I {
        self.items.push(item);
        I::from_index(self.items.len() - 1)
    }

    /// Returns the number of items, which is the index of the next id.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are no items.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Removes all items and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.items.clear();
    }

    /// Returns the items in the order of their ids.
    pub(crate) fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// Returns the items in the order of their ids, for changes.
    pub(crate) fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    /// Shortens the vector, or lengthens it with copies of an item.
    pub(crate) fn resize(&mut self, count: usize, item: T)
    where
        T: Clone,
    {
        self.items.resize(count, item);
    }
}

impl<I: Id, T> Index<I> for ById<I, T> {
    type Output = T;

    #[inline]
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for ById<I, T> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I, T> FromIterator<T> for ById<I, T> {
    fn from_iter<A: IntoIterator<Item = T>>(items: A) -> ById<I, T> {
        ById { items: items.into_iter().collect(), ids: PhantomData }
    }
}
