//! `report.html`: a run as a page for browsers. It is one self-contained file, works from a disk without a server, and
//! loads nothing from a network.
//!
//! `PageBuilder` collects the data from the games, one after the other; `plots` draws it and `html` writes it. The games
//! themselves are packed into the page in chunks of a hundred, and its script (assets/*.js) unpacks those that are
//! viewed.

mod findings;
mod games;
mod html;
mod plots;
mod terms;

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::DeflateEncoder;
use players::record::GameRecord;
use runner::run::Run;
use runner::store::StoreError;
use serde::Serialize;

use crate::played::Turn;
use crate::{ReportError, Results, ResultsBuilder};
use games::{LISTED, List};
pub use html::bare_page;
pub use terms::{EngineTerms, TermValue, explain};
use terms::{Sample, Selection};

/// The file name of a run's page.
pub const PAGE: &str = "report.html";

/// A run's page, and its contents.
#[derive(Debug)]
pub struct Page {
    /// A version that changes when the run does: [`runner::store::Store::version`].
    pub version: String,
    /// The HTML.
    pub html: String,
    /// The run in numbers, as `results.json` has them.
    pub results: Results,
    /// The plots as SVG on white paper, with the names of their files.
    pub plots: Vec<(String, String)>,
}

/// The way a page is delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// As a file.
    File,
    /// From a server that shows a run while it is played, and explains any position.
    Live,
}

impl Page {
    /// The page of a run as far as it has been played; `notify` is called for each game. Fails if the store cannot be
    /// read, or has invalid contents.
    pub fn of(run: &Run, delivery: Delivery, mut notify: impl FnMut()) -> Result<Self, ReportError> {
        let mut builder = PageBuilder::new(run)?;
        run.store.visit(|game| {
            notify();
            builder.add(&game)
        })?;
        let results = builder.results()?;
        builder.page(results, delivery)
    }
}

#[derive(Debug)]
pub(crate) struct PageBuilder<'r> {
    run: &'r Run,
    version: String,
    results: ResultsBuilder,
    list: List,
    selection: Selection,
    sample: Sample,
}

impl<'r> PageBuilder<'r> {
    pub(crate) fn new(run: &'r Run) -> Result<Self, StoreError> {
        Ok(Self {
            run,
            version: run.store.version()?,
            results: ResultsBuilder::of(run),
            list: List::default(),
            selection: Selection::default(),
            sample: Sample::default(),
        })
    }

    pub(crate) fn add(&mut self, game: &GameRecord) -> Result<(), ReportError> {
        let turn = Turn::of(game);
        self.results.add(game);
        self.sample.add(game);
        let row = self.list.len();
        if row < LISTED {
            self.selection.add(row, game, turn);
        }
        self.list.add(game, self.run.schedule.time_control(game.index), turn)
    }

    pub(crate) fn results(&self) -> Result<Results, StoreError> {
        self.results.results_of(self.run)
    }

    pub(crate) fn page(mut self, results: Results, delivery: Delivery) -> Result<Page, ReportError> {
        let plots = plots::of_time_controls(&results);
        let of_run = plots::of_run(&results);
        let html = html::document(&mut self, &results, &of_run, delivery)?;
        let plots = plots.into_iter().chain(of_run.iter().map(|plot| plot.file("")));
        Ok(Page { version: self.version, html, plots: plots.collect(), results })
    }
}

/// Data that the page unpacks on demand: JSON, deflated (RFC 1951, as `DecompressionStream("deflate-raw")` reads it), as
/// base64.
fn packed(data: &impl Serialize) -> Result<String, ReportError> {
    let mut deflate = DeflateEncoder::new(Vec::new(), Compression::best());
    serde_json::to_writer(&mut deflate, data).map_err(io::Error::from)?;
    deflate.flush()?;
    Ok(base64(&deflate.finish()?))
}

/// Bytes as base64 (RFC 4648), padded.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let all = group.iter().fold(0, |all, &byte| all << 8 | u32::from(byte)) << (8 * (3 - group.len()));
        for place in 0..4 {
            let digit = DIGITS[(all >> (18 - 6 * place)) as usize & 63];
            text.push(if place > group.len() { '=' } else { char::from(digit) });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::DeflateDecoder;

    use super::*;

    #[test]
    fn base64_is_that_of_the_rfc() {
        let known =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE=")];
        for (text, expected) in known {
            assert_eq!(base64(text.as_bytes()), expected);
        }
        assert_eq!(base64(&[0xfb, 0xff]), "+/8=");
    }

    #[test]
    fn what_is_packed_is_there_again() {
        let packed = packed(&["</script>", "\"é\""]).unwrap();
        assert!(!packed.contains('<'), "{packed}");
        let digit = |c: u8| match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            _ => {
                if c == b'+' {
                    62
                } else {
                    63
                }
            }
        };
        let digits: Vec<u8> = packed.trim_end_matches('=').bytes().map(digit).collect();
        let bit = |at: usize| digits[at / 6] >> (5 - at % 6) & 1;
        let byte = |at: usize| (8 * at..8 * at + 8).fold(0, |byte, at| byte << 1 | bit(at));
        let bytes: Vec<u8> = (0..digits.len() * 6 / 8).map(byte).collect();
        let mut text = String::new();
        DeflateDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
        assert_eq!(text, r#"["</script>","\"é\""]"#);
    }
}
