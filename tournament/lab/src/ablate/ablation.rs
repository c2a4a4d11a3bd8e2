//! The games: the whole evaluator against itself without each candidate.

use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use match_stats::Interval;
use match_stats::race::{Course, Race};

use super::{AblationRow, Candidate, Candidates};
use config::{Config, ConfigError, EngineConfig, EngineKind};
use players::identity;
use players::record::{GameRecord, SideStats};
use report::write_reports;
use runner::RunError;
use runner::arena::Event;
use runner::run::{Begin, Tournament};
use runner::schedule::ScheduledGame;
use runner::shard::Shard;
use runner::store::{Store, StoreError};

const PATIENCE: Duration = Duration::from_secs(20);

/// An ablation that can be played.
#[derive(Debug)]
pub struct Ablation {
    /// The run.
    pub config: Config,
    candidates: Vec<Candidate>,
    race: Race,
    saves_time: bool,
    played: Vec<CandidateGames>,
}

/// Progress of an ablation.
#[derive(Debug)]
#[allow(missing_docs, reason = "the names say what the others are")]
pub enum AblationEvent<'t> {
    Warning(&'t str),
    /// The number of games stored already.
    Begun(usize),
    /// A round begins: the candidates still open are played up to their next look, in games that are missing.
    Round {
        open: usize,
        missing: usize,
    },
    Game,
    /// All games are played, and the files of this many are about to be written.
    Writing(usize),
    Written,
}

impl Ablation {
    /// An ablation of `whole`, an evaluator. Its name depends on what is played, but neither on the choice of rules nor on
    /// the number of games: with other rules or more games the same run resumes; groups have their own. Without a `seed`
    /// the openings are drawn by one from the evaluator.
    pub fn new(
        whole: &EngineConfig,
        candidates: &Candidates,
        groups: bool,
        race: Race,
        seed: Option<u64>,
    ) -> Result<Ablation, ConfigError> {
        let drawn = identity::seed(std::slice::from_ref(whole));
        let pairs = race.looks().last().copied().unwrap_or(1);
        let mut settings = vec![
            "run.format=gauntlet".to_owned(),
            format!("run.pairs={pairs}"),
            // Rules are compared with each other: openings that all have in common separate them best.
            "openings.policy=round".to_owned(),
        ];
        // Of 750 games four ended otherwise than with the usual rule, and they had 8 % fewer moves.
        settings.extend(["moves=3", "score=600"].map(|key| format!("adjudication.resign.{key}")));
        settings.extend(seed.map(|seed| format!("run.seed={seed}")));
        let other = EngineConfig { name: "without".to_owned(), ..whole.clone() };
        let mut config = Config::of_match(vec![whole.clone(), other], drawn, &settings)?;
        config.engines.truncate(1);
        let of = if groups { "groups" } else { "rules" };
        config.run.name = format!("ablate-{of}-{}", config.run.name);
        let Candidates { playing: candidates, saves_time, .. } = candidates.clone();
        config.engines.extend(candidates.iter().map(|candidate| without(whole, candidate)));
        let played = vec![CandidateGames::default(); candidates.len()];
        Ok(Ablation { played, saves_time, config, candidates, race })
    }

