//! A game recorded piece by piece.

use engine_core::notation::fen_of;
use engine_core::position::Position;
use engine_core::testkit::pieces::{Act, PieceTracker, TrackedPiece, Turn};
use shakmaty::{CastlingSide, Chess, Color, File, Position as _, Role, Square};

use super::pieces::*;
use crate::board::past::{First, LastMove, Past, Sacrifice};
use crate::board::phase::Weights;
use crate::last_move::{EffectScope, effects};
use crate::settings::Settings;
use crate::state::State;

/// The record of a ply when it is played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Note {
    opening: bool,
    /// True if not all minor pieces of the other wing had left home.
    left_at_home: bool,
    could_castle_long: bool,
    /// The effects of the move according to the two positions.
    effects: LastMove,
    /// True if White, and if Black, attacked the other king.
    attacks: [bool; 2],
    /// White's lead in material.
    lead: i64,
    pawn_lead: i64,
    /// The lasting advantages of White, and of Black.
    advantages: [[bool; 4]; 2],
}

/// A game as it is recorded here.
pub(super) struct Account {
    start: Chess,
    pub(super) position: Chess,
    pub(super) pieces: PieceTracker,
    notes: Vec<Note>,
    bare: [Past; 2],
}

impl Account {
    pub(super) fn of(start: &Chess) -> Account {
        Account {
            start: start.clone(),
            position: start.clone(),
            pieces: PieceTracker::of(start),
            notes: Vec::new(),
            bare: Color::ALL.map(|color| bare(start, color)),
        }
    }

    pub(super) fn play(&mut self, turn: Turn, scope: EffectScope, settings: &Settings) {
        let us = self.position.turn();
        let after = turn.lead(&self.position);
        let short = matches!(turn, Turn::Play(mv) if mv.castling_side() == Some(CastlingSide::KingSide));
        let mut own = standing(&self.pieces, us);
        let note = Note {
            opening: is_opening(&self.position, &self.pieces),
            left_at_home: own.any(|(piece, at)| is_home(us, piece.role, at) && is_other_wing(short, at)),
            could_castle_long: self.could_castle_long(us),
            effects: match turn {
                Turn::Play(mv) => {
                    let [before, after] = [&self.position, &after].map(Position::from);
                    let (interplay, weights) = (&settings.interplay, Weights::of(&after));
                    effects(scope, interplay, &before, mv.into(), &after, weights)
                }
                Turn::Pass => LastMove::default(),
            },
            attacks: Color::ALL.map(|color| attacks_king(&self.pieces, color)),
            lead: lead(&self.pieces, Color::White),
            pawn_lead: pawn_lead(&self.pieces),
            advantages: Color::ALL.map(|color| advantages(&self.pieces, color)),
        };
        drop(own);
        let was_passed = self.was_passed(turn);
        self.pieces.play(turn);
        self.position = after;
        if scope == EffectScope::Everything {
            self.check(note.effects, was_passed);
        }
        self.notes.push(note);
    }

    /// True if `color` may castle long: neither king nor rook has moved, no piece stands between,
    /// and no square on the king's way is attacked.
    pub(super) fn could_castle_long(&self, color: Color) -> bool {
        let at = |file| Square::from_coords(file, color.backrank());
        let is_unmoved = |piece: &TrackedPiece| !piece.had_moved && piece.moved.is_empty();
        let own = |role: Role, square: Square| {
            let there = self.pieces.on(square);
            there.is_some_and(|piece| piece.role == role && piece.color == color && is_unmoved(piece))
        };
        let is_empty = |file| self.pieces.on(at(file)).is_none();
        let is_safe = |file| !is_hit(&self.pieces, !color, at(file));
        own(Role::King, at(File::E))
            && own(Role::Rook, at(File::A))
            && [File::B, File::C, File::D].into_iter().all(is_empty)
            && [File::C, File::D, File::E].into_iter().all(is_safe)
    }

    /// True if the piece that is to move is a pawn that no enemy pawn can stop or take any more, with
    /// no own pawn before it.
    pub(super) fn was_passed(&self, turn: Turn) -> bool {
        let Turn::Play(mv) = turn else { return false };
        let Some(from) = mv.from() else { return false };
        is_passed(&self.pieces, self.position.turn(), from)
    }

    /// Checks the simple effects of the last move without the code that computes them.
    pub(super) fn check(&self, effects: LastMove, was_passed: bool) {
        let ply = self.pieces.plies.last().expect("something was played");
        let Some(act) = ply.act else { return };
        let piece = &self.pieces.all[act.piece];
        let is_step = act.role == Role::Pawn && act.taken.is_none() && piece.role == Role::Pawn;
        let quiet = is_step && !was_passed;
        let queenside = act.to.file() <= File::D;
        let took_pawn = act.taken.is_some_and(|taken| self.pieces.all[taken].role == Role::Pawn);
        let near_king = |at| is_near_king(&self.pieces, !ply.color, at);
        let pawn_taken = took_pawn && act.taken_on.is_some_and(near_king);
        let check = is_hit(&self.pieces, ply.color, king(&self.pieces, !ply.color));
        let expected = [
            (LastMove::QUIET_ON_QUEENSIDE, quiet && queenside),
            (LastMove::QUIET_ON_KINGSIDE, quiet && !queenside),
            (LastMove::CHECK_FOR_PAWN, pawn_taken && check),
        ];
        for (bit, did) in expected {
            assert_eq!(effects.did(bit), did, "{bit:?}: {}", self.tale());
        }
    }
}

