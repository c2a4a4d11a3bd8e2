//! Ending games that are decided, also by tables, and replays of stored games: whether they can have been played. The tables
//! are not part of the project, so one of these tests needs a copy of them: CONTRIBUTING.md lists the sources.

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, File};

use config::{Adjudication, DrawRule, ResignRule};
use engine_core::game::position_from_fen;
use openings::{Opening, Variant};
use players::player::GivenScore;
use players::record::{Failure, FailureKind, GameRecord, GameResult, MoveRecord, Termination};
use runner::adjudicate::Adjudicator;
use runner::game::{Rules, check};
use runner::sample;
use runner::tablebase::Tablebase;
use shakmaty::{Board, ByColor, Color};

use super::rows;

fn rules() -> Adjudication {
    Adjudication {
        draw: Some(DrawRule { after: 3, moves: 2, score: 10 }),
        resign: Some(ResignRule { moves: 2, score: 500, both: true }),
        max_moves: Some(20),
        insufficient_material: false,
        syzygy: None,
    }
}

fn resigning(moves: u32, score: u32, both: bool) -> Adjudication {
    Adjudication { resign: Some(ResignRule { moves, score, both }), ..Adjudication::default() }
}

/// The end after these scores, White's first, each from its mover's side; what a point of White and of Black is worth.
fn feed(rules: &Adjudication, [white, black]: [f64; 2], scores: &[Option<GivenScore>]) -> String {
    let mut watcher = Adjudicator::new(rules, ByColor { white, black });
    for (index, &score) in scores.iter().enumerate() {
        let mover = Color::from_white(index % 2 == 0);
        if let Some((result, why)) = watcher.after_move(mover, score, index + 1, &Board::default()) {
            return format!("{} {result:?} {why:?}", index + 1);
        }
    }
    format!("{} none", scores.len())
}

#[test]
fn a_rule_ends_a_game_after_enough_moves_of_the_sides_that_it_needs() {
    let all = rules();
    for [what, rules, scale, times, scores, expected] in rows("rules that end games") {
        let none = Adjudication::default();
        let rules = match rules {
            "all" => all.clone(),
            "draw" => Adjudication { draw: all.draw, ..none },
            "resign" => Adjudication { resign: all.resign, ..none },
            "one side" => resigning(2, 500, false),
            "at once" => resigning(1, 900, true),
            "length" => Adjudication { max_moves: all.max_moves, ..none },
            _ => none,
        };
        let (white, black) = scale.split_once(' ').unwrap();
        let scores = scores.split(' ').map(|cp| Some(GivenScore::Cp(cp.parse().unwrap())));
        let scores = scores.collect::<Vec<_>>().repeat(times.parse().unwrap());
        assert_eq!(feed(&rules, [white, black].map(|scale| scale.parse().unwrap()), &scores), expected, "{what}");
    }
    let mates = [-3, 3, -3, 3].map(|mate| Some(GivenScore::Mate(mate)));
    assert_eq!(feed(&all, [1.0; 2], &mates), "4 BlackWins AdjudicatedWin", "mates");
    // Who gives no score agrees to nothing.
    assert_eq!(feed(&all, [1.0; 2], &[Some(GivenScore::Cp(0)), None].repeat(30)), "40 Draw MaxMoves");
}

#[test]
fn material_that_cannot_force_mate_is_a_draw_if_asked_for() {
    for [board, forced] in rows("material that can force mate") {
        let board = Board::from_ascii_board_fen(board.as_bytes()).unwrap();
        for asked in [false, true] {
            let rules = Adjudication { insufficient_material: asked, ..Adjudication::default() };
            let mut watcher = Adjudicator::new(&rules, ByColor::new_with(|_| 1.0));
            let end = watcher.after_move(Color::White, Some(GivenScore::Cp(50)), 100, &board);
            let draw = Some((GameResult::Draw, Termination::AdjudicatedMaterial));
            assert_eq!(end, draw.filter(|_| asked && forced == "no"), "{board:?}");
        }
    }
}

/// Checks a mate in four that was changed, by the rules of a tournament.
fn changed(adjudication: &Adjudication, change: impl FnOnce(&mut GameRecord)) -> Result<(), String> {
    let mut game = sample::game(&sample::config(), 0, GameResult::WhiteWins);
    change(&mut game);
    check(&game, &game.played(), None, &rules_of(adjudication))
}

