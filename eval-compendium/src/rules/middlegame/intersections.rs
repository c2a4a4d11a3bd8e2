//! Intensity of interaction: squares where two own pieces meet.

use shakmaty::attacks::{bishop_attacks, ray};
use shakmaty::{Bitboard, Role};
use std::ops::{Add, AddAssign, Mul};

use crate::board::bits::{count, once};
use crate::board::side::Piece;
use crate::interplay::{
    GENERAL_KING_ATTACK, INTERSECTIONS_QUEEN_DIAGONAL_CAP, INTERSECTIONS_SAME_LINE,
    INTERSECTIONS_SCALING,
};
use crate::patterns::endgame_attack::attacks_king;
use crate::rule::{Amount, factor, rules};
use crate::view::View;

rules! {
    "Middlegame";

    /// Each square that two own pieces attack, if no own man stands there, earns by the pair:
    /// {minor_minor} for two minor pieces, {minor_rook} for minor piece and rook, {rook_rook} for
    /// two rooks, {minor_queen} for minor piece and queen, {queen_rook} for queen and rook. Two
    /// queens count as queen and rook.
    "middlegame.intersections" [116, 118] All
        { minor_minor: 5, minor_rook: 7, rook_rook: 10, minor_queen: 12, queen_rook: 15 }
    |view, n| {
        let pairs = Pairs::of(view);
        let per_diagonal = view.numbers(INTERSECTIONS_QUEEN_DIAGONAL_CAP);
        let sum = n.minor_minor * pairs.minor_minor
            + n.minor_rook * pairs.minor_rook
            + n.rook_rook * pairs.rook_rook
            + n.minor_queen * pairs.minor_queen
            + n.queen_rook * pairs.queen_rook
            + per_diagonal * pairs.queen_rook_diagonals;
        scaled(view, sum)
    };

    /// Meeting squares of queen and bishop on a diagonal where both stand, of rooks and queens on a
    /// file or rank where both stand, and of two queens on any such line do not count. Shown is
    /// what all meeting squares earn.
    "middlegame.intersections-same-line" [118] All {} shows ["middlegame.intersections"];

    /// On each diagonal of a queen at most one square where she meets a rook counts, for
    /// {per_diagonal}. Shown is what all meeting squares earn.
    "middlegame.intersections-queen-diagonal-cap" [118] All
        { per_diagonal: 15 } shows ["middlegame.intersections"];

    /// A meeting square on the enemy king position counts times {king_attack}, in the endgame times
    /// {king_attack_endgame} if the endgame sees a king attack; any other one counts times
    /// {endgame} in the endgame. Shown is what all meeting squares earn.
    "middlegame.intersections-scaling" [120, 122] All
        { endgame: 0.5, king_attack: 5, king_attack_endgame: 2.5 }
        shows ["middlegame.intersections"];
}

/// Squares where own pieces meet, by the kinds of the two: both attack the square, and no own man
/// stands there. Two queens, whom the document does not mention, count as queen and rook.
#[derive(Default)]
struct Pairs {
    minor_minor: Meetings,
    minor_rook: Meetings,
    rook_rook: Meetings,
    minor_queen: Meetings,
    queen_rook: Meetings,
    /// A queen's diagonals on which it meets a rook, whose squares are not counted one by one.
    queen_rook_diagonals: Meetings,
}

impl Pairs {
    fn of(view: &View<'_>) -> Pairs {
        let pieces = view.own.each.as_slice();
        let mut minors = Reached::default();
        let mut pairs = Pairs::default();
        // Knights come first, then bishops, rooks and queens.
        for (at, piece) in pieces.iter().enumerate() {
            let reach = piece.attacks & !view.own.units;
            match piece.role {
                Role::Rook => {
                    pairs.minor_rook += minors.meet(view, reach);
                    for other in pieces[..at].iter().filter(|other| other.role == Role::Rook) {
                        let meet = off_line(view, piece, other, reach);
                        pairs.rook_rook += Meetings::on(view, meet);
                    }
                }
                Role::Queen => {
                    for other in &pieces[..at] {
                        pairs.add_queen(view, piece, other);
                    }
                }
                _ => minors.add(reach),
            }
        }
        pairs.minor_minor = minors.pairs(view);
        pairs
    }

    /// Adds where the queen meets the other piece.
    #[inline]
    fn add_queen(&mut self, view: &View<'_>, queen: &Piece, other: &Piece) {
        let meet = off_line(view, queen, other, queen.attacks & !view.own.units);
        match other.role {
            Role::Rook => self.add_queen_and_rook(view, queen, meet),
            Role::Queen => self.queen_rook += Meetings::on(view, meet),
            _ => self.minor_queen += Meetings::on(view, meet),
        }
    }

