//! The rules: what each counts, its name, what it looks at, and the options that are its numbers.

engine_core::rules! {
    /// The value of each man; the king has none.
    MATERIAL: material("material") ["value"];
    /// Each file with two or more own pawns.
    PAWN_DOUBLED: pawns("pawn_doubled") ["pawn_doubled"];
    /// Each file with own pawns and none on the neighbouring files.
    PAWN_ISOLATED: pawns("pawn_isolated") ["pawn_isolated"];
    /// The most advanced pawn of a file, if no enemy pawn is ahead of it there or on a neighbouring file, for each rank
    /// from its own first. The document leaves the amount open.
    PAWN_PASSED: pawns("pawn_passed") ["pawn_passed"];
    /// A passed pawn with an enemy man on the square in front of it, for each rank. The document leaves the amount open.
    PAWN_PASSED_BLOCKED: pawns("pawn_passed_blocked") ["pawn_passed_blocked"];
    /// Each pawn for each rank beyond the second, by its file. The document prints the values of two squares and that edge
    /// files get nothing; the files between are left open.
    PAWN_ADVANCE: pawns("pawn_advance") ["pawn_advance"];
    /// Each pawn of either colour diagonally next to a bishop. The document leaves the amount open.
    BISHOP_ADJACENT_PAWNS: pieces("bishop_adjacent_pawns") ["bishop_adjacent_pawn"];
    /// A side with two or more bishops, whatever the colours of their squares. The document leaves the amount open.
    BISHOP_PAIR: material("bishop_pair") ["bishop_pair"];
    /// Each rook by its distance to the enemy king, in files or ranks, whichever are fewer. The document leaves the
    /// amounts open.
    ROOK_KING_TROPISM: king("rook_king_tropism") ["rook_king_tropism"];
    /// Each rook on its own seventh rank, whatever it attacks there.
    ROOK_SEVENTH: pieces("rook_seventh") ["rook_seventh"];
    /// A side with two rooks on one file, whatever is between them.
    ROOK_SAME_FILE: pieces("rook_same_file") ["rook_same_file"];
    /// Each rook on a file without pawns.
    ROOK_OPEN_FILE: pieces("rook_open_file") ["rook_open_file"];
    /// Each rook on a file with enemy pawns and without own ones.
    ROOK_HALF_OPEN_FILE: pieces("rook_half_open_file") ["rook_half_open_file"];
    /// Each knight by its distance to the centre, files and ranks added; a penalty far from it.
    KNIGHT_CENTRE: pieces("knight_centre") ["knight_centre"];
    /// Each knight by its distance to the enemy king, files and ranks added; a penalty far away. The document leaves the
    /// amounts open.
    KNIGHT_KING_TROPISM: king("knight_king_tropism") ["knight_king_tropism"];
    /// Each queen by its distance to the enemy king, in files or ranks, whichever are fewer. The document leaves the
    /// amounts open.
    QUEEN_KING_TROPISM: king("queen_king_tropism") ["queen_king_tropism"];
    /// Each queen on a diagonal with an own bishop, whatever is between them. The document leaves the amount open.
    QUEEN_BISHOP_DIAGONAL: pieces("queen_bishop_diagonal") ["queen_bishop_diagonal"];
    /// Each man by which the enemy outnumbers the own men, king apart, in the quarter of the board in which the king stands;
    /// an enemy queen counts as several.
    KING_QUADRANT: king("king_quadrant") ["king_quadrant"];
    /// A side that has not castled and has lost castling rights: all, or those with one rook. In a position without its past
    /// a side without rights counts as one that has castled.
    CASTLING: king("castling") ["castling"];
}
