//! The names of the rules, and what they look at.

engine_core::rules! {
    MATERIAL: material("material");
    PST_PAWN: pawns("pst_pawn");
    PST_KNIGHT: pieces("pst_knight");
    PST_BISHOP: pieces("pst_bishop");
    PST_ROOK: pieces("pst_rook");
    PST_QUEEN: pieces("pst_queen");
    PST_KING: king("pst_king");
}
