//! The middlegame: mobility, control of the centre, attacks and defences, and squares where own pieces meet.

use std::cmp::Reverse;
use std::ops::{AddAssign, Mul};

use arrayvec::ArrayVec;
use shakmaty::attacks::{bishop_attacks, ray};
use shakmaty::{Bitboard, Square};

use crate::board::bits::*;
use crate::board::side::Piece;
use crate::interplay::*;
use crate::patterns::pieces::{pawn_mobility, piece_mobility};
use crate::patterns::shelter::attacks_king_without_queens;
use crate::rule::{Amount, factor, rules};
use crate::view::View;

rules! {
    "Middlegame" as Pieces;

    /// Each empty square that a knight, bishop, rook or queen attacks is worth {per_square}, pinned or not.
    "middlegame.piece-mobility" [94, 96, 98] All { per_square: 10 }
    |view, n| n.per_square * piece_mobility(view);

    /// Each possible pawn move, captures included, is worth {per_move}, whichever side is to move. A
    /// promotion is one move.
    "middlegame.pawn-mobility" as Pawns [100, 102] All { per_move: 5 }
    |view, n| n.per_move * pawn_mobility(view);

    /// The opening's rules on the centre hold unchanged in the middlegame. Shown is their sum, which is counted there.
    "middlegame.control-of-center" [104] Middlegame {} Shows [
        "opening.focal-center-pawn-occupation",
        "opening.focal-center-piece-occupation",
        "opening.focal-center-pawn-control",
        "opening.focal-center-piece-control",
        "opening.wider-center-piece-occupation"
    ];

    /// Each enemy piece or pawn attacked by an own one earns two percent of its value, once however many attack it: {pawn} for
    /// a pawn, {minor} for a minor piece, {rook} for a rook, {queen} for a queen.
    "middlegame.attack-potential" [106, 108, 110] Middlegame
        { pawn: 2, minor: 6, rook: 9, queen: 18 }
    |view, n| {
        let (attacked, enemy) = (view.own.by_any, view.enemy);
        n.pawn * count(enemy.pawns & attacked)
            + n.minor * count(enemy.minors & attacked)
            + n.rook * count(enemy.rooks & attacked)
            + n.queen * count(enemy.queens & attacked)
    };

    /// Each own piece or pawn that another, be it the king, defends earns one percent of its value, once however many
    /// defend it: {pawn} for a pawn, {minor} for a minor piece, {rook} for a rook, {queen} for a queen.
    "middlegame.defence-potential" [112, 114] Middlegame { pawn: 1, minor: 3, rook: 4.5, queen: 9 }
    |view, n| {
        let (defended, own) = (view.own.by_any, view.own);
        n.pawn * count(own.pawns & defended)
            + n.minor * count(own.minors & defended)
            + n.rook * count(own.rooks & defended)
            + n.queen * count(own.queens & defended)
    };

    "Middlegame" as Pieces;

    /// Each square that two own pieces attack, if no own piece or pawn stands there, earns once, by the best
    /// pair of those that meet there: {minor_minor} for two minor pieces, {minor_rook} for minor
    /// piece and rook, {rook_rook} for two rooks, {minor_queen} for minor piece and queen,
    /// {queen_rook} for queen and rook. Two queens count as queen and rook.
    "middlegame.intersections" [116, 118] All
        { minor_minor: 5, minor_rook: 7, rook_rook: 10, minor_queen: 12, queen_rook: 15 }
    |view, n| {
        if !view.own.pieces.more_than_one() {
            return Amount::default();
        }
        let mut points = Points::default();
        points.add_all(view);
        let mut pairs = [
            (n.queen_rook, points.queen_rook),
            (n.minor_queen, points.minor_queen),
            (n.rook_rook, points.rook_rook),
            (n.minor_rook, points.minor_rook),
            (n.minor_minor, points.minor_minor),
        ];
        let is_dearest_first = pairs.is_sorted_by(|(one, _), (next, _)| one > next);
        if !is_dearest_first {
            // Only with changed numbers; of equal values the document's first.
            pairs.reverse();
            pairs.sort_by_key(|(worth, _)| Reverse(*worth));
        }
        scaled(view, best_of(view, &points, &pairs))
    };

    /// Meeting squares of queen and bishop on a diagonal where both stand, of rooks and queens on a file or rank
    /// where both stand, and of two queens on any such line do not count. Shown is what all meeting squares earn.
    "middlegame.intersections-same-line" [118] All {} Shows ["middlegame.intersections"];

    /// On each diagonal of a queen at most one square where she meets a rook counts, for
    /// {per_diagonal}. Shown is what all meeting squares earn.
    "middlegame.intersections-queen-diagonal-cap" [118] All
        { per_diagonal: 15 } Shows ["middlegame.intersections"];

    /// A meeting square on the enemy king position counts times {king_attack}, in the endgame times
    /// {king_attack_endgame} if the endgame sees a king attack; any other one counts times
    /// {endgame} in the endgame. Shown is what all meeting squares earn.
    "middlegame.intersections-scaling" [120, 122] All
        { endgame: 0.5, king_attack: 5, king_attack_endgame: 2.5 }
        Shows ["middlegame.intersections"];
}

