//! Validates the statistics on simulated games, whose truth is known: the coverage of intervals, the error rates of
//! sequential tests, the verdicts of races and the bias of ratings. Prints the tables of docs/statistics.md in
//! Markdown, or one of them.
//!
//!     cargo run --release -p match-stats --example simulate -- [TABLE] [--trials N] [--seed N]
//!
//! TABLE: matches, tests, races or ratings. N trials is the number of matches in a row
//! (default 20000); tests and tournaments, which take longer, are fewer. The same seed (default 1) gives the same
//! tables on any number of threads.

mod tables;

use std::f64::consts::LN_10;
use std::process::ExitCode;

use match_stats::elo::{elo_from_score, score_from_elo};
use match_stats::random::uniform;
use match_stats::ratings::draw_rate;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

type NamedTable = (&'static str, fn(Effort) -> Table);

const TABLES: [NamedTable; 4] =
    [("matches", tables::matches), ("tests", tables::tests), ("races", tables::races), ("ratings", tables::ratings)];

/// Realistic worlds: balanced openings of which some favour White, with few draws and
/// with many, and one without any of this.
const WORLDS: [World; 4] = [
    World { advantage: 0.0, draw_rate: 0.3, shared: 0.0 },
    World { advantage: 35.0, draw_rate: 0.4, shared: 0.3 },
    World { advantage: 60.0, draw_rate: 0.7, shared: 0.6 },
    World { advantage: 20.0, draw_rate: 0.85, shared: 0.3 },
];

#[derive(Clone, Copy)]
struct Effort {
    seed: u64,
    /// Matches in each row; sequential tests, races and tournaments, which take longer, are half of it.
    trials: usize,
}

impl Effort {
    /// The results of independent trials, each with its own random numbers.
    fn trials<T: Send>(self, row: usize, count: usize, trial: impl Fn(&mut Pcg64Mcg) -> T + Sync) -> Vec<T> {
        let seed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let run = |number: usize| {
            let place = ((row as u64) << 40) + number as u64;
            trial(&mut Pcg64Mcg::seed_from_u64(seed ^ place))
        };
        (0..count).into_par_iter().map(run).collect()
    }
}

/// A table whose rows are trials: their labels, and in each column the share that held, or (as its heading then begins) the
/// mean number of games.
struct Table {
    effort: Effort,
    /// The number of its first row: rows of other tables have other random numbers.
    first: usize,
    title: &'static str,
    /// The cells of the heading, with ` | ` between them.
    head: &'static str,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn new(effort: Effort, first: usize, title: &'static str, head: &'static str) -> Self {
        Self { effort, first, title, head, rows: Vec::new() }
    }

    /// Adds a row: the means of so many trials, each of which has a number for every column.
    fn add(&mut self, mut labels: Vec<String>, count: usize, trial: impl Fn(&mut Pcg64Mcg) -> Vec<f64> + Sync) {
        let trials = self.effort.trials(self.first + self.rows.len(), count, trial);
        for (column, head) in self.head.split(" | ").skip(labels.len()).enumerate() {
            let mean = trials.iter().map(|trial| trial[column]).sum::<f64>() / count as f64;
            let is_games = head.starts_with("games");
            labels.push(if is_games { format!("{mean:.0}") } else { format!("{:.1} %", 100.0 * mean) });
        }
        self.rows.push(labels);
    }

    fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let rule = vec!["---".to_owned(); self.head.split(" | ").count()];
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!("{}\n\n| {} |\n{}{rows}", self.title, self.head, line(&rule))
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((tables, effort)) = parsed(&arguments) else {
        let names = TABLES.map(|(name, _)| name).join(", ");
        eprintln!("usage: simulate [TABLE] [--trials N] [--seed N]\nTABLE is one of {names}");
        return ExitCode::from(2);
    };
    for (_, table) in tables {
        println!("{}", table(effort).markdown());
    }
    ExitCode::SUCCESS
}

fn parsed(arguments: &[String]) -> Option<(Vec<NamedTable>, Effort)> {
    let mut effort = Effort { seed: 1, trials: 20_000 };
    let mut tables = Vec::new();
    let mut left = arguments.iter();
    while let Some(argument) = left.next() {
        match argument.as_str() {
            "--trials" => effort.trials = left.next()?.parse().ok().filter(|&n| n > 0)?,
            "--seed" => effort.seed = left.next()?.parse().ok()?,
            name => tables.push(TABLES.into_iter().find(|(known, _)| *known == name)?),
        }
    }
    if tables.is_empty() {
        tables = TABLES.to_vec();
    }
    Some((tables, effort))
}

