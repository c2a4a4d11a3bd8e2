//! Games in PGN.

use std::collections::BTreeMap;
use std::time::Duration;

use config::{Config, EngineKind, LimitKind, PgnConfig, ScoreSide};
use engine_core::testkit::Contents;
use openings::pgn::{Games, PgnResult};
use players::record::{Failure, FailureKind, GameRecord, GameResult, MoveScore, Termination};
use report::PgnWriter;
use runner::sample;

fn written(config: &Config, game: &GameRecord) -> String {
    written_by(&PgnWriter::new(config, 0, &BTreeMap::new()), game)
}

fn written_by(writer: &PgnWriter, game: &GameRecord) -> String {
    let mut bytes = Vec::new();
    writer.write(game, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// The value of a tag.
fn tag<'t>(text: &'t str, name: &str) -> &'t str {
    let value = text.split_once(&format!("[{name} \"")).unwrap().1;
    value.split('"').next().unwrap()
}

#[test]
fn a_game_in_full() {
    let config = sample::config();
    let game = sample::game(&config, 3, GameResult::WhiteWins);
    let expected = include_str!("../data/game.pgn");
    let text = written(&config, &game);
    let (white, black) = (tag(&text, "WhiteOptions"), tag(&text, "BlackOptions"));
    assert_eq!(text, expected.replace("HASHW", white).replace("HASHB", black));
    assert!(white.len() == 16 && white != black);
    let mut wider = config.clone();
    let EngineKind::Evaluator(own) = &mut wider.engines[0].kind else {
        panic!("an evaluator");
    };
    own.margin_scale = Some(2.0);
    assert_ne!(tag(&written(&wider, &game), "BlackOptions"), black);
}

#[test]
fn a_program_is_what_it_calls_itself() {
    let text = r#"
        run = { name = "x", format = "match", pairs = 1 }
        limits = { nodes = 1 }
        engine = [
            { name = "A", command = "fish", options = { Hash = 16 } },
            { name = "B", command = "fish", options = { Hash = 32 } },
        ]
    "#;
    let config = Config::parse("x.toml", text, &[], &[]).unwrap();
    let versions = BTreeMap::from([("A".to_owned(), "Fish 3 \"beta\"".to_owned())]);
    let mut game = sample::game(&sample::config(), 0, GameResult::WhiteWins);
    (game.white, game.black) = (0, 1);
    game.moves[0].score = None;
    game.termination = Termination::Failure(FailureKind::Crash);
    game.failure = Some(Failure { kind: FailureKind::Crash, detail: "signal {9}".to_owned(), log: Vec::new() });
    let text = written_by(&PgnWriter::new(&config, 0, &versions), &game);
    text.replace('\n', " ").must_have(&[
        "[Termination \"abandoned\"]",
        "[WhiteVersion \"Fish 3 \\\"beta\\\"\"]",
        "[BlackVersion \"fish\"]",
        "{-/10 0.052s 5000 [%clk 0:00:58.9] [%emt 0:00:00.052]}",
        "by a crash: signal ?9?}",
    ]);
    assert_ne!(tag(&text, "WhiteOptions"), tag(&text, "BlackOptions"), "their options differ");
}

#[test]
fn time_controls_as_the_standard_writes_them() {
    for (limit, text) in [
        (LimitKind::Nodes(5), "-"),
        (LimitKind::parse_tc("10+0.1").unwrap(), "10+0.1"),
        (LimitKind::parse_tc("40/60").unwrap(), "40/60"),
        (LimitKind::MoveTime(std::time::Duration::from_millis(50)), "1/0.05"),
    ] {
        let mut config = sample::config();
        config.engines.iter_mut().for_each(|engine| engine.limit = limit);
        let game = sample::game(&config, 0, GameResult::Draw);
        assert_eq!(tag(&written(&config, &game), "TimeControl"), text);
    }
}

