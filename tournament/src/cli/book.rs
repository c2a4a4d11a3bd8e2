//! Arguments for the openings of a match, and what else comes from files beside it.

use std::path::PathBuf;

use clap::Args;
use openings::Variant;

/// The openings, and tablebases.
#[derive(Args)]
pub(crate) struct BookArguments {
    /// The opening book: .epd, .pgn or .bin, also .gz or .zip [default: the built-in book]
    #[arg(long, value_name = "FILE")]
    pub(crate) book: Option<PathBuf>,

    /// Skip invalid openings of the book, and count them
    #[arg(long, requires = "book")]
    pub(crate) skip_bad: bool,

    /// Repeat the book when its openings are used up
    #[arg(long)]
    pub(crate) wrap_book: bool,

    /// The chess variant; chess960 without --book starts from the 960 positions [default: standard]
    #[arg(long, value_name = "NAME", value_parser = variant)]
    pub(crate) variant: Option<Variant>,

    /// Adjudicate by Syzygy tablebases in these folders, separated as in PATH
    #[arg(long, value_name = "PATHS")]
    pub(crate) syzygy: Option<String>,
}

/// Reads the name of a variant.
pub(super) fn variant(name: &str) -> Result<Variant, String> {
    let names = Variant::NAMES.join(" or ");
    Variant::of_name(name).ok_or_else(|| format!("choose {names}"))
}
