//! Mate in N moves, proved move by move: no legal move of either side is left out.
//!
//! The side that mates needs one good move, the other side has to be mated after each of its own: a tree
//! of *or* and *and*, searched depth first with checks and few replies first. A table keeps what was
//! proved or refuted of a position. Source: <https://www.chessprogramming.org/Mate_Search>.

use shakmaty::{Chess, Move, Position};

use super::{Found, Interruption, Search};
use crate::encoded_move::EncodedMove;
use crate::evaluator::Evaluator;
use crate::key::{Key, mixed};
use crate::node::Node;
use crate::score::Score;

const FIFTY_MOVES: u32 = 100;

/// The mates known or refuted in a position whose side to move is the mating one.
#[derive(Clone, Copy, Debug, Default)]
struct MateEntry {
    key: u64,
    mv: Option<Move>,
    /// It mates in this many moves.
    mates: u32,
    /// There is no mate in this many moves.
    none: u32,
}

/// Counts a node, or ends the search.
type Tick<'t> = &'t mut dyn FnMut() -> Found<()>;

/// A search for mates; `tick` is called before every move that is played.
pub(super) struct MateSearch<'t> {
    tick: Tick<'t>,
    table: Vec<MateEntry>,
    /// Positions that are drawn when they occur again.
    drawn: Vec<Key>,
    /// The number of refutations by each reply, by its squares.
    refutations: Vec<u32>,
}

