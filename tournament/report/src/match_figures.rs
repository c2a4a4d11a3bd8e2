//! The results of a match's counts, for people and for programs.

use match_stats::sprt::Decision;
use match_stats::{Interval, Sample, Sprt};
use serde::Serialize;

use super::document::Document;
use super::numbers::{bounded, percent};
use crate::interval_fields::{Elo, Nelo, NeloDelta, SprtElo};

/// A match of two engines in numbers, from the first one's side. Unbounded or unknown numbers are
/// `None`, in JSON null.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MatchFigures {
    /// Points per game, 0 to 1.
    pub score: f64,
    /// Logistic Elo.
    #[serde(flatten, with = "Elo")]
    pub elo: Interval<Option<f64>>,
    /// Normalised Elo with fishtest's interval, which is accurate up to 40 Elo.
    #[serde(flatten, with = "Nelo")]
    pub nelo: Interval<Option<f64>>,
    /// Likelihood of superiority, 0 to 1.
    pub los: f64,
    /// Log-likelihood ratio of the sequential test; `None` without one, as are the other fields of the test.
    pub llr: Option<f64>,
    /// The test accepts H0 at or below this.
    pub llr_lower: Option<f64>,
    /// It accepts H1 at or above this.
    pub llr_upper: Option<f64>,
    /// Its present decision.
    pub decision: Option<Decision>,
    /// Games played.
    pub games: u64,
    /// Share of pairs of one point, or of games drawn, 0 to 1.
    pub draw_ratio: Option<f64>,
    /// Pairs of more than one point for each pair of less; `None` without pairs of less.
    pub pairs_ratio: Option<f64>,
    /// Normalised Elo with an interval that is accurate at any advantage; in JSON its ends alone.
    #[serde(flatten, with = "NeloDelta")]
    pub nelo_delta: Interval<Option<f64>>,
    /// Logistic Elo, adjusted for the stop of the test: the median-unbiased estimate. `None` while the test is open.
    #[serde(flatten, with = "SprtElo")]
    pub sprt_elo: Interval<Option<f64>>,
    /// Likelihood of superiority, 0 to 1, with the same adjustment.
    pub sprt_los: Option<f64>,
}

impl MatchFigures {
    /// Elo and the likelihood of superiority; adjusted once a sequential test has ended.
    #[must_use]
    pub fn strength(&self) -> (Interval<Option<f64>>, Option<f64>) {
        match self.sprt_los {
            Some(_) => (self.sprt_elo, self.sprt_los),
            None => (self.elo, Some(self.los)),
        }
    }

    /// The figures of counts, and of a sequential test if there is one; `None` without games.
    #[must_use]
    pub fn new(sample: &Sample, sprt: Option<&Sprt>) -> Option<Self> {
        let estimate = sample.estimate()?;
        let llr = sprt.and_then(|sprt| sprt.llr(sample));
        let decision = sprt.zip(llr).map(|(sprt, llr)| sprt.decision(llr));
        let is_over = matches!(decision, Some(Decision::H0 | Decision::H1));
        // Before the test stops there is no selection to adjust for.
        let stopped = sprt.filter(|_| is_over).and_then(|sprt| sprt.estimate(sample));
        Some(Self {
            score: estimate.score,
            elo: estimate.elo,
            nelo: estimate.nelo,
            los: estimate.los,
            llr,
            llr_lower: sprt.map(Sprt::lower),
            llr_upper: sprt.map(Sprt::upper),
            decision,
            games: sample.games(),
            draw_ratio: sample.draw_ratio(),
            pairs_ratio: match sample {
                Sample::Pairs(pairs) => pairs.pairs_ratio(),
                Sample::Games(_) => None,
            },
            nelo_delta: estimate.nelo_delta,
            sprt_elo: stopped.map_or(Interval::UNKNOWN, |s| s.elo),
            sprt_los: stopped.map(|s| s.los),
        })
    }

    /// The numbers with their names; `paired` if pairs were counted.
    #[must_use]
    pub fn document(&self, paired: bool, sprt: &Sprt) -> Document {
        let mut document = Document::new();
        let to = &mut document;
        let share = percent(Some(self.score));
        to.row(format!("Games            {}, score {share}", self.games));
        to.row(interval("Elo", self.elo));
        to.row(interval("Normalised Elo", self.nelo_delta));
        to.row(stronger(Some(self.los)));
        let drawn = percent(self.draw_ratio);
        if paired {
            to.row(format!("Pairs of 1 point {drawn}"));
            let ratio = self.pairs_ratio.map_or("-".to_owned(), |r| format!("{r:.2}"));
            to.row(format!("Pairs ratio      {ratio}, pairs won to pairs lost"));
        } else {
            to.row(format!("Draws            {drawn}"));
        }
        self.add_test(sprt, to);
        to.blank();
        to.sentence("From the first engine's side; intervals are 95 %.");
        if self.sprt_los.is_some() {
            to.sentence(
                "\"If stopped\": for a match that the test ended, whose plain Elo is too extreme.",
            );
        }
        document
    }

    /// Adds the state of the sequential test.
    fn add_test(&self, sprt: &Sprt, to: &mut Document) {
        let (elo0, elo1) = sprt.hypotheses();
        to.blank();
        to.sentence(format!("Sequential test of H0: {elo0} against H1: {elo1} Elo"));
        let state = match self.decision {
            Some(Decision::H0) => "H0 accepted",
            Some(Decision::H1) => "H1 accepted",
            Some(Decision::Continue) => "play on",
            None => "the hypotheses are out of reach",
        };
        let llr = self.llr.map_or("-".to_owned(), |llr| format!("{llr:.3}"));
        let (lower, upper) = (sprt.lower(), sprt.upper());
        to.row(format!("LLR              {llr} [{lower:.3}, {upper:.3}]: {state}"));
        if self.sprt_los.is_some() {
            to.row(interval("Elo, if stopped", self.sprt_elo));
            to.row(stronger(self.sprt_los));
        }
    }
}

/// A value with its interval.
fn interval(name: &str, elo: Interval<Option<f64>>) -> String {
    let Interval { value, low, high } = elo.map(bounded);
    format!("{name:<16} {value} [{low}, {high}]")
}

fn stronger(likelihood: Option<f64>) -> String {
    format!("Stronger         with a probability of {}", percent(likelihood))
}
