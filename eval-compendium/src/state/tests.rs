//! The state against a second account of the game, built piece by piece from the list of moves.
//!
//! The state at the root is carried forward by the function that carries it in the search; here
//! nothing is carried forward. The history of a side is looked up among all moves of the game.

mod account;
mod pieces;

use std::collections::BTreeMap;

use account::Account;
use engine_core::game::Game;
use engine_core::testkit::pieces::Turn;
use engine_core::testkit::{RandomGames, rows};
use shakmaty::{CastlingMode, Chess, Color, File, FromSetup, Role, Setup, Square};

use super::State;
use crate::board::past::First;
use crate::book::worked_positions;
use crate::last_move::EffectScope;
use crate::settings::Settings;

const GAMES: usize = if cfg!(feature = "full") { 300 } else { 60 };
const PLIES: usize = 60;
/// The number of plies played from each worked position.
const FEW_PLIES: usize = 8;

/// Follows a game of at most `plies` random turns after the moves of `game`.
fn follow(game: &Game, plies: usize, scope: EffectScope, random: &mut RandomGames, events: &mut EventCounts) {
    let settings = Settings::document();
    let interplay = &settings.interplay;
    let start = Game::new(game.start().clone());
    let mut state = State::root(scope, &start, interplay);
    let mut account = Account::of(game.start());
    account.compare(&state);
    let mut played = game.moves().iter();
    for _ in 0..game.moves().len() + plies {
        let given = played.next().map(|mv| Turn::Play(*mv));
        let Some(turn) = given.or_else(|| Turn::pick(random, &account.position)) else {
            break;
        };
        let before = account.position.clone();
        account.play(turn, scope, &settings);
        let after = (&account.position).into();
        match turn {
            Turn::Play(mv) => {
                state.play(scope, &(&before).into(), mv.into(), &after, interplay);
            }
            Turn::Pass => state = state.null(&after),
        }
        account.compare(&state);
        events.note(&account);
    }
}

#[test]
fn the_state_is_that_of_a_second_account() {
    let mut random = RandomGames::new(9);
    let mut events = EventCounts::default();
    for [start] in rows(include_str!("../../tests/rules/tables.tsv"), "long games begin here") {
        let game = Game::parse(start).unwrap();
        for at in 0..GAMES {
            let scope = [EffectScope::Everything, EffectScope::Counting][at % 2];
            follow(&game, PLIES, scope, &mut random, &mut events);
        }
    }
    for case in worked_positions().unwrap() {
        let game = Game::parse(case.position).unwrap();
        follow(&game, FEW_PLIES, EffectScope::Everything, &mut random, &mut events);
    }
    assert!(events.0.values().all(|times| *times > GAMES / 3), "{events:?}");
}

/// Kings and rooks side by side, with other pieces anywhere.
#[test]
fn a_first_position_is_read_alike() {
    let mut random = RandomGames::new(10);
    let mut read = 0;
    for (king, rook, color) in kings_and_rooks() {
        let mut setup = Setup::empty();
        setup.turn = color;
        let pieces = [Role::Knight, Role::Bishop, Role::Queen, Role::Rook];
        for role in pieces.repeat(2) {
            for color in Color::ALL {
                let square = Square::new(random.below(64) as u32);
                setup.board.set_piece_at(square, role.of(color));
            }
        }
        let enemy_king = Square::from_coords(File::E, (!color).backrank());
        setup.board.set_piece_at(rook, Role::Rook.of(color));
        setup.board.set_piece_at(king, Role::King.of(color));
        setup.board.set_piece_at(enemy_king, Role::King.of(!color));
        let Ok(position) = Chess::from_setup(setup, CastlingMode::Standard) else {
            continue;
        };
        let settings = Settings::document();
        let game = Game::new(position);
        let state = State::root(EffectScope::Everything, &game, &settings.interplay);
        Account::of(game.position()).compare(&state);
        read += 1;
    }
    assert!(read > 500, "{read}");
}

/// Every pair of squares on the first rank of either side, many times.
fn kings_and_rooks() -> Vec<(Square, Square, Color)> {
    let mut pairs = Vec::new();
    for color in Color::ALL {
        for king in File::ALL {
            for rook in File::ALL.into_iter().filter(|rook| *rook != king) {
                let [king, rook] = [king, rook].map(|file| Square::from_coords(file, color.backrank()));
                pairs.push((king, rook, color));
            }
        }
    }
    pairs.repeat(20)
}

/// The number of times each event occurred that the state must get right.
#[derive(Debug, Default)]
struct EventCounts(BTreeMap<&'static str, usize>);

impl EventCounts {
    fn note(&mut self, account: &Account) {
        let (last, before) = account.pieces.plies.split_last().expect("something was played");
        let past = account.past(last.color);
        let Some(act) = last.act else {
            *self.0.entry("pass").or_default() += 1;
            return;
        };
        let piece = &account.pieces.all[act.piece];
        let castled = |piece: usize| (0..before.len()).any(|ply| account.castled(piece, ply));
        let moved_before = piece.had_moved || piece.moved[0] < before.len();
        let is_piece = !matches!(act.role, Role::Pawn | Role::King);
        let (castles, takes) = (act.rook.is_some(), act.taken.is_some());
        for (what, happened) in [
            ("short castling", castles && act.to.file() == File::G),
            ("long castling", castles && act.to.file() == File::C),
            ("a choice", castles && past.chose_short),
            ("before development", castles && past.castled_first.is_some()),
            ("after development", castles && past.castled_first.is_none()),
            ("a knight first", past.first == First::Knight),
            ("a bishop first", past.first == First::Bishop),
            ("a repeated move", account.repeats(before.len(), &act)),
            ("material given in an attack", past.gave_in_attack),
            ("pawns given for something", past.sacrifice.pawns > 0),
            ("a repeated capture", is_piece && moved_before && takes),
            ("a castled rook moves", castled(act.piece)),
            ("it moves again", castled(act.piece) && account.repeats(before.len(), &act)),
            ("a castled rook is taken", act.taken.is_some_and(castled)),
            ("en passant", act.taken_on.is_some_and(|at| at != act.to)),
            ("promotion", act.role != piece.role),
        ] {
            *self.0.entry(what).or_default() += usize::from(happened);
        }
    }
}
