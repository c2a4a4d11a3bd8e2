//! The games: the whole evaluator against itself without each candidate.

use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use match_stats::race::{Course, Race};

use super::AblateError;
use super::candidates::Candidate;
use super::results::{CandidateGames, CandidateResults, candidate_of, games_missing, half_points};
use super::rows::AblationRow;
use config::{Config, ConfigError, EngineConfig, EngineKind};
use players::identity;
use report::write_reports;
use runner::arena::Event;
use runner::run::{Begin, Opened, Planned, RunError};
use runner::schedule::ScheduledGame;
use runner::shard::Shard;
use runner::store::{Part, Store, StoreError};

/// The prefix of a run's name.
const NAME: &str = "ablate";
/// The longest wait for another process that merges parts.
const PATIENCE: Duration = Duration::from_secs(20);

/// The settings of an ablation.
#[derive(Debug)]
pub struct AblationConfig {
    /// The whole: an evaluator.
    pub whole: EngineConfig,
    /// The rules or groups to leave out.
    pub candidates: Vec<Candidate>,
    /// True if these are groups, which have their own folder.
    pub groups: bool,
    /// True if leaving a rule out saves its time.
    pub saves_time: bool,
    /// The way that games are allotted.
    pub race: Race,
    /// The seed by which openings are drawn; `None`: one that is drawn from the evaluator.
    pub seed: Option<u64>,
}

/// An ablation that can be played.
#[derive(Debug)]
pub struct Ablation {
    config: Config,
    candidates: Vec<Candidate>,
    race: Race,
    saves_time: bool,
    played: CandidateResults,
}

/// The work of a shard.
#[derive(Debug, Clone, Copy, Default)]
pub struct ShardWork {
    /// Its games of the looks that are due.
    pub games: usize,
    /// True if any look is due.
    pub is_due: bool,
}

/// Progress of an ablation.
#[derive(Debug)]
pub enum AblationEvent<'t> {
    /// A warning.
    Warning(&'t str),
    /// The number of games stored already.
    Begun(usize),
    /// A round begins: the candidates still open are played up to their next look.
    Round {
        /// The number of candidates.
        open: usize,
        /// Games that are missing.
        missing: usize,
    },
    /// A game has ended.
    Game,
    /// All games are played, and the files of this many are about to be written.
    Writing(usize),
    /// A game is written.
    Written,
}

impl Ablation {
    /// The ablation of `config`. Its name depends on what is played, but neither on the choice of rules nor on the
    /// number of games: with other rules or more games the same run resumes.
    ///
    /// # Errors
    /// If the engine cannot be configured so.
    pub fn new(config: AblationConfig) -> Result<Ablation, ConfigError> {
        let AblationConfig { whole, candidates, groups, saves_time, race, seed } = config;
        let drawn = identity::seed(std::slice::from_ref(&whole));
        let pairs = race.looks().last().copied().unwrap_or(1);
        let mut settings = vec!["run.format=gauntlet".to_owned(), format!("run.pairs={pairs}")];
        // Rules are compared with each other: openings that all have in common separate them best.
        settings.push("openings.policy=round".to_owned());
        settings.extend(seed.map(|seed| format!("run.seed={seed}")));
        let other = EngineConfig { name: "without".to_owned(), ..whole.clone() };
        let mut config = Config::of_match(vec![whole.clone(), other], drawn, &settings)?;
        config.engines.truncate(1);
        let of = if groups { "groups" } else { "rules" };
        config.run.name = format!("{NAME}-{of}-{}", config.run.name);
        let without = candidates.iter().map(|candidate| without(&whole, candidate));
        let without: Vec<EngineConfig> = without.collect();
        config.engines.extend(without);
        Ok(Ablation {
            played: CandidateResults::none(candidates.len()),
            saves_time,
            config,
            candidates,
            race,
        })
    }

