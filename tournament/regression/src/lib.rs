//! Tests a version of a project against another.
//!
//! The archive is the folder `versions/` at the top of a git repository, which git ignores. Each version has its own
//! folder with the program, the files among which it was built, and a `version.toml`, without which it is none, so that
//! there is never half of one; `history.jsonl` has the result of every comparison, from which [`Strengths`] estimates the strength
//! of all. [`build`] makes a version of any state that [`git`] knows.
//!
//! A [`Regression`] has two sides of one engine play until a sequential test decides. A side is an archived program or
//! an evaluator with parameters; both are of the same kind, so that nothing but the change differs. Sides whose fixed
//! search visits the same number of nodes search the same tree, and are not played. The match is an ordinary run in its
//! own folder, which is found again by the match's configuration: the same question resumes where it was stopped.

mod archive;
mod bench;
pub mod build;
pub mod git;
mod history;
mod side;
mod tries;
mod version;

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Error, Result, anyhow};
use config::{Adjudication, Config, RegressConfig};
use match_stats::stop_rule::{Bounds, ChangeTest, ChangeVerdict};
use match_stats::{Interval, Pentanomial, SequentialMatch, StopRule, stop_rule};
use openings::Fingerprint;
use players::identity::seed_of;
use report::{Results, failure_text, write_reports_and_page};
use runner::arena::Event;
use runner::run::{Begin, Tournament};
use runner::shard::Shard;
use runner::store::Store;

use archive::ignored_folder;
pub use archive::{Archive, no_version};
pub use history::{Difference, Entry, Party, Strengths};
pub use side::Side;
pub use tries::{Tries, known_pairs};
pub use version::{Recipe, Version, programs};

/// The folder of regression tests, at the top of the repository.
const FOLDER: &str = "runs/regress";
/// What a 95 % interval leaves out at either end.
const TAIL: f64 = 0.025;

/// A regression test that can be played. The new side is the first engine of its match.
#[derive(Debug)]
pub struct Regression {
    config: Config,
    /// The folder of its games.
    pub folder: PathBuf,
    bounds: Bounds,
    /// The tests that end it.
    pub tests: ChangeTest,
    counted: SequentialMatch,
    sides: [Party; 2],
    begun: Option<u64>,
    /// The results of its games, after [`Regression::play`].
    pub results: Option<Results>,
}

impl Regression {
    /// A test of the first of `sides` against the second, whose games are below `root`.
    pub fn new(config: &RegressConfig, engine: &str, sides: [Side; 2], root: &Path) -> Result<Self> {
        let tests = ChangeTest::new(&config.bounds)?;
        let parties = sides.each_ref().map(|side| side.party.clone());
        let scales = sides.each_ref().map(|side| side.scale);
        // Another test of the same sides gets other openings: its games are not those that have been looked at.
        let texts = parties.iter().map(|party| party.identity.clone() + "\n");
        let test_text = serde_json::to_string(&config.bounds).unwrap_or_default();
        let drawn = seed_of(texts.chain([test_text.clone()]));
        let seed = config.seed.unwrap_or(drawn);
        let [new, old] = sides.map(|side| (side.party.name, side.kind));
        let old_name = if new.0 == old.0 { format!("{} (old)", old.0) } else { old.0 };
        let mut config_of_match = config.match_of(engine, [new, (old_name, old.1)], seed);
        config_of_match.adjudication = scaled(&config.adjudication, scales);
        let mut key = Fingerprint::default();
        // Not the maximum number of pairs: with more the same test resumes.
        config_of_match.run.pairs = 1;
        key.add(&config_of_match.canonical());
        config_of_match.run.pairs = config.max_pairs;
        key.add(&test_text);
        for party in &parties {
            key.add(&party.identity);
        }
        let name = format!("{engine}-{:016x}", key.0);
        config_of_match.run.name.clone_from(&name);
        Ok(Self {
            config: config_of_match,
            folder: root.join(FOLDER).join(name),
            bounds: config.bounds,
            tests,
            counted: SequentialMatch::new(StopRule::Change(tests)),
            sides: parties,
            begun: None,
            results: None,
        })
    }

