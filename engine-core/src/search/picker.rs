//! The order in which moves are tried, generated stage by stage.
//!
//! Table move, winning and equal captures, killers, quiet moves by history, losing captures.

use arrayvec::ArrayVec;
use shakmaty::{Move, Position, Role};

use crate::movegen::{Generator, MAX_MOVES};
use crate::node::Node;
use crate::search::margins::{CAPTURE_HISTORY, VICTIM_WEIGHT, see_value};
use crate::see::see_at_least;
use crate::tables::history::{History, Trail};
use crate::tables::packed_move::PackedMove;

#[derive(Clone, Copy)]
struct Scored {
    mv: Move,
    score: i32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TableMove,
    GenerateNoisy,
    GoodNoisy,
    FirstKiller,
    SecondKiller,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// Hands out the moves of one node, best first.
pub(super) struct Picker<'n> {
    generator: Generator<'n>,
    stage: Stage,
    table_move: Option<Move>,
    killers: [Option<Move>; 2],
    /// Losing captures gather at the front; the quiet moves follow the captures.
    moves: ArrayVec<Scored, MAX_MOVES>,
    next: usize,
    losing: usize,
    wants_quiet: bool,
    trail: Trail,
}

/// Whether a move neither captures nor promotes.
#[inline]
pub(super) fn is_quiet(mv: Move) -> bool {
    !mv.is_capture() && !mv.is_promotion()
}

impl<'n> Picker<'n> {
    /// All moves of `node`, to which `trail` led.
    #[inline]
    pub(super) fn all<S: Copy>(
        node: &'n Node<S>,
        table_move: PackedMove,
        killers: [Option<Move>; 2],
        trail: Trail,
    ) -> Picker<'n> {
        let generator = Generator::new(node.position(), node.checkers());
        Picker {
            table_move: table_move.unpack(node.position(), &generator),
            generator,
            stage: Stage::TableMove,
            killers,
            moves: ArrayVec::new(),
            next: 0,
            losing: 0,
            wants_quiet: true,
            trail,
        }
    }

    /// The captures and promotions of `node` that lose nothing.
    #[inline]
    pub(super) fn noisy<S: Copy>(node: &'n Node<S>, table_move: PackedMove) -> Picker<'n> {
        let mut picker = Picker::all(node, table_move, [None; 2], [None; 2]);
        picker.wants_quiet = false;
        picker.table_move = picker.table_move.filter(|&mv| !is_quiet(mv));
        picker
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
    pub(super) fn next<S: Copy>(&mut self, node: &Node<S>, history: &History) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::GenerateNoisy;
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::GenerateNoisy => {
                    self.generate_noisy(node, history);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.next_winning(node) {
                    Some(mv) => return Some(mv),
                    None if self.wants_quiet => self.stage = Stage::FirstKiller,
                    None => self.stage = Stage::Done,
                },
                Stage::FirstKiller => {
                    self.stage = Stage::SecondKiller;
                    if let Some(mv) = self.killer(0) {
                        return Some(mv);
                    }
                }
                Stage::SecondKiller => {
                    self.stage = Stage::GenerateQuiet;
                    if let Some(mv) = self.killer(1) {
                        return Some(mv);
                    }
                }
                Stage::GenerateQuiet => {
                    self.generate_quiet(node, history);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.select() {
                    Some(scored) => return Some(scored.mv),
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
    fn next_winning<S: Copy>(&mut self, node: &Node<S>) -> Option<Move> {
        while let Some(scored) = self.select() {
            let underpromotion = scored.mv.promotion().is_some_and(|to| to != Role::Queen);
            if !underpromotion && see_at_least(node.position(), scored.mv, 0) {
                return Some(scored.mv);
            }
            self.moves[self.losing] = scored;
            self.losing += 1;
        }
        None
    }

    #[inline]
    fn generate_noisy<S: Copy>(&mut self, node: &Node<S>, history: &History) {
        let side = node.position().turn();
        let (moves, table_move) = (&mut self.moves, self.table_move);
        self.generator.noisy(|mv| {
            if Some(mv) != table_move {
                moves.push(Scored {
                    mv,
                    score: exchange_order(mv) + history.capture(side, mv) / CAPTURE_HISTORY,
                });
            }
        });
    }

    #[inline]
    fn generate_quiet<S: Copy>(&mut self, node: &Node<S>, history: &History) {
        let side = node.position().turn();
        let tried = [self.table_move, self.killers[0], self.killers[1]];
        let (moves, trail) = (&mut self.moves, self.trail);
        self.next = moves.len();
        self.generator.quiet(|mv| {
            if !tried.contains(&Some(mv)) {
                moves.push(Scored {
                    mv,
                    score: history.quiet(side, mv, trail),
                });
            }
        });
    }

    #[inline]
    fn killer(&mut self, index: usize) -> Option<Move> {
        let legal = self.killers[index].filter(|&mv| {
            Some(mv) != self.table_move && is_quiet(mv) && self.generator.is_legal(mv)
        });
        // An illegal killer must not be left out of the quiet moves: it is not among them anyway.
        self.killers[index] = legal;
        legal
    }

    /// Selection sort, one step: most nodes need only the first few moves.
    #[inline]
    fn select(&mut self) -> Option<Scored> {
        let rest = self.moves.get_mut(self.next..)?;
        let mut best = 0;
        let mut best_score = rest.first()?.score;
        for (index, scored) in rest.iter().enumerate().skip(1) {
            if scored.score > best_score {
                (best, best_score) = (index, scored.score);
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some(self.moves[self.next - 1])
    }
}

/// Most valuable victim first, then least valuable attacker.
#[inline]
fn exchange_order(mv: Move) -> i32 {
    let victim = mv.capture().map_or(0, see_value) + mv.promotion().map_or(0, see_value);
    VICTIM_WEIGHT * victim - see_value(mv.role())
}
