//! The input of ratings: the results of two players against each other by colour, and ratings that are given.

use crate::Pentanomial;

/// The games of two players. A million games of a hundred players are at most 4950 of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meeting {
    /// The first player.
    pub a: usize,
    /// The second player.
    pub b: usize,
    /// Pairs of games, by White's half points (0, 1, 2) in the game in which the first player is
    /// White, then by White's half points in the other.
    pub pairs: [[u64; 3]; 3],
    /// Games that belong to no pair, by White's half points: those in which the first player is
    /// White, then the others.
    pub singles: [[u64; 3]; 2],
}

impl Meeting {
    /// Two players that have not met yet.
    ///
    /// # Panics
    /// If they are the same.
    #[must_use]
    pub fn new(a: usize, b: usize) -> Self {
        assert_ne!(a, b, "no player meets himself");
        Self { a, b, pairs: [[0; 3]; 3], singles: [[0; 3]; 2] }
    }

    /// Counts a pair by White's half points in the game in which the first player is White, and in
    /// the other.
    pub fn add_pair(&mut self, a_white: u8, b_white: u8) {
        self.pairs[usize::from(a_white.min(2))][usize::from(b_white.min(2))] += 1;
    }

    /// Counts a game without a partner by White's half points.
    pub fn add_single(&mut self, a_is_white: bool, white: u8) {
        self.singles[usize::from(!a_is_white)][usize::from(white.min(2))] += 1;
    }

    /// White's half points in the two games of a pair, and the number of such pairs.
    pub(crate) fn kinds_of_pairs(&self) -> impl Iterator<Item = ([usize; 2], u64)> {
        (0..9).map(|cell| ([cell / 3, cell % 3], self.pairs[cell / 3][cell % 3]))
    }

    /// The pairs from the first player's side, without colours.
    #[must_use]
    pub fn penta(&self) -> Pentanomial {
        let mut penta = Pentanomial::default();
        for ([a_white, b_white], count) in self.kinds_of_pairs() {
            penta.0[a_white + 2 - b_white] += count;
        }
        penta
    }

    /// All games by White's half points: those in which the first player is White, then the others.
    #[must_use]
    pub fn by_colour(&self) -> [[u64; 3]; 2] {
        let mut games = self.singles;
        for ([a_white, b_white], count) in self.kinds_of_pairs() {
            games[0][a_white] += count;
            games[1][b_white] += count;
        }
        games
    }
}

/// A player whose rating is given.
///
/// Of several, none twice, the mean of their ratings is the mean of what is given: their differences come from the results
/// alone, so an anchor that is off shows. In both means each weighs by the inverse of its error's square, or all that are
/// certain weigh the same and the others nothing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Anchor {
    /// The player.
    pub player: usize,
    /// The rating, in Elo.
    pub elo: f64,
    /// Half of the rating's 95 % interval, as rating lists print it, in Elo; 0 if certain.
    pub error: f64,
}

/// Each of these anchors and its weight, which sum to 1; the mean of the given ratings; and half of the 95 % interval of that
/// mean, if their errors are independent. Without anchors the latter two are 0.
pub(super) fn mean_of(anchors: &[Anchor]) -> (Vec<(usize, f64)>, f64, f64) {
    let is_certain = anchors.iter().any(|anchor| anchor.error <= 0.0);
    let precision = |anchor: &Anchor| match anchor.error {
        error if is_certain => f64::from(u8::from(error <= 0.0)),
        error => error.powi(-2),
    };
    let sum: f64 = anchors.iter().map(precision).sum();
    let weight = |anchor: &Anchor| (anchor.player, precision(anchor) / sum);
    let given = anchors.iter().map(|anchor| weight(anchor).1 * anchor.elo).sum();
    let error = if is_certain || anchors.is_empty() { 0.0 } else { sum.sqrt().recip() };
    (anchors.iter().map(weight).collect(), given, error)
}
