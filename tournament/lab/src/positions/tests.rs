use std::collections::HashSet;
use std::io::Write as _;
use std::path::Path;

use engine_core::game::position_from_fen;
use engine_core::key::Key;
use engine_core::notation::fen_of;
use engine_core::random::RandomGames;
use engine_core::testkit::Contents;
use evaluators::registry;
use flate2::Compression;
use flate2::write::GzEncoder;
use openings::files::{self, FileFilter};
use openings::pgn::GivenScore as GameScore;
use openings::{Opening, WholeGame};
use shakmaty::{Chess, Position as _};
use tempfile::tempdir;

use super::draw::{Drawer, LAST_PLIES, RECIPE, is_quiet};
use super::*;
use config::ScoreSide;

const QUIET: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
const HANGING: &str = "4k3/8/8/3q4/8/8/3R4/3K4 w - - 0 1";

fn position(fen: &str) -> Chess {
    position_from_fen(fen).unwrap()
}

#[test]
fn quiet_positions() {
    for (fen, quiet) in [
        (HANGING, false),
        ("4k3/8/2p5/3q4/8/8/3R4/3K4 w - - 0 1", false), // The rook is worth less than the queen.
        ("4k3/8/2p5/3p4/8/8/3R4/3K4 w - - 0 1", true),  // The pawn is defended.
        ("4k3/8/2p5/3n4/8/5B2/8/3K4 w - - 0 1", true),  // A bishop for a knight.
        ("4k3/4R3/8/8/8/8/8/4K3 b - - 0 1", false),     // Check.
        ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", false),      // Promotion.
        (QUIET, true),
        ("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", false), // Stalemate.
    ] {
        assert_eq!(is_quiet(&position(fen)), quiet, "{fen}");
    }
}

/// A game of random moves; long enough to draw from.
fn random_game(seed: usize) -> WholeGame {
    let mut random = RandomGames::new(seed as u64);
    let mut game = Game::default();
    while let Some(mv) = random.pick(&game).filter(|_| game.moves().len() < 120) {
        game.play(mv);
    }
    WholeGame {
        opening: Opening { moves: game.moves().to_vec(), ..Opening::start_position() },
        white_half_points: 2,
        scores: Vec::new(),
    }
}

fn plies(drawn: &[Position]) -> Vec<usize> {
    drawn.iter().map(|position| position.game.moves().len()).collect()
}

#[test]
fn positions_are_quiet_different_and_from_the_middle() {
    let recipe = Recipe { per_game: 5, ..RECIPE };
    let (mut drawer, mut again) = (Drawer::new(recipe), Drawer::new(recipe));
    let mut keys = HashSet::new();
    for number in 1..=40 {
        let whole = random_game(number);
        let drawn = drawer.draw(number, &whole);
        assert!(drawn.len() <= 5);
        assert_eq!(plies(&drawn), plies(&again.draw(number, &whole)));
        for Position { game, .. } in &drawn {
            let middle = 16..=whole.opening.moves.len() - LAST_PLIES;
            assert!(middle.contains(&game.moves().len()));
            assert!(is_quiet(game.position()));
            assert!(keys.insert(Key::of(game.position())));
        }
    }
    assert!(keys.len() > 60, "{}", keys.len());
    // The same game again has nothing new once all of it is drawn.
    let mut drawer = Drawer::new(Recipe { per_game: 1_000, ..RECIPE });
    assert!(!drawer.draw(1, &random_game(1)).is_empty());
    assert!(drawer.draw(2, &random_game(1)).is_empty());
    // Every position that a move was played from is taken each time.
    let mut drawer = Drawer::new(Recipe { every: true, per_game: 1, balanced: true, ..RECIPE });
    let whole = random_game(1);
    for number in 1..=2 {
        let all: Vec<usize> = (0..whole.opening.moves.len()).collect();
        assert_eq!(plies(&drawer.draw(number, &whole)), all);
    }
}

