//! The settings by options: of the search, and of its output.

use std::sync::Arc;
use std::time::Duration;

use engine_core::evaluator::Evaluator;
use engine_core::limits;
use engine_core::memory;
use engine_core::options::{Configure, OptionError};
use engine_core::tablebase::Tablebase;
use engine_core::tables::transposition::Transposition;

use super::{Session, complain, send};
use crate::options::{self, Change};

/// The settings of search and output.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    pub(super) overhead: Duration,
    pub(super) lines: usize,
    pub(super) by_score: bool,
    pub(super) chess960: bool,
    pub(super) shows_wdl: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            overhead: limits::OVERHEAD,
            lines: 1,
            by_score: false,
            chess960: false,
            shows_wdl: false,
        }
    }
}

impl<E: Evaluator + Configure + Clone> Session<E> {
    pub(super) fn set_option(&mut self, name: &str, value: &str) {
        match options::change(name, value) {
            Some(Ok(change)) => self.change(change),
            Some(Err(error)) => complain(&error),
            None => match self.idle().evaluator_mut().set(name, value) {
                // The table's entries come from the evaluator as it was before.
                Ok(()) => self.idle().clear(),
                Err(OptionError::Unknown { .. }) => {
                    let of_evaluator = self.idle().evaluator().options();
                    complain(&options::unknown(name, &of_evaluator));
                }
                Err(error) => complain(&error.to_string()),
            },
        }
    }

    fn change(&mut self, change: Change<'_>) {
        match change {
            Change::Hash(megabytes) => self.set_hash(megabytes),
            Change::ClearHash => self.idle().clear(),
            Change::Threads(threads) => self.idle().set_threads(threads),
            Change::Lines(lines) => self.settings.lines = lines,
            Change::Ponder => {}
            Change::Overhead(overhead) => self.settings.overhead = overhead,
            Change::Chess960(on) => self.settings.chess960 = on,
            Change::ShowWdl(on) => self.settings.shows_wdl = on,
            Change::Analyse(on) => self.settings.by_score = on,
            Change::Syzygy(paths) => self.set_tablebase(paths),
        }
    }

    /// Tables that cannot be used are reported, and change nothing.
    fn set_tablebase(&mut self, paths: &str) {
        let tablebase = match paths {
            "" => None,
            paths => match Tablebase::open(paths) {
                Ok(tablebase) => {
                    send(&format!("info string tablebases of {} men", tablebase.men()));
                    Some(Arc::new(tablebase))
                }
                Err(error) => return complain(&error.to_string()),
            },
        };
        let search = self.idle();
        search.set_tablebase(tablebase);
        // The table's entries were found without them, or with others.
        search.clear();
    }

    /// A table that does not fit would end the process, and not only the option.
    fn set_hash(&mut self, megabytes: usize) {
        let free = memory::available().map_or(u64::MAX, |bytes| bytes >> 20);
        if megabytes as u64 > free {
            complain(&format!(
                "Hash stays as it is: {megabytes} MiB are requested, and {free} MiB of memory are free"
            ));
            return;
        }
        let search = self.idle();
        search.set_table(Transposition::with_megabytes(megabytes));
    }
}
