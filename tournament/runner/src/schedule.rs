//! The games of a tournament, in order.
//!
//! Each opening is played twice with colours reversed, so that neither colour nor opening favours
//! an engine. The two games of such a pair are neighbours: their
//! results depend on each other, and statistics count pairs (see [`match_stats`]).
//!
//! All pairings advance together, an opening at a time, and those of a round robin in turns as in a Berger table, in each
//! of which every engine plays once, or has a bye if their number is odd. Any finished prefix of the schedule
//! is then a fair partial tournament, which makes an intermediate table, or one after a
//! stop, worth reading. For the same reason a repetition (a cycle) is nothing but more openings.
//!
//! The schedule is divided into rounds: stretches with the same pairings, played one after the
//! other. A Swiss tournament has as many as configured, and the pairings of one of them are known
//! when the one before is complete ([`Schedule::draw`]); every other format is a single round. With
//! several time controls all of it is played once for each, from the same openings.
//!
//! No game is stored: [`Schedule::game`] computes it from its index.

mod swiss;

use std::collections::BTreeMap;
use std::ops::Range;

use config::{Config, Format};
use match_stats::Meeting;
use players::record::GameRecord;

use swiss::Past;

/// The games of a tournament.
#[derive(Debug, Clone)]
pub struct Schedule {
    /// The pairings of the rounds that are drawn, lower index first.
    drawn: Vec<Vec<(usize, usize)>>,
    /// The pairs of engines that can meet, lower index first.
    meetings: Vec<(usize, usize)>,
    /// The number of rounds of each time control.
    rounds: usize,
    /// The number of times that everything is played, each time within other limits.
    time_controls: usize,
    /// The number of pairings in each round.
    tables: usize,
    /// The number of openings that each pairing plays in a round.
    pairs: usize,
    /// The engines in the order in which equals of a Swiss tournament are paired.
    lots: Vec<usize>,
}

/// A game to be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScheduledGame {
    /// Its place in the schedule, from 0.
    pub index: usize,
    /// White's engine, as an index into the configuration's engines.
    pub white: usize,
    /// Black's engine.
    pub black: usize,
    /// The number of its pair of games in the whole tournament, from 0.
    pub pair: usize,
    /// The opening, as a number in the list of its pairing, from 0.
    pub opening: usize,
    /// The time control, as an index into the configuration's time controls; 0 if it has none.
    pub time_control: usize,
}

/// The turn of a round robin in which two engines meet, the lower index first (the circle method: on a circle of all but
/// the last of an even number those meet whose indices have the same sum, and who is left meets the last).
fn berger_turn((a, b): (usize, usize), engines: usize) -> usize {
    let circle = engines - 1 + engines % 2;
    let sum = if b == circle { 2 * a } else { a + b };
    (sum + circle - 1) % circle
}

impl Schedule {
    /// The schedule of a tournament.
    pub fn new(config: &Config) -> Self {
        let engines = config.engines.len();
        let pairings = |firsts: Range<usize>, seconds: fn(usize, usize) -> usize| {
            let seeds = firsts.end;
            let pairs = firsts.flat_map(|a| (seconds(a, seeds)..engines).map(move |b| (a, b)));
            pairs.collect::<Vec<_>>()
        };
        let time_controls = usize::max(1, config.time_controls.len());
        let meetings = match config.run.format {
            Format::Gauntlet { seeds } => pairings(0..seeds as usize, |_, seeds| seeds),
            _ => pairings(0..engines, |a, _| a + 1),
        };
        let pairs = config.run.pairs as usize;
        let swiss = Self { time_controls, meetings, ..Self::swiss(engines, 1, pairs, config.run.seed) };
        match config.run.format {
            Format::Swiss { rounds } => Self { rounds: rounds as usize, ..swiss },
            _ => {
                let mut meetings = swiss.meetings.clone();
                if config.run.in_rounds {
                    meetings.sort_by_key(|&pairing| berger_turn(pairing, engines));
                }
                Self {
                    drawn: vec![meetings; time_controls],
                    tables: swiss.meetings.len(),
                    pairs: pairs * config.run.cycles as usize,
                    ..swiss
                }
            }
        }
    }

    /// The schedule of a Swiss tournament; its engines draw lots by the seed.
    pub fn swiss(engines: usize, rounds: usize, pairs: usize, seed: u64) -> Self {
        let meetings = (0..engines).flat_map(|a| (a + 1..engines).map(move |b| (a, b)));
        Self {
            drawn: Vec::new(),
            meetings: meetings.collect(),
            rounds,
            time_controls: 1,
            tables: engines / 2,
            pairs,
            lots: swiss::lots(engines, seed),
        }
    }

    /// The number of engines.
    pub fn engines(&self) -> usize {
        self.lots.len()
    }

    /// True if the pairings of all rounds are known.
    pub(crate) fn is_drawn(&self) -> bool {
        self.drawn_games() >= self.len()
    }

    /// The number of openings that each pairing plays.
    pub fn openings(&self) -> usize {
        self.rounds * self.pairs
    }

    /// The pairs of engines that can meet, the lower index first: in a Swiss tournament any two.
    pub fn meetings(&self) -> &[(usize, usize)] {
        &self.meetings
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.time_controls * self.games_per_time_control()
    }

    /// The number of games of each time control.
    pub fn games_per_time_control(&self) -> usize {
        self.rounds * self.games_a_round()
    }