impl Account {
    /// The actions of `color` with their plies.
    pub(super) fn acts(&self, color: Color) -> impl Iterator<Item = (usize, Act)> {
        let plies = self.pieces.plies.iter().enumerate();
        plies.filter_map(move |(at, ply)| Some((at, ply.act.filter(|_| ply.color == color)?)))
    }

    /// The history of `color`.
    pub(super) fn past(&self, color: Color) -> Past {
        let bare = self.bare[usize::from(color.is_black())];
        let leaves = |(ply, act): (usize, Act)| {
            let piece = &self.pieces.all[act.piece];
            let leaves = !piece.had_moved && piece.moved.first() == Some(&ply);
            match act.role {
                Role::Knight if leaves => Some(First::Knight),
                Role::Bishop if leaves => Some(First::Bishop),
                _ => None,
            }
        };
        let first = match bare.first {
            First::Neither => self.acts(color).find_map(leaves),
            known => Some(known),
        };
        let castling = self.acts(color).find(|(_, act)| act.rook.is_some());
        let castled = castling.map(|(ply, act)| (self.notes[ply], act.to.file() == File::G));
        let repeats = self.acts(color).filter(|(ply, act)| self.repeats(*ply, act));
        let last = self.pieces.plies.iter().rposition(|ply| ply.color == color);
        Past {
            first: first.unwrap_or_default(),
            castled: castling.is_some(),
            castled_first: castled.map_or(bare.castled_first, |(note, short)| {
                let side = CastlingSide::from_king_side(short);
                note.left_at_home.then_some(side)
            }),
            chose_short: castled.is_some_and(|(note, short)| short && note.could_castle_long),
            repeats: repeats.count() as u8,
            castled_rook: self.castled_rook(color),
            gave_in_attack: self.gave_in_attack(color),
            sacrifice: self.sacrifice(color),
            last: last.map_or(bare.last, |ply| self.notes[ply].effects),
        }
    }

    /// The last ten plies that were not passes, the last one first.
    pub(super) fn window(&self) -> Vec<(Color, Act, &Note)> {
        let plies = self.pieces.plies.iter().zip(&self.notes).rev();
        let played = plies.filter_map(|(ply, note)| Some((ply.color, ply.act?, note)));
        played.take(10).collect()
    }

    /// The number of pawns that `color` has lost since then, with as much in pieces, and the number of
    /// lasting advantages that it has gained; zero unless there are both.
    pub(super) fn sacrifice(&self, color: Color) -> Sacrifice {
        let window = self.window();
        let Some((.., first)) = window.last() else {
            return Sacrifice::default();
        };
        let now = (lead(&self.pieces, Color::White), pawn_lead(&self.pieces));
        let pieces = |(lead, pawns)| lead - 2 * pawns;
        let won = color.fold_wb(1, -1) * (now.1 - first.pawn_lead);
        if won >= 0 || pieces(now) != pieces((first.lead, first.pawn_lead)) {
            return Sacrifice::default();
        }
        let us = usize::from(color.is_black());
        let alone = |has: [[bool; 4]; 2], which: usize| has[us][which] && !has[1 - us][which];
        let has = Color::ALL.map(|color| advantages(&self.pieces, color));
        let gained = (0..4).filter(|at| alone(has, *at) && !alone(first.advantages, *at));
        match gained.count() as u8 {
            0 => Sacrifice::default(),
            advantages => Sacrifice { pawns: -won as u8, advantages },
        }
    }

    /// True if, in the last ten plies that were not passes, both sides took something and `color`,
    /// which attacked the king before them, has lost at least a pawn's worth.
    pub(super) fn gave_in_attack(&self, color: Color) -> bool {
        let window = self.window();
        let takes = |side| {
            let mut acts = window.iter();
            acts.any(|(color, act, _)| *color == side && act.taken.is_some())
        };
        let Some((.., first)) = window.last() else {
            return false;
        };
        let won = lead(&self.pieces, Color::White) - first.lead;
        Color::ALL.into_iter().all(takes)
            && first.attacks[usize::from(color.is_black())]
            && color.fold_wb(won, -won) <= -2
    }

    /// True if it is a repeated move of a piece in the opening.
    pub(super) fn repeats(&self, ply: usize, act: &Act) -> bool {
        let piece = &self.pieces.all[act.piece];
        let mut earlier = piece.moved.iter().filter(|at| **at < ply);
        let moved_before = piece.had_moved || earlier.any(|at| !self.castled(act.piece, *at));
        let is_piece = !matches!(act.role, Role::Pawn | Role::King);
        self.notes[ply].opening && is_piece && act.taken.is_none() && moved_before
    }

    /// True if this piece was the rook of a castling in that ply.
    pub(super) fn castled(&self, piece: usize, ply: usize) -> bool {
        let act = self.pieces.plies[ply].act;
        act.is_some_and(|act| act.rook == Some(piece))
    }

    /// The square of a rook of `color` that castled and has not moved since.
    pub(super) fn castled_rook(&self, color: Color) -> Option<Square> {
        let (ply, act) = self.acts(color).find(|(_, act)| act.rook.is_some())?;
        let rook = &self.pieces.all[act.rook?];
        rook.square.filter(|_| rook.moved == [ply])
    }

    pub(super) fn compare(&self, state: &State) {
        for color in Color::ALL {
            let past = *state.past.get(color);
            assert_eq!(past, self.past(color), "{color}: {}", self.tale());
        }
    }

    /// The start and the moves.
    pub(super) fn tale(&self) -> String {
        let mut tale = fen_of(&self.start);
        for ply in &self.pieces.plies {
            let did = ply.act.map(|act| format!(" {}{}", act.from, act.to));
            tale += did.as_deref().unwrap_or(" pass");
        }
        tale
    }
}
