//! Suspects judged by a deeper search.

use engine_core::game::Game;
use engine_core::limits::Limits;
use serde::Serialize;
use shakmaty::{Chess, Move, Position};

use super::book::{Blunder, key};
use super::error::BlunderError;
use super::find::{DECIDED, Suspect};
use crate::suite::limits;
use crate::suite::moves::san;
use config::{Config, EngineConfig};
use evaluators::scale::in_michniewskis;
use players::player::{GivenScore, Player, Request};
use players::pool::{Pool, PoolError};
use players::record::Failure;

/// A blunder that a judge has confirmed.
#[derive(Debug, Clone, Serialize)]
pub struct ConfirmedBlunder {
    /// The game's number in the run, from 1.
    pub game: usize,
    /// The half-move of the game, from 1, the opening's included.
    pub ply: usize,
    /// The engine that played it.
    pub engine: String,
    /// The position: a FEN.
    pub position: String,
    /// The move in SAN.
    pub played: String,
    /// The mover's own score with it, in Michniewski centipawns within 2000.
    pub before: i32,
    /// Its own score at its next move.
    pub after: i32,
    /// The moves that the judge does not call blunders, the best first, in SAN.
    pub best: Vec<String>,
    /// The judge's score of the best move, from the mover's side, in Michniewski centipawns within
    /// 2000.
    pub judge_best: i32,
    /// Its score of the move that was played.
    pub judge_played: i32,
    /// The entry for the book.
    #[serde(skip)]
    pub blunder: Blunder,
}

/// A deeper search that scores moves.
#[derive(Debug, Clone)]
pub struct Judge {
    /// The engine with its limit.
    pub engine: EngineConfig,
    /// The least loss of a blunder, in Michniewski centipawns.
    pub drop: i32,
}

/// Has judges score suspects, on `threads` workers, and passes each that is done to `observer`.
/// `judges` has a judge for each engine of the run; `run` is what the book calls the run. A judge
/// that fails confirms nothing.
///
/// # Errors
/// If a judge cannot be set up, or the workers cannot be started.
pub fn confirmed(
    suspects: &[Suspect],
    judges: &[Judge],
    (run, config): (&str, &Config),
    threads: usize,
    mut observer: impl FnMut(),
) -> Result<Vec<ConfirmedBlunder>, BlunderError> {
    let engines: Vec<EngineConfig> = judges.iter().map(|judge| judge.engine.clone()).collect();
    let pool = Pool::new(&engines, threads)?;
    let judged = pool.each(
        suspects.len(),
        |job| suspects[job].engine,
        |player, job| {
            let suspect = &suspects[job];
            let judge = &judges[suspect.engine];
            Ok::<_, PoolError>(judge.finding(player, suspect, run, config))
        },
        |_, _| observer(),
    )?;
    Ok(judged.into_iter().flatten().collect())
}

impl Judge {
    /// The finding to keep of a suspect; `None` if it is no blunder.
    fn finding(
        &self,
        player: &mut dyn Player,
        suspect: &Suspect,
        run: &str,
        config: &Config,
    ) -> Option<ConfirmedBlunder> {
        // A program that fails gives no verdict.
        let verdict = self.verdict(player, &suspect.position, suspect.played);
        let verdict = verdict.ok().flatten()?;
        let position = &suspect.position;
        let Suspect { game, ply, before, after, .. } = *suspect;
        let engine = config.engines[suspect.engine].name.clone();
        let (judge_best, judge_played) = (verdict.best, verdict.played);
        let played = san(suspect.played, position);
        let note = format!(
            "{engine} played {played}, from {before} to {after}; {} at {}: {judge_best} and \
             {judge_played}",
            self.engine.name, self.engine.limit
        );
        Some(ConfirmedBlunder {
            game,
            ply,
            engine,
            position: engine_core::notation::fen_of(position),
            played,
            before,
            after,
            best: verdict.good.iter().map(|&mv| san(mv, position)).collect(),
            judge_best,
            judge_played,
            blunder: Blunder {
                position: position.clone(),
                best: verdict.good,
                avoid: vec![suspect.played],
                id: format!("{run} game {game} ply {ply}"),
                note: Some(note),
                score: (judge_best.abs() < DECIDED).then_some(judge_best),
            },
        })
    }

