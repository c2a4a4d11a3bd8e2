//! The input of ratings, the results of two players against each other by colour and ratings that are given, and what the games
//! determine: groups of comparable players, and whether White's advantage.

use std::cmp::Reverse;
use std::collections::HashSet;

use petgraph::algo::{bellman_ford, kosaraju_scc};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::unionfind::UnionFind;

use crate::Pentanomial;

/// The games of two players. A million games of a hundred players are at most 4950 of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meeting {
    /// The first player.
    pub a: usize,
    /// The second player.
    pub b: usize,
    /// Pairs of games, by White's half points (0, 1, 2) in the game in which the first player is
    /// White, then by White's half points in the other.
    pub pairs: [[u64; 3]; 3],
    /// Games that belong to no pair, by White's half points: those in which the first player is White, then the others.
    pub singles: [[u64; 3]; 2],
}

impl Meeting {
    /// Two players that have not met yet.
    ///
    /// # Panics
    /// If they are the same.
    pub fn new(a: usize, b: usize) -> Self {
        assert_ne!(a, b, "no player meets himself");
        Self { a, b, pairs: [[0; 3]; 3], singles: [[0; 3]; 2] }
    }

    /// Counts a pair by White's half points in the game in which the first player is White, and in the other.
    pub fn add_pair(&mut self, a_white: u8, b_white: u8) {
        self.pairs[usize::from(a_white.min(2))][usize::from(b_white.min(2))] += 1;
    }

    /// Counts a game without a partner by White's half points.
    pub fn add_single(&mut self, a_is_white: bool, white: u8) {
        self.singles[usize::from(!a_is_white)][usize::from(white.min(2))] += 1;
    }

    /// White's half points in the two games of a pair, and the number of such pairs.
    pub(crate) fn kinds_of_pairs(&self) -> impl Iterator<Item = ([usize; 2], u64)> {
        (0..9).map(|cell| ([cell / 3, cell % 3], self.pairs[cell / 3][cell % 3]))
    }

    /// The pairs from the first player's side, without colours.
    pub fn penta(&self) -> Pentanomial {
        let mut penta = Pentanomial::default();
        for ([a_white, b_white], count) in self.kinds_of_pairs() {
            penta.0[a_white + 2 - b_white] += count;
        }
        penta
    }

    /// All games by White's half points: those in which the first player is White, then the others.
    pub fn by_colour(&self) -> [[u64; 3]; 2] {
        let mut games = self.singles;
        for ([a_white, b_white], count) in self.kinds_of_pairs() {
            games[0][a_white] += count;
            games[1][b_white] += count;
        }
        games
    }
}

/// The games of two players in which the same one is White.
#[derive(Debug)]
pub(super) struct Encounter {
    pub(super) white: usize,
    pub(super) black: usize,
    pub(super) games: f64,
    pub(super) points: f64,
    pub(super) draws: f64,
}

impl Encounter {
    /// The encounters of all meetings, both colours of each.
    pub(super) fn all(meetings: &[Meeting]) -> Vec<Self> {
        let both = meetings.iter().flat_map(|m| {
            let [first, second] = m.by_colour();
            [(m.a, m.b, first), (m.b, m.a, second)]
        });
        let encounter = |(white, black, [losses, draws, wins]): (usize, usize, [u64; 3])| Self {
            white,
            black,
            games: (losses + draws + wins) as f64,
            points: wins as f64 + draws as f64 / 2.0,
            draws: draws as f64,
        };
        both.map(encounter).filter(|e| e.games > 0.0).collect()
    }

    /// White, Black and the advantage, which is the last of the parameters, with their signs in the
    /// difference that the expected points depend on.
    pub(super) fn form(&self, parameters: usize) -> [(usize, f64); 3] {
        [(self.white, 1.0), (self.black, -1.0), (parameters - 1, 1.0)]
    }
}

/// A player whose rating is given.
///
/// Of several, none twice, the mean of their ratings is the mean of what is given: their differences come from the results
/// alone, so an anchor that is off shows. In both means each weighs by the inverse of its error's square, or all that are
/// certain weigh the same and the others nothing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Anchor {
    /// The player.
    pub player: usize,
    /// The rating, in Elo.
    pub elo: f64,
    /// Half of the rating's 95 % interval, as rating lists print it, in Elo; 0 if certain.
    pub error: f64,
}

/// Each of these anchors and its weight, which sum to 1; the mean of the given ratings; and half of the 95 % interval of that
/// mean, if their errors are independent. Without anchors the latter two are 0.
pub(super) fn mean_of(anchors: &[Anchor]) -> (Vec<(usize, f64)>, f64, f64) {
    let is_certain = anchors.iter().any(|anchor| anchor.error <= 0.0);
    let precision = |anchor: &Anchor| match anchor.error {
        error if is_certain => f64::from(u8::from(error <= 0.0)),
        error => error.powi(-2),
    };
    let sum: f64 = anchors.iter().map(precision).sum();
    let weight = |anchor: &Anchor| (anchor.player, precision(anchor) / sum);
    let given = anchors.iter().map(|anchor| weight(anchor).1 * anchor.elo).sum();
    let error = if is_certain || anchors.is_empty() { 0.0 } else { sum.sqrt().recip() };
    (anchors.iter().map(weight).collect(), given, error)
}

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
/// Raising it by 1 and moving the ratings by d does so if `d(loser) <= d(scorer) + 1` wherever White scored and `- 1`
/// wherever Black did. There is such a d unless a cycle of these has a negative sum; for lowering it is a positive one.
pub(super) fn fixes_advantage(players: usize, encounters: &[Encounter]) -> bool {
    let scored = encounters.iter().flat_map(|e| {
        let white = (e.points > 0.0).then_some((e.white, e.black, 1.0));
        let black = (e.points < e.games).then_some((e.black, e.white, -1.0));
        white.into_iter().chain(black)
    });
    let scored: Vec<(usize, usize, f64)> = scored.collect();
    let known: HashSet<(usize, usize, bool)> = scored.iter().map(|&(from, to, sign)| (from, to, sign > 0.0)).collect();
    if players == 0 {
        return false;
    }
    [1.0, -1.0].into_iter().all(|raised| {
        // Two who both scored with this colour are such a cycle, and spare the search in long lists.
        let is_cycle =
            |&(from, to, sign): &(usize, usize, f64)| sign == -raised && known.contains(&(to, from, sign > 0.0));
        // From a start that is a step of 0 away from all.
        let steps = scored.iter().map(|&(from, to, sign)| (from, to, raised * sign));
        let starts = (0..players).map(|player| (players, player, 0.0));
        scored.iter().any(is_cycle) || {
            let graph = DiGraph::<(), f64, usize>::from_edges(steps.chain(starts));
            bellman_ford(&graph, players.into()).is_err()
        }
    })
}
