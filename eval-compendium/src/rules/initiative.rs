//! Lines of bishops, rooks and queens that cross on an enemy pawn.

use shakmaty::attacks::{bishop_attacks, rook_attacks};
use shakmaty::{Bitboard, Role, Square};

use crate::board::bits::{A_FILE, HALVES, ahead, behind, count, files, once, rank, ranks};
use crate::board::side::{Piece, Side};
use crate::interplay::{
    ACTIVITY_ROOK_SEMI_OPEN, ADVANCED_MINOR, CONFIG_ROOK_OPEN_FILE, Other, PIECE_MOBILITY,
    PIECE_VALUES, SACRIFICE_PAWNS_TWO_PERMANENT_FACTORS, Stated, UNDERDEVELOPMENT,
    VECTORAL_INTERSECTION_KING_POSITION,
};
use crate::patterns::development::{TWO_MINORS, lead_in_development};
use crate::patterns::locked::{locked_half, observers};
use crate::patterns::space::paid;
use crate::rule::{WHOLE, factor, rules};
use crate::view::View;

/// Attackers and defenders together, at least two of each, that make a man a clash point.
const CLASH_PIECES: usize = 5;
/// The lead in attacked squares beyond the middle, on either half, of the more active side.
const ACTIVITY_LEAD: i32 = 4;
/// How many pawns are sacrificed for a lasting advantage.
const PAWNS_GIVEN: std::ops::RangeInclusive<i32> = 1..=2;

rules! {
    "Initiative";

    /// If the pawns of one half of the board are locked (three blocked files and no tension) and
    /// those of the other are not, the worth of own pieces that only look on from there, by free
    /// squares, advanced rank and rook files, and of own space there is multiplied by {factor}. A
    /// piece that attacks a square of the live half in the enemy camp takes part.
    "initiative.blocked-flank-observers" [486, 488, 490, 492, 494] Middlegame { factor: 0 }
    |view, n| {
        let Some(half) = locked_half(view.own.pawns, view.enemy.pawns) else {
            return 0;
        };
        let observers = observers(view);
        let pieces = view.own.each.iter();
        let idle = pieces.filter(|piece| observers.contains(piece.square));
        let dead = idle.map(|piece| positional_terms(view, piece)).sum::<i32>()
            + paid(view, view.own.pawns & half);
        factor(dead, n.factor - WHOLE)
    };

    /// The positional worth (free squares, advanced rank, rook files) of the pieces that fight for
    /// the most contested man on the board, kings left out, is multiplied by {factor}. At least two
    /// pieces on each side must attack or defend it, and five in all.
    "initiative.clash-point-factor" [496, 498, 500, 502, 504, 506] Middlegame { factor: 1.1 }
    |view, n| {
        let points = clash_points(view);
        if points.is_empty() {
            return 0;
        }
        let pieces = view.own.each.iter();
        let involved = pieces.filter(|piece| piece.attacks.intersects(points));
        factor(
            involved.map(|piece| positional_terms(view, piece)).sum(),
            n.factor - WHOLE,
        )
    };

    /// A lead in development of at least one knight or bishop, with an attack on the king, earns
    /// {bonus}. In the opening a lead of two has a rule of its own.
    "kasparov.extra-developed-piece" [508, 510] Middlegame { bonus: 100 }
    // a single piece that looks at the king is met in almost every opening and is no attack
    |view, n| {
        if !view.own.king_attack {
            return 0;
        }
        let lead = lead_in_development(view);
        let told = lead >= TWO_MINORS && view.replaced_by(UNDERDEVELOPMENT);
        n.bonus * once(lead >= 1 && !told)
    };

    /// A side that attacks clearly more squares of the enemy camp than the enemy does of its own,
    /// by at least four on either half of the board, earns {bonus}.
    "kasparov.activity-both-sides" [512] Middlegame { bonus: 100 }
    |view, n| {
        let ours = view.own.by_pieces & ranks(5, 8);
        let theirs = view.enemy.by_pieces & ranks(1, 4);
        let leads = |half| count(ours & half) - count(theirs & half) >= ACTIVITY_LEAD;
        n.bonus * once(HALVES.into_iter().all(leads))
    };

    /// In the endgame a side that is one or two pawns behind, with as much in pieces, earns {bonus}
    /// for one lasting advantage that the enemy has not: an open file to itself, the bishop pair, a
    /// rook on the seventh rank or a protected passer.
    "sacrifice-pawns.one-permanent-factor" [514, 516, 518] Endgame { bonus: 150 }
    // the heading Endgame stands within the middlegame, and so the rule counts in the endgame only
    |view, n| {
        let more = !view.applies(SACRIFICE_PAWNS_TWO_PERMANENT_FACTORS);
        let factors = lasting_advantages(view);
        n.bonus * once(factors == 1 || factors > 1 && more)
    };

    /// If the pawns given in such an endgame bought more than one of these lasting advantages, they
    /// earn {bonus} instead.
    "sacrifice-pawns.two-permanent-factors" [520] Endgame { bonus: 250 }
    |view, n| n.bonus * once(lasting_advantages(view) > 1);

    /// Each enemy pawn in its own half on which the lines of own bishops, rooks or queens cross
    /// earns {bonus}. A line may pass one enemy man. On the enemy king position another rule
    /// counts.
    "vectoral.intersection-on-enemy-pawn" [522, 524] Middlegame { bonus: 20 }
    |view, n| {
        let mut pawns = view.enemy.pawns;
        if view.applies(VECTORAL_INTERSECTION_KING_POSITION) {
            pawns &= !view.enemy.king.zone;
        }
        n.bonus * count(crossed(view, pawns))
    };

    /// If the enemy pawn on which own lines cross stands on a square of its king's position, it
    /// earns {bonus} instead.
    "vectoral.intersection-king-position" [524] Middlegame { bonus: 60 }
    |view, n| n.bonus * count(crossed(view, view.enemy.pawns & view.enemy.king.zone));
}

