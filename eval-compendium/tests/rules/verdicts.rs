//! The effect of a verdict on exact material on the sum: over random positions of that material, with
//! its exceptions switched off, and when it is switched off itself.

use std::collections::BTreeMap;

use engine_core::evaluation::Evaluation;
use engine_core::explain::{Breakdown, Ledger, Meta};
use engine_core::game::Game;
use engine_core::options::Configure;
use engine_core::random::RandomGames;
use eval_compendium::book::{Kind, RuleInfo, rules};
use eval_compendium::{Compendium, compendium};
use shakmaty::{
    Bitboard, CastlingMode, Chess, EnPassantMode, FromSetup, Position, Role, Setup, Square,
};

use crate::{applied, fact, game, mirrored_game, raw_factor, raw_terms, worked};

/// The number of positions made from each worked position.
const SHUFFLES: usize = 60;
/// The first and the last rank.
const ENDS: Bitboard = Bitboard(0xff00_0000_0000_00ff);
/// The rules that count after a verdict.
const AFTER: [&str; 3] = [
    "endgame.basic.minor-two-passers-central",
    "endgame.basic.minor-two-passers-near-centre",
    "endgame.basic.minor-two-passers-own-camp",
];

/// The verdicts on exact material.
fn exact_verdicts() -> Vec<&'static RuleInfo> {
    let exact = |rule: &&RuleInfo| {
        let id = rule.id;
        rule.kind == Kind::Verdict
            && (id.starts_with("endgame.config.") || id.starts_with("endgame.basic."))
    };
    rules().filter(exact).collect()
}

/// The worked positions of a rule.
fn positions_of(rule: &RuleInfo) -> Vec<Game> {
    let cases = worked().into_iter().filter(|case| case.rule == rule.id);
    cases.map(|case| game(case.position)).collect()
}

/// The same pieces with about half of them moved elsewhere, and either side to move; `None` if that is no
/// legal position.
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
        setup.board.set_piece_at(goals[random.below(goals.len())], piece);
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

/// White's minus Black's.
fn net([white, black]: [i32; 2]) -> i32 {
    white - black
}

/// The change that the definition makes to a sum `before`, when `rule` applies with `factor` and shows
/// `terms`: the change by scaling, and the rule's own post (from White's side), in tenths.
fn by_definition(rule: &RuleInfo, factor: i32, terms: [i32; 2], before: i32) -> (i32, i32) {
    // A verdict with its own number is a draw, or leaves the score, with this number beside it.
    if factor != 16 || !rule.numbers.is_empty() {
        return (before * factor / 16 - before, net(terms));
    }
    let least = terms[0].max(terms[1]);
    assert!(least == 2_000 || least == 1_000 || least == 0, "{terms:?}");
    let winner = net(terms).signum();
    let score = winner * before;
    (0, winner * ((score + least).max(least) - score))
}

/// Checks that the posted sum is the result of the verdict `rule` on the terms before it.
fn check(evaluator: &Compendium, rule: &RuleInfo, game: &Game) {
    let readings = evaluator.raw(game, None).expect("raw readings");
    let shown = posted(evaluator, game);
    let (factor, terms) = (raw_factor(&readings, rule.id), raw_terms(&readings, rule.id));
    let apart = |id: &str| id == "scale" || id == rule.id || AFTER.contains(&id);
    let sum = |of: &dyn Fn(&str) -> bool| -> i32 {
        let those = shown.terms().iter().filter(|term| of(term.rule.name));
        those.map(|term| term.white - term.black).sum()
    };
    let before = sum(&|id| !apart(id));
    let after = sum(&|id| AFTER.contains(&id));
    let (change, own) = by_definition(rule, factor, terms, before);
    let text = format!("{}: {:?}", rule.id, game.position().board());
    assert_eq!(fact(&shown, "scale16"), Some(Meta::Number(factor)), "{text}");
    assert_eq!(net(raw_terms(&shown, "scale")), change, "{text}");
    assert_eq!(net(raw_terms(&shown, rule.id)), own, "{text}");
    assert_eq!(shown.total(), before + change + own + after, "{text}");
}

#[test]
fn a_verdict_changes_the_sum_by_its_definition() {
    let evaluator = compendium();
    let rules = exact_verdicts();
    let mut random = RandomGames::new(11);
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for start in rules.iter().flat_map(|rule| positions_of(rule)) {
        let shuffles = (0..SHUFFLES).filter_map(|_| shuffled(&start, &mut random));
        for here in shuffles.chain([start.clone()]) {
            let Some(id) = applied(&posted(&evaluator, &here)) else {
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
    let never = rules.iter().filter(|rule| !times.contains_key(rule.id));
    let never: Vec<_> = never.map(|rule| rule.id).collect();
    assert!(never.is_empty(), "never applied: {never:?} of {times:?}");
}

#[test]
fn a_verdict_that_is_switched_off_does_not_apply() {
    for rule in exact_verdicts() {
        let mut evaluator = compendium();
        let shows = |evaluator: &Compendium, game: &Game| {
            applied(&posted(evaluator, game)) == Some(rule.id)
        };
        let positions = positions_of(rule);
        let position = positions.into_iter().find(|game| shows(&evaluator, game));
        let position = position.unwrap_or_else(|| panic!("{} applies in no position", rule.id));
        evaluator.disable(&[rule.id]).expect("a known rule");
        let without = posted(&evaluator, &position);
        assert_ne!(applied(&without), Some(rule.id));
        assert_eq!(raw_terms(&without, rule.id), [0, 0]);
    }
}
