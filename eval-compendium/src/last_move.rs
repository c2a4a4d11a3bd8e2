//! The effects of a side's last move, for rules that reward or punish a move.
//!
//! Such a rule counts while the move is the side's last one: until it moves again, or passes. The
//! effects are determined once, when the move is played, as one bit per rule; the worth of a bit
//! depends on the position in which it is read.

use engine_core::encoded_move::EncodedMove;
use engine_core::position::Position;
use shakmaty::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use shakmaty::{Bitboard, Color, Role, Square};

use crate::board::bits::{HALVES, INNER_FILES, KINGSIDE, QUEENSIDE, ahead, beside, count, pawn_hits_down, rank, ranks};
use crate::board::king::zone_of;
use crate::board::past::LastMove;
use crate::board::pawns::{Play, Structure};
use crate::board::phase::Weights;
use crate::interplay::{
    GENERAL_MOBILITY, GENERAL_QUIET_DEFENCE, GENERAL_SPACE, GENERAL_TWO_WEAKNESSES_CENTRE, GENERAL_TWO_WEAKNESSES_MOVE,
    Interplay, KING_FIFTH_RANK, KING_FOURTH_RANK_CENTRE, KING_SIXTH_RANK, KING_THIRD_RANK_CENTRE, PAWN_BACKWARD,
    PAWN_DOUBLE_ISOLATED, PAWN_ISOLATED, PAWN_PASSED, PAWN_PASSED_PROTECTED, PAWN_PASSED_SEVENTH, RuleRef,
};
use crate::patterns::endgame::EndgamePawns;
use crate::patterns::pawns::{is_observer, locked_half};

/// The effects of `mv`, which leads from `before` to `after`, where the phases have these weights.
pub(crate) fn effects(
    scope: EffectScope,
    interplay: &Interplay,
    before: &Position,
    mv: EncodedMove,
    after: &Position,
    weights: Weights,
) -> LastMove {
    let step = Step { interplay, before, after, mv };
    let mut effects = LastMove::default();
    let mut add = |facts: &[(LastMove, Fact)], weight: i32| {
        if weight > 0 || scope == EffectScope::Everything {
            let did = facts.iter().filter(|(_, fact)| fact(&step));
            effects = did.fold(effects, |all, (bit, _)| all.and(*bit));
        }
    };
    add(&IN_MIDDLEGAME, weights.middlegame);
    add(&IN_ENDGAME, weights.endgame);
    effects
}

/// The effects of a move that are recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EffectScope {
    /// Those that count in the phase of the position after it.
    Counting,
    /// Everything, for readings without phases.
    Everything,
}

