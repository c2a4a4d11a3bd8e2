//! What the counts of a match say, for people and for programs.

use std::io::{self, Write};

use match_stats::sprt::Decision;
use match_stats::{Sample, Sprt};
use serde::Serialize;

use super::table::{percent, signed};

/// A match of two engines in numbers, from the first one's side. Unbounded or unknown numbers are
/// `None`, in JSON null.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MatchFigures {
    /// Points per game, 0 to 1.
    pub score: f64,
    /// Logistic Elo.
    pub elo: Option<f64>,
    /// Lower end of its 95 % interval.
    pub elo_low: Option<f64>,
    /// Upper end of its 95 % interval.
    pub elo_high: Option<f64>,
    /// Normalised Elo.
    pub nelo: Option<f64>,
    /// Lower end of fishtest's 95 % interval, which is right up to 40 Elo.
    pub nelo_low: Option<f64>,
    /// Upper end of fishtest's interval.
    pub nelo_high: Option<f64>,
    /// Likelihood of superiority, 0 to 1.
    pub los: f64,
    /// Log-likelihood ratio of the sequential test.
    pub llr: Option<f64>,
    /// At or below this the test says H0.
    pub llr_lower: f64,
    /// At or above this it says H1.
    pub llr_upper: f64,
    /// What it says now.
    pub decision: Option<Decision>,
    /// Games played.
    pub games: u64,
    /// Share of pairs of one point, or of games drawn, 0 to 1.
    pub draw_ratio: Option<f64>,
    /// Pairs of more than one point for each pair of less; `None` without pairs of less.
    pub pairs_ratio: Option<f64>,
    /// Lower end of normalised Elo's 95 % interval that is right at any advantage.
    pub nelo_delta_low: Option<f64>,
    /// Upper end of it.
    pub nelo_delta_high: Option<f64>,
    /// Logistic Elo, knowing that the test stops at its bounds: the median-unbiased estimate.
    pub sprt_elo: Option<f64>,
    /// Lower end of its 95 % interval.
    pub sprt_elo_low: Option<f64>,
    /// Upper end of its 95 % interval.
    pub sprt_elo_high: Option<f64>,
    /// Likelihood of superiority, 0 to 1, knowing the same.
    pub sprt_los: Option<f64>,
}

impl MatchFigures {
    /// Of counts, and of a sequential test of them; `None` without games.
    #[must_use]
    pub fn new(sample: &Sample, sprt: &Sprt) -> Option<Self> {
        let estimate = sample.estimate()?;
        let llr = sprt.llr(sample);
        let stopped = sprt.estimate(sample);
        Some(Self {
            score: estimate.score,
            elo: estimate.elo.value,
            elo_low: estimate.elo.low,
            elo_high: estimate.elo.high,
            nelo: estimate.nelo.value,
            nelo_low: estimate.nelo.low,
            nelo_high: estimate.nelo.high,
            los: estimate.los,
            llr,
            llr_lower: sprt.lower(),
            llr_upper: sprt.upper(),
            decision: llr.map(|llr| sprt.decision(llr)),
            games: sample.games(),
            draw_ratio: sample.draw_ratio(),
            pairs_ratio: match sample {
                Sample::Pairs(pairs) => pairs.pairs_ratio(),
                Sample::Games(_) => None,
            },
            nelo_delta_low: estimate.nelo_delta.low,
            nelo_delta_high: estimate.nelo_delta.high,
            sprt_elo: stopped.and_then(|s| s.elo.value),
            sprt_elo_low: stopped.and_then(|s| s.elo.low),
            sprt_elo_high: stopped.and_then(|s| s.elo.high),
            sprt_los: stopped.map(|s| s.los),
        })
    }

    /// Writes the numbers with what they mean; `paired` if pairs were counted.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, paired: bool, sprt: &Sprt, to: &mut impl Write) -> io::Result<()> {
        let share = percent(Some(self.score));
        writeln!(to, "Games            {}, score {share}", self.games)?;
        let elo = [self.elo, self.elo_low, self.elo_high];
        writeln!(to, "{}", interval("Elo", elo))?;
        let nelo = [self.nelo, self.nelo_delta_low, self.nelo_delta_high];
        writeln!(to, "{}", interval("Normalised Elo", nelo))?;
        writeln!(to, "{}", stronger(Some(self.los)))?;
        let drawn = percent(self.draw_ratio);
        if paired {
            writeln!(to, "Pairs of 1 point {drawn}")?;
            let ratio = self
                .pairs_ratio
                .map_or("-".to_owned(), |r| format!("{r:.2}"));
            writeln!(to, "Pairs ratio      {ratio}, pairs won to pairs lost")?;
        } else {
            writeln!(to, "Draws            {drawn}")?;
        }
        self.write_test(sprt, to)?;
        writeln!(
            to,
            "\nFrom the first engine's side; intervals are 95 %. \"If stopped\": for a match that \
             the test\nends, whose plain Elo is too extreme."
        )
    }

    /// Writes what the sequential test says.
    fn write_test(&self, sprt: &Sprt, to: &mut impl Write) -> io::Result<()> {
        let (elo0, elo1) = sprt.hypotheses();
        writeln!(to, "\nSequential test of H0: {elo0} against H1: {elo1} Elo")?;
        let says = match self.decision {
            Some(Decision::H0) => "H0 is accepted",
            Some(Decision::H1) => "H1 is accepted",
            Some(Decision::Continue) => "play on",
            None => "the hypotheses are out of reach",
        };
        let llr = self.llr.map_or("-".to_owned(), |llr| format!("{llr:.3}"));
        let (lower, upper) = (self.llr_lower, self.llr_upper);
        writeln!(
            to,
            "LLR              {llr} [{lower:.3}, {upper:.3}]: {says}"
        )?;
        let stopped = [self.sprt_elo, self.sprt_elo_low, self.sprt_elo_high];
        writeln!(to, "{}", interval("Elo, if stopped", stopped))?;
        writeln!(to, "{}", stronger(self.sprt_los))
    }
}

/// A value with its interval.
fn interval(name: &str, [value, low, high]: [Option<f64>; 3]) -> String {
    let [value, low, high] = [value, low, high].map(bounded);
    format!("{name:<16} {value} [{low}, {high}]")
}

fn stronger(likelihood: Option<f64>) -> String {
    format!(
        "Stronger         with a probability of {}",
        percent(likelihood)
    )
}

fn bounded(elo: Option<f64>) -> String {
    match elo {
        Some(_) => signed(elo),
        None => "unbounded".to_owned(),
    }
}
