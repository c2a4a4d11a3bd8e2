//! The command line of the arena. The code behind it is in the crates below: `config`, `players`,
//! `runner`, `report`, `lab` and `regression`.

mod cli;

use std::io::Error;
use std::panic;
use std::process::{ExitCode, exit};

use players::player::kill_all;

/// The system's errors where it has no room for another thread: EAGAIN of Linux and of macOS, and ENOMEM.
const SHORTAGES: [i32; 3] = [11, 35, 12];

/// Runs the command line of the process; returns the exit status.
#[must_use]
pub fn main() -> ExitCode {
    panic::set_hook(Box::new(|what| {
        // What starts threads here and in libraries has no other way to say that the system gave none.
        let text = what.to_string();
        if let Some(error) =
            SHORTAGES.map(Error::from_raw_os_error).iter().find(|error| text.contains(&format!("{error:?}")))
        {
            kill_all();
            cli::remark(&format!(
                "error: {error}; the machine is out of resources: what was played is safe; allow more processes (`ulimit -u`) or memory (`ulimit -v`), or use fewer threads"
            ));
            exit(2);
        }
        cli::remark(&format!(
            "error: the arena has a bug: {what}\nWhat was played is safe; please report this, \
             with the configuration."
        ));
    }));
    let arguments = match cli::parsed(std::env::args_os()) {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() => error.exit(),
        Err(help) => return cli::print_help(&help),
    };
    let obeyed = panic::catch_unwind(|| cli::obey(arguments));
    cli::await_interrupt_exit();
    match obeyed {
        Ok(Ok(status)) => status,
        Ok(Err(error)) => {
            cli::remark(&format!("error: {error}"));
            cli::status_of_failure()
        }
        Err(_) => ExitCode::from(101),
    }
}
