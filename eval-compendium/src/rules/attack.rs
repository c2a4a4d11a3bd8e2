//! Less active pieces, a rook that prevails over two minors, other means of attack, pins, and blockade.

use shakmaty::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use shakmaty::{Bitboard, Role, Square};

use crate::board::bits::*;
use crate::board::side::Piece;
use crate::interplay::*;
use crate::patterns::lines::{is_checkable, x_ray};
use crate::patterns::pawns::some_passer;
use crate::patterns::shelter::{some_king_attack, wedges};
use crate::rule::rules;
use crate::view::View;

rules! {
    "Founded disregard for less active pieces" as King;

    /// In a king attack, each own minor piece that takes no part costs {penalty}. A piece takes
    /// part if it stands on the enemy king's position, attacks a square of it or attacks an enemy
    /// piece that guards it. One that stands where the game begins is undeveloped, not idle.
    "disregard.idle-minor" [392, 394] Middlegame when some_king_attack { penalty: -50 }
    |view, n| n.penalty * count(idle(view, view.own.minors & !view.own.home_minors));

    /// In a king attack, each own rook that takes no part costs {penalty}, unless it stands in its
    /// corner. The part in it is that of the rule for minor pieces.
    "disregard.idle-rook" [394] Middlegame when some_king_attack { penalty: -60 }
    |view, n| n.penalty * count(idle(view, view.own.rooks & !CORNERS));

    "Rook prevailing over 2 minors" as King;

    /// In a king attack, a side with a rook more and two minor pieces less, and as many queens, gets {bonus} if an
    /// enemy minor piece cannot come to its king's position, or guard it, within two moves. How the material came
    /// about does not matter, and the piece may go to no square that a pawn attacks.
    "rook-two-minors.attack" [396, 398] Middlegame when some_king_attack { bonus: 200 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        let traded = count(own.rooks) == count(enemy.rooks) + 1
            && count(own.minors) + 2 == count(enemy.minors)
            && count(own.queens) == count(enemy.queens);
        if !traded || !own.king_attack {
            return 0;
        }
        let is_far_minor =
            |piece: &Piece| enemy.minors.contains(piece.square) && is_far(view, piece);
        n.bonus * once(enemy.each.iter().any(is_far_minor))
    };

    "Other attacks" as King;

    /// A king attack behind a closed centre earns {bonus}, unless a storm there earns more. Closed: the foremost
    /// pawns of both sides on the d- and the e-file are head to head, on one file at least; on the other each one's
    /// next square is covered by an enemy pawn and by no own one. None of them can take a pawn.
    "other.closed-center-attack" [400, 402, 404] Middlegame when some_king_attack { bonus: 200 }
    |view, n| {
        if !view.own.king_attack || !is_closed(view) {
            return 0;
        }
        let storm = view.applies(OTHER_CLOSED_CENTER_STORM) && storms_in_chain(view);
        n.bonus * once(!storm)
    };

    /// Behind a closed centre, a pawn that storms the enemy king on rank 5 or 6 and is protected by
    /// a pawn earns {bonus}, once, king attack or not.
    "other.closed-center-storm" [406] Middlegame { bonus: 300 }
    |view, n| n.bonus * once(storms_in_chain(view) && is_closed(view));

    /// In a king attack, each rook or queen that faces the enemy king along its file, with just an
    /// enemy pawn between, earns {bonus}.
    "other.incapacitated-pawn" [408, 410] Middlegame when some_king_attack { bonus: 20 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        let king = &enemy.king;
        let heavy = (own.rooks | own.queens) & file(u32::from(king.square.file()));
        if heavy.is_empty() || !own.king_attack {
            return 0;
        }
        n.bonus * count(heavy & x_ray(view, king.square, enemy.pawns, rook_attacks))
    };

    /// Each bishop or queen that pins an enemy pawn to its king along a diagonal earns {bonus}, wherever the king is.
    "other.diagonal-pawn-pin" [412, 414] Middlegame { bonus: 20 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        let on_its_diagonals = bishop_attacks(enemy.king.square, Bitboard::EMPTY);
        let pinning = (own.bishops | own.queens) & on_its_diagonals;
        if pinning.is_empty() {
            return 0;
        }
        n.bonus * count(pinning & x_ray(view, enemy.king.square, enemy.pawns, bishop_attacks))
    };

    /// In a king attack, with at least one of the files c to f open, an own king that no enemy move
    /// could check earns {bonus}. Where the king stands counts, not the move that brought it there.
    "other.attacker-king-safe-square" [416] Middlegame when some_king_attack { bonus: 20 }
    |view, n| {
        if !view.own.king_attack || view.open_files().is_disjoint(INNER_FILES) {
            return 0;
        }
        n.bonus * once(!is_checkable(view))
    };

    "Pins" as Pieces;

    /// Each pin of an enemy knight by a bishop, to the king or a queen, earns {bonus}. In the
    /// opening the pin to the king has its own rule.
    "pins.bishop-pins-knight" [418, 420] Middlegame { bonus: 30 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        if own.bishops.is_empty() || enemy.knights.is_empty() {
            return 0;
        }
        let mut targets = enemy.queens;
        if !view.replaced_by(PIN_KNIGHT_TO_KING) {
            targets |= enemy.king.set;
        }
        n.bonus * pins(view, own.bishops, enemy.knights, targets, bishop_attacks)
    };

    /// Each pin of an enemy minor piece by a rook, to the king or a queen, earns {bonus}. A pin to
    /// the king along its back rank has its own rule.
    "pins.rook-pins-minor" [420] Middlegame { bonus: 50 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        if own.rooks.is_empty() || enemy.minors.is_empty() {
            return 0;
        }
        let king = enemy.king.set;
        let mut at_king = own.rooks;
        if king.intersects(rank(8)) && view.applies(TAL_ROOK_EIGHTH_RANK_PIN) {
            at_king &= !rank(8);
        }
        let pins_to = |targets, rooks| pins(view, rooks, enemy.minors, targets, rook_attacks);
        n.bonus * (pins_to(king, at_king) + pins_to(enemy.queens, own.rooks))
    };

    "Blockade" as Pieces;

    /// A knight or bishop right before an enemy passed pawn earns {bonus}, unless the pawn has not
    /// moved yet, for which another rule counts.
    "blockade.minor-on-passer" [422, 424, 426, 432] (20 Elo) Middlegame when some_passer { bonus: 30 }
    |view, n| n.bonus * count(view.own.minors & before_passers(view));

    /// A queen right before an enemy passed pawn costs {penalty}.
    "blockade.queen-on-passer" [428] Middlegame when some_passer { penalty: -50 }
    // At home too: no other rule covers a queen before a pawn there.
    |view, n| n.penalty * count(view.own.queens & down(view.enemy.structure.passed));

    /// A rook right before an enemy passed pawn earns {bonus}: it makes no difference.
    "blockade.rook-on-passer" [430] Middlegame when some_passer { bonus: 0 }
    // The document calls it irrelevant; the rule is there so that positions can show it.
    |view, n| n.bonus * count(view.own.rooks & before_passers(view));

    /// A knight or bishop right before an enemy pawn that is not a passer, but has no opposing pawn
    /// ahead on its file, earns {bonus}. A pawn that has not moved yet has its own rule.
    "blockade.minor-on-half-free-pawn" [434, 436, 438] (10 Elo) Middlegame { bonus: 30 }
    |view, n| n.bonus * count(before_half_free(view, view.own.minors));

    /// A rook right before an enemy pawn that is not a passer, but has no opposing pawn ahead on its
    /// file, earns {bonus}. A pawn that has not moved yet has its own rule.
    "blockade.rook-on-half-free-pawn" [438] Middlegame { bonus: 20 }
    |view, n| n.bonus * count(before_half_free(view, view.own.rooks));

    /// A knight, bishop or rook right before an enemy pawn that has not moved yet, passed or not,
    /// earns {bonus}. It counts in place of the other rewards for blockers.
    "blockade.piece-on-initial-pawn" [440, 442] Middlegame { bonus: 90 }
    |view, n| {
        let own = view.own;
        n.bonus * count((own.minors | own.rooks) & down(view.enemy.pawns & rank(7)))
    };

    /// A pawn right before an enemy pawn that has not moved yet earns {bonus}, unless it is already
    /// paid as a wedge in the shelter of the enemy king.
    "blockade.pawn-on-initial-pawn" as Pawns [444] Middlegame { bonus: 100 }
    |view, n| {
        let mut pawns = view.own.structure.rammed & rank(6);
        if pawns.any() && view.applies(WEDGE_PAWN) {
            pawns &= !wedges(view);
        }
        n.bonus * count(pawns)
    };
}

