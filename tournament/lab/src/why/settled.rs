//! The captures after which neither side gains by another one.

use engine_core::game::Game;
use engine_core::score::EVAL_MAX;
use evaluators::{AnyEvaluator, EvaluationError};
use shakmaty::{Move, Position};

/// The longest row of captures at the end of a line.
const CAPTURES: u32 = 12;

/// The captures in which quiescence search ends a line that leads to this position.
pub(crate) fn captures(
    evaluator: &dyn AnyEvaluator,
    game: &Game,
) -> Result<Vec<Move>, EvaluationError> {
    let (_, line) = settled(evaluator, game, (-Bound::MAX, Bound::MAX), CAPTURES)?;
    Ok(line)
}

/// A bound of the search of captures, in centipawns.
type Bound = i32;

/// The captures after which neither side gains by another one, by alpha-beta with standing pat (all answers to a
/// check): the value from the side to move, and the line. (chessprogramming.org, Quiescence Search)
fn settled(
    evaluator: &dyn AnyEvaluator,
    game: &Game,
    (alpha, beta): (Bound, Bound),
    left: u32,
) -> Result<(Bound, Vec<Move>), EvaluationError> {
    let position = game.position();
    let legal = position.legal_moves();
    let checked = position.is_check();
    if checked && legal.is_empty() {
        return Ok((-EVAL_MAX, Vec::new()));
    }
    let standing = evaluator.evaluate(game)?;
    if left == 0 || legal.is_empty() || (!checked && standing >= beta) {
        return Ok((standing, Vec::new()));
    }
    let mut best = if checked { -EVAL_MAX } else { standing };
    let mut line = Vec::new();
    let matters = |mv: &Move| checked || mv.is_capture() || mv.is_promotion();
    let mut moves: Vec<Move> = legal.into_iter().filter(matters).collect();
    // The most valuable victim by the least valuable attacker.
    moves.sort_by_key(|mv| (std::cmp::Reverse(mv.capture()), mv.role()));
    for mv in moves {
        let mut after = game.clone();
        after.play(mv);
        let window = (-beta, -best.max(alpha));
        let (value, rest) = settled(evaluator, &after, window, left - 1)?;
        if -value > best {
            best = -value;
            line = vec![mv];
            line.extend(rest);
        }
        if best >= beta {
            break;
        }
    }
    Ok((best, line))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pawn that is defended is not won by taking it, and one that is not is.
    #[test]
    fn a_line_ends_where_no_capture_gains() {
        let settled_line = |fen: &str| {
            let game = Game::parse(fen).unwrap();
            let evaluator = evaluators::registry::evaluator("material").unwrap();
            let found = settled(&*evaluator, &game, (-Bound::MAX, Bound::MAX), CAPTURES);
            let (value, line) = found.unwrap();
            (value, line.len())
        };
        assert_eq!(settled_line("4k3/2p5/3p4/8/8/3R4/8/4K3 w - - 0 1"), (300, 0));
        assert_eq!(settled_line("4k3/8/3p4/8/8/3R4/8/4K3 w - - 0 1"), (500, 1));
        // Both pawns take: a knight for a pawn.
        assert_eq!(settled_line("4k3/8/4p3/3n4/4P3/8/8/4K3 w - - 0 1"), (-100, 2));
    }
}
