//! A run that could be played: its configuration is sound, there are openings enough, and its programs may have shown
//! that they can play.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use config::{Config, EngineConfig, EngineKind, Format, LimitKind};
use players::identity::{self, identities};
use players::player::{self, player};

use super::changes;
use crate::arena::Plan;
use crate::drawn::DrawnOpenings;
use crate::error::RunError;
use crate::growth::Growth;
use crate::schedule::Schedule;
use crate::store::{RunInfo, Store, StoreError};
use crate::tablebase::Tablebase;

/// A tournament that has been checked as far as it can be without the disk.
#[derive(Debug)]
pub struct Tournament {
    /// The plan of the games to play.
    pub plan: Plan,
    /// The versions that the engines report, by name, as far as they were started.
    pub(super) versions: BTreeMap<String, String>,
}

impl Tournament {
    /// Checks that the tournament can be played, and draws its openings. Nothing is written.
    pub fn new(mut config: Config) -> Result<Self, RunError> {
        for engine in &config.engines {
            player(engine)?;
        }
        let mut tablebase = None;
        if let Some(rule) = &mut config.adjudication.syzygy {
            let tables = Tablebase::open(&rule.paths);
            let tables = tables.map_err(|error| RunError::Message(format!("adjudication.syzygy: {error}")))?;
            rule.men = tables.pieces;
            tablebase = Some(tables);
        }
        let schedule = Schedule::new(&config);
        let openings = DrawnOpenings::draw(&config, &schedule)?;
        let (needed, different) = (openings.needed(), openings.different());
        if let Some([one, other]) = repeating(&config)
            && different < needed
        {
            return Err(RunError::Message(format!(
                "there are {different} different openings and {needed} are needed; started over (openings.wrap), the book \
                 would have \"{one}\" and \"{other}\" play the same games again, because both always answer a position with \
                 the same move; play fewer games, name a larger file, or set a limit of time"
            )));
        }
        let identities = identities(&config.engines);
        let in_play = Default::default();
        let plan = Plan { identities, config, schedule, openings, tablebase, talk: None, in_play };
        Ok(Self { plan, versions: BTreeMap::new() })
    }

    /// The same with the exchange with programs logged in `folder`, which is made: a file a game.
    pub fn log_talk_in(mut self, folder: &Path) -> Result<Self, RunError> {
        std::fs::create_dir_all(folder).map_err(|error| RunError::unlogged(folder, &error))?;
        self.plan.talk = Some(folder.to_owned());
        Ok(self)
    }

    /// The identity of its run.
    pub(super) fn info(&self) -> RunInfo {
        let Plan { config, openings, identities, .. } = &self.plan;
        RunInfo {
            configuration: config.text(),
            openings: openings.fingerprint(),
            software: identity::software(),
            versions: self.versions.clone(),
            identities: identities.clone(),
        }
    }

    /// True if nothing is left to play in `folder`: everything is played and nothing changes, or the
    /// test that ends the match has done so. Faults of the folder are found when it is opened.
    pub fn is_over(&self, folder: &Path) -> bool {
        let is_over = |store: Store| -> Result<bool, StoreError> {
            let is_complete = store.is_complete(self.plan.schedule.len())? && self.growth(&store).is_none();
            Ok(is_complete || store.is_decided(self.plan.config.run.stop)?)
        };
        match Store::begun(folder) {
            Ok(Some(store)) => is_over(store).unwrap_or(false),
            Ok(None) | Err(_) => false,
        }
    }

    /// The change of the run in `store` to this one, if its games can be games of it.
    pub(super) fn growth(&self, store: &Store) -> Option<Growth> {
        let (began, Plan { config, identities, .. }) = (&store.info, &self.plan);
        Growth::of(&began.configuration, &began.identities, config, identities)
    }

    /// Notes for the user before the games begin.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = self.plan.openings.repairs();
        notes.extend(hash_size_note(&self.plan.config.engines));
        let passed_over = "the position of another before it; passed over, the next one is taken";
        match self.plan.openings.most(|list| list.duplicates) {
            0 => {}
            1 => notes.push(format!("1 opening repeats {passed_over}")),
            more => notes.push(format!("{more} openings repeat {passed_over}")),
        }
        let ponder = self.plan.config.engines.iter().filter(|engine| player::ponders(engine));
        let ponder: Vec<&str> = ponder.map(|engine| engine.name.as_str()).collect();
        if !ponder.is_empty() {
            notes.push(format!(
                "{} ponder{}: a game takes two processors, so play half as many at a time (--threads)",
                ponder.join(", "),
                if ponder.len() == 1 { "s" } else { "" }
            ));
        }
        let openings = &self.plan.openings;
        let (needed, different) = (openings.needed(), openings.different());
        if different < needed {
            notes.push(format!(
                "the book has {different} different openings for {needed}: it is started over, and a pairing plays each \
                 up to {} times",
                needed.div_ceil(different)
            ));
        }
        match self.plan.openings.most(|list| list.skipped) {
            0 => {}
            1 => notes.push("1 bad opening was passed over".to_owned()),
            more => notes.push(format!("{more} bad openings were passed over")),
        }
        notes
    }

    /// Starts every program once, to know before anything is written that it can play within each of its limits, and
    /// its version. `warn` receives those that run but do not answer as they should: they will lose their games.
    /// Fails if one cannot play; in a strict run, or with `strict` in any, also if one does not answer: of a run that many
    /// machines play this one may be the only one that cannot run it.
    pub fn probe(mut self, strict: bool, mut warn: impl FnMut(&str)) -> Result<Self, RunError> {
        let config = &self.plan.config;
        let strict = strict || config.run.strict;
        for (index, engine) in config.engines.iter().enumerate() {
            for limit in other_fixed_limits(config, index) {
                player::probe(&EngineConfig { limit, ..engine.clone() }, strict)?;
            }
            let probe = player::probe(engine, strict)?;
            let name = &engine.name;
            if let Some(failure) = probe.warning {
                warn(&format!(
                    "engine \"{name}\" will forfeit its games: {failure}; check its command, or give it \
                     more time with [timeouts]"
                ));
            }
            if let Some(doubt) = probe.doubt {
                warn(&format!("engine \"{name}\" {doubt}"));
            }
            self.versions.extend(probe.version.map(|version| (name.clone(), version)));
        }
        Ok(self)
    }
}

