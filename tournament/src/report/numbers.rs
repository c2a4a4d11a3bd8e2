//! Numbers and names as people read them in tables.

use match_stats::Interval;

/// A name, or as much of it as `width` characters hold.
pub(crate) fn cut(name: &str, width: usize) -> String {
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

/// Elo; what is unbounded in words.
pub(crate) fn bounded(elo: Option<f64>) -> String {
    match elo {
        Some(_) => signed(elo),
        None => "unbounded".to_owned(),
    }
}

/// Elo with its interval.
pub(crate) fn elo_text(elo: Interval<Option<f64>>) -> String {
    let Interval { value, low, high } = elo.map(bounded);
    format!("{value} Elo [{low}, {high}]")
}

/// A share, 0 to 1, in percent.
pub(crate) fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |share| format!("{:.1}%", 100.0 * share))
}

/// Nodes a second in thousands or millions.
pub(crate) fn speed(nps: Option<f64>) -> String {
    match nps {
        Some(nps) if nps >= 999_500.0 => format!("{:.2}M", nps / 1e6),
        Some(nps) => format!("{:.0}k", nps / 1e3),
        None => "-".to_owned(),
    }
}

/// A likelihood of superiority, 0 to 1, in percent; rounding makes nothing certain.
pub(crate) fn los_cell(los: Option<f64>) -> String {
    match los {
        None => "-".to_owned(),
        Some(los) if los < 0.0005 => "<0.1".to_owned(),
        Some(los) if los > 0.9995 => ">99.9".to_owned(),
        Some(los) => format!("{:.1}", 100.0 * los),
    }
}
