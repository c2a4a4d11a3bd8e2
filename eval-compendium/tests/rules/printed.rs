//! The document's examples name pieces and pawns: they pay wherever the kings are.

use engine_core::game::Game;
use engine_core::options::Configure;
use eval_compendium::book::rules;
use eval_compendium::compendium;
use shakmaty::fen::Fen;
use shakmaty::{
    Board, CastlingMode, Chess, Color, FromSetup, Piece, Position, Role, Setup, Square,
};

use crate::common::{game, raw_terms};

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
            terms: [white, black]
                .map(|centipawns| 10 * centipawns.parse::<i32>().expect("a number")),
            position,
            free: match free {
                "both" => vec![Color::White, Color::Black],
                "White" => vec![Color::White],
                "Black" => vec![Color::Black],
                _ => panic!("{free} is no king"),
            },
            closed: closed.split_whitespace().map(|at| at.parse().expect("a square")).collect(),
        }
    };
    rows.map(example).collect()
}

/// Pseudo-random numbers (a linear congruential generator).
struct Random(u64);

impl Random {
    fn square(&mut self) -> Square {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Square::new((self.0 >> 58) as u32)
    }
}

/// The example with its free kings on random squares; `None` if the position is illegal, one gives check, or a
/// king is in the way.
fn elsewhere(example: &Example, random: &mut Random) -> Option<Game> {
    let start = game(example.position);
    let mut board: Board = start.start().board().clone();
    for &color in &example.free {
        board.discard_piece_at(board.king_of(color)?);
    }
    for &color in &example.free {
        let at = random.square();
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
    let mut random = Random(52);
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
