//! Every term against a slow second reading of the rules, in thousands of positions.

#![allow(clippy::unwrap_used)]

mod common;
mod reference;

use std::collections::BTreeMap;

use common::{TERMS, castled, term_of};
use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::node::{Line, Node};
use engine_core::notation::fen_of;
use engine_core::options::{Configure, OptionKind};
use engine_core::testkit::RandomGames;
use eval_slate_atkin::{SlateAtkin, State, slate_atkin};
use reference::{History, Numbers};
use shakmaty::CastlingMode;

/// The number of positions compared, and how often each term was not 0.
struct Tally {
    evaluator: SlateAtkin,
    numbers: Numbers,
    positions: usize,
    nonzero: BTreeMap<&'static str, usize>,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally::of(slate_atkin(), Numbers::default())
    }
}

impl Tally {
    fn of(evaluator: SlateAtkin, numbers: Numbers) -> Tally {
        Tally {
            evaluator,
            numbers,
            positions: 0,
            nonzero: BTreeMap::new(),
        }
    }

    fn compare(&mut self, node: &Node<State>, history: History) {
        let fen = fen_of(&node.position().to_chess());
        let found = self.evaluator.explain(node);
        assert_eq!(castled(&found), history.castled, "{fen}");
        let expected = reference::terms(&fen, history, &self.numbers);
        assert!(expected.iter().map(|term| term.0).eq(TERMS));
        let mut total = 0;
        for (name, [white, black]) in expected {
            let [found_white, found_black] = term_of(&found, name).map(i64::from);
            assert_eq!(
                [found_white, found_black],
                [white, black],
                "{name}: {fen}, castled {:?}",
                history.castled
            );
            total += white - black;
            *self.nonzero.entry(name).or_default() += usize::from((white, black) != (0, 0));
        }
        assert_eq!(i64::from(found.centipawns()), total, "{fen}");
        self.positions += 1;
    }

    /// Plays random moves from `game`'s position and compares after every one.
    fn play(&mut self, random: &mut RandomGames, mut game: Game, plies: usize) {
        let mut history = History::of_fen(&fen_of(game.start()));
        let evaluator = self.evaluator.clone();
        let (mut node, mut line): (_, Line) = Node::root(&evaluator, &game);
        self.compare(&node, history);
        for _ in 0..plies {
            let Some(mv) = random.pick(&game) else { break };
            let uci = mv.to_uci(CastlingMode::Standard).to_string();
            history.played(&fen_of(game.position()), &uci);
            game.play(mv);
            node = node.play(&evaluator, mv, &mut line);
            self.compare(&node, history);
        }
    }
}

#[test]
fn random_games_from_the_start() {
    let mut random = RandomGames::new(11);
    let mut tally = Tally::default();
    for _ in 0..60 {
        tally.play(&mut random, Game::default(), 160);
    }
    assert!(tally.positions > 5000, "{}", tally.positions);
}

const CASTLING: [&str; 5] = [
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "r3k2r/p6p/8/8/8/8/P6P/R3K2R w Kq - 0 1",
    "4k2r/6p1/8/8/8/8/1P6/R3K3 w Qk - 0 1",
    "r3k2r/1b4bq/8/8/8/8/1B4BQ/R3K2R b Kkq - 0 1",
];

#[test]
fn random_games_in_which_sides_castle() {
    let mut random = RandomGames::new(12);
    let mut tally = Tally::default();
    for _ in 0..20 {
        for fen in CASTLING {
            tally.play(&mut random, Game::parse(fen).unwrap(), 30);
        }
    }
    assert!(tally.positions > 1500, "{}", tally.positions);
    assert!(tally.nonzero["castling"] > 1000, "{:?}", tally.nonzero);
}

