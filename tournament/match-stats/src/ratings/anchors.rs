//! Players with given ratings.

/// A player whose rating is given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Anchor {
    /// The player.
    pub player: usize,
    /// The rating, in Elo.
    pub elo: f64,
    /// Half of the rating's 95 % interval, as rating lists print it, in Elo; 0 if certain.
    pub error: f64,
}

impl Anchor {
    /// A player whose rating is certain.
    #[must_use]
    pub fn certain(player: usize, elo: f64) -> Self {
        Self { player, elo, error: 0.0 }
    }
}

/// Players whose ratings are given, none twice. Of several, the mean of their ratings is the mean of what is
/// given: their differences come from the results alone, so an anchor that is off shows. In both means each weighs by
/// the inverse of its error's square, or all that are certain weigh the same and the others nothing.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Anchors(pub Vec<Anchor>);

impl From<Option<Anchor>> for Anchors {
    fn from(anchor: Option<Anchor>) -> Self {
        Self(anchor.into_iter().collect())
    }
}

impl Anchors {
    /// The anchors among these players, which are in rising order.
    pub(super) fn within(&self, players: &[usize]) -> Self {
        let is_own = |anchor: &&Anchor| players.binary_search(&anchor.player).is_ok();
        Self(self.0.iter().filter(is_own).copied().collect())
    }

    /// Each player and its weight; the weights sum to 1, if there are anchors.
    pub(super) fn weights(&self) -> Vec<(usize, f64)> {
        let precisions = self.precisions();
        let sum: f64 = precisions.iter().sum();
        let weights = self.0.iter().zip(precisions);
        weights.map(|(anchor, p)| (anchor.player, p / sum)).collect()
    }

    /// The mean of the given ratings; 0 without anchors.
    pub(super) fn elo(&self) -> f64 {
        let weights = self.0.iter().zip(self.weights());
        weights.map(|(anchor, (_, weight))| weight * anchor.elo).sum()
    }

    /// Half of the 95 % interval of that mean, if their errors are independent.
    pub(super) fn error(&self) -> f64 {
        if self.is_certain() { 0.0 } else { self.precisions().iter().sum::<f64>().sqrt().recip() }
    }

    fn is_certain(&self) -> bool {
        self.0.is_empty() || self.0.iter().any(|anchor| anchor.error <= 0.0)
    }

    fn precisions(&self) -> Vec<f64> {
        let is_certain = self.is_certain();
        let precision = |anchor: &Anchor| {
            if is_certain {
                f64::from(u8::from(anchor.error <= 0.0))
            } else {
                anchor.error.powi(-2)
            }
        };
        self.0.iter().map(precision).collect()
    }
}
