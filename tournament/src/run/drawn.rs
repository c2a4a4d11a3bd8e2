//! The openings of a run: the built-in ones or a file's, drawn by the seed.

use openings::{Book, DrawRequest, Drawn, Opening, OpeningError, Reading, Source};

use crate::config::{Config, OpeningSource, OpeningsConfig};

/// The project's own openings: lines that a program which is no contestant proposed and found level.
const BUILTIN: &[u8] = include_bytes!("../../../configs/openings/builtin.pgn.gz");

/// The built-in openings, at most `plies` half-moves of each.
///
/// # Errors
/// Never, unless the program was built with a broken book.
pub fn builtin_openings(plies: Option<u32>) -> Result<Vec<Opening>, OpeningError> {
    builtin(plies)?.openings().collect()
}

fn builtin(plies: Option<u32>) -> Result<Book, OpeningError> {
    openings::pgn_gz("builtin openings", BUILTIN, plies)
}

/// As many openings as the games need.
pub(crate) fn drawn(config: &Config, needed: usize) -> Result<Drawn, OpeningError> {
    let OpeningsConfig {
        variant,
        source,
        order,
        plies,
        start,
        encoding,
        skip_bad,
        wrap,
    } = &config.openings;
    let source = match source {
        OpeningSource::Builtin => Source::Book(builtin(*plies)?),
        OpeningSource::File { path, .. } => {
            let reading = Reading {
                plies: *plies,
                variant: *variant,
                encoding: *encoding,
            };
            openings::open(path, &reading)?
        }
        OpeningSource::Numbers(numbers) => Source::Book(Book::chess960(numbers)?),
        // The configuration allows it for a single pair only.
        OpeningSource::StartPosition => Source::Book(Book::start_position()?),
    };
    let request = DrawRequest {
        needed,
        order: *order,
        seed: config.run.seed,
        start: *start as usize,
        plies: *plies,
        skip_bad: *skip_bad,
        wrap: *wrap,
    };
    openings::draw(source, &request)
}