fn rules_of(adjudication: &Adjudication) -> Rules<'_> {
    Rules { variant: Variant::Standard, adjudication, scale: ByColor::new_with(|_| 1.0) }
}

/// The knights go out and back twice, which is a draw by repetition.
fn back_and_forth(game: &mut GameRecord) {
    let mv = MoveRecord { score: None, ..game.moves[0].clone() };
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"];
    game.book_moves.clear();
    game.moves = moves.map(|uci| MoveRecord { uci: uci.to_owned(), ..mv.clone() }).into();
    (game.outcome, game.termination) = (GameResult::Draw, Termination::Repetition);
    for stats in [&mut game.white_stats, &mut game.black_stats] {
        (stats.moves, stats.nodes) = (4, 20_000);
    }
}

/// A change of a game.
type Change<'c> = &'c dyn Fn(&mut GameRecord);

#[test]
fn a_sound_game_passes_and_a_changed_one_is_refused() {
    const FORFEIT: Termination = Termination::Failure(FailureKind::TimeForfeit);
    let none = Adjudication::default();
    assert_eq!(changed(&none, |_| {}), Ok(()));
    assert_eq!(changed(&none, back_and_forth), Ok(()));
    let both = "its record has 0-1 by checkmate, and its moves end in 1-0 by checkmate";
    let rows: [(&str, Change<'_>); 13] = [
        ("a1a8", &|game| game.moves[0].uci = "a1a8".to_owned()),
        ("b8b6", &|game| game.book_moves[3] = "b8b6".to_owned()),
        ("not a legal position", &|game| {
            game.start_fen = Some("8/8/8/8/8/8/8/8 w - - 0 1".to_owned());
        }),
        ("its moves do not", &|game| game.moves.truncate(2)),
        ("its moves do not", &|game| game.moves.clear()),
        (both, &|game| game.outcome = GameResult::BlackWins),
        ("1/2-1/2 by checkmate", &|game| game.outcome = GameResult::Draw),
        ("by stalemate", &|game| game.termination = Termination::Stalemate),
        ("by tablebase", &|game| game.termination = Termination::AdjudicatedTablebase),
        ("missing", &|game| game.termination = FORFEIT),
        ("totals", &|game| game.white_stats.nodes += 1),
        ("1-0 by threefold repetition, and its moves end in 1/2-1/2", &|game| {
            back_and_forth(game);
            game.outcome = GameResult::WhiteWins;
        }),
        ("continues after threefold repetition", &|game| {
            back_and_forth(game);
            game.moves.push(game.moves[0].clone());
        }),
    ];
    for (part, change) in rows {
        let reason = changed(&none, change).unwrap_err();
        assert!(reason.contains(part), "{part}: {reason}");
    }
}

#[test]
fn adjudications_are_those_of_the_scores() {
    let rules = Adjudication { max_moves: Some(3), ..Adjudication::default() };
    let ended = |termination| {
        move |game: &mut GameRecord| {
            game.moves.truncate(2);
            (game.outcome, game.termination) = (GameResult::Draw, termination);
            (game.white_stats.moves, game.white_stats.nodes) = (1, 5_000);
        }
    };
    assert_eq!(changed(&rules, ended(Termination::MaxMoves)), Ok(()));
    assert!(changed(&rules, ended(Termination::AdjudicatedDraw)).is_err());
    assert!(changed(&rules, |_| {}).is_err(), "it continues after the limit");
}

#[test]
fn a_failure_costs_who_had_to_move() {
    let failed = |outcome| {
        move |game: &mut GameRecord| {
            game.moves.truncate(2);
            (game.white_stats.moves, game.white_stats.nodes) = (2, 10_000);
            (game.outcome, game.termination) = (outcome, Termination::Failure(FailureKind::TimeForfeit));
            game.failure = Some(Failure { kind: FailureKind::TimeForfeit, detail: String::new(), log: Vec::new() });
        }
    };
    let none = Adjudication::default();
    assert_eq!(changed(&none, failed(GameResult::BlackWins)), Ok(()));
    assert!(changed(&none, failed(GameResult::WhiteWins)).is_err());
}

#[test]
fn the_opening_is_that_of_the_schedule() {
    let game = sample::game(&sample::config(), 0, GameResult::WhiteWins);
    let (none, start) = (Adjudication::default(), Opening::start_position());
    let checked = check(&game, &game.played(), Some(&start), &rules_of(&none));
    let reason = checked.unwrap_err();
    assert!(reason.contains("opening of its place"), "{reason}");
}

#[test]
fn points_are_those_of_the_engine_whatever_its_colour() {
    let config = sample::config();
    let points = |game, outcome| {
        let game = sample::game(&config, game, outcome);
        (game.half_points_of(0), game.half_points_of(1))
    };
    assert_eq!(points(0, GameResult::WhiteWins), (2, 0));
    // The second has colours reversed.
    assert_eq!(points(1, GameResult::WhiteWins), (0, 2));
    assert_eq!(points(1, GameResult::Draw), (1, 1));
}

#[test]
#[ignore = "needs files: SYZYGY_PATH=FOLDER"]
fn results_of_known_endings() {
    let paths = env::var("SYZYGY_PATH").expect("SYZYGY_PATH has the folders of tables");
    let tables = Tablebase::open(&paths).unwrap();
    assert!(tables.pieces >= 4);
    for (fen, result) in [
        ("8/8/8/8/8/2k5/8/KQ6 w - - 0 1", Some(GameResult::WhiteWins)),
        ("8/8/8/8/8/2k5/8/KQ6 b - - 0 1", Some(GameResult::WhiteWins)),
        ("8/8/8/8/3k4/8/8/KN6 w - - 0 1", Some(GameResult::Draw)),
        ("kq6/8/2K5/8/8/8/8/8 w - - 0 1", Some(GameResult::BlackWins)),
        // Opposition decides, and so does the bishop's colour.
        ("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1", Some(GameResult::WhiteWins)),
        ("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", Some(GameResult::Draw)),
        ("7k/8/5K2/7P/8/8/8/B7 w - - 0 1", Some(GameResult::WhiteWins)),
        ("7k/8/5K2/7P/8/8/8/1B6 w - - 0 1", Some(GameResult::Draw)),
        // The clock runs, a side may castle, there are too many pieces.
        ("8/8/8/8/8/2k5/8/KQ6 w - - 1 1", None),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", None),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", None),
    ] {
        assert_eq!(tables.result(&position_from_fen(fen).unwrap()), result, "{fen}");
    }
}