/// The properties of games apart from the strength of the players.
#[derive(Clone, Copy)]
struct World {
    /// White's advantage, in Elo.
    advantage: f64,
    /// Share of draws between equals, 0 to 1 (Davidson's model).
    draw_rate: f64,
    /// Share of pairs, 0 to 1, in which both games have the same luck for White: openings that favour a colour.
    shared: f64,
}

impl World {
    fn text(&self) -> String {
        let [draws, shared] = [self.draw_rate, self.shared].map(|share| 100.0 * share);
        format!("{} Elo, {draws:.0} %, {shared:.0} %", self.advantage)
    }

    /// White's expected score in the game in which the first engine is White, and in the other.
    fn scores(&self, elo: f64) -> [f64; 2] {
        [elo, -elo].map(|d| score_from_elo(d + self.advantage))
    }

    /// Logistic Elo that the first engine's expected score in a pair is, if it is `elo` stronger
    /// before White's advantage.
    fn elo_of_pairs(&self, elo: f64) -> f64 {
        let [first, second] = self.scores(elo);
        elo_from_score(f64::midpoint(first, 1.0 - second)).unwrap_or(0.0)
    }

    /// Normalised Elo of such a pair.
    fn nelo_of_pairs(&self, elo: f64) -> f64 {
        let chances = self.pentanomial(elo);
        let scores = || chances.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]);
        let mean: f64 = scores().map(|(p, x)| p * x).sum();
        let variance: f64 = scores().map(|(p, x)| p * (x - mean).powi(2)).sum();
        (mean - 0.5) / (2.0 * variance).sqrt() * (800.0 / LN_10)
    }

    /// Chances of White's half points 0, 1 and 2.
    fn game(&self, score: f64) -> [f64; 3] {
        let draw = draw_rate(score, self.draw_rate);
        [1.0 - score - draw / 2.0, draw, score - draw / 2.0]
    }

    /// Chances of the first engine's half points in a pair.
    fn pentanomial(&self, elo: f64) -> [f64; 5] {
        let mut chances = [0.0; 5];
        for (cell, chance) in self.pair(elo).into_iter().enumerate() {
            chances[cell / 3 + 2 - cell % 3] += chance;
        }
        chances
    }

    /// Chances of White's half points in the two games of a pair: three of the second game for
    /// each of the first one, in which the first engine is White.
    fn pair(&self, elo: f64) -> [f64; 9] {
        let [first, second] = self.scores(elo).map(|score| self.game(score));
        let part = |game: [f64; 3], at: usize| {
            let start: f64 = game[..at].iter().sum();
            (start, start + game[at])
        };
        std::array::from_fn(|cell| {
            let (i, j) = (cell / 3, cell % 3);
            // With shared luck both results come from one number: where their parts overlap.
            let ((start, end), (other_start, other_end)) = (part(first, i), part(second, j));
            let shared = (end.min(other_end) - start.max(other_start)).max(0.0);
            self.shared * shared + (1.0 - self.shared) * first[i] * second[j]
        })
    }
}

/// Draws one of a few results with given chances: those of each result or one before it.
struct Wheel(Vec<f64>);

impl Wheel {
    fn new(chances: &[f64]) -> Self {
        let mut sum = 0.0;
        let up_to = chances.iter().map(|chance| {
            sum += chance;
            sum
        });
        Self(up_to.collect())
    }

    fn spin(&self, random: &mut impl Rng) -> usize {
        let luck = uniform(random);
        let before = &self.0[..self.0.len() - 1];
        before.iter().map(|&end| usize::from(luck >= end)).sum()
    }
}

/// Small versions of the tables keep the promises: shares with the scatter of few trials.
#[cfg(test)]
mod tests {
    use match_stats::race::RaceVerdict;
    use match_stats::sprt::Decision;
    use match_stats::{Pentanomial, Sample, Sprt};

    use super::*;
    use tables::{HYPOTHESES, RATE, race, run, test};

    fn effort(trials: usize) -> Effort {
        Effort { seed: 1, trials }
    }

    fn number(cell: &str) -> f64 {
        cell.trim_end_matches(" %").parse().unwrap()
    }

