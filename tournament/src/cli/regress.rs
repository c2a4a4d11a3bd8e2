//! `evalarena regress`.

mod cluster;
mod events;
mod init;
mod output;
mod sides;

use std::env::current_dir;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread::available_parallelism;

use super::book::BookArguments;
use super::engine_options::EngineOption;
use super::playing::BeginArguments;
use anyhow::anyhow;
use clap::Args;
use config::RegressConfig;
use events::Events;
use match_stats::change::ChangeVerdict;
use match_stats::sprt::Model;
use output::{Watch, summary};
use regression::regress::Regression;
use regression::versions::{History, Repository};
use runner::shard::Shard;
use serde_json::json;
use sides::RegressSides;

use super::cluster::ResourceArguments;
use super::playing::{ALWAYS_FAILED, EventFormat};
use super::sides::Limits;
use super::versions::{RecipeArguments, engine_name, project_config};
use report::EngineResult;

/// The test without a --config, built in so that it is the same in every project.
const DEFAULT: (&str, &str) =
    ("configs/regress.toml", include_str!("../../../configs/regress.toml"));

/// Test whether a change is an improvement
#[derive(Args)]
#[command(
    long_about = "Builds ENGINE as it is now and as it was before, plays the two against each other until the answer \
        is clear, and prints `improved`, `not worse`, `worse` or `undecided`; or `same`, without playing, if \
        the search has not changed (equal `bench` node counts).\n\n\
        Now: the working tree with its uncommitted changes, new files included, ignored ones not; without \
        changes, HEAD. Before: HEAD if there are uncommitted changes, otherwise the commit before HEAD; \
        --against names another version, commit, branch or tag. Both are built in a folder below versions/ and archived \
        there, so nothing is built twice: with the command of --build; or that of regress.toml at the top of the \
        repository, which --init writes; or by the files that there are: Cargo.toml (`cargo build --release --locked`), \
        Makefile (`make EXE=ENGINE`, as OpenBench builds engines), CMakeLists.txt, go.mod, build.zig, meson.build or \
        src/Makefile. It makes a UCI engine, or the shared library of an evaluation (docs/own-evaluation.md).\n\n\
        The answer comes from two sequential tests on the same game pairs: one for a gain (elo0 against \
        elo1) and one for a loss, its mirror image. `improved`: a gain. `worse`: a loss. `not worse`: \
        neither; with --non-regression, no loss, whether or not there is a gain. `undecided`: --max-pairs \
        came first. At fixed nodes or depth the verdict is the same on every machine and for every number of \
        threads.\n\n\
        With --params FILE nothing is built: the built-in evaluator with the parameters of FILE plays \
        against itself as it is, or with those of --against-params. FILE has the keys of an [[engine]]: \
        params = { NAME = VALUE }, disable = [\"RULE\"], and for the search margin_scale = FACTOR and search = { \
        NAME = VALUE }.\n\n\
        An evaluation from outside (docs/own-evaluation.md) is tested against another one, `regress ./new.so --against \
        ./old.so`, or with --params against itself.\n\n\
        A test that was stopped resumes when the same command is given again. All results are kept; \
        `evalarena versions list` computes Elo from them.",
    after_help = "Exit status: 0 improved, not worse or same; 1 worse; 3 undecided; 4 whatever the verdict, if a side failed in all \
        its games; 2 an error.\n\n\
        Examples:\n  \
        evalarena regress\n  \
        evalarena regress --init\n  \
        evalarena regress michniewski\n  \
        evalarena regress chessbin --against v1.0 --tc 5+0.05\n  \
        evalarena regress otter --candidate my-branch --against main --non-regression\n  \
        evalarena regress compendium --params bishops.toml --nodes 5000\n  \
        evalarena regress mine --build 'make mine.so' --program mine.so --against v1.0\n  \
        evalarena regress ./new.so --against ./old.so\n\n\
        A file of parameters:\n  \
        params = { \"opening.bishop-pair\" = 40 }\n  \
        disable = [\"king-attack.*\"]"
)]
pub(crate) struct RegressArgs {
    /// A program of this project, an evaluation from outside, or with --params an evaluator [default: that of regress.toml,
    /// cargo's only program, or the name of the project's folder]
    engine: Option<String>,

    /// Build the engine by the files that there are, or by --build, start it, and write regress.toml
    #[arg(long, conflicts_with_all = ["against", "candidate", "params", "config", "shard", "cluster", "json"])]
    init: bool,

    /// The version before: an archived version, a commit, a branch, a tag or an evaluation from outside
    #[arg(long, value_name = "VERSION|GITREF")]
    against: Option<String>,

