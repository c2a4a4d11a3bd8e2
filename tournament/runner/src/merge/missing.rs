//! The games that a run does not have yet.

use std::ops::RangeInclusive;

/// The number of ranges that are listed; the rest is counted.
const LISTED: usize = 12;

/// The games that a run does not have, as ranges of their numbers from 1.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Missing(Vec<RangeInclusive<usize>>);

impl Missing {
    /// Those that are not `finished`.
    #[must_use]
    pub fn of(finished: &[bool]) -> Self {
        let mut number = 1;
        let mut ranges = Vec::new();
        for stretch in finished.chunk_by(|one, next| one == next) {
            let next = number + stretch.len();
            if !stretch[0] {
                ranges.push(number..=next - 1);
            }
            number = next;
        }
        Self(ranges)
    }

    /// The number of games in these ranges.
    #[must_use]
    pub fn games(&self) -> usize {
        self.0.iter().map(|range| range.end() - range.start() + 1).sum()
    }

    /// The ranges.
    #[must_use]
    pub fn ranges(&self) -> &[RangeInclusive<usize>] {
        &self.0
    }

    /// In words, as `3, 7-12, 40-80`; of very many ranges the first.
    #[must_use]
    pub fn text(&self) -> String {
        let word = |range: &RangeInclusive<usize>| {
            if range.start() == range.end() {
                range.start().to_string()
            } else {
                format!("{}-{}", range.start(), range.end())
            }
        };
        let words: Vec<String> = self.0.iter().take(LISTED).map(word).collect();
        let text = words.join(", ");
        match self.0.len().saturating_sub(LISTED) {
            0 => text,
            more => format!("{text} and {more} ranges more"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_counted_from_1_and_told_in_order() {
        assert_eq!(Missing::of(&[true; 4]), Missing::default());
        let finished = [false, true, true, false, false, false, true, false];
        let missing = Missing::of(&finished);
        assert_eq!(missing.text(), "1, 4-6, 8");
        assert_eq!(missing.games(), 5);
        let every_other: Vec<bool> = (0..40).map(|game| game % 2 == 1).collect();
        let missing = Missing::of(&every_other);
        assert!(missing.text().ends_with("21, 23 and 8 ranges more"), "{}", missing.text());
        assert_eq!(missing.ranges().len(), 20);
    }
}
