//! The names of the rules, and what they look at.

engine_core::rules! {
    MATERIAL: material("material");
    PAWN_DOUBLED: pawns("pawn_doubled");
    PAWN_ISOLATED: pawns("pawn_isolated");
    PAWN_PASSED: pawns("pawn_passed");
    PAWN_PASSED_BLOCKED: pawns("pawn_passed_blocked");
    PAWN_ADVANCE: pawns("pawn_advance");
    BISHOP_ADJACENT_PAWNS: pieces("bishop_adjacent_pawns");
    BISHOP_PAIR: material("bishop_pair");
    ROOK_KING_TROPISM: king("rook_king_tropism");
    ROOK_SEVENTH: pieces("rook_seventh");
    ROOK_SAME_FILE: pieces("rook_same_file");
    ROOK_OPEN_FILE: pieces("rook_open_file");
    ROOK_HALF_OPEN_FILE: pieces("rook_half_open_file");
    KNIGHT_CENTRE: pieces("knight_centre");
    KNIGHT_KING_TROPISM: king("knight_king_tropism");
    QUEEN_KING_TROPISM: king("queen_king_tropism");
    QUEEN_BISHOP_DIAGONAL: pieces("queen_bishop_diagonal");
    KING_QUADRANT: king("king_quadrant");
    CASTLING: king("castling");
}
