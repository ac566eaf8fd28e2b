//! The process groups of programs: a program and all that it has started live in one, and die together.
//!
//! If this process is killed, nothing here runs any more, so a shell guards the groups. It gets their numbers, and kills those that
//! are left when its input ends because this process is gone.

#[cfg(unix)]
pub(super) use unix::{guard, kill, release, start_guard};

#[cfg(not(unix))]
pub(super) fn start_guard() {}

/// Elsewhere a program notices by itself that its input has ended.
#[cfg(not(unix))]
pub(super) fn guard(_leader: u32) {}

#[cfg(not(unix))]
pub(super) fn release(_leader: u32) {}

/// Elsewhere only the program itself is killed.
#[cfg(not(unix))]
pub(super) fn kill(_leader: u32) {}

#[cfg(unix)]
mod unix {
    use rustix::process::{Pid, Signal, kill_process_group};
    use std::io::{self, Write};
    use std::os::unix::process::CommandExt;
    use std::process::{ChildStdin, Command, Stdio};
    use std::sync::{LazyLock, Mutex, PoisonError};

    /// Takes lines such as `+ 12` and `- 12`, the groups that come and go.
    const GUARD: &str = r#"
groups=' '
while read -r sign group; do
    case $sign in
    +) groups="$groups$group " ;;
    -) groups="${groups%% $group *} ${groups#* $group }" ;;
    esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
"#;

    /// The input of the guard; `None` if it could not be started.
    static INPUT: LazyLock<Option<Mutex<ChildStdin>>> = LazyLock::new(|| {
        let input = start();
        input
            .inspect_err(|error| log::warn!("no guard for programs: {error}"))
            .ok()
    });

    /// Starts the guard if it does not run yet.
    pub(in crate::gtp::client) fn start_guard() {
        LazyLock::force(&INPUT);
    }

    /// Has a group killed when this process ends before it is released.
    pub(in crate::gtp::client) fn guard(leader: u32) {
        tell(&format!("+ {leader}\n"));
    }

    /// A group has ended.
    pub(in crate::gtp::client) fn release(leader: u32) {
        tell(&format!("- {leader}\n"));
    }

    /// Kills a group at once.
    pub(in crate::gtp::client) fn kill(leader: u32) {
        if let Some(leader) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
            // It fails if the group has ended just now.
            let _ = kill_process_group(leader, Signal::KILL);
        }
    }

    fn tell(line: &str) {
        if let Some(input) = &*INPUT {
            let mut input = input.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(error) = input.write_all(line.as_bytes()) {
                log::debug!("the guard of programs is gone: {error}");
            }
        }
    }

    /// Starts the guard, in a group of its own: what ends this process need not end it.
    fn start() -> io::Result<Mutex<ChildStdin>> {
        let mut guard = Command::new("/bin/sh")
            .args(["-c", GUARD])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .current_dir("/")
            .process_group(0)
            .spawn()?;
        let input = guard.stdin.take();
        let input = input.ok_or_else(|| io::Error::other("it has no input"))?;
        Ok(Mutex::new(input))
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use std::process::Child;

        #[test]
        fn the_guard_kills_the_groups_that_are_left_and_no_others() {
            let sleeper = || -> Child {
                let mut command = Command::new("sleep");
                command.arg("600").process_group(0).spawn().unwrap()
            };
            let [mut first, mut left, mut last] = [(); 3].map(|()| sleeper());
            let mut guard = Command::new("/bin/sh");
            let mut guard = guard
                .args(["-c", GUARD])
                .stdin(Stdio::piped())
                .spawn()
                .unwrap();
            let mut input = guard.stdin.take().unwrap();
            for group in [&first, &left, &last] {
                writeln!(input, "+ {}", group.id()).unwrap();
            }
            for group in [&first, &last] {
                writeln!(input, "- {}", group.id()).unwrap();
            }
            assert!(left.try_wait().unwrap().is_none(), "while it gets more");
            drop(input);
            guard.wait().unwrap();
            assert!(!left.wait().unwrap().success());
            for released in [&mut first, &mut last] {
                assert!(released.try_wait().unwrap().is_none());
                released.kill().unwrap();
                released.wait().unwrap();
            }
        }
    }
}
