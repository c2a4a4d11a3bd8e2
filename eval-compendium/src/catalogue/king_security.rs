//! The rules under "King security", in the document's order.

use super::table;

table! {
    "King security", from super::middlegame::END;

    /// The king's position is the set of squares it defends plus the nearby squares it can be
    /// checked from, whatever stands there.
    KING_POSITION = "king-security.king-position", Static, Middlegame, reads {};
    /// A king on g1, h1, a1 or b1 (Black g8, h8, a8, b8) earns one pawn.
    KING_ON_CORNER_FILES = "king-security.king-on-corner-files", Static, Middlegame,
        adds { bonus: 100 };
    /// A king on f1 or c1 (f8, c8) costs 50.
    KING_ON_C_F = "king-security.king-on-c-f", Static, Middlegame, adds { penalty: -50 };
    /// A king on e1 or d1 (e8, d8) costs one pawn.
    KING_ON_D_E = "king-security.king-on-d-e", Static, Middlegame, adds { penalty: -100 };
    /// A king off the first rank is punished by how far it went.
    KING_ADVANCED = "king-security.king-advanced", Static, Middlegame,
        adds { rank2: -50, rank3: -100, rank4: -300, camp: -500 };
    /// Each free square the king can step to earns 15.
    KING_FREE_SQUARES = "king-security.king-free-squares", Static, Middlegame,
        adds { per_square: 15 };
    /// With the king castled short three shelter pawns are neutral and a fourth protecting pawn
    /// (say f3) adds 50.
    SHELTER_FOURTH_PAWN = "king-security.shelter-fourth-pawn", Static, Middlegame,
        adds { three: 0, fourth: 50 };
    /// Two shelter pawns cost 50, a single one 100.
    SHELTER_MISSING_PAWNS = "king-security.shelter-missing-pawns", Static, Middlegame,
        adds { two: -50, one: -100, none: -150 };
    /// Shelter pawns on rank two and on g3 are neutral, h3 costs 25, f3 costs 50.
    SHELTER_PLACEMENT_THIRD_RANK = "king-security.shelter-placement-third-rank", Static, Middlegame,
        adds { g: 0, h: -25, f: -50 };
    /// Each shelter pawn on the fourth rank costs one pawn.
    SHELTER_PLACEMENT_FOURTH_RANK = "king-security.shelter-placement-fourth-rank", Static, Middlegame,
        adds { penalty: -100 };
    /// A shelter broken into two separate groups costs 20.
    SHELTER_SHATTERED = "king-security.shelter-shattered", Static, Middlegame,
        adds { penalty: -20 };
    /// In h7, f7, f6 the f6 pawn costs a further 70.
    SHELTER_SHATTERED_F6 = "king-security.shelter-shattered-f6", Static, Middlegame,
        adds { penalty: -70 };
    /// In f7, h7, h6 the h6 pawn costs a further 90.
    SHELTER_SHATTERED_H6 = "king-security.shelter-shattered-h6", Static, Middlegame,
        adds { penalty: -90 };
    /// Shelters h7,g7,g6 and f7,g7,g6 cost 50.
    SHELTER_DOUBLING = "king-security.shelter-doubling", Static, Middlegame, adds { penalty: -50 };
    /// An own bishop inside the defensive structure (normally g2/g7) earns 30.
    BISHOP_SHELTER = "king-security.bishop-shelter", Static, Middlegame, adds { bonus: 30 };
    /// With a huge space plus and hardly any enemy counterplay, storming with the own shelter
    /// pawns is not punished.
    STORM_EXEMPTION = "king-security.storm-exemption", Static, Middlegame, reads {};
    /// In that same case pieces able to help the king against a check are rewarded: rook 30,
    /// minor 20.
    STORM_EXEMPTION_DEFENDERS = "king-security.storm-exemption-defenders", Static, Middlegame,
        adds { rook: 30, minor: 20 };
    /// Pieces on king-position squares in front of the shelter pawns earn a bonus (example: Bf3
    /// and Ng3 before f2,g2,h2).
    FOREFRONT_PIECE_SHELTER = "king-security.forefront-piece-shelter", Static, Middlegame,
        adds { queen: 10, rook: 20, minor: 30 };
    /// A piece guarding a square of the own king position that an enemy piece attacks is
    /// rewarded.
    DEFENDING_PIECES = "king-security.defending-pieces", Static, Middlegame,
        adds { queen: 20, minor: 30, rook: 50 };
    /// Under attack, an enemy pawn right in front of the king shields it: 50 for the defender.
    ENEMY_PAWN_SHELTERING_KING = "king-security.enemy-pawn-sheltering-king", Static, Middlegame,
        adds { bonus: 50 };
    /// Against two storming pawns, keeping the two opposing shelter pawns on one rank earns 30
    /// (g5,h5 against g7,h7).
    TWO_STORMING_PAWNS = "king-security.two-storming-pawns", Static, Middlegame, adds { bonus: 30 };
    /// Against three storming pawns on the shelter's files, fixing the chains (g7-g6) earns 25.
    THREE_STORMING_PAWNS = "king-security.three-storming-pawns", Move, Middlegame,
        adds { bonus: 25 };
}
