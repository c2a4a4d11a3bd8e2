//! The correction of static values, all after Weiss.

/// The most that a number by a structure can be: of pawns, minor pieces, major pieces, White's pieces, Black's pieces.
pub const STRUCTURE_MAX: [i32; 5] = [1_651, 1_142, 1_222, 1_063, 1_063];
/// The most that a number by two moves can be.
pub const MOVES_MAX: i32 = 1_514;
/// The weights of the numbers by structures ...
pub const STRUCTURE_WEIGHTS: [i32; 5] = [5_868, 7_217, 4_416, 7_025, 7_025];
/// ... and of those by the last move and the one seven to two plies before the position.
pub const MOVES_WEIGHTS: [i32; 6] = [2_901, 3_379, 3_841, 2_626, 3_235, 4_060];
/// The weighted sum that moves the static value by one of Michniewski's centipawns.
pub const WEIGHT_UNIT: f64 = 131_072.0;
/// A number moves by the error, in Michniewski's centipawns, times the depth over this ...
pub const DEPTH_DIVISOR: f64 = 4.0;
/// ... and by this at most where the position was better than thought ...
pub const BONUS_MAX: f64 = 289.0;
/// ... and where it was worse.
pub const BONUS_MIN: f64 = -172.0;
