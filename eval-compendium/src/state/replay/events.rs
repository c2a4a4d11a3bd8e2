//! Events that the test's games must contain.

use std::collections::BTreeMap;

use shakmaty::{File, Role};

use super::account::Account;
use crate::board::past::First;

/// The number of times each event occurred that the state must get right.
#[derive(Debug, Default)]
pub(super) struct EventCounts(pub(super) BTreeMap<&'static str, usize>);

impl EventCounts {
    pub(super) fn note(&mut self, account: &Account) {
        let (last, before) = account.men.plies().split_last().expect("something was played");
        let past = account.past(last.color);
        let Some(act) = last.act else {
            *self.0.entry("pass").or_default() += 1;
            return;
        };
        let man = &account.men.all()[act.man];
        let castled = |man: usize| (0..before.len()).any(|ply| account.castled(man, ply));
        let moved_before = man.had_moved || man.moved[0] < before.len();
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
            ("a castled rook moves", castled(act.man)),
            ("it moves again", castled(act.man) && account.repeats(before.len(), &act)),
            ("a castled rook is taken", act.taken.is_some_and(castled)),
            ("en passant", act.taken_on.is_some_and(|at| at != act.to)),
            ("promotion", act.role != man.role),
        ] {
            *self.0.entry(what).or_default() += usize::from(happened);
        }
    }
}
