//! Scores in comments.

use shakmaty::Color;

/// A score in a comment, from the side to move of its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GivenScore {
    /// The score.
    pub value: GivenValue,
    /// The depth of the search in plies, if the comment has it.
    pub depth: Option<u32>,
    /// The nodes of the search, if the comment has them.
    pub nodes: Option<u64>,
    /// True if the comment does not state its point of view and the mover's was assumed.
    pub side_supposed: bool,
}

impl GivenScore {
    fn known(value: GivenValue, depth: Option<u32>) -> Self {
        Self { value, depth, nodes: None, side_supposed: false }
    }
}

/// The score of a position in a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GivenValue {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this many moves, negative if the side to move is mated.
    Mate(i32),
}

impl GivenValue {
    /// The same from the other side.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Centipawns(cp) => Self::Centipawns(-cp),
            Self::Mate(moves) => Self::Mate(-moves),
        }
    }
}

/// The position that a comment after a move is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum About {
    /// The one before the move: the result of the mover's search.
    Before,
    /// The one after it.
    After,
}

/// The score in a comment after a move of `mover`: `[%eval 0.35]` and `[%eval #-3,20]` are lichess's, White's view of
/// the position after the move; `+0.35/12 0.1s` and `-M5/20` are match tools', supposed to be the mover's
/// view before it, as is `+0.35/12 0.1s 5000` with the nodes; `wv=0.35` is TCEC's, White's view before it.
pub(super) fn score(comment: &str, mover: Color) -> Option<(About, GivenScore)> {
    if let Some((_, after)) = comment.split_once("[%eval") {
        let (text, _) = after.split_once(']')?;
        let (value, depth) = match text.split_once(',') {
            Some((value, depth)) => (value, depth.trim().parse().ok()),
            None => (text, None),
        };
        let white = self::value(value.trim())?;
        // The other side is to move.
        let value = mover.fold_wb(white.negated(), white);
        return Some((About::After, GivenScore::known(value, depth)));
    }
    let parts = || comment.split(',').map(str::trim);
    if let Some(white) = parts().find_map(|part| part.strip_prefix("wv=")) {
        let white = value(white.trim())?;
        let depth = parts().find_map(|part| part.strip_prefix("d=")?.trim().parse().ok());
        let value = mover.fold_wb(white, white.negated());
        return Some((About::Before, GivenScore::known(value, depth)));
    }
    let mut words = comment.split_whitespace();
    let (value, depth) = words.find_map(|word| {
        let (score, depth) = word.split_once('/')?;
        let depth = depth.split('/').next()?.trim_end_matches(',').parse().ok()?;
        Some((value(score)?, Some(depth)))
    })?;
    let is_time = words.next().is_some_and(|word| word.ends_with('s'));
    let nodes = words.next().filter(|_| is_time);
    let nodes = nodes.and_then(|word| word.parse().ok());
    let score = GivenScore { value, depth, nodes, side_supposed: true };
    Some((About::Before, score))
}

/// `+0.35`, `#-3` or `-M5`.
fn value(text: &str) -> Option<GivenValue> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    if let Some(moves) = rest.strip_prefix(['#', 'M']) {
        let moves: i32 = moves.parse().ok().filter(|moves: &i32| moves.abs() < 10_000)?;
        return Some(GivenValue::Mate(sign * moves));
    }
    // Pawns have a point: 1/2 is no score.
    let is_pawns = rest.contains('.') && rest.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let pawns: f64 = rest.parse().ok().filter(|pawns: &f64| is_pawns && *pawns < 1_000.0)?;
    Some(GivenValue::Centipawns(sign * (100.0 * pawns).round() as i32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_of_lichess_match_tools_and_tcec() {
        use About::{After, Before};
        use Color::{Black, White};
        use GivenValue::{Centipawns, Mate};
        for (comment, mover, expected) in [
            (" [%eval 0.35] [%clk 0:01:00] ", White, Some((After, Centipawns(-35), None))),
            ("[%eval -1.2,18]", Black, Some((After, Centipawns(-120), Some(18)))),
            ("[%eval #-3]", White, Some((After, Mate(3), None))),
            ("[%eval #2]", Black, Some((After, Mate(2), None))),
            ("+0.35/12 0.1s", White, Some((Before, Centipawns(35), Some(12)))),
            ("-0.35/12 0.1s", Black, Some((Before, Centipawns(-35), Some(12)))),
            ("+M5/20 1s", Black, Some((Before, Mate(5), Some(20)))),
            ("-M4/20 1s", White, Some((Before, Mate(-4), Some(20)))),
            ("(Nf3 d5) 0.12/10 5", White, Some((Before, Centipawns(12), Some(10)))),
            ("d=24, sd=40, wv=-0.50, R50=50", Black, Some((Before, Centipawns(50), Some(24)))),
            ("book", White, None),
            ("0 draws, 1/2 of the games", White, None),
            ("[%eval nan]", White, None),
            ("12.5/x", White, None),
        ] {
            let score = score(comment, mover).map(|(at, score)| (at, score.value, score.depth));
            assert_eq!(score, expected, "{comment}");
        }
    }
}
