//! The arena as its users meet it: the binary, its folder, its errors.

#![allow(clippy::unwrap_used)]

mod books;
mod common;
mod formats;
mod games;
mod input;
mod output;
mod resume;
