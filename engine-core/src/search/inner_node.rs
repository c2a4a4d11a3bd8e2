//! Inner nodes: those on the principal variation, whose exact score is wanted, and those that only have to show
//! whether they reach beta, which are nearly all of the tree.
//!
//! Sources: <https://www.chessprogramming.org/Principal_Variation_Search>,
//! <https://www.chessprogramming.org/Null_Window>.

use arrayvec::ArrayVec;

use super::depth::{LateMove, NodeFacts, SingularVerdict, ZeroWindow, has_pieces, mate_distance};
use super::move_picker::{MoveList, MovePicker};
use super::static_eval::{StaticEval, mated_or_stalemate};
use super::{Found, Search};
use crate::encoded_move::EncodedMove;
use crate::evaluator::Evaluator;
use crate::node::Node;
use crate::params::histories::history_bonus;
use crate::score::{Score, Window};
use crate::tables::history::HistoryContext;
use crate::tables::transposition::{Bound, Entry, PackedMove};

impl<E: Evaluator> Search<E> {
    /// The score of `node` searched `depth` plies deep; exact within the window.
    pub(super) fn pv_node(&mut self, node: &Node<E::State>, window: Window, depth: i32) -> Found<Score> {
        self.stack.variations[node.ply()].clear();
        if depth <= 0 {
            return self.quiescence(node, window);
        }
        if let Some(score) = self.terminal_score(node) {
            return Ok(score);
        }

        let key = self.table_key(node);
        let learnt = self.learnt(node);
        let entry = self.table.probe(key, node.ply());
        let eval = self.static_eval(node, entry.as_ref(), learnt);
        let estimate = eval.map(|eval| eval.refined(entry.as_ref()));
        let value = eval.map(|eval| eval.value);
        let table_move = entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let facts = NodeFacts {
            depth: self.internal_iterative_reduction(depth, table_move, (true, false)),
            pv: true,
            cut: false,
            improving: self.stack.improving(node.ply(), value, estimate),
            table_move,
            has_pieces: has_pieces(node.position()),
            table_move_is_noisy: table_move.is_capture_or_promotion(node.position()),
            histories: self.history_context(node),
        };
        let so_far = self.pv_moves(node, window, entry.as_ref(), &facts)?;
        if so_far.moves == 0 {
            return Ok(mated_or_stalemate(node));
        }
        let found = so_far.entry(eval, facts.depth, window);
        self.update_correction(node, &found, eval);
        self.table.store(key, node.ply(), found);
        Ok(so_far.best)
    }

    fn pv_moves(
        &mut self,
        node: &Node<E::State>,
        window: Window,
        entry: Option<&Entry>,
        facts: &NodeFacts,
    ) -> Found<MoveLoop> {
        self.stack.killers[node.ply() + 1] = None;
        let mut moves = MoveList::new();
        let mut picker = self.move_picker(node, &mut moves, facts);
        let mut so_far = MoveLoop::new();
        let mut rest = window;
        while let Some((mv, late)) = self.next_move(node, &mut picker, None, facts, &so_far) {
            let plies = match self.extension(node, mv, entry, rest.beta, facts)? {
                SingularVerdict::Extend(plies) => plies,
                // That others are as good is no reason to stop where the exact score is wanted.
                SingularVerdict::Enough(_) => 0,
            };
            let score = self.pv_move(node, mv, rest, facts.depth + plies, late, facts)?;
            so_far.moves += 1;
            so_far.best = so_far.best.max(score);
            if score > rest.alpha {
                rest.alpha = score;
                so_far.best_move = PackedMove::of(mv);
                self.stack.set_variation(node.ply(), mv);
                if score >= rest.beta {
                    self.update_histories(node, mv, &so_far, facts);
                    break;
                }
            }
            so_far.tried(mv);
        }
        Ok(so_far)
    }

    /// The next move that is not pruned, and how late it comes; the first one is neither pruned nor reduced.
    // In both loops over moves, as if it were written there.
    #[inline(always)]
    fn next_move(
        &self,
        node: &Node<E::State>,
        picker: &mut MovePicker<'_>,
        excluded: Option<EncodedMove>,
        facts: &NodeFacts,
        so_far: &MoveLoop,
    ) -> Option<(EncodedMove, LateMove)> {
        loop {
            if Self::may_prune(facts, so_far) && self.is_late(facts.depth, so_far.moves, facts.improving) {
                picker.skips_quiet = true;
            }
            let mv = picker.next(&self.history)?;
            if excluded == Some(mv) {
                continue;
            }
            let moves = so_far.moves;
            let history = if moves == 0 { 0 } else { picker.history(&self.history, mv) };
            if picker.loses_nothing() || !self.move_pruning(node, mv, history, facts, so_far) {
                return Some((mv, LateMove { moves, history }));
            }
        }
    }

