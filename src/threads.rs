//! Threads, as many as the system allows: it may refuse any of them.
//!
//! [`share`] is the one loop by which threads take the next of several jobs until none is left, and [`contained`] the one
//! way to go on after a panic.

pub(crate) mod checked;

use std::io;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread::{self, Builder, JoinHandle, Scope, ScopedJoinHandle};
use std::time::Duration;

/// How many milliseconds to wait before a system that has refused is asked once more: a fifth of a second in all.
const PAUSES: [u64; 5] = [6, 12, 25, 50, 100];

/// Starts a thread that the program cannot do without, so that a system that refuses is asked a few times.
///
/// # Errors
/// The system allows no more.
pub fn start(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    // A refused closure is dropped, so that each attempt gets one that takes the work from here.
    let work = Arc::new(Mutex::new(Some(work)));
    let started = patiently(|| {
        let work = Arc::clone(&work);
        Builder::new().name(name.to_owned()).spawn(move || {
            let work = work.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some(work) = work {
                work();
            }
        })
    });
    started.map_err(|error| refused(&error))
}

/// Attempts something again while the system says that it has too little at the moment. That may last no longer than
/// another thread needs to begin: glibc then reserves 128 MiB of addresses and gives most of them back, which matters where
/// addresses are limited.
fn patiently<T>(mut attempt: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    for pause in PAUSES {
        match attempt() {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                thread::sleep(Duration::from_millis(pause));
            }
            ended => return ended,
        }
    }
    attempt()
}

/// Threads of a scope.
#[derive(Debug)]
pub struct Crew<'scope, T> {
    /// Those that were started.
    pub members: Vec<ScopedJoinHandle<'scope, T>>,
    /// Why there are not more of them, if more were wanted.
    pub refusal: Option<io::Error>,
}

impl<'scope, T: Send + 'scope> Crew<'scope, T> {
    /// Starts threads in a scope until all are started or the system allows no more. Work that gets no thread is not
    /// asked for.
    pub fn start<W: FnOnce() -> T + Send + 'scope>(
        scope: &'scope Scope<'scope, '_>,
        works: impl IntoIterator<Item = W>,
    ) -> Crew<'scope, T> {
        let mut members = Vec::new();
        for work in works {
            match Builder::new().spawn_scoped(scope, work) {
                Ok(member) => members.push(member),
                Err(error) => {
                    let refusal = Some(refused(&error));
                    return Crew { members, refusal };
                }
            }
        }
        Crew {
            members,
            refusal: None,
        }
    }
}

/// Does jobs in several threads, each of which takes the next one until none is left. Each thread has a worker of its
/// own. The calling thread hears of each result with the number of its job, in the order in which they are done. Where
/// the system allows no thread, the calling thread does the jobs as well.
///
/// Once `hear` returns false, no further job is begun; it still hears of those that were begun.
///
/// # Errors
/// `hear` has failed; what is being done then is lost.
pub fn share<J: Sync, R: Send, W: FnMut(&J) -> R, E>(
    jobs: &[J],
    threads: usize,
    worker: impl Fn() -> W + Sync,
    mut hear: impl FnMut(usize, R) -> Result<bool, E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let take = || {
        let number = next.fetch_add(1, Ordering::Relaxed);
        jobs.get(number).map(|job| (number, job))
    };
    let mut hear = |(number, result)| {
        let goes_on = hear(number, result);
        if !matches!(goes_on, Ok(true)) {
            next.store(jobs.len(), Ordering::Relaxed);
        }
        goes_on.map(|_| ())
    };
    thread::scope(|scope| {
        let (sender, results) = channel();
        let works = (0..threads.clamp(1, jobs.len().max(1))).map(|_| {
            let (sender, take, worker) = (sender.clone(), &take, &worker);
            move || {
                let mut work = worker();
                while let Some((number, job)) = take() {
                    // Nobody listens any more after an error.
                    if sender.send((number, work(job))).is_err() {
                        return;
                    }
                }
            }
        });
        let Crew { members, refusal } = Crew::start(scope, works);
        drop(sender);
        if let Some(refusal) = refusal {
            warn_of_fewer(members.len().max(1), &refusal);
        }
        if members.is_empty() {
            let mut work = worker();
            while let Some((number, job)) = take() {
                hear((number, work(job)))?;
            }
        }
        results.into_iter().try_for_each(&mut hear)
    })
}

