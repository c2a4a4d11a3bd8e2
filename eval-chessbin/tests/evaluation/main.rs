//! The evaluation by known answers, by hand and by the laws of every evaluator.

#![allow(clippy::unwrap_used)]

use std::fmt::Debug;

use engine_core::evaluator::Evaluator;
use engine_core::explain::{Breakdown, Meta, Term};
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::node::Node;
use engine_core::options::{Configure, OptionError};
use engine_core::testkit::{
    self, Contents, Keyless, Plan, after_and_alone, known_answers, known_answers_with_numbers, prove, prove_chess960,
    prove_from, reference_agrees, set_numbers, worked,
};
use eval_chessbin::{ChessBin, State, chessbin};
use shakmaty::{Move, Square};

/// Positions with their histories and the terms they must give, of an independent program and of reference.py.
const CASES: &str = include_str!("../data/cases.jsonl");
const NUMBERS: &str = include_str!("../data/numbers.json");
const COUNT: usize = 462;
const TABLES: &str = include_str!("../data/tables.tsv");

/// The rows of a table.
fn rows<const N: usize>(table: &str) -> Vec<[&'static str; N]> {
    testkit::rows(TABLES, table)
}

/// With the slip on White's a-file mended.
fn fixed() -> ChessBin {
    let mut evaluator = chessbin();
    evaluator.set("A_File_Fix", "true").unwrap();
    evaluator
}

/// The evaluation of a FEN, or of `startpos`/`fen FEN` with moves.
fn explain(evaluator: &ChessBin, text: &str) -> Breakdown {
    evaluator.explain(&Node::root(evaluator, &Game::parse(text).unwrap()).0)
}

/// The values of a rule for White and Black, in centipawns.
fn term(breakdown: &Breakdown, name: &str) -> [i32; 2] {
    let mut terms = breakdown.terms().iter();
    let found = terms.find(|term| term.rule.name == name);
    found.map_or([0, 0], |term| [term.white / 10, term.black / 10])
}

fn fact(breakdown: &Breakdown, name: &str) -> Meta {
    let mut facts = breakdown.meta().iter();
    facts.find(|(other, _)| *other == name).unwrap().1
}

/// With the document's numbers, with drawn ones and with all at their limits, in positions in which each of them counts.
#[test]
fn it_gives_the_known_terms() {
    assert_eq!(known_answers(&fixed(), CASES, "/expected/chessbin_fixed"), COUNT);
    assert_eq!(known_answers(&chessbin(), CASES, "/expected/chessbin"), COUNT);
    known_answers_with_numbers(&chessbin(), CASES, NUMBERS, ["/expected", "/expected/chessbin"]);
}

#[test]
fn the_reference_gives_the_known_answers() {
    reference_agrees(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), COUNT);
}

/// Random games in which the laws are proved.
const GAMES: usize = if cfg!(feature = "full") { 300 } else { 50 };
/// Both colours alike, but for the slip on the a-file.
const PLAN: Plan = Plan { plies: 250, ..Plan::new(2, GAMES) };

#[test]
fn games_keep_the_laws() {
    prove(&chessbin(), Plan { mirror: false, ..PLAN });
    prove(&fixed(), PLAN);
    prove_chess960(&fixed(), Plan { games: GAMES / 5, ..PLAN });
}

#[test]
fn other_numbers_keep_the_laws() {
    let mut other = fixed();
    // The tables are still symmetric: what is turned round is mirrored.
    set_numbers(&mut other, |_, default, _, _| default - default / 10 + 1);
    prove(&other, Plan { games: GAMES / 2, ..PLAN });
    prove_chess960(&other, Plan { games: GAMES / 20, ..PLAN });
}

#[test]
#[should_panic(expected = "mirror")]
fn the_slip_breaks_the_mirror() {
    prove(&chessbin(), PLAN);
}

#[test]
fn an_unknown_option_is_refused_with_what_there_is() {
    let refused = |name, value| chessbin().set(name, value).unwrap_err();
    let text = refused("a_file", "true").to_string();
    text.must_have(&["this evaluator has a_file_fix, value.*, pst_pawn.*, "]);
    let text = refused("pst_knight.i9", "1").to_string();
    text.must_have(&["did you mean \"pst_knight."]);
    assert!(text.len() < 600, "{text}");
    for name in ["pst_pawn.e8", "value.king"] {
        assert!(matches!(refused(name, "1"), OptionError::Unknown { .. }), "{name}");
    }
    assert!(matches!(refused("a_file_fix", "yes"), OptionError::Value { .. }));
}

// One position, reached in different ways: where its value differs its table key does, where no value can differ it does not.

fn node(text: &str) -> Node<State> {
    Node::root(&chessbin(), &Game::parse(text).unwrap()).0
}

fn value(node: &Node<State>) -> i32 {
    chessbin().evaluate(node).cp()
}

