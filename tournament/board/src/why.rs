//! Explanation of an evaluator's preference for a move: the terms at the ends of the lines that it expects.
//!
//! Each move is searched alone, with the same number of nodes and without corrections. A search is worth what its
//! static value is at the end of the best line, after the captures in which quiescence search ends it, so the terms
//! there are the reasons. The captures, which a search does not report, are found again by a small search of captures
//! alone. Where a line was cut short by the transposition table the two values differ, and the output notes it.

use engine_core::evaluation::Evaluation;
use engine_core::evaluator::EvaluatorInfo;
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::notation::fen_of;
use engine_core::params::Params;
use engine_core::rule::Aspect;
use engine_core::score::{EVAL_MAX, Score};
use evaluators::{AnyEvaluator, EvaluationError};
use openings::moves::san;
use serde::Serialize;
use shakmaty::{Move, Position};

use crate::position::side_name;

/// The table of a search, two to this power entries: as large as a UCI program's, 16 MB.
const TABLE: u32 = 20;
/// The longest row of captures at the end of a line.
const MAX_CAPTURES: u32 = 12;

/// Some moves of a position, as one evaluator sees them, the preferred one first; scores are from the side to move.
#[derive(Debug, Serialize)]
#[allow(missing_docs, reason = "the names say what the other fields are")]
pub struct Why {
    pub evaluator: &'static str,
    pub fen: String,
    pub side: &'static str,
    /// Nodes searched for each move.
    pub nodes: u64,
    pub moves: Vec<Candidate>,
}

/// A move, and where it leads.
#[derive(Debug, Serialize)]
pub struct Candidate {
    /// In SAN.
    #[serde(rename = "move")]
    pub san: String,
    /// Centipawns of the evaluator, from the side to move; `None` for a mate.
    pub score: Option<i32>,
    /// Full moves to mate, negative if the side to move is mated; `None` without a mate.
    pub mate: Option<i32>,
    /// Plies of the search.
    pub depth: i32,
    /// The line that is expected, this move first, in SAN.
    pub line: Vec<String>,
    /// The evaluation at its end, from White's side.
    pub end: Evaluation,
    #[serde(skip)]
    rank: Score,
}

