//! Each rule on its own positions, worked by hand: what it gives, and a near miss.

use engine_core::explain::{Meta, Term};
use eval_chessbin::chessbin;

use super::{explain, fact, fixed, term};

/// White takes with check: nine pieces are left.
const CAPTURE: &str = "fen 4k3/ppp5/8/8/8/8/PPP1r3/4R1K1 w - - 0 1 moves e1e2";

/// A rule, a position, and what the rule gives White and Black there, in centipawns.
const RULES: &[(&str, &str, [i32; 2])] = &[
    // The starting position.
    ("defended", "startpos", [36, 36]),
    ("mobility", "startpos", [20, 20]),
    ("pst", "startpos", [-160, -160]),
    ("edge_pawn", "startpos", [-30, -30]),
    ("bishop_pair", "startpos", [10, 10]),
    ("king_few_moves", "startpos", [-5, -5]),
    // Moves are counted for both sides without regard to pins.
    // White: the pinned knight has 6 moves, the king 4 (e2 is taken). Black: rook 12, king 3.
    ("mobility", "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", [10, 15]),
    // In check the other pieces keep their moves: knight 6, king 4. Black's rook has 6 on its file,
    // as it cannot take the king, and 6 on its rank.
    ("mobility", "4r2k/8/8/8/8/1N6/8/4K3 w - - 0 1", [10, 15]),
    // Pawns: steps, captures, and each promotion once.
    // One step and two; the king in the corner has two squares beside its pawn.
    ("mobility", "7k/8/8/8/8/8/P7/K7 w - - 0 1", [4, 3]),
    // The second square is taken, then the first.
    ("mobility", "7k/8/8/8/p7/8/P7/K7 w - - 0 1", [3, 4]),
    ("mobility", "7k/8/8/8/8/p7/P7/K7 w - - 0 1", [1, 3]),
    // Off the home rank there is one step only.
    ("mobility", "7k/8/8/8/8/P7/8/K7 w - - 0 1", [4, 3]),
    // A promotion is one move, and one more by capture.
    ("mobility", "7k/P7/8/8/8/8/8/7K w - - 0 1", [4, 3]),
    ("mobility", "1n5k/P7/8/8/8/8/8/7K w - - 0 1", [5, 6]),
    // No capture without a piece to take.
    ("mobility", "7k/8/8/8/8/1P6/8/7K w - - 0 1", [4, 3]),
    // No piece moves onto a king. The rook may go as far as e4, not to e5, and along its rank: 10. White's king has 5
    // steps, Black's all but e4: nothing is attacked behind it.
    ("mobility", "8/8/8/4k3/8/K7/8/4R3 b - - 0 1", [10 + 5, 7]),
    // The pawn that gives check has its step but no capture.
    ("mobility", "7k/6P1/8/8/8/8/8/7K b - - 0 1", [1 + 3, 3]),
    // En passant counts for each pawn that could, even for one that is pinned: 5 pawn and king moves, and one more.
    ("mobility", "7k/8/8/3pP3/8/8/8/K7 w - d6 0 2", [5, 4]),
    ("mobility", "7k/8/8/3pP3/8/8/8/K7 w - - 0 2", [4, 4]),
    ("mobility", "7k/8/8/2PpP3/8/8/8/K7 w - d6 0 2", [7, 4]),
    ("mobility", "k7/8/8/8/3Pp3/8/8/7K b - d3 0 2", [4, 5]),
    ("mobility", "fen 7k/3p4/8/K3P2r/8/8/8/8 b - - 0 1 moves d7d5", [7, 13]),
    ("mobility", "fen 7k/8/3p4/K3P2r/8/8/8/8 b - - 0 1 moves d6d5", [6, 13]),
    // A king in check counts the square behind it.
    // The rook's line ends at the king: f1 is not attacked. Shunned are d1 and the king's own.
    ("mobility", "7k/8/8/8/8/8/8/r3K3 w - - 0 1", [4, 10 + 3]),
    // The king to move shuns the squares of the other: they share d5, e5 and f5. White's pawn has two moves.
    ("mobility", "8/8/4k3/8/4K3/8/P7/8 w - - 0 1", [5 + 2, 8]),
    ("mobility", "8/8/4k3/8/4K3/8/P7/8 b - - 0 1", [8 + 2, 5]),
    // The pawn between them is defended by the king that comes first, or attacked by it.
    ("defended", "8/8/4k3/4p3/4K3/8/P7/8 w - - 0 1", [0, 1]),
    ("defended", "8/8/4k3/4p3/4K3/8/P7/8 b - - 0 1", [0, 0]),
    ("attacked", "8/8/4k3/4p3/4K3/8/P7/8 w - - 0 1", [0, 0]),
    ("attacked", "8/8/4k3/4p3/4K3/8/P7/8 b - - 0 1", [0, -1]),
    // A king neither takes nor attacks what is defended.
    ("attacked", "7k/8/8/8/8/2p5/1p6/K7 w - - 0 1", [-6, 0]),
    ("attacked", "7k/8/8/8/8/8/1p6/K7 w - - 0 1", [-6, -1]),
    ("hanging", "7k/8/8/8/8/2p5/1p6/K7 w - - 0 1", [-60, 0]),
    ("hanging", "7k/8/8/8/8/8/1p6/K7 w - - 0 1", [-60, -10]),
    // Black: its king 3, and b1 for the pawn, c2 for the other.
    ("mobility", "7k/8/8/8/8/2p5/1p6/K7 w - - 0 1", [2, 5]),
    ("mobility", "7k/8/8/8/8/8/1p6/K7 w - - 0 1", [3, 4]),
    // A king does not defend what is attacked. Black's king is defended by its rook.
    ("defended", "7k/8/8/8/8/8/1P6/K7 w - - 0 1", [1, 0]),
    ("defended", "1r5k/8/8/8/8/8/1P6/K7 w - - 0 1", [0, 2]),
    // Castling is a valid king move of either colour. King 5, rook 9, castling.
    ("mobility", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", [15, 5]),
    ("mobility", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", [14, 5]),
    ("mobility", "4k3/8/8/8/8/8/8/4K2R b K - 0 1", [15, 5]),
    // On either side: king 5, rooks 19, two castlings.
    ("mobility", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", [26, 5]),
    ("mobility", "r3k3/8/8/8/8/8/8/4K3 w q - 0 1", [5, 16]),
    // A piece between; the knight on b1 has 3 moves, the rook 7.
    ("mobility", "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", [15, 5]),
    // Castling needs safe squares where the king goes.
    // f1 is attacked, and f2: king 3, rook 9. Black: rook 7 + 5 + 2, king 4.
    ("mobility", "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", [12, 13]),
    // g1 is attacked: king 5, rook 9.
    ("mobility", "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", [14, 14]),
    // b1 may be: king 5, rook 10, castling.
    ("mobility", "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", [16, 15]),
    // In check: king 4, rook 9. Black: rook 11, king 3.
    ("mobility", "4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", [13, 14]),
    // The other king attacks f1 and g1; it is next to the rook, too.
    ("mobility", "8/8/8/8/8/8/6k1/4K2R b K - 0 1", [14, 3]),
    // A king with fewer than two moves has few.
    ("king_few_moves", "1r5k/8/8/8/8/8/8/K7 w - - 0 1", [-5, 0]),
    ("king_few_moves", "2r4k/8/8/8/8/8/8/K7 w - - 0 1", [0, 0]),
    ("king_few_moves", "7k/8/8/8/8/8/P7/K7 w - - 0 1", [0, 0]),
    ("king_few_moves", "7k/8/8/8/8/8/PP6/K7 w - - 0 1", [-5, 0]),
    ("king_few_moves", "k7/pp6/8/8/8/8/8/7K w - - 0 1", [0, -5]),
    // f1 and castling are two; f1 alone is not.
    ("king_few_moves", "4k3/8/8/8/8/8/3PPP2/3QK2R w K - 0 1", [0, 0]),
    ("king_few_moves", "4k3/8/8/8/8/8/3PPP2/3QK2R w - - 0 1", [-5, 0]),
    // Each kind of piece defends by its action value.
    ("defended", "7k/8/8/8/4P3/K7/8/8 w - - 0 1", [0, 0]),
    ("defended", "7k/8/8/8/4P3/K2P4/8/8 w - - 0 1", [6, 0]),
    ("defended", "7k/8/8/8/4P3/K7/5N2/8 w - - 0 1", [3, 0]),
    ("defended", "7k/8/8/8/4P3/K7/6B1/8 w - - 0 1", [3, 0]),
    ("defended", "7k/8/8/8/4P3/K7/8/4R3 w - - 0 1", [2, 0]),
    ("defended", "7k/8/8/8/4P3/K7/8/4Q3 w - - 0 1", [1, 0]),
    ("defended", "7k/8/8/8/4P3/3K4/8/8 w - - 0 1", [1, 0]),
    // Two add up: the pawn and the queen.
    ("defended", "7k/8/8/8/4P3/K2P4/8/4Q3 w - - 0 1", [7, 0]),
    // The other colour, the other way.
    ("defended", "7k/8/3p4/4p3/8/K7/8/8 w - - 0 1", [0, 6]),
    // Each kind of piece attacks by its action value.
    ("attacked", "7k/8/8/8/4p3/K7/8/8 w - - 0 1", [0, 0]),
    // Pawns attack each other.
    ("attacked", "7k/8/8/8/4p3/K2P4/8/8 w - - 0 1", [-6, -6]),
    ("attacked", "7k/8/8/8/4p3/K7/5N2/8 w - - 0 1", [0, -3]),
    ("attacked", "7k/8/8/8/4p3/K7/6B1/8 w - - 0 1", [0, -3]),
    ("attacked", "7k/8/8/8/4p3/K7/8/4R3 w - - 0 1", [0, -2]),
    ("attacked", "7k/8/8/8/4p3/K7/8/4Q3 w - - 0 1", [0, -1]),
    ("attacked", "7k/8/8/8/4p3/4K3/8/8 w - - 0 1", [0, -1]),
    // Nothing is seen through a piece: the rooks defend each other, and one of them the pawn.
    ("defended", "7k/8/8/8/4P3/K7/4R3/4R3 w - - 0 1", [6, 0]),
    // The rook attacks the king, not what stands behind it; the king's own rook defends it.
    ("attacked", "4r3/8/8/4k3/8/K7/8/4R3 b - - 0 1", [0, -2]),
    ("defended", "4r3/8/8/4k3/8/K7/8/4R3 b - - 0 1", [0, 2]),
    // A king is attacked and defended like any piece.
    ("hanging", "8/8/8/4k3/8/K7/8/4R3 b - - 0 1", [0, -20]),
    // As much defended as attacked.
    ("hanging", "4r3/8/8/4k3/8/K7/8/4R3 b - - 0 1", [0, 0]),
    // Attacked by a rook, defended by a queen.
    ("hanging", "4q3/8/8/4k3/8/K7/8/4R3 b - - 0 1", [0, -10]),
    // Hanging takes the excess ten times. Attacked by a pawn (6), defended by a queen (1).
    ("hanging", "7k/8/8/3p4/4N3/K7/8/4Q3 w - - 0 1", [-50, 0]),
    ("hanging", "7k/8/8/3p4/4N3/K7/8/8 w - - 0 1", [-60, 0]),
    // Attacked and defended by a pawn.
    ("hanging", "7k/8/8/3p4/4N3/K4P2/8/8 w - - 0 1", [0, 0]),
    // More defended than attacked is not a gain.
    ("hanging", "7k/8/8/3p4/4N3/K4P2/8/4Q3 w - - 0 1", [0, 0]),
    // An en passant capture attacks no piece.
    ("attacked", "7k/8/8/3pP3/8/8/8/K7 w - d6 0 2", [0, 0]),
    // Piece values. 975 + 500 + 325 + 320 + 100 + 32,767 and 100 + 32,767.
    ("material", "4k3/p7/8/8/8/8/P7/QRBNK3 w - - 0 1", [34_987, 32_867]),
    // Tables of squares. Kings with few pieces: g1 -30, g8 -30.
    ("pst", "6k1/8/8/4P3/8/8/8/6K1 w - - 0 1", [-30 + 27, -30]),
    ("pst", "6k1/8/8/8/8/4p3/8/6K1 w - - 0 1", [-30, -30 + 30]),
    ("pst", "6k1/2p5/8/8/8/8/2P5/2N3K1 w - - 0 1", [-30 + 10 - 20, -30 + 10]),
    ("pst", "2b3k1/p7/8/8/8/8/P7/6K1 w - - 0 1", [-30 + 5, -30 + 5 - 40]),
    ("pst", "6k1/8/8/3qr3/3RQ3/8/8/6K1 w - - 0 1", [-30, -30]),
    // The king's table changes with the flag. Ten pieces: king e4 -40, pawns a2, b2, c2, d2 worth 5 + 10 + 10 - 25.
    ("pst", "7k/pppp4/8/8/8/8/PPPP4/K7 w - - 0 1", [20, 20]),
    // Nine: both kings -50 in their corners.
    ("pst", "7k/pppp4/8/8/8/8/PPP5/K7 w - - 0 1", [-25, -50]),
    // A late position still has the middlegame's tables: king g1 30, e8 0. Without its past it has the others.
    ("pst", CAPTURE, [30 + 25, 25]),
    ("pst", "4k3/ppp5/8/8/8/8/PPP1R3/6K1 b - - 0 1", [-30 + 25, -30 + 25]),
    // Knights and bishops in the endgame: with nine pieces, not with ten.
    ("knight_endgame", "7k/pppp4/8/8/8/8/PP6/KNB5 w - - 0 1", [0, 0]),
    ("knight_endgame", "7k/ppp5/8/8/8/8/PP6/KNB5 w - - 0 1", [-10, 0]),
    ("knight_endgame", "nn5k/8/8/8/8/8/8/K5BB w - - 0 1", [0, -20]),
    ("bishop_endgame", "7k/pppp4/8/8/8/8/PP6/KNB5 w - - 0 1", [0, 0]),
    ("bishop_endgame", "7k/ppp5/8/8/8/8/PP6/KNB5 w - - 0 1", [10, 0]),
    ("bishop_endgame", "nn5k/8/8/8/8/8/8/K5BB w - - 0 1", [20, 0]),
    // Bishops from the second on.
    ("bishop_pair", "7k/p7/8/8/8/8/8/KB6 w - - 0 1", [0, 0]),
    ("bishop_pair", "7k/p7/8/8/8/8/8/KBB5 w - - 0 1", [10, 0]),
    // Of the same colour; three; Black's.
    ("bishop_pair", "7k/p7/8/8/8/8/8/KB1B4 w - - 0 1", [10, 0]),
    ("bishop_pair", "5bbk/p7/8/8/8/8/8/KBBB4 w - - 0 1", [20, 10]),
    // A promoted one counts too.
    ("bishop_pair", "fen 7k/4P3/8/8/8/8/8/KBB5 w - - 0 1 moves e7e8b", [20, 0]),
    // Rooks that have moved before castling.
    ("rook_moved", "startpos moves a2a4 a7a5 a1a2", [-10, 0]),
    ("rook_moved", "startpos moves a2a4 a7a5 a1a2 a8a7 a2a1 a7a8", [-10, -10]),
    // The right for h1 and h8 alone.
    ("rook_moved", "4k2r/8/8/8/8/8/8/R3K2R w Kk - 0 1", [-10, 0]),
    // Without any right the side counts as having castled.
    ("rook_moved", "4k2r/8/8/8/8/8/8/R3K2R w k - 0 1", [0, 0]),
    ("rook_moved", "fen 4k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1 moves e1g1", [0, 0]),
    // A captured rook loses its past.
    ("rook_moved", "fen 4k3/8/8/8/8/1b6/8/R3K2R w KQ - 0 1 moves a1d1 b3d1", [0, 0]),
    // Queens that have moved before the endgame.
    ("queen_moved", "startpos moves e2e4 e7e5 d1e2", [-10, 0]),
    ("queen_moved", "startpos moves e2e4 e7e5 d1e2 d8f6 e2d1 f6d8", [-10, -10]),
    ("queen_moved", "3q3k/pppp4/8/8/8/8/PPPP4/K2Q4 w - - 0 1", [0, 0]),
    ("queen_moved", "4q2k/pppp4/8/8/8/8/PPPP4/K2Q4 w - - 0 1", [0, -10]),
    ("queen_moved", "4q2k/8/8/8/8/8/8/K2Q4 w - - 0 1", [0, 0]),
    // A promoted queen has moved.
    ("queen_moved", "fen 7k/pppp4/8/8/8/8/PPPP4/K7 w - - 0 1 moves d2d4 d7d5", [0, 0]),
    ("queen_moved", "fen 7k/pppp1P2/8/8/8/8/PPPP4/K7 w - - 0 1 moves f7f8q", [-10, 0]),
    // Kings that have moved without castling before the endgame.
    ("king_moved", "startpos moves e2e4 e7e5 e1e2", [-30, 0]),
    ("king_moved", "startpos moves e2e4 e7e5 e1e2 e8e7 e2e1 e7e8", [-30, -30]),
    // Castled; rights lost by the rook alone; rights lost without a move.
    ("king_moved", "startpos moves e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1g1 e8g8", [0, 0]),
    ("king_moved", "startpos moves h2h4 h7h5 h1h2 h8h7 a2a4 a7a5 a1a2 a8a7", [0, 0]),
    ("king_moved", "4k3/pppp4/8/8/8/8/PPPP4/3K4 w - - 0 1", [0, 0]),
    // The flag is on.
    ("king_moved", "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1e2", [0, 0]),
    ("castled", "startpos moves e2e4 e7e5 e1e2 e8e7 e2e1 e7e8", [0, 0]),
    // Castling counts once it is played.
    ("castled", "startpos", [0, 0]),
    ("castled", "startpos moves e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1g1", [40, 0]),
    ("castled", "startpos moves e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1g1 e8g8", [40, 40]),
    // From a FEN: no right is as good as castled, one right is not.
    ("castled", "4k2r/8/8/8/8/8/8/R3K3 w k - 0 1", [40, 0]),
    ("castled", "4k2r/8/8/8/8/8/8/R3K3 w Q - 0 1", [0, 40]),
    // Pawns on the edge.
    ("edge_pawn", "k7/1p4p1/8/8/8/8/P6P/K7 w - - 0 1", [-30, 0]),
    ("edge_pawn", "k7/p7/p7/8/8/8/1P6/K7 w - - 0 1", [0, -30]),
    // Every pawn of a file after the first.
    ("doubled_pawn", "k7/8/8/8/8/3P4/3P4/K7 w - - 0 1", [-16, 0]),
    ("doubled_pawn", "k7/4p3/4p3/4p3/8/3P4/4P3/K7 w - - 0 1", [0, -32]),
    ("doubled_pawn", "k7/8/8/3p4/8/3P4/4P3/K7 w - - 0 1", [0, 0]),
    // Isolated files by their weight.
    ("isolated_pawn", "k7/8/8/8/8/8/P7/K7 w - - 0 1", [-12, 0]),
    ("isolated_pawn", "k7/8/8/8/8/8/1P6/K7 w - - 0 1", [-14, 0]),
    ("isolated_pawn", "k7/8/8/8/8/8/2P5/K7 w - - 0 1", [-16, 0]),
    ("isolated_pawn", "k7/8/8/8/8/8/3P4/K7 w - - 0 1", [-20, 0]),
    ("isolated_pawn", "k7/8/8/8/8/8/4P3/K7 w - - 0 1", [-20, 0]),
    ("isolated_pawn", "k7/8/8/8/8/8/5P2/K7 w - - 0 1", [-16, 0]),
    ("isolated_pawn", "k7/8/8/8/8/8/6P1/K7 w - - 0 1", [-14, 0]),
    ("isolated_pawn", "k7/8/8/8/8/8/7P/K7 w - - 0 1", [-12, 0]),
    // Isolated once a file and never with a neighbour.
    ("isolated_pawn", "k7/8/8/8/3P4/3P4/3P4/K7 w - - 0 1", [-20, 0]),
    ("isolated_pawn", "k7/8/8/8/8/4P3/3P4/K7 w - - 0 1", [0, 0]),
    ("isolated_pawn", "k7/8/8/8/8/2P5/3P4/K7 w - - 0 1", [0, 0]),
    // The rim's only neighbour.
    ("isolated_pawn", "k7/8/8/8/8/1P6/P7/K7 w - - 0 1", [0, 0]),
    ("isolated_pawn", "k7/8/8/8/8/6P1/7P/K7 w - - 0 1", [0, 0]),
    // The a- and the h-file are not neighbours, nor is the other colour.
    ("isolated_pawn", "k7/8/8/8/8/6p1/P6P/K7 w - - 0 1", [-24, -14]),
    // A passed file is worth ten a pawn.
    ("passed_pawn", "k7/8/8/8/3P4/8/8/K7 w - - 0 1", [10, 0]),
    ("passed_pawn", "k7/8/8/3P4/3P4/8/8/K7 w - - 0 1", [20, 0]),
    // The other side's pawn on the file, ahead or behind, but not beside.
    ("passed_pawn", "k7/3p4/8/8/3P4/8/8/K7 w - - 0 1", [0, 0]),
    ("passed_pawn", "k7/8/8/8/3P4/8/3p4/K7 w - - 0 1", [0, 0]),
    ("passed_pawn", "k7/2p1p3/8/8/3P4/8/8/K7 w - - 0 1", [10, 20]),
    // Advanced pawns that nothing attacks.
    ("passed_pawn", "7k/8/4P3/8/8/8/8/K7 w - - 0 1", [110, 0]),
    ("passed_pawn", "7k/4P3/8/8/8/8/8/K7 w - - 0 1", [210, 0]),
    ("passed_pawn", "7k/8/8/8/8/4p3/8/K7 w - - 0 1", [0, 110]),
    ("passed_pawn", "7k/8/8/8/8/8/4p3/K7 w - - 0 1", [0, 210]),
    // Defended by a pawn, which is worth 10 on its own file.
    ("passed_pawn", "7k/8/4P3/3P4/8/8/8/K7 w - - 0 1", [145, 0]),
    ("passed_pawn", "7k/8/8/8/3p4/4p3/8/K7 w - - 0 1", [0, 145]),
    ("passed_pawn", "7k/4P3/8/8/8/8/8/K3R3 w - - 0 1", [260, 0]),
    ("passed_pawn", "7k/8/4r3/8/8/8/4p3/K7 w - - 0 1", [0, 260]),
    // On the fifth rank there is nothing to gain.
    ("passed_pawn", "7k/8/8/4P3/8/8/8/K3R3 w - - 0 1", [10, 0]),
    // An attack takes the whole bonus.
    ("passed_pawn", "4r2k/8/4P3/8/8/8/8/K7 w - - 0 1", [10, 0]),
    ("passed_pawn", "4r2k/8/4P3/3P4/8/8/8/K7 w - - 0 1", [20, 0]),
    ("passed_pawn", "4r2k/4P3/8/8/8/8/8/K7 w - - 0 1", [10, 0]),
    // A king attacks what is not defended.
    ("passed_pawn", "8/4k3/4P3/8/8/8/8/K7 w - - 0 1", [10, 0]),
    ("passed_pawn", "8/4k3/4P3/8/8/8/8/K3R3 b - - 0 1", [135, 0]),
    // The bonus counts only if the file is passed.
    ("passed_pawn", "7k/8/4P3/8/8/8/4p3/K7 w - - 0 1", [0, 0]),
    ("passed_pawn", "7k/4p3/4P3/8/8/8/8/K7 w - - 0 1", [0, 0]),
    // Check is worth 75, 85 or 95.
    ("check", "4k3/ppp5/8/8/8/8/PPP1R3/5NK1 b - - 0 1", [75, 0]),
    // Few pieces for the first time: the flag is still off.
    ("check", CAPTURE, [85, 0]),
    ("check", "fen 4k3/ppp5/8/8/8/8/PPP1r3/4R1K1 w - - 0 1 moves e1e2 e8d8 e2d2", [95, 0]),
    // Without a past the pieces on the board decide.
    ("check", "4k3/ppp5/8/8/8/8/PPP1R3/6K1 b - - 0 1", [95, 0]),
    ("check", "4k3/ppp1r3/8/8/8/8/PPP5/4K3 w - - 0 1", [0, 95]),
    ("check", "4kn2/ppp1r3/8/8/8/8/PPP5/4K3 w - - 0 1", [0, 75]),
    ("check", "4k3/ppp1n3/8/8/8/8/PPP1R3/6K1 b - - 0 1", [0, 0]),
    // The turn is worth ten.
    ("tempo", "startpos", [10, 0]),
    ("tempo", "startpos moves e2e4", [0, 10]),
];

#[test]
fn each_rule_gives_what_is_worked_by_hand() {
    for (rule, text, expected) in RULES {
        assert_eq!(term(&explain(&chessbin(), text), rule), *expected, "{rule}: {text}");
    }
}

#[test]
fn whites_a_file_looks_at_blacks_b_file() {
    for (fen, slip, mended) in [
        ("7k/1p6/8/8/8/8/P7/7K w - - 0 1", [0, 10], [10, 10]),
        ("7k/p7/8/8/8/8/P7/7K w - - 0 1", [10, 0], [0, 0]),
        ("7k/pp6/8/8/8/8/P7/7K w - - 0 1", [0, 10], [0, 10]),
        ("7k/8/8/8/8/8/P7/7K w - - 0 1", [10, 0], [10, 0]),
        // Neither Black's a-file nor the other wing slips.
        ("7k/p7/8/8/8/8/1P6/7K w - - 0 1", [10, 10], [10, 10]),
        ("7k/6p1/8/8/8/8/7P/7K w - - 0 1", [10, 10], [10, 10]),
    ] {
        assert_eq!(term(&explain(&chessbin(), fen), "passed_pawn"), slip, "{fen}");
        assert_eq!(term(&explain(&fixed(), fen), "passed_pawn"), mended, "{fen}");
    }
}

#[test]
fn the_facts_name_the_flag_and_who_has_castled() {
    let late = format!("{CAPTURE} e8d8");
    for (text, is_endgame) in [
        // The flag acts one position late, but for a position without its past.
        (CAPTURE, false),
        (&late, true),
        ("4k3/ppp5/8/8/8/8/PPP1R3/6K1 b - - 0 1", true),
        // With fewer pieces there is nothing to be late for.
        ("fen 4k3/pp6/8/8/8/8/PPP1r3/4R1K1 w - - 0 1 moves e1e2", true),
        ("fen 4k3/pppp4/8/8/8/8/PPP1r3/4R1K1 w - - 0 1 moves e1e2", false),
    ] {
        let flag = fact(&explain(&chessbin(), text), "endgame_phase");
        assert_eq!(flag, Meta::Flag(is_endgame), "{text}");
    }
    let explained = explain(&chessbin(), "4k2r/8/8/8/8/8/8/R3K3 w k - 0 1");
    assert_eq!(fact(&explained, "castled"), Meta::Sides(true, false));
}

/// Positions, and what settles them with the total in centipawns.
const VERDICTS: &[(&str, Option<(&str, i32)>)] = &[
    ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some(("stalemate", 0))),
    ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", None),
    ("7k/4Q3/6K1/8/8/8/8/8 b - - 0 1", None),
    // A pawn that can move is a way out.
    ("7k/5Q2/6K1/8/8/8/p7/8 b - - 0 1", None),
    // A pinned piece is none, a blocked pawn is none.
    ("R5bk/8/6K1/8/8/8/8/8 b - - 0 1", Some(("stalemate", 0))),
    ("6bk/8/6K1/8/8/8/8/R7 b - - 0 1", None),
    // It comes before the fifty moves.
    ("7k/5Q2/6K1/8/p7/P7/8/8 b - - 100 80", Some(("stalemate", 0))),
    // Mate is worth a king.
    ("R6k/8/6K1/8/8/8/8/8 b - - 0 1", Some(("mate", 32_767))),
    ("8/8/8/8/8/6k1/8/r6K w - - 0 1", Some(("mate", -32_767))),
    // The corner behind the king is a valid move, but not a legal one.
    ("6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 1", Some(("mate", -32_767))),
    ("R6k/8/5K2/8/8/8/8/8 b - - 0 1", None),
    // Fifty moves come before mate.
    ("R6k/8/6K1/8/8/8/8/8 b - - 99 80", Some(("mate", 32_767))),
    ("R6k/8/6K1/8/8/8/8/8 b - - 100 80", Some(("fifty", 0))),
    ("R7/7k/5K2/8/8/8/8/8 w - - 99 80", None),
    ("R7/7k/5K2/8/8/8/8/8 w - - 100 80", Some(("fifty", 0))),
    ("fen R7/7k/5K2/8/8/8/8/8 w - - 99 80 moves a8a7", Some(("fifty", 0))),
    // The third occurrence of the starting position.
    ("startpos moves g1f3 g8f6 f3g1 f6g8", None),
    (THREEFOLD, Some(("repetition", 0))),
    // Too few pieces to mate.
    ("6k1/8/8/8/8/8/8/1K6 w - - 0 1", Some(("insufficient", 0))),
    ("6k1/8/8/4N3/8/8/8/1K6 w - - 0 1", Some(("insufficient", 0))),
    ("6k1/8/8/4n3/8/8/8/1K6 w - - 0 1", Some(("insufficient", 0))),
    ("6k1/8/8/4B3/8/8/8/1K6 w - - 0 1", Some(("insufficient", 0))),
    ("6k1/8/8/4b3/8/8/8/1K6 w - - 0 1", Some(("insufficient", 0))),
    ("6k1/8/8/4N3/b7/8/8/1K6 w - - 0 1", Some(("insufficient", 0))),
    ("6k1/8/8/4B3/n7/8/8/1K6 w - - 0 1", Some(("insufficient", 0))),
    // A win, and yet.
    ("6k1/8/8/4B3/N7/8/8/1K6 w - - 0 1", Some(("insufficient", 0))),
    ("6k1/8/8/4b3/n7/8/8/1K6 w - - 0 1", Some(("insufficient", 0))),
    ("6k1/8/8/4N3/n7/8/8/1K6 w - - 0 1", None),
    ("6k1/8/8/4B3/b7/8/8/1K6 w - - 0 1", None),
    ("6k1/8/8/4B3/1b6/8/8/1K6 w - - 0 1", None),
    ("6k1/8/8/4N3/N7/8/8/1K6 w - - 0 1", None),
    ("6k1/8/8/4BB2/8/8/8/1K6 w - - 0 1", None),
    ("6k1/8/8/4BN2/n7/8/8/1K6 w - - 0 1", None),
    ("6k1/8/8/4P3/8/8/8/1K6 w - - 0 1", None),
    ("6k1/8/8/4p3/8/8/8/1K6 w - - 0 1", None),
    ("6k1/8/8/4R3/8/8/8/1K6 w - - 0 1", None),
    ("6k1/8/8/4q3/8/8/8/1K6 w - - 0 1", None),
    // It comes last: bishop and knight have mated.
    ("k7/8/NKB5/8/8/8/8/8 b - - 0 1", Some(("mate", 32_767))),
    ("k7/8/NKB5/8/8/8/8/8 b - - 100 90", Some(("fifty", 0))),
    ("7k/8/8/8/8/8/4N3/K7 b - - 100 90", Some(("fifty", 0))),
];

const THREEFOLD: &str = "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";

/// Where a position is settled nothing else counts.
#[test]
fn settled_positions_have_their_verdict_alone() {
    for &(text, verdict) in VERDICTS {
        let explained = explain(&chessbin(), text);
        let name = verdict.map(|(name, _)| name);
        assert_eq!(fact(&explained, "terminal"), Meta::Word(name), "{text}");
        let is_other = |term: &&Term| term.rule.name != "terminal" && (term.white, term.black) != (0, 0);
        let others = explained.terms().iter().filter(is_other).count();
        assert_eq!(others == 0, verdict.is_some(), "{text}: {explained:?}");
        if let Some((_, total)) = verdict {
            assert_eq!(explained.centipawns(), total, "{text}");
        }
    }
    let after = explain(&chessbin(), &format!("{THREEFOLD} g1f3 g8f6 f3g1 h7h6"));
    assert_eq!(fact(&after, "terminal"), Meta::Word(None));
}
