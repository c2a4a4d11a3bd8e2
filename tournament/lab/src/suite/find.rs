//! Blunders of a run: moves after which the mover's own score fell, confirmed by a deeper search.

use std::collections::HashSet;

use anyhow::{anyhow, bail};
use engine_core::game::Game;
use openings::pgn::GivenValue;
use openings::{Opening, WholeGame};
use shakmaty::{Chess, Move, Position};

use super::add::NewLine;
use super::moves::san;
use crate::positions::{ask, whole};
use config::{EngineConfig, EngineKind, LimitKind};
use players::player::{GivenScore, Player};
use players::pool::Pool;
use players::record::{Failure, GameRecord, Termination};
use players::scale;
use runner::run::Run;

/// Scores beyond this count as this many Michniewski centipawns: what is won stays won, and what is lost cannot
/// be lost again.
const DECIDED: i32 = 2000;
const DEEPER: u64 = 10;
/// The table of an evaluator that judges, two to this power entries, at least: as that of one that solves suites.
const TABLE: u8 = 20;
/// The nodes of a judge where the engine's moves were not limited by nodes.
const NODES: u64 = 100_000;

/// A move after which the mover's own score fell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suspect {
    /// The game's number in the run, from 1.
    game: usize,
    /// The half-move of the game, from 1, the opening's included.
    ply: usize,
    engine: usize,
    position: Chess,
    played: Move,
    /// The mover's own score with the move, from its side, in Michniewski centipawns within 2000.
    before: i32,
    /// Its own score at its next move; mated, it is -2000.
    after: i32,
}

/// The suspects of a run's games, those of the engine `only` if it is named. `drop` is in Michniewski centipawns, to
/// which scores are converted by their engines' scales. Fails if the run is damaged, or there is no such engine.
pub fn suspects(run: &Run, only: Option<&str>, drop: i32) -> anyhow::Result<Vec<Suspect>> {
    let Run { config, store, .. } = run;
    let names: Vec<&str> = config.engines.iter().map(|engine| engine.name.as_str()).collect();
    if let Some(name) = only.filter(|only| !names.contains(only)) {
        bail!("no engine of the run is called {name:?}; there are {}", names.join(", "));
    }
    let is_wanted = |suspect: &Suspect| only.is_none_or(|only| only == names[suspect.engine]);
    let scales: Vec<f64> = config.engines.iter().map(scale::of_engine).collect();
    let mut found = Vec::new();
    store.visit::<anyhow::Error>(|record| {
        let suspects = in_game(&record, drop, &scales).ok_or_else(|| {
            anyhow!("{}: game {} is damaged; nothing can be found in it", run.folder.display(), record.index + 1)
        })?;
        found.extend(suspects.into_iter().filter(is_wanted));
        Ok(())
    })?;
    Ok(found)
}

/// The suspects of one game between engines of these scales; `None` if its moves cannot be played.
fn in_game(record: &GameRecord, drop: i32, scales: &[f64]) -> Option<Vec<Suspect>> {
    let WholeGame { opening: Opening { start: mut position, moves, .. }, scores, .. } = whole(record)?;
    let mut suspects = Vec::new();
    for (index, &played) in moves.iter().enumerate() {
        let engine = position.turn().fold_wb(record.white, record.black);
        let scale = *scales.get(engine)?;
        let own = |at: usize| Some(capped(scores[at]?.value, scale));
        let after = match index + 2 {
            next if next < moves.len() => own(next),
            // The other side's answer was mate.
            next => (next == moves.len() && record.termination == Termination::Checkmate).then_some(-DECIDED),
        };
        if let (Some(before), Some(after)) = (own(index), after)
            && before - after >= drop
        {
            suspects.push(Suspect {
                game: record.index + 1,
                ply: index + 1,
                engine,
                position: position.clone(),
                played,
                before,
                after,
            });
        }
        position.play_unchecked(played);
    }
    Some(suspects)
}

/// A score in Michniewski centipawns.
fn capped(score: GivenValue, scale: f64) -> i32 {
    match score {
        GivenValue::Mate(moves) => DECIDED * if moves < 0 { -1 } else { 1 },
        GivenValue::Centipawns(cp) => evaluators::scale::in_michniewskis(cp, scale).clamp(-DECIDED, DECIDED),
    }
}