    /// The version under test, instead of the working tree
    #[arg(long, value_name = "VERSION|GITREF")]
    candidate: Option<String>,

    /// Test parameters of an evaluator, without a build
    #[arg(long, value_name = "FILE", conflicts_with = "candidate")]
    params: Option<PathBuf>,

    /// The parameters to compare with, instead of the evaluator as it is
    #[arg(long, value_name = "FILE", requires = "params")]
    against_params: Option<PathBuf>,

    #[command(flatten)]
    recipe: RecipeArguments,

    /// A file like configs/regress.toml, which has and explains the defaults [default: regress.toml of the project]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    #[command(flatten)]
    test: TestArguments,

    /// Games played concurrently [default: one for each core]
    #[arg(value_parser = crate::cli::positive, long, value_name = "N", visible_alias = "concurrency")]
    threads: Option<NonZeroUsize>,

    /// Play only part K of N of all pairs, in a folder below the test's, without a verdict; `evalarena merge` joins the
    /// parts, and the same command without --shard gives the verdict
    #[arg(long, value_name = "K/N|env")]
    shard: Option<Shard>,

    /// Run it as N Slurm tasks, each a shard, wait for the verdict, and cancel the rest
    #[arg(value_parser = crate::cli::positive, long, value_name = "TASKS", conflicts_with_all = ["shard", "fresh"])]
    cluster: Option<NonZeroUsize>,

    #[command(flatten)]
    resources: ResourceArguments,

    /// Play even if both search the same tree, to measure the effect of speed
    #[arg(long)]
    play_anyway: bool,

    #[command(flatten)]
    begin: BeginArguments,

    /// Print the result as one JSON object, as stored in versions/history.jsonl
    #[arg(long)]
    json: bool,

    /// Print events as they happen, one JSON object a line, instead of the result
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["json", "shard"])]
    events: Option<EventFormat>,
}

/// Arguments in place of keys of the configuration.
#[derive(Args)]
struct TestArguments {
    /// Elo of H0, no gain [default: 0]
    #[arg(long, value_name = "ELO", allow_hyphen_values = true)]
    elo0: Option<f64>,

    /// Elo of H1, a gain; the loss test uses -ELO [default: 10]
    #[arg(long, value_name = "ELO", allow_hyphen_values = true)]
    elo1: Option<f64>,

    /// The probability of reporting a gain or a loss where there is none [default: 0.05]
    #[arg(long, value_name = "P")]
    alpha: Option<f64>,

    /// The probability of missing one [default: 0.05]
    #[arg(long, value_name = "P")]
    beta: Option<f64>,

    /// Test for a loss only, which takes fewer games
    #[arg(long)]
    non_regression: bool,

    /// Give up as undecided after N game pairs [default: 10000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    max_pairs: Option<u32>,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    book: BookArguments,

    /// The hash size of both programs in MiB; 0 leaves it as it is [default: 1]
    #[arg(long, value_name = "MIB")]
    hash: Option<u32>,

    /// A UCI option of both programs: Threads=2 (repeatable)
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<EngineOption>,

    /// elo0 and elo1 are in normalised Elo, as in fishtest
    #[arg(long)]
    normalized: bool,

    /// The random seed of the openings [default: from the two sides and the bounds]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl TestArguments {
    fn apply(&self, config: &mut RegressConfig) -> anyhow::Result<()> {
        let bounds = &mut config.bounds;
        let set = |key: &mut f64, given: Option<f64>| *key = given.unwrap_or(*key);
        set(&mut bounds.elo0, self.elo0);
        set(&mut bounds.elo1, self.elo1);
        set(&mut bounds.alpha, self.alpha);
        set(&mut bounds.beta, self.beta);
        bounds.non_regression |= self.non_regression;
        config.max_pairs = self.max_pairs.unwrap_or(config.max_pairs);
        config.seed = self.seed.or(config.seed);
        config.hash = self.hash.unwrap_or(config.hash);
        if self.normalized {
            bounds.model = Model::Normalized;
        }
        self.book.apply(config);
        for option in &self.option {
            option.add_to(&mut config.options)?;
        }
        if let Some(limit) = self.limits.given() {
            // A margin in the file belongs to the limit in the file.
            (config.limit, config.margin) = (limit, None);
        }
        Ok(())
    }
}

/// The configuration of the arguments, or else of the project in whose repository this is.
fn configuration(
    arguments: &RegressArgs,
    repository: Option<&Repository>,
) -> anyhow::Result<RegressConfig> {
    let of_project = match &arguments.config {
        Some(path) => Some(RegressConfig::load(path)?),
        None => repository.map(project_config).transpose()?.flatten(),
    };
    let mut config = match of_project {
        Some(config) => config,
        None => RegressConfig::parse(DEFAULT.0, DEFAULT.1)?,
    };
    arguments.test.apply(&mut config)?;
    if config.engine.is_none() || arguments.engine.is_some() {
        config.engine.clone_from(&arguments.engine);
    }
    Ok(config)
}

