//! Distributions of an engine's speed, depth and time.

use players::record::GameRecord;

/// Five quantiles, at 5, 25, 50, 75 and 95 percent.
pub(super) type Quantiles = [f64; 5];

/// The shares of the quantiles.
const SHARES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];
/// Buckets per doubling: two neighbours are 1.1 % apart. Memory does not grow with the games.
const BUCKETS: f64 = 64.0;

/// An engine.
#[derive(Debug, Clone, Default)]
struct Engine {
    /// Games by their nodes a second, in buckets of [`bucket`].
    speeds: Vec<u64>,
    /// Moves by their depth.
    depths: Vec<u64>,
    /// Moves by their time, in buckets of [`bucket`].
    times: Vec<u64>,
}

/// The engines of a run.
#[derive(Debug)]
pub(super) struct Distributions(Vec<Engine>);

impl Distributions {
    /// Distributions for this many engines, before any game.
    pub(super) fn new(engines: usize) -> Self {
        Self(vec![Engine::default(); engines])
    }

    /// Adds a game.
    pub(super) fn add(&mut self, game: &GameRecord) {
        for (engine, stats) in [(game.white, game.white_stats), (game.black, game.black_stats)] {
            let seconds = stats.time.as_secs_f64();
            if stats.nodes > 0 && seconds > 0.0 {
                let speed = bucket(stats.nodes as f64 / seconds);
                count(&mut self.0[engine].speeds, speed);
            }
        }
        for (ply, record) in game.moves.iter().enumerate() {
            let engine = &mut self.0[game.mover(ply)];
            count(&mut engine.depths, usize::from(record.depth));
            count(&mut engine.times, bucket(1e6 * record.time.as_secs_f64()));
        }
    }

    /// Nodes a second by games, to a percent; `None` for an engine that counted none.
    pub(super) fn speeds(&self) -> Vec<Option<Quantiles>> {
        let speeds = self.0.iter().map(|engine| of_counts(&engine.speeds));
        speeds.map(|s| s.map(|quantiles| quantiles.map(of_bucket))).collect()
    }

    /// Depths of moves, in plies.
    pub(super) fn depths(&self) -> Vec<Option<Quantiles>> {
        let depths = self.0.iter().map(|engine| of_counts(&engine.depths));
        depths.map(|d| d.map(|quantiles| quantiles.map(|at| at as f64))).collect()
    }

    /// Times of moves, in milliseconds, to a percent.
    pub(super) fn times(&self) -> Vec<Option<Quantiles>> {
        let times = self.0.iter().map(|engine| of_counts(&engine.times));
        times.map(|t| t.map(|quantiles| quantiles.map(|at| of_bucket(at) / 1e3))).collect()
    }
}

fn count(counts: &mut Vec<u64>, at: usize) {
    if counts.len() <= at {
        counts.resize(at + 1, 0);
    }
    counts[at] += 1;
}

/// The bucket of a number; the first one has all below 1.
fn bucket(number: f64) -> usize {
    (BUCKETS * number.max(1.0).log2()).round() as usize
}

/// The number in the middle of a bucket.
fn of_bucket(bucket: usize) -> f64 {
    (bucket as f64 / BUCKETS).exp2()
}

/// The quantiles of the counts, as indices; `None` without any.
fn of_counts(counts: &[u64]) -> Option<[usize; 5]> {
    let last = counts.iter().sum::<u64>().checked_sub(1)?;
    Some(SHARES.map(|share| {
        let rank = (share * last as f64).round() as u64;
        let mut below = 0;
        let at = counts.iter().position(|&count| {
            below += count;
            below > rank
        });
        at.unwrap_or(0)
    }))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use players::record::GameResult;
    use runner::sample;

    #[test]
    fn quantiles_are_those_of_what_was_counted() {
        let mut counts = vec![0; 30];
        (1..=20).for_each(|at| count(&mut counts, at));
        assert_eq!(of_counts(&counts), Some([2, 6, 11, 15, 19]));
        assert_eq!(of_counts(&[]), None);
    }

    #[test]
    fn moves_belong_to_their_engine() {
        let mut game = sample::game(&sample::config(), 0, GameResult::Draw);
        game.moves[1].time = Duration::from_micros(700);
        let mut spread = Distributions::new(3);
        spread.add(&game);
        assert_eq!(spread.depths()[game.white], Some([10.0, 10.0, 12.0, 12.0, 12.0]));
        assert_eq!(spread.depths()[game.black], Some([11.0; 5]));
        let time = spread.times()[game.black].unwrap()[2];
        assert!((time / 0.7 - 1.0).abs() < 0.006, "{time}");
        let speed = spread.speeds()[game.white].unwrap()[2];
        assert!((speed * 0.052 / 5000.0 - 1.0).abs() < 0.006, "{speed}");
        assert_eq!(spread.speeds()[2], None);
    }
}
