//! A match of two engines in a few consistent lines: one score, one Elo, one test.

use match_stats::sprt::{Decision, Model};
use match_stats::stop_rule::{StopRule, StopVerdict};
use match_stats::{Interval, Pentanomial, Sample};
use serde::Serialize;

use super::bar::{line_about_zero, line_of_test};
use super::document::{Document, Style};
use super::match_figures::MatchFigures;
use super::numbers::{bounded, los_cell, percent};

/// A match of two engines, from the side of the first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MatchSummary {
    /// The engine that is first in the configuration.
    pub first: String,
    /// The other.
    pub second: String,
    /// Pairs by the points of the first: 0, 1/2, 1, 3/2, 2. With a sequential test, those that were
    /// counted until it ended.
    pub penta: [u64; 5],
    /// The results of the counts.
    #[serde(flatten)]
    pub figures: MatchFigures,
    /// The sequential test that ends the match; `None` without one.
    pub sprt: Option<Hypotheses>,
    /// The match ends when the interval of its Elo is narrower than this; `None` if it does not.
    pub elo_width: Option<f64>,
    /// The verdict of the stopping rule.
    #[serde(skip)]
    verdict: StopVerdict,
}

/// The hypotheses of a sequential test, as configured.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Hypotheses {
    /// H0, in Elo of the model.
    pub elo0: f64,
    /// H1.
    pub elo1: f64,
    /// The scale of both.
    pub model: Model,
}

impl MatchSummary {
    /// The summary of the pairs that count; `None` without one.
    #[must_use]
    pub fn new(names: [&str; 2], pairs: Pentanomial, stop: Option<StopRule>) -> Option<Self> {
        let (sprt, elo_width) = match stop {
            Some(StopRule::Sprt(sprt)) => (Some(sprt), None),
            Some(StopRule::FixedWidth(width)) => (None, Some(width)),
            Some(StopRule::Change(_)) | None => (None, None),
        };
        let [first, second] = names.map(str::to_owned);
        Some(Self {
            first,
            second,
            penta: pairs.0,
            figures: MatchFigures::new(&Sample::Pairs(pairs), sprt.as_ref())?,
            sprt: sprt.map(|sprt| {
                let (elo0, elo1) = sprt.hypotheses();
                let model = sprt.model();
                Hypotheses { elo0, elo1, model }
            }),
            elo_width,
            verdict: stop.map_or(StopVerdict::Open, |mut rule| rule.look(pairs)),
        })
    }

    /// Elo of the first engine over the second, and the likelihood that it is the stronger one; see
    /// [`MatchFigures::strength`].
    #[must_use]
    pub fn strength(&self) -> (Interval<Option<f64>>, Option<f64>) {
        self.figures.strength()
    }