    /// The score of one move, searched `depth` plies deep: of the first at once, of others if a zero window asks for it.
    pub(super) fn pv_move(
        &mut self,
        node: &Node<E::State>,
        mv: EncodedMove,
        window: Window,
        depth: i32,
        late: LateMove,
        facts: &NodeFacts,
    ) -> Found<Score> {
        let key = self.approach(node, mv);
        let reduction = self.late_move_reduction(mv, depth, late, facts);
        self.count_node()?;
        let mut child = node.clone();
        self.make_move(node, mv, key, &mut child);
        // A zero window leaves no variation: that of an earlier move must not stand in for it.
        self.stack.variations[child.ply()].clear();
        if late.moves > 0 {
            let child_beta = -window.alpha;
            let reduced = ZeroWindow::new(child_beta, depth - 1 - reduction, true);
            let mut score = -self.zero_window(&child, reduced)?;
            if reduction > 0 && score > window.alpha {
                let whole = ZeroWindow::new(child_beta, depth - 1, true);
                score = -self.zero_window(&child, whole)?;
            }
            if score <= window.alpha || score >= window.beta {
                return Ok(score);
            }
        }
        Ok(-self.pv_node(&child, window.flipped(), depth - 1)?)
    }

    /// The answer to `task`: a score of at least its beta is a lower bound, one below it an upper bound.
    pub(super) fn zero_window(&mut self, node: &Node<E::State>, task: ZeroWindow) -> Found<Score> {
        let (beta, window) = (task.beta, Window::zero(task.beta));
        if task.depth <= 0 {
            return self.quiescence(node, window);
        }
        let terminal = self.terminal_score(node);
        if let Some(score) = terminal.or_else(|| mate_distance(node.ply(), beta)) {
            return Ok(score);
        }

        let key = self.table_key(node);
        let learnt = self.learnt(node);
        let entry = self.table.probe(key, node.ply());
        let table_move = entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let kind = (false, task.cut);
        let depth = self.internal_iterative_reduction(task.depth, table_move, kind);
        let whole = task.excluded.is_none();
        if let Some(entry) = entry
            && whole
            && entry.decides(depth, window)
        {
            return Ok(entry.score);
        }
        let eval = self.static_eval(node, entry.as_ref(), learnt);
        let estimate = eval.map(|eval| eval.refined(entry.as_ref()));
        let value = eval.map(|eval| eval.value);
        let improving = self.stack.improving(node.ply(), value, estimate);
        if task.prune
            && let (Some(eval), Some(estimate)) = (eval, estimate)
            && let Some(score) = self.node_pruning(node, entry.as_ref(), (eval, estimate), improving, task)?
        {
            return Ok(score);
        }
        let facts = NodeFacts {
            depth,
            pv: false,
            cut: task.cut,
            improving,
            table_move,
            has_pieces: has_pieces(node.position()),
            table_move_is_noisy: table_move.is_capture_or_promotion(node.position()),
            histories: self.history_context(node),
        };
        let entry = entry.filter(|_| whole);
        let so_far = match self.zero_window_moves(node, task, entry.as_ref(), &facts)? {
            Ok(so_far) => so_far,
            Err(enough) => return Ok(enough),
        };
        match (so_far.moves, whole) {
            (0, true) => return Ok(mated_or_stalemate(node)),
            // Without another move the excluded one is singular indeed.
            (0, false) => return Ok(beta.just_below()),
            (_, false) => return Ok(so_far.best),
            (_, true) => {}
        }
        let found = so_far.entry(eval, depth, window);
        self.update_correction(node, &found, eval);
        self.table.store(key, node.ply(), found);
        Ok(so_far.best)
    }

