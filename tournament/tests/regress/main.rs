//! `regress` as its users meet it, on a project of a single file that builds in
//! a second.

#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod builds;
#[path = "../common/mod.rs"]
mod common;
mod errors;
mod parameters;
mod project;
mod verdicts;
mod versions;
