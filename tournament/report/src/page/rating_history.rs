//! The course of ratings, or of the state of a sequential test, during a run.

use match_stats::Interval;

use crate::ResultsBuilder;
use config::Config;
use players::record::GameRecord;

/// Points of a course.
const POINTS: usize = 40;

/// The state after some games.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Point {
    /// Games counted, those of the beginning of the schedule.
    pub(super) games: u64,
    /// The ratings, by engine, in Elo; of a match the first one's Elo over the second alone.
    pub(super) elo: Vec<Option<Interval>>,
    /// Log-likelihood ratio of the sequential test, if there is one.
    pub(super) llr: Option<f64>,
}

/// Follows a run.
#[derive(Debug)]
pub(super) struct Course {
    builder: ResultsBuilder,
    is_match: bool,
    every: u64,
    games: u64,
    /// The games seen so far.
    pub(super) points: Vec<Point>,
}

impl Course {
    /// A course for a run of which this many games will be added.
    pub(super) fn new(config: &Config, games: usize) -> Self {
        // A whole pair at least: half of one carries no information.
        let every = games.div_ceil(POINTS).next_multiple_of(2).max(2);
        Self {
            builder: ResultsBuilder::new(config, games),
            is_match: config.engines.len() == 2,
            every: every as u64,
            games: 0,
            points: Vec::new(),
        }
    }

    /// Adds a game.
    pub(super) fn add(&mut self, game: &GameRecord) {
        self.builder.add(game);
        self.games += 1;
        if self.games.is_multiple_of(self.every) {
            self.look();
        }
    }

    /// The last point, if it is not there yet.
    pub(super) fn end(&mut self) {
        if self.points.last().is_none_or(|last| last.games < self.games) {
            self.look();
        }
    }

    fn look(&mut self) {
        let of_two = self.builder.of_two().filter(|_| self.is_match);
        let known = |elo: Interval<Option<f64>>| {
            Some(Interval { value: elo.value?, low: elo.low?, high: elo.high? })
        };
        let (elo, llr) = match of_two {
            Some(of_two) => (vec![known(of_two.strength().0)], of_two.figures.llr),
            None if self.is_match => return,
            None => (self.builder.elo_by_engine(), None),
        };
        self.points.push(Point { games: self.games, elo, llr });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use runner::sample;

    #[test]
    fn the_last_point_is_the_result() {
        let config = sample::config();
        let games = sample::games(&config, &[2, 1, 0, 2, 1, 1, 0]);
        let mut course = Course::new(&config, games.len());
        let mut builder = ResultsBuilder::new(&config, games.len());
        for game in &games {
            course.add(game);
            builder.add(game);
        }
        course.end();
        let seen: Vec<u64> = course.points.iter().map(|point| point.games).collect();
        assert_eq!(seen, [2, 4, 6, 7]);
        let last = &course.points[3];
        let results = builder.results();
        let elo = |index: usize| last.elo[index].unwrap().value;
        for (index, engine) in results.engines.iter().enumerate() {
            assert_eq!(Some(elo(index)), engine.elo.value);
        }
        assert_eq!(last.llr, None);
        assert_eq!(course.points[0].elo[2], None, "it had not played yet");
    }
}
