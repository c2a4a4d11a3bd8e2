//! The numbers of the document, and those that it leaves open, as options.

use engine_core::options::{Configure, OptionInfo, OptionKind, tenths};

use crate::SlateAtkin;
use crate::params::{DOCUMENT, Params};
use crate::tables::Tables;

/// Amounts stay within plus or minus this, in points (centipawns).
const LIMIT: i32 = 2_000;

/// Slopes stay within plus or minus this, in tenths of a point a step: with [`FARTHEST`] 16 bits hold what they give.
const STEEPEST: i32 = 1_000;

/// Distances that give nothing stay within plus or minus this, in steps.
const FARTHEST: i32 = 20;

/// A queen counts at most so many men.
const MOST_MEN: i32 = 20;

/// A factor is kept in hundredths and set in tenths.
const HUNDREDTHS: i32 = 10;

/// What a number counts.
#[derive(Clone, Copy, Debug)]
enum Unit {
    /// Points.
    Points,
    /// Points a step or a rank.
    Slope,
    /// Steps.
    Steps,
    /// Men.
    Men,
}

/// A number: its option, what it counts, where it stands, and what it is.
type Number = (
    &'static str,
    Unit,
    fn(&mut Params) -> &mut i32,
    &'static str,
);

const NUMBERS: [Number; 37] = [
    ("value.pawn", Unit::Points, |p| &mut p.pawn.value, "A pawn."),
    (
        "pawn_doubled",
        Unit::Points,
        |p| &mut p.pawn.doubled,
        "Each file with two or more own pawns.",
    ),
    (
        "pawn_isolated",
        Unit::Points,
        |p| &mut p.pawn.isolated,
        "Each file with own pawns and none on the neighbouring files.",
    ),
    (
        "pawn_passed",
        Unit::Points,
        |p| &mut p.pawn.passed,
        "A passed pawn, for each rank from its own first rank.",
    ),
    (
        "pawn_passed_blocked",
        Unit::Points,
        |p| &mut p.pawn.passed_blocked,
        "A passed pawn with an enemy man in front of it, for each rank.",
    ),
    (
        "pawn_advance.a",
        Unit::Slope,
        |p| &mut p.pawn.advance[0].0,
        ADVANCE,
    ),
    (
        "pawn_advance.b",
        Unit::Slope,
        |p| &mut p.pawn.advance[1].0,
        ADVANCE,
    ),
    (
        "pawn_advance.c",
        Unit::Slope,
        |p| &mut p.pawn.advance[2].0,
        ADVANCE,
    ),
    (
        "pawn_advance.d",
        Unit::Slope,
        |p| &mut p.pawn.advance[3].0,
        ADVANCE,
    ),
    (
        "pawn_advance.e",
        Unit::Slope,
        |p| &mut p.pawn.advance[4].0,
        ADVANCE,
    ),
    (
        "pawn_advance.f",
        Unit::Slope,
        |p| &mut p.pawn.advance[5].0,
        ADVANCE,
    ),
    (
        "pawn_advance.g",
        Unit::Slope,
        |p| &mut p.pawn.advance[6].0,
        ADVANCE,
    ),
    (
        "pawn_advance.h",
        Unit::Slope,
        |p| &mut p.pawn.advance[7].0,
        ADVANCE,
    ),
    (
        "value.bishop",
        Unit::Points,
        |p| &mut p.bishop.value,
        "A bishop.",
    ),
    (
        "bishop_adjacent_pawn",
        Unit::Points,
        |p| &mut p.bishop.adjacent_pawn,
        "A pawn diagonally next to a bishop.",
    ),
    (
        "bishop_pair",
        Unit::Points,
        |p| &mut p.bishop.pair,
        "Two or more bishops.",
    ),
    ("value.rook", Unit::Points, |p| &mut p.rook.value, "A rook."),
    (
        "rook_king_tropism.slope",
        Unit::Slope,
        |p| &mut p.rook.king_tropism.slope.0,
        "A rook, for each step that it is nearer to the enemy king, by files or ranks.",
    ),
    (
        "rook_king_tropism.zero_at",
        Unit::Steps,
        |p| &mut p.rook.king_tropism.zero_at,
        "The distance from the enemy king at which a rook gets nothing for it.",
    ),
    (
        "rook_seventh",
        Unit::Points,
        |p| &mut p.rook.seventh,
        "Each rook on its own seventh rank.",
    ),
    (
        "rook_same_file",
        Unit::Points,
        |p| &mut p.rook.same_file,
        "Once if any file holds two own rooks.",
    ),
    (
        "rook_open_file",
        Unit::Points,
        |p| &mut p.rook.open_file,
        "Each rook on a file without pawns.",
    ),
    (
        "rook_half_open_file",
        Unit::Points,
        |p| &mut p.rook.half_open_file,
        "Each rook on a file with enemy pawns and without own ones.",
    ),
    (
        "value.knight",
        Unit::Points,
        |p| &mut p.knight.value,
        "A knight.",
    ),
    (
        "knight_centre.slope",
        Unit::Slope,
        |p| &mut p.knight.centre.slope.0,
        "A knight, for each step that it is nearer to the centre, files and ranks added.",
    ),
    (
        "knight_centre.zero_at",
        Unit::Steps,
        |p| &mut p.knight.centre.zero_at,
        "The distance from the centre at which a knight gets nothing for it.",
    ),
    (
        "knight_king_tropism.slope",
        Unit::Slope,
        |p| &mut p.knight.king_tropism.slope.0,
        "A knight, for each step that it is nearer to the enemy king, files and ranks added.",
    ),
    (
        "knight_king_tropism.zero_at",
        Unit::Steps,
        |p| &mut p.knight.king_tropism.zero_at,
        "The distance from the enemy king at which a knight gets nothing for it.",
    ),
    (
        "value.queen",
        Unit::Points,
        |p| &mut p.queen.value,
        "A queen.",
    ),
    (
        "queen_king_tropism.slope",
        Unit::Slope,
        |p| &mut p.queen.king_tropism.slope.0,
        "A queen, for each step that it is nearer to the enemy king, by files or ranks.",
    ),
    (
        "queen_king_tropism.zero_at",
        Unit::Steps,
        |p| &mut p.queen.king_tropism.zero_at,
        "The distance from the enemy king at which a queen gets nothing for it.",
    ),
    (
        "queen_bishop_diagonal",
        Unit::Points,
        |p| &mut p.queen.bishop_diagonal,
        "A queen on a diagonal with an own bishop.",
    ),
    (
        "king_quadrant.outnumbered",
        Unit::Points,
        |p| &mut p.quadrant.outnumbered,
        "Each man by which the enemy outnumbers the king's side in the king's quadrant.",
    ),
    (
        "king_quadrant.enemy_queen",
        Unit::Men,
        |p| &mut p.quadrant.enemy_queen,
        "How many men an enemy queen counts there.",
    ),
    (
        "castling.impossible",
        Unit::Points,
        |p| &mut p.castling.impossible,
        "A side that has not castled and can no more.",
    ),
    (
        "castling.kings_rook_moved",
        Unit::Points,
        |p| &mut p.castling.kings_rook_moved,
        "A side that has not castled and can only on the queen's side.",
    ),
    (
        "castling.queens_rook_moved",
        Unit::Points,
        |p| &mut p.castling.queens_rook_moved,
        "A side that has not castled and can only on the king's side.",
    ),
];

