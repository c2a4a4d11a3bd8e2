//! UCI programs in the arena: good ones, bad ones, and the messages about them.
mod common;
mod engine;
pub(crate) mod evaluations;
mod failures;
mod identities;
#[cfg(feature = "full")]
pub(crate) mod languages;
mod shortage;
mod starts;
mod stops;
