//! `regress` as its users meet it: parameters of an evaluator, and a project of a single file that builds in a second.

#[cfg(feature = "full")]
mod builds;
#[cfg(feature = "full")]
mod errors;
mod parameters;
#[cfg(feature = "full")]
mod project;
#[cfg(feature = "full")]
mod verdicts;
#[cfg(feature = "full")]
mod versions;
