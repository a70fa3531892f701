//! Running independent jobs on several threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// Returns whether to go on; `false` asks for an early end.
pub type GoOn<'a> = &'a (dyn Fn() -> bool + Sync + 'a);

/// Runs the jobs 0, 1, … on a number of threads and passes each result to `done`, on the calling thread, in the order
/// in which the jobs end.
///
/// A job gets a function that tells it whether to go on. After the first error no further job begins, and `done` still
/// gets the results of those that end. Returns the first error.
pub fn run_jobs<T: Send, E: Send>(
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
    use super::{GoOn, run_jobs};

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
            run_jobs(jobs, threads, &work, &mut done).unwrap();
            assert!(seen.iter().all(|&times| times == 1));
        }
    }

    #[test]
    fn the_first_error_ends_the_work() {
        let work = |job: usize, _: GoOn| {
            if job == 3 { Err("the third") } else { Ok(job) }
        };
        let mut done = 0;
        let result = run_jobs(1_000_000, 2, &work, &mut |_, _| {
            done += 1;
            Ok(())
        });
        assert_eq!(result, Err("the third"));
        assert!((3..1_000_000).contains(&done), "{done}");
    }
}
