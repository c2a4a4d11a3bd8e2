//! The numbers of the readings that are worth no points: when a phase begins, how many are enough.

/// Non-pawn material of both sides (in half pawns) up to which the endgame has its full weight.
pub(crate) const ENDGAME_FULL: i32 = 2 * 27;
/// Non-pawn material of both sides (in half pawns) from which the endgame has no weight.
pub(crate) const ENDGAME_NONE: i32 = 2 * 48;
/// What a man counts towards non-pawn material, in half pawns: minor, rook, queen.
pub(crate) const MATERIAL: [i32; 3] = [6, 9, 18];
/// Men of both sides, queens left out and rooks counted twice, that an opening needs.
pub(crate) const OPENING_MEN: usize = 12;
/// Minor pieces of both sides on their home squares that make it an opening without castling rights.
pub(crate) const OPENING_HOME_MINORS: usize = 3;
/// Developed (or traded) minors from which queen and rooks may come out, and the lead in
/// development that is rewarded.
pub(crate) const TWO_MINORS: i32 = 2;
/// Pieces and storm pawns on the enemy king position that make a king attack.
pub(crate) const KING_ATTACKERS: usize = 2;
/// The lead in space, in tenths of a centipawn, that leaves the opponent without counterplay.
pub(crate) const NO_COUNTERPLAY_LEAD: i32 = 400;
/// The pawns of a side whose division into two chains is judged.
pub(crate) const COMPOSITION_PAWNS: usize = 7;
/// How many of them in the enemy half turn the preference round.
pub(crate) const COMPOSITION_ADVANCED: i32 = 4;
/// Pawns that a shelter on one colour has at least.
pub(crate) const MONOCHROME_PAWNS: usize = 2;
/// Enemy pawns over which a majority of one more can make a passer.
pub(crate) const MAJORITY_OVER: std::ops::RangeInclusive<i32> = 1..=3;
/// Pieces on the enemy king position, and these pieces and storm pawns together, that an attack
/// which is going on has at least: the others are idle.
pub(crate) const ONGOING_ATTACK_PIECES: usize = 2;
pub(crate) const ONGOING_ATTACK_MEN: usize = 3;
/// Files of half a board with blocked pawns, of four, that lock it.
pub(crate) const LOCKED_FILES: usize = 3;
/// Attackers and defenders together, at least two of each, that make a man a clash point.
pub(crate) const CLASH_PIECES: usize = 5;
/// The lead in attacked squares beyond the middle, on either half, of the more active side.
pub(crate) const ACTIVITY_LEAD: i32 = 4;
/// How many pawns are sacrificed for a lasting advantage.
pub(crate) const PAWNS_GIVEN: std::ops::RangeInclusive<i32> = 1..=2;
/// A low score and a very low one, in tenths of a centipawn, that call for counterplay.
pub(crate) const LOW_SCORE: i32 = -1_500;
pub(crate) const VERY_LOW_SCORE: i32 = -3_000;
/// Pawns on the four squares of the centre that hold it, if the enemy has less there.
pub(crate) const FIRM_HOLD: i32 = 2;
