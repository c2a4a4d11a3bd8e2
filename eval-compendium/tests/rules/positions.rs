//! Every worked position of every rule, for both colours, and the document's printed examples.
//!
//! `RULE=text` runs only the rules whose id contains the text.

use std::collections::BTreeSet;
use std::env;

use engine_core::evaluation::Evaluation;
use engine_core::explain::Meta;
use engine_core::game::Game;
use engine_core::options::Configure;
use engine_core::random::RandomGames;
use engine_core::testkit::mirrored_game;
use eval_compendium::book::{Kind, ReadingContext, WorkedPosition, rules};
use eval_compendium::compendium;
use shakmaty::fen::Fen;
use shakmaty::{Board, CastlingMode, Chess, Color, FromSetup, Piece, Position, Role, Setup, Square};

use crate::{applied, fact, game, raw_factor, raw_terms, rows, worked};

/// The rule's terms for White and for Black, and its factor.
fn found(case: &WorkedPosition, game: &Game, score: Option<i32>) -> ([i32; 2], i32) {
    let mut evaluator = compendium();
    match &case.context {
        ReadingContext::Alone => {
            let readings = evaluator.raw(game, score).expect("there are raw readings");
            let factor = raw_factor(&readings, case.rule);
            (raw_terms(&readings, case.rule), factor)
        }
        ReadingContext::Posted(without) => {
            evaluator.disable(without).expect("known rules");
            let shown = Evaluation::of(&evaluator, game).breakdown;
            let factor = match fact(&shown, "scale16") {
                Some(Meta::Number(factor)) if applied(&shown) == Some(case.rule) => factor,
                _ => WorkedPosition::UNSCALED,
            };
            (raw_terms(&shown, case.rule), factor)
        }
    }
}

/// The errors of the position, and of the flipped one.
fn wrong(case: &WorkedPosition) -> Vec<String> {
    let here = game(case.position);
    let there = mirrored_game(&here);
    let [white, black] = case.terms;
    let turned = case.score.map(|score| -score);
    let cases = [("", here, case.score, [white, black]), (" turned round", there, turned, [black, white])];
    let mut wrong = Vec::new();
    for (how, game, score, terms) in cases {
        let found = found(case, &game, score);
        if found != (terms, case.scale16) {
            let WorkedPosition { place, rule, position, scale16, .. } = case;
            wrong.push(format!("{place}: {rule}{how} gives {found:?}, not {:?}: {position}", (terms, scale16)));
        }
    }
    wrong
}

#[test]
fn rules_match_their_positions() {
    let filter = env::var("RULE").unwrap_or_default();
    let cases: Vec<_> = worked().into_iter().filter(|case| case.rule.contains(&filter)).collect();
    assert!(!cases.is_empty(), "no rule's id contains \"{filter}\"");
    let wrong: Vec<_> = cases.iter().flat_map(wrong).collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// A rule that never fires is written wrongly. Rules of the root have no reading of a position.
#[test]
fn every_rule_fires_in_a_position_of_its_own() {
    let worked = worked();
    for rule in rules().filter(|rule| rule.kind != Kind::Root) {
        let fires = |case: &WorkedPosition| {
            case.rule == rule.id && (case.terms != [0, 0] || case.scale16 != WorkedPosition::UNSCALED)
        };
        let exempt = rows("rules worth nothing").iter().any(|[known, _]| *known == rule.id);
        assert_eq!(worked.iter().any(fires), !exempt, "{}", rule.id);
    }
}

#[test]
fn every_rule_has_positions_in_the_documents_order_and_none_twice() {
    let mut order: Vec<_> = worked().iter().map(|case| case.rule).collect();
    order.dedup();
    let ids: Vec<_> = rules().map(|rule| rule.id).collect();
    assert_eq!(order, ids);
    let mut seen = BTreeSet::new();
    for case in worked() {
        let key = format!("{} {} {:?} {:?}", case.rule, case.position, case.score, case.context);
        assert!(seen.insert(key), "{} is there already", case.place);
    }
}

/// The number of pairs of squares tried for each example.
const PLACES: usize = 10;

/// An example that the document prints.
struct Example {
    line: &'static str,
    rule: &'static str,
    terms: [i32; 2],
    position: &'static str,
    /// The kings that are not part of it.
    free: Vec<Color>,
    /// Squares on which a king would be in the way.
    closed: Vec<Square>,
}

fn examples() -> Vec<Example> {
    let lines = include_str!("printed.md").lines();
    let rows = lines.filter(|line| line.starts_with('|')).skip(2);
    let example = |line: &'static str| {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        let &[line, rule, white, black, position, free, closed] = &cells[..] else {
            panic!("not seven cells: {line}");
        };
        Example {
            line,
            rule,
            terms: [white, black].map(|centipawns| 10 * centipawns.parse::<i32>().expect("a number")),
            position,
            free: match free {
                "both" => vec![Color::White, Color::Black],
                "White" => vec![Color::White],
                "Black" => vec![Color::Black],
                _ => panic!("{free} is not a king"),
            },
            closed: closed.split_whitespace().map(|at| at.parse().expect("a square")).collect(),
        }
    };
    rows.map(example).collect()
}

/// The example with its free kings on random squares; `None` if the position is illegal, one gives check, or a
/// king is in the way.
fn elsewhere(example: &Example, random: &mut RandomGames) -> Option<Game> {
    let start = game(example.position);
    let mut board: Board = start.start().board().clone();
    for &color in &example.free {
        board.discard_piece_at(board.king_of(color)?);
    }
    for &color in &example.free {
        let at = Square::new(random.below(64) as u32);
        if board.piece_at(at).is_some() || example.closed.contains(&at) {
            return None;
        }
        board.set_piece_at(at, Piece { color, role: Role::King });
    }
    let setup = Setup { board, turn: start.start().turn(), ..Setup::empty() };
    let legal = Chess::from_setup(setup, CastlingMode::Standard).ok()?;
    (!legal.is_check()).then(|| Game::new(legal))
}

#[test]
fn printed_examples_pay_wherever_the_kings_are() {
    let evaluator = compendium();
    let examples = examples();
    assert!(examples.len() >= 66, "{}", examples.len());
    let mut random = RandomGames::new(52);
    let mut wrong = Vec::new();
    for example in &examples {
        let mut rules = rules();
        assert!(rules.any(|rule| rule.id == example.rule), "{}", example.rule);
        let tries = (0..10_000).filter_map(|_| elsewhere(example, &mut random));
        let places: Vec<_> = tries.take(PLACES).collect();
        assert_eq!(places.len(), PLACES, "{}", example.position);
        for game in places {
            let readings = evaluator.raw(&game, None).expect("there are raw readings");
            let found = raw_terms(&readings, example.rule);
            if found != example.terms {
                let fen = Fen::from_position(game.start(), shakmaty::EnPassantMode::Legal);
                wrong.push(format!("{} {} {found:?}: {fen}", example.line, example.rule));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
