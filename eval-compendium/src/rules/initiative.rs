//! Initiative: inactive flanks, clash points, learning from Kasparov, sacrificed pawns, vectoral intersections; and
//! counterplay with its prevention.

use shakmaty::attacks::{bishop_attacks, queen_attacks, rook_attacks};
use shakmaty::{Bitboard, Role, Square};

use crate::board::bits::*;
use crate::board::side::{Piece, Side};
use crate::interplay::*;
use crate::patterns::lines::x_ray;
use crate::patterns::pawns::{locked_half, observers};
use crate::patterns::pieces::{TWO_MINORS, enemy_pushes, lead_in_development};
use crate::patterns::shelter::some_king_attack;
use crate::patterns::space::{by_rank, paid};
use crate::rule::{WHOLE, factor, rules};
use crate::view::View;

/// The fewest attackers and defenders together, with at least two of each, of a clash point.
const CLASH_PIECES: usize = 5;
/// The lead in attacked squares of the other camp, on either half, of the more active side.
const ACTIVITY_LEAD: i64 = 4;

/// The least number of pawns that hold the centre's four squares, if the enemy has fewer there.
const FIRM_HOLD: i64 = 2;

rules! {
    "Initiative" as Pieces;

    /// If the pawns of one half of the board are locked (three blocked files and no tension) and
    /// those of the other are not, the worth of own pieces that only look on from there, by free
    /// squares, advanced rank and rook files, and of own space there is multiplied by {factor}. A
    /// piece that attacks a square of the live half in the enemy camp takes part.
    "initiative.blocked-flank-observers" [486, 488, 490, 492, 494] (30 Elo) Middlegame { factor: 0 }
    |view, n| {
        let Some(half) = locked_half(view.own.pawns, view.enemy.pawns) else {
            return 0;
        };
        let observers = observers(view);
        let pieces = view.own.each.iter();
        let idle = pieces.filter(|piece| observers.contains(piece.square));
        let dead = positional_terms(view, idle) + paid(view, view.own.pawns & half);
        factor(dead, n.factor - WHOLE)
    };

    /// The positional worth (free squares, advanced rank, rook files) of the pieces that fight for
    /// the most contested piece or pawn on the board, kings left out, is multiplied by {factor}. At least two
    /// pieces on each side must attack or defend it, and five in all.
    "initiative.clash-point-factor" [496, 498, 500, 502, 504, 506] (50 Elo) Middlegame { factor: 1.1 }
    |view, n| {
        let points = clash_points(view);
        if points.is_empty() {
            return 0;
        }
        let pieces = view.own.each.iter();
        let involved = pieces.filter(|piece| piece.attacks.intersects(points));
        factor(positional_terms(view, involved), n.factor - WHOLE)
    };

    "Learning from Kasparov" as Pieces;

    /// A lead in development of at least one knight or bishop, which the enemy has more at home, with a king attack,
    /// earns {bonus}. In the opening a lead of two has its own rule.
    "kasparov.extra-developed-piece" [508, 510] Middlegame when some_king_attack { bonus: 100 }
    |view, n| {
        if !view.own.king_attack {
            return 0;
        }
        let lead = lead_in_development(view);
        let replaced = lead >= TWO_MINORS && view.replaced_by(UNDERDEVELOPMENT);
        n.bonus * once(lead >= 1 && !replaced)
    };

    /// A side whose pieces attack at least four squares more in the enemy camp than enemy pieces do
    /// in the own camp, on the files a to d and on the files e to h alike, earns {bonus}.
    "kasparov.activity-both-sides" [512] Middlegame { bonus: 100 }
    |view, n| {
        let ours = view.own.by_pieces & ranks(5, 8);
        let theirs = view.enemy.by_pieces & ranks(1, 4);
        let leads = |half| count(ours & half) - count(theirs & half) >= ACTIVITY_LEAD;
        n.bonus * once(HALVES.into_iter().all(leads))
    };

    "Sacrificing pawns" as Other;

    /// In the endgame a side that has given pawns within the last ten plies, or since the known
    /// game began, with as much in pieces as before, and has gained one lasting advantage that the
    /// enemy has not, earns {bonus}, but no more than the pawns are worth. The advantages: an open
    /// file to itself, the bishop pair, a rook on the seventh rank, a protected passer.
    "sacrifice-pawns.one-permanent-factor" [514, 516, 518] Endgame { bonus: 150 }
    // The heading Endgame is within the middlegame, so the rule counts in the endgame only.
    |view, n| {
        let gained = view.own.past.sacrifice.advantages;
        let counts =
            gained == 1 || gained > 1 && !view.applies(SACRIFICE_PAWNS_TWO_PERMANENT_FACTORS);
        for_pawns(view, n.bonus) * once(counts)
    };

    /// If the pawns given in such an endgame bought more than one of these lasting advantages, they
    /// earn {bonus} instead, with the same limit.
    "sacrifice-pawns.two-permanent-factors" [520] Endgame { bonus: 250 }
    |view, n| for_pawns(view, n.bonus) * once(view.own.past.sacrifice.advantages > 1);

    "Vectoral intersections" as Pieces;

    /// Each enemy pawn in its own half on which the lines of own bishops, rooks or queens cross earns {bonus}. A line
    /// may pass one enemy piece or pawn. On the enemy king position another rule counts.
    "vectoral.intersection-on-enemy-pawn" [522, 524] Middlegame { bonus: 20 }
    |view, n| {
        let mut pawns = view.enemy.pawns;
        if view.applies(VECTORAL_INTERSECTION_KING_POSITION) {
            pawns &= !view.enemy.king.zone;
        }
        n.bonus * count(crossed(view) & pawns)
    };

    /// If the enemy pawn on which own lines cross stands on a square of its king's position, it earns {bonus} instead.
    "vectoral.intersection-king-position" as King [524] Middlegame { bonus: 60 }
    |view, n| n.bonus * count(crossed(view) & view.enemy.king.zone);

    "Counterplay" as King;

    /// With a low score, {behind} or more behind, what own pieces earn by attacking the enemy king
    /// position is multiplied by {low}; with a very low one, {far_behind} or more behind, by
    /// {very_low}. Both belong to the sum as printed, and are to be set with another scale.
    "counterplay.attacking-pieces-factor" [526, 528] Middlegame
    { low: 1.2, very_low: 1.3, behind: 300, far_behind: 600 } ReadsScore
    // It uses the score of the whole board: the score of a wing would depend on the squares of the attackers.
    |view, n| {
        if !has_low_score(view) {
            return 0;
        }
        let raised = if view.score > -n.far_behind { n.low } else { n.very_low };
        let own = view.own;
        let queen = view.numbers(QUEEN_ATTACKS_RING);
        let rook = view.numbers(ROOK_SEMIOPEN_FILE);
        let minor = view.numbers(MINOR_ATTACKS_RING);
        let worth = queen * count(own.queens & own.attackers)
            + rook * count(own.rooks & own.attackers)
            + minor * count(own.minors & own.attackers);
        factor(worth, raised - WHOLE)
    };

    /// With a score as low as for raised attackers, and the enemy attacking the king, each own pawn
    /// on the sixth or seventh rank of the half where the king does not stand earns {bonus}.
    "counterplay.advanced-pawns-other-wing" as Pawns [528] Middlegame { bonus: 20 } ReadsScore
    |view, n| {
        if !has_low_score(view) || !view.enemy.king_attack {
            return 0;
        }
        let own = view.own;
        let other_half = if own.king.set.intersects(QUEENSIDE) { KINGSIDE } else { QUEENSIDE };
        n.bonus * count(own.pawns & other_half & ranks(6, 7))
    };

    "Prevention of counterplay" as Pieces;

    /// A side with two or more pawns on d4, e4, d5 and e5, and more than the enemy has there, earns {bonus} for each
    /// square where an enemy pawn could step to attack one of them and which two own pawns guard.
    "prevention.extra-pawn-control" as Pawns [530, 532] Middlegame { bonus: 50 }
    |view, n| n.bonus * count(thrusts(view) & view.own.twice_by_pawns);

    /// With such a hold on the centre, each piece that guards the square of such a pawn thrust
    /// earns {bonus}. A bishop or queen may guard it through an own pawn that does.
    "prevention.piece-control" [532] Middlegame { bonus: 20 }
    |view, n| {
        let own = view.own;
        let guards_of = |square: Square| {
            let shields = own.pawns & pawn_hits_down(Bitboard::from_square(square));
            let through = x_ray(view, square, shields, bishop_attacks) & (own.bishops | own.queens);
            own.count_attacking_pieces(square) as i64 + count(through)
        };
        n.bonus * thrusts(view).into_iter().map(guards_of).sum::<i64>()
    };
}