    /// True if there is nothing to play.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of rounds, summed over all time controls.
    pub fn rounds(&self) -> usize {
        self.time_controls * self.rounds
    }

    /// The time control of a game.
    pub fn time_control(&self, index: usize) -> usize {
        index.checked_div(self.games_per_time_control()).unwrap_or(0)
    }

    /// The time control of the round that is drawn next.
    pub fn next_time_control(&self) -> usize {
        self.drawn.len() / self.rounds
    }

    /// The indices of the games of a round.
    pub fn round(&self, round: usize) -> Range<usize> {
        let games = self.games_a_round();
        round * games..(round + 1) * games
    }

    /// The pairings of a round, the lower index first; `None` before it is drawn.
    pub fn pairings(&self, round: usize) -> Option<&[(usize, usize)]> {
        self.drawn.get(round).map(Vec::as_slice)
    }

    /// The number of games in the rounds that are drawn.
    pub fn drawn_games(&self) -> usize {
        self.drawn.len() * self.games_a_round()
    }

    /// Draws the round after those that are drawn. `half_points` are those of each engine in the
    /// rounds of its time control so far, which must be complete: then the draw depends on the configuration and the
    /// results alone, and is the same after every stop.
    pub fn draw(&mut self, half_points: &[u64]) {
        let win = 4 * self.pairs as u64;
        let before = &self.drawn[self.next_time_control() * self.rounds..];
        self.drawn.push(swiss::pairings(&Past::new(half_points, before, win), &self.lots));
    }

    /// The pairings of so many rounds with their results, if `pair` gave White's half points in the games of each pair:
    /// who meets whom follows from them as in the tournament itself.
    pub fn replay(&self, rounds: usize, pair: &mut dyn FnMut() -> [u8; 2]) -> Vec<Meeting> {
        let mut schedule = Self { drawn: Vec::new(), ..self.clone() };
        let mut meetings = BTreeMap::new();
        let mut half_points = vec![0; self.engines()];
        for round in 0..rounds {
            if round % self.rounds == 0 {
                half_points.fill(0);
            }
            schedule.draw(&half_points);
            for &(a, b) in &schedule.drawn[round] {
                let meeting = meetings.entry((a, b)).or_insert_with(|| Meeting::new(a, b));
                for _ in 0..self.pairs {
                    let [first, second] = pair();
                    meeting.add_pair(first, second);
                    half_points[a] += u64::from(first + 2 - second);
                    half_points[b] += u64::from(second + 2 - first);
                }
            }
        }
        meetings.into_values().collect()
    }

    /// The game at an index; `None` from [`Schedule::len`] on, and in a round that is not drawn.
    pub fn game(&self, index: usize) -> Option<ScheduledGame> {
        let games = self.games_a_round();
        let round = index.checked_div(games)?;
        let pairings = self.drawn.get(round)?;
        let pair_of_round = index % games / 2;
        let (a, b) = pairings[pair_of_round % self.tables];
        let (white, black) = if index.is_multiple_of(2) { (a, b) } else { (b, a) };
        Some(ScheduledGame {
            index,
            white,
            black,
            pair: index / 2,
            opening: round % self.rounds * self.pairs + pair_of_round / self.tables,
            time_control: round / self.rounds,
        })
    }

    /// The game of two engines from an opening, on a time control; `None` if they do not meet in it, and in a Swiss
    /// tournament, where that depends on results.
    pub fn find(&self, white: usize, black: usize, opening: usize, time_control: usize) -> Option<ScheduledGame> {
        let meet = (white.min(black), white.max(black));
        if self.rounds != 1 || opening >= self.pairs {
            return None;
        }
        let table = self.drawn.get(time_control)?.iter().position(|&pair| pair == meet)?;
        let pair = opening * self.tables + table;
        self.game(time_control * self.games_per_time_control() + 2 * pair + usize::from(white > black))
    }

    /// The rank of a game's pair among those that are dealt to shards together, from 0, and their number:
    /// the pairs of its round in a Swiss tournament, where the rounds after it are not known, all pairs in every other,
    /// time control by time control of the same pair.
    pub fn dealt(&self, game: &ScheduledGame) -> (usize, usize) {
        let pairs = self.pairs * self.tables;
        if self.rounds != 1 {
            return (game.pair % pairs, pairs);
        }
        let rank = game.pair % pairs * self.time_controls + game.time_control;
        (rank, pairs * self.time_controls)
    }

    /// The place that a stored game claims to have.
    pub fn place_of(&self, game: &GameRecord) -> ScheduledGame {
        ScheduledGame {
            index: game.index,
            white: game.white,
            black: game.black,
            pair: game.pair,
            opening: game.opening,
            time_control: self.time_control(game.index),
        }
    }

    /// True if a stored game is one of these.
    pub(crate) fn has(&self, game: &GameRecord) -> bool {
        self.game(game.index) == Some(self.place_of(game))
    }

    /// The reason that a stored game is none of these, in words.
    pub fn contradicted_by(&self, game: &GameRecord) -> String {
        let GameRecord { index, white, black, pair, opening, .. } = game;
        format!(
            "the schedule has no game {} of pair {} between engines {} and {} with opening {}",
            index + 1,
            pair + 1,
            white + 1,
            black + 1,
            opening + 1
        )
    }

    /// The number of games in each round.
    pub fn games_a_round(&self) -> usize {
        2 * self.pairs * self.tables
    }
}