/// Tests the change; the exit status is that of the verdict.
pub(crate) fn run(arguments: &RegressArgs) -> anyhow::Result<ExitCode> {
    let here = current_dir()?;
    if arguments.init {
        return init::init(arguments, &here);
    }
    let repository = Repository::around(&here);
    let config = configuration(arguments, repository.as_ref().ok())?;
    let engine = &match (&config.engine, &repository) {
        (Some(engine), _) => engine.clone(),
        (None, Ok(repository)) => engine_name(repository, None)?,
        (None, Err(_)) => {
            return Err(repository.err().map_or_else(|| anyhow!("name the engine"), Into::into));
        }
    };
    super::stop_after_games_when_interrupted(
        "interrupted; finished games are saved, the same command resumes",
    )?;
    let sides = RegressSides::find((arguments, engine), &config, repository, &here)?;
    let history = History::of(&sides.archive);
    let benches = sides.both.each_ref().map(|side| side.party.bench);
    let same_source = sides.both[0].party.identity == sides.both[1].party.identity;
    let same =
        same_source || (benches[0].is_some() && benches[0] == benches[1] && sides.same_options);
    let mut regression = Regression::new(&config, &sides.name, sides.both, &sides.folder)?;
    if let Some(shard) = arguments.shard {
        return play_shard(&mut regression, arguments, &config, shard);
    }
    let threads = threads(arguments, &config);
    let new_events = |_| Events::new(regression.tests(), regression.limits(), threads);
    let mut events = arguments.events.map(new_events);
    let entry = if same && !arguments.play_anyway {
        regression.same(engine)
    } else {
        let verdict = played(&mut regression, arguments, threads, events.as_mut())?;
        regression.entry(engine, verdict)
    };
    history.add(&entry)?;
    let results = regression.results();
    let failed =
        results.is_some_and(|results| results.engines.iter().any(EngineResult::always_failed));
    if let Some(events) = events {
        events.end(&entry)?;
    } else if arguments.json {
        super::print_json(&entry)?;
    } else {
        let run = results.map(|results| (results, regression.folder()));
        super::show(summary(&entry, &sides.title, same_source, run))?;
    }
    Ok(if failed { ExitCode::from(ALWAYS_FAILED) } else { ExitCode::from(status(entry.verdict)) })
}

/// Plays a shard of the test's games.
fn play_shard(
    regression: &mut Regression,
    arguments: &RegressArgs,
    config: &RegressConfig,
    shard: Shard,
) -> anyhow::Result<ExitCode> {
    let threads = threads(arguments, config);
    let mut watch = Watch::new(regression, threads);
    let games = regression.play_shard(shard, threads, arguments.begin.begin(), |value| {
        watch.show(value);
    })?;
    watch.finish();
    let folder = shard.folder(regression.folder());
    let folder = folder.display();
    if arguments.json {
        let value =
            json!({ "shard": shard.to_string(), "folder": folder.to_string(), "games": games });
        super::print_json(&value)?;
    } else {
        super::show(format!("shard {shard}: {games} games, in {folder}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Games played at the same time.
fn threads(arguments: &RegressArgs, config: &RegressConfig) -> usize {
    let threads = arguments.threads.map(NonZeroUsize::get).or(config.concurrency);
    let cores = || available_parallelism().map_or(1, NonZeroUsize::get);
    threads.unwrap_or_else(cores)
}

fn played(
    regression: &mut Regression,
    arguments: &RegressArgs,
    mut threads: usize,
    mut events: Option<&mut Events>,
) -> anyhow::Result<ChangeVerdict> {
    if let Some(tasks) = arguments.cluster {
        threads = arguments.threads.map_or(1, NonZeroUsize::get);
        cluster::play(regression, arguments, tasks, threads)?;
    }
    let mut watch = Watch::new(regression, threads);
    let verdict = regression.play(threads, arguments.begin.begin(), |event| {
        watch.show(event);
        if let Some(events) = &mut events {
            events.write(event);
        }
    })?;
    watch.finish();
    Ok(verdict)
}

/// The exit status for a verdict.
fn status(verdict: ChangeVerdict) -> u8 {
    match verdict {
        ChangeVerdict::Same | ChangeVerdict::Improved | ChangeVerdict::NotWorse => 0,
        ChangeVerdict::Worse => 1,
        ChangeVerdict::Undecided => 3,
    }
}
