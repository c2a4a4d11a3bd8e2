//! A run that could be played: its configuration is sound and there are openings enough.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use config::{Config, EngineConfig, EngineKind, Format, LimitKind, SyzygyRule};
use engine_core::tablebase::{Tablebase, TablebaseError};
use players::identity::identities;
use players::player::{self, player};

use super::growth::Growth;
use super::opened::{OpenRun, ProbedTournament};
use super::{RunError, changes, info};
use crate::arena::{ArenaError, Plan};
use crate::drawn::DrawnOpenings;
use crate::schedule::Schedule;
use crate::store::{Store, StoreError};

/// A tournament that has been checked as far as it can be without the disk or a program.
#[derive(Debug)]
pub struct Tournament(Plan);

impl Tournament {
    /// Checks that the tournament can be played, and draws its openings. Nothing is written.
    pub fn new(mut config: Config) -> Result<Self, RunError> {
        for engine in &config.engines {
            player(engine)?;
        }
        let rule = config.adjudication.syzygy.as_mut();
        let tablebase = rule.map(opened).transpose()?;
        let schedule = Schedule::new(&config);
        let openings = DrawnOpenings::draw(&config, &schedule)?;
        let (needed, different) = (openings.needed(), openings.different());
        if let Some(pairing) = repeating(&config)
            && different < needed
        {
            return Err(RunError::SameGames { different, needed, pairing });
        }
        Ok(Self(Plan {
            identities: identities(&config.engines),
            config,
            schedule,
            openings,
            tablebase,
            talk: None,
        }))
    }

    /// The same with the exchange with programs logged in `folder`, which is made: a file a game.
    pub fn log_talk_in(mut self, folder: &Path) -> Result<Self, RunError> {
        let made = std::fs::create_dir_all(folder);
        made.map_err(|source| {
            let path = folder.to_owned();
            ArenaError::Talk { path, source }
        })?;
        self.0.talk = Some(folder.to_owned());
        Ok(self)
    }

    /// The plan of the games to play.
    pub fn plan(&self) -> &Plan {
        &self.0
    }

    /// True if nothing is left to play in `folder`: everything is played and nothing changes, or the
    /// test that ends the match has done so. Faults of the folder are found when it is opened.
    pub fn is_over(&self, folder: &Path) -> bool {
        let is_over = |store: Store| -> Result<bool, StoreError> {
            let Plan { config, identities, .. } = &self.0;
            let planned = self.0.schedule.len();
            let is_complete = store.is_complete(planned)?
                && Growth::of(store.info(), config, identities).is_none();
            Ok(is_complete || store.is_decided(config.run.stop)?)
        };
        match Store::begun(folder) {
            Ok(Some(store)) => is_over(store).unwrap_or(false),
            Ok(None) | Err(_) => false,
        }
    }

    /// Notes for the user before the games begin.
    pub fn notes(&self) -> Vec<String> {
        let passed_over = |repeat: &str| {
            format!(
                "{repeat} the position of another before it; passed over, the next one is taken"
            )
        };
        let mut notes = self.0.openings.repairs();
        notes.extend(hash_size_note(&self.0.config.engines));
        match self.0.openings.duplicates() {
            0 => {}
            1 => notes.push(passed_over("1 opening repeats")),
            more => notes.push(passed_over(&format!("{more} openings repeat"))),
        }
        let ponder = self.0.config.engines.iter().filter(|engine| player::ponders(engine));
        let ponder: Vec<&str> = ponder.map(|engine| engine.name.as_str()).collect();
        if !ponder.is_empty() {
            notes.push(format!(
                "{} ponder{}: a game takes two processors, so play half as many at a time (--threads)",
                ponder.join(", "),
                if ponder.len() == 1 { "s" } else { "" }
            ));
        }
        let openings = &self.0.openings;
        let (needed, different) = (openings.needed(), openings.different());
        if different < needed {
            notes.push(format!(
                "the book has {different} different openings for {needed}: it is started over, and a pairing plays each \
                 up to {} times",
                needed.div_ceil(different)
            ));
        }
        match self.0.openings.skipped() {
            0 => {}
            1 => notes.push("1 bad opening was passed over".to_owned()),
            more => notes.push(format!("{more} bad openings were passed over")),
        }
        notes
    }