#[test]
fn only_positions_with_a_score_are_taken_if_scores_are_asked_for() {
    let draw = |given_scores, whole: &WholeGame| {
        Drawer::new(Recipe { per_game: 1_000, given_scores, ..RECIPE }).draw(1, whole)
    };
    let mut whole = random_game(1);
    whole.scores = vec![None; whole.opening.moves.len() + 1];
    let all = draw(None, &whole);
    let of_black = |position: &&Position| position.game.position().turn().is_black();
    let ply = all.iter().find(of_black).unwrap().game.moves().len();
    assert!(all.iter().all(|position| position.score.is_none()));
    assert!(draw(Some(ScoreSide::Mover), &whole).is_empty());
    for (side_supposed, of_white) in [(true, 7), (false, -7)] {
        let value = GivenValue::Centipawns(-7);
        let (depth, nodes) = (Some(9), Some(5));
        whole.scores[ply] = Some(GameScore { value, depth, nodes, side_supposed });
        for (side, centipawns) in [(ScoreSide::Mover, -7), (ScoreSide::White, of_white)] {
            let drawn = draw(Some(side), &whole);
            assert_eq!(plies(&drawn), [ply]);
            assert_eq!(drawn[0].score, Some(PositionScore { centipawns, nodes, depth }));
        }
    }
}

#[test]
fn stages_are_balanced_as_far_as_games_have_them() {
    for (board, stage) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", Stage::Opening),
        ("r1bqkbnr/8/8/8/8/8/8/RNBQKB1R", Stage::Opening),
        ("r1bqk1nr/8/8/8/8/8/8/RNBQKB1R", Stage::Middlegame),
        ("r2qk1n1/8/8/8/8/8/8/2BQK3", Stage::Middlegame),
        ("3qk1n1/8/8/8/8/8/8/2BQK3", Stage::Endgame),
        ("4k3/8/8/8/8/8/4P3/4K3", Stage::Endgame),
    ] {
        assert_eq!(Stage::of(&board.parse().unwrap()), stage, "{board}");
    }
    let [plain, balanced] = [false, true].map(|balanced| {
        let mut drawer = Drawer::new(Recipe { per_game: 4, seed: 3, balanced, ..RECIPE });
        (1..=60).for_each(|number| drop(drawer.draw(number, &random_game(number))));
        drawer.taken
    });
    let spread = |taken: [usize; 3]| taken.iter().max().unwrap() - taken.iter().min().unwrap();
    assert_eq!(plain.iter().sum::<usize>(), balanced.iter().sum::<usize>());
    assert!(spread(balanced) < spread(plain), "{balanced:?} {plain:?}");
}

#[test]
fn positions_drawn_elsewhere_are_filtered() {
    let of = |fen| Position {
        game: Game::new(position(fen)),
        number: 1,
        white_half_points: 1,
        score: None,
    };
    let others = ["4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", "4k3/8/8/8/8/8/2P5/4K3 w - - 0 1"];
    let group = [QUIET, HANGING, QUIET, others[0], others[1]].map(of).to_vec();
    let mut drawer = Drawer::new(Recipe { per_game: 3, ..RECIPE });
    let mut tally = Tally::default();
    let kept = drawer.sift(group.clone(), 1, &mut tally);
    assert_eq!(kept.len(), 2, "one was taken before");
    let expected = Tally { lines: 5, unquiet: 1, doubles: 1, surplus: 1, ..Tally::default() };
    assert_eq!(tally, expected);
    // What is left of them, and no more, comes from another game.
    let kept = drawer.sift(group, 0, &mut tally);
    assert_eq!((kept.len(), tally.lines, tally.doubles), (1, 10, 4));
}

#[test]
fn mates_are_those_of_the_standard() {
    for (score, expected) in [
        (GivenScore::Mate(1), 32_766),
        (GivenScore::Mate(5), 32_758),
        (GivenScore::Mate(-1), -32_765),
        (GivenScore::Mate(-5), -32_757),
        (GivenScore::Mate(100), 32_568),
        (GivenScore::Mate(i32::MAX), 30_001),
        (GivenScore::Mate(-i32::MAX), -30_001),
        (GivenScore::Cp(-35), -35),
        (GivenScore::Cp(32_767), 30_000),
        (GivenScore::Cp(-100_000), -30_000),
    ] {
        assert_eq!(centipawns(score), expected);
    }
    for (moves, expected) in [(1, 32_766), (5, 32_758), (-1, -32_765), (-5, -32_757), (0, -32_767)]
    {
        let value = GivenValue::Mate(moves);
        let given = GameScore { value, depth: None, nodes: None, side_supposed: false };
        assert_eq!(PositionScore::from(given).centipawns, expected);
    }
}

fn read_file(name: &str, bytes: impl AsRef<[u8]>) -> Result<Vec<Position>, String> {
    let folder = tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    read(&path, |_| {}).map_err(|error| error.to_string())
}

/// The lines of a text as they are written again.
fn converted(text: &str, format: Format) -> String {
    let mut written = Vec::new();
    for position in read_file("p.epd", text).unwrap() {
        write(&position, format, &mut written).unwrap();
    }
    String::from_utf8(written).unwrap()
}