/// A test for one effect of a move.
type Fact = fn(&Step<'_>) -> bool;

/// The effects that count in the middlegame.
const IN_MIDDLEGAME: [(LastMove, Fact); 3] = [
    (LastMove::ERRONEOUS, is_erroneous),
    (LastMove::TRANSFERRED, is_transfer),
    (LastMove::CHECK_FOR_PAWN, |step| step.is_check_for_pawn()),
];

/// The effects that count in the endgame.
const IN_ENDGAME: [(LastMove, Fact); 5] = [
    (LastMove::WEAKER_WING, is_on_weaker_wing),
    (LastMove::WEAKER_PART, is_on_weaker_part),
    (LastMove::QUIET_ON_QUEENSIDE, is_pawn_step_on_queenside),
    (LastMove::QUIET_ON_KINGSIDE, is_pawn_step_on_kingside),
    (LastMove::IMPROVED, is_improvement),
];

/// A piece took aim at pawns and at nothing else, each of them protected by a pawn and by more pieces
/// than attack it, and at nothing near the enemy king; the move took nothing and gave no check.
fn is_erroneous(step: &Step<'_>) -> bool {
    if matches!(step.role(), Role::Pawn | Role::King) || !step.is_quiet() {
        return false;
    }
    let (us, board) = (step.us(), step.after.board());
    let attacks = step.attacks(step.after, step.to());
    let enemy = step.see(board.by_color(!us));
    let aims = attacks & enemy & !step.attacks(step.before, step.from());
    let pawns = step.see(board.by_piece(Role::Pawn.of(!us)));
    if aims.is_empty() || !aims.is_subset(pawns) || step.after.is_check() {
        return false;
    }
    let protected = pawn_hits_down(pawns);
    let occupied = board.occupied();
    let is_held = |square: Square| {
        let there = us.fold_wb(square, square.flip_vertical());
        let [attackers, defenders] = [us, !us].map(|side| board.attacks_to(there, side, occupied));
        defenders.count() > attackers.count()
    };
    attacks.is_disjoint(step.enemy_king_zone()) && aims.is_subset(protected) && aims.into_iter().all(is_held)
}

/// A useless attacker, a piece that only observes on the ranks 5 to 8 of a locked half, went to a square,
/// there or further back, from which it does more than observe; it may have taken something.
fn is_transfer(step: &Step<'_>) -> bool {
    !matches!(step.role(), Role::Pawn | Role::King)
        && ranks(5, 8).contains(step.from())
        && observes(step, step.before, step.from())
        && !observes(step, step.after, step.to())
}

/// True if the mover's piece on `square` only observes in `position`.
fn observes(step: &Step<'_>, position: &Position, square: Square) -> bool {
    let pawns = |color| step.see(position.board().by_piece(Role::Pawn.of(color)));
    locked_half(pawns(step.us()), pawns(!step.us()))
        .is_some_and(|locked| is_observer(square, step.attacks(position, square), locked))
}

/// The play, which is on both wings after the move, went to the wing where the mover stood worse.
fn is_on_weaker_wing(step: &Step<'_>) -> bool {
    play_after(step, GENERAL_TWO_WEAKNESSES_MOVE)
        .is_some_and(|play| play.on_both_wings() && goes_to_weaker_part(step, HALVES))
}

/// The play, which is in the centre and on one wing after the move, went to the one of them where
/// the mover stood worse.
fn is_on_weaker_part(step: &Step<'_>) -> bool {
    play_after(step, GENERAL_TWO_WEAKNESSES_CENTRE)
        .and_then(Play::beside_centre)
        .is_some_and(|wing| goes_to_weaker_part(step, [INNER_FILES, wing]))
}

/// The extent of the pawns after the move, unless the rule is switched off.
fn play_after(step: &Step<'_>, rule: RuleRef<()>) -> Option<Play> {
    let pawns = step.after.board().pawns();
    step.interplay.on(rule).then(|| Play::of(pawns))
}

/// True if a pawn, or a piece that gained squares, went to the one of two `parts` where the mover stood worse before.
fn goes_to_weaker_part(step: &Step<'_>, parts: [Bitboard; 2]) -> bool {
    let to = parts.map(|part| part.contains(step.to()));
    if to == [false, false] || !improves(step) {
        return false;
    }
    let lead = lead(step.before, step.interplay, parts);
    if to[0] { lead < 0 } else { lead > 0 }
}

/// True if a pawn moved, or a piece that now attacks more empty squares.
fn improves(step: &Step<'_>) -> bool {
    match step.role() {
        Role::Pawn => true,
        Role::King => false,
        _ => step.free_squares_after() > step.free_squares_before(),
    }
}

/// A pawn of the files a to d that was not a passer stepped forward.
fn is_pawn_step_on_queenside(step: &Step<'_>) -> bool {
    QUEENSIDE.contains(step.to()) && is_pawn_step(step)
}

/// A pawn of the files e to h that was not a passer stepped forward.
fn is_pawn_step_on_kingside(step: &Step<'_>) -> bool {
    KINGSIDE.contains(step.to()) && is_pawn_step(step)
}

fn is_pawn_step(step: &Step<'_>) -> bool {
    step.interplay.on(GENERAL_QUIET_DEFENCE) && step.role() == Role::Pawn && step.is_quiet() && !was_passed(step)
}

/// True if the pawn was passed on its old square; the reading leaves open whether before or after the
/// step, and a pawn that steps past the last enemy pawn was not a passer yet.
fn was_passed(step: &Step<'_>) -> bool {
    let board = step.before.board();
    let pawn = Bitboard::from_square(step.from());
    let [ours, theirs] = [step.us(), !step.us()].map(|color| board.by_color(color));
    let [ours, theirs] = [ours, theirs].map(|pieces| step.see(pieces & board.pawns()));
    ours.is_disjoint(ahead(pawn)) && theirs.is_disjoint(ahead(pawn | beside(pawn)))
}

/// The least gain in attacked empty squares of a better placed piece.
const BETTER_PLACED: usize = 2;

/// A piece that took nothing attacks more empty squares than before, or the king came to a square
/// that is worth more in an endgame.
fn is_improvement(step: &Step<'_>) -> bool {
    if !step.is_quiet() {
        return false;
    }
    match step.role() {
        Role::Pawn => false,
        Role::King => king_value(step, step.to()) > king_value(step, step.from()),
        _ => step.free_squares_after() >= step.free_squares_before() + BETTER_PLACED,
    }
}

/// The value of a king on `square` in an endgame, in tenths.
fn king_value(step: &Step<'_>, square: Square) -> i64 {
    let in_centre = INNER_FILES.contains(square);
    let worth = |rule: RuleRef<i64>| step.interplay.numbers_in_force(rule);
    match u32::from(square.rank()) + 1 {
        3 if in_centre => worth(KING_THIRD_RANK_CENTRE),
        4 if in_centre => worth(KING_FOURTH_RANK_CENTRE),
        5 => worth(KING_FIFTH_RANK),
        6 => worth(KING_SIXTH_RANK),
        _ => 0,
    }
}

/// The lead of the side to move on the first of two `parts` of the board (whole files, none in both) minus
/// its lead on the second, in tenths of a centipawn: the general mobility of the pieces that stand there,
/// and for the pawns there space, weaknesses and the base values of passers.
fn lead(position: &Position, interplay: &Interplay, parts: [Bitboard; 2]) -> i64 {
    let us = position.turn();
    let [ours, theirs] = [us, !us]
        .map(|color| worth_of_pawns(position, color, interplay, parts) + mobility(position, color, interplay, parts));
    ours - theirs
}

/// The mobility of the pieces that stand on the first of the `parts`, less that on the second.
fn mobility(position: &Position, color: Color, interplay: &Interplay, parts: [Bitboard; 2]) -> i64 {
    if !interplay.on(GENERAL_MOBILITY) {
        return 0;
    }
    let board = position.board();
    let occupied = board.occupied();
    let pieces = board.by_color(color) & (parts[0] | parts[1]);
    let straight = pieces & board.rooks_and_queens();
    let diagonal = pieces & board.bishops_and_queens();
    // A queen uses both kinds of lines, which share no square.
    let free = free(pieces & board.knights(), parts, occupied, knight_attacks)
        + free(straight, parts, occupied, |at| rook_attacks(at, occupied))
        + free(diagonal, parts, occupied, |at| bishop_attacks(at, occupied));
    interplay.numbers(GENERAL_MOBILITY) * free
}

/// The number of empty squares attacked by those of the `pieces` on the first of the `parts`, less that of the others.
#[inline(always)]
fn free(pieces: Bitboard, parts: [Bitboard; 2], occupied: Bitboard, attacks: impl Fn(Square) -> Bitboard) -> i64 {
    let squares = |at: Square| {
        let squares = count(attacks(at) & !occupied);
        if parts[0].contains(at) { squares } else { -squares }
    };
    pieces.into_iter().map(squares).sum()
}

/// The worth of the pawns on the first of the `parts`, less that of those on the second.
fn worth_of_pawns(position: &Position, color: Color, interplay: &Interplay, parts: [Bitboard; 2]) -> i64 {
    let board = position.board();
    let see = |side: Color| {
        let pawns = board.pawns() & board.by_color(side);
        color.fold_wb(pawns, pawns.flip_vertical())
    };
    let own = see(color);
    let structure = Structure::of(own, see(!color));
    let pawns = EndgamePawns::in_position(position, color, &structure, interplay);
    let passers = pawns.base_values();
    let number = |rule| interplay.numbers_in_force(rule);
    let space = interplay.numbers_in_force(GENERAL_SPACE);
    let kinds = [
        (space.rank5, own & rank(5)),
        (space.rank6, own & rank(6)),
        (number(PAWN_ISOLATED), pawns.isolated()),
        (number(PAWN_DOUBLE_ISOLATED), pawns.double_isolated()),
        (pawns.surplus_penalty(), pawns.surplus_in_group()),
        (number(PAWN_BACKWARD), pawns.backward()),
        (number(PAWN_PASSED), passers.plain),
        (number(PAWN_PASSED_SEVENTH), passers.seventh),
        (number(PAWN_PASSED_PROTECTED), passers.protected),
    ];
    let worth = |(each, set): (i64, Bitboard)| {
        // Most are empty.
        if set.is_empty() { 0 } else { each * (count(set & parts[0]) - count(set & parts[1])) }
    };
    kinds.into_iter().map(worth).sum()
}

/// A move that is played, with the positions before and after it. Squares are seen by the side that moves, as if it were White.
///
/// It is examined in every node of the search: test cheap conditions first.
struct Step<'a> {
    interplay: &'a Interplay,
    before: &'a Position,
    after: &'a Position,
    mv: EncodedMove,
}

