//! The facts about a node, the question that it is searched for, and the depth to which its moves are searched:
//! extensions and reductions.

use super::{Found, Search};
use crate::encoded_move::EncodedMove;
use crate::evaluator::Evaluator;
use crate::node::Node;
use crate::params::LateMoveReductions;
use crate::position::Position;
use crate::score::Score;
use crate::tables::history::HistoryContext;
use crate::tables::transposition::{Bound, Entry, PackedMove};

/// The facts about a node by which its moves are pruned, extended and reduced.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeFacts {
    pub(super) depth: i32,
    /// True if its exact score is wanted.
    pub(super) pv: bool,
    /// True if one of its first moves is expected to reach beta.
    pub(super) cut: bool,
    /// True if its side stands better than at its last turn.
    pub(super) improving: bool,
    /// True if its side has more than a king and pawns.
    pub(super) has_pieces: bool,
    pub(super) table_move: PackedMove,
    /// True if that captures or promotes.
    pub(super) table_move_is_noisy: bool,
    pub(super) histories: HistoryContext,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct ZeroWindow {
    pub(super) beta: Score,
    pub(super) depth: i32,
    /// True if the node may be answered by its static value, by passing or by a capture.
    pub(super) prune: bool,
    /// True if one of its first moves is expected to reach beta.
    pub(super) cut: bool,
    /// A move that is left out, to see what the others are worth.
    pub(super) excluded: Option<EncodedMove>,
}

impl ZeroWindow {
    pub(super) fn new(beta: Score, depth: i32, cut: bool) -> ZeroWindow {
        ZeroWindow { beta, depth, prune: true, cut, excluded: None }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) enum SingularVerdict {
    /// Plies by which it is searched deeper, or less deeply.
    Extend(i32),
    /// Other moves reach this score too, and it is enough.
    Enough(Score),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct LateMove {
    /// The number of moves searched before.
    pub(super) moves: usize,
    pub(super) history: i32,
}

/// Reductions of moves by depth and number, in plies. Source: <https://www.chessprogramming.org/Late_Move_Reductions>.
#[derive(Clone, Debug)]
pub(super) struct Reductions(Box<[[i8; 64]; 64]>);

impl Reductions {
    pub(super) fn new(params: &LateMoveReductions) -> Reductions {
        let mut table = Box::new([[0; 64]; 64]);
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, entry) in row.iter_mut().enumerate().skip(1) {
                let product = (depth as f64).ln() * (number as f64).ln();
                *entry = (params.base + product / params.divisor) as i8;
            }
        }
        Reductions(table)
    }

    /// The reduction of a quiet move that is searched after `moves` others.
    #[inline]
    pub(super) fn of(&self, depth: i32, moves: usize) -> i32 {
        i32::from(self.0[depth.min(63) as usize][(moves + 1).min(63)])
    }
}

impl<E: Evaluator> Search<E> {
    /// By how many plies `mv` is extended. One that evades a check is: few moves are legal, and the threat
    /// has to be seen through. The table's move is, if a search without it shows that it is much better than all
    /// others. If others reach `beta` too, that is enough; if the move itself only seems to, or the node is expected
    /// to be cut by others as well, it is searched a ply less deeply.
    /// Sources: <https://www.chessprogramming.org/Singular_Extensions>,
    /// <https://www.chessprogramming.org/Check_Extensions>.
    #[inline]
    pub(super) fn extension(
        &mut self,
        node: &Node<E::State>,
        mv: EncodedMove,
        entry: Option<&Entry>,
        beta: Score,
        facts: &NodeFacts,
    ) -> Found<SingularVerdict> {
        // The line may grow no further.
        if node.ply() as i32 >= self.params.longest_line * self.root_depth {
            self.stack.extend(node.ply(), 0);
            return Ok(SingularVerdict::Extend(0));
        }
        let mut plies = 0;
        if let Some(entry) = entry
            && entry.mv == PackedMove::of(mv)
            && self.may_be_singular(entry, facts.depth)
        {
            match self.singular(node, mv, entry, beta, facts)? {
                SingularVerdict::Extend(singular) => plies = singular,
                enough @ SingularVerdict::Enough(_) => return Ok(enough),
            }
        }
        let plies = plies.max(if node.is_check() { 1 } else { plies });
        self.stack.extend(node.ply(), plies);
        Ok(SingularVerdict::Extend(plies))
    }

