//! Significant differences among players, all pairs judged together.
//!
//! Each difference of two ratings has a two-sided p-value, twice the smaller of the two players'
//! likelihoods of superiority, so that verdicts and LOS never contradict each other. Many verdicts
//! read at once need a correction: Holm's (1979), because it needs no assumption on how ratings depend
//! on each other. Tukey's studentised range assumes equal variances of independent
//! means; ratings, which come from the same games and from unequal numbers of them, have neither.

use super::corrections::holm;
use super::{Interval, Ratings};

/// The probability that any of the verdicts on a field is wrong (the family-wise error rate), if
/// all players in it are equal.
pub const FAMILY_WISE_ERROR: f64 = 0.05;

/// Two players.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// The one that is higher in the order of the field.
    pub a: usize,
    /// The other.
    pub b: usize,
    /// Elo of `a` above `b`, with the interval of this difference alone.
    pub elo: Interval,
    /// Probability, 0 to 1, that `a` is the stronger one.
    pub los: f64,
    /// Probability, 0 to 1, that `b` is.
    pub los_of_b: f64,
    /// The two-sided p-value, 0 to 1, adjusted for the number of differences in the field.
    pub p_adjusted: f64,
}

impl Difference {
    /// The two-sided p-value of this difference alone, 0 to 1.
    #[must_use]
    pub fn p(&self) -> f64 {
        (2.0 * self.los.min(self.los_of_b)).min(1.0)
    }

    /// True if the two differ significantly.
    #[must_use]
    pub fn is_significant(&self) -> bool {
        self.p_adjusted <= FAMILY_WISE_ERROR
    }
}

/// All differences between the players of `field`, in that order; players that have not met, not
/// even by way of others, have none. `None` if there are no intervals, or the players and their games are
/// too many: 10^10 terms, as of 450 players of a list of 100,000 meetings, take some ten seconds.
#[must_use]
pub fn differences(ratings: &Ratings, field: &[usize]) -> Option<Vec<Difference>> {
    if !ratings.can_compare(field.len()) {
        return None;
    }
    let places = 0..field.len();
    let pairs = places.flat_map(|place| (place + 1..field.len()).map(move |other| (place, other)));
    let pairs = pairs.map(|(a, b)| (field[a], field[b]));
    let pairs: Vec<(usize, usize)> = pairs.filter(|&(a, b)| ratings.are_comparable(a, b)).collect();
    let mut found = ratings.differences_of(&pairs)?;
    let adjusted = holm(&found.iter().map(Difference::p).collect::<Vec<_>>());
    for (difference, p) in found.iter_mut().zip(adjusted) {
        difference.p_adjusted = p;
    }
    Some(found)
}

/// The groups of the players of `field`, a letter each, in that order: those who share one do not differ significantly
/// in `differences`, which are those of the same field (a compact letter display; Piepho 2004). Players who have not
/// met, not even by way of others, share one. `None` if there are more groups than letters.
#[must_use]
pub fn field_groups(field: &[usize], differences: &[Difference]) -> Option<Vec<String>> {
    let mut places = vec![0; field.iter().max().map_or(0, |most| most + 1)];
    for (place, &player) in field.iter().enumerate() {
        places[player] = place;
    }
    // Players that cannot be compared do not differ significantly.
    let mut differ = vec![vec![false; field.len()]; field.len()];
    for d in differences {
        let (a, b) = (places[d.a], places[d.b]);
        (differ[a][b], differ[b][a]) = (d.is_significant(), d.is_significant());
    }
    group_display(field.len(), |a, b| differ[a][b])
}

/// The letters, one for each group; they limit the number of groups.
const ALPHABET: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The compact letter display: significant differences, shown by a letter or two for each player. Every letter is a largest
/// group of players no two of whom differ; two players share a letter if and only if they do not differ. The groups are found
/// by inserting and absorbing (Piepho 2004, "An algorithm for a letter-based representation of all-pairwise comparisons"),
/// here a player at a time. His last step, sweeping, which would remove redundant letters, is left out: so a letter is always
/// a whole group.
///
/// The groups, as letters, of players 0 to `players` - 1, which are given from the strongest to the weakest;
/// `differ` is true for two that differ. `None` if there are more groups than letters.
fn group_display(players: usize, differ: impl Fn(usize, usize) -> bool) -> Option<Vec<String>> {
    let mut groups: Vec<Vec<usize>> = vec![Vec::new()];
    for player in 0..players {
        groups = inserted(&groups, player, &differ);
        // One more player never leaves fewer groups, so the check is never too early.
        if groups.len() > ALPHABET.len() {
            return None;
        }
    }
    groups.sort();
    let mut letters = vec![String::new(); players];
    for (group, letter) in groups.iter().zip(ALPHABET.chars()) {
        for &player in group {
            letters[player].push(letter);
        }
    }
    Some(letters)
}

/// The largest groups with one player more: each old group as it is, and with the new player in place of
/// those that differ from it, without groups that lie within another.
fn inserted(
    groups: &[Vec<usize>],
    player: usize,
    differ: &impl Fn(usize, usize) -> bool,
) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    for group in groups {
        let alike = group.iter().filter(|&&other| !differ(other, player));
        let with: Vec<usize> = alike.copied().chain([player]).collect();
        if with.len() <= group.len() {
            found.push(group.clone());
        }
        found.push(with);
    }
    found.sort();
    found.dedup();
    let within = |inner: &[usize], outer: &[usize]| {
        inner.len() < outer.len() && inner.iter().all(|e| outer.binary_search(e).is_ok())
    };
    let is_whole = |group: &&Vec<usize>| !found.iter().any(|other| within(group, other));
    found.iter().filter(is_whole).cloned().collect()
}
