//! Sharing out work among threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// Tells whether to go on.
pub type GoOn<'a> = &'a (dyn Fn() -> bool + Sync + 'a);

/// Does the jobs 0, 1, … on so many threads, and hands what comes of each to `done`, in the order in which they get ready, on
/// this thread.
///
/// A job gets something to ask whether to go on. After the first error nobody goes on; what is ready is still handed over.
pub fn share<T: Send, E: Send>(
    jobs: usize,
    threads: usize,
    work: &(dyn Fn(usize, GoOn) -> Result<T, E> + Sync),
    done: &mut dyn FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let go_on = || !failed.load(Ordering::Relaxed);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, jobs.max(1)) {
            let (sender, next, failed, go_on) = (sender.clone(), &next, &failed, &go_on);
            scope.spawn(move || {
                while go_on() {
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    if job >= jobs {
                        break;
                    }
                    let outcome = work(job, go_on);
                    failed.fetch_or(outcome.is_err(), Ordering::Relaxed);
                    if sender.send((job, outcome)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut result = Ok(());
        for (job, outcome) in receiver {
            let outcome = outcome.and_then(|value| done(job, value));
            if let Err(error) = outcome {
                failed.store(true, Ordering::Relaxed);
                result = result.and(Err(error));
            }
        }
        result
    })
}

#[cfg(test)]
mod tests {
    use super::{GoOn, share};

    #[test]
    fn every_job_is_done_once() {
        for (jobs, threads) in [(0, 2), (1, 4), (100, 3), (7, 0)] {
            let mut seen = vec![0; jobs];
            let work = |job: usize, _: GoOn| Ok::<usize, ()>(job * job);
            let mut done = |job: usize, square: usize| {
                assert_eq!(square, job * job);
                seen[job] += 1;
                Ok(())
            };
            share(jobs, threads, &work, &mut done).unwrap();
            assert!(seen.iter().all(|&times| times == 1));
        }
    }

    #[test]
    fn the_first_error_ends_the_work() {
        let work = |job: usize, _: GoOn| {
            if job == 3 { Err("the third") } else { Ok(job) }
        };
        let mut done = 0;
        let result = share(1_000_000, 2, &work, &mut |_, _| {
            done += 1;
            Ok(())
        });
        assert_eq!(result, Err("the third"));
        assert!((3..1_000_000).contains(&done), "{done}");
    }
}