/// Nodes of the same position by two ways.
fn pair([one, other]: [&str; 2]) -> [Node<State>; 2] {
    let nodes = [node(one), node(other)];
    assert_eq!(nodes[0].key(), nodes[1].key(), "{one} | {other}");
    nodes
}

#[test]
fn different_values_have_different_keys() {
    for [one, other, _] in rows("ways to different values") {
        let ways = [one, other];
        let nodes = pair(ways);
        assert_ne!(value(&nodes[0]), value(&nodes[1]), "{ways:?}");
        let [one, other] = nodes.map(|node| chessbin().state_key(&node));
        assert_ne!(one, other, "{ways:?}");
    }
}

#[test]
fn harmless_histories_share_the_key() {
    for ways in rows("ways to the same value") {
        let [one, other] = pair(ways);
        assert_eq!(value(&one), value(&other), "{ways:?}");
        assert_eq!(chessbin().state_key(&one), chessbin().state_key(&other), "{ways:?}");
    }
    // Nothing changes the value of too few pieces.
    for text in ["fen 4k3/8/8/8/8/8/4r3/3K4 w - - 0 1 moves d1e2", "startpos"] {
        assert_eq!(chessbin().state_key(&node(text)), 0, "{text}");
    }
}

/// Short random games from starts at which they meet often.
fn prove_meetings(evaluator: &impl Evaluator<State: PartialEq + Debug>) {
    let starts = rows("games that meet begin here").into_iter().map(|[start]| Game::parse(start).unwrap());
    let starts: Vec<Game> = starts.collect();
    prove_from(evaluator, Plan { plies: 7, mirror: false, ..Plan::new(5, 40 * GAMES) }, &starts);
}

#[test]
fn games_that_meet_keep_the_laws() {
    prove_meetings(&chessbin());
}

#[test]
#[should_panic(expected = "one table key, two values")]
fn without_their_keys_they_break_them() {
    prove_meetings(&Keyless(chessbin()));
}

/// Neither search leaves the other a wrong value, and one would without a key. The first is some plies deep: the table's
/// static values are not looked at, scores of plies below are.
#[test]
fn a_search_does_not_take_another_historys_values_from_the_table() {
    for [one, other, state] in rows("ways to different values") {
        let mut runs = [one, other].map(|text| match state {
            // It has to lie below the root.
            "late" => {
                let game = Game::parse(text.split_once(" moves").unwrap().0).unwrap();
                let last = |mv: &Move| mv.to() == Square::E2;
                let search_moves = game.legal_moves().into_iter().filter(last).collect();
                (game, Limits { search_moves, ..Limits::default() })
            }
            _ => (Game::parse(text).unwrap(), Limits::default()),
        });
        if state.is_empty() {
            continue;
        }
        for _ in 0..2 {
            (runs[0].1.depth, runs[1].1.depth) = (Some(4), Some(1));
            let [after, alone] = after_and_alone(chessbin(), &runs);
            assert_eq!(after, alone, "{runs:?}");
            let [after, alone] = after_and_alone(Keyless(chessbin()), &runs);
            assert_ne!(after, alone, "the test has no teeth: {runs:?}");
            runs.reverse();
        }
    }
}

#[test]
fn each_rule_gives_what_is_worked_by_hand() {
    let (_, rules) = TABLES.split_once("== rules worked by hand\n").unwrap();
    worked(rules, |position, rule| term(&explain(&chessbin(), position), rule));
}

#[test]
fn whites_a_file_looks_at_blacks_b_file() {
    for [fen, slip, mended] in rows("passed pawns with the slip on White's a-file") {
        let passed =
            [chessbin(), fixed()].map(|evaluator| format!("{:?}", term(&explain(&evaluator, fen), "passed_pawn")));
        assert_eq!(passed, [slip, mended], "{fen}");
    }
}

#[test]
fn the_facts_name_the_flag_and_who_has_castled() {
    for [text, flag] in rows("the flag of the endgame") {
        let found = fact(&explain(&chessbin(), text), "endgame_phase");
        assert_eq!(found, Meta::Flag(flag == "on"), "{text}");
    }
    let explained = explain(&chessbin(), "4k2r/8/8/8/8/8/8/R3K3 w k - 0 1");
    assert_eq!(fact(&explained, "castled"), Meta::Sides(true, false));
}

/// Where a position is settled nothing else counts.
#[test]
fn settled_positions_have_their_verdict_alone() {
    for [name, total, text] in rows("verdicts") {
        let explained = explain(&chessbin(), text);
        let (name, total) = (Some(name).filter(|name| *name != "-"), total.parse::<i32>().ok());
        assert_eq!(fact(&explained, "terminal"), Meta::Word(name), "{text}");
        let is_other = |term: &&Term| term.rule.name != "terminal" && (term.white, term.black) != (0, 0);
        let others = explained.terms().iter().filter(is_other).count();
        assert_eq!((others == 0, total.is_some()), (name.is_some(), name.is_some()), "{text}: {explained:?}");
        if let Some(total) = total {
            assert_eq!(explained.centipawns(), total, "{text}");
        }
    }
}
