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
/// Shelter pawns of a king that a rook attacks from the side.
pub(crate) const TWO_SHELTER_PAWNS: usize = 2;
/// The open files that a wall of pawns has at most.
pub(crate) const FORTRESS_OPEN_FILES: usize = 2;
/// The material, in tenths of a centipawn, that a natural fortress is behind at most.
pub(crate) const FORTRESS_DEFICIT: i32 = 1_000;
/// The material, in tenths of a centipawn, that a fortress against a queen is behind at least.
pub(crate) const FORTRESS_LEAD: i32 = 2_000;
/// The score, in tenths of a centipawn, below which a perpetual check is sought.
pub(crate) const PERPETUAL_SCORE: i32 = -1_000;
/// The score, in tenths of a centipawn, below which a small improvement is welcome.
pub(crate) const SLIGHT_ADVANTAGE: i32 = 500;
/// Empty squares more that a better placed piece attacks.
pub(crate) const BETTER_PLACED: usize = 2;
/// Empty or safe squares that a piece penned in by pawns has at most in the middlegame, and in the
/// endgame.
pub(crate) const PENNED_IN: [usize; 2] = [0, 1];
/// Files with pawns that block each other that lock a half of the board.
pub(crate) const LOCKED_FILES: usize = 3;
/// Safe squares, at most, of a trapped piece in the enemy camp: knight, bishop, rook, queen.
pub(crate) const TRAPPED: [usize; 4] = [1, 2, 2, 3];
/// Squares that an imprisoned queen reaches, its own included.
pub(crate) const PRISON: std::ops::RangeInclusive<usize> = 2..=9;
/// The score, in tenths of a centipawn, at which a side stands worse.
pub(crate) const WORSE: i32 = -500;
/// Pawns that a stonewall has at least, all of a side's.
pub(crate) const STONEWALL_PAWNS: usize = 5;
/// Files that its widest island has at least.
pub(crate) const STONEWALL_FILES: u32 = 4;
/// Pawns in the middle of the board that it has at least.
pub(crate) const STONEWALL_CENTRAL: usize = 2;
/// Pawns that a side has at least whose bishop is bad, most of them on the bishop's colour.
pub(crate) const BAD_BISHOP_PAWNS: i32 = 3;
/// How many of those on its colour are blocked by pawns at least.
pub(crate) const BAD_BISHOP_RAMS: i32 = 2;
/// The pawns more that make a surplus which opposite-coloured bishops are judged by.
pub(crate) const SURPLUS: i32 = 2;
/// The files between passers, counted from one to the other, that win with such bishops.
pub(crate) const WINNING_FILES_APART: u32 = 3;
/// The steps from the promotion square beyond which a king is too late for a pawn on rank 5.
pub(crate) const KING_TOO_FAR: u32 = 3;
/// The most pawns of a side that give a bishop room against a knight.
pub(crate) const FEW_PAWNS: i32 = 2;
/// Enemy pawns on the seventh rank that make a rook there worth more.
pub(crate) const SEVENTH_RANK_PAWNS: i32 = 2;
/// The steps to promotion by which a passer is well ahead of the enemy's.
pub(crate) const AHEAD_IN_RACE: u32 = 2;
/// The moves in which a rook that is not shut out gets to the other side of the board.
pub(crate) const SHUT_OUT_MOVES: u32 = 3;
/// The pawns of each side on the one wing while a rook is trapped before its pawn on the other.
pub(crate) const WING_PAWNS: usize = 3;
/// The pawns of the stronger and of the weaker side that draw with rooks on one part of the board.
pub(crate) const THREE_V_TWO: [i32; 2] = [3, 2];
/// Own pawns on the king position that make a good shelter in queen endings.
pub(crate) const QUEEN_SHELTER: i32 = 3;
/// The most pawns of a thin one.
pub(crate) const THIN_SHELTER: i32 = 1;
/// The files between a king and a passer, counted from one to the other, that part them.
pub(crate) const FAR_FROM_KING: i32 = 4;
/// How many squares nearer than the own king the enemy king is to a passer that is lost.
pub(crate) const NEGATIVE_PASSER_LEAD: u32 = 2;
/// Rooks and minors (in half pawns) with which a side attacks the king in an endgame.
pub(crate) const ENDGAME_ATTACK: i32 = 2 * 9;
/// The lead, in tenths of a centipawn, above which the better side looks for a second weakness.
pub(crate) const TWO_WEAKNESSES_LEAD: i32 = 400;
/// Squares that a blocker within the pawn structure still has at least.
pub(crate) const FREE_BLOCKER_SQUARES: i32 = 3;
/// Pieces on the enemy king position, and these pieces and storm pawns together, that an attack
/// which is going on has at least: the others are idle.
pub(crate) const ONGOING_ATTACK_PIECES: usize = 2;
pub(crate) const ONGOING_ATTACK_MEN: usize = 3;
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
