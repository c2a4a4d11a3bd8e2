//! What the games determine: groups of comparable players, and whether White's advantage.

use super::meeting::Encounter;

/// Players that have met, directly or by way of others. Different groups cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    /// All of them, in rising order.
    pub(super) members: Vec<usize>,
    /// The largest part in which every player has scored against every other, directly or by way of
    /// others (a strongly connected component of "scored against"; Ford 1957): its ratings are
    /// finite. Of parts of one size it is the one that played more games, then the one that scored
    /// more points, so that the order of the players decides only the remaining ties.
    pub(super) core: Vec<usize>,
}

/// The groups, in the order of their first members.
pub(super) fn groups(players: usize, encounters: &[Encounter]) -> Vec<Group> {
    let mut met = vec![Vec::new(); players];
    let mut scored = vec![Vec::new(); players];
    let mut lost = vec![Vec::new(); players];
    let (mut games, mut half_points) = (vec![0.0; players], vec![0.0; players]);
    for e in encounters {
        games[e.white] += e.games;
        games[e.black] += e.games;
        half_points[e.white] += 2.0 * e.points;
        half_points[e.black] += 2.0 * (e.games - e.points);
        met[e.white].push(e.black);
        met[e.black].push(e.white);
        for (winner, loser, points) in
            [(e.white, e.black, e.white_scored()), (e.black, e.white, e.black_scored())]
        {
            if points {
                scored[winner].push(loser);
                lost[loser].push(winner);
            }
        }
    }
    let mut core_of = strong_components(&scored, &lost);
    let mut seen = vec![false; players];
    let mut groups = Vec::new();
    for first in 0..players {
        if seen[first] {
            continue;
        }
        let mut members = reachable(&met, first, &mut seen);
        members.sort_unstable();
        let firsts = members.iter().rev();
        // Points are halves, so that twice their number is whole.
        let rank = |part: &[usize]| {
            let of = |value: &[f64]| part.iter().map(|&e| value[e]).sum::<f64>() as u64;
            (part.len(), of(&games), of(&half_points))
        };
        let largest = firsts.max_by_key(|&&e| rank(&core_of[e]));
        let core = largest.map_or(Vec::new(), |&e| std::mem::take(&mut core_of[e]));
        groups.push(Group { members, core });
    }
    groups
}

fn reachable(edges: &[Vec<usize>], from: usize, seen: &mut [bool]) -> Vec<usize> {
    let mut found = vec![from];
    seen[from] = true;
    let mut next = 0;
    while next < found.len() {
        for &to in &edges[found[next]] {
            if !seen[to] {
                seen[to] = true;
                found.push(to);
            }
        }
        next += 1;
    }
    found
}

/// The strongly connected components, each at the place of its lowest index; elsewhere nothing.
/// (Kosaraju's algorithm.)
fn strong_components(forward: &[Vec<usize>], backward: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let players = forward.len();
    let mut seen = vec![false; players];
    let mut finished = Vec::with_capacity(players);
    for start in 0..players {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut path = vec![(start, 0)];
        while let Some((player, edge)) = path.last_mut() {
            match forward[*player].get(*edge) {
                Some(&to) => {
                    *edge += 1;
                    if !seen[to] {
                        seen[to] = true;
                        path.push((to, 0));
                    }
                }
                None => {
                    finished.push(*player);
                    path.pop();
                }
            }
        }
    }
    seen.fill(false);
    let mut components = vec![Vec::new(); players];
    for &player in finished.iter().rev() {
        if !seen[player] {
            let mut component = reachable(backward, player, &mut seen);
            component.sort_unstable();
            let first = component[0];
            components[first] = component;
        }
    }
    components
}

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
    fn groups_and_their_cores() {
        let encounters =
            [won(0, 1, 0.5), won(1, 2, 1.0), won(4, 3, 1.0), won(3, 5, 1.0), won(5, 4, 1.0)];
        let found = groups(7, &encounters);
        assert_eq!(found.len(), 3);
        assert_eq!((&found[0].members[..], &found[0].core[..]), (&[0, 1, 2][..], &[0, 1][..]));
        assert_eq!((&found[1].members[..], &found[1].core[..]), (&[3, 4, 5][..], &[3, 4, 5][..]));
        assert_eq!((&found[2].members[..], &found[2].core[..]), (&[6][..], &[6][..]));
    }

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