#[test]
fn comments_have_what_is_asked_for_from_the_side_that_is_asked_for() {
    let mut config = sample::config();
    let mut game = sample::game(&config, 3, GameResult::WhiteWins);
    let line = ["d1h5", "g7g6", "h5e5", "d8e7"];
    game.moves[0].line = line.map(str::to_owned).into();
    written(&config, &game).must_lack(&["pv"]);
    config.pgn.pv = true;
    let text = written(&config, &game);
    text.replace('\n', " ").must_have(&["5000 [%eval 0.35,10] [%clk 0:00:58.9] [%emt 0:00:00.052] pv g6 Qxe5+ Qe7}"]);
    assert!(text.lines().all(|line| line.len() <= 80 && line.matches('[').count() == line.matches(']').count()));
    config.pgn = PgnConfig { seldepth: true, time_left: true, scores: ScoreSide::Mover, pv: false };
    // The second move is Black's, whose score is -0.65 from White's side.
    game.moves[1].time_left = Some(Duration::from_millis(4_509_899));
    game.moves[2].time_left = None;
    written(&config, &game).replace('\n', " ").must_have(&[
        "{+0.35/10 0.052s 5000 sd=18 tl=58.948s [%eval 0.35,10] [%clk 0:00:58.9] [",
        "{+0.65/11 0.052s 5000 sd=18 tl=4509.899s [%eval -0.65,11] [%clk 1:15:09.9] [",
        "{+M1/12 0.052s 5000 sd=18 [%eval #0,12] [%emt 0:00:00.052]}",
    ]);
}

#[test]
fn a_game_from_a_position_with_black_to_move() {
    let config = sample::config();
    let mut game = sample::game(&config, 0, GameResult::Draw);
    game.start_fen = Some("4k3/8/8/8/8/8/4P3/4K3 b - - 3 9".to_owned());
    game.book_moves = vec!["e8d7".to_owned()];
    game.moves.truncate(1);
    game.moves[0].uci = "e2e4".to_owned();
    game.moves[0].score = Some(MoveScore::Mate { mate: -3 });
    let text = written(&config, &game);
    text.must_have(&[
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 9\"]\n[SetUp \"1\"]\n",
        "\n\n9... Kd7 10. e4\n{-M3/10 0.052s 5000 [%eval #-3,10] ",
        "[Limit \"5000 nodes a move\"]",
    ]);
}

#[test]
fn an_impossible_move_is_reported() {
    let config = sample::config();
    let mut game = sample::game(&config, 5, GameResult::Draw);
    game.moves[1].uci = "a1a8".to_owned();
    let writer = PgnWriter::new(&config, 0, &BTreeMap::new());
    let error = writer.write(&game, &mut Vec::new()).unwrap_err().to_string();
    let expected = "game 6 (Round 3 in games.pgn): \"a1a8\" cannot be played; the store is damaged, and \
                    `evalarena run` with --repair plays this game again";
    assert_eq!(error, expected);
}

#[test]
fn what_a_program_said_is_neither_an_escape_nor_a_tag() {
    let config = sample::config();
    let mut game = sample::game(&config, 0, GameResult::Draw);
    // Some line is broken before each of these words.
    for length in 0..80 {
        game.failure = Some(Failure {
            kind: FailureKind::UnparsableMove,
            detail: format!("{} %a\n%b {{}} [Event \"x\"] \u{1b}[2J {} %", "-".repeat(length), "-".repeat(80 - length)),
            log: Vec::new(),
        });
        let text = written(&config, &game).repeat(2);
        assert!(!text.contains('\u{1b}'));
        let mut games = Games::new(text.as_bytes());
        let mut count = 0;
        while let Some(game) = games.next_game().unwrap() {
            let read = PgnResult::of(&game);
            assert_eq!(read.map(|read| read.white_half_points), Ok(1), "{text}");
            count += 1;
        }
        assert_eq!(count, 2, "{text}");
    }
}
