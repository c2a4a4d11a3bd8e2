//! A part of a run: a number of whole pairs of its games, played in a folder for this part only.
//!
//! The pairs stand in the order of the schedule, those of all time controls side by side, and are cut into stretches of the
//! same length but for one. As all pairings advance together in a schedule, each part has nearly the same work of every
//! pairing and time control; parts that are played in the order of their numbers make a fair beginning of the tournament; and
//! of two engines no two parts share an opening. The games of a part depend on the configuration and its number alone.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::schedule::{Schedule, ScheduledGame};

const MAX_PARTS: usize = 1_000_000;
/// The folder of a run's parts, below the run's own.
pub const FOLDER: &str = "shards";

/// The `number`-th of `of` parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    number: usize,
    of: usize,
}

/// The reason that a text does not name a part.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum ShardError {
    #[error("write K/N, the K-th of N parts counted from 1, as in 3/200; or env, in an array job")]
    Form,
    #[error(
        "there is no part {number} of {of}: parts are counted from 1, and there are at most {MAX_PARTS}"
    )]
    Range { number: usize, of: usize },
    #[error(
        "neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set, the number of a task of Slurm or Kubernetes; write K/N"
    )]
    NoArray,
    #[error("Kubernetes does not say how many tasks the job has; write env/N")]
    NoCount,
    #[error(
        "Slurm runs task {index} of {count} from {first} on, which is not a whole array of {} tasks that begins with 0 or \
         1: which part that is cannot be known; write K/N",
        given.unwrap_or(*count)
    )]
    PartOfArray { given: Option<usize>, index: usize, count: usize, first: usize },
}

impl Shard {
    /// The `number`-th part, from 1.
    pub fn new(number: usize, of: usize) -> Result<Self, ShardError> {
        if (1..=of).contains(&number) && of <= MAX_PARTS {
            Ok(Self { number, of })
        } else {
            Err(ShardError::Range { number, of })
        }
    }