    #[inline]
    fn may_be_singular(&self, entry: &Entry, depth: i32) -> bool {
        let params = &self.params.singular;
        depth >= params.min_depth
            && entry.bound != Bound::Upper
            && entry.depth >= depth - params.table_depth
            && !entry.score.is_mate()
    }

    fn singular(
        &mut self,
        node: &Node<E::State>,
        mv: EncodedMove,
        entry: &Entry,
        beta: Score,
        facts: &NodeFacts,
    ) -> Found<SingularVerdict> {
        let params = self.params.singular;
        let halves = 2 - i32::from(facts.pv);
        let target = entry.score.shifted(-(params.margin * facts.depth * halves / 2));
        let others =
            ZeroWindow { beta: target, depth: facts.depth / 2, prune: false, cut: facts.cut, excluded: Some(mv) };
        let score = self.zero_window(node, others)?;
        Ok(if score < target {
            let clearly = !facts.pv && score < target.just_below();
            let double = clearly && self.stack.doubles[node.ply()] < params.most_doubles;
            SingularVerdict::Extend(1 + i32::from(double))
        } else if target >= beta {
            SingularVerdict::Enough(target)
        } else {
            SingularVerdict::Extend(-i32::from(entry.score >= beta || facts.cut))
        })
    }

    /// The depth to which a node is searched when `depth` is requested: without a table move a ply less, since its
    /// order of moves is poor. Source: E. Schröder, internal iterative reductions, 2020.
    #[inline]
    pub(super) fn internal_iterative_reduction(
        &self,
        depth: i32,
        table_move: PackedMove,
        (pv, cut): (bool, bool),
    ) -> i32 {
        let params = &self.params.iir;
        let deep = pv && depth >= params.min_depth_pv || cut && depth >= params.min_depth_cut;
        depth - i32::from(deep && table_move == PackedMove::NONE)
    }

    /// The plies that a quiet move of this history is searched deeper than others.
    #[inline]
    pub(super) fn plies_by_history(&self, history: i32) -> i32 {
        let each = self.params.lmr.history;
        match history / each {
            0 => (history / (each / 4)).clamp(-1, 1),
            plies => plies,
        }
    }

    /// The reduction of `mv`, which would be searched `depth` plies deep; it leaves at least one of them.
    #[inline]
    pub(super) fn late_move_reduction(
        &self,
        mv: EncodedMove,
        depth: i32,
        LateMove { moves, history }: LateMove,
        facts: &NodeFacts,
    ) -> i32 {
        let params = &self.params.lmr;
        let no_table_move = facts.table_move == PackedMove::NONE;
        let full = usize::from(facts.pv) + usize::from(no_table_move);
        if depth < params.min_depth || moves < full.max(1) || !mv.is_quiet() {
            return 0;
        }
        let reduction = self.reductions.of(depth, moves) - self.plies_by_history(history)
            + params.cut * i32::from(facts.cut)
            + i32::from(facts.table_move_is_noisy)
            - i32::from(facts.pv);
        reduction.clamp(0, depth - 2)
    }
}

/// The score if a mate that is already found elsewhere is nearer than any that could be found here.
/// Source: <https://www.chessprogramming.org/Mate_Distance_Pruning>.
#[inline]
pub(super) fn mate_distance(ply: usize, beta: Score) -> Option<Score> {
    let (worst, best) = (Score::mated_in(ply), Score::mate_in(ply + 1));
    if worst >= beta {
        Some(worst)
    } else if best < beta {
        Some(best)
    } else {
        None
    }
}

/// True if the side to move has more than a king and pawns.
#[inline]
pub(super) fn has_pieces(position: &Position) -> bool {
    let board = position.board();
    (position.us() & !board.pawns() & !board.kings()).any()
}
