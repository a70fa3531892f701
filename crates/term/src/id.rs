//! Dense ids, and vectors that are indexed by them, so that an id of one kind cannot be used as another.
//!
//! Nothing here knows what the ids stand for; each type is declared in the file of what it numbers.

use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A dense id: 0, 1, 2, … in the order in which things were numbered. [`id_type!`](crate::id_type) declares one.
pub trait Id: Copy + Eq + Hash {
    /// Returns the id with this index, which must be below 2^32.
    fn from_index(index: usize) -> Self;

    /// Returns the place of what the id stands for in a list of all of them.
    fn index(self) -> usize;
}

/// Declares a type of ids: a tuple struct of a `u32` that is an [`Id`](crate::Id).
///
/// ```
/// use agon_term::{ById, id_type};
///
/// id_type! {
///     /// A city of a map.
///     pub struct City(u32);
/// }
///
/// let mut names: ById<City, &str> = ById::default();
/// let (dresden, reykjavik) = (names.push("Dresden"), names.push("Reykjavík"));
/// assert_eq!((names[dresden], names[reykjavik]), ("Dresden", "Reykjavík"));
/// ```
#[macro_export]
macro_rules! id_type {
    ($(#[$attribute:meta])* $visibility:vis struct $name:ident($field:vis u32);) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        $visibility struct $name($field u32);

        impl $crate::Id for $name {
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

/// A vector that is indexed by ids of one type.
#[derive(Clone, Debug)]
pub struct ById<I, T> {
    items: Vec<T>,
    ids: PhantomData<I>,
}

impl<I, T> Default for ById<I, T> {
    fn default() -> ById<I, T> {
        ById::from(Vec::new())
    }
}

/// The items get the ids 0, 1, 2, …
impl<I, T> From<Vec<T>> for ById<I, T> {
    fn from(items: Vec<T>) -> ById<I, T> {
        ById { items, ids: PhantomData }
    }
}

impl<I, T> FromIterator<T> for ById<I, T> {
    fn from_iter<A: IntoIterator<Item = T>>(items: A) -> ById<I, T> {
        ById::from(Vec::from_iter(items))
    }
}

impl<I: Id, T> ById<I, T> {
    /// Creates an empty vector with memory for this many items.
    pub fn with_capacity(capacity: usize) -> ById<I, T> {
        ById::from(Vec::with_capacity(capacity))
    }

    /// Adds an item and returns its id.
    #[inline]
    pub fn push(&mut self, item: T) -> I {
        self.items.push(item);
        I::from_index(self.items.len() - 1)
    }

    /// Returns the number of items, which is the index of the next id.
    #[inline]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are no items.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Removes all items and keeps the memory.
    pub fn clear(&mut self) {
        self.items.clear();
    }

    /// Shortens the vector, or lengthens it with copies of an item.
    pub fn resize(&mut self, count: usize, item: T)
    where
        T: Clone,
    {
        self.items.resize(count, item);
    }

    /// Returns the ids of all items, in ascending order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = I> + Clone + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }

    /// Returns the items in the order of their ids.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// Returns the items in the order of their ids, for changes.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
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

#[cfg(test)]
mod tests {
    use super::*;

    id_type! {
        struct Letter(u32);
    }

    #[test]
    fn items_have_the_ids_of_their_places() {
        let mut letters: ById<Letter, char> = ['a', 'b'].into_iter().collect();
        let c = letters.push('c');
        letters[Letter(0)] = 'A';
        assert_eq!((c, letters[c], letters.len()), (Letter(2), 'c', 3));
        let pairs: Vec<(Letter, &char)> = letters.ids().zip(letters.iter()).collect();
        assert_eq!(pairs, [(Letter(0), &'A'), (Letter(1), &'b'), (c, &'c')]);
    }
}
