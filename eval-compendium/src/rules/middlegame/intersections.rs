//! Squares that two pieces hold together.

use shakmaty::attacks::{bishop_attacks, ray};
use shakmaty::{Bitboard, Role};
use std::ops::AddAssign;

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
    "middlegame.intersections" [116, 118] All { minor_minor: 5, minor_rook: 7, rook_rook: 10, minor_queen: 12, queen_rook: 15 }
    |view, n| {
        intersections(
            view,
            [
                n.minor_minor,
                n.minor_rook,
                n.rook_rook,
                n.minor_queen,
                n.queen_rook,
            ],
        )
    };

    /// Meeting squares of queen and bishop on a diagonal where both stand, of rooks and queens on a
    /// file or rank where both stand, and of two queens on any such line do not count. Shown is
    /// what all meeting squares earn.
    "middlegame.intersections-same-line" [118] All {} shows ["middlegame.intersections"];

    /// On each diagonal of a queen at most one square where she meets a rook counts, for
    /// {per_diagonal}. Shown is what all meeting squares earn.
    "middlegame.intersections-queen-diagonal-cap" [118] All { per_diagonal: 15 } shows ["middlegame.intersections"];

    /// A meeting square on the enemy king position counts times {king_attack}, in the endgame times
    /// {king_attack_endgame} if the endgame sees a king attack; any other one counts times
    /// {endgame} in the endgame. Shown is what all meeting squares earn.
    "middlegame.intersections-scaling" [120, 122] All { endgame: 0.5, king_attack: 5, king_attack_endgame: 2.5 } shows ["middlegame.intersections"];
}

/// Squares, or what they are worth: on the enemy king position and elsewhere.
#[derive(Clone, Copy, Default)]
struct Meetings {
    elsewhere: i32,
    at_king: i32,
}

impl Meetings {
    /// The squares of `set`, `times` each.
    #[inline(always)]
    fn on(view: &View<'_>, set: Bitboard, times: i32) -> Meetings {
        if set.is_empty() {
            return Meetings::default();
        }
        let at_king = count(set & view.enemy.king.zone);
        Meetings {
            elsewhere: times * (count(set) - at_king),
            at_king: times * at_king,
        }
    }

    #[inline(always)]
    fn worth(self, each: i32) -> Meetings {
        Meetings {
            elsewhere: each * self.elsewhere,
            at_king: each * self.at_king,
        }
    }
}

impl AddAssign for Meetings {
    #[inline(always)]
    fn add_assign(&mut self, other: Meetings) {
        self.elsewhere += other.elsewhere;
        self.at_king += other.at_king;
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
            pairs += Meetings::on(view, digit, ((1 << at) - 1) << at >> 1);
            for (below, &other) in self.0.iter().enumerate().take(at) {
                pairs += Meetings::on(view, digit & other, 1 << (at + below));
            }
        }
        pairs
    }

    /// Where one more piece, which reaches `set`, meets them.
    #[inline(always)]
    fn meet(&self, view: &View<'_>, set: Bitboard) -> Meetings {
        let mut meetings = Meetings::default();
        for (at, &digit) in self.0.iter().enumerate() {
            meetings += Meetings::on(view, digit & set, 1 << at);
        }
        meetings
    }
}

/// Each square where two own pieces meet and no own man stands is worth a number by the pair;
/// five times as much on the enemy king position, half in the endgame. Two queens, whom the
/// document does not mention, count as queen and rook.
fn intersections(view: &View<'_>, numbers: [i32; 5]) -> Amount {
    let [minor_minor, minor_rook, rook_rook, ..] = numbers;
    let free = !view.own.units;
    let pieces = view.own.each.as_slice();
    let mut minors = Reached::default();
    let mut sum = Meetings::default();
    // Knights come first, then bishops, rooks and queens.
    for (at, piece) in pieces.iter().enumerate() {
        let reach = piece.attacks & free;
        match piece.role {
            Role::Rook => {
                sum += minors.meet(view, reach).worth(minor_rook);
                for other in pieces[..at].iter().filter(|other| other.role == Role::Rook) {
                    let meet = off_line(view, piece, other, reach);
                    sum += Meetings::on(view, meet, rook_rook);
                }
            }
            Role::Queen => {
                for other in &pieces[..at] {
                    sum += with_queen(view, piece, other, numbers);
                }
            }
            _ => minors.add(reach),
        }
    }
    sum += minors.pairs(view).worth(minor_minor);
    scaled(view, sum)
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

#[inline]
fn with_queen(view: &View<'_>, queen: &Piece, other: &Piece, numbers: [i32; 5]) -> Meetings {
    let [_, _, _, minor_queen, queen_rook] = numbers;
    let meet = off_line(view, queen, other, queen.attacks & !view.own.units);
    match other.role {
        Role::Rook => with_rook(view, queen, meet, queen_rook),
        Role::Queen => Meetings::on(view, meet, queen_rook),
        _ => Meetings::on(view, meet, minor_queen),
    }
}

/// Queen and rook: of the squares on a diagonal of the queen only one, on the enemy king position
/// if there is one there.
fn with_rook(view: &View<'_>, queen: &Piece, meet: Bitboard, each: i32) -> Meetings {
    if !view.applies(INTERSECTIONS_QUEEN_DIAGONAL_CAP) {
        return Meetings::on(view, meet, each);
    }
    let per_diagonal = view.numbers(INTERSECTIONS_QUEEN_DIAGONAL_CAP);
    let mut diagonal = meet & bishop_attacks(queen.square, Bitboard::EMPTY);
    let mut sum = Meetings::on(view, meet & !diagonal, each);
    while let Some(square) = diagonal.first() {
        let line = ray(queen.square, square);
        let at_king = once((diagonal & line).intersects(view.enemy.king.zone));
        sum += Meetings {
            elsewhere: per_diagonal * (1 - at_king),
            at_king: per_diagonal * at_king,
        };
        diagonal &= !line;
    }
    sum
}

fn scaled(view: &View<'_>, sum: Meetings) -> Amount {
    if !view.applies(INTERSECTIONS_SCALING) {
        return Amount::from(sum.elsewhere + sum.at_king);
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
        middlegame: sum.elsewhere + factor(sum.at_king, factors.king_attack),
        endgame: factor(sum.elsewhere, factors.endgame) + factor(sum.at_king, at_king_endgame),
    }
}
