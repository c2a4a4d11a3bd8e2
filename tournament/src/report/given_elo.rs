//! Ratings that are known from elsewhere, as they are told.

use serde::Serialize;

/// A rating that all others are relative to.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GivenElo {
    /// The player.
    pub name: String,
    /// The rating that is given.
    pub elo: f64,
    /// Half of its 95 % interval; 0: it is certain.
    pub error: f64,
}

impl GivenElo {
    fn text(&self) -> String {
        let Self { name, elo, error } = self;
        match *error > 0.0 {
            true => format!("{name} = {elo} ± {error}"),
            false => format!("{name} = {elo}"),
        }
    }
}

/// What the ratings of a table are relative to.
pub(crate) fn zero_text(given: &[GivenElo]) -> String {
    match given {
        [] => "mean of all = 0".to_owned(),
        [one] => one.text(),
        several => {
            let each: Vec<String> = several.iter().map(GivenElo::text).collect();
            format!("in the mean {}", each.join(", "))
        }
    }
}
