//! Who may think: a few at a time, in the order in which they asked, so that many matches share the processors fairly.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A number of slots.
pub struct Slots {
    queue: Mutex<Queue>,
    changed: Condvar,
}

struct Queue {
    free: usize,
    /// The tickets of those who wait, the first in front.
    waiting: VecDeque<u64>,
    next: u64,
}

/// A slot, until it is dropped.
pub struct Slot<'a>(&'a Slots);

impl Slots {
    /// So many, and one at least.
    pub fn new(count: usize) -> Slots {
        let queue = Queue { free: count.max(1), waiting: VecDeque::new(), next: 0 };
        Slots { queue: Mutex::new(queue), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a slot.
    pub fn take(&self) -> Slot<'_> {
        let mut queue = self.lock();
        let ticket = queue.next;
        queue.next += 1;
        queue.waiting.push_back(ticket);
        while queue.free == 0 || queue.waiting.front() != Some(&ticket) {
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        queue.waiting.pop_front();
        queue.free -= 1;
        // There may be another slot for the next in the queue.
        self.changed.notify_all();
        Slot(self)
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        self.0.lock().free += 1;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn no_more_have_a_slot_than_there_are_and_everybody_gets_one() {
        let (slots, now, most, done) =
            (Slots::new(2), AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let _slot = slots.take();
                        most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        std::thread::yield_now();
                        now.fetch_sub(1, Ordering::SeqCst);
                        done.fetch_add(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert_eq!(done.into_inner(), 400);
        assert!((1..=2).contains(&most.into_inner()));
    }
}
