//! The answers of a question that is still being answered: a list without repetitions that can be read
//! while it grows.

use crate::hash::hash_row;
use crate::memo::EntryId;
use crate::pool::Ground;
use crate::program::ProcedureId;
use hashbrown::HashTable;

/// Below this many answers, looking through the list is faster than hashing.
const SMALL: usize = 12;

/// A question being answered.
#[derive(Clone, Default)]
pub(crate) struct Growing {
    pub(crate) procedure: ProcedureId,
    pub(crate) entry: EntryId,
    /// The place on the stack of the lowest question whose unfinished answers were used.
    pub(crate) lowest: usize,
    /// The round of the solver in which it was last worked on.
    pub(crate) round: u64,
    /// Whether it is being worked on now.
    pub(crate) active: bool,
    /// Whether it waits, off the stack, for the circle it is part of.
    pub(crate) follower: bool,
    pub(crate) count: usize,
    width: usize,
    answers: Vec<Ground>,
    index: HashTable<u32>,
}

impl Growing {
    /// Makes the record ready for another question, keeping its memory.
    pub(crate) fn reset(&mut self, procedure: ProcedureId, entry: EntryId, width: usize) {
        self.procedure = procedure;
        self.entry = entry;
        self.lowest = usize::MAX;
        self.active = true;
        self.follower = false;
        self.count = 0;
        self.width = width;
        self.answers.clear();
        self.index.clear();
    }

    /// Whether answers are mere yes or no.
    pub(crate) fn is_test(&self) -> bool {
        self.width == 0
    }

    pub(crate) fn answers(&self) -> &[Ground] {
        &self.answers
    }

    #[inline]
    pub(crate) fn answer(&self, number: usize, column: usize) -> Ground {
        self.answers[number * self.width + column]
    }

    /// Adds an answer; false if it was there.
    pub(crate) fn add(&mut self, answer: &[Ground]) -> bool {
        let width = self.width;
        if width == 0 {
            let new = self.count == 0;
            self.count = 1;
            return new;
        }
        if self.count < SMALL {
            if self.answers.chunks_exact(width).any(|known| known == answer) {
                return false;
            }
        } else {
            if self.count == SMALL {
                for number in 0..SMALL as u32 {
                    self.enter(number);
                }
            }
            let hash = hash_row(answer.iter().copied());
            let answers = &self.answers;
            let same = |&number: &u32| answers[number as usize * width..][..width] == *answer;
            if self.index.find(hash, same).is_some() {
                return false;
            }
        }
        self.answers.extend_from_slice(answer);
        self.count += 1;
        if self.count > SMALL {
            self.enter(self.count as u32 - 1);
        }
        true
    }

    fn enter(&mut self, number: u32) {
        let (answers, width) = (&self.answers, self.width);
        let hash =
            |&number: &u32| hash_row(answers[number as usize * width..][..width].iter().copied());
        self.index.insert_unique(hash(&number), number, hash);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_are_found_among_few_and_many_answers() {
        let mut growing = Growing::default();
        growing.reset(0, 0, 2);
        for round in 0..2 {
            for value in 0..100 {
                assert_eq!(growing.add(&[value, value / 2]), round == 0);
            }
        }
        assert_eq!(growing.count, 100);
        assert_eq!(growing.answer(70, 1), 35);
    }
}
