//! The rules under "King attack", in the document's order.

use super::table;

table! {
    "King attack", from super::king_security::END;

    /// Pawns advanced against the enemy king position earn 40, 60 or 80 on rank 4, 5 or 6.
    PAWN_STORM = "king-attack.pawn-storm", Static, Middlegame,
        adds { rank4: 40, rank5: 60, rank6: 80 };
    /// A queen attacking a square the enemy king guards earns one pawn.
    QUEEN_ATTACKS_RING = "king-attack.queen-attacks-ring", Static, Middlegame, adds { bonus: 100 };
    /// A bishop or knight attacking such a square, or a knight attacking a square it could check
    /// from, earns 30.
    MINOR_ATTACKS_RING = "king-attack.minor-attacks-ring", Static, Middlegame, adds { bonus: 30 };
    /// A rook on a half-open file against the king earns 50.
    ROOK_SEMIOPEN_FILE = "king-attack.rook-semiopen-file", Static, Middlegame, adds { bonus: 50 };
    /// A rook on an open file against the king earns 70.
    ROOK_OPEN_FILE = "king-attack.rook-open-file", Static, Middlegame, adds { bonus: 70 };
    /// Two rooks on a half-open file against the king earn 80.
    DOUBLE_ROOKS_SEMIOPEN = "king-attack.double-rooks-semiopen", Static, Middlegame,
        adds { bonus: 80 };
    /// Under a king attack, hitting an enemy piece that guards its king position earns 10 (Bg5 or
    /// Rf3 on Nf6).
    ATTACK_THE_DEFENDER = "king-attack.attack-the-defender", Static, Middlegame, adds { bonus: 10 };
    /// Attacking a root pawn of the enemy shelter earns 15 (f7,g6,h7: Nd6 hits f7, Ng5 hits f7
    /// and h7).
    ATTACK_ROOT_OF_SHELTER = "king-attack.attack-root-of-shelter", Static, Middlegame,
        adds { per_pair: 15 };
    /// If a queen cannot get back within two moves to guard its king while the other queen can
    /// attack that king within a move, the attacker gets 1.5 pawns.
    STRAY_QUEEN = "king-attack.stray-queen", Static, Middlegame, adds { bonus: 150 };
    /// With opposite bishops and queens, the bishop that attacks the king while the other only
    /// defends is worth two pawns more.
    QUEEN_AND_BISHOP = "king-attack.queen-and-bishop", Static, Middlegame, adds { bonus: 200 };
    /// A rook behind its own storming pawn against one enemy shelter pawn on a king file earns
    /// 40.
    HIDDEN_ROOK = "king-attack.hidden-rook", Static, Middlegame, adds { bonus: 40 };
    /// A pawn such as e5 (against e6,f7,g7) that makes f6/f5 weakening earns 40.
    PRESSURE_PAWN_FIFTH_RANK = "king-attack.pressure-pawn-fifth-rank", Static, Middlegame,
        adds { bonus: 40 };
    /// A piece close to an attacking square earns half its attacking value (Ne2 earns 15, because
    /// from f4 it can go to h5; Nb2 earns nothing).
    ATTACKING_POSSIBILITIES = "king-attack.attacking-possibilities", Static, Middlegame,
        adds { minor: 15, queen: 50, rook_semi: 25, rook_open: 35 };
    /// If a side is clearly better with a strong attack and ten plies bring no progress, search
    /// four plies with its attackers valued a quarter lower so that sacrifices look acceptable,
    /// then return to normal.
    SACRIFICES = "king-attack.sacrifices", Search, Middlegame,
        reads { queen: 675, rook: 337, minor: 225, plies: 4, wait: 10 }
        later "it is a second search at the root and adds nothing to a position";
    /// If all shelter pawns stand on one colour and the enemy has a bishop of the other colour,
    /// the shelter is weak; the size is left open.
    MONOCHROME_SHELTER = "king-attack.monochrome-shelter", Static, Middlegame, adds { bonus: 30 };
    /// Against the fixed structure h7,g6,f7 with White g5, a White bishop on the a1-h8 diagonal
    /// is worth 1.5 pawns more.
    BISHOP_LONG_DIAGONAL = "king-attack.bishop-long-diagonal", Static, Middlegame,
        adds { bonus: 150 };
    /// A bishop on f6 among h7,g6,f7,e6 is worth two pawns more.
    BISHOP_SIXTH_RANK = "king-attack.bishop-sixth-rank", Static, Middlegame, adds { bonus: 200 };
    /// Against h7,g6,f7, a queen on the long diagonal plus a knight hitting f6 or h6 lets the
    /// knight count as 4.5 pawns.
    QUEEN_AND_KNIGHT_WEAK_SHELTER = "king-attack.queen-and-knight-weak-shelter", Static, Middlegame,
        adds { knight: 450, bonus: 150 };
    /// In an attack, a minor or rook move that cuts the king off from the centre or the other
    /// wing earns 50.
    RESTRICT_KING_ESCAPE = "king-attack.restrict-king-escape", Move, Middlegame, adds { bonus: 50 };
    /// A rook behind an own passed pawn earns 50.
    ROOK_BEHIND_PASSER = "king-attack.rook-behind-passer", Static, Middlegame, adds { bonus: 50 };
    /// A pawn wedged next to the king such as White f6 against f7,g6,h7 and Kg8 is worth one pawn
    /// more.
    WEDGE_PAWN = "king-attack.wedge-pawn", Static, Middlegame, adds { bonus: 100 };
}