#[test]
fn lines_are_written_as_they_are_read_with_scores_from_the_side_of_their_format() {
    let (white, black) = (QUIET, "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
    let plain =
        format!("{white} | 35 | 1.0\n{black} | 35 | 0.5\n{black} | -32766 | 0.0\n{white} | 1.0\n");
    let epd = format!(
        "{white} c9 \"1-0\"; ce 35; id \"1\";\n{black} c9 \"1/2-1/2\"; ce -35; id \"2\";\n\
         {black} c9 \"0-1\"; ce 32766; id \"3\";\n{white} c9 \"1-0\"; id \"4\";\n"
    );
    assert_eq!(converted(&plain, Format::Epd), epd);
    assert_eq!(converted(&epd, Format::Plain), plain);
    // Nothing of a search or of the moves before is lost.
    let castled = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 4";
    let whole = format!(
        "{black} c9 \"0-1\"; ce -7; acn 12345678901; acd 21; id \"1\";\n\
         {castled} c8 \"startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1\"; c9 \"1-0\"; id \"2\";\n\
         4k3/8/8/8/4P3/8/8/4K3 b - - 0 1 c8 \"fen {white} moves e2e4\"; c9 \"1-0\"; id \"3\";\n"
    );
    assert_eq!(converted(&whole, Format::Epd), whole);
    // Nodes without a score are not one.
    let unscored = format!("{white} c9 \"1-0\"; acn 5;");
    assert_eq!(read_file("p.epd", unscored).unwrap()[0].score, None);
}

#[test]
fn lines_as_tuners_have_them() {
    const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 9";
    for (line, expected) in [
        ("[0.5]", (1, None)),
        ("[1.0] 23", (2, Some(-23))),
        ("[0.0] -23", (0, Some(23))),
        ("[1-0]", (2, None)),
        ("[1/2-1/2]; 7", (1, Some(-7))),
        ("[1] 0", (2, Some(0))),
        (";0.5", (1, None)),
        ("; 1.0;", (2, None)),
        (";0-1;-40", (0, Some(40))),
        (";23;1.0", (2, Some(-23))),
        (",1.0", (2, None)),
        (", 15, 0.5", (1, Some(-15))),
        ("\"1-0\";", (2, None)),
        (" 1-0", (2, None)),
        (" 0.500", (1, None)),
        ("(0.0)", (0, None)),
        ("| 23 | 1.0", (2, Some(-23))),
        ("|-20|0.5", (1, Some(20))),
        ("|0-1", (0, None)),
    ] {
        for line in [format!("{FEN}{line}"), format!("{FEN} {line}")] {
            let (id, of) = lines::parse(&line).unwrap_or_else(|fault| panic!("{line}: {fault}"));
            assert_eq!((id, fen_of(of.game.position())), (None, FEN.to_owned()), "{line}");
            let score = of.score.map(|score| score.centipawns);
            assert_eq!((of.white_half_points, score), expected, "{line}");
        }
    }
    let (_, without_clocks) = lines::parse("4k3/8/8/8/8/8/4P3/4K3 b - - [0.5]").unwrap();
    assert_eq!(without_clocks.white_half_points, 1);
}

#[test]
fn bad_lines_are_named_with_the_remedy() {
    const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    for (line, expected) in [
        ("FEN", "it has no result; write it in c9"),
        ("FEN 3 9 ", "it has no result; write it in c9"),
        ("FEN c9 \"*\";", "\"*\" is not a result"),
        ("FEN [0.73]", "\"0.73\" is not a result"),
        ("FEN [2-0] 5", "\"2-0\" is not a result"),
        ("FEN [-1]", "\"-1\" is not a result"),
        ("FEN | 1.0 | 20", "\"20\" is not a result"),
        ("FEN ;1;0", "\"1\" and \"0\" can both be the result"),
        ("FEN c9 \"1-0\"; ce 0.35;", "\"0.35\" is not a score"),
        ("FEN [1.0] 0.35", "\"0.35\" is not a score"),
        ("FEN | x | 1.0", "\"x\" is not a score"),
        ("FEN [1.0] 3 4", "\"[1.0] 3 4\" is neither"),
        ("FEN ;x", "nor an EPD operation"),
        ("FEN c9 \"1-0\"; ce 35; acn many;", "acn \"many\" is not a number"),
        ("FEN c8 \"startpos moves e2e4\"; c9 \"1-0\";", "lead to another position"),
        ("4k3/8/8/8/8/8/4P4/4K3 w - - c9 \"1-0\";", "cannot read the FEN"),
        ("4k3/8/8", "1 of the four fields"),
    ] {
        let text = format!("{FEN} c9 \"1-0\";\n{}\n", line.replace("FEN", FEN));
        let error = read_file("p.epd", text).unwrap_err();
        error.must_have(&["p.epd:2: ", expected, "correct"]);
    }
    assert!(read_file("p.epd", "x\ny\n").unwrap_err().starts_with("2 lines"));
    let many = read_file("p.epd", "x\n".repeat(12)).unwrap_err();
    assert!(many.contains("p.epd:10: ") && many.ends_with("and 2 more"), "{many}");
    read_file("p.epd", "# nothing\n").unwrap_err().must_have(&["no positions"]);
    let games = read_file("g.pgn", "[Result \"1-0\"]\n\n1. e4 1-0\n").unwrap_err();
    games.must_have(&["g.pgn --out positions.epd.gz"]);
    assert!(read(Path::new("no/such"), |_| {}).is_err());
}

#[test]
fn games_are_counted_by_their_names() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    let text = format!(
        "# made elsewhere\n{fen} c9 \"1-0\";\r\n{fen} 0 1 c9 \"0.5\"; id \"x\";\n\n\
         {fen} c9 \"0-1\";\n{fen} id \"x\"; c9 \"1/2-1/2\";"
    );
    let read = read_file("p.epd", text).unwrap();
    let seen: Vec<_> = read.iter().map(|p| (p.number, p.white_half_points)).collect();
    assert_eq!(seen, [(1, 2), (2, 1), (3, 0), (2, 1)]);
}

