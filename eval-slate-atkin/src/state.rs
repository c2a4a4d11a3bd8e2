//! What is kept from move to move: sums over men by their squares, what depends on pawns alone,
//! and who has castled. It is a value; every move makes a new one.

use engine_core::game::Game;
use shakmaty::{Board, Chess, Color, Move, Position, Role, Square};

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
    /// Whether the side has castled. A position without a past counts a side as having castled
    /// if it has no castling right.
    pub(crate) castled: bool,
}

/// What the evaluation keeps from move to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    sides: [SideState; 2],
}

impl State {
    pub(crate) fn root(params: &Params, tables: &Tables, game: &Game) -> State {
        let board = game.position().board();
        let mut state = State {
            sides: [SideState::default(); 2],
        };
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

    /// The state after the move `mv` of `us`, which leads to `after`.
    #[inline]
    pub(crate) fn after(
        &self,
        params: &Params,
        tables: &Tables,
        us: Color,
        mv: Move,
        after: &Chess,
    ) -> State {
        let mut state = *self;
        match mv {
            Move::Normal {
                role,
                from,
                capture,
                to,
                promotion,
            } => {
                state.lift(tables, us, role, from);
                state.set_down(tables, us, promotion.unwrap_or(role), to);
                if let Some(captured) = capture {
                    state.lift(tables, !us, captured, to);
                }
                if role == Role::Pawn || capture == Some(Role::Pawn) {
                    state.look_at_pawns(params, after.board());
                }
            }
            Move::EnPassant { from, to } => {
                state.lift(tables, us, Role::Pawn, from);
                state.set_down(tables, us, Role::Pawn, to);
                let captured = Square::from_coords(to.file(), from.rank());
                state.lift(tables, !us, Role::Pawn, captured);
                state.look_at_pawns(params, after.board());
            }
            // King and rook have no sums; nothing else is ever put on the board.
            Move::Castle { .. } => state.side_mut(us).castled = true,
            Move::Put { .. } => {}
        }
        state
    }

    /// Whether `color` has castled (or has come without castling rights).
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
            self.side_mut(color).pawns = Structure::of(&params.pawn, board, color);
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