    /// The outcome of the moves of a node, or a score that is enough before they have been searched.
    #[inline]
    fn zero_window_moves(
        &mut self,
        node: &Node<E::State>,
        task: ZeroWindow,
        entry: Option<&Entry>,
        facts: &NodeFacts,
    ) -> Found<Result<MoveLoop, Score>> {
        self.stack.killers[node.ply() + 1] = None;
        let mut moves = MoveList::new();
        let mut picker = self.move_picker(node, &mut moves, facts);
        let mut so_far = MoveLoop::new();
        let excluded = task.excluded;
        while let Some((mv, late)) = self.next_move(node, &mut picker, excluded, facts, &so_far) {
            let plies = match self.extension(node, mv, entry, task.beta, facts)? {
                SingularVerdict::Extend(plies) => plies,
                SingularVerdict::Enough(score) => return Ok(Err(score)),
            };
            let depth = facts.depth + plies;
            let score = self.zero_window_move(node, mv, task.beta, depth, late, facts)?;
            so_far.moves += 1;
            so_far.best = so_far.best.max(score);
            if score >= task.beta {
                so_far.best_move = PackedMove::of(mv);
                self.update_histories(node, mv, &so_far, facts);
                break;
            }
            so_far.tried(mv);
        }
        Ok(Ok(so_far))
    }

    /// The score of one move, searched `depth` plies deep: reduced at first if it comes late.
    pub(super) fn zero_window_move(
        &mut self,
        node: &Node<E::State>,
        mv: EncodedMove,
        beta: Score,
        depth: i32,
        late: LateMove,
        facts: &NodeFacts,
    ) -> Found<Score> {
        let key = self.approach(node, mv);
        let reduction = self.late_move_reduction(mv, depth, late, facts);
        self.count_node()?;
        let mut child = node.clone();
        self.make_move(node, mv, key, &mut child);
        let child_beta = -beta.just_below();
        if reduction > 0 {
            let reduced = ZeroWindow::new(child_beta, depth - 1 - reduction, true);
            let score = -self.zero_window(&child, reduced)?;
            if score < beta {
                return Ok(score);
            }
        }
        let whole = ZeroWindow::new(child_beta, depth - 1, !facts.cut);
        Ok(-self.zero_window(&child, whole)?)
    }

    #[inline]
    pub(super) fn history_context(&self, node: &Node<E::State>) -> HistoryContext {
        HistoryContext::new(node.position(), self.stack.previous_moves(node.ply()))
    }

    /// Remembers that `mv` caused a cutoff, and that moves before it did not; after a capture quiet ones are not blamed.
    pub(super) fn update_histories(
        &mut self,
        node: &Node<E::State>,
        mv: EncodedMove,
        so_far: &MoveLoop,
        facts: &NodeFacts,
    ) {
        let side = node.position().turn();
        let bonus = history_bonus(facts.depth);
        for &other in &so_far.noisy {
            self.history.update_capture(side, other, -bonus);
        }
        if !mv.is_quiet() {
            self.history.update_capture(side, mv, bonus);
            return;
        }
        let histories = &facts.histories;
        self.stack.killers[node.ply()] = Some(mv);
        self.history.update_quiet(histories, mv, bonus);
        for &other in &so_far.quiet {
            self.history.update_quiet(histories, other, -bonus);
        }
    }
}

#[derive(Debug)]
pub(super) struct MoveLoop {
    pub(super) best: Score,
    /// The move that raised alpha last.
    pub(super) best_move: PackedMove,
    pub(super) moves: usize,
    quiet: ArrayVec<EncodedMove, 64>,
    noisy: ArrayVec<EncodedMove, 32>,
}

impl MoveLoop {
    #[inline]
    pub(super) fn new() -> MoveLoop {
        MoveLoop {
            best: -Score::INFINITE,
            best_move: PackedMove::NONE,
            moves: 0,
            quiet: ArrayVec::new(),
            noisy: ArrayVec::new(),
        }
    }

    #[inline]
    pub(super) fn entry(&self, eval: Option<StaticEval>, depth: i32, window: Window) -> Entry {
        Entry {
            mv: self.best_move,
            score: self.best,
            eval: eval.map(|eval| eval.raw),
            depth,
            bound: Bound::of(self.best, window),
        }
    }

    /// Remembers that `mv` was searched and caused no cutoff.
    #[inline]
    pub(super) fn tried(&mut self, mv: EncodedMove) {
        if mv.is_quiet() {
            self.quiet.try_push(mv).ok();
        } else {
            self.noisy.try_push(mv).ok();
        }
    }
}
