//! Schedules, the parts of a run, and the openings of pairings.

use std::collections::{BTreeMap, HashSet};

use config::Config;
use match_stats::differences::{Difference, differences};
use match_stats::random::below;
use match_stats::ratings::{Advantage, widening};
use match_stats::{Meeting, rate};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use runner::run::Tournament;
use runner::schedule::{Schedule, ScheduledGame};
use runner::shard::Shard;

use super::{EVALUATORS, NODE, config, games, rows};

const TIME_CONTROLS: &str =
    "time_control = [{ name = \"a\", limits = { nodes = 1 } }, { name = \"b\", limits = { nodes = 2 } }]";

#[test]
fn every_pairing_plays_every_opening_with_both_colours_and_all_advance_together() {
    const ALL: [(usize, usize); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    const ROBIN: [(usize, usize); 6] = [(0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2)];
    for (run, rest, engines, openings, pairings) in [
        ("format = \"match\", pairs = 10", NODE, 2, 10, &[(0, 1)][..]),
        ("format = \"gauntlet\", pairs = 1", NODE, 4, 1, &ALL[..3]),
        // Seeds do not meet each other.
        ("format = \"gauntlet\", seeds = 2, pairs = 2", NODE, 4, 2, &ALL[1..5]),
        ("format = \"round-robin\", pairs = 7", NODE, 4, 7, &ROBIN),
        // A cycle is everything again with new openings, and a time control with the same ones.
        ("format = \"round-robin\", pairs = 3, cycles = 2", NODE, 4, 6, &ROBIN),
        ("format = \"round-robin\", pairs = 3", TIME_CONTROLS, 4, 3, &ROBIN),
    ] {
        let schedule = Schedule::new(&config(run, rest, &EVALUATORS[..engines]));
        let time_controls = if rest == NODE { 1 } else { 2 };
        let mut expected = Vec::new();
        for (time_control, opening) in
            (0..time_controls).flat_map(|time| (0..openings).map(move |opening| (time, opening)))
        {
            for (white, black) in pairings.iter().flat_map(|&(a, b)| [(a, b), (b, a)]) {
                let (index, pair) = (expected.len(), expected.len() / 2);
                let game = ScheduledGame { index, white, black, pair, opening, time_control };
                assert_eq!(schedule.time_control(index), time_control, "{run}");
                assert_eq!(schedule.find(white, black, opening, time_control), Some(game), "{run}");
                expected.push(game);
            }
        }
        assert_eq!(games(&schedule), expected, "{run}");
        assert_eq!((schedule.len(), schedule.openings()), (expected.len(), openings), "{run}");
        assert_eq!((schedule.rounds(), schedule.pairings(0)), (time_controls, Some(pairings)));
        assert_eq!(schedule.game(expected.len()), None, "{run}");
        assert_eq!(schedule.find(0, 0, 0, 0), None, "{run}");
        assert_eq!(schedule.find(0, 3, openings, 0), None, "{run}");
    }
    let mut none = config("format = \"round-robin\", pairs = 5", NODE, &EVALUATORS);
    none.engines.clear();
    let none = Schedule::new(&none);
    assert!(none.is_empty());
    assert_eq!(none.game(0), None);
}

#[test]
fn after_each_turn_of_a_round_robin_all_have_played_as_often_or_had_a_bye_more() {
    for engines in 2..=11 {
        let names: Vec<String> = (0..engines).map(|n| format!("name = \"{n}\", evaluator = \"otter\"")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let schedule = Schedule::new(&config("format = \"round-robin\", pairs = 3", NODE, &names));
        let mut played = vec![0; engines];
        for (turn, games) in games(&schedule).chunks(engines / 2 * 2).enumerate() {
            games.iter().step_by(2).flat_map(|game| [game.white, game.black]).for_each(|engine| played[engine] += 1);
            let byes = |&pairs: &usize| turn + 1 - pairs;
            let most = if engines % 2 == 0 { 0 } else { turn / engines + 1 };
            assert!(played.iter().map(byes).all(|byes| byes <= most), "{engines}, {turn}: {played:?}");
        }
        let meet: HashSet<_> = schedule.pairings(0).unwrap().iter().collect();
        assert_eq!(meet.len(), engines * (engines - 1) / 2);
    }
}

/// Ten equals: without the factor their intervals hold in fewer than 90 of a hundred.
#[test]
fn intervals_hold_where_results_decide_who_meets_whom() {
    let schedule = Schedule::swiss(10, 5, 6, 1);
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let mut pair = || [0; 2].map(|_: i32| below(&mut random, 3) as u8);
    let fields: Vec<Vec<Meeting>> = (0..400).map(|_| schedule.replay(5, &mut pair)).collect();
    assert!(fields.iter().flatten().all(|meeting| meeting.penta().pairs() == 6));
    let factor = widening(10, &fields[0], |pair| schedule.replay(5, pair));
    let held = |factor: f64| {
        let (mut held, mut told_apart) = (0, 0);
        for field in &fields {
            let rated = rate(10, field, &[], Advantage::Estimated).widened(factor);
            held += rated.players.iter().filter(|rating| rating.elo.contains(0.0)).count();
            let found = differences(&rated, &Vec::from_iter(0..10)).unwrap();
            told_apart += usize::from(found.iter().any(Difference::is_significant));
        }
        (held as f64 / 4000.0, told_apart as f64 / 400.0)
    };
    let (plain, widened) = (held(1.0), held(factor));
    assert!(plain.0 < 0.9, "{plain:?}");
    assert!((0.93..0.97).contains(&widened.0) && widened.1 <= 0.05, "{factor}: {widened:?}");
}

#[test]
fn a_swiss_round_is_known_when_the_one_before_is_complete() {
    let five = ["name = \"five\", evaluator = \"otter\""];
    let five = [&EVALUATORS[..], &five].concat();
    let run = "format = \"swiss\", rounds = 3, pairs = 4";
    let mut swiss = Schedule::new(&config(run, NODE, &five));
    assert_eq!((swiss.rounds(), swiss.openings()), (3, 12));
    assert_eq!((swiss.len(), swiss.round(1)), (48, 16..32));
    assert_eq!(swiss.game(0), None, "nothing is drawn");
    for round in 0..3 {
        assert_eq!(swiss.pairings(round), None);
        swiss.draw(&[round as u64, 0, 1, 0, 2]);
        assert_eq!(games(&swiss).len(), 16 * (round + 1));
    }
    for (round, games) in games(&swiss).chunks(16).enumerate() {
        let openings: HashSet<_> = games.iter().map(|game| game.opening).collect();
        assert_eq!(openings, (4 * round..4 * round + 4).collect());
        // Both tables play all of them, with both colours.
        for opening in openings {
            let tables = games.iter().filter(|game| game.opening == opening);
            let seats: HashSet<_> = tables.map(|game| (game.white, game.black)).collect();
            assert_eq!(seats.len(), 4);
            assert!(seats.iter().all(|&(a, b)| seats.contains(&(b, a))));
        }
    }
    // The second time control has the same rounds, after the same results.
    let run = "format = \"swiss\", rounds = 2, pairs = 3";
    let mut swiss = Schedule::new(&config(run, TIME_CONTROLS, &EVALUATORS));
    while swiss.pairings(swiss.rounds() - 1).is_none() {
        swiss.draw(&[0, 3, 2, 1]);
    }
    let half = swiss.games_per_time_control();
    let games = games(&swiss);
    assert_eq!(games.len(), 2 * half);
    for (&a, &b) in games[..half].iter().zip(&games[half..]) {
        let (index, pair) = (a.index + half, a.pair + half / 2);
        assert_eq!(b, ScheduledGame { index, pair, time_control: 1, ..a });
    }
}

fn parts(schedule: &Schedule, of: usize) -> Vec<Vec<ScheduledGame>> {
    let shards = (1..=of).map(|number| Shard::new(number, of).unwrap());
    let has = |shard: Shard| games(schedule).into_iter().filter(move |g| shard.has_game(schedule, g));
    shards.map(|shard| has(shard).collect()).collect()
}

/// The difference between the least and the most of some counts.
fn spread(counts: impl Iterator<Item = usize> + Clone) -> usize {
    counts.clone().max().unwrap() - counts.min().unwrap()
}

#[test]
fn every_game_is_in_one_part_with_its_pair_and_all_parts_have_the_same_work_of_everything() {
    for (run, limits) in [
        ("format = \"round-robin\", pairs = 50", NODE),
        ("format = \"round-robin\", pairs = 1", NODE),
        ("format = \"round-robin\", pairs = 7, cycles = 3", NODE),
        ("format = \"gauntlet\", pairs = 50", NODE),
        ("format = \"round-robin\", pairs = 50", TIME_CONTROLS),
    ] {
        let schedule = Schedule::new(&config(run, limits, &EVALUATORS[..3]));
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
                assert!(part.chunks(2).all(|pair| pair[0].pair == pair[1].pair));
            }
            for (what, counts) in work {
                assert!(spread(counts.iter().copied()) <= 2, "{run}, {of}: {what:?} {counts:?}");
            }
        }
    }
    // Of two engines no two parts share an opening, and parts follow each other.
    let pair = config("format = \"match\", pairs = 30", NODE, &EVALUATORS[..2]);
    let openings = parts(&Schedule::new(&pair), 7).into_iter().flat_map(|part| {
        let mut openings: Vec<usize> = part.iter().map(|game| game.opening).collect();
        openings.dedup();
        openings
    });
    assert!(openings.eq(0..30));
}

