//! UCI programs in the arena: good ones, bad ones, and the messages about them.
mod common;
mod engine;
mod evaluations;
mod failures;
mod identities;
mod languages;
mod shortage;
mod starts;
mod stops;
