//! What a verdict on exact material makes of the sum: over random positions of that material, with
//! its exceptions switched off, and when it is switched off itself.

mod common;

use std::collections::BTreeMap;

use common::{Data, data, game, mirrored_game, raw_factor, raw_terms};
use engine_core::evaluation::Evaluation;
use engine_core::explain::{Breakdown, Ledger, Meta};
use engine_core::game::Game;
use engine_core::options::Configure;
use engine_core::random::RandomGames;
use eval_compendium::{Compendium, compendium};
use shakmaty::{
    Bitboard, CastlingMode, Chess, EnPassantMode, FromSetup, Position, Role, Setup, Square,
};

/// Positions made of each worked position.
const SHUFFLES: usize = 60;
/// The first and the last rank.
const ENDS: Bitboard = Bitboard(0xff00_0000_0000_00ff);
/// What counts after a verdict.
const AFTER: [&str; 3] = [
    "endgame.basic.minor-two-passers-central",
    "endgame.basic.minor-two-passers-near-centre",
    "endgame.basic.minor-two-passers-own-camp",
];

/// The verdicts on exact material.
fn exact_verdicts() -> Vec<Data> {
    let exact = |rule: &Data| {
        let id = &rule.id;
        rule.kind == "draw-scale"
            && (id.starts_with("endgame.config.") || id.starts_with("endgame.basic."))
    };
    data().into_iter().filter(exact).collect()
}

/// The same men with about half of them somewhere else, and either side to move; `None` where
/// that is no legal position.
fn shuffled(game: &Game, random: &mut RandomGames) -> Option<Game> {
    let mut setup: Setup = game.position().to_setup(EnPassantMode::Always);
    setup.ep_square = None;
    for square in game.position().board().occupied() {
        if random.below(2) == 0 {
            continue;
        }
        let piece = setup.board.remove_piece_at(square)?;
        let mut goals = !setup.board.occupied();
        if piece.role == Role::Pawn {
            goals &= !ENDS;
        }
        let goals: Vec<Square> = goals.into_iter().collect();
        setup
            .board
            .set_piece_at(goals[random.below(goals.len())], piece);
    }
    if random.below(2) == 0 {
        setup.turn = !setup.turn;
    }
    let position = Chess::from_setup(setup, CastlingMode::Standard).ok()?;
    Some(Game::new(position))
}

fn posted(evaluator: &Compendium, game: &Game) -> Breakdown {
    Evaluation::of(evaluator, game).breakdown
}

/// The fact `name`, a number or a word.
fn fact(breakdown: &Breakdown, name: &str) -> Meta {
    let found = breakdown.meta().iter().find(|(fact, _)| *fact == name);
    found.unwrap_or_else(|| panic!("no fact {name}")).1
}

/// The verdict that is heard.
fn heard(breakdown: &Breakdown) -> Option<&'static str> {
    match fact(breakdown, "scale_rule") {
        Meta::Word(rule) => rule,
        other => panic!("{other:?} is no rule"),
    }
}

/// White's minus Black's.
fn net([white, black]: [i32; 2]) -> i32 {
    white - black
}

/// What the definition makes of a sum `before`, when `rule` is heard with `factor` and shows
/// `terms`: the change by scaling, what the rule itself posts (from White's side), in tenths.
fn by_definition(rule: &Data, factor: i32, terms: [i32; 2], before: i32) -> (i32, i32) {
    // A verdict with a number of its own is a draw, or leaves the score, with this beside it.
    if factor != 16 || !rule.numbers.is_empty() {
        return (before * factor / 16 - before, net(terms));
    }
    let least = terms[0].max(terms[1]);
    assert!(least == 2_000 || least == 1_000 || least == 0, "{terms:?}");
    let winner = net(terms).signum();
    let score = winner * before;
    (0, winner * ((score + least).max(least) - score))
}

/// Looks whether the sum that is posted is what the verdict `rule` makes of the terms before it.
fn check(evaluator: &Compendium, rule: &Data, game: &Game) {
    let readings = evaluator.raw(game, None).expect("raw readings");
    let shown = posted(evaluator, game);
    let (factor, terms) = (
        raw_factor(&readings, &rule.id),
        raw_terms(&readings, &rule.id),
    );
    let apart = |id: &str| id == "scale" || id == rule.id || AFTER.contains(&id);
    let sum = |of: &dyn Fn(&str) -> bool| -> i32 {
        let those = shown.terms().iter().filter(|term| of(term.rule.0));
        those.map(|term| term.white - term.black).sum()
    };
    let before = sum(&|id| !apart(id));
    let after = sum(&|id| AFTER.contains(&id));
    let (change, own) = by_definition(rule, factor, terms, before);
    let text = format!("{}: {:?}", rule.id, game.position().board());
    assert_eq!(fact(&shown, "scale16"), Meta::Number(factor), "{text}");
    assert_eq!(net(raw_terms(&shown, "scale")), change, "{text}");
    assert_eq!(net(raw_terms(&shown, &rule.id)), own, "{text}");
    assert_eq!(shown.total(), before + change + own + after, "{text}");
}

