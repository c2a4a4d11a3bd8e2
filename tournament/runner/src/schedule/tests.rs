use std::collections::HashSet;
use std::time::Duration;

use super::*;
use crate::sample;
use config::{EngineConfig, LimitKind, TimeControl};

fn config(format: Format, engines: usize, pairs: u32) -> Config {
    let mut config = sample::config();
    (config.run.format, config.run.pairs, config.run.anchor) = (format, pairs, None);
    let engine = |index: usize| EngineConfig {
        name: index.to_string(),
        ..EngineConfig::of_evaluator("material", 1)
    };
    config.engines = (0..engines).map(engine).collect();
    config
}

fn schedule(format: Format, engines: usize, pairs: u32) -> Schedule {
    Schedule::new(&config(format, engines, pairs))
}

fn games(schedule: &Schedule) -> Vec<ScheduledGame> {
    (0..schedule.len()).map_while(|index| schedule.game(index)).collect()
}

#[test]
fn round_robin() {
    let schedule = schedule(Format::RoundRobin, 4, 3);
    assert_eq!(schedule.len(), 6 * 3 * 2);
    let games = games(&schedule);
    assert_eq!(games.len(), schedule.len());
    let distinct: HashSet<_> = games.iter().map(|g| (g.white, g.black, g.opening)).collect();
    assert_eq!(distinct.len(), games.len(), "no game is played twice");
    assert!(games.iter().all(|g| g.white != g.black && g.opening < 3));
    assert_eq!(schedule.game(games.len()), None);
}

#[test]
fn pairs_are_neighbours_with_colours_reversed() {
    let schedule = schedule(Format::RoundRobin, 3, 5);
    let games = games(&schedule);
    for (number, pair) in games.chunks(2).enumerate() {
        let [first, second] = pair else { panic!("an odd game") };
        assert_eq!((first.white, first.black), (second.black, second.white));
        assert_eq!(first.opening, second.opening);
        assert_eq!((first.pair, second.pair), (number, number));
        assert_eq!((first.index, second.index), (2 * number, 2 * number + 1));
    }
}

#[test]
fn all_pairings_advance_together() {
    let schedule = schedule(Format::RoundRobin, 4, 7);
    for opening in 0..7 {
        let round = games(&schedule).into_iter().filter(|game| game.opening == opening);
        let indices: Vec<_> = round.map(|game| game.index).collect();
        let first = opening * 12;
        assert_eq!(indices, (first..first + 12).collect::<Vec<_>>());
    }
}

#[test]
fn match_and_gauntlet() {
    let duel = schedule(Format::Match, 2, 10);
    assert_eq!(duel.pairings(0), Some(&[(0, 1)][..]));
    assert_eq!((duel.len(), duel.rounds()), (20, 1));
    let gauntlet = schedule(Format::Gauntlet { seeds: 1 }, 4, 1);
    assert_eq!(gauntlet.pairings(0), Some(&[(0, 1), (0, 2), (0, 3)][..]));
    let seeds = schedule(Format::Gauntlet { seeds: 2 }, 4, 1);
    assert_eq!(
        seeds.pairings(0),
        Some(&[(0, 2), (0, 3), (1, 2), (1, 3)][..]),
        "seeds do not meet each other"
    );
    assert!(schedule(Format::RoundRobin, 0, 5).is_empty());
    assert_eq!(schedule(Format::RoundRobin, 0, 5).game(0), None);
}

#[test]
fn a_cycle_is_everything_again_with_new_openings() {
    let mut twice = config(Format::RoundRobin, 4, 3);
    twice.run.cycles = 2;
    let schedule = Schedule::new(&twice);
    assert_eq!((schedule.openings(), schedule.len()), (6, 2 * 6 * 3 * 2));
    let games = games(&schedule);
    let (first, second) = games.split_at(games.len() / 2);
    for (a, b) in first.iter().zip(second) {
        assert_eq!((a.white, a.black), (b.white, b.black));
        assert_eq!(a.opening + 3, b.opening);
    }
}

#[test]
fn a_swiss_round_is_known_when_the_one_before_is_complete() {
    let mut swiss = schedule(Format::Swiss { rounds: 3 }, 5, 4);
    assert_eq!((swiss.rounds(), swiss.openings()), (3, 12));
    assert_eq!((swiss.len(), swiss.round(1)), (48, 16..32));
    assert_eq!(swiss.game(0), None, "nothing is drawn");
    for round in 0..3 {
        assert_eq!(swiss.pairings(round), None);
        swiss.draw(&[round as u64, 0, 1, 0, 2]);
        assert_eq!(games(&swiss).len(), 16 * (round + 1));
    }
    let games = games(&swiss);
    for (round, games) in games.chunks(16).enumerate() {
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
}

#[test]
fn time_controls_are_the_same_games_one_after_the_other() {
    let time_control = |nodes: u64| TimeControl {
        name: nodes.to_string(),
        limit: LimitKind::Nodes(nodes).into(),
        margin: Duration::ZERO,
    };
    for format in [Format::RoundRobin, Format::Swiss { rounds: 2 }] {
        let mut config = config(format, 4, 3);
        config.time_controls = vec![time_control(1), time_control(2)];
        let mut schedule = Schedule::new(&config);
        while schedule.pairings(schedule.rounds() - 1).is_none() {
            schedule.draw(&[0, 3, 2, 1]);
        }
        let games = games(&schedule);
        assert_eq!(games.len(), 2 * schedule.games_per_time_control());
        let (first, second) = games.split_at(schedule.games_per_time_control());
        for (a, b) in first.iter().zip(second) {
            assert_eq!((a.white, a.black, a.opening), (b.white, b.black, b.opening));
            assert_eq!((a.time_control, b.time_control), (0, 1));
            assert_eq!(schedule.time_control(b.index), 1);
        }
    }
}
