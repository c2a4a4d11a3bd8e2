//! Stored games are replayed: whether they can have been played.

use config::Adjudication;
use openings::{Opening, Variant};
use players::record::{
    Failure, FailureKind, GameRecord, GameResult, MoveRecord, SideStats, Termination,
};
use runner::game::{Rules, check};
use runner::sample;
use shakmaty::ByColor;

/// Checks a mate in four that was changed, by the rules of a tournament.
fn changed(
    adjudication: &Adjudication,
    change: impl FnOnce(&mut GameRecord),
) -> Result<(), String> {
    let mut game = sample::game(&sample::config(), 0, GameResult::WhiteWins);
    game.termination = Termination::Checkmate;
    game.white_stats = SideStats { nodes: 10_000, moves: 2, ..game.white_stats };
    game.black_stats = SideStats { nodes: 5_000, moves: 1, ..game.black_stats };
    change(&mut game);
    check(&game, &game.played(), None, &rules(adjudication))
}

fn rules(adjudication: &Adjudication) -> Rules<'_> {
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
            (game.outcome, game.termination) =
                (outcome, Termination::Failure(FailureKind::TimeForfeit));
            game.failure = Some(Failure {
                kind: FailureKind::TimeForfeit,
                detail: String::new(),
                log: Vec::new(),
            });
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
    let checked = check(&game, &game.played(), Some(&start), &rules(&none));
    let reason = checked.unwrap_err();
    assert!(reason.contains("opening of its place"), "{reason}");
}
