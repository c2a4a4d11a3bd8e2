//! The program as its users meet it, and the shape of the workspace: one harness, whose tests all run side by side.
//!
//! What takes seconds is tested with the feature `full` only, as in the gate.

#![allow(clippy::unwrap_used)]

mod arena;
mod common;
mod figures;
mod page;
#[cfg(unix)]
mod programs;
#[cfg(all(unix, feature = "full"))]
mod regress;
mod structure;
/// Positions as users meet them: suites, and values against results.
#[cfg(unix)]
mod suites {
    mod positions;
    mod suite;
}

/// What these tests leave out: what needs a program that is not on this machine, and what takes long.
mod left_out {
    use std::io::Write;
    use std::process::{Command, Stdio};

    /// A program with the arguments by which it shows that it is there.
    pub(crate) type Program = (&'static str, &'static [&'static str]);

    pub(crate) const CC: Program = ("cc", &["--version"]);
    #[cfg(feature = "full")]
    pub(crate) const CPP: Program = ("c++", &["--version"]);
    #[cfg(feature = "full")]
    pub(crate) const MAKE: Program = ("make", &["--version"]);
    pub(crate) const PYTHON: Program = ("python3", &["--version"]);
    pub(crate) const PYTHON_CHESS: Program = ("python3", &["-c", "import chess"]);

    /// If it is not, the test that asks passes without a test.
    pub(crate) fn is_there((program, arguments): Program) -> bool {
        let mut command = Command::new(program);
        command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    /// What all tests need, and these.
    fn wanted() -> Vec<(&'static str, bool)> {
        vec![
            ("a C compiler (cc)", is_there(CC)),
            ("Python", is_there(PYTHON)),
            ("Python's package chess", is_there(PYTHON_CHESS)),
            #[cfg(feature = "full")]
            ("make", is_there(MAKE)),
            #[cfg(feature = "full")]
            ("a C++ compiler (c++)", is_there(CPP)),
            #[cfg(all(unix, feature = "full"))]
            ("Stockfish 15", crate::programs::languages::stockfish().is_some()),
            #[cfg(feature = "full")]
            ("Chromium", crate::page::browser::program().is_some()),
        ]
    }

    /// Prints it past libtest, which keeps what `print!` writes.
    pub(crate) fn print() {
        let mut text = String::new();
        let lacking = wanted().into_iter().filter(|(_, is_there)| !is_there);
        let lacking: Vec<_> = lacking.map(|(name, _)| name).collect();
        if !lacking.is_empty() {
            text = format!("left out for want of a program: what needs {}\n", lacking.join(", "));
        }
        if !cfg!(feature = "full") {
            text += "left out without --features full: browsers, other languages, builds by regress, long laws, \
                     commands of the documents and whatever takes seconds\n";
        }
        std::io::stderr().write_all(text.as_bytes()).unwrap();
    }
}

/// The last by its name, and so the last that begins.
#[test]
fn what_is_left_out() {
    left_out::print();
}