/// The engine that confirms blunders.
#[derive(Debug, Clone)]
pub struct Judge {
    /// `None`: the engine that played the move.
    pub engine: Option<EngineConfig>,
    /// Nodes of each of its searches; `None`: ten times those of the engine's moves.
    pub nodes: Option<u64>,
    /// The least loss of a blunder, in Michniewski centipawns.
    pub drop: i32,
}

impl Judge {
    /// The blunders among the suspects of the run of this name and these engines, each position and move once, as lines
    /// of a suite, by searches on `threads` workers; `done` is called after each suspect. A judge that fails confirms
    /// nothing.
    pub fn confirm(
        &self,
        (run, engines): (&str, &[EngineConfig]),
        suspects: &[Suspect],
        threads: usize,
        mut done: impl FnMut(),
    ) -> anyhow::Result<Vec<NewLine>> {
        let is_program = |engine: &EngineConfig| matches!(engine.kind, EngineKind::Program(_));
        let engine_of = |suspect: &Suspect| &engines[suspect.engine];
        let mut playing = suspects.iter().map(engine_of).filter(|_| self.engine.is_none());
        if let Some(engine) = playing.find(|engine| is_program(engine)) {
            bail!("engine \"{}\" is a program; name an engine that judges its moves with --judge", engine.name);
        }
        let judges: Vec<EngineConfig> = engines.iter().map(|own| self.of_engine(own)).collect();
        let pool = Pool::new(&judges, threads)?;
        let judged = pool.each(
            suspects.len(),
            |job| suspects[job].engine,
            |player, job| {
                let suspect = &suspects[job];
                // A program that fails gives no verdict.
                let verdict = self.verdict(player, &judges[suspect.engine], suspect).ok().flatten();
                let Suspect { game, ply, position, played, before, after, .. } = suspect;
                let (engine, mv) = (&engine_of(suspect).name, san(*played, position));
                let line = |verdict| NewLine {
                    position: position.clone(),
                    best: Vec::new(),
                    avoid: vec![*played],
                    id: format!("{run} game {game} ply {ply}"),
                    note: format!("{engine} played {mv}, its score {before:+} fell to {after:+}; {verdict}"),
                };
                Ok::<_, anyhow::Error>(verdict.map(line))
            },
            |_, _| done(),
        )?;
        // Two games of a pair may share them.
        let mut seen = HashSet::new();
        let mut blunders: Vec<NewLine> = judged.into_iter().flatten().collect();
        blunders.retain(|line| seen.insert((line.position.clone(), line.avoid.clone())));
        Ok(blunders)
    }

    fn of_engine(&self, engine: &EngineConfig) -> EngineConfig {
        let nodes = self.nodes.unwrap_or(match engine.limit {
            LimitKind::Nodes(nodes) => nodes.saturating_mul(DEEPER),
            _ => NODES,
        });
        let mut judge = self.engine.clone().unwrap_or_else(|| engine.clone());
        judge.limit = LimitKind::Nodes(nodes);
        if let EngineKind::Evaluator(evaluator) = &mut judge.kind {
            evaluator.table = evaluator.table.max(TABLE);
        }
        judge
    }

    /// The best move, its score and the score of the move that was played, from the mover's side in Michniewski
    /// centipawns, in words; `None` if that does not lose enough.
    fn verdict(
        &self,
        player: &mut dyn Player,
        engine: &EngineConfig,
        suspect: &Suspect,
    ) -> Result<Option<String>, Failure> {
        let (best, best_score) = think(player, engine, &suspect.position)?;
        let mut after = suspect.position.clone();
        after.play_unchecked(suspect.played);
        let played_score = match after.is_stalemate() {
            true => 0,
            false if after.is_checkmate() => DECIDED,
            // The other side's score, from the mover's side.
            false => -think(player, engine, &after)?.1,
        };
        let is_blunder = best != Some(suspect.played) && best_score - played_score >= self.drop;
        let name = |mv| san(mv, &suspect.position);
        Ok(best.filter(|_| is_blunder).map(|best| {
            let (judge, limit, best, mv) = (&engine.name, engine.limit, name(best), name(suspect.played));
            format!("{judge} at {limit}: {best} {best_score:+}, {mv} {played_score:+}")
        }))
    }
}

