//! The search of captures and check evasions that makes a static value safe to use.
//!
//! Source: <https://www.chessprogramming.org/Quiescence_Search>.

use shakmaty::{Bitboard, Role};

use super::move_picker::{MoveList, MovePicker};
use super::{Found, Search};
use crate::evaluator::Evaluator;
use crate::movegen::seventh_rank;
use crate::node::Node;
use crate::params::QUIESCENCE_DEPTH;
use crate::params::see_values::see_value;
use crate::position::Position;
use crate::score::{Score, Window};
use crate::tables::transposition::{Bound, Entry, PackedMove};

impl<E: Evaluator> Search<E> {
    /// The score of `node` when the side to move may stop capturing at any time; in check the evasions are searched.
    pub(super) fn quiescence(&mut self, node: &Node<E::State>, window: Window) -> Found<Score> {
        self.selective_depth = self.selective_depth.max(node.ply());
        if let Some(score) = self.terminal_score(node) {
            return Ok(score);
        }
        let key = self.table_key(node);
        let learnt = self.learnt(node);
        let entry = self.table.probe(key, node.ply());
        if let Some(entry) = entry
            && entry.decides(QUIESCENCE_DEPTH, window)
        {
            return Ok(entry.score);
        }
        let eval = self.static_eval(node, entry.as_ref(), learnt);
        let stand_pat = eval.map_or(Score::mated_in(node.ply()), |eval| eval.value.into());
        if eval.is_some() && stand_pat >= window.beta {
            return Ok(stand_pat);
        }

        let table_move = entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let mut best = stand_pat;
        let mut moves = MoveList::new();
        let mut picker = if node.is_check() {
            let (killer, histories) = (self.stack.killers[node.ply()], self.history_context(node));
            MovePicker::all(node, &mut moves, table_move, killer, histories)
        } else {
            let victims;
            (victims, best) = self.promising_victims(node.position(), stand_pat, window.alpha);
            if victims.is_empty() && !may_promote(node.position()) {
                return Ok(best);
            }
            MovePicker::noisy(node, &mut moves, table_move, victims)
        };
        let mut rest = window;
        let mut best_move = PackedMove::NONE;
        let mut evasions = 0;
        while let Some(mv) = picker.next(&self.history) {
            rest.alpha = rest.alpha.max(best);
            if node.is_check() {
                evasions += usize::from(mv.is_quiet());
                // A few quiet evasions, of which one is not mate, are enough to go by.
                let enough = evasions > self.params.quiescence.quiet_evasions;
                if enough && mv.is_quiet() && !best.is_mate() {
                    picker.skips_quiet = true;
                    continue;
                }
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

    /// The pieces whose capture may raise alpha, and the most that capturing any of the others can score. With few pieces on
    /// the board none is left out: capturing the last one that could win is worth more than its value.
    /// Source: <https://www.chessprogramming.org/Delta_Pruning>.
    #[inline]
    pub(super) fn promising_victims(&self, position: &Position, stand_pat: Score, alpha: Score) -> (Bitboard, Score) {
        let them = position.them();
        let delta = self.params.quiescence.delta;
        let missing = self.in_exchanges(alpha.above(stand_pat) - delta);
        if missing < 0 || them.count() <= FEW_PIECES {
            return (them, stand_pat);
        }
        let (mut promising, mut left_out) = (them, 0);
        for role in VICTIMS {
            if see_value(role) > missing {
                break;
            }
            let pieces = them & position.board().by_role(role);
            if pieces.any() {
                promising ^= pieces;
                left_out = see_value(role);
            }
        }
        if left_out == 0 {
            return (them, stand_pat);
        }
        let gain = (f64::from(left_out) * self.margin_scale) as i32;
        (promising, stand_pat.shifted(gain + delta))
    }
}

/// Pieces that can be taken, the least valuable first.
const VICTIMS: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Against this many pieces, and one fewer after a capture, the other two may not be able to win.
const FEW_PIECES: usize = 3;

#[inline]
fn may_promote(position: &Position) -> bool {
    let pawns = position.us() & position.board().pawns();
    (pawns & seventh_rank(position.turn())).any()
}
