//! The order in which moves are tried, generated stage by stage.
//!
//! Table move, winning and equal captures, killers, quiet moves by history, losing captures. The
//! first ply of quiescence gets, after the captures, the quiet moves that give check.

use shakmaty::Role;

use super::move_order::{MoveList, best_from, bring, exchange_order, push, score_from};
use crate::encoded_move::EncodedMove;
use crate::movegen::{Checks, Generator};
use crate::node::Node;
use crate::params::histories::{CAPTURE_HISTORY, QUIET_CHECK};
use crate::see::see_at_least;
use crate::tables::history::{History, PieceTo, PreviousMoves};
use crate::tables::packed_move::PackedMove;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TableMove,
    GenerateNoisy,
    GoodNoisy,
    Killers,
    GenerateQuiet,
    Quiet,
    GenerateChecks,
    Checks,
    BadNoisy,
    Done,
}

/// The moves that a picker returns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Selection {
    All,
    Noisy,
    NoisyAndChecks,
}

/// Hands out the moves of one node, best first.
pub(super) struct MovePicker<'n> {
    generator: Generator<'n>,
    stage: Stage,
    table_move: Option<EncodedMove>,
    killers: [Option<EncodedMove>; 2],
    killers_seen: usize,
    /// Losing captures gather at the front; the quiet moves follow the captures.
    moves: &'n mut MoveList,
    next: usize,
    /// The place of the best move from `next` on, when they have just been scored.
    best: Option<usize>,
    losing: usize,
    selection: Selection,
    previous: PreviousMoves,
    /// Computed when it is first needed.
    checks: Option<Checks>,
}

