//! Endgame material and pawns, and the fortress of rook and pawn against a queen.

use engine_core::position::Position;
use shakmaty::{Bitboard, Color, Square};

use crate::board::bits::{A_FILE, CENTRAL_FILES, H_FILE, beside, count, files, fill_down, rank, ranks, right};
use crate::board::context::Context;
use crate::board::material::{Ending, Pieces};
use crate::board::pawns::Structure;
use crate::board::side::Side;
use crate::interplay::{
    AVALANCHE_FIVE, AVALANCHE_FOUR, BACKWARD_FATED_PAWN, COMPOSITE_QUEEN_ROOK_NO_DOUBLING, GENERAL_NEGATIVE_PASSER,
    Interplay, KNIGHT_BACKWARD_FIXED, PAWN_DOUBLE_ISOLATED, PAWN_DOUBLED_IN_GROUP, PAWN_ENDING_BACKWARD,
    PAWN_ENDING_DOUBLED_IN_GROUP, PAWN_PASSED_CONNECTED, PAWN_PASSED_PROTECTED, PAWN_PASSED_SEVENTH, PIECE_VALUES,
    RuleRef, RuleSet, STURDY_BASTION,
};
use crate::patterns::pawns::fixed_backward_of;
use crate::patterns::shelter::bastion;
use crate::patterns::space::avalanche_of;
use crate::view::View;

/// True if there are so few pieces that the material may be one that a rule names exactly; the same for both sides.
#[inline(always)]
pub(crate) fn is_small(context: &Context<'_>) -> bool {
    context.is_small
}

/// True if the own side has exactly the pieces `own` and the enemy `enemy`, with any pawns.
#[inline(always)]
pub(crate) fn has(context: &Context<'_>, own: Pieces, enemy: Pieces) -> bool {
    context.own.army == own && context.enemy.army == enemy
}

/// The number of pawns of the own and of the enemy side.
#[inline(always)]
pub(crate) fn pawns(view: &View<'_>) -> (usize, usize) {
    (view.own.pawns.count(), view.enemy.pawns.count())
}

/// The arrangement of one side's pawns, each on a different file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spread {
    /// On consecutive files.
    Connected,
    /// Some on neighbouring files, others apart.
    Mixed,
    /// No two on neighbouring files.
    Separate,
}

/// The arrangement of these pawns, two or more; `None` if two share a file.
pub(crate) fn spread(pawns: Bitboard) -> Option<Spread> {
    let files = fill_down(pawns) & rank(1);
    let pairs = (files & right(files)).count();
    if files.count() < pawns.count() {
        return None;
    }
    Some(match pairs {
        0 => Spread::Separate,
        pairs if pairs + 1 == pawns.count() => Spread::Connected,
        _ => Spread::Mixed,
    })
}

/// The total value of a side's pieces.
pub(crate) fn worth(side: &Side, values: PIECE_VALUES) -> i64 {
    values.pawn * count(side.pawns)
        + values.knight * count(side.knights)
        + values.bishop * count(side.bishops)
        + values.rook * count(side.rooks)
        + values.queen * count(side.queens)
}

/// The number of squares by which the enemy king is nearer than the own king to a passer that is lost.
const NEGATIVE_PASSER_LEAD: u32 = 2;

/// One side's pawns and the context that their worth depends on; seen by that side.
pub(crate) struct EndgamePawns<'a> {
    interplay: &'a Interplay,
    /// The rules for which others make room.
    applying: RuleSet,
    structure: &'a Structure,
    ending: Ending,
    /// The own pieces and the enemy's.
    armies: [Pieces; 2],
    /// True if there is a queen on the board.
    queens: bool,
    /// Files whose doubled pawns a bastion pays for.
    bastion: Bitboard,
    /// The own king and the enemy's.
    kings: [Square; 2],
}