/// The value of a meeting of a pair of pieces, in tenths of a centipawn, and the squares of the meetings.
type Pair = (i64, Bitboard);

/// Squares where own pieces meet, by the kinds of the two: both attack the square, and no own piece or pawn
/// stands there. Two queens, which the document does not mention, count as queen and rook.
#[derive(Default)]
struct Points {
    minor_minor: Bitboard,
    minor_rook: Bitboard,
    rook_rook: Bitboard,
    minor_queen: Bitboard,
    queen_rook: Bitboard,
    /// Squares of queens, and the squares on their diagonals where they meet rooks: not every one counts.
    on_diagonals: ArrayVec<(Square, Bitboard), 15>,
}

impl Points {
    fn add_all(&mut self, view: &View<'_>) {
        let own = view.own;
        let free = !own.units;
        self.minor_minor = own.twice_by_minors & free;
        self.minor_rook = (own.by_knights | own.by_bishops) & own.by_rooks & free;
        // Knights come first, then bishops, rooks and queens.
        let (_, others) = own.each.split_at(own.knights.count());
        let (bishops, heavy) = others.split_at(own.bishops.count());
        let (mut rooks, mut queens) = heavy.split_at(own.rooks.count());
        let all_rooks = rooks;
        while let [rook, others @ ..] = rooks {
            self.rook_rook |= meetings(view, rook, others);
            rooks = others;
        }
        while let [queen, others @ ..] = queens {
            // No line contains both a knight and a square that it attacks.
            self.minor_queen |= queen.attacks & own.by_knights & free;
            self.minor_queen |= meetings(view, queen, bishops);
            self.queen_rook |= meetings(view, queen, others);
            self.add_with_rooks(view, queen, meetings(view, queen, all_rooks));
            queens = others;
        }
    }

    /// Adds `with_rooks`, the squares where the queen meets rooks.
    #[inline]
    fn add_with_rooks(&mut self, view: &View<'_>, queen: &Piece, mut with_rooks: Bitboard) {
        if with_rooks.any() && view.applies(INTERSECTIONS_QUEEN_DIAGONAL_CAP) {
            let diagonal = with_rooks & bishop_attacks(queen.square, Bitboard::EMPTY);
            with_rooks &= !diagonal;
            if diagonal.any() {
                self.on_diagonals.push((queen.square, diagonal));
            }
        }
        self.queen_rook |= with_rooks;
    }

    /// One square of each diagonal on which queens meet rooks: on the enemy king position if there
    /// is one there, and where the other `pairs`, the best first, earn least.
    fn one_a_diagonal(&self, view: &View<'_>, pairs: &[Pair]) -> Bitboard {
        let mut chosen = Bitboard::EMPTY;
        for &(queen, mut left) in &self.on_diagonals {
            while let Some(square) = left.first() {
                let line = ray(queen, square);
                left &= !line;
                // Two queens may share a diagonal.
                let sharing = self.on_diagonals.iter().filter(|(at, _)| line.contains(*at));
                let along = sharing.fold(Bitboard::EMPTY, |all, (_, meet)| all | *meet & line);
                let at_king = kept(along, along & view.enemy.king.zone);
                let spared = pairs.iter().fold(at_king, |left, (_, taken)| kept(left, left & !*taken));
                chosen |= spared.first().map_or(Bitboard::EMPTY, Bitboard::from_square);
            }
        }
        chosen
    }
}

