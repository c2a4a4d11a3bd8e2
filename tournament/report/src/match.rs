//! A match of two engines, from the first one's side: one score, one Elo, one test; in numbers, and in a few lines.

use match_stats::sprt::{Decision, Model, Sprt};
use match_stats::stop_rule::{StopRule, StopVerdict};
use match_stats::{Interval, Pentanomial, Sample};
use serde::Serialize;

use crate::bar::{line_about_zero, line_of_test};
use crate::document::{Document, Style};
use crate::numbers::{Elo, Nelo, NeloDelta, SprtElo, bounded, elo_text, los_cell, percent};

/// A match of two engines in numbers, in the order of other programs' JSON as far as they have them. Unbounded or unknown
/// numbers are `None`, in JSON null.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/formats.md describes the keys")]
pub struct Match {
    pub score: f64,
    #[serde(flatten, with = "Elo")]
    pub elo: Interval<Option<f64>>,
    /// Normalised Elo with fishtest's interval, which is accurate up to 40 Elo.
    #[serde(flatten, with = "Nelo")]
    pub nelo: Interval<Option<f64>>,
    pub los: f64,
    pub llr: Option<f64>,
    pub llr_lower: Option<f64>,
    pub llr_upper: Option<f64>,
    pub decision: Option<Decision>,
    pub games: u64,
    pub draw_ratio: Option<f64>,
    pub pairs_ratio: Option<f64>,
    /// Normalised Elo with an interval that is accurate at any advantage; in JSON its ends alone.
    #[serde(flatten, with = "NeloDelta")]
    pub nelo_delta: Interval<Option<f64>>,
    /// Logistic Elo, adjusted for the stop of the test: the median-unbiased estimate. `None` while the test is open.
    #[serde(flatten, with = "SprtElo")]
    pub sprt_elo: Interval<Option<f64>>,
    pub sprt_los: Option<f64>,
    /// With a sequential test, the pairs that were counted until it ended. `None` if single games were counted.
    pub penta: Option<[u64; 5]>,
    pub sprt: Option<Hypotheses>,
    pub elo_width: Option<f64>,
    /// True if the stopping rule has ended it.
    #[serde(skip)]
    pub is_decided: bool,
}

/// The hypotheses of a sequential test, as configured, in Elo of the model.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/formats.md describes the keys")]
pub struct Hypotheses {
    pub elo0: f64,
    pub elo1: f64,
    pub model: Model,
}

impl Match {
    /// The match of these counts with its stopping rule, if it has one; `None` without games.
    pub fn new(sample: &Sample, stop: Option<StopRule>) -> Option<Self> {
        let (sprt, elo_width) = match stop {
            Some(StopRule::Sprt(sprt)) => (Some(sprt), None),
            Some(StopRule::FixedWidth(width)) => (None, Some(width)),
            Some(StopRule::Change(_)) | None => (None, None),
        };
        let estimate = sample.estimate()?;
        let llr = sprt.and_then(|sprt| sprt.llr(sample));
        let decision = sprt.zip(llr).map(|(sprt, llr)| sprt.decision(llr));
        let is_over = matches!(decision, Some(Decision::H0 | Decision::H1));
        // Before the test stops there is no selection to adjust for.
        let stopped = sprt.filter(|_| is_over).and_then(|sprt| sprt.estimate(sample));
        let pairs = match sample {
            Sample::Pairs(pairs) => Some(*pairs),
            Sample::Games(_) => None,
        };
        Some(Self {
            penta: pairs.map(|pairs| pairs.0),
            score: estimate.score,
            elo: estimate.elo,
            nelo: estimate.nelo,
            nelo_delta: estimate.nelo_delta,
            los: estimate.los,
            games: sample.games(),
            draw_ratio: sample.draw_ratio(),
            pairs_ratio: pairs.and_then(Pentanomial::pairs_ratio),
            sprt: sprt.map(|Sprt { elo0, elo1, model, .. }| Hypotheses { elo0, elo1, model }),
            llr,
            llr_lower: sprt.as_ref().map(Sprt::lower),
            llr_upper: sprt.as_ref().map(Sprt::upper),
            decision,
            sprt_elo: stopped.map_or(Interval::UNKNOWN, |s| s.elo),
            sprt_los: stopped.map(|s| s.los),
            elo_width,
            is_decided: stop.zip(pairs).is_some_and(|(mut stop, pairs)| stop.look(pairs) != StopVerdict::Open),
        })
    }

    /// Elo of the first engine over the second, and the likelihood that it is the stronger one; adjusted once a sequential
    /// test has ended.
    pub fn strength(&self) -> (Interval<Option<f64>>, Option<f64>) {
        match self.sprt_los {
            Some(_) => (self.sprt_elo, self.sprt_los),
            None => (self.elo, Some(self.los)),
        }
    }

    /// The state of the match, in one line.
    pub fn line(&self) -> String {
        let test = self.llr_text(2).map_or(String::new(), |llr| format!(", LLR {llr}"));
        format!("{}{test}", elo_text(self.strength().0))
    }

