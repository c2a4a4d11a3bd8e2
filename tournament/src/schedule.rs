//! Which games a tournament has, and in which order.
//!
//! Every pairing plays the same openings, and each opening twice with colours reversed, so that
//! neither colour nor opening favours anybody. The two games of such a pair are neighbours: their
//! results depend on each other, and statistics count pairs (see [`crate::stats`]).
//!
//! All pairings advance together, an opening at a time. Whatever prefix of the schedule is
//! finished is then a fair partial tournament, which is what makes a table on the way, or after a
//! stop, worth reading.
//!
//! Nothing is stored: [`Schedule::game`] computes a game from its index.

use crate::config::Format;

/// The games of a tournament.
#[derive(Debug, Clone)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    openings: usize,
}

/// A game to be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScheduledGame {
    /// Its place in the schedule, from 0.
    pub index: usize,
    /// The engine with the white men, as an index into the configuration's engines.
    pub white: usize,
    /// The engine with the black men.
    pub black: usize,
    /// The number of its pair of games in the whole tournament, from 0.
    pub pair: usize,
    /// The opening, as an index into the drawn openings.
    pub opening: usize,
}

impl Schedule {
    /// The schedule of `engines` engines, `pairs` pairs of games for each pairing.
    #[must_use]
    pub fn new(format: Format, engines: usize, pairs: usize) -> Self {
        let first_only = usize::min(engines, 1);
        let firsts = match format {
            Format::RoundRobin => 0..engines,
            Format::Match | Format::Gauntlet => 0..first_only,
        };
        let pairings = firsts.flat_map(|a| (a + 1..engines).map(move |b| (a, b)));
        Self {
            pairings: pairings.collect(),
            openings: pairs,
        }
    }

    /// Who meets whom, each pairing once with the lower index first.
    #[must_use]
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    /// How many openings have to be drawn.
    #[must_use]
    pub fn openings(&self) -> usize {
        self.openings
    }

    /// How many games there are.
    #[must_use]
    pub fn len(&self) -> usize {
        2 * self.openings * self.pairings.len()
    }

    /// Whether there is nothing to play.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The game at an index; `None` from [`Schedule::len`] on.
    #[must_use]
    pub fn game(&self, index: usize) -> Option<ScheduledGame> {
        if index >= self.len() {
            return None;
        }
        let pair = index / 2;
        let (a, b) = self.pairings[pair % self.pairings.len()];
        let (white, black) = if index.is_multiple_of(2) {
            (a, b)
        } else {
            (b, a)
        };
        Some(ScheduledGame {
            index,
            white,
            black,
            pair,
            opening: pair / self.pairings.len(),
        })
    }

    /// All games in order.
    pub fn games(&self) -> impl Iterator<Item = ScheduledGame> + '_ {
        (0..self.len()).filter_map(|index| self.game(index))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn round_robin() {
        let schedule = Schedule::new(Format::RoundRobin, 4, 3);
        assert_eq!(schedule.len(), 6 * 3 * 2);
        let games: Vec<_> = schedule.games().collect();
        assert_eq!(games.len(), schedule.len());
        let distinct: HashSet<_> = games
            .iter()
            .map(|g| (g.white, g.black, g.opening))
            .collect();
        assert_eq!(distinct.len(), games.len(), "no game is played twice");
        assert!(games.iter().all(|g| g.white != g.black && g.opening < 3));
        assert_eq!(schedule.game(games.len()), None);
    }

    #[test]
    fn pairs_are_neighbours_with_colours_reversed() {
        let schedule = Schedule::new(Format::RoundRobin, 3, 5);
        let games: Vec<_> = schedule.games().collect();
        for (number, pair) in games.chunks(2).enumerate() {
            let [first, second] = pair else {
                panic!("an odd game")
            };
            assert_eq!((first.white, first.black), (second.black, second.white));
            assert_eq!(first.opening, second.opening);
            assert_eq!((first.pair, second.pair), (number, number));
            assert_eq!((first.index, second.index), (2 * number, 2 * number + 1));
        }
    }

    #[test]
    fn all_pairings_advance_together() {
        let schedule = Schedule::new(Format::RoundRobin, 4, 7);
        for opening in 0..7 {
            let round = schedule.games().filter(|game| game.opening == opening);
            let indices: Vec<_> = round.map(|game| game.index).collect();
            let first = opening * 12;
            assert_eq!(indices, (first..first + 12).collect::<Vec<_>>());
        }
    }

    #[test]
    fn match_and_gauntlet() {
        let duel = Schedule::new(Format::Match, 2, 10);
        assert_eq!(duel.pairings(), [(0, 1)]);
        assert_eq!(duel.len(), 20);
        let gauntlet = Schedule::new(Format::Gauntlet, 4, 1);
        assert_eq!(gauntlet.pairings(), [(0, 1), (0, 2), (0, 3)]);
        assert!(
            gauntlet
                .games()
                .all(|game| game.white == 0 || game.black == 0)
        );
        assert!(Schedule::new(Format::RoundRobin, 0, 5).is_empty());
    }
}
