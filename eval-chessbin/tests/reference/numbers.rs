//! Numbers in place of the document's.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Numbers by the options that set them, and whether the a-file's slip is mended.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    pub(crate) a_file_fix: bool,
    pub(crate) set: BTreeMap<String, i32>,
    /// The options that have counted somewhere.
    pub(crate) read: RefCell<BTreeSet<String>>,
}

impl Numbers {
    /// The number that `option` sets, or the document's.
    pub(crate) fn of(&self, option: &str, document: i32) -> i32 {
        self.read.borrow_mut().insert(option.to_owned());
        self.set.get(option).copied().unwrap_or(document)
    }

    /// That of a table's entry, counted from a8.
    pub(crate) fn entry(&self, table: &str, index: usize, document: &[i32; 64]) -> i32 {
        let file = (b'a' + (index % 8) as u8) as char;
        let option = format!("{table}.{file}{}", 8 - index / 8);
        self.of(&option, document[index])
    }
}
