//! The memory of all players: each match gets a part of what is left when it begins, so that one match has much, and many have no more than
//! there is.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A match gets this part of what is left …
const PART: usize = 8;
/// … but so much at least, in MiB, without which no player can do anything.
const LEAST: usize = 8;

/// Memory that has not been given to anybody, in MiB.
pub struct Budget(Mutex<usize>);

/// What a match has got, until it is dropped.
pub struct Share {
    budget: Arc<Budget>,
    taken: usize,
    /// How much, in MiB.
    pub megabytes: usize,
}

impl Budget {
    /// So much, in MiB.
    pub fn new(megabytes: usize) -> Arc<Budget> {
        Arc::new(Budget(Mutex::new(megabytes)))
    }

    fn left(&self) -> MutexGuard<'_, usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A part of what is left.
    pub fn take(self: &Arc<Budget>) -> Share {
        let mut left = self.left();
        let taken = *left / PART;
        *left -= taken;
        Share { budget: Arc::clone(self), taken, megabytes: taken.max(LEAST) }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        *self.budget.left() += self.taken;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_has_much_and_all_have_no_more_than_there_is() {
        let budget = Budget::new(1024);
        let first = budget.take();
        assert_eq!(first.megabytes, 128);
        let others: Vec<Share> = (0..31).map(|_| budget.take()).collect();
        let taken: usize = others.iter().map(|share| share.taken).sum();
        assert!(taken + first.taken <= 1024);
        assert!(others.iter().all(|share| share.megabytes >= LEAST));
        drop((first, others));
        assert_eq!(*budget.left(), 1024);
        assert_eq!(Budget::new(0).take().megabytes, LEAST);
    }
}
