//! The program as its users meet it, and the shape of the workspace: one harness, whose tests all run side by side.

#![allow(clippy::unwrap_used)]

mod arena;
mod common;
mod figures;
mod page;
#[cfg(unix)]
mod programs;
#[cfg(unix)]
mod regress;
#[cfg(target_os = "linux")]
mod slurm;
mod structure;
mod suites;
