//! A lock for each key: threads that want the same thing wait for each other, all others go on.

use std::collections::HashSet;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Locks of all keys. Keys that no thread holds take no memory.
#[derive(Default)]
pub struct KeyLocks {
    held: Mutex<HashSet<String>>,
    released: Condvar,
}

/// A key that a thread holds until this is dropped.
pub struct KeyGuard<'a> {
    locks: &'a KeyLocks,
    key: String,
}

impl KeyLocks {
    /// Waits until no other thread holds the key, and takes it.
    pub fn take(&self, key: &str) -> KeyGuard<'_> {
        let mut held = self.held();
        while held.contains(key) {
            held = self.released.wait(held).unwrap_or_else(PoisonError::into_inner);
        }
        held.insert(key.to_owned());
        KeyGuard { locks: self, key: key.to_owned() }
    }

    fn held(&self) -> MutexGuard<'_, HashSet<String>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for KeyGuard<'_> {
    fn drop(&mut self) {
        self.locks.held().remove(&self.key);
        self.locks.released.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn a_key_is_held_by_one_thread_at_a_time() {
        let (locks, now, done) = (KeyLocks::default(), AtomicUsize::new(0), AtomicUsize::new(0));
        let _other = locks.take("another key");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let _guard = locks.take("key");
                        assert_eq!(now.fetch_add(1, Ordering::SeqCst), 0);
                        std::thread::yield_now();
                        now.fetch_sub(1, Ordering::SeqCst);
                        done.fetch_add(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert_eq!(done.into_inner(), 200);
        assert_eq!(locks.held().len(), 1, "keys that are no longer held are forgotten");
    }
}