    /// The limits of both sides, in words.
    pub fn limits(&self) -> String {
        self.config.limits_text()
    }

    /// Plays on until there is a verdict, `threads` games at a time; `begin` sets the treatment of
    /// existing games. `notify` receives notes beforehand and each game that has ended,
    /// with the pairs that count after it. Finished games are stored if it fails.
    pub fn play(
        &mut self,
        threads: usize,
        begin: Begin,
        mut notify: impl FnMut(&RegressEvent<'_>),
    ) -> Result<ChangeVerdict> {
        self.make_parent()?;
        let planned = Tournament::new(self.config.clone())?;
        let notes = planned.notes();
        let is_decided = begin == Begin::GoOn && self.is_decided(&planned)?;
        let mut opened = if is_decided {
            planned.reopen(&self.folder)?
        } else {
            let probed = planned.probe(false, |warning| notify(&RegressEvent::Warning(warning)))?;
            probed.open(&self.folder, begin)?
        };
        notes.iter().for_each(|note| notify(&RegressEvent::Warning(note)));
        self.counted = opened.store.sequential(StopRule::Change(self.tests))?;
        if !is_decided {
            notify(&RegressEvent::Begun(self.counted.pairs()));
            let sides = &self.sides;
            opened.play_match(&mut self.counted, threads, |event, counted| {
                tell(sides, event, counted.pairs(), &mut notify);
            })?;
        }
        self.begun = opened.store.first_begun()?;
        self.results = Some(write_reports_and_page(&opened.close(), || ())?);
        Ok(match self.counted.verdict() {
            stop_rule::StopVerdict::Change(verdict) => verdict,
            _ => ChangeVerdict::Undecided,
        })
    }

    /// Plays the part `shard` of all possible pairs, in its own folder below that of the test, independent
    /// of the verdict; returns its number of games. `notify` receives events as in [`Regression::play`], without pairs.
    pub fn play_shard(
        &mut self,
        shard: Shard,
        threads: usize,
        begin: Begin,
        mut notify: impl FnMut(&RegressEvent<'_>),
    ) -> Result<usize> {
        self.make_parent()?;
        let planned = Tournament::new(self.config.clone())?;
        for note in planned.notes() {
            notify(&RegressEvent::Warning(&note));
        }
        let probed = planned.probe(true, |warning| notify(&RegressEvent::Warning(warning)))?;
        let opened = probed.open_shard(&self.folder, shard, begin)?;
        notify(&RegressEvent::Begun(self.counted.pairs()));
        let wanted = |game: &_| shard.has_game(&opened.plan.schedule, game);
        opened.play_selected(threads, wanted, |event| {
            if let Event::Remark(game, text) = event {
                let text = format!("game {}: {text}", game + 1);
                notify(&RegressEvent::Warning(&text));
            }
            tell(&self.sides, event, self.counted.pairs(), &mut notify);
        })?;
        Ok(opened.store.count()?)
    }

    fn make_parent(&self) -> Result<()> {
        self.folder.parent().map_or(Ok(()), |above| ignored_folder(above).map_err(at(above)))
    }

    fn is_decided(&self, planned: &Tournament) -> Result<bool> {
        let Some(store) = Store::begun(&self.folder)? else {
            return Ok(false);
        };
        let rule = StopRule::Change(self.tests);
        Ok(store.is_decided(Some(rule))? || planned.is_over(&self.folder))
    }

    /// The most games that it takes.
    pub fn most(&self) -> u64 {
        2 * u64::from(self.config.run.pairs)
    }

    /// Its entry in the history; [`ChangeVerdict::Same`] if both search the same tree, at equal nodes or depth.
    pub fn entry(&self, engine: &str, verdict: ChangeVerdict) -> Entry {
        let [new, old] = self.sides.clone();
        let pairs = self.counted.pairs();
        let entry = Entry {
            date: git::now(),
            engine: engine.to_owned(),
            new,
            old,
            limits: self.limits(),
            test: self.bounds,
            verdict,
            games: 2 * pairs.pairs(),
            penta: pairs.0,
            llr_gain: None,
            llr_loss: None,
            elo: Some(Interval::about(0.0, 0.0)).into(),
            run: None,
            seed: None,
            openings: String::new(),
            begun: self.begun,
        };
        if verdict == ChangeVerdict::Same {
            return entry;
        }
        let name = self.folder.file_name().unwrap_or_default();
        let [llr_gain, llr_loss] = self.tests.llrs(pairs);
        let elo = self.elo(verdict, TAIL);
        let run = Some(name.to_string_lossy().into_owned());
        let mut openings = Fingerprint::default();
        openings.add(&serde_json::to_string(&self.config.without_paths().openings).unwrap_or_default());
        let openings = format!("{:016x}", openings.0);
        Entry { llr_gain, llr_loss, elo, run, seed: Some(self.config.run.seed), openings, ..entry }
    }

    /// Elo with an interval that leaves out `tail` of the outcomes at either end.
    pub fn elo(&self, verdict: ChangeVerdict, tail: f64) -> Interval<Option<f64>> {
        self.tests.elo(self.counted.pairs(), verdict, tail)
    }
}

/// An event of a regression test.
#[derive(Debug)]
pub enum RegressEvent<'t> {
    /// It begins or resumes, with the pairs that count.
    Begun(Pentanomial),
    /// A game has ended, with the pairs that count after it.
    Game(Pentanomial),
    /// Something that the user should know.
    Warning(&'t str),
}

/// Tells of a game that has ended, with the pairs that count after it, and of a failure that ended it.
fn tell(sides: &[Party; 2], event: &Event, pairs: Pentanomial, notify: &mut impl FnMut(&RegressEvent<'_>)) {
    if let Event::Finished(game) = event {
        if let Some(text) = failure_text(game, |engine| &sides[engine].name) {
            notify(&RegressEvent::Warning(&text));
        }
        notify(&RegressEvent::Game(pairs));
    }
}

/// The rules in the centipawns of two programs: the arena takes theirs for Michniewski's. Where the sides differ a game is
/// ended later rather than sooner.
fn scaled(rules: &Adjudication, scales: [f64; 2]) -> Adjudication {
    let mut rules = rules.clone();
    let scale = |score: u32, ratio: f64| (f64::from(score) * ratio).round() as u32;
    let [low, high] = [scales[0].min(scales[1]), scales[0].max(scales[1])];
    if let Some(draw) = &mut rules.draw {
        draw.score = scale(draw.score, low);
    }
    if let Some(resign) = &mut rules.resign {
        resign.score = scale(resign.score, high).max(1);
    }
    rules
}

/// The error of a file, with a remedy.
fn at(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Error {
    let path = path.into();
    move |error| {
        let remedy = match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
                "make room on the disk and try again; the versions that were there are unharmed"
            }
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                "make it readable and writable and try again"
            }
            _ => "check the path and try again",
        };
        anyhow!("{}: {error}; {remedy}", path.display())
    }
}

#[cfg(test)]
mod tests {
    use config::{DrawRule, ResignRule};

    use super::*;

    /// A program whose centipawns are 4.25 to one of Michniewski's, and one with half of one.
    #[test]
    fn scaled_rules_end_games_late_rather_than_soon() {
        let rules = |draw, resign| Adjudication {
            draw: Some(DrawRule { after: 40, moves: 8, score: draw }),
            resign: Some(ResignRule { moves: 4, score: resign, both: true }),
            ..Adjudication::default()
        };
        assert_eq!(scaled(&rules(10, 900), [4.25, 0.5]), rules(5, 3825));
        assert_eq!(scaled(&rules(10, 900), [1.0, 1.0]), rules(10, 900));
        assert_eq!(scaled(&rules(1, 1), [0.1, 0.1]), rules(0, 1));
    }
}
