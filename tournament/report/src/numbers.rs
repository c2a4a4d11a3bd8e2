//! Numbers and names as people read them in tables, and the names of numbers in JSON.

use match_stats::Interval;
use serde::{Deserialize, Serialize};

/// A name, cut to `width` characters.
pub fn cut(name: &str, width: usize) -> String {
    if name.chars().count() <= width {
        return name.to_owned();
    }
    let head: String = name.chars().take(width - 2).collect();
    format!("{head}..")
}

/// Elo with its sign; a dash if it is unknown.
pub(crate) fn signed(elo: Option<f64>) -> String {
    match elo {
        // No minus before a zero.
        Some(elo) if elo.abs() < 0.05 => "0.0".to_owned(),
        Some(elo) => format!("{elo:+.1}"),
        None => "-".to_owned(),
    }
}

pub(crate) fn bounded(elo: Option<f64>) -> String {
    elo.map_or("unbounded".to_owned(), |_| signed(elo))
}

/// Elo with its interval.
pub fn elo_text(elo: Interval<Option<f64>>) -> String {
    let Interval { value, low, high } = elo.map(bounded);
    format!("{value} Elo [{low}, {high}]")
}

/// The reach of an interval: `±12.3` if as far down as up, or nearly, else `+30-12`; `∞` where it has no end. A dash if
/// nothing is known, or everything.
pub(crate) fn reach_text(elo: Interval<Option<f64>>) -> String {
    let Some(value) = elo.value else {
        return "-".to_owned();
    };
    match (elo.low, elo.high) {
        (Some(low), Some(high)) if high <= low => "-".to_owned(),
        (Some(low), Some(high)) if ((high - value) - (value - low)).abs() <= 0.1 * (high - low) => {
            format!("±{:.1}", (high - low) / 2.0)
        }
        (None, None) => "-".to_owned(),
        (low, high) => {
            let text = |end: Option<f64>| end.map_or("∞".to_owned(), |end| format!("{:.0}", (end - value).abs()));
            format!("+{}-{}", text(high), text(low))
        }
    }
}

/// A share, 0 to 1, in percent.
pub fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |share| format!("{:.1}%", 100.0 * share))
}

/// Nodes a second in thousands or millions.
pub fn speed(nps: Option<f64>) -> String {
    match nps {
        Some(nps) if nps >= 999_500.0 => format!("{:.2}M", nps / 1e6),
        Some(nps) => format!("{:.0}k", nps / 1e3),
        None => "-".to_owned(),
    }
}

/// A likelihood of superiority, 0 to 1, in percent; never rounded to 0 or 100.
pub(crate) fn los_cell(los: Option<f64>) -> String {
    match los {
        None => "-".to_owned(),
        Some(los) if los < 0.0005 => "<0.1".to_owned(),
        Some(los) if los > 0.9995 => ">99.9".to_owned(),
        Some(los) => format!("{:.1}", 100.0 * los),
    }
}

/// A player's rating that is known from elsewhere, and half of its 95 % interval: 0 if it is exact.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names say what the fields are")]
pub struct GivenElo {
    pub name: String,
    pub elo: f64,
    pub error: f64,
}

impl GivenElo {
    fn text(&self) -> String {
        let Self { name, elo, error } = self;
        if *error > 0.0 { format!("{name} = {elo} ± {error}") } else { format!("{name} = {elo}") }
    }
}

/// The zero of the ratings of a table; `rating` is that of a player in it.
pub(crate) fn zero_text(given: &[GivenElo], rating: impl Fn(&str) -> Option<f64>) -> String {
    match given {
        [] => "mean of all = 0".to_owned(),
        [one] => one.text(),
        several if several.iter().all(|one| one.elo == 0.0 && one.error == 0.0) => {
            let names: Vec<&str> = several.iter().map(|one| &*one.name).collect();
            format!("mean of {} = 0", names.join(", "))
        }
        several => {
            // Each with its distance from the rating by the results.
            let off = |one: &GivenElo| Some(rating(&one.name)? - one.elo);
            let off = |one| off(one).map(|off| format!(" (off by {})", signed(Some(off))));
            let each = several.iter().map(|one| one.text() + &off(one).unwrap_or_default());
            let each: Vec<String> = each.collect();
            format!("in the mean {}", each.join(", "))
        }
    }
}

macro_rules! interval_fields {
    ($($name:ident: $value:literal, $low:literal, $high:literal;)*) => {$(
        /// The JSON of an interval: a field `#[serde(flatten, with = "...")]` is written as three, in its place.
        #[derive(Serialize, Deserialize)]
        #[serde(remote = "Interval")]
        pub struct $name<T> {
            #[serde(rename = $value)]
            value: T,
            #[serde(rename = $low)]
            low: T,
            #[serde(rename = $high)]
            high: T,
        }
    )*};
}

interval_fields! {
    Elo: "elo", "elo_low", "elo_high";
    ShrunkElo: "shrunk_elo", "shrunk_elo_low", "shrunk_elo_high";
    SprtElo: "sprt_elo", "sprt_elo_low", "sprt_elo_high";
    Nelo: "nelo", "nelo_low", "nelo_high";
    WhiteAdvantage: "white_advantage", "white_advantage_low", "white_advantage_high";
    Share: "share", "share_low", "share_high";
}

/// The ends of normalised Elo's other interval; the value is that of [`Nelo`].
#[derive(Serialize)]
#[serde(remote = "Interval")]
pub(crate) struct NeloDelta<T> {
    #[serde(skip)]
    value: T,
    #[serde(rename = "nelo_delta_low")]
    low: T,
    #[serde(rename = "nelo_delta_high")]
    high: T,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_that_reaches_farther_on_one_side_says_so() {
        for (value, low, high, text) in [
            (Some(10.0), Some(0.0), Some(20.4), "±10.2"),
            (Some(900.0), Some(700.0), Some(1300.0), "+400-200"),
            (Some(900.0), Some(700.0), None, "+∞-200"),
            (Some(-900.0), None, Some(-700.0), "+200-∞"),
            (Some(0.0), Some(0.0), Some(0.0), "-"),
            (Some(0.0), None, None, "-"),
            (None, None, None, "-"),
        ] {
            assert_eq!(reach_text(Interval { value, low, high }), text);
        }
    }

    #[test]
    fn numbers_for_people() {
        assert_eq!([-0.01, 35.25].map(|elo| signed(Some(elo))), ["0.0", "+35.2"]);
        let speeds = [96_153.8, 1_234_567.0, 999_600.0].map(|nps| speed(Some(nps)));
        assert_eq!(speeds, ["96k", "1.23M", "1.00M"]);
        let zero = |name: &str| GivenElo { name: name.to_owned(), elo: 0.0, error: 0.0 };
        let mean = zero_text(&[zero("PeSTO"), zero("Otter")], |_| None);
        assert_eq!(mean, "mean of PeSTO, Otter = 0");
        assert_eq!(cut("ChessBin without king attack and more", 20), "ChessBin without k..");
        // Probabilities are never certain.
        let cells = [None, Some(0.5), Some(0.9996), Some(0.9994), Some(0.0001)].map(los_cell);
        assert_eq!(cells, ["-", "50.0", ">99.9", "99.9", "<0.1"]);
    }
}
