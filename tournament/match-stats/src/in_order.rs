//! Games that end in any order, counted in that of the schedule.

use std::collections::BTreeMap;

/// Makes pairs of finished games. A pair counts when all before it have ended, so what has been counted is
/// always the schedule's beginning, however many games are played at a time.
#[derive(Debug, Clone, Default)]
pub(crate) struct InOrder {
    /// Half points of games of pairs that do not count yet, by the pair.
    waiting: BTreeMap<usize, [Option<u8>; 2]>,
    /// The first pair that does not count yet.
    next: usize,
}

impl InOrder {
    /// Takes in a finished game by its place in the schedule, from 0, with the half points of one side, 0,
    /// 1 or 2.
    pub(crate) fn add(&mut self, game: usize, half_points: u8) {
        // The games of a pair are neighbours.
        let pair = self.waiting.entry(game / 2).or_default();
        pair[game % 2] = Some(half_points);
    }

    /// The half points in the games of the next pair that counts; `None` while one before it is in play.
    pub(crate) fn next_pair(&mut self) -> Option<[u8; 2]> {
        let [Some(first), Some(second)] = self.waiting.get(&self.next).copied()? else {
            return None;
        };
        self.waiting.remove(&self.next);
        self.next += 1;
        Some([first, second])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_count_in_their_order_and_once() {
        let mut order = InOrder::default();
        let mut counted = Vec::new();
        for (game, half_points) in [(3, 2), (0, 1), (2, 0), (5, 2), (1, 2), (4, 1), (6, 0)] {
            order.add(game, half_points);
            counted.extend(std::iter::from_fn(|| order.next_pair()));
        }
        assert_eq!(counted, [[1, 2], [0, 2], [1, 2]]);
    }
}