    fn llr_text(&self, decimals: usize) -> Option<String> {
        let (lower, upper) = (self.llr_lower?, self.llr_upper?);
        let llr = self.llr.map_or("-".to_owned(), |llr| format!("{llr:+.decimals$}"));
        Some(format!("{llr} [{lower:+.decimals$}, {upper:+.decimals$}]"))
    }

    /// All of it, in lines of 60 columns where the numbers permit, with a bar below its Elo and the state of its test if
    /// there are to be `bars`.
    pub fn document(&self, bars: bool) -> Document {
        let mut document = Document::new();
        let mut row = |style: Style, text: String, bar: Option<String>| {
            document.pieces([(style, text)]);
            if let Some(bar) = bar.filter(|_| bars) {
                document.pieces([(style, bar)]);
            }
        };
        let (elo, los) = self.strength();
        row(Style::of(elo), interval("Elo", 6, elo), line_about_zero(elo));
        row(Style::Plain, self.normalised("nElo", 6), None);
        let (score, los) = (percent(Some(self.score)), los_cell(los));
        let drawn = percent(self.draw_ratio);
        row(Style::Plain, format!("Score  {score}, LOS {los}%, draw ratio {drawn}"), None);
        if let Some([ll, ld, even, wd, ww]) = self.penta {
            let pairs = format!("Pairs  {ll} {ld} {even} {wd} {ww}, by points 0, 1/2, 1, 3/2, 2");
            row(Style::Plain, pairs, None);
        }
        if let (Some(test), Some(llr)) = (self.sprt, self.llr_text(2)) {
            let (style, state) = test.state(self.decision);
            let bar = self.llr.zip(self.llr_lower).zip(self.llr_upper);
            let bar = bar.and_then(|((llr, lower), upper)| line_of_test(llr, lower, upper));
            row(style, format!("LLR    {llr}: {state}"), bar);
        }
        if let (Some(most), Some(width)) = (self.elo_width, self.elo.width()) {
            let is_over = self.is_decided;
            let state = if is_over { "narrow enough, the match is over" } else { "the match continues" };
            document.sentence(format!("Width  {width:.1} Elo, to be below {most}: {state}"));
        }
        document
    }

    fn normalised(&self, name: &str, width: usize) -> String {
        match self.nelo_delta {
            Interval { value: None, .. } => format!("{name:<width$} unknown: all results are alike"),
            Interval { value, low: None, high: None } => {
                format!("{name:<width$} {}, too few results for an interval", bounded(value))
            }
            known => interval(name, width, known),
        }
    }

    /// The numbers of counts that were given, with their names; the test may not have ended the match.
    pub fn statistics(&self) -> Document {
        let mut document = Document::new();
        let to = &mut document;
        let stronger = |los| format!("Stronger         with a probability of {}", percent(los));
        to.row(format!("Games            {}, score {}", self.games, percent(Some(self.score))));
        to.row(interval("Elo", 16, self.elo));
        to.row(self.normalised("Normalised Elo", 16));
        to.row(stronger(Some(self.los)));
        let drawn = percent(self.draw_ratio);
        if self.penta.is_some() {
            to.row(format!("Pairs of 1 point {drawn}"));
            let ratio = self.pairs_ratio.map_or("-".to_owned(), |r| format!("{r:.2}"));
            to.row(format!("Pairs ratio      {ratio}, pairs won to pairs lost"));
        } else {
            to.row(format!("Draws            {drawn}"));
        }
        if let (Some(Hypotheses { elo0, elo1, .. }), Some(llr)) = (self.sprt, self.llr_text(3)) {
            to.blank();
            to.sentence(format!("Sequential test of H0: {elo0} against H1: {elo1} Elo"));
            let state = match self.decision {
                Some(Decision::H0) => "H0 accepted",
                Some(Decision::H1) => "H1 accepted",
                Some(Decision::Continue) => "play on",
                None => "the hypotheses are out of reach",
            };
            to.row(format!("LLR              {llr}: {state}"));
        }
        if self.sprt_los.is_some() {
            to.row(interval("Elo, if stopped", 16, self.sprt_elo));
            to.row(stronger(self.sprt_los));
        }
        to.blank();
        to.sentence("From the first engine's side; intervals are 95 %.");
        if self.sprt_los.is_some() {
            to.sentence("\"If stopped\": for a match that the test ended, whose plain Elo is too extreme.");
        }
        document
    }
}

impl Hypotheses {
    fn state(self, decision: Option<Decision>) -> (Style, String) {
        let Self { elo0, elo1, model } = self;
        let unit = model.unit();
        match decision {
            Some(Decision::H1) => (Style::Above, format!("H1 accepted, {elo1} {unit}, against {elo0}")),
            Some(Decision::H0) => (Style::Below, format!("H0 accepted, {elo0} {unit}, against {elo1}")),
            _ => (Style::Plain, format!("open between {elo0} and {elo1} {unit}")),
        }
    }
}

fn interval(name: &str, width: usize, elo: Interval<Option<f64>>) -> String {
    let Interval { value, low, high } = elo.map(bounded);
    format!("{name:<width$} {value} [{low}, {high}]")
}