/// Both kings and up to fourteen men anywhere, as a FEN that may be illegal.
fn scattered(random: &mut RandomGames) -> String {
    let mut board = [b'1'; 64];
    let mut drop = |man: u8, random: &mut RandomGames| {
        let pawn = man.eq_ignore_ascii_case(&b'p');
        let square = if pawn {
            8 + random.below(48)
        } else {
            random.below(64)
        };
        if board[square] == b'1' {
            board[square] = man;
        }
    };
    drop(b'K', random);
    drop(b'k', random);
    let men = b"PPPPpppNnBBbbRRrrQQqq";
    for _ in 0..random.below(15) {
        drop(men[random.below(men.len())], random);
    }
    let rows: Vec<String> = board
        .chunks(8)
        .map(|row| row.iter().copied().map(char::from).collect())
        .collect();
    let turn = ["w", "b"][random.below(2)];
    format!("{} {turn} - - 0 1", rows.join("/"))
}

#[test]
fn scattered_men_and_what_becomes_of_them() {
    let mut random = RandomGames::new(13);
    let mut tally = Tally::default();
    while tally.positions < 6000 {
        if let Ok(game) = Game::parse(&scattered(&mut random)) {
            tally.play(&mut random, game, 8);
        }
    }
    // Castling apart, no term was only ever compared with 0.
    for name in TERMS {
        let often = tally.nonzero.get(name).copied().unwrap_or(0);
        assert!(name == "castling" || often >= 50, "{name}: {often}");
    }
}

/// An evaluator all of whose numbers are others, drawn by `draw` from the least and the most that they can be, slopes
/// in tenths.
fn with_numbers(mut draw: impl FnMut(i32, i32) -> i32) -> Tally {
    let mut evaluator = slate_atkin();
    let mut numbers = Numbers::default();
    for option in evaluator.options() {
        let (value, text) = match option.kind {
            OptionKind::Number { min, max, .. } => {
                let value = draw(min, max);
                (value, value.to_string())
            }
            OptionKind::Tenths { min, max, .. } => {
                let value = draw(min, max);
                (value, format!("{:.1}", f64::from(value) / 10.0))
            }
            other => panic!("{other:?}"),
        };
        evaluator.set(option.name, &text).unwrap();
        numbers.set.insert(option.name, value.into());
    }
    Tally::of(evaluator, numbers)
}

#[test]
fn other_numbers_agree_each_of_them() {
    let mut random = RandomGames::new(14);
    let drawn = |min: i32, max: i32| {
        let (least, most) = (min.max(-100), max.min(100));
        least + random.below((most - least + 1) as usize) as i32
    };
    let mut tally = with_numbers(drawn);
    assert_eq!(tally.numbers.set.len(), 37);
    let mut random = RandomGames::new(15);
    for fen in CASTLING.into_iter().chain(["startpos"]) {
        for _ in 0..5 {
            tally.play(&mut random, Game::parse(fen).unwrap(), 60);
        }
    }
    while tally.positions < 4000 {
        if let Ok(game) = Game::parse(&scattered(&mut random)) {
            tally.play(&mut random, game, 8);
        }
    }
    let read = tally.numbers.read.borrow();
    assert!(
        tally.numbers.set.keys().copied().eq(read.iter()),
        "{read:?}"
    );
}

#[test]
fn numbers_at_their_limits_agree_and_set_back_they_are_the_documents() {
    for at_most in [[true, true], [false, false], [true, false]] {
        let mut turn = 0;
        let mut extreme = with_numbers(|min, max| {
            turn = 1 - turn;
            if at_most[turn] { max } else { min }
        });
        let mut restored = extreme.evaluator.clone();
        for option in restored.options() {
            let text = match option.kind {
                OptionKind::Number { default, .. } => default.to_string(),
                OptionKind::Tenths { default, .. } => format!("{:.1}", f64::from(default) / 10.0),
                other => panic!("{other:?}"),
            };
            restored.set(option.name, &text).unwrap();
        }
        // As many men as a side can have, and as valuable ones.
        for text in [
            "8/PPPPPPPP/8/8/1k6/8/8/RNBQKBNR w KQ - 0 1",
            "rnbqkbnr/8/8/1K6/8/8/pppppppp/8 b kq - 0 1",
        ] {
            for seed in 0..10 {
                extreme.play(&mut RandomGames::new(seed), Game::parse(text).unwrap(), 30);
            }
        }
        let mut restored = Tally::of(restored, Numbers::default());
        restored.play(&mut RandomGames::new(16), Game::default(), 60);
    }
}
