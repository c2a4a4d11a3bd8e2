//! The pairings of a round of a Swiss tournament.
//!
//! The engines are sorted by points, equals by lot. The first one meets its due opponent within its group of equal
//! points: the top of the lower half, as in the Dutch system of FIDE (Handbook C.04.3), else the nearest engine below.
//! No two meet again while that can be avoided: an opponent is taken only if the engines that are left can then still
//! be paired with as few rematches as before, which a maximum matching of those that have not met determines.
//!
//! Of an odd number the last one that has had the fewest free rounds is free, which counts as if it
//! had won all games of the round. Colours need no care: every pairing plays both.

use std::collections::HashMap;

use match_stats::random::below;
use petgraph::algo::maximum_matching;
use petgraph::graph::{NodeIndex, UnGraph};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;

#[derive(Debug)]
pub(super) struct Past {
    /// Half points of each engine, free rounds included.
    half_points: Vec<u64>,
    /// The number of times that two engines have met, lower index first.
    met: HashMap<(usize, usize), u32>,
    /// The number of rounds in which each engine was free.
    free: Vec<u32>,
}

impl Past {
    /// `half_points` are those won at the board, `rounds` who met whom, `win` the half points for a free round.
    pub(super) fn new(half_points: &[u64], rounds: &[Vec<(usize, usize)>], win: u64) -> Self {
        let mut past =
            Self { half_points: half_points.to_vec(), met: HashMap::new(), free: vec![0; half_points.len()] };
        for round in rounds {
            let mut plays = vec![false; half_points.len()];
            for &(a, b) in round {
                *past.met.entry((a, b)).or_default() += 1;
                (plays[a], plays[b]) = (true, true);
            }
            for engine in (0..plays.len()).filter(|&engine| !plays[engine]) {
                past.half_points[engine] += win;
                past.free[engine] += 1;
            }
        }
        past
    }

    fn meetings(&self, a: usize, b: usize) -> u32 {
        *self.met.get(&(a.min(b), a.max(b))).unwrap_or(&0)
    }

    /// The least number of rematches with which an even number of engines can be paired.
    fn rematches(&self, engines: &[usize]) -> usize {
        let mut strangers = UnGraph::<(), ()>::default();
        let nodes: Vec<NodeIndex> = engines.iter().map(|_| strangers.add_node(())).collect();
        for (i, &a) in engines.iter().enumerate() {
            for (j, &b) in engines.iter().enumerate().skip(i + 1) {
                if self.meetings(a, b) == 0 {
                    strangers.add_edge(nodes[i], nodes[j], ());
                }
            }
        }
        engines.len() / 2 - maximum_matching(&strangers).len()
    }
}

/// The engines in random order.
pub(super) fn lots(engines: usize, seed: u64) -> Vec<usize> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut lots: Vec<usize> = (0..engines).collect();
    for i in 0..engines {
        lots.swap(i, i + below(&mut random, (engines - i) as u64) as usize);
    }
    lots
}

/// The pairings of the next round, lower index first, in the order of the standings.
pub(super) fn pairings(past: &Past, lots: &[usize]) -> Vec<(usize, usize)> {
    let mut waiting = lots.to_vec();
    waiting.sort_by_key(|&engine| std::cmp::Reverse(past.half_points[engine]));
    if !waiting.len().is_multiple_of(2) {
        waiting.remove(free(past, &waiting));
    }
    let mut pairings = Vec::new();
    while waiting.len() >= 2 {
        let b = waiting.remove(opponent(past, &waiting));
        let a = waiting.remove(0);
        pairings.push((a.min(b), a.max(b)));
    }
    pairings
}

/// The place of the engine that is free, in the standings.
fn free(past: &Past, standings: &[usize]) -> usize {
    let fewest = standings.iter().map(|&engine| past.free[engine]).min();
    let candidates = (0..standings.len()).rev().filter(|&place| Some(past.free[standings[place]]) == fewest);
    let cost = |&place: &usize| past.rematches(&without(standings, &[place]));
    // The first of several with the same cost: the last in the standings.
    candidates.min_by_key(cost).unwrap_or(0)
}

/// The place of the opponent of the first one in the standings.
fn opponent(past: &Past, standings: &[usize]) -> usize {
    let first = standings[0];
    let points = |place: usize| past.half_points[standings[place]];
    let group = (0..standings.len()).take_while(|&place| points(place) == points(0)).count();
    let ideal = usize::max(1, group / 2);
    let mut places: Vec<usize> = (1..standings.len()).collect();
    places.sort_by_key(|&place| {
        let met = past.meetings(first, standings[place]);
        (met, points(0) - points(place), place.abs_diff(ideal), place)
    });
    let needed = past.rematches(standings);
    let fits = |&place: &usize| {
        let rematch = usize::from(past.meetings(first, standings[place]) > 0);
        rematch + past.rematches(&without(standings, &[0, place])) <= needed
    };
    // The best pairing of all has some opponent for the first one, so one fits.
    places.iter().copied().find(fits).unwrap_or(1)
}