/// The clash points: pieces and pawns other than kings with at least two attackers and defenders each, enough in all,
/// and the highest total of all pieces and pawns; the same for both sides.
fn clash_points(view: &View<'_>) -> Bitboard {
    let (own, enemy) = (view.own, view.enemy);
    let pieces = view.occupied & !(own.king.set | enemy.king.set);
    if (pieces & own.attacked_twice & enemy.attacked_twice).is_empty() {
        return Bitboard::EMPTY;
    }
    let (ours, theirs) = (Pressure::of(own), Pressure::of(enemy));
    let disputed = pieces & ours.twice & theirs.twice & (ours.thrice | theirs.thrice);
    let (mut most, mut points) = (CLASH_PIECES, Bitboard::EMPTY);
    for square in disputed {
        let all = own.count_attacking_pieces(square) + enemy.count_attacking_pieces(square);
        if all > most {
            (most, points) = (all, Bitboard::EMPTY);
        }
        if all == most {
            points |= Bitboard::from_square(square);
        }
    }
    points
}

/// Squares that at least two, and at least three, of a side's pieces attack.
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

/// The positional terms of own pieces in the middlegame: their free squares, minors on rank 5 or 6,
/// rooks on open and half-open files.
fn positional_terms<'a>(view: &View<'_>, pieces: impl Iterator<Item = &'a Piece>) -> i64 {
    let terms = |piece: &Piece| {
        let at = Bitboard::from_square(piece.square);
        let placed = match piece.role {
            Role::Knight | Role::Bishop => by_rank(at, view.numbers_in_force(ADVANCED_MINOR)),
            Role::Rook if at.intersects(view.own.structure.files) => 0,
            Role::Rook if at.intersects(view.enemy.structure.files) => view.numbers_in_force(ACTIVITY_ROOK_SEMI_OPEN),
            Role::Rook => view.numbers_in_force(CONFIG_ROOK_OPEN_FILE),
            _ => 0,
        };
        view.numbers_in_force(PIECE_MOBILITY) * count(piece.attacks & view.empty) + placed
    };
    pieces.map(terms).sum()
}

