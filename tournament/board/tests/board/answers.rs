//! Questions to the board, and their answers.

use board::{Board, BoardEvaluator, Collection, Comparison, Refusal};
use engine_core::game::Game;
use evaluators::registry;
use serde_json::{Value, json};

use super::evaluations;

fn asked(question: &str, about: &Value) -> Result<Value, String> {
    let all = registry::NAMES.iter().filter_map(|name| registry::evaluator(name));
    let evaluators = all.map(BoardEvaluator::built_in).collect();
    let board = Board { evaluators, games: Collection::default(), max_time: None };
    let answer = board.answer(question, about.to_string().as_bytes());
    answer.map(|answer| serde_json::from_str(&answer).unwrap()).map_err(|refusal| match refusal {
        Refusal::Invalid(words) | Refusal::Unknown(words) => words,
    })
}

#[track_caller]
fn answered(question: &str, about: &Value) -> Value {
    asked(question, about).unwrap()
}

#[track_caller]
fn refused(question: &str, about: &Value) -> String {
    asked(question, about).unwrap_err()
}

fn place_of(evaluator: &str) -> Option<usize> {
    registry::NAMES.iter().position(|own| *own == evaluator)
}

/// The moves of a position from a square, as text.
fn moves_from(place: &Value, from: &str) -> Vec<String> {
    let all = place["moves"].as_array().unwrap().iter();
    let own = all.filter(|mv| mv["from"] == from);
    own.map(|mv| format!("{} {}", mv["san"].as_str().unwrap(), mv["to"])).collect()
}

#[test]
fn values_are_those_of_explain() {
    for position in [
        "startpos moves e2e4 c7c5 g1f3 d7d6 f1b5 c8d7 e1g1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "8/8/4k3/8/2P5/4K3/8/8 b - - 0 1",
    ] {
        let values = answered("values", &json!({ "position": position }));
        let game = Game::parse(position).unwrap();
        let expected = json!(Comparison::of(evaluations(registry::NAMES, &game)));
        let shown = values["evaluators"].as_array().unwrap();
        assert_eq!(shown.len(), registry::NAMES.len());
        for (at, shown) in shown.iter().enumerate() {
            let own = &expected["evaluations"][at];
            assert_eq!(shown["total"], own["total"], "{position}");
            assert_eq!(shown["common"], expected["michniewski_totals"][at]);
            let terms = shown["terms"].as_array().unwrap();
            assert_eq!(terms.len(), own["terms"].as_object().unwrap().len());
            for term in terms {
                let [white, black] = [2, 3].map(|side| term[side].as_f64().unwrap());
                let own = &own["terms"][term[0].as_str().unwrap()];
                assert_eq!([own[0].as_f64(), own[1].as_f64()], [Some(white), Some(black)]);
            }
        }
        assert_eq!(answered("comparison", &json!({ "position": position })), expected);
        assert_eq!(values["disagreement"]["gap"], expected["disagreement"]["gap"]);
        let high = values["disagreement"]["high"].as_u64().unwrap() as usize;
        assert_eq!(registry::NAMES[high], expected["disagreement"]["high"]);
    }
    let rook = json!({ "position": "4k3/8/8/8/8/8/8/R3K3 w - - 0 1" });
    let material = answered("values", &rook)["evaluators"][0].clone();
    assert_eq!(material["total"], 500);
    // K of the evaluator is 238.5.
    let expected = 1.0 / (1.0 + (-500.0_f64 / 238.5).exp());
    assert!((material["expected"].as_f64().unwrap() - expected).abs() < 1e-3);
}

#[test]
fn the_rules_of_chess_are_known_here() {
    let place = |position: &str| answered("position", &json!({ "position": position }));
    let castling = place("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let moves = moves_from(&castling, "e1");
    assert!(moves.contains(&"O-O [\"h1\",\"g1\"]".to_owned()), "{moves:?}");
    assert!(moves.contains(&"O-O-O [\"a1\",\"c1\"]".to_owned()));
    // The king can step to g1 by itself: castling is king takes rook.
    let elsewhere = moves_from(&place("4k3/8/8/8/8/8/8/5K1R w H - 0 1"), "f1");
    for expected in ["O-O [\"h1\"]", "Kg1 [\"g1\"]"] {
        assert!(elsewhere.contains(&expected.to_owned()), "{elsewhere:?}");
    }
    let in_passing = moves_from(&place("startpos moves e2e4 a7a6 e4e5 d7d5"), "e5");
    assert_eq!(in_passing, ["exd6 [\"d6\"]", "e6 [\"e6\"]"]);
    let promotion = place("8/P6k/8/8/8/8/8/K7 w - - 0 1");
    let pieces: Vec<&Value> = promotion["moves"].as_array().unwrap().iter().map(|mv| &mv["promotion"]).collect();
    for letter in ["q", "r", "b", "n"] {
        assert!(pieces.contains(&&json!(letter)));
    }
    let mated = "startpos moves f2f3 e7e5 g2g4 d8h4";
    assert_eq!(place(mated)["line"][3]["san"], "Qh4#");
    let repeated = "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    for (position, over) in [
        (mated, "White is mated: Black wins."),
        (repeated, "The position is here for the third time: a draw."),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Black is stalemated: a draw."),
    ] {
        assert_eq!(place(position)["over"], over);
    }
    assert_eq!(place("startpos")["over"], Value::Null);
}

