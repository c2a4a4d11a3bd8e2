//! Arguments for the openings of a match, and what else comes from files beside it.

use std::path::PathBuf;

use clap::Args;
use config::{OpeningSource, RegressConfig, SyzygyRule};
use openings::Variant;
use openings::chess960::Numbers;

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

impl BookArguments {
    /// Puts the arguments in place of keys of a regression test.
    pub(crate) fn apply(&self, config: &mut RegressConfig) {
        let openings = &mut config.openings;
        if let Some(variant) = self.variant {
            openings.variant = variant;
            if !variant.is_standard() && openings.source == OpeningSource::Builtin {
                openings.source = OpeningSource::Numbers(Numbers::all());
            }
        }
        if let Some(book) = &self.book {
            openings.source = OpeningSource::of_file(book);
            // The keys of the configuration are about another file.
            (openings.encoding, openings.skip_bad) = (None, self.skip_bad);
        }
        openings.wrap |= self.wrap_book;
        if let Some(folders) = &self.syzygy {
            config.adjudication.syzygy = Some(SyzygyRule::of(folders));
        }
    }
}

/// Reads the name of a variant.
pub(super) fn variant(name: &str) -> Result<Variant, String> {
    let names = Variant::NAMES.join(" or ");
    Variant::of_name(name).ok_or_else(|| format!("choose {names}"))
}
