//! Doubled pawns, and pawns that hold them.

use shakmaty::{Bitboard, Square};

use crate::board::bits::{beside, down, files, up};
use crate::view::View;

/// Pawns of files with exactly two of the doubled pawns `lone`, two ranks or more between them,
/// whose front one is defended, and as often as it is attacked.
pub(crate) fn far_apart(view: &View<'_>, lone: Bitboard) -> Bitboard {
    let structure = &view.own.structure;
    let (front, rear) = (lone & structure.front, lone & structure.rear);
    let close = up(rear) | up(up(rear));
    let well_defended = |square: &Square| {
        let defenders = view.own.count_attackers(*square);
        defenders >= view.enemy.count_attackers(*square).max(1)
    };
    let far = front & !close & !files(lone & !front & !rear);
    let fronts: Bitboard = far.into_iter().filter(well_defended).collect();
    lone & files(fronts)
}

/// Pawns of `own` with two enemy pawns on the next two squares of their file, of which the farther
/// one has a neighbour beside it.
pub(crate) fn restrictors(own: Bitboard, enemy: Bitboard) -> Bitboard {
    let rammed = own & down(enemy);
    if rammed.is_empty() {
        return rammed;
    }
    rammed & down(down(enemy & beside(enemy)))
}
