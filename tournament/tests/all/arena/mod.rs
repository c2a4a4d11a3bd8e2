//! The arena as its users meet it: the binary, its folder, its errors.

mod ablations;
mod chess960;
#[cfg(all(unix, feature = "full"))]
mod commands;
mod common;
mod comparisons;
mod damage;
#[cfg(feature = "full")]
mod documents;
mod foreign;
mod formats;
mod identities;
mod input;
#[cfg(feature = "full")]
mod long;
mod matches;
#[cfg(all(target_os = "linux", feature = "full"))]
mod memory;
#[cfg(feature = "full")]
mod narrow;
mod output;
#[cfg(target_os = "linux")]
mod outputs;
mod resume;
mod shards;
mod spsa;
mod template;