#[test]
fn schedulers_count_from_0_or_1_and_parts_from_1() {
    for [text, scheduler, expected] in rows("parts by their names") {
        let mut words = scheduler.split(' ');
        let names: &[_] = match words.next() {
            Some("slurm") => &["SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_COUNT"],
            Some("kubernetes") => &["JOB_COMPLETION_INDEX"],
            _ => &[],
        };
        let variables: BTreeMap<_, _> = names.iter().copied().zip(words).collect();
        let shard = Shard::named(text, |name| variables.get(name).map(|&text| text.to_owned()));
        let is_so = match &shard {
            Ok(shard) => shard.to_string() == expected,
            Err(error) => error.contains(expected),
        };
        assert!(is_so, "{text}: {shard:?}");
    }
}

fn openings(config: &Config, names: [&str; 2]) -> Vec<String> {
    let tournament = Tournament::new(config.clone()).unwrap();
    let named = |name: &str| config.engines.iter().position(|engine| engine.name == name).unwrap();
    let [one, other] = names.map(named);
    let drawn = &tournament.plan.openings;
    let list = drawn.of(one, other).unwrap();
    assert!(std::ptr::eq(list, drawn.of(other, one).unwrap()));
    let opening = |number| list.opening(number).unwrap().uci_moves().join(" ");
    (0..list.needed).map(opening).collect()
}

