//! Players, their identities and the records of their games.

#![allow(clippy::unwrap_used)]

#[cfg(unix)]
mod identity;
mod playing;
mod record;
