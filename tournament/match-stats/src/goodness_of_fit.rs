//! Goodness of fit: a test that one rating for each player explains the results of the pairings.
//!
//! Pearson's chi-squared of the pairings' points: the squared distance from what the ratings predict,
//! over its variance. The variance is that of pairs of games: it is p(1 - p) of each game, times one
//! factor for all pairs, their variance within pairings over that of single games without draws
//! (quasi-likelihood; Wedderburn 1974, McCullagh and Nelder 1989). Draws and what two games from
//! one opening share make this factor small. It is pooled because twenty pairs are too few to estimate
//! a pairing's own variance, least of all in one that was won almost always. With such variances the
//! ratings of maximum likelihood are also those of least chi-squared, so that each rating takes one
//! degree of freedom. As the factor is estimated, p comes from the F distribution.
//!
//! Players whose rating needed a prior are left out, with their games.

use std::collections::BTreeSet;

use statrs::distribution::{ContinuousCDF, FisherSnedecor};

use super::elo::score_from_elo;
use super::{Meeting, Ratings};

/// The p-value below which a fit fails.
const FAILS_AT: f64 = 0.01;

/// The goodness of fit of ratings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GoodnessOfFit {
    /// The sum of squared distances, in variances; about as large as the degrees of freedom if one
    /// rating for each player is enough.
    pub chi_squared: f64,
    /// Pairings less ratings that were fitted.
    pub degrees_of_freedom: usize,
    /// The probability, 0 to 1, of so bad a fit if one rating for each player is enough.
    pub p: f64,
    /// The pairing that is farthest from what ratings predict, in standard deviations.
    pub worst: Misfit,
}

/// A player's score against another, and the prediction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Misfit {
    /// The player.
    pub a: usize,
    /// The opponent.
    pub b: usize,
    /// Points per game of `a`, 0 to 1.
    pub score: f64,
    /// Points per game that the ratings predict, 0 to 1.
    pub expected: f64,
}

impl GoodnessOfFit {
    /// True if one rating for each player does not explain the results.
    #[must_use]
    pub fn fails(&self) -> bool {
        self.p < FAILS_AT
    }
}

/// Points per game, 0 to 1, that `m.a` is expected to score in the games of a meeting, by the ratings
/// and White's advantage in Elo; `None` without games, or if the two cannot be compared.
#[must_use]
pub fn expected_score(ratings: &Ratings, m: &Meeting, white_advantage: f64) -> Option<f64> {
    let (a, b) = (&ratings.players[m.a], &ratings.players[m.b]);
    let points = Points::new(ratings, m, white_advantage);
    (a.group == b.group && points.games > 0.0).then(|| points.expected / points.games)
}

/// The fit of ratings to the meetings that they come from, one meeting for each two players, with
/// White's advantage in Elo. `None` if the pairings are no more than the ratings, or no pairing has
/// results that vary.
#[must_use]
pub fn goodness_of_fit(
    ratings: &Ratings,
    meetings: &[Meeting],
    white_advantage: f64,
) -> Option<GoodnessOfFit> {
    let is_finite = |m: &&Meeting| {
        let (a, b) = (&ratings.players[m.a], &ratings.players[m.b]);
        !a.prior && !b.prior && a.group == b.group
    };
    let points = |m: &Meeting| Points::new(ratings, m, white_advantage);
    let all: Vec<Points> = meetings.iter().filter(is_finite).map(points).collect();
    let all: Vec<Points> = all.into_iter().filter(|p| p.games > 0.0).collect();
    let players: BTreeSet<usize> = all.iter().flat_map(|p| [p.a, p.b]).collect();
    let groups: BTreeSet<usize> = players.iter().map(|&e| ratings.players[e].group).collect();
    let ratings_fitted = players.len() - groups.len();
    let degrees_of_freedom = all.len().checked_sub(ratings_fitted).filter(|&df| df > 0)?;
    let (pairs, singles) = (factor(&all, |p| p.pairs), factor(&all, |p| p.singles));
    let within: f64 =
        all.iter().flat_map(|p| [p.pairs, p.singles]).map(ClusterTotals::freedom).sum();
    let term = |p: &Points| {
        let variance = pairs * p.pairs.variance + singles * p.singles.variance;
        (p.scored - p.expected).powi(2) / variance
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
        worst: Misfit {
            a: worst.a,
            b: worst.b,
            score: worst.scored / worst.games,
            expected: worst.expected / worst.games,
        },
    })
}

