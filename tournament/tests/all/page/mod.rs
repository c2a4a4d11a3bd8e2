//! The page of a run as its readers meet it: in a browser, from the disk and from `evalarena serve`.
//!
//! Without Chromium these tests print so and end. With EVALARENA_BROWSER, which names the program, they must find it.

mod browser;
mod explored;
mod played;
mod replayed;
mod served;
mod shown;
