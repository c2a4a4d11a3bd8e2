//! Witnesses: what evaluations from outside say of positions of the run's own games, by which they are known again.

use std::collections::BTreeMap;

use config::{Config, EngineConfig, EngineKind};
use engine_core::game::Game;
use players::player::{AnyEvaluator, configured};
use players::record::{GameRecord, Witness};
use shakmaty::fen::Fen;
use shakmaty::{EnPassantMode, Position};

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

    /// The differences between what the evaluations that are known by their values said in these games and say now, the
    /// first of each engine, in words.
    pub(crate) fn differences(
        &mut self,
        games: &[GameRecord],
        is_known: impl Fn(&EngineConfig) -> bool,
    ) -> Vec<String> {
        let mut lines = BTreeMap::new();
        let config = self.config;
        for (engine, own) in config.engines.iter().enumerate().filter(|(_, engine)| is_known(engine)) {
            let of_it = games.iter().filter_map(|game| {
                let witness = game.witness.as_ref()?;
                let value = if game.white == engine { witness.white } else { witness.black };
                Some((game.index, &witness.fen, value.filter(|_| [game.white, game.black].contains(&engine))?))
            });
            let of_it: Vec<_> = of_it.collect();
            for (index, fen, was) in of_it.iter().step_by(of_it.len().div_ceil(ASKED).max(1)) {
                let is = Game::parse(fen).ok().and_then(|game| self.value(engine, &game));
                if let Some(is) = is.filter(|is| is != was) {
                    let (name, is) = (&own.name, centipawns(is));
                    lines.entry(engine).or_insert_with(|| {
                        let (game, was) = (index + 1, centipawns(*was));
                        format!("engine {name:?}: its value of \"{fen}\" has changed (it was {was} in game {game}, and is {is})")
                    });
                    break;
                }
            }
        }
        lines.into_values().collect()
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