/// The variance of clusters within pairings over that of games without draws that do not depend on
/// each other; 1 if no pairing has two clusters of the kind.
fn factor(all: &[Points], kind: impl Fn(&Points) -> ClusterTotals) -> f64 {
    let kinds = || all.iter().map(&kind).filter(|c| c.count > 1.0);
    let seen: f64 = kinds().map(|c| c.squares).sum();
    let expected: f64 = kinds().map(|c| c.variance * c.freedom() / c.count).sum();
    if expected > 0.0 { seen / expected } else { 1.0 }
}

/// Pairs of a meeting, or its games without partners.
#[derive(Clone, Copy, Default)]
struct ClusterTotals {
    count: f64,
    /// The variance of their points if games are independent and never drawn.
    variance: f64,
    /// Squared distances of their points, less what is expected, from the mean.
    squares: f64,
}

impl ClusterTotals {
    fn freedom(self) -> f64 {
        (self.count - 1.0).max(0.0)
    }

    /// The squared distances of residuals, with their counts, from the mean.
    fn squares_of(residuals: &[(f64, f64)]) -> f64 {
        let count: f64 = residuals.iter().map(|(count, _)| count).sum();
        let sum: f64 = residuals.iter().map(|(count, x)| count * x).sum();
        let squares =
            |mean: f64| residuals.iter().map(move |(count, x)| count * (x - mean).powi(2));
        if count > 0.0 { squares(sum / count).sum() } else { 0.0 }
    }
}

/// The points of a meeting's first player, scored and expected.
struct Points {
    a: usize,
    b: usize,
    games: f64,
    scored: f64,
    expected: f64,
    pairs: ClusterTotals,
    singles: ClusterTotals,
}

impl Points {
    fn new(ratings: &Ratings, m: &Meeting, white_advantage: f64) -> Self {
        let difference = ratings.players[m.a].elo.value - ratings.players[m.b].elo.value;
        // Of the first player: with White, and with Black.
        let expected = [white_advantage, -white_advantage].map(|w| score_from_elo(difference + w));
        let variance = expected.map(|p| p * (1.0 - p));
        let of_pair: f64 = expected.iter().sum();
        let penta = m.penta().0.map(|count| count as f64);
        let pairs: f64 = penta.iter().sum();
        let residuals = penta.iter().enumerate();
        let pair_residuals: Vec<_> = residuals
            .map(|(half_points, &count)| (count, half_points as f64 / 2.0 - of_pair))
            .collect();
        let single = |colour: usize, white: usize| {
            let points = if colour == 0 { white } else { 2 - white };
            let count = m.singles[colour][white] as f64;
            (count, points as f64 / 2.0 - expected[colour])
        };
        let single_residuals: Vec<_> = (0..2)
            .flat_map(|colour| (0..3).map(move |white| (colour, white)))
            .map(|(colour, white)| single(colour, white))
            .collect();
        let single_games = m.singles.map(|games| games.iter().sum::<u64>() as f64);
        let per_colour = |values: [f64; 2]| -> f64 {
            single_games.iter().zip(values).map(|(games, x)| games * x).sum()
        };
        let surplus = pair_residuals.iter().chain(&single_residuals);
        let surplus: f64 = surplus.map(|(count, x)| count * x).sum();
        let expected_points = pairs * of_pair + per_colour(expected);
        Self {
            a: m.a,
            b: m.b,
            games: 2.0 * pairs + per_colour([1.0; 2]),
            scored: expected_points + surplus,
            expected: expected_points,
            pairs: ClusterTotals {
                count: pairs,
                variance: pairs * variance.iter().sum::<f64>(),
                squares: ClusterTotals::squares_of(&pair_residuals),
            },
            singles: ClusterTotals {
                count: per_colour([1.0; 2]),
                variance: per_colour(variance),
                squares: ClusterTotals::squares_of(&single_residuals),
            },
        }
    }
}