    /// The judgement of a move; `None` if it does not lose enough.
    fn verdict(
        &self,
        player: &mut dyn Player,
        position: &Chess,
        played: Move,
    ) -> Result<Option<Judgement>, Failure> {
        let game = Game::new(position.clone());
        let (best_move, score) = self.think(player, &game)?;
        let (Some(best_move), best) = (best_move, score) else {
            return Ok(None);
        };
        let played_score = self.after(player, position, played)?;
        if best_move == played || best - played_score < self.drop {
            return Ok(None);
        }
        let mut others = Vec::new();
        for mv in position.legal_moves() {
            if mv != best_move && mv != played {
                let score = self.after(player, position, mv)?;
                others.extend((best - score < self.drop).then_some((score, mv)));
            }
        }
        others.sort_by_key(|&(score, _)| -score);
        let mut good = vec![best_move];
        good.extend(others.into_iter().map(|(_, mv)| mv));
        Ok(Some(Judgement { best, played: played_score, good }))
    }

    /// The score of a move for the side that plays it: the other side's score after it, negated.
    fn after(&self, player: &mut dyn Player, position: &Chess, mv: Move) -> Result<i32, Failure> {
        let mut after = position.clone();
        after.play_unchecked(mv);
        if after.is_checkmate() {
            return Ok(DECIDED);
        }
        if after.is_stalemate() {
            return Ok(0);
        }
        let (_, score) = self.think(player, &Game::new(after))?;
        Ok(-score)
    }

    fn think(&self, player: &mut dyn Player, game: &Game) -> Result<(Option<Move>, i32), Failure> {
        player.new_game()?;
        let limits: Limits = limits(self.engine.limit);
        let thought = player.think(&Request::new(game, &limits, self.engine.margin))?;
        Ok((thought.best, centipawns(thought.score.unwrap_or(GivenScore::Cp(0)), player.scale())))
    }
}

/// The judgement of a blunder, in Michniewski centipawns from the mover's side.
struct Judgement {
    best: i32,
    played: i32,
    /// All moves that are no blunders, the best first.
    good: Vec<Move>,
}

/// Michniewski's, of a score by a player of this scale.
fn centipawns(score: GivenScore, scale: f64) -> i32 {
    match score {
        GivenScore::Mate(moves) => DECIDED * moves.signum(),
        GivenScore::Cp(cp) => in_michniewskis(cp, scale).clamp(-DECIDED, DECIDED),
    }
}

/// Findings of the same position and move, which two games of a pair may share, once.
#[must_use]
pub fn without_repeats(findings: Vec<ConfirmedBlunder>) -> Vec<ConfirmedBlunder> {
    let mut kept: Vec<ConfirmedBlunder> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for finding in findings {
        let place = (key(&finding.blunder.position), finding.played.clone());
        if seen.insert(place) {
            kept.push(finding);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use players::player::player;

    use engine_core::game::position_from_fen;

    use super::*;
    use crate::suite::moves::read;

    #[test]
    fn a_judge_confirms_what_loses_enough_and_names_what_does_not() {
        let judge = Judge { engine: EngineConfig::of_evaluator("material", 3000), drop: 200 };
        let mut player = player(&judge.engine).unwrap();
        let position = position_from_fen("4k3/8/8/8/8/3q4/7P/3RK2R w K - 0 1").unwrap();
        let mut verdict = |played: &str| {
            let played = read(played, &position).unwrap();
            judge.verdict(player.as_mut(), &position, played).unwrap()
        };
        let lost = verdict("h4").unwrap();
        assert!(lost.best - lost.played >= 200, "{} {}", lost.best, lost.played);
        assert_eq!(lost.good, [read("Rxd3", &position).unwrap()]);
        assert!(verdict("Rxd3").is_none());
    }
}