    /// True if the stopping rule has ended it.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.verdict != StopVerdict::Open
    }

    /// The state of the match, in one line.
    #[must_use]
    pub fn line(&self) -> String {
        let Interval { value, low, high } = self.strength().0.map(bounded);
        let test = match self.test() {
            Some(test) => format!(", LLR {}", test.llr),
            None => String::new(),
        };
        format!("{value} Elo [{low}, {high}]{test}")
    }

    /// All of it, in lines of 60 columns where the numbers permit, with a bar below its Elo and the state of its test if
    /// there are to be `bars`.
    #[must_use]
    pub fn document(&self, bars: bool) -> Document {
        let mut document = Document::new();
        let mut row = |style: Style, text: String, bar: Option<String>| {
            document.pieces([(style, text)]);
            if let Some(bar) = bar.filter(|_| bars) {
                document.pieces([(style, bar)]);
            }
        };
        let figures = &self.figures;
        let (elo, los) = self.strength();
        row(Style::of(elo), interval("Elo", elo), line_about_zero(elo));
        row(Style::Plain, interval("nElo", figures.nelo_delta), None);
        let (score, los) = (percent(Some(figures.score)), los_cell(los));
        let drawn = percent(figures.draw_ratio);
        let score = format!("Score  {score}, LOS {los}%, draw ratio {drawn}");
        row(Style::Plain, score, None);
        let [ll, ld, even, wd, ww] = self.penta;
        let pairs = format!("Pairs  {ll} {ld} {even} {wd} {ww}, by points 0, 1/2, 1, 3/2, 2");
        row(Style::Plain, pairs, None);
        if let Some(test) = self.test() {
            let text = format!("LLR    {}: {}", test.llr, test.state);
            row(test.style, text, test.bar);
        }
        if let (Some(wanted), Some(width)) = (self.elo_width, figures.elo.width()) {
            let state = if self.is_decided() {
                "narrow enough, the match is over"
            } else {
                "the match continues"
            };
            document.sentence(format!("Width  {width:.1} Elo, to be below {wanted}: {state}"));
        }
        document
    }

    fn test(&self) -> Option<Test> {
        let Hypotheses { elo0, elo1, model } = self.sprt?;
        let figures = &self.figures;
        let (lower, upper) = (figures.llr_lower?, figures.llr_upper?);
        let llr = figures.llr.map_or("-".to_owned(), |llr| format!("{llr:+.2}"));
        let unit = match model {
            Model::Logistic => "Elo",
            Model::Normalized => "nElo",
        };
        let (style, state) = match figures.decision {
            Some(Decision::H1) => {
                (Style::Above, format!("H1 accepted, {elo1} {unit}, against {elo0}"))
            }
            Some(Decision::H0) => {
                (Style::Below, format!("H0 accepted, {elo0} {unit}, against {elo1}"))
            }
            _ => (Style::Plain, format!("open between {elo0} and {elo1} {unit}")),
        };
        Some(Test {
            llr: format!("{llr} [{lower:+.2}, {upper:+.2}]"),
            state,
            style,
            bar: figures.llr.and_then(|llr| line_of_test(llr, lower, upper)),
        })
    }
}

/// A sequential test in words.
struct Test {
    llr: String,
    state: String,
    style: Style,
    bar: Option<String>,
}

fn interval(name: &str, elo: Interval<Option<f64>>) -> String {
    let Interval { value, low, high } = elo.map(bounded);
    format!("{name:<6} {value} [{low}, {high}]")
}

#[cfg(test)]
mod tests {
    use match_stats::Sprt;

    use super::*;

    const PAIRS: Pentanomial = Pentanomial([34, 54, 63, 64, 75]);

    fn text(sprt: Option<(f64, f64)>) -> String {
        let sprt = sprt.map(|elos| Sprt::new(elos, (0.05, 0.05), Model::Logistic).unwrap());
        let summary = MatchSummary::new(["a", "b"], PAIRS, sprt.map(StopRule::Sprt)).unwrap();
        format!("{}\n{}", summary.line(), summary.document(false))
    }

    /// The figures are those of `stats --penta 34,54,63,64,75`, which are compared with other programs'.
    #[test]
    fn a_match_without_a_test() {
        let expected = "+55.6 Elo [+27.8, +83.8]\n\
            Elo    +55.6 [+27.8, +83.8]\n\
            nElo   +57.9 [+29.0, +87.9]\n\
            Score  57.9%, LOS >99.9%, draw ratio 21.7%\n\
            Pairs  34 54 63 64 75, by points 0, 1/2, 1, 3/2, 2\n";
        assert_eq!(text(None), expected);
    }

    #[test]
    fn a_match_with_a_test_has_the_elo_that_knows_of_it() {
        let tested = text(Some((0.0, 30.0)));
        assert!(
            tested.starts_with("+50.8 Elo [+9.8, +91.3], LLR +6.15 [-2.94, +2.94]\n"),
            "{tested}"
        );
        assert!(tested.contains("\nElo    +50.8 [+9.8, +91.3]\n"), "{tested}");
        let test = "\nLLR    +6.15 [-2.94, +2.94]: H1 accepted, 30 Elo, against 0\n";
        assert!(tested.ends_with(test), "{tested}");
    }

    /// One look before the end, and one at the end.
    #[test]
    fn a_test_that_is_open_has_the_plain_elo() {
        let open = text(Some((0.0, 5.0)));
        assert!(open.contains(": open between 0 and 5 Elo"), "{open}");
        assert!(open.starts_with("+55.6 Elo [+27.8, +83.8], LLR "), "{open}");
        assert!(open.contains("LOS >99.9%"), "{open}");
    }

    #[test]
    fn without_pairs_there_is_nothing_to_say() {
        assert_eq!(MatchSummary::new(["a", "b"], Pentanomial::default(), None), None);
    }
}
