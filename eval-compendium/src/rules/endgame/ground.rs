//! What the pawns of one side are worth in the endgame, and all that it depends on.
//!
//! Rules look at it through a [`View`]; what a move did is told from the position before it, in
//! every node of a search, where a whole context would cost too much.

use shakmaty::{Bitboard, Chess, Color, Position, Square};

use crate::catalogue::Key;
use crate::catalogue::beauty::STURDY_BASTION;
use crate::context::Ending;
use crate::context::material::Pieces;
use crate::context::pawns::Structure;
use crate::rules::View;
use crate::rules::beauty::bastion;
use crate::settings::Settings;

/// One side's pawns, and what their worth depends on besides; seen by that side.
pub(super) struct Ground<'a> {
    settings: &'a Settings,
    raw: bool,
    pub(super) structure: &'a Structure,
    pub(super) ending: Ending,
    /// The own pieces and the enemy's.
    pub(super) men: [Pieces; 2],
    /// Whether there is a queen on the board.
    pub(super) queens: bool,
    /// Files whose doubled pawns a bastion pays for.
    pub(super) bastion: Bitboard,
    /// The own king and the enemy's.
    pub(super) kings: [Square; 2],
}

impl<'a> Ground<'a> {
    /// The own pawns of a view.
    #[inline]
    pub(super) fn of(view: &View<'a>) -> Ground<'a> {
        let (own, enemy) = (&view.context.own, &view.context.enemy);
        Ground {
            settings: view.settings,
            raw: view.raw,
            structure: &own.structure,
            ending: view.ending,
            men: [own.men, enemy.men],
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
    pub(super) fn in_position(
        position: &Chess,
        color: Color,
        structure: &'a Structure,
        settings: &'a Settings,
    ) -> Ground<'a> {
        let board = position.board();
        let sides = [color, !color];
        let men = sides.map(|side| {
            let of = |pieces| board.by_color(side) & pieces;
            let (knights, bishops) = (of(board.knights()), of(board.bishops()));
            Pieces::of(knights, bishops, of(board.rooks()), of(board.queens()))
        });
        let kings = sides.map(|side| {
            let king = board.king_of(side).unwrap_or(Square::E1);
            color.fold_wb(king, king.flip_vertical())
        });
        Ground {
            settings,
            raw: false,
            structure,
            ending: Ending::of(men[0], men[1], board.bishops()),
            men,
            queens: board.queens().any(),
            // Wings are compared by their pawns alone.
            bastion: Bitboard::EMPTY,
            kings,
        }
    }

    /// As [`View::applies`].
    #[inline]
    pub(super) fn applies<const N: usize>(&self, other: Key<N>) -> bool {
        self.raw || self.settings.on(other)
    }

    /// The number of a rule that has one, or nothing where the rule is switched off.
    #[inline]
    pub(super) fn number(&self, key: Key<1>) -> i32 {
        let [number] = self.settings.numbers(key);
        if self.applies(key) { number } else { 0 }
    }
}
