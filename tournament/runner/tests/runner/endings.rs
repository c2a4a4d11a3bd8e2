//! Ending games that are decided, and replays of stored games: whether they can have been played.

use config::{Adjudication, DrawRule, ResignRule};
use openings::{Opening, Variant};
use players::player::GivenScore;
use players::record::{Failure, FailureKind, GameRecord, GameResult, MoveRecord, Termination};
use runner::adjudicate::Adjudicator;
use runner::game::{Rules, check};
use runner::sample;
use shakmaty::{Board, ByColor, Color};

type End = Option<(GameResult, Termination)>;

const DRAW: End = Some((GameResult::Draw, Termination::AdjudicatedDraw));
const BLACK: End = Some((GameResult::BlackWins, Termination::AdjudicatedWin));
const LONGEST: End = Some((GameResult::Draw, Termination::MaxMoves));

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

/// Feeds the scores, White's first, each from its mover's side; `scale` is the worth of White's and Black's points.
fn feed(rules: &Adjudication, (white, black): (f64, f64), scores: &[Option<GivenScore>]) -> (usize, End) {
    let mut watcher = Adjudicator::new(rules, ByColor { white, black });
    for (index, &score) in scores.iter().enumerate() {
        let mover = Color::from_white(index % 2 == 0);
        let end = watcher.after_move(mover, score, index + 1, &Board::default());
        if end.is_some() {
            return (index + 1, end);
        }
    }
    (scores.len(), None)
}

#[test]
fn a_rule_ends_a_game_after_enough_moves_of_the_sides_that_it_needs() {
    let all = rules();
    let none = Adjudication::default();
    let draw = Adjudication { draw: all.draw, ..none.clone() };
    let resign = Adjudication { resign: all.resign, ..none.clone() };
    let length = Adjudication { max_moves: Some(20), ..none.clone() };
    let alternately = |white, black, moves| -> Vec<i32> { [white, black].repeat(moves) };
    let level = alternately(0, 0, 30);
    let lost = alternately(-900, 900, 30);
    let one_sided = alternately(-600, 100, 3);
    let busy: Vec<i32> = (0..60).map(|i| 100 * (i % 3)).collect();
    let (unit, half) = ((1.0, 1.0), (2.0, 1.0));
    // 900 of Michniewski's are 1,125 where 1.25 are worth one of his, and 765 where 0.85 are.
    let (scales, scaled) = ((1.25, 0.85), resigning(1, 900, true));
    for (what, rules, scale, scores, expected) in [
        ("a level game", &all, unit, &level[..10], (6, DRAW)),
        ("a level game with an interruption", &all, unit, &[0, 0, 0, 0, 11, 0, 10, -10, 0, 0], (9, DRAW)),
        ("level for one side alone", &all, unit, &[0, 20, 0, 20, 0, 20, 0, 20], (8, None)),
        ("lost, as both say", &all, unit, &[-500, 500, -600, 700, 0, 0], (4, BLACK)),
        ("lost, as one side says", &all, unit, &one_sided, (6, None)),
        ("the same where that is enough", &resigning(2, 500, false), unit, &one_sided, (3, BLACK)),
        ("lost, with an interruption", &all, unit, &[-500, 500, -499, 500, -500, 500], (6, None)),
        ("too little by its scale", &all, half, &[-900, 500, -900, 500, -900, 500], (6, None)),
        ("enough by its scale", &all, half, &[-1000, 500, -1000, 500], (4, BLACK)),
        ("the same expected score", &scaled, scales, &[-1125, 765], (2, BLACK)),
        ("White's is less", &scaled, scales, &[-1124, 765], (2, None)),
        ("Black's is less", &scaled, scales, &[-1125, 764], (2, None)),
        ("neither level nor lost", &all, unit, &busy, (40, LONGEST)),
        ("level, by the draw rule alone", &draw, unit, &level, (6, DRAW)),
        ("lost, by the draw rule alone", &draw, unit, &lost, (60, None)),
        ("lost, by the resign rule alone", &resign, unit, &lost, (4, BLACK)),
        ("level, by the resign rule alone", &resign, unit, &level, (60, None)),
        ("level, by the limit alone", &length, unit, &level, (40, LONGEST)),
        ("lost, by the limit alone", &length, unit, &lost, (40, LONGEST)),
        ("level, without rules", &none, unit, &level, (60, None)),
    ] {
        let scores: Vec<_> = scores.iter().map(|&cp| Some(GivenScore::Cp(cp))).collect();
        assert_eq!(feed(rules, scale, &scores), expected, "{what}");
    }
    let mates = [-3, 3, -3, 3].map(|mate| Some(GivenScore::Mate(mate)));
    assert_eq!(feed(&all, unit, &mates), (4, BLACK), "mates");
    // Who gives no score agrees to nothing.
    assert_eq!(feed(&all, unit, &[Some(GivenScore::Cp(0)), None].repeat(30)), (40, LONGEST));
}

#[test]
fn material_that_cannot_force_mate_is_a_draw_if_asked_for() {
    for (board, forced) in [
        ("4k3/8/8/8/8/8/8/4K3", false),
        ("4k3/8/8/8/8/8/8/4KN2", false),
        ("4k1n1/8/8/8/8/8/8/4KN2", false),
        ("4k1b1/8/8/8/8/8/8/4KN2", false),
        ("4k1b1/8/8/8/8/8/8/4KB2", false),
        ("4k3/8/8/8/8/8/8/4KNN1", false),
        ("4k3/8/8/8/8/8/8/4KBN1", true),
        ("4k3/8/8/8/8/8/8/4KBB1", true),
        ("4k1n1/8/8/8/8/8/8/4KNN1", true),
        ("4k3/8/8/8/8/8/4P3/4K3", true),
        ("4kr2/8/8/8/8/8/8/4K3", true),
        ("4kq2/8/8/8/8/8/8/4K3", true),
    ] {
        let board = Board::from_ascii_board_fen(board.as_bytes()).unwrap();
        for asked in [false, true] {
            let rules = Adjudication { insufficient_material: asked, ..Adjudication::default() };
            let mut watcher = Adjudicator::new(&rules, ByColor::new_with(|_| 1.0));
            let end = watcher.after_move(Color::White, Some(GivenScore::Cp(50)), 100, &board);
            let draw = Some((GameResult::Draw, Termination::AdjudicatedMaterial));
            assert_eq!(end, draw.filter(|_| asked && !forced), "{board:?}");
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
