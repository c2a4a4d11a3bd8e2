//! Games in PGN, as they are written, and as ratings count them: players merged by name, and pairs.

use std::collections::BTreeMap;
use std::time::Duration;

use config::{Config, EngineKind, LimitKind, PgnConfig, ScoreSide};
use engine_core::testkit::Contents;
use match_stats::Meeting;
use openings::pgn::{Games, PgnOpening, PgnResult};
use players::record::{Failure, FailureKind, GameRecord, GameResult, MoveScore, Termination};
use report::PgnWriter;
use report::pgn_results::{Collector, Merge};
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

/// The names that games of these players, one after the other against Zed, count for.
fn merged(merges: &[&str], names: &[&str]) -> Result<Vec<String>, String> {
    let merges = merges.iter().map(|text| Merge::parse(text)).collect::<Result<_, _>>()?;
    let mut collector = Collector::new(merges);
    for name in names {
        let (white, black) = ((*name).to_owned(), "Zed".to_owned());
        assert!(collector.add(PgnResult { white, black, ..PgnResult::default() }));
    }
    let data = collector.finish().map_err(|error| error.to_string())?;
    Ok(data.players.into_iter().filter(|name| name != "Zed").collect())
}

#[test]
fn names_lead_to_names_and_may_have_signs_in_them() {
    for (merges, names, expected) in [
        (&["B=A"][..], &["A", "B", "C"][..], &["A", "C"][..]),
        (&["C=B", "B=A"], &["C", "B"], &["A"]),
        (&["\"A=B\"=C"], &["A=B", "A"], &["C", "A"]),
        (&["\"A\"=\"B=C\""], &["A", "A=B"], &["B=C", "A=B"]),
        (&["A=\"B=C\""], &["A", "A=B"], &["B=C", "A=B"]),
        (&["The \"Ace\" A = Ace"], &["The \"Ace\" A"], &["Ace"]),
    ] {
        assert_eq!(merged(merges, names).unwrap(), expected, "{merges:?}");
    }
}

#[test]
fn an_unknown_name_is_an_error() {
    let nearest = "--merge Nobody=A: no player is called \"Nobody\"; the nearest are \"Zed\", \"A\"";
    for (merges, names, expected) in [
        (&["Nobody=A"][..], &["A"][..], nearest),
        (&["Oter=A"], &["A", "Otter", "Other"], "\"Otter\", \"Other\", "),
        (&["A=B=C"], &["A", "A=B"], "with quotes around names that contain"),
        (&["A=B", "A=C"], &["A"], "--merge A=C: \"A\" is merged twice"),
        (&["A=B", "B=A"], &["A"], "the names lead back to A"),
        (&["A"], &["A"], "expected a name before and after"),
        (&["=A"], &["A"], "expected a name before and after"),
        (&["\"A=B"], &["A"], "expected a name before and after"),
    ] {
        let error = merged(merges, names).unwrap_err();
        assert!(error.contains(expected), "{merges:?}: {error}");
    }
}

fn marked(round: Option<&str>, opening: Option<PgnOpening>) -> PgnResult {
    PgnResult { round: round.map(str::to_owned), opening, ..PgnResult::default() }
}

fn position(fen: &str) -> Option<PgnOpening> {
    Some(PgnOpening::Position(fen.to_owned()))
}

fn named(name: &str) -> Option<PgnOpening> {
    Some(PgnOpening::Name(name.to_owned()))
}

/// The meetings of these games, each with its players' numbers.
fn meetings(games: &[(PgnResult, usize, usize)]) -> Vec<Meeting> {
    let mut collector = Collector::new(Vec::new());
    for (game, white, black) in games {
        let [white, black] = [white, black].map(ToString::to_string);
        assert!(collector.add(PgnResult { white, black, ..game.clone() }));
    }
    collector.finish().unwrap().meetings
}

/// The pairs and single games among these.
fn counted(games: &[(PgnResult, usize, usize)]) -> (u64, u64) {
    let meetings = meetings(games);
    let pairs = meetings.iter().map(|m| m.penta().pairs()).sum();
    let singles = meetings.iter().flat_map(|m| m.singles).flatten().sum();
    (pairs, singles)
}

/// Fifty pairs, in orders unrelated to them, and all games of one colour first.
#[test]
fn pairs_are_found_wherever_their_games_are() {
    let mut games = Vec::new();
    for pair in 0..50 {
        let round = pair.to_string();
        let of = || marked(Some(&round), position(&format!("fen {pair}")));
        games.push((of(), 0, 1));
        games.push((of(), 1, 0));
    }
    assert_eq!(counted(&games), (50, 0));
    for step in [7, 37] {
        let shuffled: Vec<_> = (0..100).map(|at| games[at * step % 100].clone()).collect();
        assert_eq!(counted(&shuffled), (50, 0), "{step}");
    }
    let mut late = games.clone();
    late.sort_by_key(|(_, white, _)| *white);
    assert_eq!(counted(&late), (50, 0));
}

#[test]
fn a_round_or_a_position_is_enough_and_a_name_is_not() {
    let (one, two, sicilian) = (Some("1"), Some("2"), || named("Sicilian"));
    for (first, second, pairs) in [
        (marked(one, None), marked(one, None), 1),
        (marked(one, None), marked(two, None), 0),
        (marked(one, position("x")), marked(two, position("x")), 1),
        (marked(one, position("x")), marked(one, position("y")), 0),
        (marked(one, position("x")), marked(one, None), 1),
        (marked(None, sicilian()), marked(None, sicilian()), 0),
    ] {
        let games = [(first, 0, 1), (marked(None, None), 2, 3), (second, 1, 0)];
        assert_eq!(counted(&games).0, pairs, "{games:?}");
    }
    let together = [(marked(None, sicilian()), 0, 1), (marked(None, sicilian()), 1, 0)];
    assert_eq!(counted(&together), (1, 0));
    // Games with the same colours are not a pair, nor are those of other players.
    let of = |white, black| (marked(one, position("x")), white, black);
    assert_eq!(counted(&[of(0, 1), of(0, 1)]), (0, 2));
    assert_eq!(counted(&[of(0, 1), of(2, 0)]), (0, 2));
}

/// All rounds are 1: the position determines the pairs.
#[test]
fn the_surest_bond_comes_first() {
    let game = |(fen, white, points)| {
        let game = marked(Some("1"), position(fen));
        (PgnResult { white_half_points: points, ..game }, white, 1 - white)
    };
    let games = [("x", 0, 2), ("y", 0, 0), ("y", 1, 0), ("x", 1, 2)].map(game);
    let [meeting] = meetings(&games)[..] else { panic!("one meeting") };
    // In x White won both games, in y Black: a point each.
    assert_eq!(meeting.penta().0, [0, 0, 2, 0, 0]);
}
