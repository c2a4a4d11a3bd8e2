//! Groups of comparable players.

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

/// All reachable players that have not been seen, in order of discovery.
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
}
