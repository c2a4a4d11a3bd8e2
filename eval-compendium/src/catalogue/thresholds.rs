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
/// How many squares nearer than the own king the enemy king is to a passer that is lost.
pub(crate) const NEGATIVE_PASSER_LEAD: u32 = 2;
/// Rooks and minors (in half pawns) with which a side attacks the king in an endgame.
pub(crate) const ENDGAME_ATTACK: i32 = 2 * 9;
/// The lead, in tenths of a centipawn, above which the better side looks for a second weakness.
pub(crate) const TWO_WEAKNESSES_LEAD: i32 = 400;
/// Squares that a blocker within the pawn structure still has at least.
pub(crate) const FREE_BLOCKER_SQUARES: i32 = 3;
