//! Positions as users meet them: suites, and values against results.

#[cfg(unix)]
mod positions;
#[cfg(unix)]
mod suite;