fn without(standings: &[usize], places: &[usize]) -> Vec<usize> {
    let stays = |(place, &engine): (usize, &usize)| (!places.contains(&place)).then_some(engine);
    standings.iter().enumerate().filter_map(stays).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Plays a tournament in which the lower index always wins, and checks every round.
    fn play(engines: usize, rounds: usize, seed: u64) -> Vec<Vec<(usize, usize)>> {
        let lots = lots(engines, seed);
        let mut half_points = vec![0; engines];
        let mut drawn: Vec<Vec<(usize, usize)>> = Vec::new();
        for _ in 0..rounds {
            let past = Past::new(&half_points, &drawn, 4);
            let round = pairings(&past, &lots);
            let seated: HashSet<usize> = round.iter().flat_map(|&(a, b)| [a, b]).collect();
            assert_eq!(seated.len(), 2 * round.len(), "each plays once");
            assert_eq!(round.len(), engines / 2);
            for &(a, _) in &round {
                half_points[a] += 4;
            }
            drawn.push(round);
        }
        drawn
    }

    fn rematches(drawn: &[Vec<(usize, usize)>]) -> usize {
        let met: HashSet<_> = drawn.iter().flatten().collect();
        drawn.iter().flatten().count() - met.len()
    }

    #[test]
    fn a_rematch_comes_only_when_no_draw_avoids_it() {
        for engines in [2, 4, 6, 9, 16, 25] {
            for seed in 0..4 {
                // Half of a round robin can always be drawn (Dirac: who has met fewer than half
                // of the others leaves a graph with a perfect matching).
                let rounds = usize::max(1, engines / 2 - 1);
                assert_eq!(rematches(&play(engines, rounds, seed)), 0, "{engines}");
            }
        }
        // Four engines have three rounds, and in the fourth everybody has met everybody.
        let drawn = play(4, 6, 3);
        assert_eq!(rematches(&drawn[..3]), 0);
        assert_eq!(rematches(&drawn[3..]), 0, "rematches are spread evenly: {drawn:?}");
    }

    /// The least number of rematches by trying every pairing.
    fn least(past: &Past, engines: &[usize]) -> usize {
        let Some((&first, rest)) = engines.split_first() else {
            return 0;
        };
        let cost = |place: usize| {
            let rematch = usize::from(past.meetings(first, rest[place]) > 0);
            rematch + least(past, &without(rest, &[place]))
        };
        (0..rest.len()).map(cost).min().unwrap_or(0)
    }

    #[test]
    fn the_draw_has_as_few_rematches_as_any() {
        let mut random = Pcg64Mcg::seed_from_u64(11);
        for _ in 0..200 {
            let all: Vec<usize> = (0..8).collect();
            let half_points: Vec<u64> = all.iter().map(|_| below(&mut random, 5)).collect();
            let mut past = Past::new(&half_points, &[], 4);
            for a in 0..8 {
                for b in a + 1..8 {
                    if below(&mut random, 100) < 70 {
                        past.met.insert((a, b), 1);
                    }
                }
            }
            let round = pairings(&past, &all);
            let found = round.iter().filter(|&&(a, b)| past.meetings(a, b) > 0);
            assert_eq!(found.count(), least(&past, &all), "{past:?}");
        }
    }

    #[test]
    fn equals_meet_and_halves_are_folded() {
        let lots: Vec<usize> = (0..8).collect();
        let first = pairings(&Past::new(&[0; 8], &[], 4), &lots);
        assert_eq!(first, [(0, 4), (1, 5), (2, 6), (3, 7)]);
        let past = Past::new(&[4, 4, 4, 4, 0, 0, 0, 0], std::slice::from_ref(&first), 4);
        assert_eq!(pairings(&past, &lots), [(0, 2), (1, 3), (4, 6), (5, 7)], "winners meet winners");
        // With an odd number of winners the last of them meets the first of the others.
        let past = Past::new(&[4, 4, 4, 0, 0, 0, 0, 4], &[], 4);
        let next = pairings(&past, &lots);
        assert!(next.contains(&(0, 2)) && next.contains(&(1, 7)), "{next:?}");
    }

    #[test]
    fn everybody_is_free_once_before_anybody_is_twice_and_wins_by_it() {
        let drawn = play(7, 7, 5);
        let is_seated = |round: &[(usize, usize)], engine| round.iter().any(|&(a, b)| a == engine || b == engine);
        for engine in 0..7 {
            let free = drawn.iter().filter(|round| !is_seated(round, engine));
            assert_eq!(free.count(), 1, "{engine}");
        }
        assert_eq!(Past::new(&[0, 0, 1], &[vec![(1, 2)]], 4).half_points, [4, 0, 1]);
    }

    #[test]
    fn the_strongest_wins_and_the_seed_decides_the_lots() {
        let drawn = play(32, 5, 1);
        assert_eq!(drawn, play(32, 5, 1));
        assert_ne!(drawn[0], play(32, 1, 2)[0]);
        let wins = |engine| drawn.iter().flatten().filter(|p| p.0 == engine).count();
        assert_eq!((0..32).filter(|&engine| wins(engine) == 5).count(), 1);
        assert_eq!(wins(0), 5);
    }
}
