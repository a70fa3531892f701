//! A question that is still being answered: a list of answers without repetitions that can be read
//! while it grows.
//!
//! The order in which open questions are worked on is the solver's business.

use crate::hash::hash_row;
use crate::memo::EntryId;
use crate::pool::GroundTerm;
use crate::program::ProcedureId;
use hashbrown::HashTable;
use term::id_type;

/// Number of answers below which a linear search is faster than hashing.
const MAX_LINEAR: usize = 12;

id_type! {
    /// An open question of the solver. Ids of questions that are no longer open are used again.
    pub(crate) struct OpenId(pub(crate) u32);
}

/// A place on the solver's stack of open questions, counted from the bottom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct StackPlace(pub(crate) usize);

impl StackPlace {
    /// Stands for no question. It is greater than every place on the stack, so that it never is the lowest one.
    pub(crate) const NONE: StackPlace = StackPlace(usize::MAX);
}

/// A question that is being answered.
#[derive(Clone, Default)]
pub(crate) struct OpenQuestion {
    pub(crate) procedure: ProcedureId,
    pub(crate) entry: EntryId,
    /// The place of the lowest question whose incomplete answers were used; [`StackPlace::NONE`] if there is none.
    pub(crate) lowest: StackPlace,
    /// The solver's round in which it was last worked on.
    pub(crate) round: u64,
    /// Whether it is on the stack, being worked on.
    pub(crate) is_active: bool,
    /// Whether it waits, off the stack, for the cycle of which it is a part.
    pub(crate) is_follower: bool,
    /// Number of answers found so far.
    pub(crate) count: usize,
    width: usize,
    values: Vec<GroundTerm>,
    /// The numbers of all answers, if there are more than [`MAX_LINEAR`].
    index: HashTable<u32>,
}

impl OpenQuestion {
    /// Prepares the record for another question with answers of this width and keeps its memory.
    pub(crate) fn reset(&mut self, procedure: ProcedureId, entry: EntryId, width: usize) {
        self.procedure = procedure;
        self.entry = entry;
        self.lowest = StackPlace::NONE;
        self.is_active = true;
        self.is_follower = false;
        self.count = 0;
        self.width = width;
        self.values.clear();
        self.index.clear();
    }

    /// Whether it asks only for yes or no.
    pub(crate) fn is_test(&self) -> bool {
        self.width == 0
    }

    /// Returns the values of all answers, one answer after the other.
    pub(crate) fn values(&self) -> &[GroundTerm] {
        &self.values
    }

    /// Returns a value of the answer with this number.
    #[inline]
    pub(crate) fn value(&self, number: usize, column: usize) -> GroundTerm {
        self.values[number * self.width + column]
    }

    /// Adds an answer; returns `false` if it was known.
    pub(crate) fn add(&mut self, answer: &[GroundTerm]) -> bool {
        let width = self.width;
        if width == 0 {
            let is_new = self.count == 0;
            self.count = 1;
            return is_new;
        }
        if self.count < MAX_LINEAR {
            if self.values.chunks_exact(width).any(|known| known == answer) {
                return false;
            }
        } else {
            if self.count == MAX_LINEAR {
                for number in 0..MAX_LINEAR as u32 {
                    self.enter(number);
                }
            }
            let hash = hash_row(answer.iter().copied());
            let values = &self.values;
            let same = |&number: &u32| values[number as usize * width..][..width] == *answer;
            if self.index.find(hash, same).is_some() {
                return false;
            }
        }
        self.values.extend_from_slice(answer);
        self.count += 1;
        if self.count > MAX_LINEAR {
            self.enter(self.count as u32 - 1);
        }
        true
    }

    /// Enters the answer with this number in the index.
    fn enter(&mut self, number: u32) {
        let (values, width) = (&self.values, self.width);
        let hash =
            |&number: &u32| hash_row(values[number as usize * width..][..width].iter().copied());
        self.index.insert_unique(hash(&number), number, hash);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_are_found_among_few_and_many_answers() {
        let mut question = OpenQuestion::default();
        question.reset(ProcedureId(0), EntryId(0), 2);
        for round in 0..2 {
            for value in 0..100 {
                let answer = [GroundTerm(value), GroundTerm(value / 2)];
                assert_eq!(question.add(&answer), round == 0);
            }
        }
        assert_eq!(question.count, 100);
        assert_eq!(question.value(70, 1), GroundTerm(35));
    }
}
