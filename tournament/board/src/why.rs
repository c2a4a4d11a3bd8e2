//! Explanation of an evaluator's preference for a move: the terms at the ends of the lines that it expects.
//!
//! Each move is searched alone, with the same number of nodes and without corrections. A search is worth what its
//! static value is at the end of the best line, after the captures in which quiescence search ends it, so the terms
//! there are the reasons. The captures, which a search does not report, are found again by a small search of captures
//! alone. Where the two values differ all the same, no reasons are given.

use engine_core::evaluation::Evaluation;
use engine_core::evaluator::EvaluatorInfo;
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::notation::fen_of;
use engine_core::params::Params;
use engine_core::rule::{Aspect, Rule};
use engine_core::score::{EVAL_MAX, Score};
use engine_core::search::Report;
use evaluators::{AnyEvaluator, EvaluationError, Searcher};
use openings::moves::san;
use serde::Serialize;
use shakmaty::{Move, Position};

use crate::position::side_name;

/// The table of a search, two to this power entries: as large as a UCI program's, 16 MB.
const TABLE: u32 = 20;
/// The longest row of captures at the end of a line.
const MAX_CAPTURES: u32 = 12;
/// The iterations among which a line that is not cut is looked for.
const ITERATIONS: usize = 4;
/// Centipawns by which their scores may differ, and the difference of two scores from that of the ends of their lines.
const NEARLY: i32 = 30;

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
            match gains.iter_mut().find(|(name, aspect, _)| Rule::of(*aspect, name) == term.rule) {
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
        let (found, end, line) = expected(evaluator, &mut *search, game, &limits)?;
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

/// What is expected after a move: the last finished iteration, the end of its line, and all moves to it.
///
/// Where the table knew the rest of a line, it is cut, and an iteration or two before it has its whole line with nearly the
/// same score, or else the rest is searched again from its end.
fn expected(
    evaluator: &dyn AnyEvaluator,
    search: &mut dyn Searcher,
    game: &Game,
    limits: &Limits,
) -> Result<(Report, Game, Vec<String>), EvaluationError> {
    let mut finished = Vec::new();
    let mut keep = |report: &Report| finished.extend(Some(report.clone()).filter(Report::is_result));
    let broken_off = search.go(game, limits, &mut keep)?;
    let mut found = finished.last().unwrap_or(&broken_off).clone();
    for report in finished.iter().rev().take(ITERATIONS) {
        let (end, line) = follow(evaluator, game, report.line.clone())?;
        let value = game.position().turn().fold_wb(1, -1) * evaluator.explain(&end)?.total;
        let is_whole = line.len() as i32 >= report.depth && report.score.cp() == Some(value);
        if is_whole && report.score.above(found.score).abs() <= NEARLY {
            return Ok((report.clone(), end, line));
        }
    }
    if found.line.is_empty() {
        found.line = limits.search_moves.clone();
    }
    while !found.score.is_mate() && (found.line.len() as i32) < found.depth {
        let mut end = game.clone();
        found.line.iter().for_each(|&mv| end.play(mv));
        let depth = Some(found.depth - found.line.len() as i32);
        let rest = Limits { depth, search_moves: Vec::new(), ..limits.clone() };
        let more = search.go(&end, &rest, &mut |_| {})?.line;
        if more.is_empty() {
            break;
        }
        found.line.extend(more);
    }
    let (end, line) = follow(evaluator, game, found.line.clone())?;
    Ok((found, end, line))
}

impl Why {
    /// 1 for White, -1 for Black: what turns White's view into the view of the side to move.
    pub fn sign(&self) -> i32 {
        if self.side == "White" { 1 } else { -1 }
    }

    /// A term at the end of a line, in tenths of a centipawn from the side to move.
    pub fn term(&self, candidate: &Candidate, rule: Rule) -> i32 {
        let mut terms = candidate.end.breakdown.terms().iter();
        let term = terms.find(|term| term.rule == rule);
        self.sign() * term.map_or(0, |term| term.white - term.black)
    }

    /// The rules of all terms, in the order in which they come up.
    pub fn terms(&self) -> Vec<Rule> {
        let mut rules = Vec::new();
        let all = self.moves.iter().flat_map(|candidate| candidate.end.breakdown.terms());
        for rule in all.map(|term| term.rule) {
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        rules
    }

    /// The difference of the values at the ends of the first line and of that of `other`.
    pub fn gap(&self, other: &Candidate) -> i32 {
        self.sign() * (self.moves[0].end.total - other.end.total)
    }

    /// The reasons that the first move is better than `other`, the greatest first; `None` if the scores differ by a mate, or
    /// the ends of the lines do not account for the difference.
    pub fn reasons(&self, other: &Candidate) -> Option<Vec<Gain>> {
        let seen = self.moves[0].score? - other.score?;
        let accounts = (self.gap(other) - seen).abs() <= (seen / 4).min(NEARLY);
        accounts.then(|| gains(&other.end, &self.moves[0].end, self.sign()))
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
        let (value, rest) = settled(evaluator, &after, (-beta, -best.max(alpha)), left - 1)?;
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
