//! A semaphore that serves threads in the order in which they asked, so that many matches share the processors fairly.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A fixed number of permits.
pub struct FairSemaphore {
    queue: Mutex<Queue>,
    changed: Condvar,
}

struct Queue {
    free: usize,
    /// Tickets of the waiting threads, the first in front.
    waiting: VecDeque<u64>,
    next: u64,
}

/// A permit, which is returned when it is dropped.
pub struct Permit<'a>(&'a FairSemaphore);

impl FairSemaphore {
    /// Creates a semaphore with `count` permits, at least one.
    pub fn new(count: usize) -> FairSemaphore {
        let queue = Queue { free: count.max(1), waiting: VecDeque::new(), next: 0 };
        FairSemaphore { queue: Mutex::new(queue), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a permit and takes it.
    pub fn take(&self) -> Permit<'_> {
        let mut queue = self.lock();
        let ticket = queue.next;
        queue.next += 1;
        queue.waiting.push_back(ticket);
        while queue.free == 0 || queue.waiting.front() != Some(&ticket) {
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        queue.waiting.pop_front();
        queue.free -= 1;
        // The next thread in the queue may get another permit.
        self.changed.notify_all();
        Permit(self)
    }
}

impl Drop for Permit<'_> {
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
    fn every_thread_gets_a_permit_and_never_more_than_there_are() {
        let (thinking_permits, now, most, done) =
            (FairSemaphore::new(2), AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let _permit = thinking_permits.take();
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
