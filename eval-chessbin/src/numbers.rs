//! The document's numbers as options, and the slip that can be mended.

use std::sync::LazyLock;

use engine_core::options::{Configure, OptionInfo, OptionKind};
use shakmaty::{Rank, Square};

use crate::ChessBin;
use crate::params::{DOCUMENT, Params, Table, entry};
use crate::worth::Worth;

/// Numbers stay within plus or minus this, in centipawns.
const LIMIT: i16 = 2_000;

/// A number that stands alone: its option, where it stands, and what it is.
type Amount = (&'static str, fn(&mut Params) -> &mut i32, &'static str);

/// A table of squares: its options' family, where it stands, and who stands there.
type Squares = (&'static str, fn(&mut Params) -> &mut Table, &'static str);

const VALUES: [Amount; 5] = [
    ("value.pawn", |p| &mut p.values.pawn, "A pawn."),
    ("value.knight", |p| &mut p.values.knight, "A knight."),
    ("value.bishop", |p| &mut p.values.bishop, "A bishop."),
    ("value.rook", |p| &mut p.values.rook, "A rook."),
    ("value.queen", |p| &mut p.values.queen, "A queen."),
];

const TABLES: [Squares; 5] = [
    (PAWNS, |p| &mut p.pawn, "A pawn"),
    ("pst_knight", |p| &mut p.knight, "A knight"),
    ("pst_bishop", |p| &mut p.bishop, "A bishop"),
    (
        "pst_king",
        |p| &mut p.king,
        "The king with the endgame flag off",
    ),
    (
        "pst_king_endgame",
        |p| &mut p.king_endgame,
        "The king with the endgame flag on",
    ),
];

/// The table that has no first and no last rank.
const PAWNS: &str = "pst_pawn";

const AMOUNTS: [Amount; 28] = [
    (
        "hanging",
        |p| &mut p.hanging,
        "For each point by which a man is attacked more than it is defended.",
    ),
    (
        "edge_pawn",
        |p| &mut p.edge_pawn,
        "A pawn on the a- or h-file.",
    ),
    (
        "doubled_pawn",
        |p| &mut p.doubled_pawn,
        "Each pawn of a file after the first.",
    ),
    (
        "seventh_rank.safe",
        |p| &mut p.seventh_rank.safe,
        "A passed pawn on the seventh rank that nothing attacks.",
    ),
    (
        "seventh_rank.defended",
        |p| &mut p.seventh_rank.defended,
        "More for one that something defends.",
    ),
    (
        "sixth_rank.safe",
        |p| &mut p.sixth_rank.safe,
        "A passed pawn on the sixth rank that nothing attacks.",
    ),
    (
        "sixth_rank.defended",
        |p| &mut p.sixth_rank.defended,
        "More for one that something defends.",
    ),
    (
        "file_pawn",
        |p| &mut p.file_pawn,
        "Each pawn of a passed file; a file with pawns is not empty if this is 0.",
    ),
    (
        "knight_endgame",
        |p| &mut p.knight_endgame,
        "A knight with the endgame flag on.",
    ),
    (
        "bishop_pair",
        |p| &mut p.bishop_pair,
        "Each bishop of a side after the first.",
    ),
    (
        "bishop_endgame",
        |p| &mut p.bishop_endgame,
        "A bishop with the endgame flag on.",
    ),
    (
        "rook_moved",
        |p| &mut p.rook_moved,
        "A rook that has moved while its side has not castled.",
    ),
    (
        "queen_moved",
        |p| &mut p.queen_moved,
        "A queen that has moved, with the endgame flag off.",
    ),
    (
        "king_few_moves",
        |p| &mut p.king_few_moves,
        "A king with fewer than two valid moves.",
    ),
    (
        "king_moved",
        |p| &mut p.king_moved,
        "A king that has moved without castling, with the endgame flag off.",
    ),
    ("check", |p| &mut p.check, "Giving check."),
    (
        "check_endgame",
        |p| &mut p.check_endgame,
        "Giving check with the endgame flag on, besides.",
    ),
    ("castled", |p| &mut p.castled, "Having castled."),
    ("tempo", |p| &mut p.tempo, "Being to move."),
    (
        "check_few_men",
        |p| &mut p.check_few_men,
        "Giving check with fewer than ten men, besides.",
    ),
    ("isolated_pawn.a", |p| &mut p.isolated_pawn[0], ISOLATED),
    ("isolated_pawn.b", |p| &mut p.isolated_pawn[1], ISOLATED),
    ("isolated_pawn.c", |p| &mut p.isolated_pawn[2], ISOLATED),
    ("isolated_pawn.d", |p| &mut p.isolated_pawn[3], ISOLATED),
    ("isolated_pawn.e", |p| &mut p.isolated_pawn[4], ISOLATED),
    ("isolated_pawn.f", |p| &mut p.isolated_pawn[5], ISOLATED),
    ("isolated_pawn.g", |p| &mut p.isolated_pawn[6], ISOLATED),
    ("isolated_pawn.h", |p| &mut p.isolated_pawn[7], ISOLATED),
];

