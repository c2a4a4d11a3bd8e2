//! Suites of test positions: the positions that an engine solves, how soon, and with which confidence.
//!
//! [`read`] turns EPD files into positions with their [`Goal`]s, [`solve`] has engines try them, and
//! a [`SuiteReport`] has the results.
//!
//! A position is solved if the move at the end of the search is right. The time and the nodes to
//! the solution are those after which the move stayed right until the end.

mod error;
mod goal;
mod mates;
mod reader;
mod report;
mod solve;
mod table;

pub use error::{SuiteError, SuiteLineFault};
pub(crate) use goal::is_points;
pub use goal::{Goal, GoalFault};
pub use mates::Mates;
pub use openings::moves;
pub(crate) use reader::parse;
pub use reader::{TestPosition, read};
pub use report::{EngineReport, PositionReport, ScoreText, SuiteReport};
pub use solve::{Attempt, Solution, attempt, limits, solve};
pub use table::{Detail, table};
