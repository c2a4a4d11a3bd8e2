//! Repairs made while reading a file of games.

/// The most comments that are named; the rest are counted.
const NAMED: usize = 5;

/// Repairs made in a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Repairs {
    /// The message about lines that are not UTF-8.
    pub(super) foreign: Option<String>,
    /// Tags with quotes in their values that are not escaped.
    pub(super) quotes: Places,
    /// Lines that begin like a tag and are not one.
    pub(super) no_tags: Places,
    /// Comments that are not closed, or have games in them.
    pub(super) comments: Vec<String>,
    /// The number of further ones.
    pub(super) more_comments: usize,
}

/// The number of times that a repair was needed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Places {
    count: usize,
    /// The line of the first.
    first: usize,
}

impl Places {
    pub(super) fn add(&mut self, line: usize, count: usize) {
        if self.count == 0 && count > 0 {
            self.first = line;
        }
        self.count += count;
    }
}

impl Repairs {
    pub(super) fn add_comment(&mut self, text: String) {
        if self.comments.len() < NAMED {
            self.comments.push(text);
        } else {
            self.more_comments += 1;
        }
    }

    /// A sentence for each kind of repair; none if there was nothing to be repaired.
    #[must_use]
    pub fn messages(&self) -> Vec<String> {
        let mut messages: Vec<String> = self.foreign.iter().cloned().collect();
        let Places { count, first } = self.quotes;
        if count > 0 {
            let tags = if count == 1 { "tag has" } else { "tags have" };
            messages.push(format!(
                "{count} {tags} quotes in the value without a backslash (the first in line {first}); they are read as \
                 a part of it"
            ));
        }
        let Places { count, first } = self.no_tags;
        if count > 0 {
            let lines = if count == 1 { "line begins" } else { "lines begin" };
            messages.push(format!(
                "{count} {lines} like a tag without being one (the first is line {first}); they are passed over"
            ));
        }
        messages.extend(self.comments.iter().cloned());
        if self.more_comments > 0 {
            messages.push(format!("the same of {} more comments", self.more_comments));
        }
        messages
    }
}
