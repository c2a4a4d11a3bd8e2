//! Assertions about texts.

/// Assertions that show the whole text if they fail.
pub trait Contents {
    /// Asserts that each of these is in the text.
    fn must_have(&self, parts: &[&str]);
    /// Asserts that none of these is.
    fn must_lack(&self, parts: &[&str]);
}

impl Contents for str {
    #[track_caller]
    fn must_have(&self, parts: &[&str]) {
        for part in parts {
            assert!(self.contains(part), "{part:?} is not in this:\n{self}");
        }
    }

    #[track_caller]
    fn must_lack(&self, parts: &[&str]) {
        for part in parts {
            assert!(!self.contains(part), "{part:?} is in this:\n{self}");
        }
    }
}
