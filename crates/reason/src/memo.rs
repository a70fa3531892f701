//! The memo table of one procedure: the questions asked of it, by key, and their answers. Answers of complete
//! questions lie side by side; those of open questions are kept by the solver and referred to from here.
//!
//! Nothing here decides when a question is complete.

use crate::hash::hash_row;
use crate::open_question::OpenId;
use crate::pool::GroundTerm;
use hashbrown::HashTable;
use term::{ById, id_type};

id_type! {
    /// Id of a question in the memo table of its procedure.
    pub(crate) struct EntryId(pub(crate) u32);
}

/// The progress of a question.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Status {
    /// All answers are stored here.
    Complete(AnswerRange),
    /// The answers found so far are in this open question.
    Open(OpenId),
    /// The question was worked on, but its answers were discarded.
    Abandoned,
}

/// The place of the answers of a complete question.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnswerRange {
    /// Index of the first value of the first answer.
    pub(crate) first: u32,
    /// Number of answers to the question.
    pub(crate) count: u32,
}

/// The questions asked of one procedure, and their answers.
#[derive(Clone, Default)]
pub(crate) struct Memo {
    key_width: usize,
    index: HashTable<EntryId>,
    keys: Vec<GroundTerm>,
    entries: ById<EntryId, Status>,
    answers: Vec<GroundTerm>,
}

impl Memo {
    /// Creates an empty table for keys of this length.
    pub(crate) fn new(key_width: usize) -> Memo {
        Memo { key_width, ..Memo::default() }
    }

    /// Whether no question has been asked.
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Removes all questions and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.index.clear();
        self.keys.clear();
        self.entries.clear();
        self.answers.clear();
    }

    /// Returns the key of a question.
    pub(crate) fn key(&self, entry: EntryId) -> &[GroundTerm] {
        key_of(&self.keys, self.key_width, entry)
    }

    /// Returns the question with this key.
    #[inline]
    pub(crate) fn find(&self, key: &[GroundTerm]) -> Option<EntryId> {
        if self.key_width == 0 {
            return (!self.entries.is_empty()).then_some(EntryId(0));
        }
        let hash = hash_row(key.iter().copied());
        self.index.find(hash, |&entry| self.key(entry) == key).copied()
    }

    /// Adds a question that is not in the table.
    pub(crate) fn insert(&mut self, key: &[GroundTerm], status: Status) -> EntryId {
        let entry = self.entries.push(status);
        if self.key_width > 0 {
            self.keys.extend_from_slice(key);
            let (keys, width) = (&self.keys, self.key_width);
            self.index.insert_unique(hash_row(key.iter().copied()), entry, |&entry| {
                hash_row(key_of(keys, width, entry).iter().copied())
            });
        }
        entry
    }

    /// Returns the progress of a question.
    #[inline]
    pub(crate) fn status(&self, entry: EntryId) -> Status {
        self.entries[entry]
    }

    /// Changes the progress of a question.
    pub(crate) fn set_status(&mut self, entry: EntryId, status: Status) {
        self.entries[entry] = status;
    }

    /// Stores the final answers of a question; `values` are their values, one answer after the other.
    pub(crate) fn complete(&mut self, entry: EntryId, count: usize, values: &[GroundTerm]) {
        let first = self.answers.len() as u32;
        self.answers.extend_from_slice(values);
        self.set_status(entry, Status::Complete(AnswerRange { first, count: count as u32 }));
    }

    /// Returns the values of the answers of a complete question, one answer of this width after the other.
    pub(crate) fn values(&self, answers: AnswerRange, width: usize) -> &[GroundTerm] {
        &self.answers[answers.first as usize..][..answers.count as usize * width]
    }

    /// Returns the value at an index among the values of all answers.
    #[inline]
    pub(crate) fn value(&self, index: usize) -> GroundTerm {
        self.answers[index]
    }
}

fn key_of(keys: &[GroundTerm], width: usize, entry: EntryId) -> &[GroundTerm] {
    &keys[entry.0 as usize * width..][..width]
}
