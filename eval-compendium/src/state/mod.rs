//! The game history that rules remember.

mod exchanges;
pub(crate) mod lowered;
#[cfg(test)]
mod tests;

use engine_core::encoded_move::EncodedMove;
use engine_core::game::Game;
use engine_core::key::mixed;
use engine_core::move_history::MoveHistory;
use engine_core::position::Position;
use exchanges::Exchanges;
use lowered::LoweredPieces;
use shakmaty::{ByColor, Role, Square};

use crate::board::past::{First, LastMove, Past, bishops_home, knights_home};
use crate::board::phase::{Weights, is_opening};
use crate::interplay::{Interplay, PIECE_VALUES};
use crate::last_move::{EffectScope, effects};

/// The state kept from move to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    history: MoveHistory,
    /// The history of either side.
    pub(crate) past: ByColor<Past>,
    exchanges: Exchanges,
    /// Pieces that count less than they are worth: none outside a second search from the root.
    pub(crate) lowered: LoweredPieces,
    /// A key of everything that the value depends on apart from the position: the past in the opening, the
    /// effects of the last moves, the material given in an attack or for an advantage, and the pieces that
    /// count less than they are worth.
    pub(crate) key: u64,
}

impl State {
    pub(crate) fn root(scope: EffectScope, game: &Game, interplay: &Interplay) -> State {
        let mut position = Position::from(game.start());
        let mut state = State {
            history: MoveHistory::root(&Game::new(game.start().clone())),
            past: ByColor::new_with(|color| Past::of_bare(&position, color)),
            exchanges: Exchanges::root(&position, interplay.numbers(PIECE_VALUES)),
            lowered: LoweredPieces::default(),
            key: 0,
        };
        state.settle(Weights::of(&position));
        for &mv in game.moves() {
            let before = position.clone();
            position.play(mv.into());
            state.play(scope, &before, mv.into(), &position, interplay);
        }
        state
    }

    /// Brings the state, that of `before`, up to date with `mv`, which leads to `after`.
    pub(crate) fn play(
        &mut self,
        scope: EffectScope,
        before: &Position,
        mv: EncodedMove,
        after: &Position,
        interplay: &Interplay,
    ) {
        let us = before.turn();
        let values = interplay.numbers(PIECE_VALUES);
        let had_moved = self.has_moved(mv.from());
        self.history.update(before, mv);
        self.lowered = self.lowered.child(us, mv);
        self.exchanges.play(before, mv, values);
        let gave = self.exchanges.gave(values);
        self.past.white.gave_in_attack = gave.white;
        self.past.black.gave_in_attack = gave.black;
        let sacrificed = self.exchanges.sacrificed(after);
        self.past.white.sacrifice = sacrificed.white;
        self.past.black.sacrifice = sacrificed.black;
        let weights = Weights::of(after);
        let past = self.past.get_mut(us);
        past.last = effects(scope, interplay, before, mv, after, weights);
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castling() {
            past.castle(before, from < to);
        } else {
            let first = match mv.role() {
                Role::Knight if knights_home(us).contains(from) => First::Knight,
                Role::Bishop if bishops_home(us).contains(from) => First::Bishop,
                _ => First::Neither,
            };
            if past.first == First::Neither {
                past.first = first;
            }
            let piece = !matches!(mv.role(), Role::Pawn | Role::King);
            let castled = past.castled_rook == Some(from);
            let moved = had_moved && !castled;
            if piece && !mv.is_capture() && moved && is_opening(before) {
                past.repeats = past.repeats.saturating_add(1);
            }
            self.past.white.leave(from, to);
            self.past.black.leave(from, to);
        }
        self.settle(weights);
    }

    pub(crate) fn null(&self, after: &Position) -> State {
        let mut state = State { history: self.history.null(after), lowered: self.lowered.null(), ..*self };
        state.past.get_mut(!after.turn()).last = LastMove::default();
        state.settle(Weights::of(after));
        state
    }

    /// The same with pieces that count less than they are worth.
    pub(crate) fn lowering(&self, lowered: LoweredPieces, position: &Position) -> State {
        let mut state = State { lowered, ..*self };
        state.settle(Weights::of(position));
        state
    }

    /// True if the piece on `square` has moved.
    pub(crate) fn has_moved(&self, square: Square) -> bool {
        self.history.moved.contains(square)
    }

    /// Computes the key in a position whose phases have these weights.
    fn settle(&mut self, weights: Weights) {
        let ByColor { white, black } = &self.past;
        let [of_white, of_black] = [white, black].map(|past| past.last.packed(weights));
        let gave = u64::from(white.gave_in_attack) << 1 | u64::from(black.gave_in_attack);
        let gave = if weights.middlegame > 0 { gave } else { 0 };
        let bought = white.sacrifice.packed() << 8 | black.sacrifice.packed();
        let bought = if weights.endgame > 0 { bought } else { 0 };
        let lately = bought << 34 | gave << 32 | of_white << 16 | of_black;
        let lowered = self.lowered.key();
        self.key = if weights.opening > 0 {
            mixed(white.packed() << 32 | black.packed()) ^ mixed(lately.rotate_left(32)) ^ lowered
        } else {
            mixed(lately) ^ lowered
        };
    }
}
