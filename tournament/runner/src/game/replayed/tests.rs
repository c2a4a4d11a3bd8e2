use super::*;
use crate::sample;
use players::record::{Failure, FailureKind};

/// Checks a mate in four that was changed, by the rules of a tournament.
fn changed(
    adjudication: &Adjudication,
    change: impl FnOnce(&mut GameRecord),
) -> Result<(), String> {
    let mut game = sample::game(&sample::config(), 0, GameResult::WhiteWins);
    game.termination = Termination::Checkmate;
    game.white_stats = SideStats {
        nodes: 10_000,
        moves: 2,
        ..game.white_stats
    };
    game.black_stats = SideStats {
        nodes: 5_000,
        moves: 1,
        ..game.black_stats
    };
    change(&mut game);
    let rules = Rules {
        variant: Variant::Standard,
        adjudication,
        scale: ByColor {
            white: 1.0,
            black: 1.0,
        },
    };
    check(&game, &game.played(), None, &rules)
}

fn refused(change: impl FnOnce(&mut GameRecord)) -> String {
    changed(&Adjudication::default(), change).unwrap_err()
}

#[test]
fn a_sound_game_passes() {
    assert_eq!(changed(&Adjudication::default(), |_| {}), Ok(()));
}

#[test]
fn moves_are_legal_and_written_as_the_arena_writes_them() {
    let reason = refused(|game| game.moves[0].uci = "a1a8".to_owned());
    assert!(reason.contains("a1a8"), "{reason}");
    let reason = refused(|game| game.book_moves[3] = "b8b6".to_owned());
    assert!(reason.contains("b8b6"), "{reason}");
    let reason = refused(|game| game.start_fen = Some("8/8/8/8/8/8/8/8 w - - 0 1".to_owned()));
    assert!(reason.contains("no legal position"), "{reason}");
    let reason = refused(|game| game.moves.truncate(2));
    assert!(reason.contains("its moves do not"), "{reason}");
    let reason = refused(|game| game.moves.clear());
    assert!(reason.contains("its moves do not"), "{reason}");
}

#[test]
fn the_result_is_that_of_the_moves() {
    let reason = refused(|game| game.outcome = GameResult::BlackWins);
    assert_eq!(
        reason,
        "its record has 0-1 by checkmate, and its moves end in 1-0 by checkmate"
    );
    let reason = refused(|game| game.termination = Termination::Stalemate);
    assert!(reason.contains("by stalemate"), "{reason}");
    let reason = refused(|game| game.termination = Termination::Failure(FailureKind::TimeForfeit));
    assert!(reason.contains("missing"), "{reason}");
    let reason = refused(|game| game.white_stats.nodes += 1);
    assert!(reason.contains("totals"), "{reason}");
}

#[test]
fn a_game_ends_where_the_rules_end_it() {
    let back_and_forth = |game: &mut GameRecord| {
        let mv = game.moves[0].clone();
        let moves = [
            "g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8",
        ];
        game.book_moves.clear();
        game.moves = moves
            .map(|uci| players::record::MoveRecord {
                uci: uci.to_owned(),
                score: None,
                ..mv.clone()
            })
            .into();
        for stats in [&mut game.white_stats, &mut game.black_stats] {
            (stats.moves, stats.nodes) = (4, 20_000);
        }
    };
    let reason = refused(|game| {
        back_and_forth(game);
        game.termination = Termination::Repetition;
    });
    assert!(
        reason.contains("1/2-1/2 by threefold repetition"),
        "{reason}"
    );
    let drawn = |game: &mut GameRecord| {
        back_and_forth(game);
        (game.outcome, game.termination) = (GameResult::Draw, Termination::Repetition);
    };
    assert_eq!(changed(&Adjudication::default(), drawn), Ok(()));
    let reason = refused(|game| {
        drawn(game);
        let again = game.moves[0].clone();
        game.moves.push(again);
    });
    assert!(
        reason.contains("continues after threefold repetition"),
        "{reason}"
    );
}

#[test]
fn adjudications_are_those_of_the_scores() {
    let rules = Adjudication {
        max_moves: Some(3),
        ..Adjudication::default()
    };
    let ended = |termination| {
        move |game: &mut GameRecord| {
            game.moves.truncate(2);
            (game.outcome, game.termination) = (GameResult::Draw, termination);
            (game.white_stats.moves, game.white_stats.nodes) = (1, 5_000);
        }
    };
    assert_eq!(changed(&rules, ended(Termination::MaxMoves)), Ok(()));
    assert!(changed(&rules, ended(Termination::AdjudicatedDraw)).is_err());
    assert!(
        changed(&rules, |_| {}).is_err(),
        "it continues after the limit"
    );
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
    let none = Adjudication::default();
    let rules = Rules {
        variant: Variant::Standard,
        adjudication: &none,
        scale: ByColor {
            white: 1.0,
            black: 1.0,
        },
    };
    let reason = check(
        &game,
        &game.played(),
        Some(&Opening::start_position()),
        &rules,
    )
    .unwrap_err();
    assert!(reason.contains("opening of its place"), "{reason}");
}
