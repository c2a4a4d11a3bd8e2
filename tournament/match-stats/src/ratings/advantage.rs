//! Identifiability of White's advantage.

use super::meeting::Encounter;

/// A step from one player to another.
struct Edge {
    from: usize,
    to: usize,
    weight: i64,
}

/// True if the games fix White's advantage: it can neither be raised nor lowered without end,
/// with the ratings following it, such that every point scored becomes likelier.
///
/// Raising it by 1 and moving the ratings by d does so if `d(loser) <= d(scorer) + 1` wherever
/// White scored and `- 1` wherever Black did. There is such a d unless a cycle of these has a
/// negative sum; for lowering it is a positive one.
pub(super) fn fixes_advantage(players: usize, encounters: &[Encounter]) -> bool {
    let edges = |sign: i64| -> Vec<Edge> {
        let edge = |from, to, weight| Edge { from, to, weight: sign * weight };
        let of = |e: &Encounter| {
            let white = e.white_scored().then(|| edge(e.white, e.black, 1));
            let black = e.black_scored().then(|| edge(e.black, e.white, -1));
            [white, black].into_iter().flatten()
        };
        encounters.iter().flat_map(of).collect()
    };
    [1, -1].into_iter().all(|sign| has_negative_cycle(players, &edges(sign)))
}

/// Bellman and Ford, from all players at once. A shortest path that closes on itself is a negative
/// cycle, and mostly appears after a few rounds; paths that still become shorter prove one only after as
/// many rounds as there are players.
fn has_negative_cycle(players: usize, edges: &[Edge]) -> bool {
    let mut distance = vec![0; players];
    let mut before = vec![None; players];
    for _ in 0..players {
        let mut changed = false;
        for edge in edges {
            let shorter = distance[edge.from] + edge.weight;
            if shorter < distance[edge.to] {
                distance[edge.to] = shorter;
                before[edge.to] = Some(edge.from);
                changed = true;
            }
        }
        if !changed {
            return false;
        }
        if has_circle(&before) {
            return true;
        }
    }
    true
}

/// True if the predecessors have a cycle.
fn has_circle(before: &[Option<usize>]) -> bool {
    // The walk that first visited each.
    let mut seen = vec![usize::MAX; before.len()];
    (0..before.len()).any(|start| {
        let mut at = Some(start);
        while let Some(player) = at.filter(|&player| seen[player] == usize::MAX) {
            seen[player] = start;
            at = before[player];
        }
        at.is_some_and(|player| seen[player] == start)
    })
}

#[cfg(test)]
mod tests {
    use super::super::meeting::won;
    use super::*;

    #[test]
    fn the_advantage_is_fixed_by_games_of_both_colours() {
        let fixed = |encounters: &[Encounter]| fixes_advantage(3, encounters);
        // One draw: a stronger White explains it, or a weaker one.
        assert!(!fixed(&[won(0, 1, 0.5)]));
        assert!(fixed(&[won(0, 1, 0.5), won(1, 0, 0.5)]));
        // White wins all games.
        assert!(!fixed(&[won(0, 1, 1.0), won(1, 0, 1.0)]));
        assert!(fixed(&[won(0, 1, 1.0), won(1, 0, 1.0), won(0, 1, 0.0), won(1, 0, 0.0)]));
        // A ring of draws in which each is White once.
        assert!(fixed(&[won(0, 1, 0.5), won(1, 2, 0.5), won(2, 0, 0.5)]));
    }

    /// A path in which each is White once and a draw fixes nothing; a ring of it does, however long.
    #[test]
    fn a_long_ring_is_found() {
        let path: Vec<Encounter> = (0..5000).map(|e| won(e, e + 1, 0.5)).collect();
        assert!(!fixes_advantage(5001, &path));
        let closed = [path, vec![won(5000, 0, 0.5)]].concat();
        assert!(fixes_advantage(5001, &closed));
    }
}
