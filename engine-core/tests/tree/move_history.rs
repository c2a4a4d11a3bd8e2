//! The history of a game against a second account of it, made piece by piece from the list of moves.

use engine_core::game::{Game, position_from_fen};
use engine_core::move_history::MoveHistory;
use engine_core::notation::fen_of;
use engine_core::testkit::RandomGames;
use engine_core::testkit::pieces::{Act, PieceTracker, Turn};
use shakmaty::{Bitboard, Chess, Color, Position};

use crate::rows;

const GAMES: usize = 400;
const PLIES: usize = 80;

/// Compares the history of a game with that of its `pieces`, which began in `start`.
fn compare(history: &MoveHistory, start: &Chess, pieces: &PieceTracker, position: &Chess) {
    let game = || format!("{} {:?}", fen_of(position), pieces.plies);
    for color in Color::ALL {
        let acts = pieces.plies.iter().filter(|ply| ply.color == color).filter_map(|ply| ply.act);
        let castled = acts.into_iter().any(|act| act.rook.is_some());
        let expected = castled || !start.castles().has_color(color);
        assert_eq!(history.castled(color), expected, "{color}: {}", game());
    }
    let moved = pieces.alive().filter(|piece| piece.had_moved || !piece.moved.is_empty());
    let moved: Bitboard = moved.map(|piece| piece.square.unwrap()).collect();
    assert_eq!(history.moved, moved, "{}", game());
    let before = pieces.plies.last().map(|last| {
        let taken = last.act.is_some_and(|act| act.taken.is_some());
        pieces.alive().count() as u8 + u8::from(taken)
    });
    assert_eq!(history.parent_pieces, before, "{}", game());
    // The account itself: the pieces stand where they stand.
    let board = pieces.alive().map(|piece| (piece.square.unwrap(), piece.role.of(piece.color)));
    assert_eq!(board.collect::<shakmaty::Board>(), *position.board());
}

/// Counts the special moves that must be handled: castling short and long, moves of a rook that has castled, captures
/// en passant, promotions, recaptures, and turns that are passed.
fn count(seen: &mut [usize; 7], turn: Turn, pieces: &PieceTracker) {
    let Turn::Play(mv) = turn else {
        seen[6] += 1;
        return;
    };
    seen[3] += usize::from(mv.is_en_passant());
    seen[4] += usize::from(mv.is_promotion());
    let acts: Vec<Option<Act>> = pieces.plies.iter().map(|ply| ply.act).collect();
    let [.., before, Some(last)] = acts[..] else {
        return;
    };
    let taken_before = before.and_then(|act| act.taken_on);
    seen[5] += usize::from(last.taken_on.is_some() && last.taken_on == taken_before);
    if let Some(rook) = last.rook {
        seen[usize::from(pieces.all[rook].home.file() < last.from.file())] += 1;
    }
    seen[2] += usize::from(acts.iter().any(|act| act.is_some_and(|act| act.rook == Some(last.piece))));
}

#[test]
fn it_is_that_of_a_second_account() {
    let mut random = RandomGames::new(3);
    let mut seen = [0; 7];
    let starts = rows("histories begin here").into_iter();
    for start in starts.flat_map(|[fen]| vec![position_from_fen(fen).unwrap(); GAMES]) {
        let mut position = start.clone();
        let mut history = MoveHistory::root(&Game::new(start.clone()));
        let mut pieces = PieceTracker::of(&start);
        for _ in 0..PLIES {
            compare(&history, &start, &pieces, &position);
            let Some(turn) = Turn::pick(&mut random, &position) else {
                break;
            };
            let after = turn.lead(&position);
            match turn {
                Turn::Play(mv) => history.update(&(&position).into(), mv.into()),
                Turn::Pass => history = history.null(&(&after).into()),
            }
            pieces.play(turn);
            count(&mut seen, turn, &pieces);
            position = after;
        }
    }
    assert!(seen.into_iter().all(|times| times > 300), "too few: {seen:?}");
}