impl<'a> EndgamePawns<'a> {
    /// The own pawns of a view.
    #[inline]
    pub(crate) fn of(view: &View<'a>) -> EndgamePawns<'a> {
        let (own, enemy) = (view.own, view.enemy);
        EndgamePawns {
            interplay: view.others.interplay,
            applying: view.others.applying,
            structure: &own.structure,
            ending: view.ending,
            armies: [own.army, enemy.army],
            queens: (own.queens | enemy.queens).any(),
            bastion: if own.structure.doubled.any() && view.replaced_by(STURDY_BASTION) {
                bastion(view)
            } else {
                Bitboard::EMPTY
            },
            kings: [own.king.square, enemy.king.square],
        }
    }

    /// The pawns of `color` in `position`, which are the `structure`.
    pub(crate) fn in_position(
        position: &Position,
        color: Color,
        structure: &'a Structure,
        interplay: &'a Interplay,
    ) -> EndgamePawns<'a> {
        let board = position.board();
        let sides = [color, !color];
        let armies = sides.map(|side| {
            let of = |pieces| board.by_color(side) & pieces;
            let (knights, bishops) = (of(board.knights()), of(board.bishops()));
            Pieces::of(knights, bishops, of(board.rooks()), of(board.queens()))
        });
        let kings = sides.map(|side| {
            let king = board.king_of(side).unwrap_or(Square::E1);
            color.fold_wb(king, king.flip_vertical())
        });
        EndgamePawns {
            interplay,
            applying: interplay.on,
            structure,
            ending: Ending::of(armies[0], armies[1], board.bishops()),
            armies,
            queens: board.queens().any(),
            // Wings are compared by their pawns alone.
            bastion: Bitboard::EMPTY,
            kings,
        }
    }

    /// As [`View::applies`].
    #[inline]
    fn applies<N: Copy>(&self, other: RuleRef<N>) -> bool {
        self.applying.includes(other)
    }
}

/// Passers by their base value in the endgame; each has one at most.
#[derive(Clone, Copy, Default)]
pub(crate) struct BaseValues {
    /// Those with the plain one.
    pub(crate) plain: Bitboard,
    /// Those with the one of the seventh rank.
    pub(crate) seventh: Bitboard,
    /// Those with the one of a protected passer.
    pub(crate) protected: Bitboard,
}

