//! Every term against a slow second reading of the rules, in thousands of positions.

mod common;
mod reference;

use std::collections::BTreeMap;

use common::{TERMS, breakdown, castled, term_of};
use engine_core::game::Game;
use engine_core::notation::fen_of;
use engine_core::testkit::RandomGames;
use reference::History;
use shakmaty::CastlingMode;

/// What has been compared: positions, and how often each term was not 0.
#[derive(Default)]
struct Tally {
    positions: usize,
    nonzero: BTreeMap<&'static str, usize>,
}

impl Tally {
    fn compare(&mut self, game: &Game, history: History) {
        let fen = fen_of(game.position());
        let found = breakdown(game);
        assert_eq!(castled(&found), history.castled, "{fen}");
        let expected = reference::terms(&fen, history);
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
        self.compare(&game, history);
        for _ in 0..plies {
            let Some(mv) = random.pick(&game) else { break };
            let uci = mv.to_uci(CastlingMode::Standard).to_string();
            history.played(&fen_of(game.position()), &uci);
            game.play(mv);
            self.compare(&game, history);
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

#[test]
fn random_games_in_which_sides_castle() {
    let mut random = RandomGames::new(12);
    let mut tally = Tally::default();
    let castling = [
        "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/p6p/8/8/8/8/P6P/R3K2R w Kq - 0 1",
        "4k2r/6p1/8/8/8/8/1P6/R3K3 w Qk - 0 1",
        "r3k2r/1b4bq/8/8/8/8/1B4BQ/R3K2R b Kkq - 0 1",
    ];
    for _ in 0..20 {
        for fen in castling {
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