    /// Plays in `folder`, resuming what is there, until no candidate is open or the games are spent, `threads` games at
    /// a time. Without candidates nothing is played; what was played when it fails is stored.
    pub fn play(
        &mut self,
        folder: &Path,
        threads: usize,
        mut notify: impl FnMut(AblationEvent<'_>),
    ) -> anyhow::Result<()> {
        if self.candidates.is_empty() {
            return Ok(());
        }
        // With a smaller limit on games, fewer of those stored are looked at.
        if let Some(store) = Store::begun(folder)? {
            self.grow_to(&store);
        }
        let planned = self.planned(&mut notify)?;
        let probed = planned.probe(false, |warning| notify(AblationEvent::Warning(warning)))?;
        let opened = probed.open(folder, Begin::GoOn)?;
        opened.rebuilt.iter().for_each(|line| notify(AblationEvent::Warning(line)));
        notify(AblationEvent::Begun(self.count(&opened.store)?));
        loop {
            // The openings up to each candidate's next look.
            let goals: Vec<usize> = self.courses().map(|course| course.goal).collect();
            let missing = goals.iter().zip(&self.played);
            let missing = missing.map(|(&goal, played)| played.games_missing(goal));
            let missing: Vec<usize> = missing.filter(|&games| games > 0).collect();
            if missing.is_empty() {
                break;
            }
            notify(AblationEvent::Round { open: missing.len(), missing: missing.iter().sum() });
            let is_wanted = |game: &ScheduledGame| {
                let candidate = candidate_of(game.white, game.black);
                goals.get(candidate).is_some_and(|&goal| game.opening < goal)
            };
            opened.play_selected(threads, is_wanted, |event| {
                if let Event::Finished(game) = event {
                    add(&mut self.played, game);
                    notify(AblationEvent::Game);
                }
            })?;
        }
        let run = opened.close();
        notify(AblationEvent::Writing(run.store.count()?));
        write_reports(&run, || notify(AblationEvent::Written))?;
        Ok(())
    }

    /// Plays the part `shard` of the games that candidates need for their next looks, as known from the games merged
    /// into the run in `run`, in its own folder below it; returns the number of games and if any look is due.
    pub fn play_shard(
        &mut self,
        run: &Path,
        shard: Shard,
        threads: usize,
        mut notify: impl FnMut(AblationEvent<'_>),
    ) -> anyhow::Result<(usize, bool)> {
        self.played.fill(CandidateGames::default());
        if self.candidates.is_empty() {
            return Ok((0, false));
        }
        if let Some(merged) = Store::begun_alone(run, PATIENCE)? {
            self.grow_to(&merged);
            self.count(&merged)?;
        }
        let due = self.courses().zip(&self.played).map(|(Course { goal, .. }, played)| {
            let before = self.race.looks().iter().rev().find(|&&look| look < goal);
            (played.games_missing(goal) > 0).then(|| before.copied().unwrap_or(0)..goal)
        });
        let due: Vec<Option<Range<usize>>> = due.collect();
        let is_wanted = |game: &ScheduledGame| {
            let candidate = candidate_of(game.white, game.black);
            let of_look = due.get(candidate).and_then(Option::as_ref);
            of_look.filter(|look| look.contains(&game.opening)).is_some_and(|look| {
                // The games of each look are dealt to shards by opening, then by candidate.
                let rank = (game.opening - look.start) * due.len() + candidate;
                shard.has(rank, look.len() * due.len())
            })
        };
        let planned = self.planned(&mut notify)?;
        let schedule = planned.plan.schedule.clone();
        let probed = planned.probe(true, |warning| notify(AblationEvent::Warning(warning)))?;
        let opened = probed.open_shard(run, shard, Begin::GoOn)?;
        let finished = opened.store.finished(schedule.len())?;
        let wanted = (0..schedule.len()).filter_map(|index| schedule.game(index));
        let wanted: Vec<usize> = wanted.filter(&is_wanted).map(|game| game.index).collect();
        let missing = wanted.iter().filter(|&&game| !finished[game]).count();
        notify(AblationEvent::Begun(wanted.len() - missing));
        notify(AblationEvent::Round { open: due.iter().flatten().count(), missing });
        opened.play_selected(threads, is_wanted, |event| {
            if let Event::Finished(_) = event {
                notify(AblationEvent::Game);
            }
        })?;
        Ok((wanted.len(), due.iter().any(Option::is_some)))
    }

    /// Raises the number of openings to the run's.
    fn grow_to(&mut self, run: &Store) {
        if let Ok(config) = run.config() {
            self.config.run.pairs = self.config.run.pairs.max(config.run.pairs);
        }
    }

    fn planned(&self, notify: &mut impl FnMut(AblationEvent<'_>)) -> Result<Tournament, RunError> {
        let planned = Tournament::new(self.config.clone())?;
        planned.notes().iter().for_each(|note| notify(AblationEvent::Warning(note)));
        Ok(planned)
    }

    /// Loads the stored games, in place of any others, and returns their number.
    fn count(&mut self, store: &Store) -> Result<usize, StoreError> {
        self.played.fill(CandidateGames::default());
        let mut stored = 0;
        store.visit_without_moves(|game| {
            add(&mut self.played, &game);
            stored += 1;
            Ok::<_, StoreError>(())
        })?;
        Ok(stored)
    }

    fn courses(&self) -> impl Iterator<Item = Course> {
        self.played.iter().map(|of_one| self.race.course(&of_one.half_points()))
    }

    /// The results, the most helpful rule first.
    pub fn rows(&self) -> Vec<AblationRow> {
        let both = self.candidates.iter().zip(&self.played).zip(self.courses());
        let rows = both.map(|((candidate, played), course)| {
            let estimate = course.pairs.estimate();
            AblationRow {
                candidate: candidate.clone(),
                elo: self.race.interval(course.pairs).unwrap_or(Interval::UNKNOWN),
                games: 2 * course.pairs.pairs(),
                penta: course.pairs.0,
                verdict: course.verdict,
                p: self.race.p_value(course.pairs),
                p_holm: None,
                p_false_discovery: None,
                shrunk_elo: Interval::UNKNOWN,
                cost_ns: played.cost().filter(|_| self.saves_time),
                of_one_look: estimate.map_or(Interval::UNKNOWN, |estimate| estimate.elo),
                score: estimate.map_or(0.5, |estimate| estimate.score),
            }
        });
        let mut rows: Vec<AblationRow> = rows.collect();
        rows.sort_by(|a, b| b.score.total_cmp(&a.score));
        AblationRow::read_together(&mut rows);
        rows
    }
}

fn add(played: &mut [CandidateGames], game: &GameRecord) {
    if let Some(of_one) = played.get_mut(candidate_of(game.white, game.black)) {
        of_one.add(game);
    }
}

fn without(whole: &EngineConfig, candidate: &Candidate) -> EngineConfig {
    let mut engine = whole.clone();
    engine.name = format!("without {}", candidate.name);
    if let EngineKind::Evaluator(evaluator) = &mut engine.kind {
        let rules = candidate.rules.iter().map(|&rule| rule.to_owned());
        evaluator.disable.extend(rules);
    }
    engine
}

/// The place of the evaluator with all its rules among the engines of the run; the candidates follow it.
const WHOLE: usize = 0;

/// The place of the candidate that plays a game against the whole.
fn candidate_of(white: usize, black: usize) -> usize {
    white.max(black) - 1
}

#[derive(Debug, Clone, Default)]
struct CandidateGames {
    /// The whole's half points in the two games of each opening.
    pairs: Vec<[Option<u8>; 2]>,
    /// Nanoseconds a node that the whole needed beyond the evaluator without the rule, game by game.
    costs: Vec<f64>,
}

impl CandidateGames {
    fn add(&mut self, game: &GameRecord) {
        match game.white {
            WHOLE => self.add_cost(game.white_stats, game.black_stats),
            _ => self.add_cost(game.black_stats, game.white_stats),
        }
        if self.pairs.len() <= game.opening {
            self.pairs.resize(game.opening + 1, [None; 2]);
        }
        self.pairs[game.opening][game.index % 2] = Some(game.half_points_of(WHOLE));
    }

    fn add_cost(&mut self, whole: SideStats, without: SideStats) {
        let a_node = |side: SideStats| {
            (side.nodes > 0 && !side.time.is_zero()).then(|| side.time.as_nanos() as f64 / side.nodes as f64)
        };
        if let [Some(whole), Some(without)] = [whole, without].map(a_node) {
            self.costs.push(whole - without);
        }
    }

    /// Nanoseconds a node that the rule costs, with its 95 % interval; `None` after few games.
    ///
    /// Both engines of a game think on one thread, one after the other, so other load on the machine affects both. The
    /// cost is the median of the games', which a game that was held up cannot move far; its interval is that of order
    /// statistics, free of any assumption about how they are distributed (David and Nagaraja 2003, Order Statistics,
    /// section 7.1).
    fn cost(&self) -> Option<Interval> {
        const MIN_GAMES: usize = 20;
        let mut sorted = self.costs.clone();
        let count = sorted.len();
        if count < MIN_GAMES {
            return None;
        }
        sorted.sort_by(f64::total_cmp);
        // How many of them are below the median is binomial.
        let reach = 1.96 * (count as f64).sqrt() / 2.0;
        let middle = (count - 1) as f64 / 2.0;
        let at = |place: f64| sorted[(place.max(0.0) as usize).min(count - 1)];
        Some(Interval {
            value: (at(middle.floor()) + at(middle.ceil())) / 2.0,
            low: at((middle - reach).floor()),
            high: at((middle + reach).ceil()),
        })
    }

    /// The whole's half points in the first pairs that are finished.
    fn half_points(&self) -> Vec<u8> {
        let sums = self.pairs.iter().map(|[first, second]| Some((*first)? + (*second)?));
        sums.map_while(|sum| sum).collect()
    }

    /// The number of games of the first `goal` openings that are missing.
    fn games_missing(&self, goal: usize) -> usize {
        2 * goal - self.pairs.iter().take(goal).flatten().flatten().count()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn only_whole_pairs_count_and_only_up_to_the_first_that_is_not() {
        let pairs = [[Some(2), Some(1)], [Some(0), Some(0)], [Some(1), None], [Some(2), Some(2)]];
        let games = CandidateGames { pairs: pairs.into(), costs: Vec::new() };
        assert_eq!(games.half_points(), [3, 0]);
        assert_eq!([2, 3, 10].map(|goal| games.games_missing(goal)), [0, 1, 20 - 7]);
    }

    #[test]
    fn a_rule_costs_the_median_of_what_the_whole_needs_more() {
        let stats =
            |nanoseconds: u64| SideStats { nodes: 1_000, time: Duration::from_nanos(1_000 * nanoseconds), moves: 1 };
        let mut games = CandidateGames::default();
        for index in 0..40 {
            // 1 to 40 more, one of them held up; without, the same machine is slower and slower.
            let (whole, without) = (100 + 2 * index + 1, 100 + index);
            let held_up = if index == 39 { 1_000_000 } else { 0 };
            games.add_cost(stats(whole + held_up), stats(without));
            // Without nodes it tells nothing.
            games.add_cost(stats(whole), SideStats::default());
            assert_eq!(games.cost().is_some(), index >= 19);
        }
        let found = games.cost().unwrap();
        // With 40 games the ranks 14 and 27 enclose the median in 96 of 100 cases.
        assert_eq!((found.value, found.low, found.high), (20.5, 14.0, 27.0));
    }
}