    /// Starts every program once, to know before anything is written that it can play within each of its limits, and
    /// its version. `warn` receives those that run but do not answer as they should: they will lose their games.
    /// Fails if one cannot play; in a strict run, also if one does not answer.
    pub fn probe(self, warn: impl FnMut(&str)) -> Result<ProbedTournament, RunError> {
        let strict = self.0.config.run.strict;
        self.probe_all(strict, warn)
    }

    /// As [`Tournament::probe`], but a program that does not answer is an error in every run: this machine may be one that
    /// cannot run it, and another one can.
    pub fn probe_strictly(self, warn: impl FnMut(&str)) -> Result<ProbedTournament, RunError> {
        self.probe_all(true, warn)
    }

    fn probe_all(
        self,
        strict: bool,
        mut warn: impl FnMut(&str),
    ) -> Result<ProbedTournament, RunError> {
        let Self(plan) = self;
        let mut versions = BTreeMap::new();
        for (index, engine) in plan.config.engines.iter().enumerate() {
            for limit in other_fixed_limits(&plan.config, index) {
                let engine = engine.clone();
                player::probe(&EngineConfig { limit, ..engine }, strict)?;
            }
            let probe = player::probe(engine, strict)?;
            if let Some(failure) = probe.warning {
                warn(&format!(
                    "engine \"{}\" will forfeit its games: {failure}; check its command, or give it \
                     more time with [timeouts]",
                    engine.name
                ));
            }
            if let Some(doubt) = probe.doubt {
                warn(&format!("engine \"{}\" {doubt}", engine.name));
            }
            versions.extend(probe.version.map(|version| (engine.name.clone(), version)));
        }
        Ok(ProbedTournament { plan, versions })
    }

    /// Opens the run in `folder` in which nothing is left to play: no program is started.
    pub fn reopen(self, folder: &Path) -> Result<OpenRun, RunError> {
        OpenRun::open(self.0, folder, Default::default(), false)
    }
}

/// A folder for a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The folder.
    pub folder: PathBuf,
    /// The latest run of the same name that is another one, if this one begins because of that.
    pub other: Option<Other>,
}

/// A run that is kept as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Other {
    /// Its folder.
    pub folder: PathBuf,
    /// The differences, a line each.
    pub changes: Vec<String>,
}