    /// Of the squares on a diagonal of the queen only one, on the enemy king position if there is
    /// one there.
    fn add_queen_and_rook(&mut self, view: &View<'_>, queen: &Piece, meet: Bitboard) {
        if !view.applies(INTERSECTIONS_QUEEN_DIAGONAL_CAP) {
            self.queen_rook += Meetings::on(view, meet);
            return;
        }
        let mut diagonal = meet & bishop_attacks(queen.square, Bitboard::EMPTY);
        self.queen_rook += Meetings::on(view, meet & !diagonal);
        while let Some(square) = diagonal.first() {
            let line = ray(queen.square, square);
            let at_king = once((diagonal & line).intersects(view.enemy.king.zone));
            self.queen_rook_diagonals += Meetings {
                elsewhere: 1 - at_king,
                at_king,
            };
            diagonal &= !line;
        }
    }
}

/// Where `piece`, which reaches `reach`, meets `other`; not on the line on which both stand.
///
/// Asked for pairs whose common line does not count: queen and bishop, and two of queens and
/// rooks. A pair that stands on a line along which one of them does not move has no meeting there.
#[inline(always)]
fn off_line(view: &View<'_>, piece: &Piece, other: &Piece, reach: Bitboard) -> Bitboard {
    let meet = reach & other.attacks;
    if meet.any() && view.applies(INTERSECTIONS_SAME_LINE) {
        meet & !ray(piece.square, other.square)
    } else {
        meet
    }
}

/// How many minor pieces reach each square: binary digits, lowest first. Nobody has sixteen.
#[derive(Default)]
struct Reached([Bitboard; 4]);

impl Reached {
    #[inline(always)]
    fn add(&mut self, mut carry: Bitboard) {
        for digit in &mut self.0 {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
    }

    /// Pairs of these pieces that meet somewhere, counted square by square.
    #[inline(always)]
    fn pairs(&self, view: &View<'_>) -> Meetings {
        // Of k = sum of 2^i d(i), k (k - 1) / 2: d(i) twice is d(i).
        let mut pairs = Meetings::default();
        for (at, &digit) in self.0.iter().enumerate() {
            if at == 0 || digit.is_empty() {
                continue;
            }
            pairs += (((1 << at) - 1) << at >> 1) * Meetings::on(view, digit);
            for (below, &other) in self.0.iter().enumerate().take(at) {
                pairs += (1 << (at + below)) * Meetings::on(view, digit & other);
            }
        }
        pairs
    }

    /// Where one more piece, which reaches `set`, meets them.
    #[inline(always)]
    fn meet(&self, view: &View<'_>, set: Bitboard) -> Meetings {
        let mut meetings = Meetings::default();
        for (at, &digit) in self.0.iter().enumerate() {
            meetings += (1 << at) * Meetings::on(view, digit & set);
        }
        meetings
    }
}

/// Squares, or what they are worth: on the enemy king position and elsewhere.
#[derive(Clone, Copy, Default)]
struct Meetings {
    elsewhere: i32,
    at_king: i32,
}

impl Meetings {
    /// The squares of `set`.
    #[inline(always)]
    fn on(view: &View<'_>, set: Bitboard) -> Meetings {
        if set.is_empty() {
            return Meetings::default();
        }
        let at_king = count(set & view.enemy.king.zone);
        Meetings {
            elsewhere: count(set) - at_king,
            at_king,
        }
    }
}

impl Mul<Meetings> for i32 {
    type Output = Meetings;

    #[inline(always)]
    fn mul(self, meetings: Meetings) -> Meetings {
        Meetings {
            elsewhere: self * meetings.elsewhere,
            at_king: self * meetings.at_king,
        }
    }
}

impl Add for Meetings {
    type Output = Meetings;

    #[inline(always)]
    fn add(self, other: Meetings) -> Meetings {
        Meetings {
            elsewhere: self.elsewhere + other.elsewhere,
            at_king: self.at_king + other.at_king,
        }
    }
}

impl AddAssign for Meetings {
    #[inline(always)]
    fn add_assign(&mut self, other: Meetings) {
        *self = *self + other;
    }
}

/// What the meetings are worth before and in the endgame.
fn scaled(view: &View<'_>, worth: Meetings) -> Amount {
    if !view.applies(INTERSECTIONS_SCALING) {
        return Amount::from(worth.elsewhere + worth.at_king);
    }
    let factors = view.numbers(INTERSECTIONS_SCALING);
    // In the endgame the king position counts more only where the endgame's rule sees an attack.
    let quiet = view.replaced_by(GENERAL_KING_ATTACK) && !attacks_king(view);
    let at_king_endgame = if quiet {
        factors.endgame
    } else {
        factors.king_attack_endgame
    };
    Amount {
        middlegame: worth.elsewhere + factor(worth.at_king, factors.king_attack),
        endgame: factor(worth.elsewhere, factors.endgame) + factor(worth.at_king, at_king_endgame),
    }
}
