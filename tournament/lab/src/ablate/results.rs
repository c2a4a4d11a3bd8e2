//! The results of an ablation's games, by candidate.

use players::record::GameRecord;

use super::cost::Cost;

/// The place of the evaluator with all its rules among the engines of the run; the candidates follow it.
pub(super) const WHOLE: usize = 0;

/// The place of the candidate that plays a game against the whole.
pub(super) fn candidate_of(white: usize, black: usize) -> usize {
    white.max(black) - 1
}

/// The results of the games, by candidate.
#[derive(Debug)]
pub(super) struct CandidateResults(pub(super) Vec<CandidateGames>);

/// The games of one candidate.
#[derive(Debug, Clone, Default)]
pub(super) struct CandidateGames {
    /// The whole's half points in the two games of each opening.
    pub(super) pairs: Vec<[Option<u8>; 2]>,
    pub(super) cost: Cost,
}

impl CandidateResults {
    pub(super) fn none(candidates: usize) -> CandidateResults {
        CandidateResults(vec![CandidateGames::default(); candidates])
    }

    pub(super) fn add(&mut self, game: &GameRecord) {
        let Some(played) = self.0.get_mut(candidate_of(game.white, game.black)) else {
            return;
        };
        match game.white {
            WHOLE => played.cost.add(game.white_stats, game.black_stats),
            _ => played.cost.add(game.black_stats, game.white_stats),
        }
        let pairs = &mut played.pairs;
        if pairs.len() <= game.opening {
            pairs.resize(game.opening + 1, [None; 2]);
        }
        pairs[game.opening][game.index % 2] = Some(game.half_points_of(WHOLE));
    }
}

/// The whole's half points in the first pairs that are finished.
pub(super) fn half_points(pairs: &[[Option<u8>; 2]]) -> Vec<u8> {
    let sums = pairs.iter().map(|[first, second]| Some((*first)? + (*second)?));
    sums.map_while(|sum| sum).collect()
}

/// The number of games of the first `goal` openings that are missing.
pub(super) fn games_missing(pairs: &[[Option<u8>; 2]], goal: usize) -> usize {
    let finished = pairs.iter().take(goal).flatten().flatten().count();
    2 * goal - finished
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_pairs_count_and_only_up_to_the_first_that_is_not() {
        let pairs = [[Some(2), Some(1)], [Some(0), Some(0)], [Some(1), None], [Some(2), Some(2)]];
        assert_eq!(half_points(&pairs), [3, 0]);
        assert_eq!(games_missing(&pairs, 2), 0);
        assert_eq!(games_missing(&pairs, 3), 1);
        assert_eq!(games_missing(&pairs, 10), 20 - 7);
    }
}
