//! The engine binary (`eval`, its raw readings, UCI), and the rules that choose between the moves of a search's root.

use std::process::Output;

use engine_core::choice::{Preference, RootChoice};
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::node::Node;
use engine_core::notation::uci_move;
use engine_core::options::Configure;
use engine_core::params::Params;
use engine_core::rule::Rule;
use engine_core::search::{Report, Search};
use engine_core::tables::transposition::Transposition;
use engine_core::testkit::{output_of, printed};
use eval_compendium::book::rules;
use eval_compendium::{Compendium, compendium};
use shakmaty::uci::UciMove;
use shakmaty::{Role, Square};

use crate::game;

const START: &str = "startpos moves e2e4 e7e5 g1f3 b8c6 f3g5 d7d6";

fn engine(arguments: &[&str], input: &str) -> Output {
    output_of(env!("CARGO_BIN_EXE_compendium"), arguments, input)
}

#[test]
fn raw_readings_have_terms_and_no_total() {
    let output = engine(&["eval", "--json", "--raw", "--score", "-30"], START);
    let text = printed(&output);
    assert!(output.status.success(), "{output:?}");
    assert!(text.contains("\"opening.same-piece-twice\":[-35,0]"), "{text}");
    assert!(text.contains("\"king-security.king-position\":"), "{text}");
    assert!(text.contains("\"scale16\":16"), "{text}");
    assert!(!text.contains("\"total\""), "{text}");
}

#[test]
fn an_evaluation_shows_only_what_counts() {
    let output = engine(&["eval", "--json"], START);
    let text = printed(&output);
    assert!(text.contains("\"opening.same-piece-twice\":[-35,0]"), "{text}");
    assert!(text.contains("\"total\":"), "{text}");
    assert!(!text.contains("king-security.king-position"), "{text}");
    let table = printed(&engine(&["eval"], START));
    for heading in ["INTRO", "OPENING", "MIDDLEGAME", "KING-SECURITY"] {
        let sums = table.lines().filter(|line| line.starts_with(heading));
        assert_eq!(sums.count(), 1, "{heading} in {table}");
    }
}

#[test]
fn a_rule_that_chooses_a_move_is_named() {
    // c5-c4 wins a bishop; at this price a minor comes out all the same.
    let output = engine(
        &[],
        "setoption name opening.develop-over-pawn-push value 2000\n\
         position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 d7d6 d2d4 a7a6 b5a4 b7b5 a4b3 c6d4 f3d4 \
         e5d4 d1d4 c7c5 d4d1\ngo depth 8\n",
    );
    let text = printed(&output);
    let prefix = "info string opening.develop-over-pawn-push: ";
    let choice = text.lines().rev().find_map(|line| line.strip_prefix(prefix));
    let mv = choice.and_then(|choice| choice.split(' ').next());
    let mv = mv.unwrap_or_else(|| panic!("{text}"));
    assert!(text.contains(&format!("bestmove {mv}")), "{text}");
}

#[test]
fn switches_work_in_uci() {
    let input = "uci\nsetoption name disable value middlegame.*, opening.early-queen\n\
        setoption name disable value nothing.*\n\
        setoption name middlegame.defence-potential.rook value 5.5\n\
        setoption name disable value\neval\nquit\n";
    let text = printed(&engine(&[], input));
    for line in [
        "option name disable type string default <empty>",
        "option name karpov type check default false",
        "option name opening.bishop-pair type spin default 25 min -10000 max 10000",
        "option name middlegame.defence-potential.rook type string default 4.5",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in {text}");
    }
    assert_eq!(text.matches("error").count(), 1, "{text}");
    assert!(text.contains("no rule matches \"nothing.*\""), "{text}");
    assert!(text.contains("\nmiddlegame.piece-mobility"), "{text}");
}

/// A check at the end of the line must not count as won because the one evasion that was tried loses.
#[test]
fn a_lone_king_keeps_to_the_corner_that_the_bishop_does_not_guard() {
    let mut search = Search::new(compendium(), Transposition::with_bits(16));
    let game = Game::parse("6k1/8/3K2BP/8/8/8/8/8 b - - 0 1").unwrap();
    let found = search.go(&game, &Limits::nodes(8_000), |_| {});
    assert_eq!(found.best().map(shakmaty::Move::to), Some(Square::H8), "{found:?}");
}