#[test]
fn a_packed_file_is_read_as_the_same_and_a_broken_one_is_refused() {
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\";\n".repeat(10_000);
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(text.as_bytes()).unwrap();
    let packed = packer.finish().unwrap();
    assert_eq!(read_file("p.epd.gz", &packed).unwrap().len(), 10_000);
    let half = read_file("p.epd.gz", &packed[..packed.len() / 2]).unwrap_err();
    half.must_have(&["p.epd.gz: "]);
    let folder = tempdir().unwrap();
    let path = folder.path().join("p.epd");
    std::fs::write(&path, text).unwrap();
    let most = files::visit(&path, FileFilter::POSITIONS, None, |text| {
        lines::visit(text, Some(50), |_, _| Ok(())).map(|_| ())
    });
    most.unwrap_err().to_string().must_have(&["it has more than"]);
}

/// Every value is the sum of its terms and the rest, on a line for each position.
#[test]
fn values_are_the_sums_of_their_terms() {
    let all = registry::NAMES.iter();
    let all = all.map(|&name| (name.to_owned(), registry::evaluator(name).unwrap()));
    let mut bytes = Vec::new();
    let mut table = TermsTable::new(all.collect(), &mut bytes).unwrap();
    let texts = [
        ("fen 8/2k5/8/3P4/8/2K5/8/8 w - - 0 1", "1", "endgame"),
        ("fen 8/8/8/8/p7/2kr4/BR4P1/2K5 w - - 7 55", "1", "endgame"),
        ("startpos moves e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3", "10", "opening"),
    ];
    for (number, (text, ..)) in texts.iter().enumerate() {
        let game = Game::parse(text).unwrap();
        table.write(&Position { game, number, white_half_points: 1, score: None }).unwrap();
    }
    table.flush().unwrap();
    drop(table);
    let mut reader = csv::Reader::from_reader(bytes.as_slice());
    let heading = reader.headers().unwrap().clone();
    let lines: Vec<_> = reader.records().map(Result::unwrap).collect();
    assert_eq!(lines.len(), texts.len());
    let mut some_rest = false;
    for (line, (_, ply, stage)) in lines.iter().zip(texts) {
        assert_eq!([&line[1], &line[3], &line[4], &line[5]], ["0.5", ply, stage, ""]);
        for &name in registry::NAMES {
            // The value less the terms and the rest.
            let mut left = 0.0;
            for (column, cell) in heading.iter().zip(line) {
                let Some(column) = column.strip_prefix(&format!("{name}.")) else { continue };
                let number: f64 = cell.parse().unwrap();
                some_rest |= column == "rest" && number != 0.0;
                let counts_for = column == "value" || column.ends_with(".black");
                left += if counts_for { number } else { -number };
            }
            assert!(left.abs() < 1e-6, "{name}: {left}");
        }
    }
    assert!(some_rest, "no verdict scales any of these values");
}
