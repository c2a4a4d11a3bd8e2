//! Ratings that are known from elsewhere, and their texts.

use serde::Serialize;

use super::numbers::signed;

/// A rating that all others are relative to.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GivenElo {
    /// The player.
    pub name: String,
    /// The rating that is given.
    pub elo: f64,
    /// Half of its 95 % interval; 0 if it is exact.
    pub error: f64,
}

impl GivenElo {
    fn text(&self) -> String {
        let Self { name, elo, error } = self;
        if *error > 0.0 { format!("{name} = {elo} ± {error}") } else { format!("{name} = {elo}") }
    }

    /// The same, with its distance from the rating by the results.
    fn text_beside(&self, found: Option<f64>) -> String {
        match found {
            Some(found) => format!("{} (off by {})", self.text(), signed(Some(found - self.elo))),
            None => self.text(),
        }
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
            let each = several.iter().map(|one| one.text_beside(rating(&one.name)));
            let each: Vec<String> = each.collect();
            format!("in the mean {}", each.join(", "))
        }
    }
}