const DEVELOP: Rule = Rule::pieces("opening.develop-over-pawn-push");
const SACRIFICES: Rule = Rule::king("king-attack.sacrifices");

/// The document's evaluation with some options set.
fn with(options: &[(&str, &str)]) -> Compendium {
    let mut evaluator = compendium();
    for (name, value) in options {
        evaluator.set(name, value).unwrap();
    }
    evaluator
}

/// The result of the last of some consecutive searches, as in the turns of a game.
fn last_of(evaluator: Compendium, games: &[Game], limits: &Limits, params: Params) -> Report {
    let mut search = Search::new(evaluator, Transposition::with_bits(16));
    search.set_params(params);
    let mut outcomes = games.iter().map(|game| search.go(game, limits, |_| {}));
    let first = outcomes.next().unwrap();
    outcomes.last().unwrap_or(first)
}

/// The move that is played, and the one that it replaces.
fn played(outcome: &Report, rule: Rule) -> (String, Option<String>) {
    let chosen = outcome.chosen.map(|chosen| {
        assert_eq!(chosen.rule, rule);
        uci_move(chosen.over)
    });
    (uci_move(outcome.best().unwrap()), chosen)
}

fn preference(evaluator: &Compendium, text: &str, [best, other]: [&str; 2]) -> Option<i32> {
    let game = game(text);
    let [best, other] = [best, other].map(|text| {
        let uci: UciMove = text.parse().unwrap();
        uci.to_move(game.position()).unwrap()
    });
    let (root, _) = Node::root(evaluator, &game);
    let preference = evaluator.preference(&root, best, other);
    preference.map(|Preference { rule, margin }| {
        assert_eq!(rule, DEVELOP);
        margin
    })
}

#[test]
fn the_first_move_of_a_minor_is_preferred_to_a_pawn_push_in_the_opening() {
    let document = compendium();
    let preferred = |text, moves| preference(&document, text, moves);
    assert_eq!(preferred("startpos", ["e2e4", "g1f3"]), Some(20));
    assert_eq!(preferred("startpos", ["b1c3", "g1f3"]), None, "no pawn push");
    assert_eq!(preferred("startpos", ["e2e4", "d2d4"]), None, "no minor comes out");
    let again = "startpos moves g1f3 b8c6 f3g1 c6b8";
    assert_eq!(preferred(again, ["e2e4", "g1f3"]), None, "it has been out before");
    assert_eq!(preferred(again, ["e2e4", "b1c3"]), Some(20));
    let capture = "startpos moves e2e4 d7d5";
    assert_eq!(preferred(capture, ["e4d5", "b1c3"]), None, "a pawn takes");
    assert_eq!(preferred(capture, ["e4e5", "f1b5"]), Some(20));
    let endgame = "4k3/8/8/8/8/8/4P3/4KBN1 w - - 0 1";
    assert_eq!(preferred(endgame, ["e2e4", "g1f3"]), None, "no opening");
    let other = with(&[("opening.develop-over-pawn-push", "35")]);
    assert_eq!(preference(&other, "startpos", ["e2e4", "g1f3"]), Some(35));
    let half = with(&[("weight.opening.middlegame", "50")]);
    assert_eq!(preference(&half, "startpos", ["e2e4", "g1f3"]), Some(10));
    let off = with(&[("disable", "opening.develop-*")]);
    assert_eq!(preference(&off, "startpos", ["e2e4", "g1f3"]), None);
}

/// Openings in which a quiet pawn move may well be best.
const OPENINGS: [&str; 8] = [
    "startpos",
    "startpos moves d2d4",
    "startpos moves d2d4 d7d5",
    "startpos moves e2e4 c7c5",
    "startpos moves g1f3 d7d5",
    "startpos moves c2c4 e7e5",
    "startpos moves b1c3 d7d5 g1f3",
    "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 d7d6 d2d4 a7a6 b5a4 b7b5 a4b3",
];

/// The role of the piece that plays the move.
fn role(text: &str, mv: &str) -> Role {
    let uci: UciMove = mv.parse().unwrap();
    uci.to_move(game(text).position()).unwrap().role()
}