    /// Parses a text: `K/N`; or in an array job `env` (Slurm) or `env/N` (Kubernetes, which does not set the
    /// number of tasks). `variable` looks up an environment variable.
    pub fn named(
        text: &str,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, ShardError> {
        let number = |text: &str| text.parse().map_err(|_| ShardError::Form);
        match text.split_once('/') {
            None if text == "env" => Self::of_task(None, variable),
            Some(("env", of)) => Self::of_task(Some(number(of)?), variable),
            Some((index, of)) => Self::new(number(index)?, number(of)?),
            None => Err(ShardError::Form),
        }
    }

    /// The part of this task of an array job; `of` is the number of parts, if given.
    fn of_task(
        of: Option<usize>,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, ShardError> {
        let number = |name: &str| variable(name).and_then(|text| text.parse::<usize>().ok());
        if let Some(index) = number("SLURM_ARRAY_TASK_ID") {
            let first = number("SLURM_ARRAY_TASK_MIN").unwrap_or(1);
            let count = number("SLURM_ARRAY_TASK_COUNT").unwrap_or(0);
            let tasks = first..first + count;
            if first > 1 || !tasks.contains(&index) || of.is_some_and(|of| of != count) {
                return Err(ShardError::PartOfArray { given: of, index, count, first });
            }
            return Self::new(index - first + 1, count);
        }
        let index = number("JOB_COMPLETION_INDEX").ok_or(ShardError::NoArray)?;
        Self::new(index + 1, of.ok_or(ShardError::NoCount)?)
    }

    /// True if it has the `rank`-th of `total` pairs, from 0.
    pub fn has(&self, rank: usize, total: usize) -> bool {
        number_of(rank, total, self.of) == Some(self.number)
    }

    /// True if it has a game of a schedule.
    pub fn has_game(&self, schedule: &Schedule, game: &ScheduledGame) -> bool {
        let (rank, total) = schedule.dealt(game);
        self.has(rank, total)
    }

    /// Its folder, below that of the run.
    pub fn folder(&self, run: &Path) -> PathBuf {
        let width = self.of.to_string().len();
        let name = format!("{:0width$}-of-{}", self.number, self.of);
        run.join(FOLDER).join(name)
    }
}

/// The part, of `of`, that has the `rank`-th of `total` pairs, from 0; `None` for a pair beyond them.
pub fn number_of(rank: usize, total: usize, of: usize) -> Option<usize> {
    // Both factors are far below 2^32.
    (rank < total).then(|| rank * of / total + 1)
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    /// As [`Shard::named`], with the environment of this process.
    fn from_str(text: &str) -> Result<Self, ShardError> {
        Self::named(text, |name| std::env::var(name).ok())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use config::Config;

    use super::*;

    /// A limit for tests where it does not matter.
    const NODE: &str = "limits = { nodes = 1 }";

    /// The schedule of three engines.
    fn schedule(run: &str, limits: &str) -> Schedule {
        let text = format!(
            "run = {{ name = \"x\", {run} }}\n\
         engine = [{{ evaluator = \"otter\" }}, {{ evaluator = \"material\" }}, {{ evaluator = \"michniewski\" }}]\n\
         {limits}"
        );
        let names = &["otter", "material", "michniewski"];
        Schedule::new(&Config::parse("x.toml", &text, &[], names).unwrap())
    }

    fn parts(schedule: &Schedule, of: usize) -> Vec<Vec<ScheduledGame>> {
        let games = || (0..schedule.len()).map(|index| schedule.game(index).unwrap());
        (1..=of)
            .map(|number| Shard::new(number, of).unwrap())
            .map(|shard| games().filter(|game| shard.has_game(schedule, game)).collect())
            .collect()
    }

    /// The difference between the least and the most of some counts.
    fn spread(counts: impl Iterator<Item = usize> + Clone) -> usize {
        counts.clone().max().unwrap() - counts.min().unwrap()
    }

    #[test]
    fn every_game_is_in_one_part_with_its_pair_and_all_parts_have_the_same_work_of_everything() {
        let time_controls = "[[time_control]]\nname = \"a\"\nlimits = { nodes = 1 }\n[[time_control]]\nname = \"b\"\nlimits = { nodes = 2 }";
        let tournaments = [
            ("format = \"round-robin\", pairs = 50", NODE),
            ("format = \"round-robin\", pairs = 1", NODE),
            ("format = \"round-robin\", pairs = 7, cycles = 3", NODE),
            ("format = \"gauntlet\", pairs = 50", NODE),
            ("format = \"round-robin\", pairs = 50", time_controls),
        ];
        for (run, limits) in tournaments {
            let schedule = schedule(run, limits);
            for of in [1, 2, 7, 16, 40] {
                let parts = parts(&schedule, of);
                let mut all: Vec<usize> = parts.iter().flatten().map(|game| game.index).collect();
                all.sort_unstable();
                assert!(all.into_iter().eq(0..schedule.len()), "{run}, {of}");
                assert!(spread(parts.iter().map(Vec::len)) <= 2, "{run}, {of}");
                let mut work: BTreeMap<_, Vec<usize>> = BTreeMap::new();
                for (number, part) in parts.iter().enumerate() {
                    for game in part {
                        let pairing = (game.white.min(game.black), game.white.max(game.black));
                        let counts =
                            work.entry((pairing, game.time_control)).or_insert(vec![0; of]);
                        counts[number] += 1;
                    }
                    let pairs = part.chunks(2);
                    assert!(pairs.clone().all(|pair| pair[0].pair == pair[1].pair));
                }
                for (what, counts) in work {
                    assert!(
                        spread(counts.iter().copied()) <= 2,
                        "{run}, {of}: {what:?} {counts:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn of_two_engines_no_two_parts_share_an_opening_and_parts_follow_each_other() {
        let text = r#"
        run = { name = "x", format = "match", pairs = 30 }
        limits = { nodes = 1 }
        engine = [{ evaluator = "otter" }, { evaluator = "material" }]
    "#;
        let config = Config::parse("x.toml", text, &[], &["otter", "material"]).unwrap();
        let parts = parts(&Schedule::new(&config), 7);
        let openings = parts.iter().map(|part| {
            let mut openings: Vec<usize> = part.iter().map(|game| game.opening).collect();
            openings.dedup();
            openings
        });
        let all: Vec<usize> = openings.flatten().collect();
        assert!(all.into_iter().eq(0..30));
    }

    fn in_array(text: &str, variables: &[(&str, &str)]) -> Result<String, String> {
        let variables: BTreeMap<&str, &str> = variables.iter().copied().collect();
        let shard = Shard::named(text, |name| variables.get(name).map(|&text| text.to_owned()));
        shard.map(|shard| shard.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn schedulers_count_from_0_or_1_and_parts_from_1() {
        let slurm = |id, first, count| {
            [
                ("SLURM_ARRAY_TASK_ID", id),
                ("SLURM_ARRAY_TASK_MIN", first),
                ("SLURM_ARRAY_TASK_COUNT", count),
            ]
        };
        let kubernetes = [("JOB_COMPLETION_INDEX", "0")];
        for (text, variables, shard) in [
            ("env", &slurm("1", "1", "40")[..], "1/40"),
            ("env", &slurm("0", "0", "40"), "1/40"),
            ("env/40", &slurm("39", "0", "40"), "40/40"),
            ("env/8", &kubernetes, "1/8"),
        ] {
            assert_eq!(in_array(text, variables).as_deref(), Ok(shard), "{variables:?}");
        }
        for (text, variables, expected) in [
            ("3", &[][..], "K/N"),
            ("a/b", &[], "K/N"),
            ("0/4", &[], "no part 0 of 4"),
            ("5/4", &[], "no part 5 of 4"),
            ("env", &[], "SLURM_ARRAY_TASK_ID"),
            ("env", &kubernetes, "env/N"),
            ("env", &slurm("7", "7", "1"), "write K/N"),
            ("env/8", &slurm("1", "1", "9"), "not a whole array of 8 tasks"),
        ] {
            let error = in_array(text, variables).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
