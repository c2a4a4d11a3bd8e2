//! What the rules remember of the game.

use engine_core::facts::Facts;
use engine_core::game::Game;
use shakmaty::{Bitboard, ByColor, CastlingSide, Chess, Color, Move, Position, Role, Square};

use crate::context::is_opening;
use crate::last_move::{LastMove, Telling};
use crate::settings::Settings;

/// Which minor piece was the first to leave home.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum First {
    /// None has left.
    #[default]
    Nobody,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
}

/// What one side has done in the game.
///
/// A game begins with the reading of its first position as the catalogue reads a bare one; for the
/// start position that is nothing. From there on moves are remembered, so that a position that is
/// given by FEN does not change its value with the first move played from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Past {
    /// The first minor piece to leave home.
    pub(crate) first: First,
    /// Castled in the moves that are known.
    pub(crate) castled: bool,
    /// Castled while a minor piece of the other wing was still at home.
    pub(crate) castled_first: bool,
    /// Castled short where castling long was possible.
    pub(crate) chose_short: bool,
    /// Moves of pieces that had moved before, made in the opening, captures left out.
    pub(crate) repeats: u8,
    /// What the last move did.
    pub(crate) last: LastMove,
}

/// What is kept from move to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    facts: Facts,
    past: ByColor<Past>,
}

impl State {
    pub(crate) fn root(telling: Telling, game: &Game, settings: &Settings) -> State {
        let mut position = game.start().clone();
        let mut state = State {
            facts: Facts::root(&Game::new(position.clone())),
            past: ByColor::new_with(|color| Past::of_bare(&position, color)),
        };
        for &mv in game.moves() {
            let before = position.clone();
            position.play_unchecked(mv);
            state = state.child(telling, &before, mv, &position, settings);
        }
        state
    }

    /// The state after `mv`, which leads from `before` to `after`.
    pub(crate) fn child(
        &self,
        telling: Telling,
        before: &Chess,
        mv: Move,
        after: &Chess,
        settings: &Settings,
    ) -> State {
        let us = before.turn();
        let mut state = State {
            facts: self.facts.child(before, mv),
            past: self.past,
        };
        let past = state.past.get_mut(us);
        past.last = LastMove::of(telling, settings, before, mv, after);
        match mv {
            Move::Normal {
                role,
                from,
                capture,
                ..
            } => {
                let first = match role {
                    Role::Knight if knights_home(us).contains(from) => First::Knight,
                    Role::Bishop if bishops_home(us).contains(from) => First::Bishop,
                    _ => First::Nobody,
                };
                if past.first == First::Nobody {
                    past.first = first;
                }
                let piece = !matches!(role, Role::Pawn | Role::King);
                let again = piece && capture.is_none() && self.facts.moved().contains(from);
                if again && is_opening(before) {
                    past.repeats = past.repeats.saturating_add(1);
                }
            }
            Move::Castle { king, rook } => past.castle(before, king < rook),
            Move::EnPassant { .. } | Move::Put { .. } => {}
        }
        state
    }

    pub(crate) fn null(&self, after: &Chess) -> State {
        let mut state = State {
            facts: self.facts.null(after),
            ..*self
        };
        state.past.get_mut(!after.turn()).last = LastMove::default();
        state
    }

    /// What either side has done.
    #[inline]
    pub(crate) fn past(&self) -> &ByColor<Past> {
        &self.past
    }

    /// A key of everything that the value depends on besides the position: the past in the
    /// opening, and what the last moves did.
    pub(crate) fn key(&self, position: &Chess) -> u64 {
        let ByColor { white, black } = &self.past;
        let [of_white, of_black] = [white, black].map(|past| past.last.packed(position));
        let last = of_white << 16 | of_black;
        if !is_opening(position) {
            return mixed(last);
        }
        mixed(white.packed() << 32 | black.packed()) ^ mixed(last << 32)
    }
}