#[test]
fn a_minor_comes_out_where_a_pawn_push_is_better_by_no_more_than_the_bonus() {
    let after = |opening, options: &[(&str, &str)]| {
        let outcome =
            last_of(with(options), &[game(opening)], &Limits::nodes(12_000), Params::MICHNIEWSKI);
        assert_eq!(outcome.nodes, 12_000);
        (played(&outcome, DEVELOP), outcome.score)
    };
    let off = [("disable", "opening.develop-*")];
    let [none, dear] = ["-1", "2000"].map(|bonus| [("opening.develop-over-pawn-push", bonus)]);
    let mut pushes = 0;
    for opening in OPENINGS {
        let ((best, _), score) = after(opening, &off);
        // A move that is below the best by more than the bonus is not played.
        assert_eq!(after(opening, &none), ((best.clone(), None), score));
        let ((instead, over), least) = after(opening, &dear);
        // The choice is deterministic.
        assert_eq!(after(opening, &dear), ((instead.clone(), over.clone()), least));
        let Some(over) = over else {
            continue;
        };
        pushes += 1;
        let [push, minor] = [&over, &instead].map(|mv| role(opening, mv));
        assert_eq!(push, Role::Pawn, "{opening}: {over}");
        let is_minor = matches!(minor, Role::Knight | Role::Bishop);
        assert!(is_minor, "{opening}: {instead}");
    }
    assert!(pushes > 1, "{pushes}");
}

/// White attacks the king and is ahead; ten plies later the attack has brought nothing.
const ATTACK: &str = "fen r3brk1/p2bqppp/1pp1p3/6N1/3BP1B1/2PQ3R/PP3PPP/R5K1 w - - 0 20";
const IN_VAIN: &str = "moves a1b1 a8b8 b1c1 b8c8 c1d1 c8d8 d1c1 d8c8 c1b1 c8b8";

/// The move chosen with piece values alone, and with some of the rule's numbers changed.
fn sacrificed(options: &[(&str, &str)], games: &[Game]) -> (String, Option<String>) {
    let ids = rules().map(|rule| rule.id);
    let others: Vec<_> =
        ids.filter(|id| !["intro.piece-values", SACRIFICES.name].contains(id)).collect();
    let mut evaluator = with(&[("disable", &others.join(", "))]);
    // No rule values the attack.
    for (name, value) in [&[("ahead", "0"), ("attack", "0")], options].concat() {
        let name = format!("{}.{name}", SACRIFICES.name);
        evaluator.set(&name, value).unwrap();
    }
    let outcome = last_of(evaluator, games, &Limits::depth(6), in_full());
    played(&outcome, SACRIFICES)
}

/// Numbers by which the search leaves out next to nothing: the rule counts here, and not what is pruned.
fn in_full() -> Params {
    let mut params = Params::MICHNIEWSKI.uncorrected();
    params.reverse_futility.max_depth = 0;
    params.razoring.max_depth = 0;
    params.null_move.base = 10;
    params.prob_cut.min_depth = 100;
    params.lmp.base = 50;
    params.history_pruning.max_depth = -100;
    params.see_pruning.max_depth = -100;
    params.lmr.min_depth = 100;
    params
}

#[test]
fn an_attack_that_brings_nothing_is_helped_by_a_sacrifice() {
    let games = [ATTACK.to_owned(), format!("{ATTACK} {IN_VAIN}")].map(|text| game(&text));
    let sacrifice = |options: &[(&str, &str)]| sacrificed(options, &games).1;
    // A rook takes on h7, which in the end costs nothing.
    let document = sacrificed(&[], &games);
    assert_eq!(document, ("h3h7".to_owned(), Some("g5h7".to_owned())));
    assert_eq!(sacrifice(&[("loss", "-1")]), None, "it gains nothing");
    assert_eq!(sacrifice(&[("plies", "0")]), None, "nothing counts less");
    let full = [("queen", "900"), ("rook", "450"), ("minor", "300")];
    assert_eq!(sacrifice(&full), None, "attackers count in full");
    assert_eq!(sacrifice(&[("gain", "-500")]), None, "it has gained more");
    assert_eq!(sacrifice(&[("wait", "12")]), None, "no search was so long ago");
    assert_eq!(sacrifice(&[("attack", "1")]), None, "the attack is worth nothing");
    assert_eq!(sacrificed(&[], &games[1..]).1, None, "no search came before");
}
