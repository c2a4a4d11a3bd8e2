//! The information that a program prints during its search.

mod line;

pub(super) use line::Line;

use crate::score::GivenScore;

/// The content of the lines `info ...` of a search so far.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct InfoSoFar {
    /// From the side to move; `None` as long as no exact score was given.
    pub(super) score: Option<GivenScore>,
    /// The points expected by the program's account of wins, draws and losses beside that score, from 0 to 1.
    pub(super) expected: Option<f64>,
    /// Plies.
    pub(super) depth: i32,
    /// The longest line looked at, in plies; `None` until the program prints it.
    pub(super) selective_depth: Option<i32>,
    pub(super) nodes: u64,
    /// The line that it expects, as it was given with the score; empty unless it is wanted.
    pub(super) line: String,
    wants_line: bool,
    /// True if scores are from the side that is not to move.
    is_reversed: bool,
}

impl InfoSoFar {
    /// The state before a search.
    pub(super) fn new(wants_line: bool, is_reversed: bool) -> InfoSoFar {
        InfoSoFar { wants_line, is_reversed, ..InfoSoFar::default() }
    }

    /// The state before another search by the same program.
    pub(super) fn anew(&self) -> InfoSoFar {
        InfoSoFar::new(self.wants_line, self.is_reversed)
    }

    /// Parses the text after the word `info`, which may be anything; returns true if it had a score that
    /// counts.
    pub(super) fn read(&mut self, line: &[u8]) -> bool {
        let line = Line::parse(line, self.wants_line);
        self.learn(if self.is_reversed { line.reversed() } else { line })
    }

    fn learn(&mut self, line: Line) -> bool {
        if let Some(nodes) = line.nodes {
            self.nodes = u64::try_from(nodes).unwrap_or(0);
        }
        // Only the best line counts, and a bound is no score.
        if line.rank.unwrap_or(1) != 1 || line.is_bound {
            return false;
        }
        let Some(score) = line.score else {
            // Such a line can be about a depth that has only begun.
            return false;
        };
        (self.score, self.expected) = (Some(score), line.expected);
        self.line = line.line.unwrap_or_default();
        let depth = line.depth.and_then(|depth| i32::try_from(depth).ok());
        self.depth = depth.unwrap_or(self.depth);
        let selective = line.selective_depth;
        let selective = selective.and_then(|depth| i32::try_from(depth).ok());
        self.selective_depth = selective.or(self.selective_depth);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(lines: &[&str]) -> InfoSoFar {
        let mut info = InfoSoFar::default();
        for line in lines {
            info.read(line.as_bytes());
        }
        info
    }

    fn cp(info: &InfoSoFar) -> Option<i32> {
        info.score.and_then(GivenScore::cp)
    }

    #[test]
    fn the_last_line_counts() {
        let info = after(&[
            " depth 3 seldepth 5 score cp 20 nodes 100 pv e2e4 e7e5",
            " depth 4 seldepth 5 score cp -31 nodes 250 nps 1000 pv d2d4",
            " depth 5 currmove e2e4 currmovenumber 1 nodes 300",
        ]);
        assert_eq!((cp(&info), info.depth, info.nodes), (Some(-31), 4, 300));
        assert_eq!(info.selective_depth, Some(5));
        assert_eq!(after(&[" string score cp 5 depth 3"]), InfoSoFar::default());
        let shares = " depth 6 multipv 1 score cp 12 wdl 300 500 200 pv d2d4";
        let bound = " depth 7 multipv 1 score cp 99 upperbound wdl 0 0 1000";
        assert_eq!(after(&[shares, bound]).expected, Some(0.55));
        assert_eq!(after(&[shares, " depth 7 score cp 13"]).expected, None);
    }

    #[test]
    fn the_line_is_that_of_the_score_and_only_if_wanted() {
        let lines = [
            " depth 3 score cp 20 pv e2e4  e7e5",
            " depth 4 score cp -31 multipv 2 pv d2d4",
            " depth 5 score cp 90 lowerbound pv a2a3",
        ];
        assert_eq!(after(&lines).line, "");
        let mut info = InfoSoFar::new(true, false);
        for line in lines {
            info.read(line.as_bytes());
        }
        assert_eq!(info.line, "e2e4 e7e5");
        info.read(b" depth 6 score cp 5 pv g1f3 \xff e7e5");
        assert_eq!(info.line, "g1f3");
        info.read(b" depth 7 score cp 6");
        assert_eq!(info.line, "");
    }

    #[test]
    fn bounds_and_other_lines_do_not_count() {
        let bound = " depth 5 score cp 90 lowerbound nodes 7";
        assert_eq!(cp(&after(&[" depth 4 score cp 20", bound])), Some(20));
        assert_eq!(after(&[bound]).score, None);
        assert_eq!(after(&[bound]).nodes, 7);
        assert_eq!(cp(&after(&[bound, " depth 4 score cp 20"])), Some(20));
        let second = " depth 4 multipv 2 score cp -5";
        assert_eq!(cp(&after(&[" depth 4 multipv 1 score cp 20", second])), Some(20));
    }

    #[test]
    fn scores_from_the_other_side_are_turned_round() {
        let mut info = InfoSoFar::new(false, true);
        info.read(b" depth 3 score cp 20");
        assert_eq!(cp(&info), Some(-20));
        info.read(b" depth 4 score mate -2");
        assert_eq!(info.score, Some(GivenScore::Mate(2)));
    }

    #[test]
    fn nonsense() {
        for nonsense in [" score", " score cp", " score cp x", " depth", " nodes -4 depth x"] {
            assert_eq!(after(&[nonsense]), InfoSoFar::default(), "{nonsense}");
        }
        let mut info = InfoSoFar::default();
        info.read(b" score cp \xff depth 3 nodes 9");
        assert_eq!((info.score, info.nodes), (None, 9));
    }
}
