//! Rules of thumb of the endgame, and blockade.
//!
//! The middlegame has the same rules of blockade; here its part of a term counts if those are switched off.

use shakmaty::attacks::rook_attacks;
use shakmaty::{Bitboard, Role};

use crate::board::bits::*;
use crate::board::past::LastMove;
use crate::board::phase::Weights;
use crate::board::side::Piece;
use crate::interplay::*;
use crate::patterns::endgame::EndgamePawns;
use crate::patterns::lines::x_ray;
use crate::patterns::pawns::{is_walled, some_passer};
use crate::patterns::shelter::{attacks_king_without_queens, wedges};
use crate::rule::{Amount, rules};
use crate::verdict::Finding;
use crate::view::View;

/// The fewest free squares of a blocker within the pawn structure.
const FREE_BLOCKER_SQUARES: i64 = 3;

rules! {
    "General principles of the endgame" as Other;

    /// If all pawns stand on at most four neighbouring files, a lead of at most {within} is a draw,
    /// the more so the farther the endgame has come. Where the pieces stand does not matter.
    "endgame.general.one-side-draw" [643] Endgame { within: 70 } Verdict
    |view, n| {
        let drawn = view.play.on_one_part() && view.score.abs() <= n.within;
        let draw = Finding::general_drawish(view.weights.endgame, Weights::ONE);
        draw.when(drawn)
    };

    /// With pawns on both wings, or in the centre and on one wing over more than four files, the
    /// side that leads by more than {over} is winning: its lead grows, the more the farther the
    /// endgame has come. A draw goes first, such as that of pawns on c to f only.
    "endgame.general.two-sides-win" [645] Endgame { over: 40 } Verdict
    |view, n| {
        let wide = view.play.is_wide() || view.play.on_both_wings();
        let winning = Finding::general_winning(view.weights.endgame, Weights::ONE);
        winning.when(wide && view.score.abs() > n.over)
    };

    /// With play on both wings the side with a winning lead earns {bonus} if its last move went to
    /// the half of the board where it stood worse by mobility, space and pawns. It has to be a pawn
    /// move, or a piece that gains free squares.
    "endgame.general.two-weaknesses-move" [645] Endgame { bonus: 50 } ReadsScore
    |view, n| n.bonus * once(view.play.on_both_wings() && went_to(view, LastMove::WEAKER_WING));

    /// The same with play in the centre and on one wing only: the last move earns {bonus} if it went to that one of
    /// the centre (c to f) and the outer wing (a and b, or g and h) where the mover stood worse.
    "endgame.general.two-weaknesses-centre" [645] Endgame { bonus: 50 } ReadsScore
    |view, n| {
        let centre_and_wing = view.play.beside_centre().is_some();
        n.bonus * once(centre_and_wing && went_to(view, LastMove::WEAKER_PART))
    };

    /// Attacking a root of a chain of enemy pawns earns {bonus}, once a chain and as long as the
    /// attack lasts. All pawns of the chain are blocked by own pawns, or all but one, before which
    /// an own pawn stands farther down the file.
    "endgame.general.root-attack" as Pieces [649] Endgame { bonus: 25 }
    |view, n| {
        let enemy = &view.enemy.structure;
        let mut roots = enemy.protecting & !enemy.protected & view.own.by_any;
        let mut chains = 0;
        while let Some(root) = roots.first() {
            let chain = chain_of(Bitboard::from_square(root), view.enemy.pawns);
            roots &= !chain;
            chains += once(is_held(view, chain));
        }
        n.bonus * chains
    };

    /// With at least five pairs of pawns that block each other, on one or two groups of files, a
    /// rook or queen in the enemy half that no enemy piece or pawn attacks earns {bonus}. Only one counts.
    "endgame.general.penetration-point" as Pieces [653] Endgame { bonus: 50 }
    |view, n| {
        let heavy = (view.own.rooks | view.own.queens) & ranks(5, 8);
        let safe = heavy & !view.enemy.by_any;
        n.bonus * once(safe.any() && is_walled(view))
    };

    /// The side that is behind loses {penalty} if its last move was a quiet step of a pawn, no
    /// passer, on the half of the board (a to d, e to h) where it has fewer pawns.
    "endgame.general.quiet-defence" [657] Endgame { penalty: -30 } ReadsScore
    |view, n| {
        if view.score >= 0 {
            return 0;
        }
        let last = view.own.past.last;
        let halves =
            [(LastMove::QUIET_ON_QUEENSIDE, QUEENSIDE), (LastMove::QUIET_ON_KINGSIDE, KINGSIDE)];
        let weakened = |(step, half): (LastMove, Bitboard)| {
            last.did(step) && count(view.own.pawns & half) < count(view.enemy.pawns & half)
        };
        n.penalty * once(halves.into_iter().any(weakened))
    };

    /// Without queens, a side whose rooks and minor pieces are worth nine pawns or more (such as two rooks, or three
    /// minors) earns {bonus} if one of them attacks the enemy king position. It counts as long as the attack lasts.
    "endgame.general.king-attack" as King [661] Endgame { bonus: 50 }
    |view, n| n.bonus * once(attacks_king_without_queens(view));

    /// The side that is behind earns {bonus}, but never more than it is behind, if every file has
    /// as many white as black pawns.
    "endgame.general.symmetrical-defence" [665] Endgame { bonus: 35 } ReadsScore
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        if view.score >= 0 || own.pawns.is_empty() || own.structure.files != enemy.structure.files {
            return 0;
        }
        let same = |at| count(own.pawns & file(at)) == count(enemy.pawns & file(at));
        n.bonus.min(-view.score) * once((0..8).all(same))
    };

    /// A rook that pins a knight or bishop against an enemy rook, along a rank or file, earns
    /// {bonus}. Nothing may attack it, and the enemy king may stand beside neither of the two.
    "endgame.general.dead-pin" as Pieces [669] Endgame { bonus: 75 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        if own.by_rooks.is_disjoint(enemy.minors) {
            return 0;
        }
        let [minors, rear] = [enemy.minors, enemy.rooks].map(|pieces| pieces & !enemy.king.ring);
        let lines = rear.into_iter().map(|rook| x_ray(view, rook, minors, rook_attacks));
        let behind_minors = lines.fold(Bitboard::EMPTY, |all, more| all | more);
        n.bonus * count(own.rooks & behind_minors & !enemy.by_any)
    };

    /// A passer on the d- or e-file in the enemy half costs {penalty} if there are no queens and
    /// the enemy king is at least two squares nearer to it than the own king. This takes the place
    /// of its base value and of the bonus for its central file.
    "endgame.general.negative-passer" as Pawns [673] Endgame when some_passer { penalty: -70 }
    |view, n| n.penalty * few(EndgamePawns::of(view).negative());

    "General principles of the endgame" as Pieces;

    /// A knight or bishop right before an enemy passer earns {bonus}, as in the middlegame; a rook or king there
    /// earns nothing. A passer at home and a blocker that is part of the pawn structure have their own rules.
    "endgame.blockade.minor-passer" [677] All when some_passer { bonus: 30 }
    |view, n| {
        let blockers = view.own.minors & stops(view, view.enemy.structure.passed);
        if blockers.is_empty() {
            return Amount::default();
        }
        let amount = n.bonus * count(blockers & !all_in_structure(view));
        Amount::shared(amount, view.replaced_by(BLOCKADE_MINOR_ON_PASSER))
    };

    /// A queen right before an enemy passer costs {penalty}, as in the middlegame.
    "endgame.blockade.queen-passer" [677] All when some_passer { penalty: -50 }
    |view, n| {
        let blockers = view.own.queens & down(view.enemy.structure.passed);
        Amount::shared(n.penalty * few(blockers), view.replaced_by(BLOCKADE_QUEEN_ON_PASSER))
    };

    /// Right before an enemy pawn that is not a passer but has no pawn of the blocker's side ahead on
    /// its file, a knight or bishop earns {minor}, a rook {rook}. Pawns at home and blockers within
    /// the pawn structure have their own rules.
    "endgame.blockade.unopposed-pawn" [677] All { minor: 30, rook: 20 }
    |view, n| {
        let own = view.own;
        let pawns = view.enemy.pawns & !view.enemy.structure.passed;
        // Behind a blocker ahead of own pawns the enemy pawn is opposed on its way down.
        let mut blockers = (own.minors | own.rooks) & stops(view, pawns);
        if blockers.any() {
            blockers &= !ahead(own.pawns);
        }
        if blockers.is_empty() {
            return Amount::default();
        }
        let minors = n.minor * count(blockers & own.minors & !all_in_structure(view));
        let rooks = n.rook * count(blockers & own.rooks);
        let by_minors = Amount::shared(minors, view.replaced_by(BLOCKADE_MINOR_ON_HALF_FREE_PAWN));
        let by_rooks = Amount::shared(rooks, view.replaced_by(BLOCKADE_ROOK_ON_HALF_FREE_PAWN));
        Amount {
            middlegame: by_minors.middlegame + by_rooks.middlegame,
            endgame: by_minors.endgame + by_rooks.endgame,
        }
    };

    /// A knight, bishop or rook right before an enemy pawn on its starting square earns {piece}, a
    /// pawn there {pawn}. In the middlegame a pawn wedged into the king's shelter counts elsewhere.
    "endgame.blockade.initial-square" [677] All { piece: 90, pawn: 100 }
    |view, n| {
        let blockers = view.own.units & down(view.enemy.pawns & rank(7));
        if blockers.is_empty() {
            return Amount::default();
        }
        let pieces = n.piece * count(blockers & (view.own.minors | view.own.rooks));
        let by_pieces = Amount::shared(pieces, view.replaced_by(BLOCKADE_PIECE_ON_INITIAL_PAWN));
        let pawns = blockers & view.own.pawns;
        let pawns_in_middlegame = if view.replaced_by(BLOCKADE_PAWN_ON_INITIAL_PAWN) {
            Bitboard::EMPTY
        } else if view.replaced_by(WEDGE_PAWN) {
            pawns & !wedges(view)
        } else {
            pawns
        };
        Amount {
            middlegame: by_pieces.middlegame + n.pawn * count(pawns_in_middlegame),
            endgame: by_pieces.endgame + n.pawn * count(pawns),
        }
    };

    /// A knight before an enemy pawn, protected by a pawn, attacked by no enemy pawn and with at least three squares
    /// to go to that none guards, earns {bonus} if pawns block each other one or two files away. It has no other
    /// bonus for its blockade, and a pawn at home does not count.
    "endgame.blockade.knight-in-structure" [683] Endgame { bonus: 80 }
    |view, n| n.bonus * few(in_structure(view, Role::Knight));

    /// A bishop in the place of such a knight earns {bonus}: before an enemy pawn that has left home, protected by a
    /// pawn, attacked by no enemy pawn, with three squares that none guards, and pawns that block each other one or
    /// two files away.
    "endgame.blockade.bishop-in-structure" [683] Endgame { bonus: 60 }
    |view, n| n.bonus * few(in_structure(view, Role::Bishop));
}

