//! The search of captures and check evasions that makes a static value safe to use.
//!
//! Source: <https://www.chessprogramming.org/Quiescence_Search>.

use shakmaty::Square;

use super::move_order::MoveList;
use super::move_picker::MovePicker;
use super::{Interruption, Search};
use crate::encoded_move::EncodedMove;
use crate::evaluator::Evaluator;
use crate::node::Node;
use crate::params::QUIESCENCE_DEPTH;
use crate::params::see_values::see_value;
use crate::position::Position;
use crate::score::{Score, Window};
use crate::tables::packed_move::PackedMove;
use crate::tables::transposition::{Bound, Entry};

impl<E: Evaluator> Search<E> {
    /// The score of `node` when the side to move may stop capturing at any time; in check the
    /// evasions are searched instead.
    pub(super) fn quiescence(
        &mut self,
        node: &Node<E::State>,
        window: Window,
    ) -> Result<Score, Interruption> {
        self.selective_depth = self.selective_depth.max(node.ply());
        if let Some(score) = self.terminal_score(node) {
            return Ok(score);
        }
        let early = self.early_static_eval(node);
        if let Some(eval) = early
            && Score::from(eval.value) >= window.beta
        {
            return Ok(eval.value.into());
        }
        let key = self.table_key(node);
        let entry = self.table.probe(key, node.ply());
        if let Some(entry) = entry
            && entry.decides(QUIESCENCE_DEPTH, window)
        {
            return Ok(entry.score);
        }
        let eval = early.or_else(|| self.static_eval(node, entry.as_ref()));
        let stand_pat = eval.map_or(Score::mated_in(node.ply()), |eval| eval.value.into());
        if eval.is_some() && stand_pat >= window.beta {
            return Ok(stand_pat);
        }

        let table_move = entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let mut moves = MoveList::new();
        let mut picker = if node.is_check() {
            let (killer, histories) = (self.killers.at(node.ply()), self.history_context(node));
            MovePicker::all(node, &mut moves, table_move, killer, histories)
        } else {
            MovePicker::noisy(node, &mut moves, table_move, self.history_context(node))
        };
        let mut rest = window;
        let mut best = stand_pat;
        let mut best_move = PackedMove::NONE;
        let mut evasions = 0;
        while let Some(mv) = picker.next(&self.history) {
            rest.alpha = rest.alpha.max(best);
            if node.is_check() {
                evasions += usize::from(mv.is_quiet());
                // A few quiet evasions, of which one is not mate, are enough to go by.
                let enough = evasions > self.params.quiescence.quiet_evasions;
                if enough && mv.is_quiet() && !best.is_mate() {
                    picker.skip_quiet();
                    continue;
                }
            } else if let Some(hope) = self.delta_pruning(node, mv, stand_pat, rest) {
                best = best.max(hope);
                continue;
            }
            let key = self.approach(node, mv);
            self.count_node()?;
            let mut child = node.clone();
            self.make_move(node, mv, key, &mut child);
            let score = -self.quiescence(&child, rest.flipped())?;
            if score > best {
                best = score;
                best_move = PackedMove::of(mv);
                if score >= window.beta {
                    break;
                }
            }
        }
        let found = Entry {
            mv: best_move,
            score: best,
            eval: eval.map(|eval| eval.raw),
            depth: QUIESCENCE_DEPTH,
            // The moves left out might have been better: no score is exact.
            bound: Bound::of(best, Window::zero(window.beta)),
        };
        self.table.store(key, node.ply(), found);
        Ok(best)
    }

    /// The most that the capture `mv` can bring, if that does not reach the window: it is pruned.
    /// Not if it takes the last man that could win: a draw is worth more than what was taken.
    /// Source: <https://www.chessprogramming.org/Delta_Pruning>.
    #[inline]
    fn delta_pruning(
        &self,
        node: &Node<E::State>,
        mv: EncodedMove,
        stand_pat: Score,
        window: Window,
    ) -> Option<Score> {
        if mv.is_promotion() || !mv.is_capture() {
            return None;
        }
        let victim = f64::from(mv.captured().map_or(0, see_value));
        let gain = (victim * self.margin_scale) as i32 + self.params.quiescence.delta;
        let hope = stand_pat.shifted(gain);
        (hope <= window.alpha && leaves_winning_men(node.position(), mv)).then_some(hope)
    }
}

/// True if the other side could still win after the capture `mv`: with a pawn, a rook, a queen or two
/// minor pieces.
#[inline]
fn leaves_winning_men(position: &Position, mv: EncodedMove) -> bool {
    let board = position.board();
    let taken = if mv.is_en_passant() {
        Square::from_coords(mv.to().file(), mv.from().rank())
    } else {
        mv.to()
    };
    let men = position.them().without(taken);
    let enough = men & (board.pawns() | board.rooks_and_queens());
    enough.any() || (men & !board.kings()).more_than_one()
}
