//! The search of captures and check evasions that makes a static value safe to use.
//!
//! Source: <https://www.chessprogramming.org/Quiescence_Search>.

use shakmaty::Move;

use super::picker::{Picker, is_quiet};
use super::{Interrupted, Search};
use crate::evaluator::Evaluator;
use crate::node::Node;
use crate::score::{Score, Window};
use crate::search::margins::{QUIESCENCE, QUIESCENCE_WITH_CHECKS, QUIET_EVASIONS, see_value};
use crate::tables::packed_move::PackedMove;
use crate::tables::transposition::{Bound, Entry};

impl<E: Evaluator> Search<E> {
    /// The score of `node` when the side to move may stop capturing at any time; in check the
    /// evasions are searched instead. The first ply tries checks too.
    pub(super) fn quiescence(
        &mut self,
        node: &Node<E::State>,
        window: Window,
    ) -> Result<Score, Interrupted> {
        self.quiet_down(node, window, QUIESCENCE_WITH_CHECKS)
    }

    /// The score of `node`; checks are tried at `depth` [`QUIESCENCE_WITH_CHECKS`] only.
    fn quiet_down(
        &mut self,
        node: &Node<E::State>,
        window: Window,
        depth: i32,
    ) -> Result<Score, Interrupted> {
        self.selective_depth = self.selective_depth.max(node.ply());
        if let Some(score) = self.settled(node) {
            return Ok(score);
        }
        let key = self.table_key(node);
        let entry = self.table.probe(key, node.ply());
        if let Some(entry) = entry
            && settles(&entry, window, depth)
        {
            return Ok(entry.score);
        }
        let eval = self.static_value(node, entry.as_ref());
        let stand_pat = eval.map_or(Score::mated_in(node.ply()), Score::from);
        if eval.is_some() && stand_pat >= window.beta {
            return Ok(stand_pat);
        }
        let table_move = entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let mut picker = if node.is_check() {
            self.picker(node, table_move)
        } else if depth == QUIESCENCE_WITH_CHECKS {
            Picker::noisy_and_checks(node, table_move)
        } else {
            Picker::noisy(node, table_move)
        };
        let (score, mv) = self.capture(node, &mut picker, window, stand_pat)?;
        let found = Entry {
            mv,
            score,
            eval,
            depth,
            bound: if score >= window.beta {
                Bound::Lower
            } else {
                Bound::Upper
            },
        };
        self.table.store(key, node.ply(), found);
        Ok(score)
    }

    /// What the capture `mv` can bring at best, if that does not reach the window: it is left out.
    /// Source: <https://www.chessprogramming.org/Delta_Pruning>.
    #[inline]
    fn too_little(&self, mv: Move, stand_pat: Score, window: Window) -> Option<Score> {
        if mv.is_promotion() || is_quiet(mv) {
            return None;
        }
        let gain = mv.capture().map_or(0, see_value) + self.margins.delta;
        let hope = stand_pat.shifted(gain);
        (hope <= window.alpha).then_some(hope)
    }

    /// The best of `stand_pat` and the picker's moves, and the move that reached beta.
    fn capture(
        &mut self,
        node: &Node<E::State>,
        picker: &mut Picker<'_>,
        window: Window,
        stand_pat: Score,
    ) -> Result<(Score, PackedMove), Interrupted> {
        let mut best = stand_pat;
        let mut best_move = PackedMove::NONE;
        let mut evasions = 0;
        while let Some(mv) = picker.next(node, &self.history) {
            let rest = Window {
                alpha: window.alpha.max(best),
                beta: window.beta,
            };
            if node.is_check() {
                evasions += usize::from(is_quiet(mv));
                // A few quiet evasions, of which one is not mate, are enough to go by.
                if evasions > QUIET_EVASIONS && is_quiet(mv) && !best.is_mate() {
                    picker.skip_quiet();
                    continue;
                }
            } else if let Some(hope) = self.too_little(mv, stand_pat, rest) {
                best = best.max(hope);
                continue;
            }
            let child = self.enter(node, mv)?;
            let score = -self.quiet_down(&child, rest.flipped(), QUIESCENCE)?;
            if score > best {
                best = score;
                best_move = PackedMove::new(mv);
                if score >= window.beta {
                    break;
                }
            }
        }
        Ok((best, best_move))
    }
}

/// Whether a stored score settles the search at `depth`.
fn settles(entry: &Entry, window: Window, depth: i32) -> bool {
    entry.depth >= depth
        && match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score >= window.beta,
            Bound::Upper => entry.score <= window.alpha,
        }
}