/// Those of `pieces` that take no part in a king attack: they neither stand in the enemy king
/// position nor attack a square of it, nor a piece that guards it.
fn idle(view: &View<'_>, pieces: Bitboard) -> Bitboard {
    let (own, enemy) = (view.own, view.enemy);
    if !own.king_attack {
        return Bitboard::EMPTY;
    }
    let mut aside = pieces & !own.attackers & !enemy.king.zone;
    if aside.any() && own.by_pieces.intersects(enemy.guards) {
        for piece in &own.each {
            if piece.attacks.intersects(enemy.guards) {
                aside &= !Bitboard::from_square(piece.square);
            }
        }
    }
    aside
}

/// True if the enemy minor neither stands in its king's position nor attacks a square of it, now
/// or after one move or two.
///
/// All others stand still, and it goes to no square that an own pawn attacks now, even if it takes
/// that pawn first. The lines may be those of the present board: the squares behind one that it leaves,
/// or behind a piece or pawn that it takes, are already attacked from there.
fn is_far(view: &View<'_>, minor: &Piece) -> bool {
    let (own, enemy) = (view.own, view.enemy);
    let zone = enemy.king.zone;
    if (enemy.guards | zone).contains(minor.square) {
        return false;
    }
    let attacks = |square| match minor.role {
        Role::Knight => knight_attacks(square),
        _ => bishop_attacks(square, view.occupied),
    };
    let allowed = !(enemy.units | own.king.set | own.by_pawns);
    let reached = |from: Bitboard| {
        let all = from.into_iter().map(attacks);
        all.fold(Bitboard::EMPTY, |all, more| all | more)
    };
    let first = minor.attacks & allowed;
    let from_first = reached(first);
    let second = from_first & allowed;
    let touched = first | from_first | second | reached(second);
    touched.is_disjoint(zone)
}

