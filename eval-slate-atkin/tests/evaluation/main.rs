//! The evaluation by known answers, by hand and by the laws of every evaluator.

#![allow(clippy::unwrap_used)]

use engine_core::evaluator::Evaluator;
use engine_core::explain::{Breakdown, Meta};
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::move_history::MoveHistory;
use engine_core::node::Node;
use engine_core::notation::fen_of;
use engine_core::options::{Configure, OptionError};
use engine_core::testkit::{
    Contents, Keyless, Plan, RandomGames, after_and_alone, known_answers, known_answers_with_numbers, prove,
    prove_chess960, reference_agrees, rows, set_numbers, worked,
};
use eval_slate_atkin::params::DOCUMENT;
use eval_slate_atkin::{SlateAtkin, slate_atkin};
use shakmaty::{Color, Position};

/// Positions with their histories and the terms they must give, of an independent program and of reference.py.
const CASES: &str = include_str!("../data/cases.jsonl");
const NUMBERS: &str = include_str!("../data/numbers.json");
const COUNT: usize = 418;
const TABLES: &str = include_str!("../data/tables.tsv");

/// The evaluation of `game`'s position.
fn breakdown(game: &Game) -> Breakdown {
    let evaluator = slate_atkin();
    let (node, _) = Node::root(&evaluator, game);
    evaluator.explain(&node)
}

/// The values of `name` in `breakdown`, in centipawns for White and for Black.
fn term_of(breakdown: &Breakdown, name: &str) -> [i32; 2] {
    let mut terms = breakdown.terms().iter();
    let term = terms.find(|term| term.rule.name == name).expect(name);
    assert_eq!((term.white % 10, term.black % 10), (0, 0), "{name}");
    [term.white / 10, term.black / 10]
}

/// The sides that have castled, as the explanation shows it.
fn castled(breakdown: &Breakdown) -> [bool; 2] {
    match breakdown.meta() {
        [("castled", Meta::Sides(white, black))] => [*white, *black],
        other => panic!("{other:?}"),
    }
}

/// With the document's numbers, with drawn ones and with all at their limits, in positions in which each of them counts.
#[test]
fn it_gives_the_known_terms() {
    assert_eq!(known_answers(&slate_atkin(), CASES, "/expected"), COUNT);
    known_answers_with_numbers(&slate_atkin(), CASES, NUMBERS, ["", "/expected"]);
}

#[test]
fn the_reference_gives_the_known_answers() {
    reference_agrees(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), COUNT);
}

/// Random games in which the laws are proved.
const GAMES: usize = if cfg!(feature = "full") { 300 } else { 50 };

#[test]
fn games_keep_the_laws() {
    prove(&slate_atkin(), Plan::new(1, GAMES));
    prove_chess960(&slate_atkin(), Plan::new(2, GAMES / 5));
}

#[test]
fn other_numbers_keep_the_laws() {
    let mut other = slate_atkin();
    set_numbers(&mut other, |_, default, _, _| default - default / 10 + 1);
    prove(&other, Plan::new(3, GAMES / 2));
    prove_chess960(&other, Plan::new(3, GAMES / 20));
}

#[test]
fn it_describes_itself_and_refuses_unknown_options() {
    let mut evaluator = slate_atkin();
    assert_eq!(evaluator.info().name, "slate-atkin");
    assert_eq!(evaluator.info().title, "Slate & Atkin");
    // Explained in the order in which they are declared, the document's.
    let explained = breakdown(&Game::default());
    let declared = evaluator.rules().into_iter().map(|declared| declared.rule);
    assert!(explained.terms().iter().map(|term| term.rule).eq(declared));
    assert!(matches!(evaluator.set("passed", "25"), Err(OptionError::Unknown { .. })));
    let text = evaluator.set("bishop_pear", "25").unwrap_err().to_string();
    text.must_have(&["did you mean \"bishop_pair\"?", "value.*", "pawn_advance.*"]);
    let error = evaluator.set("bishop_pair", "a lot").unwrap_err();
    assert!(matches!(error, OptionError::Value { .. }));
    // A decimal where the document has decimals.
    assert!(evaluator.set("rook_king_tropism.slope", "1.7").is_ok());
    assert!(evaluator.set("rook_king_tropism.zero_at", "6.5").is_err());
}

// What two ways to one position must not mix up.

