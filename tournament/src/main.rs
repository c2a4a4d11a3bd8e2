//! The arena.

use std::process::ExitCode;

fn main() -> ExitCode {
    tournament::main()
}
