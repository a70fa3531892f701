//! The transposition table, which all threads share.
//!
//! A place is two atomic words, the first of which is the key combined with the second: words that two threads wrote at
//! the same time do not fit together, so that no thread waits for another.

use super::value::{Value, Window};
use game::{State, StopReason};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Relation of the true value of a state to the stored value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true value equals the stored one.
    Exact = 1,
    /// The true value is at least the stored one.
    Lower = 2,
    /// The true value is at most the stored one.
    Upper = 3,
}

/// Result of the search of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Value of the state, exact or a bound.
    pub value: Value,
    /// Relation of the true value to this one.
    pub bound: Bound,
    /// Depth of the search in plies; [`COMPLETE`] if it reached the ends of all games.
    pub depth: u32,
    /// Number of the best joint move.
    pub best: u32,
}

/// Depth of proven values: more than any depth of a search.
pub const COMPLETE: u32 = 255;

impl Entry {
    /// Returns whether the entry replaces a search of this depth with this window.
    pub fn answers(&self, depth: u32, Window(alpha, beta): Window) -> bool {
        self.depth >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.value >= beta,
                Bound::Upper => self.value <= alpha,
            }
    }

    /// Packs the entry into a word, from the lowest bit on: 32 bits for the best move, 20 for the value, 8 for the
    /// depth, 2 for the bound.
    fn pack(self) -> u64 {
        u64::from(self.best)
            | (self.value as u64 & 0xf_ffff) << 32
            | u64::from(self.depth & 0xff) << 52
            | (self.bound as u64) << 60
    }

    fn unpack(word: u64) -> Option<Entry> {
        let bound = match word >> 60 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        let value = (word >> 32 & 0xf_ffff) as Value;
        Some(Entry { value, bound, depth: (word >> 52 & 0xff) as u32, best: word as u32 })
    }
}

#[derive(Default)]
struct Place {
    check: AtomicU64,
    data: AtomicU64,
}

impl Place {
    /// Returns the entry of the place, and whether it belongs to the state with this key.
    fn read(&self, key: u64) -> (Option<Entry>, bool) {
        let data = self.data.load(Relaxed);
        (Entry::unpack(data), self.check.load(Relaxed) ^ data == key)
    }

    fn write(&self, key: u64, known: Entry) {
        let data = known.pack();
        self.data.store(data, Relaxed);
        self.check.store(key ^ data, Relaxed);
    }
}

/// Results of searches by the keys of states. There are two places for a state: one keeps the deepest search, the other
/// the last one.
pub struct TranspositionTable {
    places: Box<[[Place; 2]]>,
}

/// Largest size of a table, in MiB.
pub const MAX_MEGABYTES: usize = 1 << 16;

impl TranspositionTable {
    /// Creates an empty table of at most this many MiB. Returns an error if there is not that much memory.
    pub fn new(megabytes: usize) -> Result<TranspositionTable, StopReason> {
        let most = megabytes.clamp(1, MAX_MEGABYTES) * (1 << 20) / size_of::<[Place; 2]>();
        let count = 1usize << most.ilog2();
        let mut places: Vec<[Place; 2]> = Vec::new();
        places.try_reserve_exact(count).map_err(|_| StopReason::Memory(megabytes))?;
        places.resize_with(count, Default::default);
        Ok(TranspositionTable { places: places.into_boxed_slice() })
    }

    /// Returns the entry of the state with this key.
    pub fn find(&self, key: u64) -> Option<Entry> {
        let fits = |place: &Place| match place.read(key) {
            (known, true) => known,
            _ => None,
        };
        self.places_of(key).iter().find_map(fits)
    }

    /// Stores an entry for the state with this key.
    pub fn insert(&self, key: u64, known: Entry) {
        let [deep, last] = self.places_of(key);
        let (old, is_same) = deep.read(key);
        if is_same || old.is_none_or(|old| old.depth <= known.depth) {
            deep.write(key, known);
        } else {
            last.write(key, known);
        }
    }

    fn places_of(&self, key: u64) -> &[Place; 2] {
        &self.places[key as usize & (self.places.len() - 1)]
    }
}

/// Returns the key of a state. Different states hardly ever have the same key.
pub fn key(state: &State) -> u64 {
    let mix = |one: u64, other: u64| {
        let product = u128::from(one) * u128::from(other);
        (product as u64) ^ (product >> 64) as u64
    };
    let words = state.words().chunks(2).map(|pair| match pair {
        &[low, high] => u64::from(low) | u64::from(high) << 32,
        _ => u64::from(pair[0]),
    });
    // Any odd numbers without a pattern will do: these are digits of pi.
    let key = words.fold(0x243f_6a88_85a3_08d3, |key, word| {
        mix(key ^ word, 0x9e37_79b9_7f4a_7c15).wrapping_add(0x1319_8a2e_0370_7345)
    });
    mix(key, 0xa409_3822_299f_31d1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_packed_and_unpacked() {
        let known = Entry { value: 99_999, bound: Bound::Upper, depth: COMPLETE, best: u32::MAX };
        assert_eq!(Entry::unpack(known.pack()), Some(known));
        let known = Entry { value: 0, bound: Bound::Exact, depth: 0, best: 0 };
        assert_eq!(Entry::unpack(known.pack()), Some(known));
        assert_eq!(Entry::unpack(0), None);
    }

    #[test]
    fn deep_searches_stay_and_the_last_one_too() {
        let memory = TranspositionTable::new(1).unwrap();
        let (one, other) = (5, 5 + (1 << 40));
        let known = |depth, best| Entry { value: 7, bound: Bound::Exact, depth, best };
        assert_eq!(memory.find(one), None);
        memory.insert(one, known(6, 1));
        memory.insert(other, known(2, 2));
        assert_eq!(memory.find(one), Some(known(6, 1)));
        assert_eq!(memory.find(other), Some(known(2, 2)));
        memory.insert(one, known(3, 3));
        assert_eq!(memory.find(one), Some(known(3, 3)), "one state is in one place");
    }

    #[test]
    fn bounds_answer_what_they_bound() {
        let known = |bound| Entry { value: 50, bound, depth: 3, best: 0 };
        assert!(known(Bound::Exact).answers(3, Window(10, 20)));
        assert!(!known(Bound::Exact).answers(4, Window(10, 20)));
        assert!(known(Bound::Lower).answers(1, Window(10, 50)));
        assert!(!known(Bound::Lower).answers(1, Window(10, 51)));
        assert!(known(Bound::Upper).answers(1, Window(50, 60)));
        assert!(!known(Bound::Upper).answers(1, Window(49, 60)));
    }

    #[test]
    fn keys_tell_states_apart() {
        let mut keys: Vec<u64> = (0..96)
            .map(|bit| {
                let mut words = vec![0; 3];
                words[bit / 32] = 1 << (bit % 32);
                key(&State::from_words(words))
            })
            .collect();
        keys.push(key(&State::from_words(vec![0; 3])));
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 97);
    }
}
