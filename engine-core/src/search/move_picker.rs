//! The order in which moves are tried, generated stage by stage.
//!
//! Table move, winning and equal captures, killer, quiet moves by history, losing captures.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Role};

use crate::encoded_move::EncodedMove;
use crate::movegen::{Generator, MAX_MOVES};
use crate::node::Node;
use crate::params::histories::{CAPTURE_HISTORY, VICTIM_WEIGHT};
use crate::params::see_values::SEE_VALUES;
use crate::see::see_at_least;
use crate::tables::history::{History, HistoryContext};
use crate::tables::transposition::PackedMove;

/// The moves of a node, in its frame; there are no more than a byte can number.
pub(super) type MoveList = ArrayVec<ScoredMove, MAX_MOVES>;

/// A move and what it is ordered by: the higher, the sooner, and of equals the one that stands first.
#[derive(Clone, Copy)]
pub(super) struct ScoredMove {
    pub(super) mv: EncodedMove,
    /// The score above the lowest byte, there the place, counted from the end: one comparison decides
    /// which of two moves is sooner, and the best one has its place in it.
    key: i32,
}

impl ScoredMove {
    /// `score` is within ±2^23.
    #[inline]
    fn new(mv: EncodedMove, score: i32, place: usize) -> ScoredMove {
        debug_assert!(score.abs() < 1 << 23);
        let key = score << 8;
        ScoredMove { mv, key }.at(place)
    }

    #[inline]
    pub(super) fn score(self) -> i32 {
        self.key >> 8
    }

    #[inline]
    fn at(self, place: usize) -> ScoredMove {
        let key = self.key & !0xff | (MAX_MOVES - 1 - place) as i32;
        ScoredMove { key, ..self }
    }
}

#[inline]
pub(super) fn push(moves: &mut MoveList, mv: EncodedMove) {
    moves.push(ScoredMove { mv, key: 0 });
}

/// Scores the moves from `first` on, in one loop, and returns the best one's place.
#[inline]
pub(super) fn score_from(moves: &mut MoveList, first: usize, score: impl Fn(EncodedMove) -> i32) -> usize {
    let mut best = i32::MIN;
    for (place, scored) in moves.iter_mut().enumerate().skip(first) {
        *scored = ScoredMove::new(scored.mv, score(scored.mv), place);
        best = best.max(scored.key);
    }
    place_of(best)
}

#[inline]
pub(super) fn best_from(moves: &MoveList, next: usize) -> usize {
    let rest = moves.iter().skip(next);
    place_of(rest.fold(i32::MIN, |best, scored| best.max(scored.key)))
}

#[inline]
fn place_of(key: i32) -> usize {
    MAX_MOVES - 1 - (key & 0xff) as usize
}

/// Brings the best of the moves from `next` on, which stands at `best`, there: one step of a selection sort.
#[inline]
pub(super) fn bring(moves: &mut MoveList, next: usize, best: usize) -> Option<EncodedMove> {
    let first = *moves.get(next)?;
    let found = *moves.get(best)?;
    moves[best] = first.at(best);
    moves[next] = found;
    Some(found.mv)
}

/// Most valuable victim first, then least valuable attacker.
#[inline]
pub(super) fn exchange_order(mv: EncodedMove) -> i32 {
    let [captured, promotion] = mv.won();
    let won = SEE_VALUES[captured] + SEE_VALUES[promotion];
    VICTIM_WEIGHT * won - SEE_VALUES[mv.piece()]
}

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
    victims: Bitboard,
    only_noisy: bool,
    /// True if those quiet moves are left out that have not been handed out yet.
    pub(super) skips_quiet: bool,
    histories: HistoryContext,
}

