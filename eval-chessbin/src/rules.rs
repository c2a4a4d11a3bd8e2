//! The rules: what each counts, its name, what it looks at, and the options that are its numbers.

engine_core::rules! {
    /// The value of each man.
    MATERIAL: material("material") ["value"];
    /// Each man by the action values of the own men that reach it: of a pawn 6, of a knight or bishop 3, of a rook 2, of a
    /// queen or king 1. The document does not print these values; they are those of its author's later engine.
    DEFENDED: pieces("defended");
    /// Each man by the action values of the enemy men that reach it, taken off.
    ATTACKED: pieces("attacked");
    /// Each man, the king too, for each point by which its attackers' action values exceed its defenders'. The document's
    /// prose takes the attack off once more; its code, which counts here, multiplies the excess.
    HANGING: pieces("hanging") ["hanging"];
    /// One for each valid move of each man, whichever side is to move.
    MOBILITY: pieces("mobility");
    /// Each pawn, knight, bishop and king by its square, the king by another table with the endgame flag on: if the
    /// position before had fewer than ten men. Rooks and queens have no table.
    PST: pieces("pst") ["pst_pawn", "pst_knight", "pst_bishop", "pst_king", "pst_king_endgame"];
    /// Each pawn on the a- or h-file.
    EDGE_PAWN: pawns("edge_pawn") ["edge_pawn"];
    /// Each pawn of a file after the first.
    DOUBLED_PAWN: pawns("doubled_pawn") ["doubled_pawn"];
    /// Each knight with the endgame flag on: if the position before had fewer than ten men.
    KNIGHT_ENDGAME: material("knight_endgame") ["knight_endgame"];
    /// Each bishop with the endgame flag on: if the position before had fewer than ten men.
    BISHOP_ENDGAME: material("bishop_endgame") ["bishop_endgame"];
    /// Each bishop of a side after the first, whatever the colours of their squares.
    BISHOP_PAIR: material("bishop_pair") ["bishop_pair"];
    /// Each rook that has moved while its side has not castled, in the endgame too.
    ROOK_MOVED: pieces("rook_moved") ["rook_moved"];
    /// Each queen that has moved, with the endgame flag off: if the position before had ten men or more.
    QUEEN_MOVED: pieces("queen_moved") ["queen_moved"];
    /// A king that has moved without castling, with the endgame flag off. In the document's prose the king can no longer
    /// castle; in its code, which counts here, it has moved.
    KING_MOVED: king("king_moved") ["king_moved"];
    /// A king with fewer than two valid moves.
    KING_FEW_MOVES: king("king_few_moves") ["king_few_moves"];
    /// The side that gives check; more with the endgame flag on, which goes by the men of the position before, and more
    /// with fewer than ten men on the board now.
    CHECK: king("check") ["check", "check_endgame", "check_few_men"];
    /// A side that has castled. In a position without its past a side without castling rights counts as one that has.
    CASTLED: king("castled") ["castled"];
    /// The side to move.
    TEMPO: other("tempo") ["tempo"];
    /// Each file with own pawns and none on the neighbouring files, once for all pawns of the file.
    ISOLATED_PAWN: pawns("isolated_pawn") ["isolated_pawn"];
    /// Each pawn of a file on which the other side has none, ahead or behind; more on the sixth and seventh rank if nothing
    /// attacks it, and more again if something defends it there. A slip of the document: White's a-file goes by Black's
    /// b-file, unless the option `a_file_fix` is on.
    PASSED_PAWN: pawns("passed_pawn") ["file_pawn", "sixth_rank", "seventh_rank"];
    /// In place of all other rules, a game that is over: mate; or nothing for stalemate, fifty moves, a third repetition
    /// and too few men to mate. By a slip of the document bishop and knight are too few.
    TERMINAL: other("terminal");
}
