//! Every number of the documents as an option, and the reading of when the endgame begins.

use std::sync::LazyLock;

use engine_core::options::{Configure, OptionInfo, OptionKind};
use shakmaty::{Rank, Role, Square};

use crate::params::{Params, entry};
use crate::worth::Worth;
use crate::{EndgameRule, Simplified};

/// Numbers stay within plus or minus this, in centipawns: 16 bits hold the sum of the fifteen men that a side can
/// have besides its king.
const LIMIT: i16 = 2_000;

/// Where a number stands.
#[derive(Clone, Copy, Debug)]
enum Place {
    Value(Role),
    Square(Role, Square),
    EndgameKing(Square),
}

impl Place {
    /// The number, if the evaluator has it.
    fn of(self, params: &mut Params) -> Option<&mut i16> {
        match self {
            Place::Value(role) => Some(params.values.get_mut(role)),
            Place::Square(role, square) => {
                let tables = params.tables.as_mut()?;
                Some(entry(tables.get_mut(role), square))
            }
            Place::EndgameKing(square) => Some(entry(params.endgame_king.as_mut()?, square)),
        }
    }
}

/// A number as an option.
struct Number {
    name: String,
    place: Place,
    help: String,
}

/// Kinds of men with a value, the king's cancelling out.
const VALUES: [(Role, &str); 5] = [
    (Role::Pawn, "pawn"),
    (Role::Knight, "knight"),
    (Role::Bishop, "bishop"),
    (Role::Rook, "rook"),
    (Role::Queen, "queen"),
];

/// A table of squares.
struct TableOption {
    name: &'static str,
    of: fn(Square) -> Place,
    /// Who stands there.
    man: &'static str,
}

const TABLES: [TableOption; 7] = [
    TableOption {
        name: "pst_pawn",
        of: |square| Place::Square(Role::Pawn, square),
        man: "A pawn",
    },
    TableOption {
        name: "pst_knight",
        of: |square| Place::Square(Role::Knight, square),
        man: "A knight",
    },
    TableOption {
        name: "pst_bishop",
        of: |square| Place::Square(Role::Bishop, square),
        man: "A bishop",
    },
    TableOption {
        name: "pst_rook",
        of: |square| Place::Square(Role::Rook, square),
        man: "A rook",
    },
    TableOption {
        name: "pst_queen",
        of: |square| Place::Square(Role::Queen, square),
        man: "A queen",
    },
    TableOption {
        name: "pst_king",
        of: |square| Place::Square(Role::King, square),
        man: "The king, before an endgame with a table of its own,",
    },
    TableOption {
        name: "pst_king_endgame",
        of: Place::EndgameKing,
        man: "The king in the endgame",
    },
];

/// The numbers that any of the documents has, in their order: values, then tables from a8 to h1.
static NUMBERS: LazyLock<Vec<Number>> = LazyLock::new(|| {
    let values = VALUES.map(|(role, man)| Number {
        name: format!("value.{man}"),
        place: Place::Value(role),
        help: format!("A {man}, in centipawns."),
    });
    let squares = TABLES.iter().flat_map(|table| {
        let squares = printed().map(|square| (square, (table.of)(square)));
        // No pawn stands on the first or the last rank.
        let is_possible = |(square, place): &(Square, Place)| {
            let is_pawns = matches!(place, Place::Square(Role::Pawn, _));
            !(is_pawns && matches!(square.rank(), Rank::First | Rank::Eighth))
        };
        squares.filter(is_possible).map(|(square, place)| Number {
            name: format!("{}.{square}", table.name),
            place,
            help: format!(
                "{} on this square as White sees it, in centipawns; Black's on the square mirrored.",
                table.man
            ),
        })
    });
    values.into_iter().chain(squares).collect()
});

/// All squares as a table is printed, from a8 to h1.
fn printed() -> impl Iterator<Item = Square> {
    Square::ALL.into_iter().map(Square::flip_vertical)
}

const ENDGAME_RULE: &str = "endgame_rule";

impl Configure for Simplified {
    fn options(&self) -> Vec<OptionInfo> {
        let mut options = Vec::new();
        if self.has_endgame() {
            options.push(OptionInfo {
                name: ENDGAME_RULE,
                kind: OptionKind::Choice {
                    default: "either",
                    choices: &["either", "no_queens"],
                },
                help: "When kings change to their endgame table: under either of the document's two \
                       conditions, or only without queens.",
            });
        }
        let mut document = self.document.clone();
        options.extend(NUMBERS.iter().filter_map(|number| {
            let default = *number.place.of(&mut document)?;
            Some(OptionInfo {
                name: &number.name,
                kind: OptionKind::Number {
                    default: default.into(),
                    min: (-LIMIT).into(),
                    max: LIMIT.into(),
                },
                help: &number.help,
            })
        }));
        options
    }

    fn apply(&mut self, option: &OptionInfo, value: &str) {
        if option.name == ENDGAME_RULE {
            self.endgame_rule = match value {
                "no_queens" => EndgameRule::NoQueens,
                _ => EndgameRule::Either,
            };
        }
        let number = NUMBERS.iter().find(|number| number.name == option.name);
        let place = number.and_then(|number| number.place.of(&mut self.params));
        if let (Some(place), Ok(value)) = (place, value.parse()) {
            *place = value;
            self.worth = Worth::new(&self.params);
        }
    }
}
