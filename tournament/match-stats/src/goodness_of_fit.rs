//! Goodness of fit: Pearson's chi-squared test that one rating for each player explains the results of the pairings.
//!
//! The variance of a pairing's points is p(1 - p) of each game, times one factor for all pairs (quasi-likelihood): draws and
//! what two games from one opening share make it small, and twenty pairs are too few to estimate a pairing's own. As the
//! factor is estimated, p comes from the F distribution. Players whose rating needed a prior are left out, with their games.

use std::collections::BTreeSet;

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, FisherSnedecor};

use super::elo::score_from_elo;
use super::{Meeting, Ratings};

/// The p-value below which a fit fails.
const FAILS_AT: f64 = 0.01;

/// The goodness of fit of ratings, with players by their indices or by names.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct GoodnessOfFit<P = usize> {
    /// The sum of squared distances, in variances; about as large as the degrees of freedom if one
    /// rating for each player is enough.
    pub chi_squared: f64,
    /// Pairings less ratings that were fitted.
    pub degrees_of_freedom: usize,
    /// The probability, 0 to 1, of so bad a fit if one rating for each player is enough.
    pub p: f64,
    /// True if one rating for each player does not explain the results.
    pub fails: bool,
    /// The first player of the pairing that is farthest from what ratings predict, in standard deviations.
    pub worst_a: P,
    /// The opponent.
    pub worst_b: P,
    /// Points per game of the first, 0 to 1.
    pub worst_score: f64,
    /// Points per game that the ratings predict, 0 to 1.
    pub worst_expected: f64,
}

/// Points per game, 0 to 1, that `m.a` is expected to score in the games of a meeting, by the ratings
/// and White's advantage in Elo; `None` without games, or if the two cannot be compared.
pub fn expected_score(ratings: &Ratings, m: &Meeting, white_advantage: f64) -> Option<f64> {
    let (a, b) = (&ratings.players[m.a], &ratings.players[m.b]);
    let points = Points::new(ratings, m, white_advantage);
    (a.group == b.group && points.games > 0.0).then(|| points.expected / points.games)
}

/// The fit of ratings to the meetings that they come from, one meeting for each two players, with White's advantage in
/// Elo. `None` if the pairings are no more than the ratings, or no pairing has results that vary.
pub fn goodness_of_fit(ratings: &Ratings, meetings: &[Meeting], white_advantage: f64) -> Option<GoodnessOfFit> {
    let is_finite = |m: &&Meeting| {
        let (a, b) = (&ratings.players[m.a], &ratings.players[m.b]);
        !a.prior && !b.prior && a.group == b.group
    };
    let points = |m: &Meeting| Points::new(ratings, m, white_advantage);
    let all = meetings.iter().filter(is_finite).map(points).filter(|p| p.games > 0.0);
    let all: Vec<Points> = all.collect();
    let players: BTreeSet<usize> = all.iter().flat_map(|p| [p.a, p.b]).collect();
    let groups: BTreeSet<usize> = players.iter().map(|&e| ratings.players[e].group).collect();
    let ratings_fitted = players.len() - groups.len();
    let degrees_of_freedom = all.len().checked_sub(ratings_fitted).filter(|&df| df > 0)?;
    let factors = [0, 1].map(|kind| factor(&all, kind));
    let within: f64 = all.iter().flat_map(|p| &p.clusters).map(ClusterTotals::freedom).sum();
    let term = |p: &Points| {
        let variances = factors.iter().zip(&p.clusters).map(|(factor, c)| factor * c.variance);
        (p.scored - p.expected).powi(2) / variances.sum::<f64>()
    };
    let worst = all.iter().max_by(|a, b| term(a).total_cmp(&term(b)))?;
    let chi_squared: f64 = all.iter().map(term).sum();
    // Without any variance, distances have no scale.
    if !chi_squared.is_finite() {
        return None;
    }
    let f = FisherSnedecor::new(degrees_of_freedom as f64, within).ok()?;
    let p = f.sf(chi_squared / degrees_of_freedom as f64);
    Some(GoodnessOfFit {
        chi_squared,
        degrees_of_freedom,
        p,
        fails: p < FAILS_AT,
        worst_a: worst.a,
        worst_b: worst.b,
        worst_score: worst.scored / worst.games,
        worst_expected: worst.expected / worst.games,
    })
}