#[test]
fn the_light_state_knows_who_castled_as_the_move_history_does() {
    let starts = [
        "startpos",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/p6p/8/8/8/8/P6P/R3K2R b Kq - 0 1",
        "r3k2r/p6p/8/8/8/8/P6P/R3K2R w Q - 0 1",
    ];
    let evaluator = slate_atkin();
    let mut random = RandomGames::new(5);
    let mut castlings = 0;
    for start in starts.repeat(50) {
        let mut game = Game::parse(start).unwrap();
        let (mut node, mut line) = Node::root(&evaluator, &game);
        for _ in 0..60 {
            let Some(mv) = random.pick(&game) else { break };
            castlings += usize::from(mv.is_castle());
            game.play(mv);
            node = node.play(&evaluator, mv, &mut line);
            let history = MoveHistory::root(&game);
            for color in Color::ALL {
                assert_eq!(node.state().castled(color), history.castled(color), "{start} {}", fen_of(game.position()));
            }
        }
    }
    assert!(castlings > 20, "{castlings}");
}

/// Four ways to one position without castling rights: White and Black have each castled or walked.
const WAYS: [([bool; 2], &str); 4] = [
    ([true, true], "e1g1 e8g8 f1e1 f8e8 g1h1 g8h8 e1f1 e8f8"),
    ([true, false], "e1g1 e8f7 f1e1 h8f8 g1h1 f7g8 e1f1 g8h8"),
    ([false, true], "e1f2 e8g8 h1f1 f8e8 f2g1 g8h8 g1h1 e8f8"),
    ([false, false], "e1f2 e8f7 h1f1 h8f8 f2g1 f7g8 g1h1 g8h8"),
];

fn way(moves: &str) -> Game {
    let start = "fen 4k2r/p5pp/1p6/5p2/5P2/8/P5PP/4K2R w Kk - 0 1 moves";
    Game::parse(&format!("{start} {moves}")).expect(moves)
}

#[test]
fn one_position_by_different_ways_has_different_values_and_keys() {
    let evaluator = slate_atkin();
    let seen: Vec<(u64, u64, i32)> = WAYS
        .iter()
        .map(|(expected, moves)| {
            let game = way(moves);
            assert_eq!(castled(&breakdown(&game)), *expected, "{moves}");
            let (node, _) = Node::root(&evaluator, &game);
            let value = evaluator.evaluate(&node).cp();
            (node.key().0, evaluator.state_key(&node), value)
        })
        .collect();
    let [both, white, black, neither] = seen[..] else { panic!() };
    assert!(seen.iter().all(|way| way.0 == both.0), "one position");
    assert_eq!(white.2, both.2 + 15);
    assert_eq!(black.2, both.2 - 15);
    assert_ne!(white.1, both.1);
    assert_ne!(black.1, both.1);
    assert_ne!(white.1, black.1);
    // Both have lost as much: the value is that of both castled, and so is the key.
    assert_eq!((neither.1, neither.2), (both.1, both.2));
}

#[test]
fn differences_without_effect_do_not_change_the_key() {
    let evaluator = slate_atkin();
    let key = |text: &str| {
        let (node, _) = Node::root(&evaluator, &Game::parse(text).unwrap());
        evaluator.state_key(&node)
    };
    // With rights left that side cannot have castled, and the rights are in the position's own key.
    assert_eq!(key("startpos"), 0);
    assert_eq!(key("4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1"), 0);
    assert_eq!(key("4k2r/8/8/8/8/8/8/R3K3 w - - 0 1"), 0);
    let mut free = DOCUMENT;
    free.castling_impossible = 0;
    let evaluator = SlateAtkin::new(free);
    for (_, moves) in WAYS {
        let (node, _) = Node::root(&evaluator, &way(moves));
        assert_eq!(evaluator.state_key(&node), 0);
    }
}

#[test]
fn a_search_never_gets_the_other_ways_value_from_the_table() {
    let white_castled = way(WAYS[1].1);
    let black_castled = way(WAYS[2].1);
    assert_eq!(white_castled.position().board(), black_castled.position().board());
    let searches = [(white_castled, Limits::depth(4)), (black_castled, Limits::depth(1))];
    let [after, alone] = after_and_alone(slate_atkin(), &searches);
    assert_eq!(after, alone);
    let [after, alone] = after_and_alone(Keyless(slate_atkin()), &searches);
    assert_ne!(after, alone, "without the key the test must fail");
}

#[test]
fn each_rule_gives_what_is_worked_by_hand() {
    let (_, rules) = TABLES.split_once("== rules worked by hand\n").unwrap();
    worked(rules, |position, rule| term_of(&breakdown(&Game::parse(position).unwrap()), rule));
}

#[test]
fn rights_lost_in_play_are_not_castling() {
    for [moves, value, sides] in rows(TABLES, "castling and rights lost") {
        let game = format!("fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves {moves}");
        let found = breakdown(&Game::parse(&game).unwrap());
        let found = [format!("{:?}", term_of(&found, "castling")), format!("{:?}", castled(&found))];
        assert_eq!(found, [value, sides], "{moves}");
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