/// Squares that two and that three of a side's pieces attack, at least.
struct Pressure {
    twice: Bitboard,
    thrice: Bitboard,
}

impl Pressure {
    fn of(side: &Side) -> Pressure {
        let [mut once, mut twice, mut thrice] = [Bitboard::EMPTY; 3];
        for piece in &side.each {
            thrice |= twice & piece.attacks;
            twice |= once & piece.attacks;
            once |= piece.attacks;
        }
        Pressure { twice, thrice }
    }
}

/// How many pieces of the side attack `square`.
fn pieces_on(side: &Side, square: Square) -> usize {
    let pieces = side.each.iter();
    pieces
        .filter(|piece| piece.attacks.contains(square))
        .count()
}

/// The clash points: men but kings, two pieces of each side or more on them and five in all, as
/// many as nowhere else; the same for both sides.
fn clash_points(view: &View<'_>) -> Bitboard {
    let (own, enemy) = (&view.own, &view.enemy);
    let men = view.occupied & !(own.king.set | enemy.king.set);
    if (men & own.by_two & enemy.by_two).is_empty() {
        return Bitboard::EMPTY;
    }
    let (ours, theirs) = (Pressure::of(own), Pressure::of(enemy));
    let disputed = men & ours.twice & theirs.twice & (ours.thrice | theirs.thrice);
    let (mut most, mut points) = (CLASH_PIECES, Bitboard::EMPTY);
    for square in disputed {
        let all = pieces_on(own, square) + pieces_on(enemy, square);
        if all > most {
            (most, points) = (all, Bitboard::EMPTY);
        }
        if all == most {
            points |= Bitboard::from_square(square);
        }
    }
    points
}

/// A rule's numbers, or nothing where it is switched off.
fn numbers_in_force<N: Stated>(view: &View<'_>, rule: Other<N>) -> N {
    if view.applies(rule) {
        view.numbers(rule)
    } else {
        N::NOTHING
    }
}

/// The positional terms of an own piece in the middlegame: its free squares, a minor on rank 5 or
/// 6, a rook on an open or half-open file.
fn positional_terms(view: &View<'_>, piece: &Piece) -> i32 {
    let square = numbers_in_force(view, PIECE_MOBILITY);
    square * count(piece.attacks & view.empty) + place(view, piece)
}

