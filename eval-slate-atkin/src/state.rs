//! The state kept from move to move: sums over men by their squares, what depends on pawns alone,
//! and who has castled. It is a value; a move changes the copy of its node.

use engine_core::encoded_move::EncodedMove;
use engine_core::game::Game;
use engine_core::position::Position;
use shakmaty::{Board, Color, Position as _, Role, Square};

use crate::params::Params;
use crate::pawn_structure::Structure;
use crate::tables::Tables;

/// Sums over the men of one side, in points (centipawns) from its side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    pub(crate) material: i32,
    /// Pawn advancement.
    pub(crate) advance: i32,
    /// Knights' closeness to the centre.
    pub(crate) centre: i32,
}

/// One side's part of the state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SideState {
    pub(crate) sums: Sums,
    pub(crate) pawns: Structure,
    /// True if the side has castled. A position without a past counts a side as having castled
    /// if it has no castling right.
    pub(crate) castled: bool,
}

/// The state that the evaluation keeps from move to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    sides: [SideState; 2],
}

impl State {
    pub(crate) fn root(params: &Params, tables: &Tables, game: &Game) -> State {
        let board = game.position().board();
        let mut state = State { sides: [SideState::default(); 2] };
        for (square, piece) in board {
            state.set_down(tables, piece.color, piece.role, square);
        }
        state.look_at_pawns(params, board);
        for color in Color::ALL {
            state.side_mut(color).castled = !game.start().castles().has_color(color);
        }
        let mut us = game.start().turn();
        for mv in game.moves() {
            state.side_mut(us).castled |= mv.is_castle();
            us = !us;
        }
        state
    }

    /// Brings the state up to date with the move `mv` of `us`, which leads to `after`.
    #[inline]
    pub(crate) fn update(
        &mut self,
        params: &Params,
        tables: &Tables,
        us: Color,
        mv: EncodedMove,
        after: &Position,
    ) {
        // King and rook have no sums.
        if mv.is_castling() {
            self.side_mut(us).castled = true;
            return;
        }
        let role = mv.role();
        self.lift(tables, us, role, mv.from());
        self.set_down(tables, us, mv.promotion().unwrap_or(role), mv.to());
        if let Some(captured) = mv.captured() {
            self.lift(tables, !us, captured, mv.captured_on());
        }
        if role == Role::Pawn || mv.captured() == Some(Role::Pawn) {
            self.look_at_pawns(params, after.board());
        }
    }

    /// True if `color` has castled (or has come without castling rights).
    #[inline]
    pub fn castled(&self, color: Color) -> bool {
        self.side(color).castled
    }

    #[inline]
    pub(crate) fn side(&self, color: Color) -> &SideState {
        &self.sides[color as usize]
    }

    #[inline]
    fn side_mut(&mut self, color: Color) -> &mut SideState {
        &mut self.sides[color as usize]
    }

    #[inline]
    fn look_at_pawns(&mut self, params: &Params, board: &Board) {
        for color in Color::ALL {
            self.side_mut(color).pawns = Structure::of(params, board, color);
        }
    }

    #[inline]
    fn set_down(&mut self, tables: &Tables, color: Color, role: Role, square: Square) {
        let sums = &mut self.side_mut(color).sums;
        sums.material += tables.value(role);
        match role {
            Role::Pawn => sums.advance += tables.advance(color, square),
            Role::Knight => sums.centre += tables.centre(square),
            _ => {}
        }
    }

    #[inline]
    fn lift(&mut self, tables: &Tables, color: Color, role: Role, square: Square) {
        let sums = &mut self.side_mut(color).sums;
        sums.material -= tables.value(role);
        match role {
            Role::Pawn => sums.advance -= tables.advance(color, square),
            Role::Knight => sums.centre -= tables.centre(square),
            _ => {}
        }
    }
}
