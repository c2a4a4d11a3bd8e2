//! What ratings need of a game, and which games are pairs.

/// The tags of a game that ratings need.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PgnResult {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The player with the white men.
    pub white: String,
    /// The player with the black men.
    pub black: String,
    /// White's half points: 0, 1 or 2.
    pub white_half_points: u8,
    /// The Round tag up to its last dot.
    pub round: Option<String>,
    /// The start position, or else the name of the opening.
    pub opening: Option<String>,
}

impl PgnResult {
    /// Whether the two games are a pair: the same players with colours reversed, and the same
    /// round, or the same opening.
    #[must_use]
    pub fn is_pair_with(&self, next: &Self) -> bool {
        let reversed = self.white == next.black && self.black == next.white;
        let same = |a: &Option<String>, b: &Option<String>| a.is_some() && a == b;
        let differ =
            self.opening.is_some() && next.opening.is_some() && self.opening != next.opening;
        let together = same(&self.round, &next.round) && !differ;
        reversed && (together || same(&self.opening, &next.opening))
    }
}
