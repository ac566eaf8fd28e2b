//! The program: see [`kosumi::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    kosumi::cli::main()
}
