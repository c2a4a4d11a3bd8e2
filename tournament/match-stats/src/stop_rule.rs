//! Rules that stop a match of two engines before all of its games are played: a test, the tests of a change, or an interval
//! that is narrow enough, which keeps its coverage although it is computed after every pair (Chow and Robbins 1965).
//!
//! The tests of a change: is it a gain, a loss, or neither? One test cannot distinguish a loss from no change, so two run side
//! by side on the same games: for a gain (`elo0` against `elo1`) and its mirror image, for a loss (`-elo1` against `-elo0`).
//! The change is *improved* once the first accepts H1, *worse* once the second accepts H0, and *not worse* once each has
//! accepted the side nearer to 0. (Sobel and Wald 1949.)

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::elo::{elo_from_score, score_interval};
use super::functions::{TAIL, phi};
use super::length::{ASSUMED_DRAWS, Results};
use super::sprt::{Decision, Model};
use super::{ImpossibleTest, Interval, Pentanomial, Sample, Sprt, ensure};

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

    /// The length to be expected of a match of `most` games that it ends, in words; `known` are pairs like those to come.
    pub fn prospects(&self, most: u64, known: Pentanomial) -> Option<String> {
        let (results, basis) = match known.pairs() {
            MIN_PAIRS.. => (Results::as_in(&Sample::Pairs(known))?, format!("as {} pairs so far vary", known.pairs())),
            _ => {
                let basis = format!("supposing {:.0} % draws", 100.0 * ASSUMED_DRAWS);
                (Results::independent(0.0, ASSUMED_DRAWS)?, basis)
            }
        };
        let tests: Vec<Sprt> = match self {
            Self::Sprt(sprt) => vec![*sprt],
            Self::Change(ChangeTest { gain, loss }) => gain.iter().chain(loss).copied().collect(),
            Self::FixedWidth(width) => {
                let games = results.games_for_width(width / 2.0)?;
                return Some(format!("It takes some {games:.0} games, and has {most} ({basis})"));
            }
        };
        let unit = tests.first()?.model.unit();
        let lengths = results.lengths(&tests, most as f64)?;
        let [low, middle, high] = lengths.map(|at| format!("{:.0} games at {} {unit}", at.games, at.elo));
        let [left, halfway, right] = lengths.map(|at| format!("{:.1} %", 100.0 * at.undecided));
        Some(format!(
            "It takes some {low}, {middle}, {high}; {most} leave {left}, {halfway}, {right} undecided ({basis})"
        ))
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
                if is_narrow && pairs.pairs() >= MIN_PAIRS { StopVerdict::Narrow } else { StopVerdict::Open }
            }
            Self::Change(change) => change.look(&sample).map_or(StopVerdict::Open, StopVerdict::Change),
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
    pub fn new(rule: StopRule) -> Self {
        Self { rule, verdict: StopVerdict::Open, pairs: Pentanomial::default(), waiting: BTreeMap::new(), next: 0 }
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
    pub fn verdict(&self) -> StopVerdict {
        self.verdict
    }

    /// True if the rule has stopped the match.
    pub fn is_decided(&self) -> bool {
        self.verdict != StopVerdict::Open
    }

    /// The pairs that count, from the first engine's side.
    pub fn pairs(&self) -> Pentanomial {
        self.pairs
    }
}

/// The verdict on a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeVerdict {
    /// Both search the same tree: nothing was played.
    Same,
    /// A gain.
    Improved,
    /// No loss of `elo1`; perhaps a gain.
    NotWorse,
    /// A loss.
    Worse,
    /// The pairs ran out.
    Undecided,
}

impl ChangeVerdict {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Improved => "improved",
            Self::NotWorse => "not worse",
            Self::Worse => "worse",
            Self::Undecided => "undecided",
        }
    }
}

/// The bounds and error rates of a test.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// A change of this much, in Elo, is not a gain.
    pub elo0: f64,
    /// A change of this much, in Elo, is a gain, and the opposite change a loss.
    pub elo1: f64,
    /// The probability of finding a gain or a loss where there is none.
    pub alpha: f64,
    /// The probability of missing one.
    pub beta: f64,
    /// The scale of `elo0` and `elo1`.
    pub model: Model,
    /// True to test for a loss only: the test ends sooner and never returns "improved".
    pub non_regression: bool,
}

