//! Each rule on its own positions, with values worked out by hand, and near misses.

use engine_core::game::Game;

use super::{breakdown, castled, term_of};

/// A rule, a position, and what the rule gives White and Black there, in centipawns.
const RULES: &[(&str, &str, [i32; 2])] = &[
    // The starting position.
    ("material", "startpos", [4030, 4030]),
    ("bishop_adjacent_pawns", "startpos", [-12, -12]),
    ("bishop_pair", "startpos", [20, 20]),
    ("rook_king_tropism", "startpos", [10, 10]),
    ("knight_centre", "startpos", [-20, -20]),
    ("knight_king_tropism", "startpos", [-10, -10]),
    ("queen_king_tropism", "startpos", [4, 4]),
    // Material.
    ("material", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", [0, 0]),
    ("material", "4k3/p7/8/8/8/8/P6P/4K3 w - - 0 1", [200, 100]),
    ("material", "4k3/n7/8/8/8/8/B7/4K3 w - - 0 1", [340, 325]),
    ("material", "r3k3/8/8/8/8/8/8/3QK3 b - - 0 1", [900, 500]),
    ("material", "k7/8/8/8/8/8/8/QQQ1K3 b - - 0 1", [2700, 0]),
    // Doubled counts once a file.
    ("pawn_doubled", "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", [0, 0]),
    ("pawn_doubled", "4k3/8/8/8/8/P7/P7/4K3 w - - 0 1", [-7, 0]),
    // Apart from each other, and with an enemy piece between.
    ("pawn_doubled", "4k3/P7/8/p7/8/8/P7/4K3 w - - 0 1", [-7, 0]),
    ("pawn_doubled", "4k3/8/8/P7/8/P7/P7/4K3 w - - 0 1", [-7, 0]),
    ("pawn_doubled", "4k3/2p5/2p5/2p4p/7p/8/8/4K3 w - - 0 1", [0, -14]),
    // One of each colour is not a doubled pawn.
    ("pawn_doubled", "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", [0, 0]),
    // Isolated counts once a file.
    ("pawn_isolated", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", [-2, 0]),
    // A neighbour on whatever rank, ahead or behind, is company.
    ("pawn_isolated", "4k3/1P6/8/8/8/8/P7/4K3 w - - 0 1", [0, 0]),
    ("pawn_isolated", "4k3/8/8/8/8/8/P1P5/4K3 w - - 0 1", [-4, 0]),
    ("pawn_isolated", "4k3/8/8/8/8/P7/P1P5/4K3 w - - 0 1", [-4, 0]),
    // Files a and h are not neighbours; enemy pawns do not count as neighbours.
    ("pawn_isolated", "4k3/8/8/8/8/8/P6P/4K3 w - - 0 1", [-4, 0]),
    ("pawn_isolated", "4k3/1p6/8/8/8/8/P7/4K3 w - - 0 1", [-2, -2]),
    ("pawn_isolated", "4k3/5pp1/7p/8/8/8/8/4K3 w - - 0 1", [0, 0]),
    ("pawn_isolated", "4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", [0, 0]),
    // Passed grows with the own rank.
    ("pawn_passed", "6k1/8/8/8/8/8/P7/6K1 w - - 0 1", [20, 0]),
    ("pawn_passed", "6k1/p7/8/8/8/8/8/6K1 w - - 0 1", [0, 20]),
    ("pawn_passed", "6k1/8/8/8/8/P7/8/6K1 w - - 0 1", [30, 0]),
    ("pawn_passed", "6k1/8/p7/8/8/8/8/6K1 w - - 0 1", [0, 30]),
    ("pawn_passed", "6k1/8/8/8/P7/8/8/6K1 w - - 0 1", [40, 0]),
    ("pawn_passed", "6k1/8/8/p7/8/8/8/6K1 w - - 0 1", [0, 40]),
    ("pawn_passed", "6k1/8/8/P7/8/8/8/6K1 w - - 0 1", [50, 0]),
    ("pawn_passed", "6k1/8/8/8/p7/8/8/6K1 w - - 0 1", [0, 50]),
    ("pawn_passed", "6k1/8/P7/8/8/8/8/6K1 w - - 0 1", [60, 0]),
    ("pawn_passed", "6k1/8/8/8/8/p7/8/6K1 w - - 0 1", [0, 60]),
    ("pawn_passed", "6k1/P7/8/8/8/8/8/6K1 w - - 0 1", [70, 0]),
    ("pawn_passed", "6k1/8/8/8/8/8/p7/6K1 w - - 0 1", [0, 70]),
    // Passed means no enemy pawn strictly ahead on three files.
    // d4 against single black pawns (their own 10 x rank where they are passed too).
    ("pawn_passed", "4k3/3p4/8/8/3P4/8/8/4K3 w - - 0 1", [0, 0]),
    ("pawn_passed", "4k3/2p5/8/8/3P4/8/8/4K3 w - - 0 1", [0, 0]),
    ("pawn_passed", "4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1", [0, 0]),
    // Beside or behind is not ahead.
    ("pawn_passed", "4k3/8/8/8/3Pp3/8/8/4K3 w - - 0 1", [40, 50]),
    ("pawn_passed", "4k3/8/8/8/3P4/2p5/8/4K3 w - - 0 1", [40, 60]),
    // Two files away does not matter.
    ("pawn_passed", "4k3/1p3p2/8/8/3P4/8/8/4K3 w - - 0 1", [40, 40]),
    // Files a and h are not neighbours.
    ("pawn_passed", "4k3/7p/8/8/P7/8/8/4K3 w - - 0 1", [40, 20]),
    ("pawn_passed", "4k3/p7/8/8/7P/8/8/4K3 w - - 0 1", [40, 20]),
    // Own pawns ahead on neighbouring files do not matter.
    ("pawn_passed", "4k3/8/4P3/8/3P4/8/8/4K3 w - - 0 1", [40 + 60, 0]),
    // Only the most advanced pawn of a file is passed.
    ("pawn_passed", "4k3/8/8/3P4/3P4/8/8/4K3 w - - 0 1", [50, 0]),
    ("pawn_passed", "4k3/8/3P4/8/3P4/8/3P4/4K3 w - - 0 1", [60, 0]),
    // The front pawn is past the defender; the rear one would not be, and does not count.
    ("pawn_passed", "4k3/8/3P4/2p5/8/3P4/8/4K3 w - - 0 1", [60, 0]),
    ("pawn_passed", "4k3/8/8/3p4/8/3p4/8/4K3 w - - 0 1", [0, 60]),
    // The front pawn is stopped, so is the whole file.
    ("pawn_passed", "4k3/2p5/3P4/8/3P4/8/8/4K3 w - - 0 1", [0, 0]),
    // Any enemy piece in front blocks a passed pawn.
    ("pawn_passed_blocked", "4k3/8/3n4/3P4/8/8/8/4K3 w - - 0 1", [-25, 0]),
    ("pawn_passed_blocked", "4k3/8/3q4/3P4/8/8/8/4K3 w - - 0 1", [-25, 0]),
    ("pawn_passed_blocked", "8/8/3k4/3P4/8/8/8/4K3 w - - 0 1", [-25, 0]),
    ("pawn_passed_blocked", "3k4/3P4/8/8/8/8/8/4K3 w - - 0 1", [-35, 0]),
    ("pawn_passed_blocked", "8/4k3/8/8/8/8/3p4/3K4 w - - 0 1", [0, -35]),
    ("pawn_passed_blocked", "8/4k3/8/8/3p4/3R4/8/K7 w - - 0 1", [0, -25]),
    // An own piece does not block, nor one that is two squares ahead or beside.
    ("pawn_passed_blocked", "7k/8/3N4/3P4/8/8/8/4K3 w - - 0 1", [0, 0]),
    ("pawn_passed_blocked", "4k3/3n4/8/3P4/8/8/8/4K3 w - - 0 1", [0, 0]),
    ("pawn_passed_blocked", "4k3/8/2n5/3P4/8/8/8/4K3 w - - 0 1", [0, 0]),
    // A pawn that is not passed cannot be blocked; a rear pawn is not passed.
    ("pawn_passed_blocked", "4k3/2p5/3n4/3P4/8/8/8/4K3 w - - 0 1", [0, 0]),
    ("pawn_passed_blocked", "4k3/8/3P4/3n4/3P4/8/8/4K3 w - - 0 1", [0, 0]),
    // Wrapping round the edge of the board would find the piece on a6 or h4.
    ("pawn_passed_blocked", "4k3/8/n7/7P/8/8/8/4K3 w - - 0 1", [0, 0]),
    ("pawn_passed_blocked", "4k3/8/8/P7/7n/8/8/4K3 w - - 0 1", [0, 0]),
    // Advancement goes by real file for both colours.
    ("pawn_advance", "4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", [0, 0]),
    // The document's own two values, for either side.
    ("pawn_advance", "4k3/8/8/8/8/2P5/8/4K3 w - - 0 1", [3, 0]),
    ("pawn_advance", "k7/4P3/8/8/8/8/8/4K3 w - - 0 1", [34, 0]),
    ("pawn_advance", "4k3/8/2p5/8/8/8/8/4K3 w - - 0 1", [0, 3]),
    ("pawn_advance", "4k3/8/8/8/8/8/4p3/K7 w - - 0 1", [0, 34]),
    // Each pawn is cut on its own: 5 + 5, not trunc(10.8); 3 + 3, not trunc(7.8).
    ("pawn_advance", "4k3/8/8/8/8/3P4/8/4K3 w - - 0 1", [5, 0]),
    ("pawn_advance", "4k3/8/2pp4/8/8/2PP4/8/4K3 w - - 0 1", [3 + 5, 3 + 5]),
    // c5 11, d5 16, e5 20; files a and h nothing, b, f and g alike.
    ("pawn_advance", "4k3/8/8/2PPP3/8/8/8/4K3 w - - 0 1", [47, 0]),
    ("pawn_advance", "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1", [0, 0]),
    ("pawn_advance", "4k3/8/1P3PP1/8/8/8/1p6/6K1 w - - 0 1", [36, 15]),
    // Pawns diagonally next to a bishop count whatever their colour.
    ("bishop_adjacent_pawns", "4k3/8/8/2p1P3/3B4/2P1p3/8/4K3 w - - 0 1", [-12, 0]),
    ("bishop_adjacent_pawns", "4k3/8/8/2p5/3B4/8/8/4K3 w - - 0 1", [-3, 0]),
    // Straight ahead, beside and two squares away are not next to it.
    ("bishop_adjacent_pawns", "4k3/8/1P3P2/3p4/2pBp3/3P4/1P3p2/4K3 w - - 0 1", [0, 0]),
    // Other pieces do not count.
    ("bishop_adjacent_pawns", "4k3/8/8/2n1N3/3B4/2R1r3/8/6K1 w - - 0 1", [0, 0]),
    // A pawn between two bishops costs both; one between a white and a black one, each.
    ("bishop_adjacent_pawns", "4k3/8/8/8/2B1B3/3P4/8/4K3 w - - 0 1", [-6, 0]),
    ("bishop_adjacent_pawns", "4k3/8/8/8/2B1b3/3P4/8/4K3 w - - 0 1", [-3, -3]),
    // No wrapping round the edge of the board: h4's neighbours are g3 and g5.
    ("bishop_adjacent_pawns", "4k3/8/P7/P7/P6B/P7/8/4K3 w - - 0 1", [0, 0]),
    ("bishop_adjacent_pawns", "4k3/8/7p/7p/b6p/7p/8/4K3 w - - 0 1", [0, 0]),
    ("bishop_adjacent_pawns", "4k3/1p6/b7/1P6/8/8/8/4K3 w - - 0 1", [0, -6]),
    // Two bishops of any colour of square are a pair once.
    ("bishop_pair", "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", [20, 0]),
    ("bishop_pair", "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", [0, 0]),
    // c1 and e3 are both dark; three bishops are one pair.
    ("bishop_pair", "4k3/8/8/8/8/4B3/8/2B1K3 w - - 0 1", [20, 0]),
    ("bishop_pair", "2b1kb2/1b6/8/8/8/8/8/4K3 w - - 0 1", [0, 20]),
    // One each is not a pair.
    ("bishop_pair", "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", [0, 0]),
    // Near the king rooks and queens go by the smaller distance: the other one is seven ranks here.
    ("rook_king_tropism", "k7/8/8/8/8/8/7K/R7 b - - 0 1", [11, 0]),
    ("rook_king_tropism", "k7/8/8/8/8/8/7K/1R6 b - - 0 1", [9, 0]),
    ("rook_king_tropism", "k7/8/8/8/8/8/7K/2R5 b - - 0 1", [8, 0]),
    ("rook_king_tropism", "k7/8/8/8/8/8/7K/3R4 b - - 0 1", [6, 0]),
    ("rook_king_tropism", "k7/8/8/8/8/8/7K/4R3 b - - 0 1", [4, 0]),
    ("rook_king_tropism", "k7/8/8/8/8/8/7K/5R2 b - - 0 1", [3, 0]),
    ("rook_king_tropism", "k7/8/8/8/8/8/7K/6R1 b - - 0 1", [1, 0]),
    ("rook_king_tropism", "k7/8/8/8/8/8/7K/7R b - - 0 1", [0, 0]),
    ("queen_king_tropism", "k7/8/8/8/8/8/7K/Q7 b - - 0 1", [5, 0]),
    ("queen_king_tropism", "k7/8/8/8/8/8/7K/1Q6 b - - 0 1", [4, 0]),
    ("queen_king_tropism", "k7/8/8/8/8/8/7K/2Q5 b - - 0 1", [4, 0]),
    ("queen_king_tropism", "k7/8/8/8/8/8/7K/3Q4 b - - 0 1", [3, 0]),
    ("queen_king_tropism", "k7/8/8/8/8/8/7K/4Q3 b - - 0 1", [2, 0]),
    ("queen_king_tropism", "k7/8/8/8/8/8/7K/5Q2 b - - 0 1", [1, 0]),
    ("queen_king_tropism", "k7/8/8/8/8/8/7K/6Q1 b - - 0 1", [0, 0]),
    ("queen_king_tropism", "k7/8/8/8/8/8/7K/7Q b - - 0 1", [0, 0]),
    ("rook_king_tropism", "2r5/7k/8/8/8/8/8/K7 w - - 0 1", [0, 8]),
    ("queen_king_tropism", "3q4/7k/8/8/8/8/8/K7 w - - 0 1", [0, 3]),
    // Ranks count as well as files: from h7 to a8 it is one rank.
    ("rook_king_tropism", "k7/7R/8/8/8/8/7K/8 b - - 0 1", [9, 0]),
    ("queen_king_tropism", "k7/7Q/8/8/8/8/7K/8 b - - 0 1", [4, 0]),
    // Two rooks, three and four steps away; two that are cut one by one, not trunc(9.6).
    ("rook_king_tropism", "8/8/8/3k4/8/8/8/R5KR b - - 0 1", [6 + 4, 0]),
    ("rook_king_tropism", "k7/8/8/8/8/8/4R2K/4R3 b - - 0 1", [4 + 4, 0]),
    ("queen_king_tropism", "k7/7Q/8/8/8/8/6K1/1Q6 b - - 0 1", [4 + 4, 0]),
    // A rook does not care for its own king.
    ("rook_king_tropism", "7k/8/8/8/8/8/8/KR6 w - - 0 1", [1, 0]),
    // Each rook on its own seventh rank.
    ("rook_seventh", "8/R7/8/4k3/8/4K3/8/8 w - - 0 1", [20, 0]),
    ("rook_seventh", "8/R6R/8/4k3/8/4K3/8/8 w - - 0 1", [40, 0]),
    ("rook_seventh", "8/8/8/4k3/8/4K3/r7/8 w - - 0 1", [0, 20]),
    // The other ranks, and the enemy's seventh.
    ("rook_seventh", "R7/8/R7/4k3/8/4K3/R7/8 w - - 0 1", [0, 0]),
    ("rook_seventh", "8/r7/8/4k3/8/4K3/8/r7 w - - 0 1", [0, 0]),
    // A queen is not a rook.
    ("rook_seventh", "8/Q7/8/4k3/8/4K3/8/8 w - - 0 1", [0, 0]),
    // Two rooks on a file count once a side whatever is between.
    ("rook_same_file", "4k3/8/8/8/8/R7/8/R3K3 w - - 0 1", [15, 0]),
    ("rook_same_file", "4k3/8/8/R7/p7/N7/P7/R3K3 w - - 0 1", [15, 0]),
    // On one rank; one of each colour; a queen and a rook.
    ("rook_same_file", "4k3/8/8/8/8/8/8/RR2K3 w - - 0 1", [0, 0]),
    ("rook_same_file", "4k3/8/8/8/8/r7/8/R3K3 w - - 0 1", [0, 0]),
    ("rook_same_file", "4k3/8/8/8/8/Q7/8/R3K3 w - - 0 1", [0, 0]),
    // Three on a file, or two files with two each, are no more.
    ("rook_same_file", "4k3/8/8/8/R7/R7/8/R3K3 w - - 0 1", [15, 0]),
    ("rook_same_file", "4k3/8/8/8/rr6/rr6/8/5K2 w - - 0 1", [0, 15]),
    // Two on one file and a third elsewhere.
    ("rook_same_file", "4k3/8/8/8/r7/1r6/r7/5K2 w - - 0 1", [0, 15]),
    // An open file has no pawn.
    ("rook_open_file", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", [10, 0]),
    ("rook_open_file", "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", [0, 0]),
    // The enemy pawn may be behind the rook, and so may the own pawn.
    ("rook_open_file", "4k3/R7/8/8/8/8/p7/4K3 w - - 0 1", [0, 0]),
    ("rook_open_file", "4k3/R7/8/8/8/8/P7/4K3 w - - 0 1", [0, 0]),
    ("rook_open_file", "4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1", [0, 0]),
    // Pieces other than pawns, and pawns on the next file, do not close it.
    ("rook_open_file", "4k3/n7/8/b7/8/N7/1P6/R3K3 w - - 0 1", [10, 0]),
    // Each rook counts.
    ("rook_open_file", "4k3/8/8/8/8/R7/8/R3K3 w - - 0 1", [20, 0]),
    ("rook_open_file", "4k3/p7/8/8/8/R7/8/R3K3 w - - 0 1", [0, 0]),
    ("rook_open_file", "4k3/p7/8/8/8/R7/8/RR2K3 w - - 0 1", [10, 0]),
    ("rook_open_file", "rr2k3/8/8/8/8/8/P7/4K3 w - - 0 1", [0, 10]),
    // A half-open one has only enemy pawns.
    ("rook_half_open_file", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", [0, 0]),
    ("rook_half_open_file", "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", [3, 0]),
    ("rook_half_open_file", "4k3/R7/8/8/8/8/p7/4K3 w - - 0 1", [3, 0]),
    ("rook_half_open_file", "4k3/R7/8/8/8/8/P7/4K3 w - - 0 1", [0, 0]),
    ("rook_half_open_file", "4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1", [0, 0]),
    ("rook_half_open_file", "4k3/n7/8/b7/8/N7/1P6/R3K3 w - - 0 1", [0, 0]),
    ("rook_half_open_file", "4k3/8/8/8/8/R7/8/R3K3 w - - 0 1", [0, 0]),
    ("rook_half_open_file", "4k3/p7/8/8/8/R7/8/R3K3 w - - 0 1", [6, 0]),
    ("rook_half_open_file", "4k3/p7/8/8/8/R7/8/RR2K3 w - - 0 1", [6, 0]),
    ("rook_half_open_file", "r3k3/8/8/8/8/8/P7/4K3 w - - 0 1", [0, 3]),
    // Knights like the centre.
    ("knight_centre", "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", [7, 0]),
    ("knight_centre", "4k3/8/8/3nn3/8/8/8/4K3 w - - 0 1", [0, 14]),
    ("knight_centre", "N3k2N/8/8/8/8/8/8/n3K2n w - - 0 1", [-28, -28]),
    // Sums of distances 2 to 6: c4, c3, b3, b2, b1.
    ("knight_centre", "4k3/8/8/8/2N5/8/8/4K3 w - - 0 1", [3, 0]),
    ("knight_centre", "4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", [0, 0]),
    ("knight_centre", "4k3/8/8/8/8/1N6/8/4K3 w - - 0 1", [-3, 0]),
    ("knight_centre", "4k3/8/8/8/8/8/1N6/4K3 w - - 0 1", [-7, 0]),
    ("knight_centre", "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", [-10, 0]),
    // Knights near the king go by the sum of distances. The black king on a8 and the knight 1 to 14 steps away.
    ("knight_king_tropism", "kN6/8/8/8/8/8/7K/8 w - - 0 1", [4, 0]),
    ("knight_king_tropism", "k7/1N6/8/8/8/8/7K/8 w - - 0 1", [3, 0]),
    ("knight_king_tropism", "k2N4/8/8/8/8/8/7K/8 w - - 0 1", [2, 0]),
    ("knight_king_tropism", "k3N3/8/8/8/8/8/7K/8 w - - 0 1", [1, 0]),
    ("knight_king_tropism", "k7/8/8/8/2N5/8/7K/8 w - - 0 1", [-1, 0]),
    ("knight_king_tropism", "k7/8/8/3N4/8/8/7K/8 w - - 0 1", [-1, 0]),
    ("knight_king_tropism", "k7/8/8/2N5/8/8/7K/8 w - - 0 1", [0, 0]),
    ("knight_king_tropism", "k7/8/8/8/3N4/8/7K/8 w - - 0 1", [-2, 0]),
    ("knight_king_tropism", "k7/8/8/8/4N3/8/7K/8 w - - 0 1", [-3, 0]),
    ("knight_king_tropism", "k7/8/8/8/5N2/8/7K/8 w - - 0 1", [-4, 0]),
    ("knight_king_tropism", "k7/8/8/8/6N1/8/7K/8 w - - 0 1", [-6, 0]),
    ("knight_king_tropism", "k7/8/8/8/7N/8/6K1/8 w - - 0 1", [-7, 0]),
    ("knight_king_tropism", "k7/8/8/8/8/7N/6K1/8 w - - 0 1", [-8, 0]),
    ("knight_king_tropism", "k7/8/8/8/8/8/6KN/8 w - - 0 1", [-9, 0]),
    ("knight_king_tropism", "k7/8/8/8/8/8/6K1/7N w - - 0 1", [-10, 0]),
    // Each knight is cut on its own, and Black's go by White's king.
    ("knight_king_tropism", "K7/8/8/8/8/3n4/2n5/7k w - - 0 1", [0, -3 - 3]),
    // A queen on a diagonal with an own bishop.
    ("queen_bishop_diagonal", "4k3/8/8/8/8/5B2/8/3Q2K1 w - - 0 1", [5, 0]),
    ("queen_bishop_diagonal", "4k3/8/8/8/8/5B2/4P3/3Q2K1 w - - 0 1", [5, 0]),
    // The other direction of diagonals, and the whole length.
    ("queen_bishop_diagonal", "6k1/8/8/8/8/1Q6/8/3B2K1 b - - 0 1", [5, 0]),
    ("queen_bishop_diagonal", "7Q/4k3/8/8/8/8/8/B5K1 w - - 0 1", [5, 0]),
    // One queen with two bishops is one; each queen counts.
    ("queen_bishop_diagonal", "4k3/8/8/8/8/1B3B2/8/3Q2K1 w - - 0 1", [5, 0]),
    ("queen_bishop_diagonal", "1k6/8/8/7Q/8/5B2/8/3Q2K1 w - - 0 1", [10, 0]),
    ("queen_bishop_diagonal", "4k3/8/8/Q7/8/5B2/8/3Q2K1 w - - 0 1", [5, 0]),
    // Files, ranks, knight's moves and enemy bishops do not count.
    ("queen_bishop_diagonal", "4k3/8/8/3B4/8/8/8/B2Q2K1 w - - 0 1", [0, 0]),
    ("queen_bishop_diagonal", "4k3/8/8/8/8/4B3/8/3Q2K1 w - - 0 1", [0, 0]),
    ("queen_bishop_diagonal", "4k3/8/8/8/8/5b2/8/3Q2K1 w - - 0 1", [0, 0]),
    ("queen_bishop_diagonal", "3qk3/8/8/b7/8/8/8/6K1 w - - 0 1", [0, 5]),
    // Outnumbered in the quadrant costs five a piece.
    ("king_quadrant", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", [0, 0]),
    // One against none, two against one, one against one.
    ("king_quadrant", "7k/8/8/8/4n3/8/8/6K1 w - - 0 1", [-5, 0]),
    ("king_quadrant", "7k/8/8/8/4nn2/8/7P/6K1 w - - 0 1", [-5, 0]),
    ("king_quadrant", "7k/8/8/8/4n3/8/7P/6K1 w - - 0 1", [0, 0]),
    // Outnumbering them is worth nothing.
    ("king_quadrant", "7k/8/8/8/8/8/5PPP/5RK1 w - - 0 1", [0, 0]),
    // An enemy queen is three pieces, an own queen one.
    ("king_quadrant", "7k/8/8/8/7q/8/8/6K1 w - - 0 1", [-15, 0]),
    ("king_quadrant", "k7/8/8/8/4qq2/8/6PP/6K1 w - - 0 1", [-20, 0]),
    ("king_quadrant", "7k/8/8/8/4qQ2/8/8/6K1 w - - 0 1", [-10, 0]),
    // The enemy king is a piece like others, and so is a pawn.
    ("king_quadrant", "8/8/8/8/6k1/8/8/6K1 w - - 0 1", [-5, -5]),
    ("king_quadrant", "8/8/8/8/6kp/8/6P1/6K1 w - - 0 1", [-5, -5]),
    // Black's king in its own corner.
    ("king_quadrant", "kN6/8/8/R7/8/8/8/7K b - - 0 1", [0, -10]),
    ("king_quadrant", "kN6/p7/1p6/R7/8/8/8/7K b - - 0 1", [0, 0]),
    // Quadrants are quarters of the board. The king on e4: d4 and e5 are next door, e1, h1 and h4 are inside.
    ("king_quadrant", "k7/8/8/4n3/3nK3/8/8/8 w - - 0 1", [0, 0]),
    ("king_quadrant", "k7/8/8/8/4K2n/8/8/4n2n w - - 0 1", [-15, 0]),
    // d4, d5 and e5 likewise; the king may be anywhere and the stage of the game any.
    ("king_quadrant", "7k/8/8/8/3Kn3/8/8/8 w - - 0 1", [0, 0]),
    ("king_quadrant", "7k/8/8/8/n2K4/8/8/n2n4 w - - 0 1", [-15, 0]),
    ("king_quadrant", "7k/8/8/3Kn3/3n4/8/8/8 w - - 0 1", [0, 0]),
    ("king_quadrant", "n2n3k/8/8/n2K4/8/8/8/8 w - - 0 1", [-15, 0]),
    ("king_quadrant", "k7/8/8/3nK3/4n3/8/8/8 w - - 0 1", [0, 0]),
    ("king_quadrant", "k3n2n/8/8/4K2n/8/8/8/8 w - - 0 1", [-15, 0]),
    // Castling rights decide for a side that has not castled.
    ("castling", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", [0, 0]),
    ("castling", "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1", [-12, -8]),
    ("castling", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", [-8, -12]),
    // Nothing is known of a side that comes without rights: it counts as having castled.
    ("castling", "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", [0, 0]),
    ("castling", "r3k2r/8/8/8/8/8/8/R3K2R w K - 0 1", [-8, 0]),
    // Rights of the FEN that are lost in play, and a side that comes without.
    ("castling", "fen r3k2r/8/8/8/8/8/8/R3K2R w Kk - 0 1 moves e1f1", [-15, -8]),
    ("castling", "fen r3k2r/8/8/8/8/8/8/R3K2R w Kk - 0 1 moves h1h8", [-15, -15]),
    ("castling", "fen 4k3/8/8/8/8/8/8/4K2R w - - 0 1 moves e1f1 e8f8", [0, 0]),
];

#[test]
fn each_rule_gives_what_is_worked_by_hand() {
    for (rule, text, expected) in RULES {
        let found = breakdown(&Game::parse(text).expect(text));
        assert_eq!(term_of(&found, rule), *expected, "{rule}: {text}");
    }
}

#[test]
fn rights_lost_in_play_are_not_castling() {
    for (moves, sides, expected) in [
        ("e1g1", [true, false], [0, 0]),
        ("e1c1 e8g8", [true, true], [0, 0]),
        ("e1e2", [false, false], [-15, 0]),
        ("e1d1 e8d8 d1e1 d8e8", [false, false], [-15, -15]),
        // A king that walks to g1 has not castled.
        ("e1f1 e8c8 f1g1", [false, true], [-15, 0]),
        // The rook moves, and comes back.
        ("h1g1", [false, false], [-12, 0]),
        ("h1g1 a8b8 g1h1 b8a8", [false, false], [-12, -8]),
        ("a1b1 h8g8", [false, false], [-8, -12]),
        ("a1b1 e8e7 h1g1", [false, false], [-15, -15]),
        // A rook that is captured has moved, and so has the one that captures it.
        ("h1h8", [false, false], [-12, -12]),
        ("a1a8", [false, false], [-8, -8]),
        // Once castled, what the rook does later does not matter.
        ("e1g1 e8e7 f1f2 e7e8", [true, false], [0, -15]),
    ] {
        let game = format!("fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves {moves}");
        let found = breakdown(&Game::parse(&game).unwrap());
        assert_eq!((term_of(&found, "castling"), castled(&found)), (expected, sides), "{moves}");
    }
}

#[test]
fn mate_and_stalemate_are_worth_what_their_men_give() {
    for (text, expected) in [
        // Stalemate: queen 900, 5 x (pieces around the king) 20 and closeness 4; castling does not matter.
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 900 + 20 + 4),
        // Mate: pawns on f3 and g4 against e5, 9 - 13; queens one and three files from the kings, 4 - 3.
        ("startpos moves f2f3 e7e5 g2g4 d8h4", (9 - 13) + (4 - 3)),
        // Bare kings are a draw by the rules, and nothing is on the board.
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0),
        // A lone knight draws as well, but is a knight.
        ("4k3/8/8/8/4N3/8/8/4K3 w - - 0 1", 325 + 7 + 1),
    ] {
        assert_eq!(breakdown(&Game::parse(text).unwrap()).centipawns(), expected, "{text}");
    }
}
