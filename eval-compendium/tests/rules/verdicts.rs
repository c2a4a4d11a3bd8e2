//! Verdicts on exact material, by their effect on the sum over random positions with the exceptions switched off, and when
//! they are switched off themselves; and the rules that choose between the moves of a search's root.

use std::collections::BTreeMap;

use engine_core::choice::{Preference, RootChoice};
use engine_core::evaluator::Evaluator;
use engine_core::explain::{Breakdown, Ledger, Meta};
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::node::Node;
use engine_core::options::Configure;
use engine_core::random::RandomGames;
use engine_core::rule::Rule;
use engine_core::search::Search;
use engine_core::tables::transposition::Transposition;
use engine_core::testkit::mirrored_game;
use eval_compendium::book::{Kind, RuleInfo, rules};
use eval_compendium::{Compendium, compendium};
use shakmaty::uci::UciMove;
use shakmaty::{Bitboard, CastlingMode, Chess, EnPassantMode, FromSetup, Position, Role, Setup, Square};

use crate::{applied, fact, game, raw_factor, raw_terms, worked};

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
        rule.kind == Kind::Verdict && (id.starts_with("endgame.config.") || id.starts_with("endgame.basic."))
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
    evaluator.explain(&Node::root(evaluator, game).0)
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
        let shows = |evaluator: &Compendium, game: &Game| applied(&posted(evaluator, game)) == Some(rule.id);
        let positions = positions_of(rule);
        let position = positions.into_iter().find(|game| shows(&evaluator, game));
        let position = position.unwrap_or_else(|| panic!("{} applies in no position", rule.id));
        evaluator.disable(&[rule.id]).expect("a known rule");
        let without = posted(&evaluator, &position);
        assert_ne!(applied(&without), Some(rule.id));
        assert_eq!(raw_terms(&without, rule.id), [0, 0]);
    }
}

/// A check at the end of the line must not count as won because the one evasion that was tried loses.
#[test]
fn a_lone_king_keeps_to_the_corner_that_the_bishop_does_not_guard() {
    let mut search = Search::new(compendium(), Transposition::with_bits(16));
    let game = Game::parse("6k1/8/3K2BP/8/8/8/8/8 b - - 0 1").unwrap();
    let found = search.go(&game, &Limits::nodes(8_000), |_| {});
    assert_eq!(found.best().map(shakmaty::Move::to), Some(Square::H8), "{found:?}");
}

pub(crate) const DEVELOP: Rule = Rule::pieces("opening.develop-over-pawn-push");

/// The document's evaluation with some options set.
pub(crate) fn with(options: &[(&str, &str)]) -> Compendium {
    let mut evaluator = compendium();
    for (name, value) in options {
        evaluator.set(name, value).unwrap();
    }
    evaluator
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