/// The processors of this machine that may be used, at least 1.
#[must_use]
pub fn processors() -> usize {
    /// Asking the system may mean to read files.
    static COUNT: LazyLock<usize> =
        LazyLock::new(|| thread::available_parallelism().map_or(1, NonZero::get));
    *COUNT
}

/// Something has panicked, which is a bug of kosumi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("internal error")]
pub struct InternalError;

/// Does something that has a name. If it panics, that is logged, and whatever it has changed may be in disorder.
///
/// # Errors
/// It has panicked.
pub fn contained<T>(what: &str, work: impl FnOnce() -> T) -> Result<T, InternalError> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| {
        log::error!("internal error in {what}");
        InternalError
    })
}

/// Reports that fewer threads have to suffice.
pub fn warn_of_fewer(count: usize, refusal: &io::Error) {
    log::warn!("{refusal}: going on with {count}");
}

/// The refusal, with what was refused.
fn refused(error: &io::Error) -> io::Error {
    let reason = format!("the system allows no more threads ({error})");
    io::Error::new(error.kind(), reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use std::thread;

    #[test]
    fn all_members_do_their_work() {
        let sum: u32 = thread::scope(|scope| {
            let team = Crew::start(scope, (0..5_u32).map(|number| move || number));
            assert!(team.refusal.is_none() && team.members.len() == 5);
            let members = team.members.into_iter();
            members.map(|member| member.join().unwrap()).sum()
        });
        assert_eq!(sum, 10);
        let (sender, receiver) = channel();
        start("a thread", move || {
            let name = thread::current().name().map(str::to_owned);
            sender.send(name).unwrap();
        })
        .unwrap();
        assert_eq!(receiver.recv().unwrap().as_deref(), Some("a thread"));
    }

    #[test]
    fn a_refusal_that_may_pass_is_waited_for() {
        let refusals = |count: usize, kind: io::ErrorKind| {
            let mut attempts = 0;
            let answer = patiently(|| {
                attempts += 1;
                if attempts > count {
                    Ok(())
                } else {
                    Err(kind.into())
                }
            });
            (answer.is_ok(), attempts)
        };
        assert_eq!(refusals(0, io::ErrorKind::WouldBlock), (true, 1));
        assert_eq!(refusals(3, io::ErrorKind::WouldBlock), (true, 4));
        assert_eq!(refusals(100, io::ErrorKind::WouldBlock), (false, 6));
        assert_eq!(refusals(100, io::ErrorKind::InvalidInput), (false, 1));
    }

    #[test]
    fn every_job_is_done_once_and_heard_of_with_its_number() {
        for threads in [0, 1, 3, 50] {
            let jobs: Vec<usize> = (0..20).collect();
            let workers = AtomicUsize::new(0);
            let worker = || {
                workers.fetch_add(1, Ordering::Relaxed);
                |&job: &usize| job * job
            };
            let mut squares = [None; 20];
            let shared = share(&jobs, threads, worker, |number, square| {
                assert!(squares[number].replace(square).is_none());
                Ok::<_, ()>(true)
            });
            assert_eq!(shared, Ok(()));
            assert!((0..20).all(|number| squares[number] == Some(number * number)));
            assert_eq!(workers.into_inner(), threads.clamp(1, 20));
        }
        let none = share(&[(); 0], 3, || |()| (), |_, ()| Err("nothing to hear"));
        assert_eq!(none, Ok(()));
    }

    #[test]
    fn jobs_end_where_somebody_has_heard_enough() {
        let jobs = [(); 1000];
        let worker = || |(): &()| thread::sleep(std::time::Duration::from_millis(1));
        for answer in [Ok(false), Err("enough")] {
            let mut heard = 0;
            let shared = share(&jobs, 2, worker, |_, ()| {
                heard += 1;
                if heard < 3 { Ok(true) } else { answer }
            });
            assert_eq!(shared, answer.map(|_| ()));
            assert!((3..1000).contains(&heard), "{heard}");
        }
    }

    #[test]
    fn a_panic_is_an_error_of_one_work() {
        assert_eq!(contained("a test", || 7), Ok(7));
        let work = || -> u8 { panic!("a fault for a test") };
        assert_eq!(contained("a test", work), Err(InternalError));
    }
}
