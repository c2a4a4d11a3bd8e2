//! The rules, each a function of what a node shows and the side it is for. All of them give
//! centipawns from that side: a penalty is negative. [`rules`](crate::rules) describes them.

pub(crate) mod pawns;

use engine_core::node::Node;
use shakmaty::{Bitboard, Board, ByColor, Color, Role};

use crate::lines::{self, MoveLines};
use crate::params::{ENDGAME_MEN, KING_ENOUGH_MOVES, Params};
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

#[inline]
pub(crate) fn material(scene: &Scene<'_>, color: Color) -> i32 {
    scene.state.sums(color).material
}

/// The defended value of each man. A king too is defended, by whatever reaches it.
#[inline]
pub(crate) fn defended(scene: &Scene<'_>, color: Color) -> i32 {
    let lines = scene.lines.get(color);
    lines.action.sum(scene.board.by_color(color))
}

/// The attacked value of each man, taken off. A king in check is attacked as any man is.
#[inline]
pub(crate) fn attacked(scene: &Scene<'_>, color: Color) -> i32 {
    let lines = scene.lines.get(!color);
    -lines.action.sum(scene.board.by_color(color))
}

/// Hanging men: by how much each is attacked more than it is defended, the king included.
///
/// A quirk: the prose subtracts the attack once more, the code takes the excess ten
/// times.
#[inline]
pub(crate) fn hanging(scene: &Scene<'_>, color: Color) -> i32 {
    let [defence, attack] = [color, !color].map(|side| &scene.lines.get(side).action);
    scene.params.hanging * attack.excess(defence).sum(scene.board.by_color(color))
}

#[inline]
pub(crate) fn mobility(scene: &Scene<'_>, color: Color) -> i32 {
    scene.lines.get(color).moves
}

#[inline]
pub(crate) fn squares(scene: &Scene<'_>, color: Color) -> i32 {
    let king = scene
        .board
        .king_of(color)
        .map_or(0, |square| scene.params.king_square(color, square, scene.endgame));
    scene.state.sums(color).squares + king
}

#[inline]
pub(crate) fn knight_endgame(scene: &Scene<'_>, color: Color) -> i32 {
    if scene.endgame { scene.params.knight_endgame * scene.count(Role::Knight, color) } else { 0 }
}

#[inline]
pub(crate) fn bishop_endgame(scene: &Scene<'_>, color: Color) -> i32 {
    if scene.endgame { scene.params.bishop_endgame * scene.count(Role::Bishop, color) } else { 0 }
}

#[inline]
pub(crate) fn bishop_pair(scene: &Scene<'_>, color: Color) -> i32 {
    scene.params.bishop_pair * (scene.count(Role::Bishop, color) - 1).max(0)
}

#[inline]
pub(crate) fn rook_moved(scene: &Scene<'_>, color: Color) -> i32 {
    if scene.state.castled(color) {
        return 0;
    }
    let moved = scene.ours(Role::Rook, color) & scene.state.moved();
    scene.params.rook_moved * moved.count() as i32
}

#[inline]
pub(crate) fn queen_moved(scene: &Scene<'_>, color: Color) -> i32 {
    if scene.endgame {
        return 0;
    }
    let moved = scene.ours(Role::Queen, color) & scene.state.moved();
    scene.params.queen_moved * moved.count() as i32
}

/// A king that has moved while its side has not castled and the endgame flag is off.
///
/// A quirk: in the prose castling is impossible, in the code the king has moved.
#[inline]
pub(crate) fn king_moved(scene: &Scene<'_>, color: Color) -> i32 {
    let moved = (scene.ours(Role::King, color) & scene.state.moved()).any();
    if moved && !scene.state.castled(color) && !scene.endgame { scene.params.king_moved } else { 0 }
}

#[inline]
pub(crate) fn king_few_moves(scene: &Scene<'_>, color: Color) -> i32 {
    if scene.lines.get(color).king_moves < KING_ENOUGH_MOVES {
        scene.params.king_few_moves
    } else {
        0
    }
}

/// Giving check.
///
/// A quirk: the bonus for the endgame comes before the scan by the flag and after it by the men
/// counted, so the two differ for one position.
#[inline]
pub(crate) fn check(scene: &Scene<'_>, color: Color) -> i32 {
    if !scene.check || color == scene.turn {
        return 0;
    }
    let params = scene.params;
    let late = if scene.endgame { params.check_endgame } else { 0 };
    let few = if scene.has_few_men() { params.check_few_men } else { 0 };
    params.check + late + few
}

#[inline]
pub(crate) fn castled(scene: &Scene<'_>, color: Color) -> i32 {
    if scene.state.castled(color) { scene.params.castled } else { 0 }
}

#[inline]
pub(crate) fn tempo(scene: &Scene<'_>, color: Color) -> i32 {
    if color == scene.turn { scene.params.tempo } else { 0 }
}
