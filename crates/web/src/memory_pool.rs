//! The memory of all players. Each match gets a part of what is left when it begins: a single match has much memory,
//! and many matches together do not exceed the total.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A match gets one part in this many of the remaining memory.
const SHARE_DIVISOR: usize = 8;
/// Least memory of a match in MiB; with less, players cannot work.
const MIN_SHARE: usize = 8;

/// Memory in MiB that no match has taken.
pub struct MemoryPool(Mutex<usize>);

/// The memory of a match, which is returned when the share is dropped.
pub struct MemoryShare {
    memory_pool: Arc<MemoryPool>,
    taken: usize,
    /// Size of the share in MiB.
    pub megabytes: usize,
}

impl MemoryPool {
    /// Creates a pool of this size in MiB.
    pub fn new(megabytes: usize) -> Arc<MemoryPool> {
        Arc::new(MemoryPool(Mutex::new(megabytes)))
    }

    fn remaining(&self) -> MutexGuard<'_, usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a share of the remaining memory.
    pub fn take(self: &Arc<MemoryPool>) -> MemoryShare {
        let mut remaining = self.remaining();
        let taken = *remaining / SHARE_DIVISOR;
        *remaining -= taken;
        MemoryShare { memory_pool: Arc::clone(self), taken, megabytes: taken.max(MIN_SHARE) }
    }
}

impl Drop for MemoryShare {
    fn drop(&mut self) {
        *self.memory_pool.remaining() += self.taken;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_share_is_large_and_all_shares_fit_in_the_pool() {
        let memory_pool = MemoryPool::new(1024);
        let first = memory_pool.take();
        assert_eq!(first.megabytes, 128);
        let others: Vec<MemoryShare> = (0..31).map(|_| memory_pool.take()).collect();
        let taken: usize = others.iter().map(|share| share.taken).sum();
        assert!(taken + first.taken <= 1024);
        assert!(others.iter().all(|share| share.megabytes >= MIN_SHARE));
        drop((first, others));
        assert_eq!(*memory_pool.remaining(), 1024);
        assert_eq!(MemoryPool::new(0).take().megabytes, MIN_SHARE);
    }
}
