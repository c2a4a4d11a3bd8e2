//! The rules under "Opening", in the document's order.

use super::table;

table! {
    "Opening", from super::intro::END;

    /// All middlegame rules stay valid in the opening unless an opening rule overrides them.
    INHERITS_MIDDLEGAME = "opening.inherits-middlegame", Static, Opening, reads {};
    /// Each own pawn standing on d4, e4, d5 or e5 earns 40.
    FOCAL_CENTER_PAWN_OCCUPATION = "opening.focal-center-pawn-occupation", Static, Middlegame,
        adds { pawn: 40 };
    /// A knight or bishop on one of the four focal squares earns 20, a queen 30.
    FOCAL_CENTER_PIECE_OCCUPATION = "opening.focal-center-piece-occupation", Static, Middlegame,
        adds { minor: 20, queen: 30 };
    /// Each own pawn that attacks a focal square earns 10 (White pawns c3,d3,e3,f3 and
    /// c4,d4,e4,f4 hit one each).
    FOCAL_CENTER_PAWN_CONTROL = "opening.focal-center-pawn-control", Static, Middlegame,
        adds { pawn: 10 };
    /// Every piece earns 10 for each focal square it attacks; a knight on f3 hits d4 and e5 and
    /// so earns 20.
    FOCAL_CENTER_PIECE_CONTROL = "opening.focal-center-piece-control", Static, Middlegame,
        adds { per_square: 10 };
    /// Every piece on the ring c3-f3-f6-c6 around the focal squares earns 10.
    WIDER_CENTER_PIECE_OCCUPATION = "opening.wider-center-piece-occupation", Static, Middlegame,
        adds { piece: 10 };
    /// Reward bringing out a knight earlier than a bishop.
    KNIGHT_BEFORE_BISHOP = "opening.knight-before-bishop", History, Opening, adds { bonus: 20 };
    /// A queen that comes out while fewer than two minors are developed costs 30.
    EARLY_QUEEN = "opening.early-queen", Static, Opening, adds { penalty: -30 };
    /// A rook that comes out while fewer than two minors are developed costs 50.
    EARLY_ROOK = "opening.early-rook", Static, Opening, adds { penalty: -50 };
    /// Prefer castling to developing a piece on the other wing.
    CASTLING_OVER_DEVELOPING_OTHER_SIDE = "opening.castling-over-developing-other-side", Move, Opening,
        adds { bonus: 60 };
    /// If both castlings are possible, short castling is preferred by 50.
    CASTLE_SHORT_OVER_LONG = "opening.castle-short-over-long", Move, Opening, adds { bonus: 50 };
    /// Moving the same piece a second time in the opening costs 35.
    SAME_PIECE_TWICE = "opening.same-piece-twice", History, Opening, adds { penalty: -35 };
    /// Between near-equal lines, one starting with a pawn push and one with a developing move,
    /// the developing one gets 20.
    DEVELOP_OVER_PAWN_PUSH = "opening.develop-over-pawn-push", Search, Opening,
        reads { bonus: 20 } later "it chooses between root moves and adds nothing to a position";
    /// A minor directly in front of an unmoved own d- or e-pawn costs 20.
    MINOR_BLOCKS_CENTER_PAWN = "opening.minor-blocks-center-pawn", Static, Opening,
        adds { penalty: -20 };
    /// A side that has two more minors developed than the opponent gets 1.75 pawns.
    UNDERDEVELOPMENT = "opening.underdevelopment", Static, Opening, adds { bonus: 175 };
    /// An own pawn in the enemy half that has no pawn support costs 20 (example: White b5 and a2,
    /// no c-pawn).
    PHALANX_UNSUPPORTED_PAWN = "opening.phalanx-unsupported-pawn", Static, Middlegame,
        adds { penalty: -20 };
    /// An own piece in the enemy half not supported by any own pawn or piece costs 30.
    PHALANX_UNSUPPORTED_PIECE = "opening.phalanx-unsupported-piece", Static, Middlegame,
        adds { penalty: -30 };
    /// Losing the right to castle while the king remains in the centre costs 2 pawns.
    LOST_CASTLING_KING_IN_CENTER = "opening.lost-castling-king-in-center", History, Opening,
        adds { penalty: -200 };
    /// A king that walked to a safer wing square but shuts in its own corner rook costs 80 for
    /// that rook (example: Black Kf8, Rh8).
    LOST_CASTLING_SHUT_IN_ROOK = "opening.lost-castling-shut-in-rook", History, Opening,
        adds { penalty: -80 };
    /// Keeping the enemy king from castling for now, usually with a rook or bishop, earns 50
    /// (example: Black Ba6 hits f1 against Ke1).
    PREVENT_CASTLING = "opening.prevent-castling", Move, Opening, adds { bonus: 50 };
    /// If queens come off early and one side lost castling through it, that side pays 40.
    EARLY_QUEEN_EXCHANGE_LOST_CASTLING = "opening.early-queen-exchange-lost-castling", History, Opening,
        adds { penalty: -40 };
    /// Owning both bishops earns 25, since the pair may last into the endgame.
    BISHOP_PAIR = "opening.bishop-pair", Static, Middlegame, adds { bonus: 25 };
    /// A bishop that pins a knight to the king earns 40.
    PIN_KNIGHT_TO_KING = "opening.pin-knight-to-king", Static, Opening, adds { bonus: 40 };
}
