//! The page's script: one script of several files, which share their names.

/// All of it.
pub(super) const SCRIPT: &str = concat!(
    include_str!("../assets/basics.js"),
    include_str!("../assets/men.js"),
    include_str!("../assets/positions.js"),
    include_str!("../assets/numbers.js"),
    include_str!("../assets/list.js"),
    include_str!("../assets/game.js"),
    include_str!("../assets/why.js"),
    include_str!("../assets/deviations.js"),
    include_str!("../assets/controls.js"),
    include_str!("../assets/live.js"),
);
