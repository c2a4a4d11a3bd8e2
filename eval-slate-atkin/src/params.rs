//! Every number of the evaluation, in the document's order.
//!
//! All amounts are points (centipawns) to the side whose man it is: a penalty is negative. Where
//! the document only says that there is a bonus or a penalty, the comment says *open* and why the
//! number was chosen.

/// A factor in hundredths. Points come from integers, so that no platform rounds differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Factor(pub i32);

impl Factor {
    /// The factor times `steps`, cut towards zero to whole points.
    #[inline]
    pub const fn times(self, steps: i32) -> i32 {
        self.0 * steps / 100
    }
}

/// Points that fall by the same amount with every step of distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nearness {
    /// Points for one step nearer.
    pub slope: Factor,
    /// The distance, in steps, that gives nothing; beyond it the points are negative.
    pub zero_at: i32,
}

impl Nearness {
    /// Points for a man `distance` steps away.
    #[inline]
    pub const fn points(self, distance: i32) -> i32 {
        self.slope.times(self.zero_at - distance)
    }
}

/// The section on pawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pawn {
    /// Each pawn.
    pub value: i32,
    /// Each file with two or more own pawns.
    pub doubled: i32,
    /// Each file with own pawns and none on the neighbouring files.
    pub isolated: i32,
    /// A passed pawn, for each rank from its own first rank, which counts 1.
    pub passed: i32,
    /// A passed pawn with an enemy man on the square in front of it, for each such rank.
    pub passed_blocked: i32,
    /// For each rank beyond the second, by file from a to h; the same files for both colours.
    pub advance: [Factor; 8],
}

/// The section on bishops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bishop {
    /// Each bishop.
    pub value: i32,
    /// Each pawn of either colour on a square diagonally next to a bishop, for each bishop.
    pub adjacent_pawn: i32,
    /// Once for two or more bishops.
    pub pair: i32,
}

/// The section on rooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rook {
    /// Each rook.
    pub value: i32,
    /// By the smaller of rank and file distance to the enemy king.
    pub king_tropism: Nearness,
    /// Each rook on its own seventh rank.
    pub seventh: i32,
    /// Once if any file holds two own rooks.
    pub same_file: i32,
    /// Each rook on a file without pawns.
    pub open_file: i32,
    /// Each rook on a file with enemy pawns and without own ones.
    pub half_open_file: i32,
}

/// The section on knights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knight {
    /// Each knight.
    pub value: i32,
    /// By the sum of file and rank distance to the centre of the board: 1 to 7.
    pub centre: Nearness,
    /// By the sum of rank and file distance to the enemy king.
    pub king_tropism: Nearness,
}

/// The section on queens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Queen {
    /// Each queen.
    pub value: i32,
    /// By the smaller of rank and file distance to the enemy king.
    pub king_tropism: Nearness,
    /// Each queen on a diagonal with an own bishop.
    pub bishop_diagonal: i32,
}

/// The section on king safety: quadrants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quadrant {
    /// Each man by which the enemy outnumbers the king's side in the king's quadrant.
    pub outnumbered: i32,
    /// How many men an enemy queen counts; own queens and all other men count one.
    pub enemy_queen: i32,
}

/// The section on king safety: castling, for a side that has not castled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castling {
    /// No right is left.
    pub impossible: i32,
    /// Only the queen's side is left.
    pub kings_rook_moved: i32,
    /// Only the king's side is left.
    pub queens_rook_moved: i32,
}

/// The numbers of one evaluation. A king is worth nothing: it is never captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Params {
    /// Pawns.
    pub pawn: Pawn,
    /// Bishops.
    pub bishop: Bishop,
    /// Rooks.
    pub rook: Rook,
    /// Knights.
    pub knight: Knight,
    /// Queens.
    pub queen: Queen,
    /// King safety: quadrants.
    pub quadrant: Quadrant,
    /// King safety: castling.
    pub castling: Castling,
}

/// The document's numbers, completed where it leaves them open.
pub const DOCUMENT: Params = Params {
    pawn: Pawn {
        value: 100,
        doubled: -7,
        isolated: -2,
        // Open: keeps a passed pawn on the seventh rank (70) below the value of another pawn.
        passed: 10,
        // Open: an obstacle takes half the bonus.
        passed_blocked: -5,
        // Nothing for a and h, 3 on c3 and 34 on e7 are the document's. Open: the slopes between.
        // CHESS 4.5 had 3.9, 5.4, 7.0 and 2.3 for c to f; 7.0 would give 35 on e7, and b, f and g
        // get the least that is still 3 on the third rank, which the document calls the least.
        advance: [
            Factor(0),
            Factor(300),
            Factor(390),
            Factor(540),
            Factor(690),
            Factor(300),
            Factor(300),
            Factor(0),
        ],
    },
    bishop: Bishop {
        value: 340,
        // Open: two squares of diagonal lost, at a point and a half each.
        adjacent_pawn: -3,
        // Open: about a fifth of a pawn.
        pair: 20,
    },
    rook: Rook {
        value: 500,
        // Open: CHESS 4.5's slope, moved up so that it is a bonus everywhere.
        king_tropism: Nearness {
            slope: Factor(160),
            zero_at: 7,
        },
        seventh: 20,
        same_file: 15,
        open_file: 10,
        half_open_file: 3,
    },
    knight: Knight {
        value: 325,
        // CHESS 4.5's form, 1.75 x (6 - 2s), with the factor that gives the document's 7 for the
        // centre and -14 for a corner.
        centre: Nearness {
            slope: Factor(350),
            zero_at: 3,
        },
        // Open: as in CHESS 4.5; negative far away.
        king_tropism: Nearness {
            slope: Factor(120),
            zero_at: 5,
        },
    },
    queen: Queen {
        value: 900,
        // Open: CHESS 4.5's slope and measure, moved up like the rook's.
        king_tropism: Nearness {
            slope: Factor(80),
            zero_at: 7,
        },
        // Open: the document calls it small.
        bishop_diagonal: 5,
    },
    quadrant: Quadrant {
        outnumbered: -5,
        enemy_queen: 3,
    },
    castling: Castling {
        impossible: -15,
        kings_rook_moved: -12,
        queens_rook_moved: -8,
    },
};
