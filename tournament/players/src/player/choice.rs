//! Several best moves of a player that tells of one.

use std::time::Duration;

use engine_core::game::Game;
use engine_core::limits::Limits;
use shakmaty::Position;

use super::{Choice, DECIDED, Player, Request};
use crate::record::{Failure, Termination};

/// The best moves by searches that tell of one move only.
pub(super) fn best_moves<P: Player + ?Sized>(
    player: &mut P,
    game: &Game,
    nodes: u64,
    count: usize,
) -> Result<Vec<Choice>, Failure> {
    if count == 1 {
        return Ok(vec![think(player, game, nodes)?]);
    }
    let moves = game.legal_moves();
    let share = (nodes / moves.len().max(1) as u64).max(1);
    let mut choices = Vec::with_capacity(moves.len());
    for &mv in &moves {
        let mut after = game.clone();
        after.play(mv);
        let score = if !after.legal_moves().is_empty() {
            -think(player, &after, share)?.score
        } else if after.position().checkers().any() {
            DECIDED
        } else {
            0
        };
        choices.push(Choice {
            mv,
            score,
            expected: None,
        });
    }
    choices.sort_by_key(|choice| -choice.score);
    choices.truncate(count);
    Ok(choices)
}

fn think<P: Player + ?Sized>(player: &mut P, game: &Game, nodes: u64) -> Result<Choice, Failure> {
    let limits = Limits::nodes(nodes);
    let task = Request {
        game,
        limits: &limits,
        opponent: None,
        margin: Duration::ZERO,
        line: false,
    };
    let thought = player.think(&task)?;
    match (thought.best, thought.score) {
        (Some(mv), Some(score)) => Ok(Choice::new(mv, score, None)),
        _ => Err(Failure {
            kind: Termination::UnparsableMove,
            detail: "no move with a score".to_owned(),
            log: player.transcript(),
        }),
    }
}