    /// The name of the run.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.config.run.name
    }

    /// The seed by which openings are drawn.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.config.run.seed
    }

    /// The limits of both sides, in words.
    #[must_use]
    pub fn limits(&self) -> String {
        self.config.limits_text()
    }

    /// Plays in `folder`, resuming what is there, until no candidate is open or the games are spent, `threads` games at
    /// a time. Without candidates nothing is played.
    ///
    /// # Errors
    /// If it cannot be played; what was played is stored.
    pub fn play(
        &mut self,
        folder: &Path,
        threads: usize,
        mut notify: impl FnMut(AblationEvent<'_>),
    ) -> Result<(), AblateError> {
        if self.candidates.is_empty() {
            return Ok(());
        }
        // With a smaller limit on games, fewer of those stored are looked at.
        if let Some(store) = Store::begun(folder)? {
            self.grow_to(&store);
        }
        let planned = self.planned(&mut notify)?;
        let probed = planned.probe(|warning| notify(AblationEvent::Warning(warning)))?;
        let mut opened = probed.open(folder, Begin::GoOn)?;
        notify(AblationEvent::Begun(self.count(opened.store())?));
        while self.play_round(&mut opened, threads, &mut notify)? {}
        let run = opened.close();
        notify(AblationEvent::Writing(run.store.count()?));
        write_reports(&run, || notify(AblationEvent::Written))?;
        Ok(())
    }

    /// Plays the part `shard` of the games that candidates need for their next looks, as known from the games merged
    /// into the run in `run`, in its own folder below it; returns the number of games and if any look is due.
    ///
    /// # Errors
    /// As [`Ablation::play`].
    pub fn play_shard(
        &mut self,
        run: &Path,
        shard: Shard,
        threads: usize,
        mut notify: impl FnMut(AblationEvent<'_>),
    ) -> Result<ShardWork, AblateError> {
        self.played = CandidateResults::none(self.candidates.len());
        if self.candidates.is_empty() {
            return Ok(ShardWork::default());
        }
        if let Some(merged) = Part::begun_within(run, PATIENCE)? {
            self.grow_to(merged.store());
            self.count(merged.store())?;
        }
        let goals: Vec<usize> = self.courses().iter().map(|course| course.goal).collect();
        let due = goals.iter().zip(&self.played.0);
        let due: Vec<Option<Range<usize>>> = due
            .map(|(&goal, played)| {
                let looks = self.race.looks().iter();
                let before = looks.rev().find(|&&look| look < goal).copied();
                (games_missing(&played.pairs, goal) > 0).then(|| before.unwrap_or(0)..goal)
            })
            .collect();
        let is_wanted = |game: &ScheduledGame| {
            let candidate = candidate_of(game.white, game.black);
            let Some(Some(due)) = due
                .get(candidate)
                .filter(|due| due.as_ref().is_some_and(|due| due.contains(&game.opening)))
            else {
                return false;
            };
            // The games of each look are dealt to shards by opening, then by candidate.
            let rank = (game.opening - due.start) * goals.len() + candidate;
            shard.has(rank, due.len() * goals.len())
        };
        let planned = self.planned(&mut notify)?;
        let schedule = planned.plan().schedule.clone();
        let probed = planned.probe_strictly(|warning| notify(AblationEvent::Warning(warning)))?;
        let mut opened = probed.open_shard(run, shard, Begin::GoOn)?;
        let finished = opened.store().finished(schedule.len())?;
        let wanted = (0..schedule.len()).filter_map(|index| schedule.game(index));
        let wanted: Vec<usize> = wanted.filter(&is_wanted).map(|game| game.index).collect();
        let missing = wanted.iter().filter(|&&game| !finished[game]).count();
        notify(AblationEvent::Begun(wanted.len() - missing));
        notify(AblationEvent::Round { open: due.iter().flatten().count(), missing });
        opened.play_wanted(threads, is_wanted, |event| {
            if let Event::Finished(_) = event {
                notify(AblationEvent::Game);
            }
        })?;
        Ok(ShardWork { games: wanted.len(), is_due: due.iter().any(Option::is_some) })
    }

    /// Raises the number of openings to the run's.
    fn grow_to(&mut self, run: &Store) {
        if let Ok(config) = run.config() {
            self.config.run.pairs = self.config.run.pairs.max(config.run.pairs);
        }
    }

    fn planned(&self, notify: &mut impl FnMut(AblationEvent<'_>)) -> Result<Planned, RunError> {
        let planned = Planned::new(self.config.clone())?;
        for note in planned.notes() {
            notify(AblationEvent::Warning(&note));
        }
        Ok(planned)
    }

    /// Loads the stored games, in place of any others, and returns their number.
    fn count(&mut self, store: &Store) -> Result<usize, StoreError> {
        self.played = CandidateResults::none(self.candidates.len());
        let mut stored = 0;
        store.visit_without_moves(|game| {
            self.played.add(&game);
            stored += 1;
            Ok::<_, StoreError>(())
        })?;
        Ok(stored)
    }

    /// Plays the games that candidates need for their next looks; false if there were none to play.
    fn play_round(
        &mut self,
        opened: &mut Opened,
        threads: usize,
        notify: &mut impl FnMut(AblationEvent<'_>),
    ) -> Result<bool, RunError> {
        let goals: Vec<usize> = self.courses().iter().map(|course| course.goal).collect();
        let missing = goals.iter().zip(&self.played.0);
        let missing = missing.map(|(&goal, played)| games_missing(&played.pairs, goal));
        let missing: Vec<usize> = missing.filter(|&games| games > 0).collect();
        if missing.is_empty() {
            return Ok(false);
        }
        notify(AblationEvent::Round { open: missing.len(), missing: missing.iter().sum() });
        let is_wanted = |game: &ScheduledGame| {
            let candidate = candidate_of(game.white, game.black);
            goals.get(candidate).is_some_and(|&goal| game.opening < goal)
        };
        let played = &mut self.played;
        opened.play_wanted(threads, is_wanted, |event| {
            if let Event::Finished(game) = event {
                played.add(game);
                notify(AblationEvent::Game);
            }
        })?;
        Ok(true)
    }

    /// The progress of each candidate.
    fn courses(&self) -> Vec<Course> {
        let points = self.played.0.iter().map(|of_one| half_points(&of_one.pairs));
        points.map(|points| self.race.course(&points)).collect()
    }

    /// The results, the most helpful rule first.
    #[must_use]
    pub fn rows(&self) -> Vec<AblationRow> {
        let courses = self.courses();
        let rows = self.candidates.iter().zip(&courses).zip(&self.played.0);
        let row = |((candidate, course), played): ((&Candidate, &Course), &CandidateGames)| {
            let cost = self.saves_time.then(|| played.cost.nanoseconds());
            AblationRow::new(candidate, course, &self.race, cost.flatten())
        };
        let mut rows: Vec<AblationRow> = rows.map(row).collect();
        rows.sort_by(|a, b| b.score().total_cmp(&a.score()));
        AblationRow::read_together(&mut rows);
        rows
    }
}

/// The whole without a candidate.
fn without(whole: &EngineConfig, candidate: &Candidate) -> EngineConfig {
    let mut engine = whole.clone();
    engine.name = format!("without {}", candidate.name);
    if let EngineKind::Evaluator(evaluator) = &mut engine.kind {
        let rules = candidate.rules.iter().map(|&rule| rule.to_owned());
        evaluator.disable.extend(rules);
    }
    engine
}
