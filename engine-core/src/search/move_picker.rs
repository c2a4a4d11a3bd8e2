//! The order in which moves are tried, generated stage by stage.
//!
//! Table move, winning and equal captures, killer, quiet moves by history, losing captures.

use shakmaty::{Bitboard, Role};

use super::move_order::{MoveList, best_from, bring, exchange_order, push, score_from};
use crate::encoded_move::EncodedMove;
use crate::movegen::Generator;
use crate::node::Node;
use crate::params::histories::CAPTURE_HISTORY;
use crate::see::see_at_least;
use crate::tables::history::{History, HistoryContext};
use crate::tables::packed_move::PackedMove;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TableMove,
    GenerateNoisy,
    GoodNoisy,
    Killer,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// Hands out the moves of one node, best first.
pub(super) struct MovePicker<'n> {
    generator: Generator<'n>,
    stage: Stage,
    table_move: Option<EncodedMove>,
    killer: Option<EncodedMove>,
    /// Losing captures gather at the front; the quiet moves follow the captures.
    moves: &'n mut MoveList,
    next: usize,
    /// The place of the best move from `next` on, when they have just been scored.
    best: Option<usize>,
    losing: usize,
    /// The men whose captures are generated.
    victims: Bitboard,
    only_noisy: bool,
    skips_quiet: bool,
    histories: HistoryContext,
}

impl<'n> MovePicker<'n> {
    /// All moves of `node`.
    #[inline]
    pub(super) fn all<S: Copy>(
        node: &'n Node<S>,
        moves: &'n mut MoveList,
        table_move: PackedMove,
        killer: Option<EncodedMove>,
        histories: HistoryContext,
    ) -> MovePicker<'n> {
        let generator = Generator::new(node.position(), node.checkers());
        MovePicker {
            table_move: table_move.unpack(node.position(), &generator),
            generator,
            stage: Stage::TableMove,
            killer,
            moves,
            next: 0,
            best: None,
            losing: 0,
            victims: node.position().them(),
            only_noisy: false,
            skips_quiet: false,
            histories,
        }
    }

    /// The captures of `victims` and the promotions in `node` that lose nothing.
    #[inline]
    pub(super) fn noisy<S: Copy>(
        node: &'n Node<S>,
        moves: &'n mut MoveList,
        table_move: PackedMove,
        victims: Bitboard,
    ) -> MovePicker<'n> {
        let histories = HistoryContext::of_captures(node.position().turn());
        let mut picker = MovePicker::all(node, moves, table_move, None, histories);
        picker.only_noisy = true;
        picker.victims = victims;
        picker.table_move = picker.table_move.filter(|&mv| {
            mv.is_promotion() || mv.is_capture() && victims.contains(mv.captured_on())
        });
        picker
    }

    /// Leaves out the quiet moves that have not been handed out yet.
    #[inline]
    pub(super) fn skip_quiet(&mut self) {
        self.skips_quiet = true;
    }

    /// True if the move that was handed out last is a capture or promotion that has been found to lose nothing.
    #[inline]
    pub(super) fn loses_nothing(&self) -> bool {
        self.stage == Stage::GoodNoisy
    }

    /// The history of `mv`, the move that was handed out last.
    #[inline]
    pub(super) fn history(&self, history: &History, mv: EncodedMove) -> i32 {
        if self.stage == Stage::Quiet {
            self.moves[self.next - 1].score()
        } else {
            history.of(&self.histories, mv)
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
        // A quiet move that follows another comes without a call, which would cost 15 instructions a node.
        if self.stage == Stage::Quiet
            && !self.skips_quiet
            && let Some(mv) = self.select()
        {
            return Some(mv);
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
                    None if self.only_noisy => self.stage = Stage::Done,
                    None => self.stage = Stage::Killer,
                },
                Stage::Killer | Stage::GenerateQuiet | Stage::Quiet if self.skips_quiet => {
                    self.stage = Stage::BadNoisy;
                    self.next = 0;
                }
                Stage::Killer => {
                    self.stage = Stage::GenerateQuiet;
                    if self.keep_killer() {
                        return self.killer;
                    }
                }
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
        self.generator.noisy_against(self.victims, |mv| {
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
        let tried = [self.table_move, self.killer];
        let history = history.quiet(&self.histories);
        let moves = &mut *self.moves;
        self.next = moves.len();
        self.generator.quiet(|mv| {
            if !tried.contains(&Some(mv)) {
                push(moves, mv);
            }
        });
        self.best = Some(score_from(moves, self.next, |mv| history.of(mv)));
    }

    /// True if the killer is a legal quiet move here that has not been tried. If not, it must not be left out of the
    /// quiet moves: it is not among them anyway.
    #[inline]
    fn keep_killer(&mut self) -> bool {
        self.killer = self.killer.filter(|&mv| {
            Some(mv) != self.table_move && mv.is_quiet() && self.generator.is_legal(mv)
        });
        self.killer.is_some()
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
