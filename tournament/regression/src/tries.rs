//! Several tests of the same two sides: whoever repeats a test finds something in the end.

use match_stats::stop_rule::{Bounds, pooled_elo};
use match_stats::{Interval, Pentanomial};
use report::numbers::Elo;
use serde::Serialize;

use crate::history::{Entry, Party, is_timed};

impl Party {
    /// True if both are one player: what was built anew is, and without a clock what searches the same tree.
    fn is(&self, other: &Self, is_timed: bool) -> bool {
        self.identity == other.identity
            || (!self.source.is_empty() && self.source == other.source)
            || (!is_timed && self.search.is_some() && self.search == other.search)
    }
}

impl Entry {
    /// The pairs of another comparison of the same two sides, from the new side of this one; `None` if it is of others.
    fn pairs_of(&self, other: &Self) -> Option<Pentanomial> {
        let is_timed = is_timed(&self.limits) || is_timed(&other.limits);
        // Builds of one source that are compared with each other are not one player.
        let by_source = !self.new.is(&self.old, is_timed);
        let is = |one: &Party, two: &Party| one.identity == two.identity || by_source && one.is(two, is_timed);
        let pairs = Pentanomial(other.penta);
        if is(&self.new, &other.new) && is(&self.old, &other.old) {
            Some(pairs)
        } else if is(&self.new, &other.old) && is(&self.old, &other.new) {
            Some(pairs.reversed())
        } else {
            None
        }
    }

    /// True if one of the two is the other one, resumed or played again with the same games.
    fn is_test_of(&self, other: &Self) -> bool {
        let both = || self.penta.iter().zip(other.penta);
        let is_part = both().all(|(&one, other)| one <= other) || both().all(|(&one, other)| one >= other);
        self.run == other.run && (self.begun == other.begun || is_part && !is_timed(&self.limits))
    }

    /// True if both are of the same games, as far as they go.
    fn shares_games(&self, other: &Self) -> bool {
        let games = |of: &Self| (of.seed, of.openings.clone(), of.limits.clone());
        if self.seed.is_some() { games(self) == games(other) } else { self.run == other.run }
    }
}

/// All tests of the same two sides, whatever their seeds, bounds and limits, of which one has been made now.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Tries {
    /// The place of this test among them, from 1.
    pub ordinal: usize,
    /// The number of tests.
    pub tests: usize,
    /// The games of all of them; those that several tests share count once.
    pub games: u64,
    /// The new side's Elo in these games.
    #[serde(flatten, with = "Elo")]
    pub elo: Interval<Option<f64>>,
    /// True if they were not all within the same limits.
    pub mixed_limits: bool,
    /// The probability, 0 to 1, with which at least one of so many tests errs where it may err most.
    pub chance: f64,
}

impl Tries {
    /// Those of `entry` in the history, which has it; `None` if nothing was played.
    pub fn of(entries: &[Entry], entry: &Entry) -> Option<Self> {
        let played = entries.iter().filter(|other| other.run.is_some());
        let tests = longest(played.filter_map(|other| Some((other, entry.pairs_of(other)?))), Entry::is_test_of);
        let ordinal = tests.iter().position(|(test, _)| test.is_test_of(entry))? + 1;
        let rate = |Bounds { alpha, beta, non_regression, .. }| if non_regression { beta } else { alpha };
        let right: f64 = tests.iter().map(|(test, _)| 1.0 - rate(test.test)).product();
        let all = sum(longest(tests.iter().copied(), Entry::shares_games).into_iter().map(|(_, pairs)| pairs));
        Some(Self {
            ordinal,
            tests: tests.len(),
            games: 2 * all.pairs(),
            elo: pooled_elo(all),
            mixed_limits: tests.iter().any(|(test, _)| test.limits != entry.limits),
            chance: 1.0 - right,
        })
    }
}

type Counted<'e> = (&'e Entry, Pentanomial);

/// The longest of those that are the same, at the place of the first.
fn longest<'e>(all: impl Iterator<Item = Counted<'e>>, same: fn(&Entry, &Entry) -> bool) -> Vec<Counted<'e>> {
    let mut found: Vec<Counted<'e>> = Vec::new();
    for new in all {
        match found.iter_mut().find(|known| same(known.0, new.0)) {
            Some(known) if known.0.games <= new.0.games => *known = new,
            Some(_) => {}
            None => found.push(new),
        }
    }
    found
}

fn sum(all: impl Iterator<Item = Pentanomial>) -> Pentanomial {
    Pentanomial(all.fold([0; 5], |sum, pairs| std::array::from_fn(|points| sum[points] + pairs.0[points])))
}

/// All pairs that the versions of an engine have played within these limits: how much such pairs vary.
pub fn known_pairs(entries: &[Entry], engine: &str, limits: &str) -> Pentanomial {
    let of_it = entries.iter().filter(|entry| entry.engine == engine && entry.limits == limits);
    sum(of_it.map(|entry| Pentanomial(entry.penta)))
}
