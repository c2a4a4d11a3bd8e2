//! Laboratory for evaluations.
//!
//! [`positions`] draws quiet positions from games, and [`fit`] measures how well static values predict the results and
//! which numbers predict them better; [`ablate`] plays an evaluator against itself without a rule, [`spsa`] tunes
//! numbers by games; [`calibration`] measures what values are worth. [`suite`] has evaluators
//! solve positions from files in EPD, [`blunders`] keeps those that they got wrong, [`books`] makes openings and
//! judges them.
//! [`laws`] checks an evaluation that is not built in, which [`new_evaluator`] begins.
//! [`side_by_side`] shows evaluators on one position, [`why`] explains why they prefer a move, [`activity`] counts how
//! often each rule fires; [`explore`] is the page on which positions are looked at.

pub mod ablate;
pub mod activity;
pub mod bad_lines;
pub mod blunders;
pub mod books;
pub mod calibration;
pub mod explore;
pub mod fit;
#[cfg(unix)]
pub mod laws;
pub mod new_evaluator;
pub mod positions;
pub mod side_by_side;
pub mod spsa;
pub mod suite;
pub mod why;
