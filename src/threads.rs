//! Threads, as many as the system allows: it may refuse any of them.

use std::io;
use std::thread::{Builder, JoinHandle, Scope, ScopedJoinHandle};

/// Starts a thread.
///
/// # Errors
/// The system allows no more.
pub fn start(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    let started = Builder::new().name(name.to_owned()).spawn(work);
    started.map_err(|error| refused(&error))
}

/// Threads of a scope.
#[derive(Debug)]
pub struct Team<'scope, T> {
    /// Those that were started.
    pub members: Vec<ScopedJoinHandle<'scope, T>>,
    /// Why there are not more of them, if more were wanted.
    pub refusal: Option<io::Error>,
}

impl<'scope, T: Send + 'scope> Team<'scope, T> {
    /// Starts threads in a scope until all are started or the system allows no more. Work that gets no thread is not
    /// asked for.
    pub fn start<W: FnOnce() -> T + Send + 'scope>(
        scope: &'scope Scope<'scope, '_>,
        works: impl IntoIterator<Item = W>,
    ) -> Team<'scope, T> {
        let mut members = Vec::new();
        for work in works {
            match Builder::new().spawn_scoped(scope, work) {
                Ok(member) => members.push(member),
                Err(error) => {
                    let refusal = Some(refused(&error));
                    return Team { members, refusal };
                }
            }
        }
        Team {
            members,
            refusal: None,
        }
    }

    /// Fails if no thread was started at all, and warns if there are fewer than were wanted.
    ///
    /// # Errors
    /// The first refusal.
    pub fn check(&mut self) -> io::Result<()> {
        match self.refusal.take() {
            Some(refusal) if self.members.is_empty() => Err(refusal),
            Some(refusal) => {
                warn_of_fewer(self.members.len(), &refusal);
                Ok(())
            }
            None => Ok(()),
        }
    }
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
            let mut team = Team::start(scope, (0..5_u32).map(|number| move || number));
            assert!(team.check().is_ok() && team.members.len() == 5);
            let results = team
                .members
                .into_iter()
                .map(|member| member.join().unwrap());
            results.sum()
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
    fn some_members_are_enough_but_not_none() {
        let refusal = || Some(refused(&io::ErrorKind::WouldBlock.into()));
        thread::scope(|scope| {
            let mut some = Team::start(scope, [|| ()]);
            some.refusal = refusal();
            assert!(
                some.check().is_ok() && some.refusal.is_none(),
                "reported once"
            );
            let mut none = Team::start(scope, Vec::<fn()>::new());
            assert!(none.check().is_ok(), "none were wanted");
            none.refusal = refusal();
            let error = none.check().unwrap_err();
            assert!(error.to_string().contains("no more threads"), "{error}");
            assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
        });
    }
}
