//! The comparison of a repeated run with the original.

use serde::Serialize;

use config::Config;
use players::record::GameRecord;
use runner::run::Run;
use runner::store::{Store, StoreError};

/// The result of a repetition.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Repetition {
    /// Games that both runs have.
    pub compared: usize,
    /// Games among them that must be equal: neither side has a clock.
    pub fixed: usize,
    /// Games among these that are equal.
    pub same: usize,
    /// Games that only the first run has.
    pub missing: usize,
    /// The first difference, in words.
    pub first_difference: Option<String>,
}

impl Repetition {
    /// Compares the games of `again` with those of `run`, which it repeats.
    ///
    /// # Errors
    /// If a store cannot be read.
    pub fn of(run: &Run, again: &Store) -> Result<Self, StoreError> {
        let Run { config, schedule, .. } = run;
        let mut found = Self::default();
        run.store.visit(|game| {
            let Some(second) = again.game(game.index)? else {
                found.missing += 1;
                return Ok(());
            };
            found.compared += 1;
            let time_control = schedule.time_control(game.index);
            let is_fixed = |engine| config.limit(time_control, engine).is_deterministic();
            if !is_fixed(game.white) || !is_fixed(game.black) {
                return Ok(());
            }
            found.fixed += 1;
            if game.is_same_game(&second) {
                found.same += 1;
            } else {
                let difference = || difference(config, &game, &second);
                found.first_difference.get_or_insert_with(difference);
            }
            Ok::<(), StoreError>(())
        })?;
        Ok(found)
    }

    /// True if every game that must be the same is there and the same.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.same == self.fixed && self.missing == 0
    }
}

/// The first difference of two games.
fn difference(config: &Config, was: &GameRecord, is: &GameRecord) -> String {
    let name = |engine: usize| {
        let engine = config.engines.get(engine);
        engine.map_or("an unknown engine", |engine| engine.name.as_str())
    };
    let game = format!("game {} ({} - {})", was.index + 1, name(was.white), name(was.black));
    if (was.white, was.black) != (is.white, is.black) {
        return format!("{game} is now {} - {}", name(is.white), name(is.black));
    }
    if (&was.start_fen, &was.book_moves) != (&is.start_fen, &is.book_moves) {
        return format!("{game} begins with another opening");
    }
    let book = was.book_moves.len();
    let mut moves = was.moves.iter().zip(&is.moves).enumerate();
    let parted = moves.find(|(_, (was, is))| was.uci != is.uci);
    if let Some((ply, (was, is))) = parted {
        let (ply, was, is) = (book + ply + 1, &was.uci, &is.uci);
        return format!("{game}: ply {ply} was {was} and is {is}");
    }
    if was.moves.len() != is.moves.len() {
        let (was, is) = (book + was.moves.len(), book + is.moves.len());
        return format!("{game}: it had {was} plies and has {is}");
    }
    let searched =
        was.moves.iter().zip(&is.moves).position(|(was, is)| {
            (was.score, was.depth, was.nodes) != (is.score, is.depth, is.nodes)
        });
    match searched {
        Some(ply) => format!("{game}: the search of ply {} was another one", book + ply + 1),
        None => format!(
            "{game}: it ended by {} and ends by {}",
            was.termination.phrase(),
            is.termination.phrase()
        ),
    }
}
