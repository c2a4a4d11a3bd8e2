//! The crate against the slow reference, term by term, over random games and random positions.

#![allow(clippy::unwrap_used)]

mod reference;

use std::collections::BTreeSet;

use engine_core::evaluator::Evaluator;
use engine_core::explain::{Breakdown, Meta};
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::notation::fen_of;
use engine_core::options::Configure;
use engine_core::testkit::{FULL_SIDES, OtherNumbers, RandomGames, scattered};
use eval_chessbin::{ChessBin, chessbin};
use reference::numbers::Numbers;
use reference::rules::{Evaluation, evaluate};
use shakmaty::CastlingMode;

/// Configurations, and what the positions compared have shown.
struct Comparison {
    /// Evaluators with the same values and tables.
    evaluators: Vec<(ChessBin, Numbers)>,
    positions: usize,
    seen: BTreeSet<&'static str>,
}

/// A breakdown in the reference's form.
fn itemised(breakdown: &Breakdown) -> Evaluation {
    let mut evaluation = Evaluation::default();
    for term in breakdown.terms() {
        if (term.white, term.black) != (0, 0) {
            let sides = [term.white / 10, term.black / 10];
            evaluation.terms.insert(term.rule.name, sides);
        }
    }
    for fact in breakdown.meta() {
        match *fact {
            ("endgame_phase", Meta::Flag(flag)) => evaluation.endgame = flag,
            ("men", Meta::Number(men)) => evaluation.men = men as usize,
            ("castled", Meta::Sides(white, black)) => evaluation.castled = [white, black],
            ("terminal", Meta::Word(word)) => evaluation.terminal = word,
            other => panic!("{other:?}"),
        }
    }
    evaluation
}

impl Comparison {
    fn new() -> Comparison {
        let mut fixed = chessbin();
        fixed.set("a_file_fix", "true").unwrap();
        let mended = Numbers { a_file_fix: true, ..Numbers::default() };
        Comparison::of(vec![(chessbin(), Numbers::default()), (fixed, mended)])
    }

    fn of(evaluators: Vec<(ChessBin, Numbers)>) -> Comparison {
        Comparison { evaluators, positions: 0, seen: BTreeSet::new() }
    }

    fn compare(&mut self, node: &Node<eval_chessbin::State>, slow: &reference::Position) {
        for (evaluator, numbers) in &self.evaluators {
            let breakdown = evaluator.explain(node);
            let expected = evaluate(slow, numbers);
            assert_eq!(itemised(&breakdown), expected, "{}", fen_of(&node.position().to_chess()));
            assert_eq!(breakdown.centipawns(), expected.total());
            self.seen.extend(expected.terms.keys());
            self.seen.extend(expected.terminal);
        }
        self.positions += 1;
    }

    /// Plays random moves from `text`, comparing before each.
    fn follow(&mut self, text: &str, random: &mut RandomGames, plies: usize) {
        let mut game = Game::parse(text).unwrap();
        let mut slow = reference::Position::parse(text);
        let evaluator = self.evaluators[0].0.clone();
        let (mut node, mut line) = Node::root(&evaluator, &game);
        self.compare(&node, &slow);
        for _ in 0..plies {
            let Some(mv) = random.pick(&game) else { break };
            slow.play(&mv.to_uci(CastlingMode::Standard).to_string());
            game.play(mv);
            node = node.play(&evaluator, mv, &mut line);
            self.compare(&node, &slow);
        }
    }
}

#[test]
fn random_games_agree() {
    let mut comparison = Comparison::new();
    let mut random = RandomGames::new(11);
    for _ in 0..60 {
        comparison.follow("startpos", &mut random, 200);
    }
    assert!(comparison.positions > 5_000);
}

fn scattered_agree(seed: u64, starts: usize, men: usize, plies: usize) -> Comparison {
    let mut comparison = Comparison::new();
    scatter(&mut comparison, seed, starts, men, plies);
    comparison
}

