//! Rules that stop a match of two engines before all of its games are played: a test, the tests of a change, or an interval
//! that is narrow enough, which keeps its coverage although it is computed after every pair (Chow and Robbins 1965).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::change::{ChangeTest, ChangeVerdict};
use super::sprt::{Decision, Model};
use super::{Pentanomial, Sample, Sprt};

/// The fewest pairs after which the width of the interval stops a match.
pub const MIN_PAIRS: u64 = 50;

/// A stopping rule, from the first engine's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StopRule {
    /// A sequential probability ratio test.
    Sprt(Sprt),
    /// The 95 % interval of the Elo, until it is narrower than this, in Elo.
    FixedWidth(f64),
    /// The tests of a change for a gain and for a loss.
    Change(ChangeTest),
}

/// The answer of a stopping rule to the pairs so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopVerdict {
    /// Play on.
    Open,
    /// The test accepts H0.
    H0,
    /// The test accepts H1.
    H1,
    /// The interval is narrow enough.
    Narrow,
    /// The tests of a change have an answer.
    Change(ChangeVerdict),
}

impl StopRule {
    /// In words; `None` of the tests of a change, which are no test of the run's own.
    #[must_use]
    pub fn words(&self) -> Option<String> {
        match self {
            Self::Sprt(Sprt { elo0, elo1, alpha, beta, model }) => {
                let model = match model {
                    Model::Logistic => "Elo",
                    Model::Normalized => "normalised Elo",
                };
                Some(format!("SPRT of {elo0} against {elo1} {model}, alpha {alpha}, beta {beta}"))
            }
            Self::FixedWidth(width) => Some(format!("an interval narrower than {width} Elo")),
            Self::Change(_) => None,
        }
    }

    /// The verdict on all pairs so far. Call it after every pair, until it is not [`StopVerdict::Open`]: of the two tests
    /// of a change, the one that ends first is dropped.
    pub fn look(&mut self, pairs: Pentanomial) -> StopVerdict {
        let sample = Sample::Pairs(pairs);
        match self {
            Self::Sprt(sprt) => match sprt.verdict(&sample).0 {
                Decision::H0 => StopVerdict::H0,
                Decision::H1 => StopVerdict::H1,
                Decision::Continue => StopVerdict::Open,
            },
            Self::FixedWidth(most) => {
                let width = sample.estimate().and_then(|estimate| estimate.elo.width());
                let is_narrow = width.is_some_and(|width| width < *most);
                if is_narrow && pairs.pairs() >= MIN_PAIRS {
                    StopVerdict::Narrow
                } else {
                    StopVerdict::Open
                }
            }
            Self::Change(change) => {
                change.look(&sample).map_or(StopVerdict::Open, StopVerdict::Change)
            }
        }
    }
}

/// A match under way with a stopping rule. The verdict depends only on the finished beginning of the schedule: neither
/// the number of threads nor an interruption changes it.
#[derive(Debug, Clone)]
pub struct SequentialMatch {
    rule: StopRule,
    verdict: StopVerdict,
    pairs: Pentanomial,
    /// Half points in the games of pairs that do not count yet, by the pair.
    waiting: BTreeMap<usize, [Option<u8>; 2]>,
    /// The first pair that does not count yet.
    next: usize,
}

impl SequentialMatch {
    /// A match without results.
    #[must_use]
    pub fn new(rule: StopRule) -> Self {
        Self {
            rule,
            verdict: StopVerdict::Open,
            pairs: Pentanomial::default(),
            waiting: BTreeMap::new(),
            next: 0,
        }
    }

    /// Takes in a finished game by its place in the schedule, from 0, with the half points of the first
    /// engine, 0, 1 or 2. The order does not matter; games after the end of the match do not count.
    pub fn add(&mut self, game: usize, half_points: u8) {
        // The games of a pair are neighbours.
        let pair = self.waiting.entry(game / 2).or_default();
        pair[game % 2] = Some(half_points);
        while let Some(&[Some(first), Some(second)]) = self.waiting.get(&self.next) {
            self.waiting.remove(&self.next);
            self.next += 1;
            if !self.is_decided() {
                self.pairs.add(first, second);
                self.verdict = self.rule.look(self.pairs);
            }
        }
    }

    /// The verdict on the pairs that count.
    #[must_use]
    pub fn verdict(&self) -> StopVerdict {
        self.verdict
    }

    /// True if the rule has stopped the match.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.verdict != StopVerdict::Open
    }

    /// The pairs that count, from the first engine's side.
    #[must_use]
    pub fn pairs(&self) -> Pentanomial {
        self.pairs
    }
}