impl<'t> MateSearch<'t> {
    /// A search in positions that follow those of `keys`, with a table of `slots` entries, at least one.
    pub(super) fn new(mut keys: Vec<Key>, slots: usize, tick: Tick<'t>) -> MateSearch<'t> {
        keys.sort_unstable_by_key(|key| key.0);
        let twice = keys.windows(2).filter(|pair| pair[0] == pair[1]);
        MateSearch {
            tick,
            table: vec![MateEntry::default(); slots],
            drawn: twice.map(|pair| pair[0]).collect(),
            refutations: vec![0; 64 * 64],
        }
    }

    /// The line of the shortest mate in at most `most` moves that begins with one of `tries`.
    pub(super) fn shortest(
        &mut self,
        position: &Chess,
        tries: &[Move],
        most: u32,
    ) -> Found<Option<Vec<Move>>> {
        for moves in 1..=most {
            if let Some(mv) = self.first_mating_move(position, tries, moves)? {
                let mut line = vec![mv];
                let mut after = position.clone();
                after.play_unchecked(mv);
                line.extend(self.defence(&after, moves - 1)?);
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    /// The longest defence against the shortest mates by the side to move, which is mated in `moves` moves; else empty.
    pub(super) fn defence(&mut self, position: &Chess, moves: u32) -> Found<Vec<Move>> {
        let mut best = (0, Vec::new());
        for reply in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(reply);
            let Some((mate, mv)) = self.fastest(&after, moves)? else {
                return Ok(Vec::new());
            };
            if mate > best.0 {
                best = (mate, vec![reply, mv]);
            }
        }
        let (mate, mut line) = best;
        if mate > 1 {
            let mut after = position.clone();
            line.iter().for_each(|&mv| after.play_unchecked(mv));
            line.extend(self.defence(&after, mate - 1)?);
        }
        Ok(line)
    }

    /// In how many moves the side to move mates, `most` at the most, and how.
    fn fastest(&mut self, position: &Chess, most: u32) -> Found<Option<(u32, Move)>> {
        for moves in 1..=most {
            if let Some(mv) = self.mate_in(position, moves)? {
                return Ok(Some((moves, mv)));
            }
        }
        Ok(None)
    }

    fn mate_in(&mut self, position: &Chess, moves: u32) -> Found<Option<Move>> {
        let tries = position.legal_moves();
        if moves == 1 {
            return self.first_mating_move(position, &tries, 1);
        }
        let key = table_key(position, moves);
        let slot = (key % self.table.len() as u64) as usize;
        let mut known = self.table[slot];
        if known.key != key {
            known = MateEntry { key, ..MateEntry::default() };
        } else if known.mv.is_some() && known.mates <= moves {
            return Ok(known.mv);
        } else if known.none >= moves {
            return Ok(None);
        }
        match self.first_mating_move(position, &tries, moves)? {
            Some(mv) => (known.mv, known.mates) = (Some(mv), moves),
            None => known.none = moves,
        }
        self.table[slot] = known;
        Ok(known.mv.filter(|_| known.mates <= moves))
    }

    /// The first of `tries`, the most forcing first, that mates in at most `moves` moves.
    fn first_mating_move(
        &mut self,
        position: &Chess,
        tries: &[Move],
        moves: u32,
    ) -> Found<Option<Move>> {
        let mut rest = Vec::with_capacity(tries.len());
        for &mv in tries {
            (self.tick)()?;
            let mut after = position.clone();
            after.play_unchecked(mv);
            let checks = after.is_check();
            // The last move of a mate is a check.
            if moves == 1 && !checks {
                continue;
            }
            let replies = after.legal_moves();
            if replies.is_empty() && checks {
                return Ok(Some(mv));
            }
            if moves > 1 && !replies.is_empty() && !self.is_drawn(&after) {
                rest.push((!checks, replies.len(), mv, after));
            }
        }
        rest.sort_by_key(|&(quiet, replies, ..)| (quiet, replies));
        for (.., mv, after) in rest {
            if self.is_mated(&after, moves - 1)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// True if the side to move, which has legal moves, is mated in at most `moves` moves.
    fn is_mated(&mut self, position: &Chess, moves: u32) -> Found<bool> {
        let mut replies = position.legal_moves();
        replies.sort_by_key(|&reply| std::cmp::Reverse(self.refutations[squares(reply)]));
        for reply in replies {
            (self.tick)()?;
            let mut after = position.clone();
            after.play_unchecked(reply);
            if self.is_drawn(&after) || self.mate_in(&after, moves)?.is_none() {
                let refuted = &mut self.refutations[squares(reply)];
                *refuted = refuted.saturating_add(1 << moves.min(16));
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn is_drawn(&self, position: &Chess) -> bool {
        position.halfmoves() >= FIFTY_MOVES
            || position.is_insufficient_material()
            || !self.drawn.is_empty() && self.drawn.contains(&Key::of(position))
    }
}

/// The key of `position`; near the fifty-move rule with its clock, on which a mate in `moves` depends.
fn table_key(position: &Chess, moves: u32) -> u64 {
    let near = position.halfmoves().saturating_add(2 * moves) >= FIFTY_MOVES;
    let clock = if near { position.halfmoves() } else { 0 };
    Key::of(position).0 ^ mixed(u64::from(clock))
}

fn squares(mv: Move) -> usize {
    let mv: EncodedMove = mv.into();
    mv.squares()
}

/// This many remaining moves are searched again.
const MAX_MOVES: u32 = 3;
/// With this many moves played in all.
const MAX_NODES: u32 = 10_000;
/// Entries of its table: it is made at once, and often.
const SLOTS: usize = 1 << 12;

impl<E: Evaluator> Search<E> {
    /// Makes `line` from the root `node` as long as the mate that its `score` announces, if it can be had at once.
    pub(super) fn complete_mate(&self, node: &Node<E::State>, line: &mut Vec<Move>, score: Score) {
        let Some(plies) = score.mate_plies().filter(|&plies| line.len() < plies) else {
            return;
        };
        let mut keys = self.line.clone();
        let mut at = node.clone();
        for &mv in line.iter() {
            at = at.play(&self.evaluator, mv, &mut keys);
        }
        while line.len() < plies {
            let from_here = if line.len().is_multiple_of(2) { score } else { -score };
            let mut moves = at.position().to_chess().legal_moves().into_iter();
            let next = moves.find_map(|mv| {
                let after = at.play(&self.evaluator, mv, &mut keys);
                self.is_known(&after, -from_here, plies).then_some((mv, after))
            });
            let Some((mv, after)) = next else { break };
            line.push(mv);
            at = after;
        }
        if let Some(rest) = rest(&at, plies - line.len()) {
            line.extend(rest);
        }
    }

    /// True if `node` is the end of a mate after `plies` plies, or the table knows that it has `score`.
    fn is_known(&self, node: &Node<E::State>, score: Score, plies: usize) -> bool {
        if node.ply() == plies {
            return node.position().to_chess().is_checkmate();
        }
        let entry = self.table.probe(self.table_key(node), node.ply());
        entry.is_some_and(|entry| entry.score == score) && !node.is_repetition()
    }
}

fn rest<S: Copy>(node: &Node<S>, plies: usize) -> Option<Vec<Move>> {
    let moves = plies.div_ceil(2) as u32;
    if plies == 0 || moves > MAX_MOVES {
        return None;
    }
    let mut left = MAX_NODES;
    let position = &node.position().to_chess();
    let mut count = || {
        left = left.checked_sub(1).ok_or(Interruption)?;
        Ok(())
    };
    let mut search = MateSearch::new(Vec::new(), SLOTS, &mut count);
    let line = if plies.is_multiple_of(2) {
        search.defence(position, moves).ok()
    } else {
        search.shortest(position, &position.legal_moves(), moves).ok().flatten()
    };
    line.filter(|line| line.len() == plies)
}
