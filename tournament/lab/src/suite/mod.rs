//! Suites of test positions: the positions that an engine solves, how soon, and which it has lost again.
//!
//! [`read()`] turns EPD files into positions with their [`Goal`]s, [`solve()`] has engines try them, a
//! [`SuiteReport`] has the results, and a [`History`] compares them with those of earlier runs. Lines come from
//! people and from games, by [`add`], or from the blunders of a run, by [`find`].
//!
//! A position is solved if the move at the end of the search is right. The time and the nodes to
//! the solution are those after which the move stayed right until the end.

pub mod add;
mod error;
pub mod find;
mod goal;
mod history;
mod reader;
mod report;
mod solve;
mod table;

pub use error::{SuiteError, SuiteLineFault};
pub use goal::{Goal, GoalFault};
pub use history::History;
pub use openings::moves;
pub use reader::{TestPosition, read};
pub use report::SuiteReport;
pub use solve::{Attempt, Solution, limits, solve};
pub use table::{Detail, table};