/// True if the foremost pawns of both sides on the d- and on the e-file close the centre; the same
/// for both sides, and not the same condition as that of closed structures.
///
/// On one file at least they stand head to head; on the other one either side's next step is
/// covered by an enemy pawn and by none of its own. None of them attacks a pawn.
fn is_closed(view: &View<'_>) -> bool {
    let (own, enemy) = (view.own, view.enemy);
    let ours = own.structure.front & CENTRAL_FILES;
    let theirs = enemy.structure.front & CENTRAL_FILES;
    let rammed = ours & down(theirs);
    if rammed.is_empty() || !ours.more_than_one() || !theirs.more_than_one() {
        return false;
    }
    if pawn_hits(ours).intersects(enemy.pawns) || pawn_hits_down(theirs).intersects(own.pawns) {
        return false;
    }
    let (our_free, their_free) = (ours & !rammed, theirs & !up(rammed));
    their_free.is_subset(ahead(our_free))
        && up(our_free).is_subset(enemy.by_pawns & !own.by_pawns)
        && down(their_free).is_subset(own.by_pawns & !enemy.by_pawns)
}

/// True if a pawn storms the enemy king on rank 5 or 6, protected by a pawn. Here it may bare its
/// own king: behind a closed centre that king is safe.
fn storms_in_chain(view: &View<'_>) -> bool {
    let own = view.own;
    (own.storm & ranks(5, 6)).intersects(own.structure.protected)
}

/// The number of pairs of one of `pinning` and one of `targets` with exactly one piece or pawn between them on a
/// line, one of `shields`.
fn pins(
    view: &View<'_>,
    pinning: Bitboard,
    shields: Bitboard,
    targets: Bitboard,
    attacks: fn(Square, Bitboard) -> Bitboard,
) -> i64 {
    let at = |target| {
        let on_its_lines = pinning & attacks(target, Bitboard::EMPTY);
        if on_its_lines.is_empty() {
            return 0;
        }
        count(on_its_lines & x_ray(view, target, shields, attacks))
    };
    targets.into_iter().map(at).sum()
}

/// The squares in front of enemy passers.
fn before_passers(view: &View<'_>) -> Bitboard {
    down(view.enemy.structure.passed & on_their_way(view))
}

/// Those of `pieces` directly in front of enemy pawns that are not passers but have no own pawn ahead on their file.
fn before_half_free(view: &View<'_>, pieces: Bitboard) -> Bitboard {
    let blockers = pieces & down(on_their_way(view) & !view.enemy.structure.passed);
    if blockers.is_empty() {
        return blockers;
    }
    blockers & !down(ahead(view.own.pawns))
}

/// Enemy pawns except those that have not moved yet, whose blockers have their own rule.
fn on_their_way(view: &View<'_>) -> Bitboard {
    if view.applies(BLOCKADE_PIECE_ON_INITIAL_PAWN) { view.enemy.pawns & !rank(7) } else { view.enemy.pawns }
}
