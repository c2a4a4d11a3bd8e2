//! The page of a run as its readers meet it: from `evalarena serve`, and in a browser.
//!
//! Without Chromium the browser's tests pass without a test. With EVALARENA_BROWSER, which names the program, they must
//! find it.

#[cfg(feature = "full")]
pub(crate) mod browser;
#[cfg(feature = "full")]
mod crowd;
#[cfg(feature = "full")]
mod explored;
mod played;
#[cfg(feature = "full")]
mod replayed;
mod served;
#[cfg(feature = "full")]
mod shown;
