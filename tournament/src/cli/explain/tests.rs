//! The tables of `explain` and `why`, and their sums.

use std::sync::Arc;

use board::{Board, BoardEvaluator, Collection, Lease};
use engine_core::game::Game;
use engine_core::random::RandomGames;
use engine_core::testkit::{output_of, printed};
use evaluators::AnyEvaluator;
use serde_json::{Value, json};

use super::*;

/// A knight in the corner for a bishop: tables and values pull apart.
fn comparison() -> Comparison {
    let game = Game::parse("k7/8/8/8/8/8/8/K5Nb w - - 0 1").unwrap();
    let names = ["material", "michniewski", "otter"].into_iter();
    let evaluators = names.map(|name| registry::evaluator(name).unwrap());
    Comparison::of(evaluators.map(|evaluator| evaluator.explain(&game).unwrap()).collect())
}

#[test]
fn terms_are_lined_up_by_what_they_look_at() {
    let text = document(&comparison(), 98).to_string();
    let row = |start: &str| -> Vec<&str> {
        let line = text.lines().rfind(|line| line.starts_with(start));
        line.unwrap_or_else(|| panic!("{start} in {text}")).split_whitespace().collect()
    };
    assert_eq!(row("PIECES")[1..], ["0", "-20", "-20"]);
    assert_eq!(row("  pst_knight")[1..], ["-", "-40", "-40"]);
    assert!(text.contains("material likes White's position"), "{text}");
}

#[test]
fn a_narrow_table_has_fewer_columns_and_all_evaluators() {
    let text = document(&comparison(), 40).to_string();
    let side_by_side = text.split_once(TERMS).unwrap().1;
    assert!(side_by_side.contains("\nWhite less Black"), "{text}");
    let tables = side_by_side.rsplit_once("\n\n").unwrap().0;
    assert!(tables.lines().all(|line| line.chars().count() <= 40), "{text}");
    for name in ["michniewski", "otter"] {
        // Once above its terms, and once above their worth.
        assert_eq!(tables.matches(&format!(" {name}")).count(), 2, "{text}");
    }
}

#[test]
fn a_mate_is_a_reason_and_terms_are_rows() {
    let game = Game::parse("fen 6k1/8/8/8/8/8/r4PPP/6K1 b - - 0 1").unwrap();
    let moves = ["a2a1", "a2b2"].map(|text| read(text, game.position()).unwrap());
    let evaluator = evaluators::registry::michniewski();
    let limits = Limits::nodes(2000);
    let why = why(&*evaluator, &evaluator.info(), &game, &moves, &limits).unwrap();
    let text = why_document(&why, 98).to_string();
    assert!(text.contains("michniewski, 2000 nodes a move; Black is to move in"), "{text}");
    assert!(text.contains("Ra1# is preferred to Rb2: mate in 1"), "{text}");
    assert!(text.lines().any(|line| line.starts_with("pst_rook")), "{text}");
}

/// Whatever is shown adds up as it is shown, rows to groups and groups to totals, of all evaluators and three programs.
#[test]
fn everything_shown_adds_up() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sums.py");
    let guests = ["kinds", "halves", "value"].map(|guest| opened(&format!("eval:python3 {script} {guest}")));
    if guests.iter().any(Result::is_err) {
        return;
    }
    let built_in = registry::NAMES.iter().map(|name| registry::evaluator(name).unwrap());
    let all: Vec<Arc<dyn AnyEvaluator>> = built_in.chain(guests.into_iter().flatten()).map(Arc::from).collect();
    let shown = |one: &Arc<dyn AnyEvaluator>| {
        let (info, one) = (one.info(), one.clone());
        BoardEvaluator {
            label: info.name.to_owned(),
            is_given: false,
            info,
            source: Box::new(move || Ok(Lease(one.clone(), None))),
        }
    };
    let board = Board { evaluators: all.iter().map(shown).collect(), games: Collection::default(), max_time: None };
    let mut random = RandomGames::new(84);
    let rounds = if cfg!(feature = "full") { 400 } else { 100 };
    let lines = (0..rounds).map(|round| {
        let mut game = Game::default();
        for _ in 0..=round % 90 {
            if let Some(mv) = random.pick(&game) {
                game.play(mv);
            }
        }
        let comparison = Comparison::of(all.iter().map(|one| one.explain(&game).unwrap()).collect());
        let text = document(&comparison, if round % 2 == 0 { 98 } else { 300 }).to_string();
        let question = json!({ "position": comparison.evaluations[0].fen }).to_string();
        let page: Value = serde_json::from_str(&board.answer("values", question.as_bytes()).unwrap()).unwrap();
        json!({ "text": text, "json": comparison, "page": page }).to_string() + "\n"
    });
    let checked = output_of("python3", &[script, "check"], lines.collect::<String>());
    assert_eq!(printed(&checked), format!("{rounds} add up\n"), "{}", String::from_utf8_lossy(&checked.stderr));
}
