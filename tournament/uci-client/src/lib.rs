//! A UCI program as a player: started, sent commands, waited for and killed.
//!
//! A [`Launch`] describes the program to start, a [`Program`] plays, a [`Request`] has it move, a [`Reply`] is
//! its answer. Nothing is waited for without a limit of time, and no output of a program takes memory
//! without a bound. A program that fails is killed with its children, and started again for its next game;
//! its [`Failure`] has the lines that led to it. Programs play on Unix systems only.
//!
//! Scores are those of the side to move. Times are measured here, from before `go` is written to when
//! `bestmove` was read; the times of a program's own clock stand beside them. (The protocol: Kahlen and
//! Meyer-Kahlen, "Description of the universal chess interface (UCI)", 2006.)
//!
//! From the bottom to the top: `resources` has the limits of the machine, `live` the running programs, `process` one
//! with its pipes, `buffer` cuts bytes into lines, `transcript` remembers the last of them, `log` writes all into a
//! file, `connection` puts these together; on it stand `handshake` with `options`, and `think` with `position`, `info`
//! and `moves`; above them `program` plays, `probe` tries a program before its games, and `check` its compliance with
//! the protocol.
//!
//! ```
//! # #[cfg(unix)] {
//! use std::time::Duration;
//!
//! use engine_core::game::Game;
//! use engine_core::limits::Limits;
//! use uci_client::{Executable, Launch, Program, Request};
//!
//! // The smallest engine: it knows one move.
//! let engine = r#"while read -r line; do case "$line" in
//!     uci) echo "id name Example"; echo uciok;;
//!     isready) echo readyok;;
//!     go*) echo "info depth 1 score cp 30 pv e2e4"; echo "bestmove e2e4";;
//!     quit) exit;;
//! esac; done"#;
//! let mut launch = Launch::new(Executable::Name("sh".to_owned()));
//! launch.args = vec!["-c".to_owned(), engine.to_owned()];
//! let nodes = uci_client::Trial::Fixed(uci_client::FixedLimit::Nodes(1000));
//! let probed = uci_client::probe(&launch, Some(nodes))?;
//! assert_eq!((probed.id_name.as_deref(), probed.unkept), (Some("Example"), None));
//!
//! let mut program = Program::new(launch);
//! program.new_game()?;
//! let reply = program.think(&Request::new(&Game::default(), &Limits::nodes(1000), Duration::ZERO))?;
//! assert_eq!(reply.best.map(|mv| mv.to_string()).as_deref(), Some("e2-e4"));
//! assert_eq!(reply.score.and_then(|score| score.cp()), Some(30));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(unix)]
mod buffer;
#[cfg(unix)]
pub mod check;
#[cfg(unix)]
mod connection;
mod failure;
#[cfg(unix)]
mod handshake;
#[cfg(unix)]
mod info;
mod judgement;
mod launch;
#[cfg(target_os = "linux")]
mod launcher;
mod line_source;
#[cfg(unix)]
mod live;
#[cfg(unix)]
mod locate;
#[cfg_attr(not(unix), allow(dead_code))]
mod log;
#[cfg(unix)]
mod moves;
#[cfg(unix)]
mod options;
#[cfg(unix)]
mod output;
#[cfg(unix)]
mod position;
#[cfg(unix)]
mod probe;
#[cfg(unix)]
mod process;
#[cfg(target_os = "linux")]
mod processor_time;
mod processors;
#[cfg(unix)]
mod program;
#[cfg(unix)]
mod resources;
mod score;
#[cfg(target_os = "linux")]
mod strays;
mod task;
#[cfg(unix)]
mod think;
#[cfg_attr(not(unix), allow(dead_code))]
mod transcript;
mod wait_times;

pub use engine_core::suggestion::did_you_mean;
pub use failure::{Failure, FailureKind};
#[cfg(unix)]
pub use handshake::NotReady;
pub use judgement::{Judgement, LARGEST_SCORE};
pub use launch::{CHESS960, Executable, Launch, Timeouts};
#[cfg(target_os = "linux")]
pub use launcher::{become_program, launch_by_own_program};
#[cfg(unix)]
pub use live::{interrupted, kill_all};
pub use log::{EngineLog, GameLog};
#[cfg(unix)]
pub use options::OptionFault;
#[cfg(unix)]
pub use output::output;
#[cfg(unix)]
pub use probe::{FixedLimit, Load, ProbeReport, Trial, probe};
pub use processors::Processors;
#[cfg(unix)]
pub use program::Program;
#[cfg(unix)]
pub use resources::{DESCRIPTORS, descriptor_limit, raise_descriptor_limit};
pub use score::GivenScore;
pub use task::{Info, OwnClock, Reply, Request};
pub use wait_times::WaitTimes;

/// The output of a program until it ends: programs are run on Unix systems only.
///
/// # Errors
/// Always.
#[cfg(not(unix))]
pub fn output(
    _launch: &Launch,
    _patience: std::time::Duration,
    _most: usize,
) -> std::io::Result<Option<Vec<u8>>> {
    Err(std::io::ErrorKind::Unsupported.into())
}

/// File descriptors that a running program takes: none where no program plays.
#[cfg(not(unix))]
pub const DESCRIPTORS: u64 = 0;

/// The number of files that this process may have open at a time: no limit that would be met.
#[cfg(not(unix))]
pub fn descriptor_limit() -> Option<u64> {
    None
}

/// Raises the limit on open files: there is none where no program plays.
#[cfg(not(unix))]
pub fn raise_descriptor_limit() {}

/// True if [`kill_all`] has been called: never where no program plays.
#[cfg(not(unix))]
pub fn interrupted() -> bool {
    false
}

/// Kills every running program: none where no program plays.
#[cfg(not(unix))]
pub fn kill_all() {}