#[test]
fn a_verdict_makes_of_the_sum_what_its_definition_says() {
    let evaluator = compendium();
    let rules = exact_verdicts();
    let mut random = RandomGames::new(11);
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for case in rules.iter().flat_map(|rule| &rule.positions) {
        let start = game(&case.text);
        let shuffles = (0..SHUFFLES).filter_map(|_| shuffled(&start, &mut random));
        for here in shuffles.chain([start.clone()]) {
            let Some(id) = heard(&posted(&evaluator, &here)) else {
                continue;
            };
            let Some(rule) = rules.iter().find(|rule| rule.id == id) else {
                continue;
            };
            check(&evaluator, rule, &here);
            check(&evaluator, rule, &mirrored_game(&here));
            *times.entry(id).or_default() += 1;
        }
    }
    let never = rules.iter().filter(|rule| !times.contains_key(&*rule.id));
    let never: Vec<_> = never.map(|rule| &rule.id).collect();
    assert!(never.is_empty(), "never heard: {never:?} of {times:?}");
}

#[test]
fn a_verdict_that_is_switched_off_is_silent() {
    for rule in exact_verdicts() {
        let mut evaluator = compendium();
        let position = game(&rule.positions[0].text);
        assert_eq!(heard(&posted(&evaluator, &position)), Some(&*rule.id));
        evaluator.disable(&[&*rule.id]).expect("a known rule");
        let without = posted(&evaluator, &position);
        assert_ne!(heard(&without), Some(&*rule.id));
        assert_eq!(raw_terms(&without, &rule.id), [0, 0]);
    }
}

/// Exception, the verdict that it is one to, a position of it, and what that verdict makes of the
/// score without it: a factor in sixteenths, or 16 where one side wins.
const EXCEPTIONS: &[(&str, &str, &str, i32)] = &[
    (
        "config.queen-rook-fortress",
        "config.queen-rook-lost",
        "8/8/3q4/4k3/8/5R2/6P1/6K1 w - - 0 1",
        16,
    ),
    (
        "config.queen-minors-uncoordinated",
        "config.queen-knight-two-bishops",
        "8/7k/8/8/3Q2n1/bb6/5PK1/8 w - - 0 1",
        2,
    ),
    (
        "basic.rook-f-and-h",
        "basic.rook-two-separate",
        "1r6/4k3/8/8/5P1P/1R2K3/8/8 w - - 0 1",
        16,
    ),
    (
        "basic.rook-edge-pair-draw",
        "basic.rook-two-connected",
        "1r6/6k1/8/7P/6P1/1R2K3/8/8 w - - 0 1",
        16,
    ),
    (
        "basic.queen-v-pawn-stalemate",
        "basic.queen-v-pawn",
        "4Q1K1/8/8/8/8/8/p7/1k6 w - - 0 1",
        16,
    ),
    (
        "basic.rook-f-pawn-v-bishop",
        "basic.rook-pawn-v-minor",
        "3b4/5k2/8/5P2/6K1/8/4R3/8 w - - 0 1",
        16,
    ),
    (
        "basic.two-v-one-knight-win",
        "basic.two-v-one-minor",
        "8/3k4/4pK2/4P3/3P2N1/1b6/8/8 w - - 0 1",
        2,
    ),
];

#[test]
fn without_its_exception_a_verdict_is_back() {
    for (exception, general, position, factor) in EXCEPTIONS {
        let [exception, general] = [exception, general].map(|id| format!("endgame.{id}"));
        let position = game(position);
        let mut evaluator = compendium();
        let says = |evaluator: &Compendium| {
            let shown = posted(evaluator, &position);
            let factor = fact(&shown, "scale16");
            let wins = raw_terms(&shown, &general) != [0, 0];
            (heard(&shown) == Some(&general), factor, wins)
        };
        let back = (true, Meta::Number(*factor), *factor == 16);
        assert_ne!(says(&evaluator), back, "{exception}");
        evaluator.disable(&[&*exception]).expect("a known rule");
        assert_eq!(says(&evaluator), back, "{general}");
    }
}