/// The `preferred` squares, or `all` if there are none.
fn kept(all: Bitboard, preferred: Bitboard) -> Bitboard {
    if preferred.any() { preferred } else { all }
}

/// The earnings of the squares, each by the best pair that meets there; the best of the `pairs` comes first.
fn best_of(view: &View<'_>, points: &Points, pairs: &[Pair; 5]) -> Meetings {
    let mut earned = Earnings::default();
    if points.on_diagonals.is_empty() {
        earned.add(view, pairs);
        return earned.sum;
    }
    let per_diagonal = view.numbers(INTERSECTIONS_QUEEN_DIAGONAL_CAP);
    let (better, others) = pairs.split_at(pairs.partition_point(|(worth, _)| *worth >= per_diagonal));
    earned.add(view, better);
    earned.add(view, &[(per_diagonal, points.one_a_diagonal(view, pairs))]);
    earned.add(view, others);
    earned.sum
}

/// The sum that squares have earned so far.
#[derive(Default)]
struct Earnings {
    sum: Meetings,
    taken: Bitboard,
}

impl Earnings {
    /// Adds each square that has not earned yet, by the first of the `pairs` that meets there.
    #[inline(always)]
    fn add(&mut self, view: &View<'_>, pairs: &[Pair]) {
        for &(worth, squares) in pairs {
            self.sum += worth * Meetings::on(view, squares & !self.taken);
            self.taken |= squares;
        }
    }
}

/// The squares where `piece` meets the `others`; not on the line on which both stand.
///
/// Used for pairs whose common line does not count: queen and bishop, and two of queens and
/// rooks. A pair that stands on a line along which one of them does not move has no meeting there.
#[inline(always)]
fn meetings(view: &View<'_>, piece: &Piece, others: &[Piece]) -> Bitboard {
    let reach = piece.attacks & !view.own.units;
    let mut all = Bitboard::EMPTY;
    for other in others {
        let meet = reach & other.attacks;
        all |= if meet.any() && view.applies(INTERSECTIONS_SAME_LINE) {
            meet & !ray(piece.square, other.square)
        } else {
            meet
        };
    }
    all
}

/// Squares, or their worth: on the enemy king position and elsewhere.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Meetings {
    elsewhere: i64,
    at_king: i64,
}

impl Meetings {
    /// The squares of `set`.
    #[inline(always)]
    fn on(view: &View<'_>, set: Bitboard) -> Meetings {
        if set.is_empty() {
            return Meetings::default();
        }
        let at_king = count(set & view.enemy.king.zone);
        Meetings { elsewhere: count(set) - at_king, at_king }
    }
}

impl Mul<Meetings> for i64 {
    type Output = Meetings;

    #[inline(always)]
    fn mul(self, meetings: Meetings) -> Meetings {
        Meetings { elsewhere: self * meetings.elsewhere, at_king: self * meetings.at_king }
    }
}

impl AddAssign for Meetings {
    #[inline(always)]
    fn add_assign(&mut self, other: Meetings) {
        self.elsewhere += other.elsewhere;
        self.at_king += other.at_king;
    }
}

/// The worth of the meetings before and in the endgame.
fn scaled(view: &View<'_>, worth: Meetings) -> Amount {
    if worth == Meetings::default() {
        return Amount::default();
    }
    if !view.applies(INTERSECTIONS_SCALING) {
        return Amount::from(worth.elsewhere + worth.at_king);
    }
    let factors = view.numbers(INTERSECTIONS_SCALING);
    // In the endgame the king position counts more only if the endgame's rule detects an attack.
    let quiet = view.replaced_by(GENERAL_KING_ATTACK) && !attacks_king_without_queens(view);
    let at_king_endgame = if quiet { factors.endgame } else { factors.king_attack_endgame };
    Amount {
        middlegame: worth.elsewhere + factor(worth.at_king, factors.king_attack),
        endgame: factor(worth.elsewhere, factors.endgame) + factor(worth.at_king, at_king_endgame),
    }
}