/// Splitmix64's finisher: every bit of the input changes half of the output; 0 stays 0.
fn mixed(mut key: u64) -> u64 {
    key = (key ^ (key >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    key = (key ^ (key >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ (key >> 31)
}

fn knights_home(color: Color) -> Bitboard {
    Bitboard(0x42 << color.fold_wb(0, 56))
}

fn bishops_home(color: Color) -> Bitboard {
    Bitboard(0x24 << color.fold_wb(0, 56))
}

impl Past {
    fn packed(self) -> u64 {
        let flags = [self.castled, self.castled_first, self.chose_short];
        let flags = flags
            .into_iter()
            .fold(0, |all, flag| all << 1 | u64::from(flag));
        (self.first as u64) << 16 | flags << 8 | u64::from(self.repeats)
    }

    fn castle(&mut self, before: &Chess, short: bool) {
        let us = before.turn();
        let board = before.board();
        let ours = board.by_color(us);
        let other_wing = if short { 0x0f } else { 0xf0 } << us.fold_wb(0, 56);
        let at_home = board.knights() & knights_home(us) | board.bishops() & bishops_home(us);
        let long = |mv: &Move| matches!(mv, Move::Castle { king, rook } if rook < king);
        self.castled = true;
        self.castled_first = (at_home & ours).intersects(Bitboard(other_wing));
        self.chose_short = short
            && before.castles().has(us, CastlingSide::QueenSide)
            && before.legal_moves().iter().any(long);
    }

    /// What a position without a past says of it.
    fn of_bare(position: &Chess, color: Color) -> Past {
        let board = position.board();
        let see = |set: Bitboard| color.fold_wb(set, set.flip_vertical());
        let own = |set: Bitboard| see(set & board.by_color(color));
        let [knights, bishops] = [own(board.knights()), own(board.bishops())];
        let [rooks, queens, kings] = [board.rooks(), board.queens(), board.kings()].map(own);
        let away = |men: Bitboard, home: Bitboard| (men & !home).count();
        let knights_away = away(knights, knights_home(Color::White));
        let bishops_away = away(bishops, bishops_home(Color::White));
        let first = if knights_away > 0 && knights_away >= bishops_away {
            First::Knight
        } else if knights_away + bishops_away > 0 {
            First::Bishop
        } else {
            First::Nobody
        };
        // A corner king has no square beyond it; a rook in the corner is no castled shape.
        let castled_shape = [
            (0x40, 0x80),
            (0x80, 0),
            (0x01, 0),
            (0x02, 0x01),
            (0x04, 0x03),
        ]
        .into_iter()
        .any(|(king, beyond)| {
            kings.intersects(Bitboard(king)) && rooks.is_disjoint(Bitboard(beyond))
        });
        Past {
            first,
            castled: false,
            castled_first: castled_shape,
            chose_short: false,
            last: if position.is_check() && position.turn() != color {
                LastMove::UNKNOWN
            } else {
                LastMove::default()
            },
            repeats: extra_moves(knights, bishops, queens),
        }
    }
}

/// Moves beyond the first that pieces need at least to stand where they stand, on an empty board.
fn extra_moves(knights: Bitboard, bishops: Bitboard, queens: Bitboard) -> u8 {
    let over = |moves: u8| moves.saturating_sub(1);
    let knights = knights.into_iter().map(|square| {
        let moves = |from: Square| knight_moves(from, square);
        over(moves(Square::B1).min(moves(Square::G1)))
    });
    let bishops = bishops.into_iter().map(|square| {
        let home = if square.is_light() {
            Square::F1
        } else {
            Square::C1
        };
        let on_a_line = bishop_line(home, square);
        over(if square == home {
            0
        } else {
            2 - u8::from(on_a_line)
        })
    });
    let queens = queens.into_iter().map(|square| {
        let on_a_line = bishop_line(Square::D1, square)
            || square.file() == Square::D1.file()
            || square.rank() == Square::D1.rank();
        over(if square == Square::D1 {
            0
        } else {
            2 - u8::from(on_a_line)
        })
    });
    knights.chain(bishops).chain(queens).sum()
}

fn bishop_line(a: Square, b: Square) -> bool {
    a.file().distance(b.file()) == a.rank().distance(b.rank())
}

/// The least number of a knight's moves from `from` to `to` on an empty board.
fn knight_moves(from: Square, to: Square) -> u8 {
    let mut reached = Bitboard::from_square(from);
    let mut moves = 0;
    while !reached.contains(to) {
        let next = reached.into_iter().map(shakmaty::attacks::knight_attacks);
        reached |= next.fold(Bitboard::EMPTY, |all, attacks| all | attacks);
        moves += 1;
    }
    moves
}
