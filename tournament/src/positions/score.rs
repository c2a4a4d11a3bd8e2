//! What a search said of a position.

use engine_core::score::Score;
use openings::pgn::{GivenScore, GivenValue};

/// A mate that stands on the board: those that are farther away count less by a ply each.
const MATE: i32 = 32_767;

/// What a search said of a position, as the operations `ce`, `acn` and `acd` of EPD tell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PositionScore {
    /// Centipawns of the engine, from the side to move. A mate in so many plies is 32767 less the plies, a mate
    /// against the side to move -32767 and the plies (Edwards, "Portable Game Notation Specification and
    /// Implementation Guide", 1994, section 16.2.5.6); what others call a mate is kept as they write it.
    pub centipawns: i32,
    /// The nodes that were searched, if it is known.
    pub nodes: Option<u64>,
    /// The depth of the search in plies, if it is known.
    pub depth: Option<u32>,
}

impl From<GivenScore> for PositionScore {
    fn from(given: GivenScore) -> Self {
        let mate = |plies: i32| (MATE - plies).max(0);
        Self {
            centipawns: match given.value {
                GivenValue::Centipawns(cp) => cp,
                GivenValue::Mate(moves) if moves > 0 => mate(2 * moves - 1),
                GivenValue::Mate(moves) => -mate(-2 * moves),
            },
            nodes: given.nodes,
            depth: given.depth,
        }
    }
}

/// A score of a search as EPD has it.
#[must_use]
pub fn centipawns(score: Score) -> i32 {
    let plies = score.mate_plies().unwrap_or(0) as i32;
    match score.mate_moves() {
        Some(moves) if moves > 0 => MATE - plies,
        Some(_) => plies - MATE,
        None => score.cp().unwrap_or(0),
    }
}

#[cfg(test)]
mod tests {
    use engine_core::score::Value;

    use super::*;

    #[test]
    fn mates_are_those_of_the_standard() {
        for (score, expected) in [
            (Score::mate_in(1), 32_766),
            (Score::mate_in(9), 32_758),
            (Score::mated_in(2), -32_765),
            (Score::mated_in(10), -32_757),
            (Score::from(Value::clamped(-35)), -35),
            (Score::DRAW, 0),
        ] {
            assert_eq!(centipawns(score), expected);
        }
        for (moves, expected) in [
            (1, 32_766),
            (5, 32_758),
            (-1, -32_765),
            (-5, -32_757),
            (0, -32_767),
        ] {
            let given = GivenScore {
                value: GivenValue::Mate(moves),
                depth: None,
                nodes: None,
                side_supposed: false,
            };
            assert_eq!(PositionScore::from(given).centipawns, expected);
        }
    }
}
