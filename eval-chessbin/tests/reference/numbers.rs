//! Numbers in place of the document's.

use engine_core::testkit::OtherNumbers;

/// Numbers by the options that set them, and whether the a-file's slip is mended.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    pub(crate) a_file_fix: bool,
    pub(crate) set: OtherNumbers,
}

impl Numbers {
    /// The number that `option` sets, or the document's.
    pub(crate) fn of(&self, option: &str, document: i32) -> i32 {
        self.set.of(option, document)
    }

    /// That of a table's entry, counted from a8.
    pub(crate) fn entry(&self, table: &str, index: usize, document: &[i32; 64]) -> i32 {
        let file = (b'a' + (index % 8) as u8) as char;
        let option = format!("{table}.{file}{}", 8 - index / 8);
        self.of(&option, document[index])
    }
}
