//! Where the king stands in the endgame.

use shakmaty::Bitboard;

use crate::board::bits::{INNER_FILES, once, rank};
use crate::rule::rules;
use crate::view::View;

/// All files.
const ANY: Bitboard = Bitboard::FULL;

rules! {
    "Endgame";

    /// A king on the third rank earns {bonus} on the files c to f.
    "endgame.king.third-rank-centre" [637] Endgame { bonus: 25 }
    |view, n| n.bonus * once(stands_on(view, 3, INNER_FILES));

    /// A king on the fourth rank earns {bonus} on the files c to f.
    "endgame.king.fourth-rank-centre" [639] Endgame { bonus: 35 }
    |view, n| n.bonus * once(stands_on(view, 4, INNER_FILES));

    /// A king on the fifth rank earns {bonus}, whatever its file.
    "endgame.king.fifth-rank" [639] Endgame { bonus: 50 }
    |view, n| n.bonus * once(stands_on(view, 5, ANY));

    /// A king on the sixth rank earns {bonus}, whatever its file. Farther up it earns nothing.
    "endgame.king.sixth-rank" [639] Endgame { bonus: 75 }
    |view, n| n.bonus * once(stands_on(view, 6, ANY));
}

/// Whether the own king is on the rank (1 to 8) and on one of the files.
fn stands_on(view: &View<'_>, at: u32, files: Bitboard) -> bool {
    view.own.king.set.intersects(rank(at) & files)
}
