//! What comes back from the library is the built-in evaluation. That it plays the same games is a test of the arena.

#![allow(clippy::unwrap_used)]
#![cfg(unix)]

use std::env;

use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::notation::fen_of;
use engine_core::options::Configure;
use engine_core::random::RandomGames;
use eval_external::{ExternalEvaluator, Spec, Start};
use evaluators::registry::{self, NAMES, Visitor};

/// The library's evaluation of this name.
fn open(name: &str) -> ExternalEvaluator {
    // Cargo builds the library beside its tests.
    let path = env::current_exe().unwrap().with_file_name(format!(
        "{}evaluations{}",
        env::consts::DLL_PREFIX,
        env::consts::DLL_SUFFIX
    ));
    ExternalEvaluator::open(&Spec::Library { path, name: Some(name.to_owned()) }, Start::default()).unwrap()
}

const STARTS: [&str; 4] = [
    "startpos",
    "startpos moves e2e4 d7d5 e4e5 f7f5",
    "bnrbkrnq/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRNQ w FCfc - 0 1",
    // The capture en passant on d6 is not legal: the pawn is pinned.
    "8/8/8/K2pP2r/8/8/1P4k1/8 w - d6 0 2",
];

/// Compares values, terms and keys in games of random moves and passes, kept from move to move by both.
struct Compare(ExternalEvaluator);

impl Visitor for Compare {
    type Output = usize;

    fn visit<E: Evaluator + Configure + Clone>(self, built_in: E) -> usize {
        let Compare(library) = self;
        let info = built_in.info();
        assert_eq!(library.info().name, info.name);
        assert_eq!(library.info().margin_scale.ratio.to_bits(), info.margin_scale.ratio.to_bits());
        assert_eq!(library.info().eval_scale.centipawns.to_bits(), info.eval_scale.centipawns.to_bits());
        let (mut random, mut compared) = (RandomGames::new(11), 0);
        for start in STARTS.iter().cycle().take(12) {
            let mut game = Game::parse(start).unwrap();
            let ((mut own, mut line), (mut theirs, mut their_line)) =
                (Node::root(&built_in, &game), Node::root(&library, &game));
            while let Some(mv) = random.pick(&game).filter(|_| game.moves().len() < 90) {
                let fen = fen_of(game.position());
                let same = |own: &Node<E::State>, theirs: &Node<_>| {
                    assert_eq!(library.evaluate(theirs), built_in.evaluate(own), "{}: {fen}", info.name);
                    assert_eq!(library.state_key(theirs), built_in.state_key(own), "{}: {fen}", info.name);
                };
                same(&own, &theirs);
                if game.moves().len().is_multiple_of(8) {
                    let (explained, expected) = (library.explain(&theirs), built_in.explain(&own).settled());
                    let shown = |of: &[engine_core::explain::Term]| {
                        let shown = of.iter().filter(|term| (term.white, term.black) != (0, 0));
                        shown.map(|term| (term.rule.aspect, term.rule.name, term.white, term.black)).collect::<Vec<_>>()
                    };
                    assert_eq!(shown(explained.terms()), shown(expected.terms()), "{}: {fen}", info.name);
                    assert_eq!(library.try_value(&library.try_node(&game).unwrap()), Ok(built_in.evaluate(&own).cp()));
                }
                if let (Some(own), Some(theirs)) =
                    (own.null_move(&built_in, &mut line), theirs.null_move(&library, &mut their_line))
                {
                    same(&own, &theirs);
                }
                (own, theirs) = (own.play(&built_in, mv, &mut line), theirs.play(&library, mv, &mut their_line));
                game.play(mv);
                compared += 1;
            }
        }
        compared
    }
}

#[test]
fn each_evaluation_comes_back_as_it_is_built_in() {
    for name in NAMES {
        let compared = registry::with(name, Compare(open(name))).unwrap();
        assert!(compared > 300, "{name}: {compared}");
    }
}

#[test]
fn options_are_those_that_the_interface_can_have() {
    let [mut library, mut built_in] = [0, 1].map(|_| open("pesto"));
    let game = Game::parse("startpos moves g1f3").unwrap();
    let value = |of: &ExternalEvaluator| of.try_value(&of.try_node(&game).unwrap()).unwrap();
    let before = value(&library);
    library.set("value.knight", "400").unwrap();
    assert_eq!(value(&library), before, "both sides have two");
    let without = Game::parse("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap();
    let value = |of: &ExternalEvaluator| of.try_value(&of.try_node(&without).unwrap()).unwrap();
    assert!(value(&library) > value(&built_in));
    assert!(built_in.set("value.knight", "1000000").is_err());
}

/// A position that is not legal, from a search in error, has the value 0 and ends nothing.
#[test]
fn what_is_not_legal_has_the_value_0() {
    use engine_core::position::Position;
    use shakmaty::{Bitboard, Board, Color};
    for name in NAMES {
        let library = open(name);
        let none = Position::for_value(Board::empty(), Color::White, Bitboard::EMPTY, None, [0, 1]);
        let board = "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ".parse::<Board>().unwrap();
        let queens = Position::for_value(board, Color::Black, Bitboard::FULL, None, [0, 1]);
        for position in [none, queens] {
            let start = library.try_root(&Game::default()).unwrap();
            let node = Node::for_value(position, start);
            let value = library.try_value(&node);
            assert!(value.is_ok_and(|value| value.abs() <= 30_000), "{name}");
        }
    }
}
