//! A UCI program as a player: started, sent commands, waited for and killed.
//!
//! A [`Launch`] describes the program to start, a [`Program`] is a [`Player`] that plays, a [`Request`] has it move, a
//! [`Reply`] is its answer. Nothing is waited for without a limit of time, and no output of a program takes memory
//! without a bound. A program that fails is killed with its children, and started again for its next game;
//! its [`Failure`] has the lines that led to it. Programs play on Unix systems only.
//!
//! Scores are those of the side to move. Times are measured here, from before `go` is written to when
//! `bestmove` was read; the times of a program's own clock stand beside them. (The protocol: Kahlen and
//! Meyer-Kahlen, "Description of the universal chess interface (UCI)", 2006.)
//!
//! From the bottom to the top: `log` remembers lines, writes them into a file and has failures, `launch` has what is set of
//! a program, `linux` and `system` what operating systems do for programs, `player` requests, replies and scores,
//! `connection` starts a program and exchanges lines with it; on it stands `think` with `info`; above them `program` plays,
//! and `check` tries a program before its games, and its compliance with the protocol.
//!
//! ```
//! # #[cfg(unix)] {
//! use std::time::Duration;
//!
//! use engine_core::game::Game;
//! use engine_core::limits::Limits;
//! use uci_client::{Executable, Launch, Player, Program, Request};
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
//! let nodes = uci_client::FixedLimit::Nodes(1000);
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

pub mod check;
mod connection;
mod info;
mod launch;
#[cfg(target_os = "linux")]
mod linux;
mod log;
mod player;
mod program;
mod system;
mod think;

pub use check::{FixedLimit, ProbeReport, output, probe};
pub use connection::{LineBuffer, MAX_LINE, NotReady};
pub use engine_core::notation::did_you_mean;
pub use launch::{CHESS960, Executable, Launch, OptionFault, Timeouts};
#[cfg(target_os = "linux")]
pub use linux::{become_program, command, launch_through_self, watch};
pub use log::{EngineLog, Failure, FailureKind, GameLog};
pub use player::{GivenScore, Info, Judgement, LARGEST_SCORE, Player, Reply, Request};
pub use program::Program;
pub use system::{
    DESCRIPTORS, Process, ReadyStreams, WaitTimes, descriptor_limit, interrupted, kill_all, raise_descriptor_limit,
};
#[cfg(not(target_os = "linux"))]
pub use system::{become_program, command, launch_through_self, watch};
