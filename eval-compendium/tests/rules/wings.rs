//! The wings: with files reversed a rule is worth the same, unless it is about one wing.

use std::collections::BTreeSet;

use crate::common::{game, worked};
use engine_core::game::Game;
use engine_core::options::Configure;
use engine_core::random::RandomGames;
use eval_compendium::compendium;
use shakmaty::{Bitboard, CastlingMode, Chess, EnPassantMode, FromSetup, Position};

/// Rules that are about one wing, with the reason.
const ONE_WING: &[(&str, &str)] = &[
    (
        "opening.castling-over-developing-other-side",
        "without a past the shape of king and rooks decides, and the two castlings leave two shapes",
    ),
    ("opening.early-queen", "the queen's home is d1"),
];

/// The score for rules that read it, in centipawns from White's side: the real one depends on rules
/// of one wing. White is well behind and Black well ahead.
const SCORE: i32 = -200;

/// The position without its past and without castling rights, as it is and with files reversed;
/// `None` where something cannot be reversed.
fn both_ways(game: &Game) -> Option<[Game; 2]> {
    let mut setup = game.position().to_setup(EnPassantMode::Always);
    setup.castling_rights = Bitboard::EMPTY;
    setup.ep_square = None;
    let mut reversed = setup.clone();
    reversed.board.flip_horizontal();
    let game = |setup| {
        let position = Chess::from_setup(setup, CastlingMode::Standard).ok()?;
        Some(Game::new(position))
    };
    Some([game(setup)?, game(reversed)?])
}

#[test]
fn reversed_files_change_only_rules_of_one_wing() {
    let evaluator = compendium();
    let mut differing = BTreeSet::new();
    let mut random = RandomGames::new(17);
    let mut compared = 0;
    let mut look = |start: &Game| {
        let mut game = start.clone();
        for _ in 0..12 {
            if let Some([here, there]) = both_ways(&game) {
                let raw = |game: &Game| evaluator.raw(game, Some(SCORE)).unwrap();
                let (here, there) = (raw(&here), raw(&there));
                compared += 1;
                for (a, b) in here.terms().iter().zip(there.terms()) {
                    assert_eq!(a.rule, b.rule);
                    if (a.white, a.black) != (b.white, b.black) {
                        differing.insert(a.rule.name);
                    }
                }
            }
            let Some(mv) = random.pick(&game) else { return };
            game.play(mv);
        }
    };
    for case in worked() {
        look(&game(case.position));
    }
    assert!(compared > 1000);
    let expected: BTreeSet<&str> = ONE_WING.iter().map(|(rule, _)| *rule).collect();
    assert_eq!(differing, expected);
}