const ADVANCE: &str = "A pawn of this file, for each rank beyond the second.";

impl Unit {
    /// What an option takes whose number is `default`.
    fn option(self, default: i32) -> OptionKind {
        let whole = |min, max| OptionKind::Number { default, min, max };
        match self {
            Unit::Points => whole(-LIMIT, LIMIT),
            Unit::Steps => whole(-FARTHEST, FARTHEST),
            Unit::Men => whole(0, MOST_MEN),
            Unit::Slope => OptionKind::Tenths {
                default: default / HUNDREDTHS,
                min: -STEEPEST,
                max: STEEPEST,
            },
        }
    }

    /// The number that an option says.
    fn read(self, value: &str) -> Option<i32> {
        match self {
            Unit::Points | Unit::Steps | Unit::Men => value.parse().ok(),
            Unit::Slope => tenths(value).map(|tenths| HUNDREDTHS * tenths),
        }
    }
}

impl Configure for SlateAtkin {
    fn options(&self) -> Vec<OptionInfo> {
        let mut document = DOCUMENT;
        let options = NUMBERS.iter().map(|&(name, unit, of, help)| OptionInfo {
            name,
            kind: unit.option(*of(&mut document)),
            help,
        });
        options.collect()
    }

    fn apply(&mut self, option: &OptionInfo, value: &str) {
        let number = NUMBERS.iter().find(|(name, ..)| *name == option.name);
        if let Some(&(_, unit, of, _)) = number
            && let Some(value) = unit.read(value)
        {
            *of(&mut self.params) = value;
            self.tables = Tables::new(&self.params);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_option_says_by_default_is_what_the_document_has() {
        let mut document = crate::slate_atkin();
        for option in document.options() {
            let text = match option.kind {
                OptionKind::Number { default, .. } => default.to_string(),
                OptionKind::Tenths { default, .. } => format!("{:.1}", f64::from(default) / 10.0),
                other => panic!("{other:?}"),
            };
            document.set(option.name, &text).unwrap();
            assert_eq!(document.params, DOCUMENT, "{}", option.name);
        }
    }
}
