//! Time that processors have spent.

use std::time::Duration;

/// What the process has used so far, all threads together.
#[cfg(not(target_family = "wasm"))]
pub fn process_time() -> Duration {
    cpu_time::ProcessTime::now().as_duration()
}

/// What this thread has used so far.
#[cfg(not(target_family = "wasm"))]
pub fn thread_time() -> Duration {
    cpu_time::ThreadTime::now().as_duration()
}

/// What the process has used so far; a browser does not tell, so it is the time since somebody asked first.
#[cfg(target_family = "wasm")]
pub fn process_time() -> Duration {
    use std::sync::OnceLock;
    use web_time::Instant;
    static BEGIN: OnceLock<Instant> = OnceLock::new();
    BEGIN.get_or_init(Instant::now).elapsed()
}

/// What this thread has used so far; there is no other one.
#[cfg(target_family = "wasm")]
pub fn thread_time() -> Duration {
    process_time()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time() {
        let (process, thread) = (process_time(), thread_time());
        while thread_time() == thread {}
        assert!(process_time() > process);
    }
}