/// Its own list, which stays what it is when the run grows: its games would not be found again.
#[test]
fn a_pairing_draws_its_openings_by_the_seed_and_its_names_alone() {
    let robin =
        |more: &str, engines: &[&str]| config(&format!("format = \"round-robin\", pairs = {more}"), NODE, engines);
    let four = robin("5", &EVALUATORS);
    let one = openings(&four, ["otter", "material"]);
    let other = openings(&four, ["otter", "chessbin"]);
    assert_eq!((one.len(), other.len()), (5, 5));
    assert!(one.iter().all(|opening| !other.contains(opening)));
    let gauntlet = config("format = \"gauntlet\", seeds = 1, pairs = 5", NODE, &EVALUATORS);
    for same in [
        gauntlet.clone(),
        config("format = \"swiss\", rounds = 2, pairs = 3", NODE, &EVALUATORS),
        robin("9", &EVALUATORS),
        robin("5", &["material", "otter"]),
        robin("5", &["chessbin", "otter", "material"]),
    ] {
        let engines = same.engines.len();
        assert_eq!(openings(&same, ["otter", "material"])[..5], one, "{engines} engines");
    }
    assert!(Tournament::new(gauntlet).unwrap().plan.openings.of(1, 2).is_none());
    assert_ne!(openings(&robin("5, seed = 2", &EVALUATORS), ["otter", "material"]), one);
    // All play the same ones where that is asked for, or where there are two.
    let policy = format!("{NODE}\nopenings = {{ policy = \"round\" }}");
    let shared = config("format = \"round-robin\", pairs = 5", &policy, &EVALUATORS);
    let round = openings(&shared, ["otter", "material"]);
    assert_eq!(openings(&shared, ["chessbin", "material"]), round);
    let pair = config("format = \"match\", pairs = 5", NODE, &EVALUATORS[1..3]);
    assert_eq!(openings(&pair, ["chessbin", "material"]), round);
    let fingerprint = |config| Tournament::new(config).unwrap().plan.openings.fingerprint();
    assert_ne!(fingerprint(shared), fingerprint(four));
}