impl<'n> MovePicker<'n> {
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
        picker.table_move =
            picker.table_move.filter(|&mv| mv.is_promotion() || mv.is_capture() && victims.contains(mv.captured_on()));
        picker
    }

    /// True if the move that was handed out last is a capture or promotion that has been found to lose nothing.
    #[inline]
    pub(super) fn loses_nothing(&self) -> bool {
        self.stage == Stage::GoodNoisy
    }

    /// The history of `mv`, the move that was handed out last.
    #[inline]
    pub(super) fn history(&self, history: &History, mv: EncodedMove) -> i32 {
        if self.stage == Stage::Quiet { self.moves[self.next - 1].score() } else { history.of(&self.histories, mv) }
    }

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
            if !underpromotion && see_at_least(self.generator.position, mv, 0) {
                return Some(mv);
            }
            self.moves[self.losing] = self.moves[self.next - 1];
            self.losing += 1;
        }
        None
    }

    #[inline(never)]
    fn generate_noisy(&mut self, history: &History) {
        let side = self.generator.position.turn();
        let (moves, table_move) = (&mut *self.moves, self.table_move);
        self.generator.noisy_against(self.victims, |mv| {
            if Some(mv) != table_move {
                push(moves, mv);
            }
        });
        self.best = Some(score_from(moves, 0, |mv| exchange_order(mv) + history.capture(side, mv) / CAPTURE_HISTORY));
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

    /// True if the killer is a legal quiet move here that has not been tried; if not, it is not among the quiet moves.
    #[inline]
    fn keep_killer(&mut self) -> bool {
        self.killer =
            self.killer.filter(|&mv| Some(mv) != self.table_move && mv.is_quiet() && self.generator.is_legal(mv));
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

#[cfg(test)]
mod tests {
    use shakmaty::{Role, Square};

    use super::*;
    use crate::params::histories::HISTORY_MAX;

    fn best_first(moves: &mut MoveList, next: usize) -> Option<EncodedMove> {
        let best = best_from(moves, next);
        bring(moves, next, best)
    }

    /// The order in which moves from a1 to a2, b2 ... with these scores are picked.
    fn picked(scores: &[i32]) -> Vec<usize> {
        let mut moves = MoveList::new();
        for to in 0..scores.len() {
            let to = Square::new(to as u32);
            push(&mut moves, EncodedMove::normal(Role::Queen, Square::A1, to, None));
        }
        let best = score_from(&mut moves, 0, |mv| scores[mv.to() as usize]);
        assert_eq!(best, best_from(&moves, 0));
        (0..=scores.len()).filter_map(|next| best_first(&mut moves, next)).map(|mv| mv.to() as usize).collect()
    }

    #[test]
    fn the_highest_comes_first_and_of_equals_the_one_that_stands_first() {
        assert!(picked(&[]).is_empty());
        assert_eq!(picked(&[-3, 7, 0, 7, -900]), [1, 3, 2, 0, 4]);
        // The first one goes where the best one stood: behind its equal.
        assert_eq!(picked(&[5, 5, 9]), [2, 1, 0]);
        // Scores that differ by one, at both ends of what histories add up to.
        let most = 5 * HISTORY_MAX;
        assert_eq!(picked(&[-most, 1 - most, most - 1, most]), [3, 2, 1, 0]);
    }

    #[test]
    fn moves_before_the_first_keep_their_scores() {
        let mut moves = MoveList::new();
        for to in [Square::A2, Square::B2] {
            push(&mut moves, EncodedMove::normal(Role::Queen, Square::A1, to, None));
        }
        score_from(&mut moves, 0, |_| 10);
        score_from(&mut moves, 1, |_| 20);
        let order = [0, 1].map(|next| best_first(&mut moves, next).map(EncodedMove::to));
        assert_eq!(order, [Some(Square::B2), Some(Square::A2)]);
    }

    #[test]
    fn the_victim_counts_before_the_attacker() {
        let takes = |role, captured| exchange_order(EncodedMove::normal(role, Square::A1, Square::A2, captured));
        let queen = takes(Role::Queen, Some(Role::Queen));
        assert!(takes(Role::Pawn, Some(Role::Queen)) > queen);
        assert!(queen > takes(Role::Pawn, Some(Role::Rook)));
        let step = EncodedMove::normal(Role::Pawn, Square::A7, Square::A8, None);
        let promotion = exchange_order(step.promoting_to(Role::Queen));
        assert_eq!(promotion, takes(Role::Pawn, Some(Role::Queen)));
    }
}
