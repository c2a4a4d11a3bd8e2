//! What games determine: groups of comparable players, and whether White's advantage.

use std::cmp::Reverse;
use std::collections::HashSet;

use petgraph::algo::{bellman_ford, kosaraju_scc};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::unionfind::UnionFind;

use super::fit::Encounter;

/// Players that have met, directly or by way of others. Different groups cannot be compared.
#[derive(Debug, Default)]
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
    let mut scored = DiGraph::<(), (), usize>::default();
    let mut met = UnionFind::new(players);
    let (mut games, mut half_points) = (vec![0.0; players], vec![0.0; players]);
    for _ in 0..players {
        scored.add_node(());
    }
    for e in encounters {
        met.union(e.white, e.black);
        let (white, black) = ((e.white, e.points), (e.black, e.games - e.points));
        for ((player, points), (other, _)) in [(white, black), (black, white)] {
            games[player] += e.games;
            half_points[player] += 2.0 * points;
            if points > 0.0 {
                scored.add_edge(player.into(), other.into(), ());
            }
        }
    }
    let labels = met.into_labeling();
    let mut numbers = vec![None; players];
    let mut groups: Vec<Group> = Vec::new();
    for player in 0..players {
        let number = *numbers[labels[player]].get_or_insert(groups.len());
        if number == groups.len() {
            groups.push(Group::default());
        }
        groups[number].members.push(player);
    }
    // Points are halves, so that twice their number is whole.
    let rank = |part: &[usize]| {
        let of = |value: &[f64]| part.iter().map(|&e| value[e]).sum::<f64>() as u64;
        (part.len(), of(&games), of(&half_points), part.first().map(|&first| Reverse(first)))
    };
    for part in kosaraju_scc(&scored) {
        let mut part: Vec<usize> = part.into_iter().map(NodeIndex::index).collect();
        part.sort_unstable();
        let core = numbers[labels[part[0]]].map(|number: usize| &mut groups[number].core);
        if let Some(core) = core.filter(|core| rank(&part) > rank(core)) {
            *core = part;
        }
    }
    groups
}

/// True if the games within cores fix White's advantage: it can neither be raised nor lowered without end,
/// with the ratings following it, such that every point scored becomes likelier.
///
/// Raising it by 1 and moving the ratings by d does so if `d(loser) <= d(scorer) + 1` wherever
/// White scored and `- 1` wherever Black did. There is such a d unless a cycle of these has a
/// negative sum; for lowering it is a positive one.
pub(super) fn fixes_advantage(players: usize, encounters: &[Encounter]) -> bool {
    let scored = encounters.iter().flat_map(|e| {
        let white = (e.points > 0.0).then_some((e.white, e.black, 1.0));
        let black = (e.points < e.games).then_some((e.black, e.white, -1.0));
        white.into_iter().chain(black)
    });
    let scored: Vec<(usize, usize, f64)> = scored.collect();
    let known: HashSet<(usize, usize, bool)> =
        scored.iter().map(|&(from, to, sign)| (from, to, sign > 0.0)).collect();
    [1.0, -1.0].into_iter().all(|raised| {
        // Two who both scored with this colour are such a cycle, and spare the search in long lists.
        let is_cycle = |&(from, to, sign): &(usize, usize, f64)| {
            sign == -raised && known.contains(&(to, from, sign > 0.0))
        };
        // From a start that is a step of 0 away from all.
        let steps = scored.iter().map(|&(from, to, sign)| (from, to, raised * sign));
        let starts = (0..players).map(|player| (players, player, 0.0));
        scored.iter().any(is_cycle) || {
            let graph = DiGraph::<(), f64, usize>::from_edges(steps.chain(starts));
            bellman_ford(&graph, players.into()).is_err()
        }
    })
}
