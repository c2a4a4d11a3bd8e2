//! The arena as its users meet it: the binary, its folder, its errors.

#![allow(clippy::unwrap_used)]

mod books;
mod common;
mod damage;
mod formats;
mod games;
mod hostile;
mod input;
mod made_books;
#[cfg(target_os = "linux")]
mod memory;
mod output;
mod resume;
mod spsa;
mod terminal;