/// The amount earned for pawns that were given: a `bonus`, but no more than their value, so that giving
/// them alone gains nothing.
fn for_pawns(view: &View<'_>, bonus: i64) -> i64 {
    let pawns = i64::from(view.own.past.sacrifice.pawns);
    bonus.min(pawns * view.numbers(PIECE_VALUES).pawn)
}

/// The enemy pawns beyond the middle that are hit along two of the four kinds of lines. One piece
/// hits a square along one line only, so two pieces are involved.
fn crossed(view: &View<'_>) -> Bitboard {
    let pawns = view.enemy.pawns & ranks(5, 8);
    if pawns.is_empty() {
        return Bitboard::EMPTY;
    }
    *view.shared.crossed_pawns.get_or_init(|| {
        // Knights come first. A line that ends on no enemy piece or pawn passes none either.
        let lines = &view.own.each[view.own.knights.count()..];
        let hits = |piece: &&Piece| piece.attacks.intersects(view.enemy.units);
        let pieces = || lines.iter().filter(hits);
        let [mut once, mut twice] = [Bitboard::EMPTY; 2];
        // Few positions have such a pawn at all: lines are distinguished only there.
        for piece in pieces() {
            let hit = vector(view, piece) & pawns;
            twice |= once & hit;
            once |= hit;
        }
        if twice.is_empty() {
            return Bitboard::EMPTY;
        }
        let mut hit_along = [Bitboard::EMPTY; 4];
        for piece in pieces() {
            for pawn in vector(view, piece) & twice {
                hit_along[line_between(piece.square, pawn)] |= Bitboard::from_square(pawn);
            }
        }
        let [mut once, mut twice] = [Bitboard::EMPTY; 2];
        for hit in hit_along {
            twice |= once & hit;
            once |= hit;
        }
        twice
    })
}

/// The squares hit by the piece's lines: they pass one enemy piece or pawn and end on the second, or before an own one.
fn vector(view: &View<'_>, piece: &Piece) -> Bitboard {
    let open = view.occupied & !(piece.attacks & view.enemy.units);
    let at = piece.square;
    match piece.role {
        Role::Bishop => bishop_attacks(at, open),
        Role::Rook => rook_attacks(at, open),
        _ => queen_attacks(at, open),
    }
}

/// The kind of line that two squares share: a file, a rank, a rising or a falling diagonal.
fn line_between(one: Square, other: Square) -> usize {
    let (files, ranks) = ([one.file(), other.file()], [one.rank(), other.rank()]);
    if files[0] == files[1] {
        0
    } else if ranks[0] == ranks[1] {
        1
    } else if (files[0] < files[1]) == (ranks[0] < ranks[1]) {
        2
    } else {
        3
    }
}

/// True if the score calls for counterplay.
fn has_low_score(view: &View<'_>) -> bool {
    view.score <= -view.numbers(COUNTERPLAY_ATTACKING_PIECES)
}

/// The squares to which an enemy pawn can step to attack an own one in the centre, if the own side
/// has at least two pawns there, and more than the enemy.
fn thrusts(view: &View<'_>) -> Bitboard {
    let held = view.own.pawns & FOCAL_CENTRE;
    let pawns = count(held);
    if pawns < FIRM_HOLD || pawns <= count(view.enemy.pawns & FOCAL_CENTRE) {
        return Bitboard::EMPTY;
    }
    enemy_pushes(view) & pawn_hits(held)
}
