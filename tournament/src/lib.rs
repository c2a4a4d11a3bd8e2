//! The command line of the arena. The code behind it is in the crates below: `config`, `players`,
//! `runner`, `report`, `lab` and `regression`.

mod cli;

use std::panic;
use std::process::ExitCode;

/// Runs the command line of the process; returns the exit status.
#[must_use]
pub fn main() -> ExitCode {
    panic::set_hook(Box::new(|what| {
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