const ISOLATED: &str = "This file with pawns of a side that has none beside it.";

/// A number of a table as an option.
struct SquareOption {
    name: String,
    table: fn(&mut Params) -> &mut Table,
    square: Square,
    help: String,
}

/// The numbers of the tables in the document's order, a8 to h1 each.
static SQUARES: LazyLock<Vec<SquareOption>> = LazyLock::new(|| {
    let squares = TABLES.iter().flat_map(|&(family, table, man)| {
        let printed = Square::ALL.into_iter().map(Square::flip_vertical);
        let is_possible = move |square: &Square| {
            family != PAWNS || !matches!(square.rank(), Rank::First | Rank::Eighth)
        };
        printed.filter(is_possible).map(move |square| SquareOption {
            name: format!("{family}.{square}"),
            table,
            square,
            help: format!(
                "{man} on this square as White sees it; the board is turned round for Black."
            ),
        })
    });
    squares.collect()
});

fn number(name: &'static str, default: i32, help: &'static str) -> OptionInfo {
    OptionInfo {
        name,
        kind: OptionKind::Number {
            default,
            min: (-LIMIT).into(),
            max: LIMIT.into(),
        },
        help,
    }
}

const A_FILE_FIX: &str = "a_file_fix";

impl Configure for ChessBin {
    fn options(&self) -> Vec<OptionInfo> {
        let mut options = vec![OptionInfo {
            name: A_FILE_FIX,
            kind: OptionKind::Flag { default: false },
            help: "White's passed a-file is held against Black's a-file, not, as the document's \
                   slip has it, against the b-file.",
        }];
        let mut document = DOCUMENT;
        for (name, of, help) in VALUES {
            options.push(number(name, *of(&mut document), help));
        }
        for SquareOption {
            name,
            table,
            square,
            help,
        } in SQUARES.iter()
        {
            let default = *entry(table(&mut document), *square);
            options.push(number(name, default.into(), help));
        }
        for (name, of, help) in AMOUNTS {
            options.push(number(name, *of(&mut document), help));
        }
        options
    }

    fn apply(&mut self, option: &OptionInfo, value: &str) {
        if option.name == A_FILE_FIX {
            self.a_file_fix = value == "true";
        }
        let mut amounts = VALUES.iter().chain(&AMOUNTS);
        let amount = amounts.find(|(name, ..)| *name == option.name);
        if let (Some((_, of, _)), Ok(value)) = (amount, value.parse()) {
            *of(&mut self.params) = value;
        }
        let square = SQUARES.iter().find(|square| square.name == option.name);
        if let (Some(of), Ok(value)) = (square, value.parse()) {
            *entry((of.table)(&mut self.params), of.square) = value;
        }
        self.worth = Worth::new(&self.params);
    }
}