impl EndgamePawns<'_> {
    /// The passers by base value. Pawns of an avalanche and passers that count against their owner have none.
    pub(crate) fn base_values(&self) -> BaseValues {
        let structure = self.structure;
        let mut passers = self.outside_avalanche(structure.passed);
        if passers.is_empty() {
            return BaseValues::default();
        }
        if self.applies(GENERAL_NEGATIVE_PASSER) {
            passers &= !self.negative();
        }
        let mut protected = Bitboard::EMPTY;
        if self.applies(PAWN_PASSED_PROTECTED) {
            protected = passers & structure.protected;
            if self.applies(PAWN_PASSED_CONNECTED) {
                protected &= !structure.tandem;
            }
        }
        let mut seventh = Bitboard::EMPTY;
        if self.applies(PAWN_PASSED_SEVENTH) {
            seventh = passers & rank(7) & !protected;
        }
        BaseValues { plain: passers & !seventh & !protected, seventh, protected }
    }

    /// Those of `passers` outside an avalanche, which has its own value.
    pub(crate) fn outside_avalanche(&self, passers: Bitboard) -> Bitboard {
        if passers.any() && self.applies(AVALANCHE_FOUR) {
            passers & !avalanche_of(self.structure.passed, self.applies(AVALANCHE_FIVE))
        } else {
            passers
        }
    }

    /// Passers that count against their owner: on the d- or e-file in the enemy half, and without
    /// queens the enemy king is much nearer to them than the own one.
    pub(crate) fn negative(&self) -> Bitboard {
        let central = self.structure.passed & CENTRAL_FILES & ranks(5, 8);
        if central.is_empty() || self.queens {
            return Bitboard::EMPTY;
        }
        let lost = |pawn: &Square| {
            let [ours, theirs] = self.kings.map(|king| king.distance(*pawn));
            ours >= theirs + NEGATIVE_PASSER_LEAD
        };
        central.into_iter().filter(lost).collect()
    }

    /// Isolated pawns; those that share a file are left out if they have their own rule.
    pub(crate) fn isolated(&self) -> Bitboard {
        let structure = self.structure;
        if self.applies(PAWN_DOUBLE_ISOLATED) { structure.isolated & !structure.doubled } else { structure.isolated }
    }

    /// Isolated pawns that share a file.
    pub(crate) fn double_isolated(&self) -> Bitboard {
        self.structure.isolated & self.structure.doubled
    }

    /// The pawns beyond the first on a file with an own pawn beside it: a group of at least three pawns on two files.
    pub(crate) fn surplus_in_group(&self) -> Bitboard {
        let structure = self.structure;
        structure.doubled & !structure.isolated & !structure.front & !self.bastion
    }

    /// The same pawns, unless a rule of some ending sets their cost there.
    pub(crate) fn doubled_in_group(&self) -> Bitboard {
        if self.doubling() == Some(PAWN_DOUBLED_IN_GROUP) { self.surplus_in_group() } else { Bitboard::EMPTY }
    }

    /// The cost of each pawn beyond the first on a file in a group.
    pub(crate) fn surplus_penalty(&self) -> i64 {
        let rule = self.doubling().filter(|rule| self.applies(*rule));
        rule.map_or(0, |rule| self.interplay.numbers(rule))
    }

    /// The rule that sets the cost of each; none with queen and rook against queen and rook.
    fn doubling(&self) -> Option<RuleRef<i64>> {
        let free = self.armies == [Pieces::QR; 2];
        if self.ending == Ending::Pawns && self.applies(PAWN_ENDING_DOUBLED_IN_GROUP) {
            Some(PAWN_ENDING_DOUBLED_IN_GROUP)
        } else if free && self.applies(COMPOSITE_QUEEN_ROOK_NO_DOUBLING) {
            None
        } else {
            Some(PAWN_DOUBLED_IN_GROUP)
        }
    }

    /// Pawns that their neighbours have left behind and that one enemy pawn attacks when they step
    /// forward. Fixed ones have their own rule in pawn endings and knight endings.
    pub(crate) fn backward(&self) -> Bitboard {
        let structure = self.structure;
        let mut pawns = structure.stop_hit
            & structure.with_neighbour_ahead
            & !structure.with_neighbour_beside
            & !structure.with_neighbour_behind;
        if pawns.is_empty() {
            return pawns;
        }
        if self.applies(BACKWARD_FATED_PAWN) {
            pawns &= !structure.stop_hit_twice;
        }
        let elsewhere = match self.ending {
            Ending::Pawns => self.applies(PAWN_ENDING_BACKWARD),
            Ending::Knights => self.applies(KNIGHT_BACKWARD_FIXED),
            _ => false,
        };
        if elsewhere {
            pawns &= !fixed_backward_of(structure);
        }
        pawns
    }
}

/// True if the own side, with rook and one pawn, holds out against a queen without pawns.
pub(crate) fn has_fortress(view: &View<'_>) -> bool {
    let (own, enemy) = (view.own, view.enemy);
    has(view, Pieces::R, Pieces::Q)
        && pawns(view) == (1, 0)
        && stands([own.pawns, own.rooks, own.king.set, enemy.king.set])
}

/// The same for the enemy, against the own queen.
pub(crate) fn enemy_has_fortress(view: &View<'_>) -> bool {
    let (own, enemy) = (view.own, view.enemy);
    let sets = [enemy.pawns, enemy.rooks, enemy.king.set, own.king.set];
    has(view, Pieces::Q, Pieces::R) && pawns(view) == (0, 1) && stands(sets.map(Bitboard::flip_vertical))
}

/// True if the pawn, the rook and the king make a wall that the enemy king, the last argument, has not entered; seen
/// by their side. The pawn at home on one of the files b to g protects the rook, the own king on the first two ranks
/// is not more than a file away, and the enemy king is not on the first three ranks of these files.
fn stands([pawn, rook, king, enemy_king]: [Bitboard; 4]) -> bool {
    let home = pawn & rank(2) & !(A_FILE | H_FILE);
    let next = files(beside(home));
    let near = next | files(home);
    rook.intersects(next & rank(3)) && king.intersects(near & ranks(1, 2)) && enemy_king.is_disjoint(near & ranks(1, 3))
}
