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
use engine_core::testkit::{FULL_SIDES, OtherNumbers, RandomGames, scattered};
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
        Tally { evaluator, numbers, positions: 0, nonzero: BTreeMap::new() }
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

/// Kinds of men, pawns and rare ones more often.
const MEN: &[u8] = b"PPPPpppNnBBbbRRrrQQqq";

#[test]
fn scattered_men_and_what_becomes_of_them() {
    let mut random = RandomGames::new(13);
    let mut tally = Tally::default();
    while tally.positions < 6000 {
        if let Ok(game) = Game::parse(&scattered(&mut random, MEN, 14)) {
            tally.play(&mut random, game, 8);
        }
    }
    // Castling apart, no term was only ever compared with 0.
    for name in TERMS {
        let often = tally.nonzero.get(name).copied().unwrap_or(0);
        assert!(name == "castling" || often >= 50, "{name}: {often}");
    }
}

#[test]
fn other_numbers_agree_each_of_them() {
    let (mut evaluator, mut random) = (slate_atkin(), RandomGames::new(14));
    let drawn = OtherNumbers::set(&mut evaluator, |_, min, max| {
        let (least, most) = (min.max(-100), max.min(100));
        least + random.below((most - least + 1) as usize) as i32
    });
    assert_eq!(drawn.names().len(), 37);
    let mut tally = Tally::of(evaluator, Numbers(drawn));
    let mut random = RandomGames::new(15);
    for fen in CASTLING.into_iter().chain(["startpos"]) {
        for _ in 0..5 {
            tally.play(&mut random, Game::parse(fen).unwrap(), 60);
        }
    }
    while tally.positions < 4000 {
        if let Ok(game) = Game::parse(&scattered(&mut random, MEN, 14)) {
            tally.play(&mut random, game, 8);
        }
    }
    let unmatched = tally.numbers.0.unmatched();
    assert!(unmatched.is_empty(), "{unmatched:?}");
}

#[test]
fn numbers_at_their_limits_agree_and_set_back_they_are_the_documents() {
    for at_most in [[true, true], [false, false], [true, false]] {
        let mut evaluator = slate_atkin();
        let numbers = OtherNumbers::extreme(&mut evaluator, at_most);
        let mut extreme = Tally::of(evaluator.clone(), Numbers(numbers));
        for text in FULL_SIDES {
            for seed in 0..10 {
                extreme.play(&mut RandomGames::new(seed), Game::parse(text).unwrap(), 30);
            }
        }
        OtherNumbers::reset(&mut evaluator);
        let mut restored = Tally::of(evaluator, Numbers::default());
        restored.play(&mut RandomGames::new(16), Game::default(), 60);
    }
}
