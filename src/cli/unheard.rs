//! Ends the program when its answers have no reader any more.

/// Ends the program as soon as the reader of standard output is gone, however long a search was to go on. Where that cannot
/// be known, as on systems without `poll` or with a file as output, the next answer that cannot be written ends it.
pub(super) fn end_when_unheard() {
    #[cfg(unix)]
    if let Err(error) = crate::threads::start("output", watch) {
        log::debug!("standard output cannot be watched: {error}");
    }
}

#[cfg(unix)]
fn watch() {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    use std::io;
    let stdout = io::stdout();
    // Nothing is asked for: errors and hang-ups are always reported.
    let mut watched = [PollFd::new(&stdout, PollFlags::empty())];
    loop {
        match poll(&mut watched, None) {
            Ok(0) | Err(Errno::INTR) => {}
            Ok(_) => std::process::exit(0),
            Err(error) => {
                log::debug!("standard output cannot be watched: {error}");
                return;
            }
        }
    }
}