impl<'n> MovePicker<'n> {
    /// All moves of `node`, to which `previous` led.
    #[inline]
    pub(super) fn all<S: Copy>(
        node: &'n Node<S>,
        moves: &'n mut MoveList,
        table_move: PackedMove,
        killers: [Option<EncodedMove>; 2],
        previous: PreviousMoves,
    ) -> MovePicker<'n> {
        let generator = Generator::new(node.position(), node.checkers());
        MovePicker {
            table_move: table_move.unpack(node.position(), &generator),
            generator,
            stage: Stage::TableMove,
            killers,
            killers_seen: 0,
            moves,
            next: 0,
            best: None,
            losing: 0,
            selection: Selection::All,
            previous,
            checks: None,
        }
    }

    /// The captures and promotions of `node` that lose nothing.
    #[inline]
    pub(super) fn noisy<S: Copy>(
        node: &'n Node<S>,
        moves: &'n mut MoveList,
        table_move: PackedMove,
    ) -> MovePicker<'n> {
        let mut picker = MovePicker::all(node, moves, table_move, [None; 2], [PieceTo::NONE; 2]);
        picker.selection = Selection::Noisy;
        picker.table_move = picker.table_move.filter(|&mv| !mv.is_quiet());
        picker
    }

    /// The captures and promotions of `node` that lose nothing, then its quiet checks that lose
    /// nothing.
    #[inline]
    pub(super) fn noisy_and_checks<S: Copy>(
        node: &'n Node<S>,
        moves: &'n mut MoveList,
        table_move: PackedMove,
    ) -> MovePicker<'n> {
        let mut picker = MovePicker::all(node, moves, table_move, [None; 2], [PieceTo::NONE; 2]);
        picker.selection = Selection::NoisyAndChecks;
        if let Some(mv) = picker.table_move
            && mv.is_quiet()
            && !picker.gives_check(mv)
        {
            picker.table_move = None;
        }
        picker
    }

    /// True if the quiet move `mv` of `node` gives check.
    #[inline]
    pub(super) fn gives_check(&mut self, mv: EncodedMove) -> bool {
        self.checks().gives(mv)
    }

    #[inline]
    fn checks(&mut self) -> &Checks {
        let position = self.generator.position();
        self.checks.get_or_insert_with(|| Checks::of(position))
    }

    /// Leaves out the quiet moves that have not been handed out yet.
    #[inline]
    pub(super) fn skip_quiet(&mut self) {
        if self.stage != Stage::BadNoisy && self.stage != Stage::Done {
            self.stage = Stage::BadNoisy;
            self.next = 0;
        }
    }

    /// The next move.
    #[inline]
    pub(super) fn next(&mut self, history: &History) -> Option<EncodedMove> {
        if self.stage == Stage::TableMove {
            self.stage = Stage::GenerateNoisy;
            if self.table_move.is_some() {
                return self.table_move;
            }
        }
        self.next_generated(history)
    }

    fn next_generated(&mut self, history: &History) -> Option<EncodedMove> {
        loop {
            match self.stage {
                Stage::TableMove => self.stage = Stage::GenerateNoisy,
                Stage::GenerateNoisy => {
                    self.generate_noisy(history);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.next_winning() {
                    Some(mv) => return Some(mv),
                    None => self.stage = self.after_good_noisy(),
                },
                Stage::Killers => match self.next_killer() {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::GenerateQuiet,
                },
                Stage::GenerateQuiet => {
                    self.generate_quiet(history);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.select() {
                    Some(mv) => return Some(mv),
                    None => {
                        self.stage = Stage::BadNoisy;
                        self.next = 0;
                    }
                },
                Stage::GenerateChecks => {
                    self.generate_checks();
                    self.stage = Stage::Checks;
                }
                Stage::Checks => match self.next_check() {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::Done,
                },
                Stage::BadNoisy => {
                    if self.next < self.losing {
                        self.next += 1;
                        return Some(self.moves[self.next - 1].mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    #[inline]
    fn after_good_noisy(&self) -> Stage {
        match self.selection {
            Selection::All => Stage::Killers,
            Selection::Noisy => Stage::Done,
            Selection::NoisyAndChecks => Stage::GenerateChecks,
        }
    }

    /// The best remaining capture that loses nothing; losing ones on the way are put aside.
    #[inline]
    fn next_winning(&mut self) -> Option<EncodedMove> {
        while let Some(mv) = self.select() {
            let underpromotion = mv.promotion().is_some_and(|to| to != Role::Queen);
            if !underpromotion && see_at_least(self.generator.position(), mv, 0) {
                return Some(mv);
            }
            self.moves[self.losing] = self.moves[self.next - 1];
            self.losing += 1;
        }
        None
    }

    #[inline(never)]
    fn generate_noisy(&mut self, history: &History) {
        let side = self.generator.position().turn();
        let (moves, table_move) = (&mut *self.moves, self.table_move);
        self.generator.noisy(|mv| {
            if Some(mv) != table_move {
                push(moves, mv);
            }
        });
        self.best = Some(score_from(moves, 0, |mv| {
            exchange_order(mv) + history.capture(side, mv) / CAPTURE_HISTORY
        }));
    }

    #[inline(never)]
    fn generate_quiet(&mut self, history: &History) {
        let side = self.generator.position().turn();
        let tried = [self.table_move, self.killers[0], self.killers[1]];
        let checks = *self.checks();
        let history = history.quiet(side, self.previous);
        let moves = &mut *self.moves;
        self.next = moves.len();
        self.generator.quiet(|mv| {
            if !tried.contains(&Some(mv)) {
                push(moves, mv);
            }
        });
        self.best = Some(score_from(moves, self.next, |mv| {
            let bonus = if checks.gives(mv) { QUIET_CHECK } else { 0 };
            history.of(mv) + bonus
        }));
    }

    #[inline(never)]
    fn generate_checks(&mut self) {
        let checks = *self.checks();
        let (moves, table_move) = (&mut *self.moves, self.table_move);
        self.next = moves.len();
        self.generator.quiet_checks(&checks, |mv| {
            if Some(mv) != table_move {
                push(moves, mv);
            }
        });
        self.best = Some(score_from(moves, self.next, |_| 0));
    }

    /// The next killer that is a legal quiet move here.
    #[inline]
    fn next_killer(&mut self) -> Option<EncodedMove> {
        while let Some(slot) = self.killers.get_mut(self.killers_seen) {
            self.killers_seen += 1;
            // An illegal killer must not be left out of the quiet moves: it is not among them anyway.
            *slot = slot.filter(|&mv| {
                Some(mv) != self.table_move && mv.is_quiet() && self.generator.is_legal(mv)
            });
            if slot.is_some() {
                return *slot;
            }
        }
        None
    }

    /// The next quiet check that loses nothing.
    #[inline]
    fn next_check(&mut self) -> Option<EncodedMove> {
        while let Some(mv) = self.select() {
            if see_at_least(self.generator.position(), mv, 0) {
                return Some(mv);
            }
        }
        None
    }

    #[inline]
    fn select(&mut self) -> Option<EncodedMove> {
        let best = self.best.take();
        let best = best.unwrap_or_else(|| best_from(self.moves, self.next));
        let mv = bring(self.moves, self.next, best)?;
        self.next += 1;
        Some(mv)
    }
}