impl Tournament {
    /// The folder of a match from the command line, another one for each change of engines or conditions: the one among
    /// `first`, `first-2`, `first-3` and so on that has this run; if none has, the first of them without a run, with a
    /// note on the latest run there, which is another one.
    pub fn place(&self, first: &Path) -> (PathBuf, Option<String>) {
        let mut note = None;
        for number in 1_u32.. {
            let folder = numbered(first, number);
            match self.differences(&folder) {
                None => {
                    let begins = format!("and this run begins in {}", folder.display());
                    return (folder, note.map(|note| format!("{note}, {begins}")));
                }
                // Earlier runs do not matter to a run that is resumed.
                Some(changes) if changes.is_empty() => return (folder, None),
                Some(changes) => {
                    note = Some(format!("{}; {} is kept", changes.join("; "), folder.display()));
                }
            }
        }
        unreachable!("numbers do not end before folders do")
    }

    /// The differences between the run in `folder` and this one; `None` if there is none. An unreadable run differs in
    /// nothing: opening it returns the reason.
    fn differences(&self, folder: &Path) -> Option<Vec<String>> {
        let store = match Store::begun(folder) {
            Ok(None) => return None,
            Ok(Some(store)) => store,
            Err(_) => return Some(Vec::new()),
        };
        let mut changes = changes(&store.info, &self.info());
        let engines_are_same = changes.iter().all(|change| !change.starts_with("engine \""));
        if engines_are_same && self.growth(&store).is_some() {
            changes.clear();
        }
        Some(changes)
    }
}

fn numbered(first: &Path, number: u32) -> PathBuf {
    if number == 1 {
        return first.to_owned();
    }
    let name = first.file_name().unwrap_or_default().to_string_lossy();
    first.with_file_name(format!("{name}-{number}"))
}

/// Two built-in evaluators without a clock: they play the same game whenever they meet in the same opening.
fn repeating(config: &Config) -> Option<[String; 2]> {
    (0..config.time_controls.len().max(1)).find_map(|time_control| {
        let repeats = |&engine: &usize| {
            matches!(config.engines[engine].kind, EngineKind::Evaluator(_))
                && config.limit(time_control, engine).is_deterministic()
        };
        let engines = (0..config.engines.len()).filter(repeats);
        let engines: Vec<usize> = engines.collect();
        // In a gauntlet only the first engines meet others, and not each other.
        let meet = |a: usize, b: usize| match config.run.format {
            Format::Gauntlet { seeds } => a < seeds as usize && b >= seeds as usize,
            _ => a < b,
        };
        let mut pairs = engines.iter().flat_map(|&a| engines.iter().map(move |&b| (a, b)));
        let (a, b) = pairs.find(|&(a, b)| meet(a, b))?;
        Some([a, b].map(|engine| config.engines[engine].name.clone()))
    })
}

/// Limits without a clock that an engine has on time controls after the first, of another kind than there: obeying
/// the first proves nothing about them.
fn other_fixed_limits(config: &Config, engine: usize) -> impl Iterator<Item = LimitKind> {
    let first = config.limit(0, engine);
    let others = (1..config.time_controls.len()).map(move |time_control| config.limit(time_control, engine));
    others.filter(move |limit| limit.is_deterministic() && !limit.is_same_kind(first))
}

/// The note that the engines have hash tables of different sizes, as far as the configuration sets them.
fn hash_size_note(engines: &[EngineConfig]) -> Option<String> {
    let mut sizes: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
    for engine in engines {
        sizes.entry(hash_kib(&engine.kind).unwrap_or(u64::MAX)).or_default().push(&engine.name);
    }
    let size = |(&kib, names): (&u64, &Vec<&str>)| {
        let size = match kib {
            u64::MAX => "the program's default".to_owned(),
            _ if kib % (1 << 10) == 0 => format!("{} MiB", kib >> 10),
            _ => format!("{kib} KiB"),
        };
        format!("{size} ({})", listed(names))
    };
    (sizes.len() > 1).then(|| {
        format!(
            "hash tables are of different sizes: {}; give all the same, by `hash` of evaluators and options = {{ Hash = \
             ... }} of programs, or by --set run.hash=N and --option Hash=N of `evalarena match`",
            sizes.iter().map(size).collect::<Vec<_>>().join(", ")
        )
    })
}

/// The size of an engine's hash table in KiB; `None` of a program whose option Hash is not set.
fn hash_kib(kind: &EngineKind) -> Option<u64> {
    match kind {
        EngineKind::Evaluator(own) => Some(own.table_bytes() >> 10),
        EngineKind::Program(program) => {
            let mut options = program.options.iter();
            let (_, hash) = options.find(|(name, _)| name.eq_ignore_ascii_case("Hash"))?;
            Some(u64::try_from(hash.as_integer()?).ok()?.saturating_mul(1 << 10))
        }
    }
}

/// The first of these names, and the number of the others.
fn listed(names: &[&str]) -> String {
    const LISTED: usize = 3;
    match names.len().saturating_sub(LISTED) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names[..LISTED].join(", ")),
    }
}
