//! The score of a position by a search.

use openings::pgn::{self, GivenValue};

use players::player::GivenScore;

/// A mate that stands on the board: those that are farther away count less by a ply each.
const MATE: i32 = 32_767;

/// The score of a position by a search, as in the operations `ce`, `acn` and `acd` of EPD.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PositionScore {
    /// Centipawns of the engine, from the side to move. A mate in N plies is 32767 less the plies, a mate
    /// against the side to move -32767 and the plies (Edwards, "Portable Game Notation Specification and
    /// Implementation Guide", 1994, section 16.2.5.6); what others call a mate is kept as they write it.
    pub centipawns: i32,
    /// The nodes that were searched, if it is known.
    pub nodes: Option<u64>,
    /// The depth of the search in plies, if it is known.
    pub depth: Option<u32>,
}

/// The largest score that is no mate; mates farther away than that many plies from [`MATE`] are cut off
/// above it.
const MOST: i32 = 30_000;

impl From<pgn::GivenScore> for PositionScore {
    fn from(given: pgn::GivenScore) -> Self {
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
pub fn centipawns(score: GivenScore) -> i32 {
    let (mate, own) = match score {
        GivenScore::Cp(cp) => return cp.clamp(-MOST, MOST),
        GivenScore::Mate(moves) => (moves, i32::from(moves > 0)),
    };
    // The side that gives mate makes the last move.
    let plies = mate.saturating_abs().saturating_mul(2) - own;
    mate.signum() * (MATE - plies).max(MOST + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_those_of_the_standard() {
        for (score, expected) in [
            (GivenScore::Mate(1), 32_766),
            (GivenScore::Mate(5), 32_758),
            (GivenScore::Mate(-1), -32_765),
            (GivenScore::Mate(-5), -32_757),
            (GivenScore::Mate(100), 32_568),
            (GivenScore::Mate(i32::MAX), 30_001),
            (GivenScore::Mate(-i32::MAX), -30_001),
            (GivenScore::Cp(-35), -35),
            (GivenScore::Cp(0), 0),
            (GivenScore::Cp(32_767), 30_000),
            (GivenScore::Cp(-100_000), -30_000),
        ] {
            assert_eq!(centipawns(score), expected);
        }
        for (moves, expected) in
            [(1, 32_766), (5, 32_758), (-1, -32_765), (-5, -32_757), (0, -32_767)]
        {
            let given = pgn::GivenScore {
                value: GivenValue::Mate(moves),
                depth: None,
                nodes: None,
                side_supposed: false,
            };
            assert_eq!(PositionScore::from(given).centipawns, expected);
        }
    }
}
