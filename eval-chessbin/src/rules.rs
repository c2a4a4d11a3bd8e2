//! The names of the rules, and what they look at.

engine_core::rules! {
    MATERIAL: material("material");
    DEFENDED: pieces("defended");
    ATTACKED: pieces("attacked");
    HANGING: pieces("hanging");
    MOBILITY: pieces("mobility");
    PST: pieces("pst");
    EDGE_PAWN: pawns("edge_pawn");
    DOUBLED_PAWN: pawns("doubled_pawn");
    KNIGHT_ENDGAME: material("knight_endgame");
    BISHOP_ENDGAME: material("bishop_endgame");
    BISHOP_PAIR: material("bishop_pair");
    ROOK_MOVED: pieces("rook_moved");
    QUEEN_MOVED: pieces("queen_moved");
    KING_MOVED: king("king_moved");
    KING_FEW_MOVES: king("king_few_moves");
    CHECK: king("check");
    CASTLED: king("castled");
    TEMPO: other("tempo");
    ISOLATED_PAWN: pawns("isolated_pawn");
    PASSED_PAWN: pawns("passed_pawn");
    TERMINAL: other("terminal");
}
