//! The results of two players against each other, by colour: the only input of ratings.

use super::super::Pentanomial;

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

    /// The pairs from the first player's side, without colours.
    #[must_use]
    pub fn penta(&self) -> Pentanomial {
        let mut penta = Pentanomial::default();
        for (a_white, row) in self.pairs.iter().enumerate() {
            for (b_white, count) in row.iter().enumerate() {
                penta.0[a_white + 2 - b_white] += count;
            }
        }
        penta
    }

    /// All games by White's half points: those in which the first player is White, then the
    /// others.
    #[must_use]
    pub fn by_colour(&self) -> [[u64; 3]; 2] {
        let mut games = self.singles;
        for (a_white, row) in self.pairs.iter().enumerate() {
            for (b_white, count) in row.iter().enumerate() {
                games[0][a_white] += count;
                games[1][b_white] += count;
            }
        }
        games
    }
}

/// The games of two players in which the same one is White.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Encounter {
    pub(super) white: usize,
    pub(super) black: usize,
    pub(super) games: f64,
    pub(super) points: f64,
    pub(super) draws: f64,
}

impl Encounter {
    /// The encounters of all meetings, both colours of each.
    pub(super) fn all(meetings: &[Meeting]) -> Vec<Self> {
        let both = meetings.iter().flat_map(|m| {
            let [first, second] = m.by_colour();
            [(m.a, m.b, first), (m.b, m.a, second)]
        });
        let encounter = |(white, black, [losses, draws, wins]): (usize, usize, [u64; 3])| Self {
            white,
            black,
            games: (losses + draws + wins) as f64,
            points: wins as f64 + draws as f64 / 2.0,
            draws: draws as f64,
        };
        both.map(encounter).filter(|e| e.games > 0.0).collect()
    }

    /// White, Black and the advantage, which is the last of the parameters, with their signs in the
    /// difference that the expected points depend on.
    pub(super) fn form(&self, parameters: usize) -> [(usize, f64); 3] {
        [(self.white, 1.0), (self.black, -1.0), (parameters - 1, 1.0)]
    }

    pub(super) fn white_scored(&self) -> bool {
        self.points > 0.0
    }

    pub(super) fn black_scored(&self) -> bool {
        self.points < self.games
    }
}

/// One game, for tests.
/// A meeting of these pairs.
#[cfg(test)]
pub(crate) fn meeting(a: usize, b: usize, pairs: [[u64; 3]; 3]) -> Meeting {
    Meeting { pairs, ..Meeting::new(a, b) }
}

#[cfg(test)]
pub(super) fn won(white: usize, black: usize, points: f64) -> Encounter {
    Encounter { white, black, games: 1.0, points, draws: 0.0 }
}