/// True if the own side has a winning lead and its last move went where it had gained less.
fn went_to(view: &View<'_>, part: LastMove) -> bool {
    view.score > view.numbers(GENERAL_TWO_SIDES_WIN) && view.own.past.last.did(part)
}

/// Those of `pawns` that are linked with `chain`, each protecting the next.
fn chain_of(mut chain: Bitboard, pawns: Bitboard) -> Bitboard {
    loop {
        let sides = beside(chain);
        let linked = (up(sides) | down(sides)) & pawns & !chain;
        if linked.is_empty() {
            return chain;
        }
        chain |= linked;
    }
}

/// True if every pawn of the enemy's chain has an own pawn ahead on its file, directly so for all
/// of them or all but one.
fn is_held(view: &View<'_>, chain: Bitboard) -> bool {
    let loose = chain & !view.enemy.structure.rammed;
    // The enemy plays down the board: squares ahead of its pawns are below them.
    loose.is_empty() || !loose.more_than_one() && behind(loose).intersects(view.own.pawns)
}

/// The squares in front of the enemy's `pawns`, except those still at home, which have their own rule.
fn stops(view: &View<'_>, pawns: Bitboard) -> Bitboard {
    if view.applies(BLOCKADE_INITIAL_SQUARE) { down(pawns & !rank(7)) } else { down(pawns) }
}

