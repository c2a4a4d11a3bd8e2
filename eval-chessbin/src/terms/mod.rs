//! The rules, each a function of what a node shows and the side it is for. All of them give
//! centipawns from that side: a penalty is negative.

pub(crate) mod board;
pub(crate) mod king;
pub(crate) mod men;
pub(crate) mod pawns;
pub(crate) mod pieces;

use engine_core::node::Node;
use shakmaty::{Bitboard, Board, ByColor, Color, Role};

use crate::lines::{self, MoveLines};
use crate::params::{ENDGAME_MEN, Params};
use crate::state::State;

/// The input of the rules, made once for a node.
pub(crate) struct Scene<'n> {
    pub(crate) params: &'n Params,
    pub(crate) board: &'n Board,
    pub(crate) state: &'n State,
    pub(crate) turn: Color,
    /// The side to move is in check; no other can be.
    pub(crate) check: bool,
    /// Men of both sides, kings included.
    pub(crate) men: u32,
    /// The endgame flag, which may be one position late.
    pub(crate) endgame: bool,
    pub(crate) lines: ByColor<MoveLines>,
}

impl<'n> Scene<'n> {
    #[inline]
    pub(crate) fn of(params: &'n Params, node: &'n Node<State>) -> Scene<'n> {
        let position = node.position();
        let board = position.board();
        let men = board.occupied().count() as u32;
        Scene {
            params,
            board,
            state: node.state(),
            turn: position.turn(),
            check: node.is_check(),
            men,
            endgame: node.state().is_endgame(men),
            lines: lines::of(position, node.is_check()),
        }
    }

    /// True if there are few men now, whatever the flag is.
    #[inline]
    fn has_few_men(&self) -> bool {
        self.men < ENDGAME_MEN
    }

    #[inline]
    fn ours(&self, role: Role, color: Color) -> Bitboard {
        self.board.by_role(role) & self.board.by_color(color)
    }

    #[inline]
    fn count(&self, role: Role, color: Color) -> i32 {
        self.ours(role, color).count() as i32
    }
}
