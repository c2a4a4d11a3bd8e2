use super::*;
use crate::sample;
use engine_core::testkit::Contents;
use players::record::{Failure, FailureKind};

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

#[track_caller]
fn refused(part: &str, change: impl FnOnce(&mut GameRecord)) {
    let reason = changed(&Adjudication::default(), change).unwrap_err();
    reason.must_have(&[part]);
}

#[test]
fn a_sound_game_passes() {
    assert_eq!(changed(&Adjudication::default(), |_| {}), Ok(()));
}

#[test]
fn moves_are_legal_and_written_as_the_arena_writes_them() {
    refused("a1a8", |game| game.moves[0].uci = "a1a8".to_owned());
    refused("b8b6", |game| game.book_moves[3] = "b8b6".to_owned());
    refused("not a legal position", |game| {
        game.start_fen = Some("8/8/8/8/8/8/8/8 w - - 0 1".to_owned());
    });
    refused("its moves do not", |game| game.moves.truncate(2));
    refused("its moves do not", |game| game.moves.clear());
}

#[test]
fn the_result_is_that_of_the_moves() {
    let both = "its record has 0-1 by checkmate, and its moves end in 1-0 by checkmate";
    refused(both, |game| game.outcome = GameResult::BlackWins);
    let ended = |part, termination| refused(part, |game| game.termination = termination);
    ended("by stalemate", Termination::Stalemate);
    ended("by tablebase", Termination::AdjudicatedTablebase);
    refused("1/2-1/2 by checkmate", |game| game.outcome = GameResult::Draw);
    let forfeit = Termination::Failure(FailureKind::TimeForfeit);
    ended("missing", forfeit);
    refused("totals", |game| game.white_stats.nodes += 1);
}

#[test]
fn a_game_ends_where_the_rules_end_it() {
    let back_and_forth = |game: &mut GameRecord| {
        let mv = game.moves[0].clone();
        let moves = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"];
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
    refused("1/2-1/2 by threefold repetition", |game| {
        back_and_forth(game);
        game.termination = Termination::Repetition;
    });
    let drawn = |game: &mut GameRecord| {
        back_and_forth(game);
        (game.outcome, game.termination) = (GameResult::Draw, Termination::Repetition);
    };
    assert_eq!(changed(&Adjudication::default(), drawn), Ok(()));
    refused("continues after threefold repetition", |game| {
        drawn(game);
        let again = game.moves[0].clone();
        game.moves.push(again);
    });
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
    checked.unwrap_err().must_have(&["opening of its place"]);
}
