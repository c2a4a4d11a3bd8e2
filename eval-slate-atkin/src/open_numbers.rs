//! The amounts that the document leaves open, as options.

use engine_core::options::{Configure, OptionInfo, OptionKind};

use crate::SlateAtkin;
use crate::params::{DOCUMENT, Params};

/// Options stay within plus or minus this, in points (centipawns).
const LIMIT: i32 = 1_000;

/// An open number: its name, where it stands, and what it is.
struct OpenNumber {
    name: &'static str,
    of: fn(&mut Params) -> &mut i32,
    help: &'static str,
}

const OPEN_NUMBERS: [OpenNumber; 5] = [
    OpenNumber {
        name: "pawn_passed",
        of: |params| &mut params.pawn.passed,
        help: "A passed pawn, for each rank from its own first rank.",
    },
    OpenNumber {
        name: "pawn_passed_blocked",
        of: |params| &mut params.pawn.passed_blocked,
        help: "A passed pawn with an enemy man in front of it, for each rank.",
    },
    OpenNumber {
        name: "bishop_adjacent_pawn",
        of: |params| &mut params.bishop.adjacent_pawn,
        help: "A pawn diagonally next to a bishop.",
    },
    OpenNumber {
        name: "bishop_pair",
        of: |params| &mut params.bishop.pair,
        help: "Two or more bishops.",
    },
    OpenNumber {
        name: "queen_bishop_diagonal",
        of: |params| &mut params.queen.bishop_diagonal,
        help: "A queen on a diagonal with an own bishop.",
    },
];

impl Configure for SlateAtkin {
    fn options(&self) -> Vec<OptionInfo> {
        let option = |number: &OpenNumber| OptionInfo {
            name: number.name,
            kind: OptionKind::Number {
                default: *(number.of)(&mut { DOCUMENT }),
                min: -LIMIT,
                max: LIMIT,
            },
            help: number.help,
        };
        OPEN_NUMBERS.iter().map(option).collect()
    }

    fn apply(&mut self, option: &OptionInfo, value: &str) {
        let number = OPEN_NUMBERS
            .iter()
            .find(|number| number.name == option.name);
        if let (Some(number), Ok(value)) = (number, value.parse()) {
            *(number.of)(&mut self.params) = value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine_core::evaluation::Evaluation;
    use engine_core::game::Game;

    #[test]
    fn every_open_number_counts_when_it_is_set() {
        // Passed and blocked pawns, a pawn beside a bishop, two bishops, a queen on a diagonal.
        let game = Game::parse("2b1k3/2P5/8/3p4/2pP4/1P2BB2/8/3QK3 w - - 0 1").unwrap();
        let total = |evaluator: &SlateAtkin| Evaluation::of(evaluator, &game).total;
        let document = crate::slate_atkin();
        for option in document.options() {
            let mut changed = document.clone();
            changed.set(option.name, "77").unwrap();
            assert_ne!(total(&changed), total(&document), "{}", option.name);
            let OptionKind::Number { default, .. } = option.kind else {
                panic!("{}", option.name)
            };
            changed.set(option.name, &default.to_string()).unwrap();
            assert_eq!(total(&changed), total(&document), "{}", option.name);
        }
        assert!(document.clone().set("bishop_pair", "a lot").is_err());
    }
}
