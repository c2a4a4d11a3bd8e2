//! A list of ratings, for people and for programs.

mod table;

use match_stats::{Interval, Ratings};
use serde::Serialize;

use super::numbers::GivenElo;
use super::verdicts::{RatingFit, Verdicts};
use crate::numbers::{Elo, WhiteAdvantage};
use crate::pgn_results::Collected;

/// The content of a list beside the ratings.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Listing {
    /// Games that could not be counted.
    pub skipped: u64,
    /// Repeated games.
    pub repeated: u64,
    /// True if it has the probabilities that one player is stronger than another.
    pub los: bool,
    /// The anchors of the ratings.
    pub anchors: Vec<GivenElo>,
    /// White's advantage in Elo, if it was given for the ratings.
    pub white_advantage: Option<f64>,
}

/// Ratings of players, the strongest first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RatingList {
    /// The players that are shown.
    pub players: Vec<RatedPlayer>,
    /// The players whose ratings are given.
    pub anchors: Vec<GivenElo>,
    /// Games counted, of all players.
    pub games: u64,
    /// Pairs among them.
    pub pairs: u64,
    /// Games that could not be counted.
    pub skipped: u64,
    /// Games with the same players, moves and result as an earlier one; they are counted.
    pub repeated: u64,
    /// White's advantage in Elo; `None` if it was given or cannot be estimated.
    #[serde(flatten, with = "WhiteAdvantage")]
    pub white_advantage: Interval<Option<f64>>,
    /// True if White's advantage cannot be estimated from the games and is assumed to be 0; see
    /// [`match_stats::ratings`].
    pub white_advantage_untold: bool,
    /// Share of draws between equals, White's advantage taken off, 0 to 1.
    pub draw_rate_at_equal_strength: Option<f64>,
    /// The number of unconnected pools of players: 1 if all can be compared.
    pub pools: usize,
    /// The fit of one rating per player to the results of all; `None` if there are too few pairings for a test.
    pub rating_fit: Option<RatingFit>,
    /// The number of comparisons behind the groups.
    #[serde(skip)]
    differences: usize,
    /// The parts left out, and how to get them.
    #[serde(skip)]
    left_out: Option<LeftOut>,
}

/// Limits beyond which a list takes too long.
#[derive(Debug, Clone, Copy, PartialEq)]
enum LeftOut {
    /// There are too many players for intervals.
    Intervals,
    /// There are too many players for groups and probabilities.
    Comparisons,
}

/// A player.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RatedPlayer {
    /// The name.
    pub name: String,
    /// Games played.
    pub games: u64,
    /// A win is 1, a draw one half.
    pub points: f64,
    /// Rating, in Elo; without intervals both ends are `None`.
    #[serde(flatten, with = "Elo")]
    pub elo: Interval<Option<f64>>,
    /// True if the results alone give no finite rating; see [`match_stats::ratings`].
    pub rating_from_prior: bool,
    /// Its groups among the players shown, a letter each: players that share one are not significantly different (see
    /// [`match_stats::differences::field_groups`]). `None` if there are not letters enough, or too
    /// many players for their differences.
    pub groups: Option<String>,
    /// The pool, from 1; ratings of different pools cannot be compared.
    pub pool: usize,
    /// Probability of being stronger than each of the players shown, in their order; only on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub los: Option<Vec<Option<f64>>>,
}

impl RatingList {
    /// The list of the players for whom `shown` (of index and number of games) is true.
    pub fn new(
        collected: &Collected,
        ratings: &Ratings,
        listing: Listing,
        shown: impl Fn(usize, u64) -> bool,
    ) -> Self {
        let (games, half_points) = counted(collected);
        let mut order: Vec<usize> = (0..collected.players.len()).collect();
        order.retain(|&player| shown(player, games[player]));
        let rating = |player: usize| &ratings.players[player];
        order.sort_by(|&a, &b| {
            let by_elo = rating(b).elo.value.total_cmp(&rating(a).elo.value);
            rating(a).group.cmp(&rating(b).group).then(by_elo)
        });
        let estimated = ratings.white_advantage.map(|w| w.value);
        let white = listing.white_advantage.or(estimated).unwrap_or(0.0);
        let verdicts = Verdicts::new(ratings, order.clone(), &collected.meetings, white);
        let name = |player: usize| collected.players[player].as_str();
        let los = (listing.los && !verdicts.too_many).then(|| verdicts.los(&order));
        let left_out = if ratings.has_intervals() {
            verdicts.too_many.then_some(LeftOut::Comparisons)
        } else {
            Some(LeftOut::Intervals)
        };
        let listed = |(place, &player): (usize, &usize)| RatedPlayer {
            name: collected.players[player].clone(),
            games: games[player],
            points: half_points[player] as f64 / 2.0,
            elo: known(rating(player).elo),
            rating_from_prior: rating(player).prior,
            groups: verdicts.groups_of(player),
            pool: rating(player).group + 1,
            los: los.as_ref().map(|rows| rows[place].clone()),
        };
        Self {
            players: order.iter().enumerate().map(listed).collect(),
            anchors: listing.anchors,
            games: games.iter().sum::<u64>() / 2,
            pairs: collected.meetings.iter().map(|m| m.penta().pairs()).sum(),
            skipped: listing.skipped,
            repeated: listing.repeated,
            white_advantage: ratings.white_advantage.map_or(Interval::UNKNOWN, known),
            white_advantage_untold: ratings.advantage_confounded,
            draw_rate_at_equal_strength: ratings.draw_rate,
            pools: ratings.groups.len(),
            rating_fit: verdicts.rating_fit(name),
            differences: verdicts.differences.len(),
            left_out,
        }
    }
}

fn known(elo: Interval) -> Interval<Option<f64>> {
    elo.map(|elo| Some(elo).filter(|elo| elo.is_finite()))
}

fn counted(collected: &Collected) -> (Vec<u64>, Vec<u64>) {
    let mut half_points = vec![0; collected.players.len()];
    let mut games = vec![0; collected.players.len()];
    for m in &collected.meetings {
        for (colour, counts) in m.by_colour().iter().enumerate() {
            let (white, black) = if colour == 0 { (m.a, m.b) } else { (m.b, m.a) };
            let played: u64 = counts.iter().sum();
            let scored = counts[1] + 2 * counts[2];
            games[white] += played;
            games[black] += played;
            half_points[white] += scored;
            half_points[black] += 2 * played - scored;
        }
    }
    (games, half_points)
}
