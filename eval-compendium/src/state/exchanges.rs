//! The exchanges of the last plies: who has given material while attacking the king, and who pawns for
//! lasting advantages.

use engine_core::position::Position;
use shakmaty::attacks::{bishop_attacks, knight_attacks, queen_attacks, rook_attacks};
use shakmaty::{Bitboard, ByColor, Color, Move, Role, Square};

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

/// The last plies and the positions before them, as far as a sacrifice is told by them. Passing is
/// no ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exchanges {
    /// What is kept of the present position.
    now: Standing,
    /// The same of the positions before the last plies, in a ring.
    befores: [Standing; WINDOW],
    /// Where in the ring the next one will stand.
    next: u8,
    /// How many there are.
    plies: u8,
    /// Before which plies each side attacked the other's king, a bit each, the last one lowest.
    attacks: ByColor<u16>,
    /// In which plies each side took something.
    captures: ByColor<u16>,
}

/// What is kept of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Standing {
    balance: Balance,
    /// The lasting advantages that each side has and the other has not.
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
    /// The first position of a game.
    pub(super) fn root(position: &Position, values: PIECE_VALUES) -> Exchanges {
        Exchanges {
            now: Standing {
                balance: Balance::of(position, values),
                held: held(position.board()),
            },
            befores: [Standing::default(); WINDOW],
            next: 0,
            plies: 0,
            attacks: ByColor::default(),
            captures: ByColor::default(),
        }
    }

    /// Adds the ply `mv`, which leads from `before` to `after`.
    pub(super) fn play(
        &mut self,
        before: &Position,
        mv: Move,
        after: &Position,
        values: PIECE_VALUES,
    ) {
        let us = before.turn();
        self.befores[usize::from(self.next)] = self.now;
        self.next += 1;
        if usize::from(self.next) == WINDOW {
            self.next = 0;
        }
        self.plies = (self.plies + 1).min(WINDOW as u8);
        self.now.balance.play(us, mv, values);
        if may_change_advantages(mv) {
            self.now.held = held(after.board());
        }
        let shift = |bits: &mut u16, bit: bool| *bits = (*bits << 1 | u16::from(bit)) & LAST;
        for color in Color::ALL {
            let attacks = attacks_king(before, color);
            shift(self.attacks.get_mut(color), attacks);
            shift(self.captures.get_mut(color), mv.is_capture() && us == color);
        }
    }

    /// Whether each side attacked the king at the beginning of the window, has less material
    /// now by a pawn at least, and both sides have taken something in between.
    pub(super) fn gave(&self, values: PIECE_VALUES) -> ByColor<bool> {
        if self.captures.white == 0 || self.captures.black == 0 {
            return ByColor::default();
        }
        let first = self.plies - 1;
        let won = self.now.balance.worth(values) - self.then().balance.worth(values);
        ByColor {
            white: won <= -GIVEN && self.attacks.white >> first & 1 == 1,
            black: won >= GIVEN && self.attacks.black >> first & 1 == 1,
        }
    }

    /// The pawns that each side has less now than at the beginning of the window, with as much in
    /// pieces, and how many lasting advantages it has gained.
    pub(super) fn sacrificed(&self) -> ByColor<Sacrifice> {
        if self.captures.white == 0 && self.captures.black == 0 {
            return ByColor::default();
        }
        let (then, now) = (self.then(), &self.now);
        let given = then.balance.pawns - now.balance.pawns;
        if given == 0 || now.balance.pieces != then.balance.pieces {
            return ByColor::default();
        }
        ByColor::new_with(|color: Color| {
            let pawns = color.fold_wb(given, -given);
            let gained = now.held.get(color) & !then.held.get(color);
            if pawns < 0 || gained == 0 {
                return Sacrifice::default();
            }
            Sacrifice {
                pawns: pawns as u8,
                advantages: gained.count_ones() as u8,
            }
        })
    }

    /// The position at the beginning of the window.
    fn then(&self) -> &Standing {
        let is_full = usize::from(self.plies) == WINDOW;
        &self.befores[if is_full { usize::from(self.next) } else { 0 }]
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

    /// Plays `mv` of the side `us`.
    fn play(&mut self, us: Color, mv: Move, values: PIECE_VALUES) {
        let sign = us.fold_wb(1, -1);
        let mut add = |man: Option<Role>, sign: i32| match man {
            None | Some(Role::King) => {}
            Some(Role::Pawn) => self.pawns += sign,
            Some(Role::Knight) => self.pieces += sign * values.knight,
            Some(Role::Bishop) => self.pieces += sign * values.bishop,
            Some(Role::Rook) => self.pieces += sign * values.rook,
            Some(Role::Queen) => self.pieces += sign * values.queen,
        };
        add(mv.capture(), sign);
        if let Some(promotion) = mv.promotion() {
            add(Some(promotion), sign);
            add(Some(Role::Pawn), -sign);
        }
    }

    /// Both together, in tenths.
    fn worth(self, values: PIECE_VALUES) -> i32 {
        self.pieces + values.pawn * self.pawns
    }
}

/// Whether somebody can have gained or lost an advantage by `mv`: a knight, a bishop or a king that
/// takes nothing neither opens a file nor makes a passer.
fn may_change_advantages(mv: Move) -> bool {
    !matches!(
        mv,
        Move::Normal {
            role: Role::Knight | Role::Bishop | Role::King,
            capture: None,
            ..
        }
    )
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
