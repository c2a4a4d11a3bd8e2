//! The state against histories that an independent program has made of lists of moves (tests/reference.py), from the first
//! position and after each turn, passed ones included.

use engine_core::game::Game;
use engine_core::position::Position;
use engine_core::testkit::reference_agrees;
use serde_json::Value;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingSide, Chess, Color, Position as _};

use super::State;
use crate::board::past::{First, LastMove, Past};
use crate::last_move::EffectScope;
use crate::settings::Settings;

const CASES: &str = include_str!("../../tests/data/cases.jsonl");
const COUNT: usize = 407;
/// The history of moves is written down at each ply of this number.
const EVERY: usize = 7;

/// The history of a side as the cases write it.
fn past_text(past: &Past) -> String {
    let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let flag = |is_set: bool, letter: &str| or_none(is_set.then(|| letter.to_owned()));
    let first = match past.first {
        First::Neither => "-",
        First::Knight => "N",
        First::Bishop => "B",
    };
    let wing = past.castled_first.map(|side| if side == CastlingSide::KingSide { "K" } else { "Q" });
    let rook = or_none(past.castled_rook.map(|square| square.to_string()));
    let effects = [
        (LastMove::QUIET_ON_QUEENSIDE, "q"),
        (LastMove::QUIET_ON_KINGSIDE, "k"),
        (LastMove::CHECK_FOR_PAWN, "c"),
        (LastMove::UNKNOWN, "u"),
    ];
    let effects: String =
        effects.into_iter().filter(|(bit, _)| past.last.did(*bit)).map(|(_, letter)| letter).collect();
    let (castled, short) = (flag(past.castled, "c"), flag(past.chose_short, "s"));
    let gave = flag(past.gave_in_attack, "g");
    let effects = or_none(Some(effects).filter(|letters| !letters.is_empty()));
    format!(
        "{first} {castled} {} {short} {} {rook} {gave} {}:{} {effects}",
        wing.unwrap_or("-"),
        past.repeats,
        past.sacrifice.pawns,
        past.sacrifice.advantages
    )
}

/// Who has castled or lost the right, what has moved, and the number of pieces before the last move.
fn moved_text(state: &State) -> String {
    let history = &state.history;
    let castled = [(Color::White, "w"), (Color::Black, "b")].into_iter().filter(|(color, _)| history.castled(*color));
    let castled: String = castled.map(|(_, letter)| letter).collect();
    let castled = if castled.is_empty() { "-" } else { &castled };
    let before = history.parent_pieces.map_or("-".to_owned(), |pieces| pieces.to_string());
    format!("{castled} {:x} {before}", u64::from(history.moved))
}

/// Follows a game from turn to turn and compares what the state knows with what the case has.
fn follow(case: &Value) {
    let line = case["line"].as_str().unwrap();
    let (start, turns) = line.split_once(" moves").unwrap_or((line, ""));
    let game = Game::parse(start).unwrap();
    let (settings, scope) = (Settings::document(), EffectScope::Everything);
    let mut state = State::root(scope, &game, &settings.interplay);
    let mut position: Chess = game.position().clone();
    let mut changes = case["past"].as_array().unwrap().iter().peekable();
    let mut known = ["", ""];
    for (ply, turn) in std::iter::once("").chain(turns.split_whitespace()).enumerate() {
        if turn == "0000" {
            position = position.swap_turn().unwrap();
            state = state.null(&Position::from(&position));
        } else if !turn.is_empty() {
            let before = Position::from(&position);
            let mv = turn.parse::<UciMove>().unwrap().to_move(&position).unwrap();
            position.play_unchecked(mv);
            state.play(scope, &before, mv.into(), &Position::from(&position), &settings.interplay);
        }
        while let Some(change) = changes.next_if(|change| change[0] == ply) {
            known[usize::from(change[1] == "b")] = change[2].as_str().unwrap();
        }
        let found = [&state.past.white, &state.past.black].map(past_text);
        assert_eq!(found, known, "ply {ply} of {line}");
        if ply % EVERY == 0 {
            assert_eq!(moved_text(&state), case["moved"][ply / EVERY], "ply {ply} of {line}");
        }
    }
    assert_eq!(changes.next(), None, "{line}");
}

#[test]
fn the_state_is_that_of_an_independent_program() {
    for line in CASES.lines() {
        follow(&serde_json::from_str(line).unwrap());
    }
    assert_eq!(CASES.lines().count(), COUNT);
}

#[cfg(feature = "full")]
#[test]
fn the_reference_gives_the_known_histories() {
    reference_agrees(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), COUNT);
}
