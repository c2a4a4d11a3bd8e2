//! Numbers in place of the document's.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Numbers by the options that set them, slopes in tenths.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    pub(crate) set: BTreeMap<&'static str, i64>,
    /// The options that have counted somewhere.
    pub(crate) read: RefCell<BTreeSet<String>>,
}

impl Numbers {
    /// The number that `option` sets, or the document's.
    pub(super) fn of(&self, option: &str, document: i64) -> i64 {
        self.read.borrow_mut().insert(option.to_owned());
        self.set.get(option).copied().unwrap_or(document)
    }

    /// The value of nearness by a slope in tenths.
    pub(super) fn nearness(&self, rule: &str, slope: i64, zero_at: i64, distance: i64) -> i64 {
        let slope = self.of(&format!("{rule}.slope"), slope);
        let zero_at = self.of(&format!("{rule}.zero_at"), zero_at);
        super::trunc(slope * (zero_at - distance), 10)
    }
}
