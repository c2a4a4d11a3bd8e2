//! The exchanges of the last plies: who has given material while attacking the king, and who pawns for
//! lasting advantages.

use engine_core::position::Position;
use shakmaty::attacks::{bishop_attacks, knight_attacks, queen_attacks, rook_attacks};
use shakmaty::{Bitboard, ByColor, Color, Move, Square};

use super::advantages::held;
use crate::board::king::zone_of;
use crate::board::past::Sacrifice;
use crate::board::side::KING_ATTACKERS;
use crate::interplay::PIECE_VALUES;

/// How many plies are looked back; fewer where the game began later.
const WINDOW: usize = 10;
/// The last so many plies, a bit each.
const LAST: u16 = (1 << WINDOW) - 1;
/// What a side has less than at the beginning of the window, at least, in tenths of a centipawn.
const GIVEN: i32 = 1_000;

/// The positions before the last plies, as far as a sacrifice is told by them. Passing is no ply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Exchanges {
    /// The position before each ply, the last one first.
    befores: [Before; WINDOW],
    /// Before which plies each side attacked the other's king, a bit each, the last one lowest.
    attacks: ByColor<u16>,
    /// In which plies each side took something.
    captures: ByColor<u16>,
    /// How many plies there are.
    plies: usize,
}

/// What is kept of the position before a ply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Before {
    balance: Balance,
    /// The lasting advantages that each side had and the other had not.
    held: ByColor<u8>,
}

/// White's material less Black's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Balance {
    /// Pieces, in tenths.
    pieces: i32,
    /// Pawns, counted.
    pawns: i32,
}

impl Exchanges {
    /// With the ply `mv`, which is played in `before`.
    pub(super) fn child(&self, before: &Position, mv: Move, values: PIECE_VALUES) -> Exchanges {
        let mut befores = self.befores;
        befores.copy_within(..WINDOW - 1, 1);
        befores[0] = Before {
            balance: Balance::of(before, values),
            held: held(before.board()),
        };
        let shifted = |bits: u16, bit: bool| (bits << 1 | u16::from(bit)) & LAST;
        let takes = |color| mv.is_capture() && before.turn() == color;
        Exchanges {
            befores,
            attacks: ByColor::new_with(|color| {
                shifted(*self.attacks.get(color), attacks_king(before, color))
            }),
            captures: ByColor::new_with(|color| shifted(*self.captures.get(color), takes(color))),
            plies: (self.plies + 1).min(WINDOW),
        }
    }

    /// Whether each side attacked the king at the beginning of the window, has less material
    /// `now` by a pawn at least, and both sides have taken something in between.
    pub(super) fn gave(&self, now: &Position, values: PIECE_VALUES) -> ByColor<bool> {
        if self.captures.white == 0 || self.captures.black == 0 {
            return ByColor::default();
        }
        let first = self.plies - 1;
        let won =
            Balance::of(now, values).worth(values) - self.befores[first].balance.worth(values);
        ByColor {
            white: won <= -GIVEN && self.attacks.white >> first & 1 == 1,
            black: won >= GIVEN && self.attacks.black >> first & 1 == 1,
        }
    }

    /// The pawns that each side has less `now` than at the beginning of the window, with as much in
    /// pieces, and how many lasting advantages it has gained.
    pub(super) fn sacrificed(&self, now: &Position, values: PIECE_VALUES) -> ByColor<Sacrifice> {
        if self.captures.white == 0 && self.captures.black == 0 {
            return ByColor::default();
        }
        let then = &self.befores[self.plies - 1];
        let balance = Balance::of(now, values);
        let given = then.balance.pawns - balance.pawns;
        if given == 0 || balance.pieces != then.balance.pieces {
            return ByColor::default();
        }
        let held = held(now.board());
        ByColor::new_with(|color: Color| {
            let pawns = color.fold_wb(given, -given);
            let gained = held.get(color) & !then.held.get(color);
            if pawns < 0 || gained == 0 {
                return Sacrifice::default();
            }
            Sacrifice {
                pawns: pawns as u8,
                advantages: gained.count_ones() as u8,
            }
        })
    }
}

impl Balance {
    fn of(position: &Position, values: PIECE_VALUES) -> Balance {
        let board = position.board();
        let more = |men: Bitboard| {
            let [white, black] = [board.white(), board.black()].map(|side| (men & side).count());
            white as i32 - black as i32
        };
        Balance {
            pieces: values.knight * more(board.knights())
                + values.bishop * more(board.bishops())
                + values.rook * more(board.rooks())
                + values.queen * more(board.queens()),
            pawns: more(board.pawns()),
        }
    }

    /// Both together, in tenths.
    fn worth(self, values: PIECE_VALUES) -> i32 {
        self.pieces + values.pawn * self.pawns
    }
}

/// Whether `color` attacks the enemy king, as [`Side::king_attack`](crate::board::side::Side) says
/// of a position that is evaluated: here without the rest of it.
fn attacks_king(position: &Position, color: Color) -> bool {
    let board = position.board();
    let ours = board.by_color(color);
    let Some(square) = board.king_of(!color) else {
        return false;
    };
    let zone = zone_of(square, !color);
    let occupied = board.occupied();
    let pieces = bearing(zone, ours & board.knights(), knight_attacks)
        + bearing(zone, ours & board.bishops(), |at| {
            bishop_attacks(at, occupied)
        })
        + bearing(zone, ours & board.rooks(), |at| rook_attacks(at, occupied))
        + bearing(zone, ours & board.queens(), |at| {
            queen_attacks(at, occupied)
        });
    pieces >= KING_ATTACKERS
}

/// How many of `pieces`, which attack as `attacks` says, attack a square of the `zone`.
#[inline(always)]
fn bearing(zone: Bitboard, pieces: Bitboard, attacks: impl Fn(Square) -> Bitboard) -> usize {
    let bears = |at: &Square| attacks(*at).intersects(zone);
    pieces.into_iter().filter(bears).count()
}