fn think(player: &mut dyn Player, engine: &EngineConfig, position: &Chess) -> Result<(Option<Move>, i32), Failure> {
    let thought = ask(player, engine, &Game::new(position.clone()), &mut |_| {})?;
    let score = match thought.score {
        Some(GivenScore::Mate(moves)) => capped(GivenValue::Mate(moves), 1.0),
        Some(GivenScore::Cp(cp)) => capped(GivenValue::Centipawns(cp), player.scale()),
        None => 0,
    };
    Ok((thought.best, score))
}

#[cfg(test)]
mod tests {
    use super::*;
    use players::record::{GameResult, MoveScore};
    use runner::sample;

    fn cp(cp: i32) -> Option<MoveScore> {
        Some(MoveScore::Cp(cp))
    }

    /// Half-move, engine, and the score before and after of each suspect; White is engine 1.
    fn found(
        start: Option<&str>,
        moves: &[(&str, Option<MoveScore>)],
        termination: Termination,
        scales: &[f64; 2],
        drop: i32,
    ) -> Option<Vec<(usize, usize, i32, i32)>> {
        let game = sample::game(&sample::config(), 6, GameResult::BlackWins);
        let record = |(uci, score): &(&str, Option<MoveScore>)| {
            let (uci, score) = ((*uci).to_owned(), *score);
            players::record::MoveRecord { uci, score, ..game.moves[0].clone() }
        };
        let game = GameRecord {
            white: 1,
            black: 0,
            start_fen: start.map(str::to_owned),
            book_moves: Vec::new(),
            moves: moves.iter().map(record).collect(),
            termination,
            ..game
        };
        let suspects = in_game(&game, drop, scales)?;
        assert!(suspects.iter().all(|suspect| suspect.game == 7));
        let numbers = |s: &Suspect| (s.ply, s.engine, s.before, s.after);
        Some(suspects.iter().map(numbers).collect())
    }

    #[test]
    fn a_suspect_is_a_fall_of_the_movers_own_score_in_michniewskis_centipawns() {
        use Termination::{AdjudicatedWin, Checkmate, MaxMoves};
        let mate = Some(MoveScore::Mate { mate: -1 });
        let fool = [("f2f3", cp(10)), ("e7e5", cp(-40)), ("g2g4", cp(-190)), ("d8h4", mate)];
        let quiet = [("e2e4", cp(300)), ("e7e5", cp(-3000)), ("d2d4", cp(-100)), ("d7d5", cp(-2500))];
        let black = [("e8d8", cp(-150)), ("e1d1", None), ("d8e8", cp(3000)), ("d1e1", cp(0))];
        let black_begins = Some("4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1");
        for (start, moves, end, scales, drop, expected) in [
            // The second is mated; the first cost exactly 200.
            (None, &fool, Checkmate, [1.0; 2], 200, vec![(1, 1, 10, -190), (3, 1, -190, -2000)]),
            (None, &fool, Checkmate, [1.0; 2], 201, vec![(3, 1, -190, -2000)]),
            (None, &fool, AdjudicatedWin, [1.0; 2], 300, vec![]),
            // Black's scores are turned round; without a score there is no fall.
            (black_begins, &black, MaxMoves, [1.0; 2], 200, vec![(1, 0, 150, -2000)]),
            // 400 of White's centipawns are 160 of Michniewski's.
            (None, &quiet, MaxMoves, [1.0, 2.5], 160, vec![(1, 1, 120, -40)]),
            (None, &quiet, MaxMoves, [1.0, 2.5], 161, vec![]),
            // Black's 3000 and 2500 are 1000 and 833 if three are worth one: no longer both beyond 2000.
            (None, &quiet, MaxMoves, [3.0, 10.0], 167, vec![(2, 0, 1000, 833)]),
            (None, &quiet, MaxMoves, [3.0, 10.0], 168, vec![]),
        ] {
            let found = found(start, moves, end, &scales, drop);
            assert_eq!(found, Some(expected), "{moves:?} {scales:?} {drop}");
        }
        assert_eq!(found(None, &[("e2e5", cp(0))], MaxMoves, &[1.0; 2], 200), None);
    }
}