fn place(view: &View<'_>, piece: &Piece) -> i32 {
    let at = Bitboard::from_square(piece.square);
    match piece.role {
        Role::Knight | Role::Bishop => {
            let worth = numbers_in_force(view, ADVANCED_MINOR);
            worth.rank5 * once(at.intersects(rank(5))) + worth.rank6 * once(at.intersects(rank(6)))
        }
        Role::Rook if at.intersects(view.own.structure.files) => 0,
        Role::Rook if at.intersects(view.enemy.structure.files) => {
            numbers_in_force(view, ACTIVITY_ROOK_SEMI_OPEN)
        }
        Role::Rook => numbers_in_force(view, CONFIG_ROOK_OPEN_FILE),
        _ => 0,
    }
}

/// What the side's pieces are worth, pawns left out.
fn worth_of_pieces(side: &Side, values: PIECE_VALUES) -> i32 {
    values.knight * count(side.knights)
        + values.bishop * count(side.bishops)
        + values.rook * count(side.rooks)
        + values.queen * count(side.queens)
}

/// How many lasting advantages the own side has and the enemy has not, if it is one or two pawns
/// behind with as much in pieces; none otherwise.
fn lasting_advantages(view: &View<'_>) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    if !PAWNS_GIVEN.contains(&(count(enemy.pawns) - count(own.pawns))) {
        return 0;
    }
    let values = view.numbers(PIECE_VALUES);
    if own.men != enemy.men && worth_of_pieces(own, values) != worth_of_pieces(enemy, values) {
        return 0;
    }
    let open = view.open_files();
    let pair = |side: &Side| {
        side.bishops.intersects(Bitboard::DARK_SQUARES)
            && side.bishops.intersects(!Bitboard::DARK_SQUARES)
    };
    let passer = |side: &Side| side.structure.passed.intersects(side.structure.protected);
    let alone = |ours: bool, theirs: bool| once(ours && !theirs);
    alone(holds_file(own, enemy, open), holds_file(enemy, own, open))
        + alone(pair(own), pair(enemy))
        + alone(
            own.rooks.intersects(rank(7)),
            enemy.rooks.intersects(rank(2)),
        )
        + alone(passer(own), passer(enemy))
}

/// Whether a rook or queen of `side` stands on one of the `open` files and none of the other side
/// on the same file.
fn holds_file(side: &Side, other: &Side, open: Bitboard) -> bool {
    let heavy = |side: &Side| side.rooks | side.queens;
    let contested = files(heavy(other));
    heavy(side).intersects(open & !contested)
}

/// Which of the enemy `pawns` beyond the middle are hit along two of the four kinds of lines. One
/// piece hits a square along one line only, so that there are two pieces.
fn crossed(view: &View<'_>, pawns: Bitboard) -> Bitboard {
    let pawns = pawns & ranks(5, 8);
    let [mut once, mut twice] = [Bitboard::EMPTY; 2];
    if pawns.is_empty() {
        return twice;
    }
    // Files, ranks, rising and falling diagonals.
    let mut kinds = [Bitboard::EMPTY; 4];
    for piece in view
        .own
        .each
        .iter()
        .filter(|piece| piece.role != Role::Knight)
    {
        let hit = vector(view, piece) & pawns;
        if hit.is_empty() {
            continue;
        }
        let sorted = by_line(piece.square, hit);
        for (kind, hit) in kinds.iter_mut().zip(sorted) {
            *kind |= hit;
        }
    }
    for kind in kinds {
        twice |= once & kind;
        once |= kind;
    }
    twice
}

/// What the piece's lines hit: they pass one enemy man and end on the second, or before an own one.
fn vector(view: &View<'_>, piece: &Piece) -> Bitboard {
    let open = view.occupied & !(piece.attacks & view.enemy.units);
    let at = piece.square;
    match piece.role {
        Role::Bishop => bishop_attacks(at, open),
        Role::Rook => rook_attacks(at, open),
        _ => bishop_attacks(at, open) | rook_attacks(at, open),
    }
}

/// Squares on lines with `from`, sorted: those on its file, its rank, its rising and its falling
/// diagonal.
fn by_line(from: Square, squares: Bitboard) -> [Bitboard; 4] {
    let own_file = Bitboard::from_file(from.file());
    let own_rank = Bitboard::from_rank(from.rank());
    let to_the_right = A_FILE.0 * (0xff & 0xfe << u32::from(from.file()));
    let right = squares & Bitboard(to_the_right);
    let left = squares & !right & !own_file;
    let (above, below) = (ahead(own_rank), behind(own_rank));
    [
        squares & own_file,
        squares & own_rank,
        above & right | below & left,
        above & left | below & right,
    ]
}
