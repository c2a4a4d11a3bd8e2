//! Numbers and names as people read them in tables.

use match_stats::Interval;

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
    match elo {
        Some(_) => signed(elo),
        None => "unbounded".to_owned(),
    }
}

pub(crate) fn elo_text(elo: Interval<Option<f64>>) -> String {
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
            let text = |end: Option<f64>| {
                end.map_or("∞".to_owned(), |end| format!("{:.0}", (end - value).abs()))
            };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_that_reaches_farther_on_one_side_says_so() {
        let of = |value, low, high| reach_text(Interval { value, low, high });
        assert_eq!(of(Some(10.0), Some(0.0), Some(20.4)), "±10.2");
        assert_eq!(of(Some(900.0), Some(700.0), Some(1300.0)), "+400-200");
        assert_eq!(of(Some(900.0), Some(700.0), None), "+∞-200");
        assert_eq!(of(Some(-900.0), None, Some(-700.0)), "+200-∞");
        assert_eq!(of(Some(0.0), Some(0.0), Some(0.0)), "-");
        assert_eq!(of(Some(0.0), None, None), "-");
        assert_eq!(of(None, None, None), "-");
    }
}
