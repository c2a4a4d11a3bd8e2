//! Helpers of all these tests: test suites.

#[path = "../common/mod.rs"]
mod shared;

pub(crate) use shared::*;

/// Five positions that any search solves at once, and one that none can: it names a losing move as
/// the best.
pub(crate) const EASY: &str = "\
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"back rank\";
4k3/8/8/3q4/4N3/8/8/4K3 w - - hmvc 3; fmvn 40; am Kf1; id \"not the king\";
r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - bm a8a1; id \"back rank, black\";
4k3/1P6/8/8/8/8/8/4K3 w - - bm b8=Q+ b8=R+; id \"promote\";
3qk3/8/8/8/8/8/3R4/3RK3 w - - bm Rxd8+; id \"take; the queen\";
4k3/8/8/8/8/8/3q4/3QK3 w - - bm Kf1; id \"impossible\";
";

pub(crate) fn folder_with(suite: &str) -> Folder {
    folder_of("s.epd", suite)
}