#[test]
fn folders_without_all_tables_are_refused() {
    let folder = env::temp_dir().join(format!("tablebase-{}", std::process::id()));
    let open = || Tablebase::open(&folder.display().to_string());
    let refused = |what: &str| {
        let error = open().unwrap_err();
        assert!(error.contains(what), "{error}");
    };
    refused("cannot be used");
    fs::create_dir(&folder).unwrap();
    refused("there are no Syzygy tables");
    // Files of a size that tables can have.
    let table = |name: &str| File::create(folder.join(name)).unwrap().set_len(80).unwrap();
    table("KQvK.rtbw");
    refused("of the 5 Syzygy tables of 3 pieces 4 are missing");
    ["KRvK.rtbw", "KBvK.rtbw", "KNvK.rtbw"].into_iter().for_each(table);
    refused("of the 5 Syzygy tables of 3 pieces 1 is missing");
    table("KPvK.rtbw");
    assert_eq!(open().unwrap().pieces, 3);
    table("KQvKR.rtbw");
    refused("of the 30 Syzygy tables of 4 pieces 29 are missing");
    // Whatever is found missing is added, until all are there.
    table("KQQQvK.rtbw");
    let mut added = BTreeSet::new();
    while let Err(error) = open() {
        let name = error.split_once("such as ").unwrap().1.split(';').next().unwrap();
        table(name);
        assert!(added.insert(name.to_owned()), "{error}");
    }
    assert_eq!((open().unwrap().pieces, added.len()), (5, 29 + 109));
    for name in ["KQQvK", "KBNvK", "KBvKN", "KPvKP", "KPPPvK", "KRBvKQ"] {
        assert!(added.contains(&format!("{name}.rtbw")), "{name}");
    }
    // One that was cut short is named.
    File::create(folder.join("KQvKR.rtbw")).unwrap().set_len(81).unwrap();
    refused("KQvKR.rtbw");
    fs::remove_dir_all(&folder).unwrap();
}