/// The tests of a change, from the new side; [`StopRule::Change`] stops a match by them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ChangeTest {
    /// The test for a gain; `None` if only a loss is tested for.
    pub gain: Option<Sprt>,
    /// The test for a loss.
    pub loss: Option<Sprt>,
}

impl ChangeTest {
    /// The tests by these bounds.
    ///
    /// # Errors
    /// If the test is impossible with these bounds or rates.
    pub fn new(bounds: &Bounds) -> Result<Self, ImpossibleTest> {
        let Bounds { elo0, elo1, alpha, beta, model, .. } = *bounds;
        let gain = Sprt::new((elo0, elo1), (alpha, beta), model)?;
        ensure(elo0 + elo1 > 0.0, || {
            format!(
                "elo0 is {elo0} and elo1 is {elo1}: their middle must lie above 0, as the test for a loss is \
                 their mirror image; to look for a loss alone give --non-regression --elo0 {} --elo1 {}",
                0.0 - elo1,
                0.0 - elo0
            )
        })?;
        // Subtracted from 0, so that no bound is a negative zero.
        let loss = Sprt::new((0.0 - elo1, 0.0 - elo0), (beta, alpha), model)?;
        Ok(Self { gain: (!bounds.non_regression).then_some(gain), loss: Some(loss) })
    }

    /// The verdict, or `None` while it is open. A test that has ended is dropped, and the other one continues alone.
    fn look(&mut self, sample: &Sample) -> Option<ChangeVerdict> {
        let [gain, loss] = [self.gain, self.loss].map(|test| test.map(|test| test.verdict(sample).0));
        if loss == Some(Decision::H0) {
            return Some(ChangeVerdict::Worse);
        }
        if gain == Some(Decision::H1) {
            return Some(ChangeVerdict::Improved);
        }
        let is_open = |decision| decision == Some(Decision::Continue);
        self.gain = self.gain.filter(|_| is_open(gain));
        self.loss = self.loss.filter(|_| is_open(loss));
        (self.gain.is_none() && self.loss.is_none()).then_some(ChangeVerdict::NotWorse)
    }

    /// The log-likelihood ratios of the tests for a gain and for a loss, 0 without pairs; `None` without the test.
    pub fn llrs(&self, pairs: Pentanomial) -> [Option<f64>; 2] {
        let llr = |test: Sprt| test.llr(&Sample::Pairs(pairs)).unwrap_or(0.0);
        [self.gain, self.loss].map(|test| test.map(llr))
    }

    /// Elo of the new side over the old one after a match of these pairs with this verdict: the estimate after a
    /// stopped test where one of the two tests alone ended it, else the ordinary one; the interval leaves out `tail` of the
    /// outcomes at either end. What is unbounded is `None`, and everything without pairs.
    pub fn elo(&self, pairs: Pentanomial, verdict: ChangeVerdict, tail: f64) -> Interval<Option<f64>> {
        let sample = Sample::Pairs(pairs);
        let ended_by = match verdict {
            ChangeVerdict::Improved => self.gain,
            ChangeVerdict::Worse => self.loss,
            ChangeVerdict::NotWorse => self.gain.xor(self.loss),
            _ => None,
        };
        let stopped = ended_by.and_then(|test| Some(test.estimate_without(&sample, tail)?.elo));
        stopped.or_else(|| elo_without(pairs, tail)).unwrap_or(Interval::UNKNOWN)
    }
}

fn elo_without(pairs: Pentanomial, tail: f64) -> Option<Interval<Option<f64>>> {
    Some(score_interval(&pairs.0, tail)?.map(elo_from_score))
}

/// Pairs at which the interval that holds at every stop is narrowest for its variance, within a few per cent.
const MIXED: f64 = 100.0;

/// Elo of the pairs of several tests, whose number was nobody's plan: the interval holds the truth in 95 % whenever they
/// stop (Robbins 1970, with a normal mixture).
pub fn pooled_elo(pairs: Pentanomial) -> Interval<Option<f64>> {
    let times = pairs.pairs() as f64 / MIXED;
    let errors = ((1.0 + 1.0 / times) * ((1.0 + times) / (2.0 * TAIL).powi(2)).ln()).sqrt();
    elo_without(pairs, phi(-errors)).unwrap_or(Interval::UNKNOWN)
}
