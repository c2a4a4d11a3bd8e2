use std::collections::BTreeMap;

use super::*;
use config::Config;

/// A limit for tests where it does not matter.
const NODE: &str = "limits = { nodes = 1 }";

/// The schedule of three engines, all its rounds drawn.
fn schedule(run: &str, limits: &str) -> Schedule {
    let text = format!(
        "run = {{ name = \"x\", {run} }}\n\
         engine = [{{ evaluator = \"otter\" }}, {{ evaluator = \"material\" }}, {{ evaluator = \"michniewski\" }}]\n\
         {limits}"
    );
    let names = &["otter", "material", "michniewski"];
    let mut schedule = Schedule::new(&Config::parse("x.toml", &text, &[], names).unwrap());
    while schedule.drawn_games() < schedule.len() {
        schedule.draw(&[0, 1, 2]);
    }
    schedule
}

/// The games of each of `of` parts.
fn parts(schedule: &Schedule, of: usize) -> Vec<Vec<ScheduledGame>> {
    let games = || (0..schedule.len()).map(|index| schedule.game(index).unwrap());
    (1..=of)
        .map(|number| Shard::new(number, of).unwrap())
        .map(|shard| games().filter(|game| shard.has_game(schedule, game)).collect())
        .collect()
}

/// Least and most of some counts.
fn spread(counts: impl Iterator<Item = usize> + Clone) -> usize {
    counts.clone().max().unwrap() - counts.min().unwrap()
}

#[test]
fn every_game_is_in_one_part_with_its_pair_and_all_parts_have_the_same_work_of_everything() {
    let time_controls = "[[time_control]]\nname = \"a\"\nlimits = { nodes = 1 }\n[[time_control]]\nname = \"b\"\nlimits = { nodes = 2 }";
    let tournaments = [
        ("format = \"round-robin\", pairs = 50", NODE),
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
                    let counts = work.entry((pairing, game.time_control)).or_insert(vec![0; of]);
                    counts[number] += 1;
                }
                let pairs = part.chunks(2);
                assert!(pairs.clone().all(|pair| pair[0].pair == pair[1].pair));
            }
            for (what, counts) in work {
                assert!(spread(counts.iter().copied()) <= 2, "{run}, {of}: {what:?} {counts:?}");
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

#[test]
fn a_swiss_tournament_is_dealt_round_by_round() {
    let schedule = schedule("format = \"swiss\", rounds = 3, pairs = 8", NODE);
    for part in parts(&schedule, 4) {
        let rounds = part.chunk_by(|a, b| a.index / 16 == b.index / 16);
        assert!(rounds.map(<[_]>::len).eq([4, 4, 4]), "{part:?}");
    }
}

#[test]
fn more_parts_than_pairs_leave_some_empty() {
    let schedule = schedule("format = \"round-robin\", pairs = 1", NODE);
    let sizes: Vec<usize> = parts(&schedule, 5).iter().map(Vec::len).collect();
    assert_eq!(sizes.iter().sum::<usize>(), 6);
    assert!(sizes.iter().all(|&size| size == 0 || size == 2));
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

#[test]
fn folders_sort_as_numbers_do() {
    let folder = |number| Shard::new(number, 200).unwrap().folder(Path::new("runs/x"));
    assert_eq!(folder(7), Path::new("runs/x/shards/007-of-200"));
    assert!(folder(99) < folder(100));
}