/// A term, and its gain for a side in tenths of a centipawn.
pub type Gain = (&'static str, Aspect, i32);

/// The terms that differ between two positions, for White (`sign` 1) or Black (-1), the greatest change first.
pub(crate) fn gains(before: &Evaluation, after: &Evaluation, sign: i32) -> Vec<Gain> {
    let mut gains: Vec<Gain> = Vec::new();
    for (evaluation, sign) in [(after, sign), (before, -sign)] {
        for term in evaluation.breakdown.terms() {
            let change = sign * (term.white - term.black);
            match gains.iter_mut().find(|(name, _, _)| *name == term.rule.name) {
                Some((_, _, sum)) => *sum += change,
                None => gains.push((term.rule.name, term.rule.aspect, change)),
            }
        }
    }
    gains.retain(|&(_, _, change)| change != 0);
    gains.sort_by_key(|&(_, _, change)| -change.abs());
    gains
}

/// Searches each of `moves`, which are legal in `game`, within `limits`, and the move that the evaluator would play, if
/// there is only one of them. `info` has the evaluator's margin scale. Fails if an evaluation from outside fails.
pub fn why(
    evaluator: &dyn AnyEvaluator,
    info: &EvaluatorInfo,
    game: &Game,
    moves: &[Move],
    limits: &Limits,
) -> Result<Why, EvaluationError> {
    let mut search = evaluator.searcher(TABLE);
    // The terms at the end of a line have to account for its score.
    search.set_params(Params::MICHNIEWSKI.uncorrected());
    search.set_margin_scale(info.margin_scale.ratio);
    let mut candidates = moves.to_vec();
    if let [only] = moves {
        let own = search.go(game, limits, &mut |_| {})?.best();
        candidates.extend(own.filter(|own| own != only));
    }
    let candidates = candidates.into_iter().map(|mv| {
        search.clear();
        let limits = Limits { search_moves: vec![mv], ..limits.clone() };
        let found = search.go(game, &limits, &mut |_| {})?;
        let expected = if found.line.first() == Some(&mv) { found.line } else { vec![mv] };
        let (end, line) = follow(evaluator, game, expected)?;
        Ok(Candidate {
            san: line[0].clone(),
            score: found.score.cp(),
            mate: found.score.mate_moves(),
            depth: found.depth,
            line,
            end: evaluator.explain(&end)?,
            rank: found.score,
        })
    });
    let mut moves = candidates.collect::<Result<Vec<Candidate>, _>>()?;
    moves.sort_by_key(|candidate| std::cmp::Reverse(candidate.rank));
    let position = game.position();
    Ok(Why {
        evaluator: info.name,
        fen: fen_of(position),
        side: side_name(position.turn()),
        nodes: limits.nodes.unwrap_or_default(),
        moves,
    })
}

impl Why {
    /// 1 for White, -1 for Black: what turns White's view into the view of the side to move.
    pub fn sign(&self) -> i32 {
        if self.side == "White" { 1 } else { -1 }
    }

    /// A term at the end of a line, in tenths of a centipawn from the side to move.
    pub fn term(&self, candidate: &Candidate, name: &str) -> i32 {
        let mut terms = candidate.end.breakdown.terms().iter();
        let term = terms.find(|term| term.rule.name == name);
        self.sign() * term.map_or(0, |term| term.white - term.black)
    }

    /// The names of all terms, in the order in which they come up.
    pub fn terms(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        let all = self.moves.iter().flat_map(|candidate| candidate.end.breakdown.terms());
        for name in all.map(|term| term.rule.name) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The reasons that the first move is better than `other`, the greatest first.
    pub fn reasons(&self, other: &Candidate) -> Vec<Gain> {
        gains(&other.end, &self.moves[0].end, self.sign())
    }
}

/// The end of a line and of the captures after it, and all these moves in SAN.
pub(crate) fn follow(
    evaluator: &dyn AnyEvaluator,
    game: &Game,
    line: Vec<Move>,
) -> Result<(Game, Vec<String>), EvaluationError> {
    let mut end = game.clone();
    let mut names = Vec::new();
    let mut play = |end: &mut Game, moves: Vec<Move>| {
        for mv in moves {
            names.push(san(mv, end.position()));
            end.play(mv);
        }
    };
    play(&mut end, line);
    let (_, captures) = settled(evaluator, &end, (-i32::MAX, i32::MAX), MAX_CAPTURES)?;
    play(&mut end, captures);
    Ok((end, names))
}

/// The captures after which neither side gains by another one, by alpha-beta with standing pat (all answers to a
/// check): the value in centipawns from the side to move, and the line. (chessprogramming.org, Quiescence Search)
fn settled(
    evaluator: &dyn AnyEvaluator,
    game: &Game,
    (alpha, beta): (i32, i32),
    left: u32,
) -> Result<(i32, Vec<Move>), EvaluationError> {
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
    use evaluators::registry;
    use openings::moves::read;

    use super::*;

    fn ask(position: &str, moves: &[&str], nodes: u64) -> Why {
        let game = Game::parse(position).unwrap();
        let moves: Vec<Move> =
            moves.iter().map(|text| read(text, game.position()).unwrap()).collect();
        let evaluator = registry::michniewski();
        why(&*evaluator, &evaluator.info(), &game, &moves, &Limits::nodes(nodes)).unwrap()
    }

    /// After one ply nothing is left to search: the reasons are the tables' numbers, which are Michniewski's.
    #[test]
    fn the_reasons_are_the_terms_that_differ() {
        let start = "fen 4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1";
        let mut why = ask(start, &["d2d4", "e2e3"], 400);
        for candidate in &mut why.moves {
            // The static values after the move alone.
            let mut game = Game::parse(start).unwrap();
            game.play_uci(if candidate.san == "d4" { "d2d4" } else { "e2e3" }).unwrap();
            candidate.end = registry::michniewski().explain(&game).unwrap();
        }
        why.moves.sort_by_key(|candidate| candidate.san != "d4");
        // Pawns: d2 -20, d4 +20, e2 -20, e3 0.
        let reasons = why.reasons(&why.moves[1]);
        assert_eq!(reasons, [("pst_pawn", Aspect::Pawns, 200)]);
    }

    #[test]
    fn black_sees_it_from_the_other_side_and_mates_are_told() {
        let why = ask("fen 6k1/8/8/8/8/8/r4PPP/6K1 b - - 0 1", &["a2a1", "a2a8"], 2000);
        assert_eq!((why.side, why.moves[0].san.as_str()), ("Black", "Ra1#"));
        assert_eq!(why.moves[0].mate, Some(1));
        assert_eq!(why.moves[1].san, "Ra8");
        assert!(why.moves[1].score.unwrap() > 100, "a rook for three pawns");
    }

    #[test]
    fn one_move_is_compared_with_the_evaluators_own() {
        let position = "fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
        let why = ask(position, &["h2h3"], 5000);
        let moves: Vec<&str> = why.moves.iter().map(|c| c.san.as_str()).collect();
        assert_eq!(moves, ["Ra8#", "h3"]);
        // Its own move is compared with nothing.
        assert_eq!(ask(position, &["a1a8"], 5000).moves.len(), 1);
    }

    /// A pawn that is defended is not won by taking it, and one that is not is.
    #[test]
    fn a_line_ends_where_no_capture_gains() {
        let settled_line = |fen: &str| {
            let game = Game::parse(fen).unwrap();
            let evaluator = registry::evaluator("material").unwrap();
            let found = settled(&*evaluator, &game, (-i32::MAX, i32::MAX), MAX_CAPTURES);
            let (value, line) = found.unwrap();
            (value, line.len())
        };
        assert_eq!(settled_line("4k3/2p5/3p4/8/8/3R4/8/4K3 w - - 0 1"), (300, 0));
        assert_eq!(settled_line("4k3/8/3p4/8/8/3R4/8/4K3 w - - 0 1"), (500, 1));
        // Both pawns take: a knight for a pawn.
        assert_eq!(settled_line("4k3/8/4p3/3n4/4P3/8/8/4K3 w - - 0 1"), (-100, 2));
    }
}
