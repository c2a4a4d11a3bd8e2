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

pub use check::{FixedLimit, ProbeReport, probe};
pub use connection::{LineBuffer, MAX_LINE, NotReady};
pub use engine_core::notation::did_you_mean;
pub use launch::{CHESS960, Executable, Launch, NODESTIME, OptionFault, Timeouts};
#[cfg(target_os = "linux")]
pub use linux::{become_program, command, launch_through_self, watch};
pub use log::{EngineLog, Failure, FailureKind, GameLog};
pub use player::{GivenScore, Info, Judgement, LARGEST_SCORE, Player, Reply, Request};
pub use program::Program;
pub use system::{
    DESCRIPTORS, Process, ReadyStreams, WaitTimes, busy_time, descriptor_limit, interrupted, kill_all,
    raise_descriptor_limit,
};
#[cfg(not(target_os = "linux"))]
pub use system::{become_program, command, launch_through_self, watch};