/// The variance of clusters within pairings over that of games without draws that do not depend on
/// each other; 1 if no pairing has two clusters of the kind.
fn factor(all: &[Points], kind: usize) -> f64 {
    let several = || all.iter().map(|p| &p.clusters[kind]).filter(|c| c.count > 1.0);
    let seen: f64 = several().map(|c| c.squares).sum();
    let expected: f64 = several().map(|c| c.variance * c.freedom() / c.count).sum();
    if expected > 0.0 { seen / expected } else { 1.0 }
}

/// Pairs of a meeting, or its games without partners.
struct ClusterTotals {
    count: f64,
    /// The points expected, and those scored beyond them.
    expected: f64,
    surplus: f64,
    /// The variance of their points if games are independent and never drawn.
    variance: f64,
    /// Squared distances of their points, less what is expected, from the mean.
    squares: f64,
}

impl ClusterTotals {
    /// By the number of each kind, its points and those expected, and the variance of each.
    fn new(kinds: &[(u64, f64, f64, f64)]) -> Self {
        let sum = |of: &dyn Fn(f64, f64, f64) -> f64| -> f64 {
            let of = |&(count, points, expected, variance): &(u64, f64, f64, f64)| {
                count as f64 * of(points, expected, variance)
            };
            kinds.iter().map(of).sum()
        };
        let count = sum(&|_, _, _| 1.0);
        let surplus = sum(&|points, expected, _| points - expected);
        let mean = surplus / count.max(1.0);
        Self {
            count,
            expected: sum(&|_, expected, _| expected),
            surplus,
            variance: sum(&|_, _, variance| variance),
            squares: sum(&|points, expected, _| (points - expected - mean).powi(2)),
        }
    }

    fn freedom(&self) -> f64 {
        (self.count - 1.0).max(0.0)
    }
}

/// The points of a meeting's first player, scored and expected.
struct Points {
    a: usize,
    b: usize,
    games: f64,
    scored: f64,
    expected: f64,
    /// Pairs, and games without partners.
    clusters: [ClusterTotals; 2],
}

impl Points {
    fn new(ratings: &Ratings, m: &Meeting, white_advantage: f64) -> Self {
        let difference = ratings.players[m.a].elo.value - ratings.players[m.b].elo.value;
        // Of the first player: with White, and with Black.
        let expected = [white_advantage, -white_advantage].map(|w| score_from_elo(difference + w));
        let variance = expected.map(|p| p * (1.0 - p));
        let pair = |(count, points)| (count, points, expected.iter().sum(), variance.iter().sum());
        let penta = m.penta().0.into_iter().zip([0.0, 0.5, 1.0, 1.5, 2.0]).map(pair);
        let single = |colour: usize| move |(count, points)| (count, points, expected[colour], variance[colour]);
        let [white, black] = m.singles;
        let white = white.into_iter().zip([0.0, 0.5, 1.0]).map(single(0));
        let black = black.into_iter().zip([1.0, 0.5, 0.0]).map(single(1));
        let pairs = ClusterTotals::new(&Vec::from_iter(penta));
        let singles = ClusterTotals::new(&Vec::from_iter(white.chain(black)));
        let (games, expected) = (2.0 * pairs.count + singles.count, pairs.expected + singles.expected);
        let scored = expected + pairs.surplus + singles.surplus;
        Self { a: m.a, b: m.b, games, scored, expected, clusters: [pairs, singles] }
    }
}
