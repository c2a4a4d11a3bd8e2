//! Runs that a real Slurm plays: its daemons run on this machine, two nodes of them on the loopback interface.
//!
//! They need root, and `slurmctld`, `slurmd`, `munged` and Slurm's commands in PATH (Debian: slurmctld, slurmd,
//! slurm-client, munge). No machine is to have daemons by accident: they are started only if EVALARENA_SLURM is set.
//! If they do not start, the tests have failed; with EVALARENA_SLURM=try they print so and end.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

mod cluster;
#[path = "../common/mod.rs"]
mod common;
#[allow(dead_code)]
#[path = "../regress/project.rs"]
mod project;
mod regressions;
mod tournaments;
