//! Position of the king in the endgame.

use crate::board::bits::{INNER_FILES, once, rank};
use crate::rule::rules;

rules! {
    "General principles of the endgame" as King;

    /// A king on the third rank earns {bonus} on the files c to f.
    "endgame.king.third-rank-centre" [637] Endgame { bonus: 25 }
    |view, n| n.bonus * once(view.own.king.set.intersects(rank(3) & INNER_FILES));

    /// A king on the fourth rank earns {bonus} on the files c to f.
    "endgame.king.fourth-rank-centre" [639] Endgame { bonus: 35 }
    |view, n| n.bonus * once(view.own.king.set.intersects(rank(4) & INNER_FILES));

    /// A king on the fifth rank earns {bonus}, whatever its file.
    "endgame.king.fifth-rank" [639] Endgame { bonus: 50 }
    |view, n| n.bonus * once(view.own.king.set.intersects(rank(5)));

    /// A king on the sixth rank earns {bonus}, whatever its file. Farther up it earns nothing.
    "endgame.king.sixth-rank" [639] Endgame { bonus: 75 }
    |view, n| n.bonus * once(view.own.king.set.intersects(rank(6)));
}