/// Knights and bishops that a rule on blockers within the pawn structure pays for.
fn all_in_structure(view: &View<'_>) -> Bitboard {
    let mut pieces = Bitboard::EMPTY;
    if view.applies(BLOCKADE_KNIGHT_IN_STRUCTURE) {
        pieces |= in_structure(view, Role::Knight);
    }
    if view.applies(BLOCKADE_BISHOP_IN_STRUCTURE) {
        pieces |= in_structure(view, Role::Bishop);
    }
    pieces
}

/// Own knights (or bishops) in front of an enemy pawn that is not at home, protected by a pawn and safe from pawns,
/// with pawns blocking each other one or two files away, that still have enough free squares.
fn in_structure(view: &View<'_>, role: Role) -> Bitboard {
    let (own, enemy) = (view.own, view.enemy);
    let places = stops(view, enemy.pawns) & own.by_pawns & !enemy.by_pawns;
    if (places & own.minors).is_empty() {
        return Bitboard::EMPTY;
    }
    let fixed = files(own.structure.rammed);
    let near = beside(fixed) | left(left(fixed)) | right(right(fixed));
    let places = places & near;
    let free = !own.units & !enemy.by_pawns;
    let blocks = |piece: &&Piece| {
        piece.role == role && places.contains(piece.square) && count(piece.attacks & free) >= FREE_BLOCKER_SQUARES
    };
    let blockers = own.each.iter().filter(blocks);
    blockers.map(|piece| piece.square).collect()
}