impl Step<'_> {
    /// The side that moves.
    #[inline]
    fn us(&self) -> Color {
        self.before.turn()
    }

    /// The role that moves; a castling king is a king.
    #[inline]
    fn role(&self) -> Role {
        self.mv.role()
    }

    /// True if it neither takes nor promotes nor castles.
    #[inline]
    fn is_quiet(&self) -> bool {
        self.mv.is_quiet() && !self.mv.is_castling()
    }

    /// The origin square.
    #[inline]
    fn from(&self) -> Square {
        self.see_square(self.mv.from())
    }

    /// The target square; the rook's square for castling.
    #[inline]
    fn to(&self) -> Square {
        self.see_square(self.mv.to())
    }

    /// A set of squares of the board as the mover sees it, and back.
    #[inline]
    fn see(&self, set: Bitboard) -> Bitboard {
        self.us().fold_wb(set, set.flip_vertical())
    }

    /// The same for a square.
    #[inline]
    fn see_square(&self, square: Square) -> Square {
        self.us().fold_wb(square, square.flip_vertical())
    }

    /// The attacks of the piece on `square` in `position`, both as the mover sees it.
    fn attacks(&self, position: &Position, square: Square) -> Bitboard {
        self.see(position.board().attacks_from(self.see_square(square)))
    }

    /// The number of empty squares that the moving piece attacked before.
    fn free_squares_before(&self) -> usize {
        self.free_squares(self.before, self.from())
    }

    /// The number of empty squares that it attacks now.
    fn free_squares_after(&self) -> usize {
        self.free_squares(self.after, self.to())
    }

    fn free_squares(&self, position: &Position, square: Square) -> usize {
        let occupied = self.see(position.board().occupied());
        (self.attacks(position, square) & !occupied).count()
    }

    /// The enemy king position.
    fn enemy_king_zone(&self) -> Bitboard {
        let enemy = !self.us();
        let king = self.after.board().king_of(enemy);
        king.map_or(Bitboard::EMPTY, |king| self.see(zone_of(king, enemy)))
    }

    /// True if it takes a pawn on a square of the enemy king position and gives check.
    fn is_check_for_pawn(&self) -> bool {
        self.mv.captured() == Some(Role::Pawn)
            && self.after.is_check()
            && self.enemy_king_zone().contains(self.see_square(self.mv.captured_on()))
    }
}