fn scatter(comparison: &mut Comparison, seed: u64, starts: usize, men: usize, plies: usize) {
    let mut random = RandomGames::new(seed);
    let mut started = 0;
    while started < starts {
        let fen = scattered(&mut random, b"PPPPPNNBBRQpppppnnbbrq", men);
        if Game::parse(&fen).is_ok() {
            comparison.follow(&fen, &mut random, plies);
            started += 1;
        }
    }
}

fn with(set: OtherNumbers) -> Numbers {
    Numbers { set, ..Numbers::default() }
}

/// The numbers that are options: values, tables of squares, and amounts of rules.
const NUMBERS: usize = 5 + (48 + 4 * 64) + 28;

#[test]
fn other_numbers_agree_each_of_them() {
    let (mut other, mut random) = (chessbin(), RandomGames::new(24));
    let drawn = OtherNumbers::set(&mut other, |_, _, _| random.below(401) as i32 - 200);
    assert_eq!(drawn.names().len(), NUMBERS);
    let mut comparison = Comparison::of(vec![(other, with(drawn))]);
    scatter(&mut comparison, 25, 700, 30, 12);
    scatter(&mut comparison, 26, 700, 7, 12);
    let unmatched = comparison.evaluators[0].1.set.unmatched();
    assert!(unmatched.is_empty(), "{unmatched:?}");
}

#[test]
fn numbers_at_their_limits_agree_and_set_back_they_are_the_documents() {
    for at_most in [[true, true], [false, false], [true, false]] {
        let mut evaluator = chessbin();
        let extreme = OtherNumbers::extreme(&mut evaluator, at_most);
        let mut comparison = Comparison::of(vec![(evaluator.clone(), with(extreme))]);
        comparison.follow("startpos", &mut RandomGames::new(27), 60);
        for text in FULL_SIDES {
            for seed in 0..10 {
                comparison.follow(text, &mut RandomGames::new(seed), 30);
            }
        }
        OtherNumbers::reset(&mut evaluator);
        let mut comparison = Comparison::of(vec![(evaluator, Numbers::default())]);
        comparison.follow("startpos", &mut RandomGames::new(29), 60);
    }
}

#[test]
fn sparse_positions_agree_and_show_everything() {
    let comparison = scattered_agree(21, 1_500, 9, 8);
    assert!(comparison.positions > 8_000);
    let everything = [
        "material",
        "defended",
        "attacked",
        "hanging",
        "mobility",
        "pst",
        "edge_pawn",
        "doubled_pawn",
        "knight_endgame",
        "bishop_endgame",
        "bishop_pair",
        "rook_moved",
        "queen_moved",
        "king_moved",
        "king_few_moves",
        "check",
        "castled",
        "tempo",
        "isolated_pawn",
        "passed_pawn",
        "terminal",
        "stalemate",
        "fifty",
        "mate",
        "insufficient",
    ];
    for name in everything {
        assert!(comparison.seen.contains(name), "{name}");
    }
}

#[test]
fn crowded_positions_agree() {
    let comparison = scattered_agree(22, 400, 40, 8);
    assert!(comparison.positions > 2_000);
}

#[test]
fn shuffling_agrees_and_repeats() {
    let mut comparison = Comparison::new();
    let mut random = RandomGames::new(23);
    for _ in 0..40 {
        comparison.follow("7k/p7/P7/8/8/8/8/K7 w - - 0 1", &mut random, 60);
    }
    assert!(comparison.seen.contains("repetition"));
}

#[test]
fn the_known_answers_agree() {
    let mut comparison = Comparison::new();
    for case in include_str!("data/cases.jsonl").lines() {
        let case: serde_json::Value = serde_json::from_str(case).unwrap();
        let text = case["line"].as_str().unwrap();
        comparison.follow(text, &mut RandomGames::new(0), 1);
    }
    assert!(comparison.positions >= 400);
}