impl Tournament {
    /// The folder of a match from the command line, another one for each change of engines or conditions: the one among
    /// `first`, `first-2`, `first-3` and so on that has this run; if none has, the first of them without a run.
    pub fn place(&self, first: &Path) -> Place {
        let mut other = None;
        for number in 1_u32.. {
            let folder = numbered(first, number);
            match self.differences(&folder) {
                None => return Place { folder, other },
                // Earlier runs do not matter to a run that is resumed.
                Some(changes) if changes.is_empty() => {
                    return Place { folder, other: None };
                }
                Some(changes) => other = Some(Other { folder, changes }),
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
        let plan = self.plan();
        let now = info(plan, Default::default());
        let mut changes = changes(store.info(), &now);
        let engines_are_same = changes.iter().all(|change| !change.starts_with("engine \""));
        if engines_are_same && Growth::of(store.info(), &plan.config, &plan.identities).is_some() {
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

/// The tables of a rule, which receives their number of pieces.
fn opened(rule: &mut SyzygyRule) -> Result<Tablebase, TablebaseError> {
    let tablebase = Tablebase::open(&rule.paths)?;
    rule.men = tablebase.pieces;
    Ok(tablebase)
}

/// Limits without a clock that an engine has on time controls after the first, of another kind than there: obeying
/// the first proves nothing about them.
fn other_fixed_limits(config: &Config, engine: usize) -> impl Iterator<Item = LimitKind> {
    let first = config.limit(0, engine);
    let others =
        (1..config.time_controls.len()).map(move |time_control| config.limit(time_control, engine));
    others.filter(move |limit| limit.is_deterministic() && !limit.is_same_kind(first))
}

const HASH: &str = "Hash";
/// Engines of one size that are named.
const NAMED: usize = 3;

/// The note that the engines have hash tables of different sizes, as far as the configuration sets them.
fn hash_size_note(engines: &[EngineConfig]) -> Option<String> {
    let mut sizes: BTreeMap<HashSize, Vec<&str>> = BTreeMap::new();
    for engine in engines {
        let names = sizes.entry(HashSize::of(&engine.kind)).or_default();
        names.push(&engine.name);
    }
    (sizes.len() > 1).then(|| {
        let sizes: Vec<String> = sizes
            .iter()
            .map(|(size, names)| format!("{size} ({})", listed(names)))
            .collect();
        format!(
            "hash tables are of different sizes: {}; give all the same, by `hash` of evaluators and options = {{ Hash = \
             ... }} of programs, or by --set run.hash=N and --option Hash=N of `evalarena match`",
            sizes.join(", ")
        )
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum HashSize {
    Kib(u64),
    /// That of a program whose option Hash is not set.
    Default,
}

impl HashSize {
    fn of(kind: &EngineKind) -> Self {
        match kind {
            EngineKind::Evaluator(own) => HashSize::Kib(own.table_bytes() >> 10),
            EngineKind::Program(program) => {
                let mut options = program.options.iter();
                let hash = options.find(|(name, _)| name.eq_ignore_ascii_case(HASH));
                let mib = hash.and_then(|(_, value)| u64::try_from(value.as_integer()?).ok());
                mib.map_or(HashSize::Default, |mib| HashSize::Kib(mib.saturating_mul(1 << 10)))
            }
        }
    }
}

impl std::fmt::Display for HashSize {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            HashSize::Kib(kib) if kib % (1 << 10) == 0 => write!(f, "{} MiB", kib >> 10),
            HashSize::Kib(kib) => write!(f, "{kib} KiB"),
            HashSize::Default => f.write_str("the program's default"),
        }
    }
}

fn listed(names: &[&str]) -> String {
    match names.len().saturating_sub(NAMED) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names[..NAMED].join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use config::Config;

    use super::*;

    fn note_on(engines: &[&str]) -> Option<String> {
        let engines: String = engines.iter().map(|keys| format!("[[engine]]\n{keys}\n")).collect();
        let text = format!(
            "[run]\nname = \"x\"\nformat = \"round-robin\"\npairs = 1\n[limits]\nnodes = 9\n{engines}"
        );
        hash_size_note(
            &Config::parse("x.toml", &text, &[], &["otter", "material"]).unwrap().engines,
        )
    }

    #[test]
    fn different_sizes_are_listed_with_their_engines() {
        let [otter, material] = ["otter", "material"].map(|name| format!("evaluator = {name:?}"));
        assert_eq!(note_on(&[&otter, &material, "command = \"x\"\noptions = { Hash = 1 }"]), None);
        assert_eq!(note_on(&["command = \"x\"", "command = \"y\""]), None);
        let large = "name = \"large\"\nevaluator = \"otter\"\nhash = 16";
        let program = "command = \"x\"\noptions = { hash = 16 }";
        let more = [1, 2, 3].map(|n| format!("name = \"n{n}\"\n{otter}"));
        let engines = [&otter, &more[0], &more[1], &more[2], large, program, "command = \"y\""];
        let sizes =
            "1 MiB (otter, n1, n2 and 1 more), 16 MiB (large, x), the program's default (y);";
        let note = note_on(&engines).unwrap();
        assert!(note.contains(sizes), "{note}");
    }
}
