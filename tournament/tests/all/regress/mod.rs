//! `regress` as its users meet it: parameters of an evaluator, and a project of a single file that builds in a second.

mod builds;
mod parameters;
mod project;
mod versions;
