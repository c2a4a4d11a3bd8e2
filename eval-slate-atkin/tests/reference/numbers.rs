//! Numbers in place of the document's.

use engine_core::testkit::OtherNumbers;

/// Numbers by the options that set them, slopes in tenths.
#[derive(Debug, Default)]
pub(crate) struct Numbers(pub(crate) OtherNumbers);

impl Numbers {
    /// The number that `option` sets, or the document's.
    pub(super) fn of(&self, option: &str, document: i32) -> i64 {
        self.0.of(option, document).into()
    }

    /// The value of nearness by a slope in tenths.
    pub(super) fn nearness(&self, rule: &str, slope: i32, zero_at: i32, distance: i64) -> i64 {
        let slope = self.of(&format!("{rule}.slope"), slope);
        let zero_at = self.of(&format!("{rule}.zero_at"), zero_at);
        super::trunc(slope * (zero_at - distance), 10)
    }
}