#[test]
fn positions_are_read_as_pasted_and_what_is_assumed_is_said() {
    let bare = answered("position", &json!({ "position": "4k3/8/8/8/8/8/4P3/4K3" }));
    assert_eq!(bare["fen"], "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    let assumed = bare["assumed"].as_str().unwrap();
    assert!(assumed.contains("White to move, no castling rights") && assumed.ends_with("move number 1."), "{assumed}");
    assert_eq!(answered("position", &json!({ "position": "startpos" }))["assumed"], Value::Null);
    let start = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -";
    for text in [
        format!("{start} bm Qg6; id \"WAC.001\";"),
        format!("{start} - -"),
        format!("[FEN \"{start} 0 1\"]"),
        format!("position fen {start} 0 1"),
        format!("https://lichess.org/analysis/{}", format!("{start} 0 1").replace(' ', "_")),
    ] {
        assert_eq!(answered("read", &json!({ "text": text }))["start"], format!("{start} 0 1"), "{text}");
    }
}

#[test]
fn what_is_wrong_with_a_position_is_said_in_words() {
    let long = format!("startpos moves {}", "g1f3 g8f6 f3g1 f6g8 ".repeat(600));
    for (position, words) in [
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "a king is missing"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling is impossible"),
        ("hello", "is no position"),
        ("startpos moves e2e5", "not legal"),
        (&long, "begin later"),
    ] {
        let refusal = refused("position", &json!({ "position": position }));
        assert!(refusal.contains(words), "{refusal}");
    }
    // While it is set up, rights go with their rooks.
    let lenient = json!({ "position": "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "lenient": true });
    assert_eq!(answered("position", &lenient)["fen"], "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    for (question, about) in [
        ("position", json!({})),
        ("values", json!({ "position": 3 })),
        ("rule", json!({ "evaluator": 999, "rule": "x" })),
        ("rule", json!({ "evaluator": 0, "rule": "x" })),
        ("game", json!({ "game": 0 })),
        ("nothing", json!({})),
    ] {
        refused(question, &about);
    }
}

#[test]
fn rules_have_words_and_numbers() {
    let rule = |name: &str, rule: &str| answered("rule", &json!({ "evaluator": place_of(name), "rule": rule }));
    let compendium = rule("compendium", "opening.focal-center-pawn-occupation");
    assert_eq!(compendium["text"], "Each own pawn on d4, e4, d5 or e5 earns 40.");
    assert!(compendium["lines"].as_str().unwrap().starts_with("23, 25"));
    assert_eq!(compendium["numbers"], json!([]));
    let weighted = rule("compendium-in-proportion", "bad.imprisoned-queen")["text"].as_str().unwrap().to_owned();
    assert!(weighted.contains("costs 500 ") && weighted.ends_with(" Of this 28 % counts."), "{weighted}");
    let passed = rule("chessbin", "passed_pawn");
    let text = passed["text"].as_str().unwrap();
    assert!(text.starts_with("Each pawn of a file on which the other side has none"));
    assert!(text.contains("A slip of the document"));
    assert_eq!(amounts(&passed), [200.0, 50.0, 100.0, 25.0, 10.0]);
    assert_eq!(rule("chessbin", "isolated_pawn")["numbers"][1], json!(["b-file", -14.0]));
    assert_eq!(amounts(&rule("michniewski", "material")).len(), 5);
    // A table of squares has too many numbers.
    assert_eq!(rule("michniewski", "pst_king")["numbers"], json!([]));
    assert_eq!(amounts(&rule("pesto", "pst_king")).len(), 5);
    let king = |name: &str| rule(name, "pst_king")["text"].as_str().unwrap().to_owned();
    assert!(king("kaufman").contains("in the endgame, to which both kings change at once"));
    assert!(king("otter").contains("the same table before and in the endgame"));
    assert_eq!(king("material"), "Squares do not count here.");
}

/// The numbers of a rule.
fn amounts(rule: &Value) -> Vec<f64> {
    rule["numbers"].as_array().unwrap().iter().map(|number| number[1].as_f64().unwrap()).collect()
}

#[test]
fn texts_are_positions_or_games() {
    let read = |text: &str| answered("read", &json!({ "text": text }));
    assert_eq!(read(" 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8q\n")["moves"], "a7a8q");
    let pgn = "[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"*\"]\n\n1. e4 {good} e5 (1... c5) 2. Nf3 *\n\n\
               [White \"C\"]\n\n1. e4 e4 1-0\n";
    let games = read(pgn);
    assert_eq!(games["games"].as_array().unwrap().len(), 1);
    assert_eq!((&games["games"][0]["white"], &games["games"][0]["moves"]), (&json!("Ann"), &json!("e2e4 e7e5 g1f3")));
    assert!(games["unusable"][0].as_str().unwrap().contains("e4"));
    assert_eq!(read("1. d4 d5 2. c4")["games"][0]["plies"], 3);
    for wrong in ["", "hello", "1. e5"] {
        refused("read", &json!({ "text": wrong }));
    }
}

#[test]
fn a_piece_is_worth_what_the_evaluator_counts_for_it() {
    let heat = |evaluator: &str, square: &str| {
        let fen = "4k3/8/8/8/8/8/P7/4K1N1 w - - 0 1";
        answered("heat", &json!({ "position": fen, "evaluator": place_of(evaluator), "square": square }))
    };
    assert_eq!(heat("material", "g1")["here"], 320.0);
    let squares = heat("michniewski", "g1")["squares"].clone();
    // From g1 (-40) to d4 (20); not onto its own pawn, nor where it would leave Black in check with White to move.
    assert_eq!(squares[6], 0.0);
    assert_eq!(squares[27], 60.0);
    assert_eq!((&squares[8], &squares[43]), (&Value::Null, &Value::Null));
    // A king has no worth of its own, and does not stand beside the other one.
    let king = heat("michniewski", "e1");
    assert_eq!((&king["here"], &king["squares"][52]), (&Value::Null, &Value::Null));
    // A bishop on a square of the other colour is one too many for the rules, and has its worth.
    let bishop = json!({ "position": "startpos", "evaluator": 1, "square": "c1" });
    let squares = answered("heat", &bishop)["squares"].clone();
    assert!(squares[34].is_number() && squares[35].is_number(), "{squares}");
    // A pawn does not stand on the first rank.
    assert_eq!(heat("michniewski", "a2")["squares"][0], Value::Null);
    let empty = json!({ "position": "startpos", "evaluator": 0, "square": "e4" });
    assert!(refused("heat", &empty).contains("no piece stands on e4"));
}

#[test]
fn moves_are_found_and_compared() {
    let fen = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
    let about = |position: &str, nodes: u64| json!({ "position": position, "evaluator": 1, "nodes": nodes });
    let best = answered("best", &about(fen, 2000));
    assert_eq!((&best["san"], &best["mate"], &best["expected"]), (&json!("Rd8#"), &json!(1), &json!(1.0)));
    // For Black the same mate is White's loss.
    let best = answered("best", &about("3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", 2000));
    assert_eq!((&best["mate"], &best["expected"]), (&json!(-1), &json!(0.0)));
    // A pawn that is not defended is taken, and that is the reason.
    let best = answered("best", &about("6k1/8/8/3p4/8/8/8/3R2K1 w - - 0 1", 2000));
    assert_eq!(best["san"], "Rxd5");
    assert_eq!((&best["gains"][0][0], &best["gains"][0][2]), (&json!("material"), &json!(100.0)));
    let question = json!({
        "position": "6k1/6p1/8/3p4/8/8/6P1/3R2K1 w - - 0 1", "evaluator": 0, "nodes": 500, "moves": ["Ra1", "Rxd5"],
    });
    let why = answered("why", &question);
    assert_eq!((&why["moves"][0]["move"], &why["reasons"][0][0]), (&json!("Rxd5"), &json!(["material", 100.0])));
    // A rook against a bare king is worth more to the search than its terms.
    let bare = json!({ "position": "6k1/8/8/3p4/8/8/8/3R2K1 w - - 0 1", "evaluator": 0, "nodes": 500, "moves": ["Ra1", "Rxd5"] });
    assert_eq!(answered("why", &bare)["reasons"], json!([null]));
    for nodes in [0, 1_000_001] {
        assert!(refused("best", &about(fen, nodes)).contains("1 to 1000000 nodes"));
    }
    let over = "startpos moves f2f3 e7e5 g2g4 d8h4";
    assert!(refused("best", &about(over, 10)).contains("over"));
}