    #[test]
    #[cfg_attr(not(feature = "full"), ignore = "takes long: --features full")]
    fn intervals_tests_and_ratings_keep_their_promises() {
        let matches = tables::matches(effort(600));
        for row in &matches.rows {
            // Fishtest's interval of normalised Elo is one for small advantages.
            let far = number(&row[1]) > 50.0;
            // Few pairs have few outcomes: an interval may hold the truth in all but the rarest of them. Neither
            // fishtest's formula nor single games are for so few. Of strong favourites the upper end is a wide one.
            let wide = [(91.5, 100.0), (91.5, 100.0), (70.0, 100.0), (87.0, 100.0)];
            let is_wide = far || number(&row[3]) < 50.0;
            let ranges = if is_wide { wide } else { [(91.0, 97.5); 4] };
            for (place, (cell, (least, most))) in row[4..].iter().zip(ranges).enumerate() {
                let holds = (least..=most).contains(&number(cell));
                assert!(holds || (far && place == 2), "{row:?}");
            }
        }
        let few = effort(100);
        for row in &tables::tests(few).rows {
            assert!(number(&row[3]) <= 14.0, "{row:?}");
            assert!(number(&row[7]) >= 86.0, "{row:?}");
        }
        let field = tables::ratings(few);
        for (column, least, most) in [(3, 94.0, 96.5), (5, 93.5, 97.5)] {
            let held = field.rows.iter().map(|row| number(&row[column]));
            let mean = held.sum::<f64>() / field.rows.len() as f64;
            assert!((least..=most).contains(&mean), "{column}: {mean}");
        }
        for row in &field.rows {
            for cell in &row[3..] {
                assert!((84.0..=100.0).contains(&number(cell)), "{row:?}");
            }
            // Five ratings of fifty tournaments.
            assert!(number(&row[4]) >= 91.0, "{row:?}");
        }
        for row in &tables::races(few).rows {
            // A wrong verdict: a difference where there is none, or the wrong sign.
            let wrong = match number(&row[1]) {
                0.0 => number(&row[2]) + number(&row[3]),
                truth if truth > 0.0 => number(&row[3]),
                _ => number(&row[2]),
            };
            assert!(wrong <= 14.0 && number(&row[7]) >= 86.0, "{row:?}");
        }
        assert_eq!(tables::matches(few).markdown(), tables::matches(few).markdown());
    }

    /// Pauses between looks change no test.
    #[test]
    fn a_test_ends_where_it_ends_if_it_is_always_looked_at() {
        for (number, world) in WORLDS.into_iter().cycle().take(200).enumerate() {
            let (elo0, elo1, model) = HYPOTHESES[number % HYPOTHESES.len()];
            if elo1 - elo0 < 20.0 {
                continue;
            }
            let sprt = Sprt::new((elo0, elo1), (RATE, RATE), model).unwrap();
            let wheel = Wheel::new(&world.pentanomial(10.0));
            let mut random = Pcg64Mcg::seed_from_u64(number as u64);
            let (ended, decision) = test(&sprt, &wheel, &mut random.clone());
            let mut penta = Pentanomial::default();
            let mut seen = Decision::Continue;
            while seen == Decision::Continue {
                penta.0[wheel.spin(&mut random)] += 1;
                seen = sprt.decision(sprt.llr(&Sample::Pairs(penta)).unwrap());
            }
            assert_eq!((ended, decision), (penta, seen));
        }
    }

    /// A helpful rule, a harmful one and one that is worth nothing, in every world: in 94 of 100 runs the first is
    /// above the second and the third between them, and no verdict is wrong.
    #[test]
    fn planted_rules_are_ranked_rightly() {
        for (number, world) in WORLDS.into_iter().enumerate() {
            let wheels = [40.0, 0.0, -40.0].map(|elo| Wheel::new(&world.pentanomial(elo)));
            let right = Effort { seed: 7, trials: 100 }.trials(number, 100, |random| {
                let [up, null, down] = wheels.each_ref().map(|wheel| run(&race(), wheel, random));
                let score = |pairs: Pentanomial| pairs.estimate().unwrap().score;
                score(up.pairs) > score(null.pairs)
                    && score(null.pairs) > score(down.pairs)
                    && matches!(null.verdict, RaceVerdict::Small | RaceVerdict::Open)
                    && (up.verdict, down.verdict) == (RaceVerdict::Above, RaceVerdict::Below)
            });
            let right = right.into_iter().filter(|right| *right).count();
            assert!(right >= 94, "{}: {right} of 100", world.text());
        }
    }
}
