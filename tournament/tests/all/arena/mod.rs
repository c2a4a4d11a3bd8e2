//! The arena as its users meet it: the binary, its folder, its errors.

mod ablations;
mod books;
mod chess960;
mod commands;
mod common;
mod comparisons;
mod damage;
mod documents;
mod exports;
mod foreign;
mod formats;
mod games;
mod identities;
mod input;
mod matches;
#[cfg(target_os = "linux")]
mod memory;
mod narrow;
mod output;
#[cfg(target_os = "linux")]
mod outputs;
mod resume;
mod shards;
mod spsa;
mod template;
