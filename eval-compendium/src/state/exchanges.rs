//! The exchanges of the last plies: material given while attacking the king, and pawns given for lasting advantages.

use engine_core::encoded_move::EncodedMove;
use engine_core::position::Position;
use shakmaty::attacks::{bishop_attacks, knight_attacks, queen_attacks, rook_attacks};
use shakmaty::{Bitboard, Board, ByColor, ByRole, Color, Role, Square};

use crate::board::bits::{files, pawn_hits, rank};
use crate::board::king::zone_of;
use crate::board::past::Sacrifice;
use crate::board::pawns::passed;
use crate::board::side::KING_ATTACKERS;
use crate::interplay::PIECE_VALUES;

/// The number of plies of the window; fewer if the game began later.
const WINDOW: usize = 10;
/// The last `WINDOW` plies, a bit each.
const LAST: u16 = (1 << WINDOW) - 1;
/// The least deficit of a side against the beginning of the window, in tenths of a centipawn.
const GIVEN: i64 = 1_000;

/// The last plies and the positions before them, as far as needed to detect a sacrifice. Passing is not a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exchanges {
    /// Of the present position.
    balance: Balance,
    /// The records of the positions before the last plies, in a ring.
    befores: [PositionRecord; WINDOW],
    /// The index in the ring of the next one.
    next: u8,
    /// The number of records.
    plies: u8,
    /// The plies in which each side took something, a bit each, the last one lowest.
    captures: ByColor<u16>,
}

/// The record of a position. The actions of its pieces are computed only if material has been given since,
/// in few positions out of many: copies cost less.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct PositionRecord {
    balance: Balance,
    placement: Placement,
}

/// White's material less Black's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Balance {
    /// Pieces, in tenths.
    pieces: i64,
    pawns: i64,
}

impl Exchanges {
    /// The first position of a game.
    pub(super) fn root(position: &Position, values: PIECE_VALUES) -> Exchanges {
        Exchanges {
            balance: Balance::of(position, values),
            befores: [PositionRecord::default(); WINDOW],
            next: 0,
            plies: 0,
            captures: ByColor::default(),
        }
    }

    /// Adds the ply `mv`, which is played in `before`.
    pub(super) fn play(&mut self, before: &Position, mv: EncodedMove, values: PIECE_VALUES) {
        let us = before.turn();
        self.befores[usize::from(self.next)] =
            PositionRecord { balance: self.balance, placement: Placement::of(before.board()) };
        self.next += 1;
        if usize::from(self.next) == WINDOW {
            self.next = 0;
        }
        self.plies = (self.plies + 1).min(WINDOW as u8);
        self.balance.play(us, mv, values);
        for color in Color::ALL {
            let captures = self.captures.get_mut(color);
            *captures = (*captures << 1 | u16::from(mv.is_capture() && us == color)) & LAST;
        }
    }

    /// True for a side that attacked the king at the beginning of the window and now has less material
    /// by at least a pawn, if both sides have taken something in between.
    pub(super) fn gave(&self, values: PIECE_VALUES) -> ByColor<bool> {
        if self.captures.white == 0 || self.captures.black == 0 {
            return ByColor::default();
        }
        let then = self.then();
        let won = self.balance.worth(values) - then.balance.worth(values);
        ByColor {
            white: won <= -GIVEN && then.placement.attack_king(Color::White),
            black: won >= GIVEN && then.placement.attack_king(Color::Black),
        }
    }

    /// The number of pawns that each side has less now, in `position`, than at the beginning of the window,
    /// with as much in pieces, and the number of lasting advantages that it has gained.
    pub(super) fn sacrificed(&self, position: &Position) -> ByColor<Sacrifice> {
        if self.captures.white == 0 && self.captures.black == 0 {
            return ByColor::default();
        }
        let (then, now) = (self.then(), &self.balance);
        let given = then.balance.pawns - now.pawns;
        if given == 0 || now.pieces != then.balance.pieces {
            return ByColor::default();
        }
        let giver = if given > 0 { Color::White } else { Color::Black };
        let [held_then, held_now] = [then.placement, Placement::of(position.board())].map(|placement| held(&placement));
        let gained = held_now.get(giver) & !held_then.get(giver);
        let mut sacrifices = ByColor::default();
        if gained != 0 {
            *sacrifices.get_mut(giver) =
                Sacrifice { pawns: given.unsigned_abs() as u8, advantages: gained.count_ones() as u8 };
        }
        sacrifices
    }

    /// The position at the beginning of the window.
    fn then(&self) -> &PositionRecord {
        let is_full = usize::from(self.plies) == WINDOW;
        &self.befores[if is_full { usize::from(self.next) } else { 0 }]
    }
}

