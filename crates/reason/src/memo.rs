//! Answers of one procedure that are already known, by key. Answers of finished questions lie side by
//! side; those of questions still being answered are kept by the solver and referred to from here.

use crate::hash::hash_row;
use crate::pool::Ground;
use hashbrown::HashTable;

/// A question to a procedure, as an index into its memo.
pub(crate) type EntryId = u32;

/// How far a question has been answered.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Status {
    /// All answers are here.
    Complete { first: u32, count: u32 },
    /// The answers so far are in the solver's growing list with this number.
    Growing(u32),
    /// It was worked on, but what was found is not worth keeping.
    Abandoned,
}

/// The questions asked of one procedure, and their answers.
#[derive(Clone, Default)]
pub(crate) struct Memo {
    key_width: usize,
    index: HashTable<EntryId>,
    keys: Vec<Ground>,
    entries: Vec<Status>,
    answers: Vec<Ground>,
}

impl Memo {
    pub(crate) fn new(key_width: usize) -> Memo {
        Memo { key_width, ..Memo::default() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.index.clear();
        self.keys.clear();
        self.entries.clear();
        self.answers.clear();
    }

    pub(crate) fn key(&self, entry: EntryId) -> &[Ground] {
        key_of(&self.keys, self.key_width, entry)
    }

    #[inline]
    pub(crate) fn find(&self, key: &[Ground]) -> Option<EntryId> {
        if self.key_width == 0 {
            return (!self.entries.is_empty()).then_some(0);
        }
        let hash = hash_row(key.iter().copied());
        self.index.find(hash, |&entry| self.key(entry) == key).copied()
    }

    /// Adds a question that is not there yet.
    pub(crate) fn insert(&mut self, key: &[Ground], status: Status) -> EntryId {
        let entry = self.entries.len() as EntryId;
        self.entries.push(status);
        if self.key_width > 0 {
            self.keys.extend_from_slice(key);
            let (keys, width) = (&self.keys, self.key_width);
            self.index.insert_unique(hash_row(key.iter().copied()), entry, |&entry| {
                hash_row(key_of(keys, width, entry).iter().copied())
            });
        }
        entry
    }

    #[inline]
    pub(crate) fn status(&self, entry: EntryId) -> Status {
        self.entries[entry as usize]
    }

    pub(crate) fn set_status(&mut self, entry: EntryId, status: Status) {
        self.entries[entry as usize] = status;
    }

    /// Stores the final answers of a question.
    pub(crate) fn complete(&mut self, entry: EntryId, count: usize, answers: &[Ground]) {
        let first = self.answers.len() as u32;
        self.answers.extend_from_slice(answers);
        self.set_status(entry, Status::Complete { first, count: count as u32 });
    }

    #[inline]
    pub(crate) fn answer(&self, place: usize) -> Ground {
        self.answers[place]
    }
}

fn key_of(keys: &[Ground], width: usize, entry: EntryId) -> &[Ground] {
    &keys[entry as usize * width..][..width]
}
