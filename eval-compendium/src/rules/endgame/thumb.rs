//! Rules of thumb: chains, penetration, quiet defence, attacks on the king, symmetry, pins.

use shakmaty::attacks::{ray, rook_attacks};
use shakmaty::{Bitboard, Role};

use crate::board::bits::{
    KINGSIDE, QUEENSIDE, behind, beside, count, down, few, file, once, ranks, up,
};
use crate::board::past::LastMove;
use crate::board::side::Piece;
use crate::patterns::endgame_attack::attacks_king;
use crate::patterns::ground::negative;
use crate::patterns::walls::is_walled;
use crate::rule::rules;
use crate::verdict::Finding;
use crate::view::View;

/// The lead, in tenths of a centipawn, above which the better side looks for a second weakness.
const TWO_WEAKNESSES_LEAD: i32 = 400;

rules! {
    "Endgame";

    /// If all pawns stand on at most four neighbouring files, a lead of at most {within} is a draw.
    /// Where the pieces stand does not matter.
    "endgame.general.one-side-draw" [643] Endgame { within: 70 } verdict
    |view, n| {
        let narrow = view.weights.is_endgame() && view.play.on_one_part();
        Finding::GENERAL_DRAW.when(narrow && view.score.abs() <= n.within)
    };

    /// With pawns on both wings, or in the centre and on one wing more than four files apart, the
    /// side that leads by more than {over} is winning: its lead grows. A draw goes first, such as
    /// that of pawns on c to f only.
    "endgame.general.two-sides-win" [645] Endgame { over: 40 } verdict
    |view, n| {
        let wide = view.play.is_wide() || view.play.on_both_wings();
        Finding::GENERAL_WINNING
            .when(view.weights.is_endgame() && wide && view.score.abs() > n.over)
    };

    /// With play on both wings the side with a winning lead earns {bonus} if its last move went to
    /// the half of the board where it stood worse by mobility, space and pawns. It has to be a pawn
    /// move, or a piece that gains free squares.
    "endgame.general.two-weaknesses-move" [645] Endgame { bonus: 50 } reads_score
    |view, n| n.bonus * once(view.play.on_both_wings() && went_to(view, LastMove::WEAKER_WING));

    /// The same with play in the centre and on one wing only: the last move earns {bonus} if it
    /// went to that one of the centre (c to f) and the outer wing (a and b, or g and h) where the
    /// mover stood worse.
    "endgame.general.two-weaknesses-centre" [645] Endgame { bonus: 50 } reads_score
    |view, n| {
        let centre_and_wing = view.play.beside_centre().is_some();
        n.bonus * once(centre_and_wing && went_to(view, LastMove::WEAKER_PART))
    };

    /// Against a chain of enemy pawns that are all held by own pawns, or all but one with an own
    /// pawn farther down its file, attacking a pawn at the root earns {bonus}, once a chain. It
    /// counts as long as the attack lasts, in all endings.
    "endgame.general.root-attack" [649] Endgame { bonus: 25 }
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
    /// rook or queen in the enemy half that no enemy man attacks earns {bonus}. Only one counts.
    "endgame.general.penetration-point" [653] Endgame { bonus: 50 }
    |view, n| {
        let heavy = (view.own.rooks | view.own.queens) & ranks(5, 8);
        let safe = heavy & !view.enemy.by_any;
        n.bonus * once(safe.any() && is_walled(view))
    };

    /// The side that is behind loses {penalty} if its last move was a quiet step of a pawn, no
    /// passer, on the half of the board (a to d, e to h) where it has fewer pawns.
    "endgame.general.quiet-defence" [657] Endgame { penalty: -30 } reads_score
    // Whether a pawn was a passer is told before its step: what steps past the last enemy pawn
    // was none yet.
    |view, n| {
        if view.score >= 0 {
            return 0;
        }
        let last = view.own.past.last;
        let halves = [
            (LastMove::QUIET_ON_QUEENSIDE, QUEENSIDE),
            (LastMove::QUIET_ON_KINGSIDE, KINGSIDE),
        ];
        let weakened = |(bit, half): &(LastMove, Bitboard)| {
            last.did(*bit) && count(view.own.pawns & *half) < count(view.enemy.pawns & *half)
        };
        n.penalty * once(halves.iter().any(weakened))
    };

    /// Without queens, a side whose rooks and minor pieces are worth nine pawns or more (such as
    /// two rooks, or three minors) earns {bonus} if one of them attacks the enemy king position. It
    /// counts as long as the attack lasts.
    "endgame.general.king-attack" [661] Endgame { bonus: 50 }
    |view, n| n.bonus * once(attacks_king(view));

    /// The side that is behind earns {bonus}, but never more than it is behind, if every file has
    /// as many white as black pawns.
    "endgame.general.symmetrical-defence" [665] Endgame { bonus: 35 } reads_score
    |view, n| {
        let (own, enemy) = (&view.own, &view.enemy);
        if view.score >= 0
            || own.pawns.is_empty()
            || own.structure.files != enemy.structure.files
        {
            return 0;
        }
        let same = |at| count(own.pawns & file(at)) == count(enemy.pawns & file(at));
        n.bonus.min(-view.score) * once((0..8).all(same))
    };

    /// A rook that pins a knight or bishop against an enemy rook, along a rank or file, earns
    /// {bonus}. Nothing may attack it, and the enemy king may stand beside neither of the two.
    "endgame.general.dead-pin" [669] Endgame { bonus: 75 }
    |view, n| {
        let enemy = &view.enemy;
        if (view.own.by_rooks & enemy.minors).is_empty() || enemy.rooks.is_empty() {
            return 0;
        }
        let pinning = |piece: &&Piece| {
            piece.role == Role::Rook
                && !enemy.by_any.contains(piece.square)
                && (piece.attacks & enemy.minors & !enemy.king.ring)
                    .into_iter()
                    .any(|minor| {
                        let line =
                            ray(piece.square, minor) & rook_attacks(minor, view.occupied);
                        (line & enemy.rooks & !enemy.king.ring).any()
                    })
        };
        n.bonus * view.own.each.iter().filter(pinning).count() as i32
    };

    /// A passer on the d- or e-file in the enemy half costs {penalty} if there are no queens and
    /// the enemy king is at least two squares nearer to it than the own king. This takes the place
    /// of its base value and of the bonus for its central file.
    "endgame.general.negative-passer" [673] Endgame { penalty: -70 }
    |view, n| n.penalty * few(negative(view));
}

/// The pawns among `pawns` that are linked with those of `chain`, each protecting the next.
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

/// Whether every pawn of the enemy's chain has an own pawn ahead on its file, directly so for all
/// of them or all but one.
fn is_held(view: &View<'_>, chain: Bitboard) -> bool {
    let loose = chain & !view.enemy.structure.rammed;
    // The enemy plays down the board: what is ahead of its pawns is below them.
    loose.is_empty() || !loose.more_than_one() && behind(loose).intersects(view.own.pawns)
}

/// Whether the own side leads by more than 40 and its last move went where it had gained less.
fn went_to(view: &View<'_>, part: LastMove) -> bool {
    view.score > TWO_WEAKNESSES_LEAD && view.own.past.last.did(part)
}
