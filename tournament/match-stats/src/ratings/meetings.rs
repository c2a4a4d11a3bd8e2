//! The input of ratings, the results of two players against each other by colour and ratings that are given, and what the games
//! determine: groups of comparable players, and whether White's advantage.

use super::super::Pentanomial;

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
    /// Games that belong to no pair, by White's half points: those in which the first player is
    /// White, then the others.
    pub singles: [[u64; 3]; 2],
}

impl Meeting {
    /// Two players that have not met yet.
    ///
    /// # Panics
    /// If they are the same.
    #[must_use]
    pub fn new(a: usize, b: usize) -> Self {
        assert_ne!(a, b, "no player meets himself");
        Self { a, b, pairs: [[0; 3]; 3], singles: [[0; 3]; 2] }
    }

    /// Counts a pair by White's half points in the game in which the first player is White, and in
    /// the other.
    pub fn add_pair(&mut self, a_white: u8, b_white: u8) {
        self.pairs[usize::from(a_white.min(2))][usize::from(b_white.min(2))] += 1;
    }

    /// Counts a game without a partner by White's half points.
    pub fn add_single(&mut self, a_is_white: bool, white: u8) {
        self.singles[usize::from(!a_is_white)][usize::from(white.min(2))] += 1;
    }

    /// The pairs from the first player's side, without colours.
    #[must_use]
    pub fn penta(&self) -> Pentanomial {
        let mut penta = Pentanomial::default();
        for (a_white, row) in self.pairs.iter().enumerate() {
            for (b_white, count) in row.iter().enumerate() {
                penta.0[a_white + 2 - b_white] += count;
            }
        }
        penta
    }

    /// All games by White's half points: those in which the first player is White, then the
    /// others.
    #[must_use]
    pub fn by_colour(&self) -> [[u64; 3]; 2] {
        let mut games = self.singles;
        for (a_white, row) in self.pairs.iter().enumerate() {
            for (b_white, count) in row.iter().enumerate() {
                games[0][a_white] += count;
                games[1][b_white] += count;
            }
        }
        games
    }
}

/// The games of two players in which the same one is White.
#[derive(Debug, Clone, Copy, PartialEq)]
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

    pub(super) fn white_scored(&self) -> bool {
        self.points > 0.0
    }

    pub(super) fn black_scored(&self) -> bool {
        self.points < self.games
    }
}

/// A player whose rating is given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Anchor {
    /// The player.
    pub player: usize,
    /// The rating, in Elo.
    pub elo: f64,
    /// Half of the rating's 95 % interval, as rating lists print it, in Elo; 0 if certain.
    pub error: f64,
}

impl Anchor {
    /// A player whose rating is certain.
    #[must_use]
    pub fn certain(player: usize, elo: f64) -> Self {
        Self { player, elo, error: 0.0 }
    }
}

/// Players whose ratings are given, none twice. Of several, the mean of their ratings is the mean of what is
/// given: their differences come from the results alone, so an anchor that is off shows. In both means each weighs by
/// the inverse of its error's square, or all that are certain weigh the same and the others nothing.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Anchors(pub Vec<Anchor>);

impl From<Option<Anchor>> for Anchors {
    fn from(anchor: Option<Anchor>) -> Self {
        Self(anchor.into_iter().collect())
    }
}

impl Anchors {
    /// The anchors among these players, which are in rising order.
    pub(super) fn within(&self, players: &[usize]) -> Self {
        let is_own = |anchor: &&Anchor| players.binary_search(&anchor.player).is_ok();
        Self(self.0.iter().filter(is_own).copied().collect())
    }

    /// Each player and its weight; the weights sum to 1, if there are anchors.
    pub(super) fn weights(&self) -> Vec<(usize, f64)> {
        let precisions = self.precisions();
        let sum: f64 = precisions.iter().sum();
        let weights = self.0.iter().zip(precisions);
        weights.map(|(anchor, p)| (anchor.player, p / sum)).collect()
    }

    /// The mean of the given ratings; 0 without anchors.
    pub(super) fn elo(&self) -> f64 {
        let weights = self.0.iter().zip(self.weights());
        weights.map(|(anchor, (_, weight))| weight * anchor.elo).sum()
    }

    /// Half of the 95 % interval of that mean, if their errors are independent.
    pub(super) fn error(&self) -> f64 {
        if self.is_certain() { 0.0 } else { self.precisions().iter().sum::<f64>().sqrt().recip() }
    }

    fn is_certain(&self) -> bool {
        self.0.is_empty() || self.0.iter().any(|anchor| anchor.error <= 0.0)
    }

    fn precisions(&self) -> Vec<f64> {
        let is_certain = self.is_certain();
        let precision = |anchor: &Anchor| {
            if is_certain {
                f64::from(u8::from(anchor.error <= 0.0))
            } else {
                anchor.error.powi(-2)
            }
        };
        self.0.iter().map(precision).collect()
    }
}

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
