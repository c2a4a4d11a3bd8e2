//! Witnesses: what evaluations from outside say of positions of the run's own games, by which they are known again.

use std::collections::BTreeMap;

use config::{Config, EngineConfig, EngineKind};
use engine_core::game::Game;
use players::identity::{Identities, Identity};
use players::player::{AnyEvaluator, configured};
use players::record::{GameRecord, Witness};
use shakmaty::fen::Fen;
use shakmaty::{EnPassantMode, Position};

use crate::store::{Store, StoreError};

/// Witnesses of one engine that are asked when a run goes on.
const ASKED: usize = 500;

/// The evaluations from outside of a run, each in a process of its own, which is started when it is first asked.
pub(crate) struct Witnesses<'c> {
    config: &'c Config,
    evaluations: BTreeMap<usize, Option<Box<dyn AnyEvaluator>>>,
}

impl<'c> Witnesses<'c> {
    pub(crate) fn new(config: &'c Config) -> Self {
        Self { config, evaluations: BTreeMap::new() }
    }

    /// Adds to a game what its evaluations from outside say of one of its positions.
    pub(crate) fn add_to(&mut self, game: &mut GameRecord) {
        if ![game.white, game.black].into_iter().any(|engine| self.is_asked(engine)) {
            return;
        }
        // Any one, so that all parts of games are among them.
        let moves = game.book_moves.len() + game.moves.len();
        let Some(at) = position(game, game.started as usize % (moves + 1)) else { return };
        let fen = Fen::from_position(at.position(), EnPassantMode::Legal).to_string();
        let (white, black) = (self.value(game.white, &at), self.value(game.black, &at));
        game.witness = Some(Witness { fen, white, black });
    }

    /// What evaluations from outside say otherwise now than in these games, the first of each engine, in words.
    fn differences(
        &mut self,
        games: &[(usize, [usize; 2], Witness)],
        engines: impl Iterator<Item = usize>,
    ) -> Vec<String> {
        let mut of_engine = |engine: usize| {
            let of_it = games.iter().filter_map(|(index, players, witness)| {
                let value = if players[0] == engine { witness.white } else { witness.black };
                Some((index, &witness.fen, value.filter(|_| players.contains(&engine))?))
            });
            let of_it: Vec<_> = of_it.collect();
            of_it.iter().step_by(of_it.len().div_ceil(ASKED).max(1)).find_map(|(index, fen, was)| {
                let is = self.value(engine, &Game::parse(fen).ok()?).filter(|is| is != was)?;
                let (name, game) = (&self.config.engines[engine].name, *index + 1);
                let (was, is) = (centipawns(*was), centipawns(is));
                Some(format!(
                    "engine {name:?}: its value of \"{fen}\" has changed (it was {was} in game {game}, and is {is})"
                ))
            })
        };
        engines.filter_map(&mut of_engine).collect()
    }

    /// True if the engine is an evaluation from outside.
    fn is_asked(&self, engine: usize) -> bool {
        let kind = self.config.engines.get(engine).map(|engine| &engine.kind);
        matches!(kind, Some(EngineKind::Evaluator(own)) if own.external.is_some())
    }

    fn value(&mut self, engine: usize, game: &Game) -> Option<i32> {
        if !self.is_asked(engine) {
            return None;
        }
        let config = self.config;
        let evaluation = self.evaluations.entry(engine).or_insert_with(|| match &config.engines[engine].kind {
            EngineKind::Evaluator(own) => configured(&config.engines[engine].name, own).ok(),
            EngineKind::Program(_) => None,
        });
        let value = evaluation.as_ref()?.tenths(game).ok();
        if value.is_none() {
            // It is asked again, but not today: each time may take as long as a hang.
            *evaluation = None;
        }
        value
    }
}

/// Games of a run at most from which witnesses are taken.
const READ: usize = 20_000;

/// What evaluations from outside that are known by their values say otherwise now than in the games of a run, in words.
pub(crate) fn changes(store: &Store, config: &Config, now: &Identities) -> Result<Vec<String>, StoreError> {
    let known = |engine: &EngineConfig| now.get(&engine.name).is_some_and(Identity::has_values);
    let known = config.engines.iter().enumerate().filter(|(_, engine)| Identity::is_foreign(engine) && known(engine));
    let known: Vec<usize> = known.map(|(index, _)| index).collect();
    let mut games = Vec::new();
    if !known.is_empty() {
        let (every, mut number) = (store.count()?.div_ceil(READ).max(1), 0);
        store.visit_without_moves(|game| {
            number += 1;
            let witness = game.witness.filter(|_| number % every == 0);
            games.extend(witness.map(|witness| (game.index, [game.white, game.black], witness)));
            Ok::<(), StoreError>(())
        })?;
    }
    Ok(Witnesses::new(config).differences(&games, known.into_iter()))
}

fn centipawns(tenths: i32) -> String {
    (f64::from(tenths) / 10.0).to_string()
}

/// The position after so many moves, those of the book included; `None` if they are not such.
fn position(game: &GameRecord, moves: usize) -> Option<Game> {
    let mut at = Game::parse(game.start_fen.as_deref().unwrap_or("startpos")).ok()?;
    for uci in game.book_moves.iter().chain(game.moves.iter().map(|played| &played.uci)).take(moves) {
        at.play_uci(uci).ok()?;
    }
    // There is nothing to be said of the end of a game.
    (!at.position().is_game_over()).then_some(at)
}
