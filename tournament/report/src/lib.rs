//! Reports of a run: numbers, a table for people, and the games.
//!
//! Everything here is made from the store's records and can be made again. Files are written
//! beside their place and moved into it, so that there is never half of one.

mod bar;
pub mod columns;
pub mod comparison;
pub mod document;
mod events;
mod growing;
mod r#match;
pub mod numbers;
pub mod page;
mod pgn;
pub mod pgn_results;
mod played;
pub mod progress;
mod provenance;
pub mod rating_list;
mod reports;
pub mod results;
mod svg;
pub mod table;
pub mod verdicts;

use std::io;

use players::player::PlayerError;
use runner::store::StoreError;

pub use columns::{Column, Columns};
pub use document::{Document, NARROWEST, Style, WIDEST, WIDEST_WITH_BARS, is_dumb, line_width, plural, terminal_width};
pub use events::Events;
pub use growing::{GrowingPgn, LivePgn, live_games, live_pgn};
pub use r#match::{Hypotheses, Match};
pub use numbers::GivenElo;
pub use pgn::PgnWriter;
pub use provenance::{EVALUATIONS, EvaluationFacts, Measurement, Measurements, Provenance, SCHEMA_VERSION, day};
pub use rating_list::{Listing, RatingList};
pub use reports::{
    FAILURES, failure_text, pgn_of, results_of, write_failure, write_pgn, write_reports, write_reports_and_page,
};
pub use results::{
    Crossing, EngineResult, NodeCurve, NodePoint, NodeScaling, PairingSummary, Results, ResultsBuilder, csv_text,
    write_csv, write_json,
};
pub use table::{Canvas, Sheet, failure_notes, results_table, standings_table};
pub use verdicts::{DifferenceSummary, RatingFit};

/// The reason that a report cannot be made.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum ReportError {
    #[error("{0}")]
    Message(String),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Player(#[from] PlayerError),
    #[error("cannot write a report: {0}; what was played is safe, run again to write it")]
    Write(#[from] io::Error),
}

/// The width of a column for the longest of these texts, at most 60 characters; longer texts stick out. (Nothing can be
/// padded beyond 65,535.)
pub fn column_width(texts: impl Iterator<Item = impl AsRef<str>>) -> usize {
    let widest = texts.map(|text| text.as_ref().chars().count()).max();
    widest.unwrap_or(0).min(60)
}