impl Balance {
    fn of(position: &Position, values: PIECE_VALUES) -> Balance {
        let board = position.board();
        let more = |pieces: Bitboard| {
            let [white, black] = [board.white(), board.black()].map(|side| (pieces & side).count());
            white as i64 - black as i64
        };
        Balance {
            pieces: values.knight * more(board.knights())
                + values.bishop * more(board.bishops())
                + values.rook * more(board.rooks())
                + values.queen * more(board.queens()),
            pawns: more(board.pawns()),
        }
    }

    /// Plays `mv` of the side `us`.
    fn play(&mut self, us: Color, mv: EncodedMove, values: PIECE_VALUES) {
        if mv.is_quiet() {
            return;
        }
        let sign = us.fold_wb(1, -1);
        let mut add = |role: Option<Role>, sign: i64| match role {
            None | Some(Role::King) => {}
            Some(Role::Pawn) => self.pawns += sign,
            Some(Role::Knight) => self.pieces += sign * values.knight,
            Some(Role::Bishop) => self.pieces += sign * values.bishop,
            Some(Role::Rook) => self.pieces += sign * values.rook,
            Some(Role::Queen) => self.pieces += sign * values.queen,
        };
        add(mv.captured(), sign);
        if let Some(promotion) = mv.promotion() {
            add(Some(promotion), sign);
            add(Some(Role::Pawn), -sign);
        }
    }

    /// The total of both, in tenths.
    fn worth(self, values: PIECE_VALUES) -> i64 {
        self.pieces + values.pawn * self.pawns
    }
}

/// The placement of the pieces: a board that can be kept in a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Placement {
    by_role: ByRole<Bitboard>,
    by_color: ByColor<Bitboard>,
}

impl Placement {
    #[inline]
    fn of(board: &Board) -> Placement {
        let (by_role, by_color) = board.clone().into_bitboards();
        Placement { by_role, by_color }
    }

    /// True if those of `color` attack the enemy king, as [`Side::king_attack`](crate::board::side::Side) defines it
    /// for a position that is evaluated, but without computing the rest of it.
    fn attack_king(&self, color: Color) -> bool {
        let (by_role, sides) = (&self.by_role, &self.by_color);
        let ours = *sides.get(color);
        let Some(square) = (by_role.king & *sides.get(!color)).single_square() else {
            return false;
        };
        let zone = zone_of(square, !color);
        let occupied = sides.white | sides.black;
        let pieces = bearing(zone, ours & by_role.knight, knight_attacks)
            + bearing(zone, ours & by_role.bishop, |at| bishop_attacks(at, occupied))
            + bearing(zone, ours & by_role.rook, |at| rook_attacks(at, occupied))
            + bearing(zone, ours & by_role.queen, |at| queen_attacks(at, occupied));
        pieces >= KING_ATTACKERS
    }
}

/// The number of `pieces`, with the attacks that `attacks` returns, that attack a square of the `zone`.
#[inline(always)]
fn bearing(zone: Bitboard, pieces: Bitboard, attacks: impl Fn(Square) -> Bitboard) -> usize {
    let bears = |at: &Square| attacks(*at).intersects(zone);
    pieces.into_iter().filter(bears).count()
}

/// The advantages that each side has and the other does not, a bit each: an open file to itself, the
/// bishop pair, a rook on the seventh rank and a protected passed pawn.
fn held(placement: &Placement) -> ByColor<u8> {
    let by_role = &placement.by_role;
    let open_files = !files(by_role.pawn);
    let heavy = by_role.rook | by_role.queen;
    let both = ByColor::new_with(|color: Color| {
        let side = *placement.by_color.get(color);
        let see = |set: Bitboard| color.fold_wb(set, set.flip_vertical());
        let [pawns, enemy_pawns] = [side, !side].map(|side| see(by_role.pawn & side));
        let bishops = by_role.bishop & side;
        let has = [
            (heavy & side).intersects(open_files) && (heavy & side).intersects(open_files & !files(heavy & !side)),
            bishops.intersects(Bitboard::LIGHT_SQUARES) && bishops.intersects(Bitboard::DARK_SQUARES),
            see(by_role.rook & side).intersects(rank(7)),
            passed(pawns, enemy_pawns).intersects(pawn_hits(pawns)),
        ];
        let bits = has.into_iter().map(u8::from);
        bits.fold(0, |all, bit| all << 1 | bit)
    });
    ByColor { white: both.white & !both.black, black: both.black & !both.white }
}
