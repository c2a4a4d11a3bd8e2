//! A project's engine: its name, its build, and the file that has both; and the two sides that the arguments name.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Error, Result, anyhow, bail};
use config::disk::replace_file;
use config::{BuildConfig, EvaluatorConfig, Parameters, RegressConfig, Timeouts};
use eval_external::Spec;
use evaluators::registry;
use regression::build::Builder;
use regression::git::{Repository, State};
use regression::{Archive, Recipe, Side, Version, programs};
use report::progress::Progress;
use toml::Value;
use uci_client::did_you_mean;

use super::RegressArgs;
use crate::cli::engines::{self, measurements};
use crate::cli::help::text;

/// The file of a project, at the top of its repository, with the settings of its tests.
pub(super) const PROJECT: &str = "regress.toml";
/// The table of both sides in MiB that --init writes, unless the engine does not take it.
const HASH: u32 = 16;

/// The recipe for `engine` in this project; that of a configuration is `configured`.
fn recipe(
    arguments: &RegressArgs,
    repository: &Repository,
    engine: &str,
    configured: Option<&BuildConfig>,
) -> Result<Recipe> {
    let program = arguments.program.as_deref();
    match (&arguments.build, configured) {
        (Some(command), _) => Recipe::of_command(command, program, engine),
        (None, Some(build)) => Recipe::of_command(&build.command, program.or(build.program.as_deref()), engine),
        (None, None) => Recipe::usual(&repository.root, engine, program),
    }
}

/// The name of the project's engine: the one that is given, or that of cargo's only program or of the project's folder.
pub(super) fn engine_name(given: Option<&String>, repository: Result<&Repository, &Error>) -> Result<String> {
    if let Some(engine) = given {
        return Ok(engine.clone());
    }
    let root = &repository.map_err(|error| anyhow!("{error}"))?.root;
    let folder = root.file_name().unwrap_or_default().to_string_lossy();
    if root.join("Cargo.toml").is_file() {
        let (programs, root) = (programs(root), root.display());
        let of_folder = programs.iter().find(|program| program.eq_ignore_ascii_case(&folder));
        return match (&programs[..], of_folder) {
            ([program], _) | (_, Some(program)) => Ok(program.clone()),
            ([], _) => bail!("{root}: cargo finds no program in it; name the engine"),
            (several, _) => bail!("{root}: name the engine; the programs are: {}", several.join(", ")),
        };
    }
    let fit = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c.to_ascii_lowercase() } else { '-' };
    let name: String = folder.chars().map(fit).take(40).collect();
    match name.trim_matches(['-', '_', '.']) {
        "" => bail!("{}: name the engine", root.display()),
        name => Ok(name.to_owned()),
    }
}

/// The version of an engine from a state, with messages on the progress of its build.
fn build_version(builder: &Builder<'_>, state: &State, engine: &str) -> Result<Version> {
    let mut progress = None;
    let version = builder.version(state, engine, |line| {
        let progress = progress.get_or_insert_with(|| {
            let progress = Progress::step();
            progress.note(format!("Building {engine} from {}", state.text()));
            progress
        });
        // A compiler's notes stay, too.
        if line.starts_with("note: ") {
            progress.note(line.to_owned());
        } else {
            progress.show(line);
        }
    });
    if let Some(progress) = &progress {
        progress.finish();
    }
    let mut version = version?;
    crate::cli::note(&format!("{}: {}", state.text(), signature(&version)));
    if let (Some(said), Some(counted)) = (state.bench, version.bench)
        && said != counted
    {
        crate::cli::warn(format!(
            "{}: the commit's message says bench {said}, and its build counts {counted}; so `bench` decides nothing here",
            state.text()
        ));
        version.bench = None;
    }
    Ok(version)
}

pub(super) fn signature(version: &Version) -> String {
    match version.bench {
        Some(nodes) => format!("bench {nodes}"),
        None => "no bench".to_owned(),
    }
}

/// The two sides, and what the test of them is called.
pub(super) struct RegressSides {
    pub(super) both: [Side; 2],
    pub(super) title: String,
    /// The name of the folder of their games: the engine's, that of an evaluation from outside without its path.
    pub(super) name: String,
    /// The folder with the archive and the games.
    pub(super) root: PathBuf,
}

impl RegressSides {
    pub(super) fn find(
        (arguments, engine): (&RegressArgs, &str),
        config: &RegressConfig,
        repository: Result<Repository>,
        here: &Path,
    ) -> Result<Self> {
        let of_program = arguments.params.as_deref().map(Parameters::is_of_program).transpose()?;
        if of_program == Some(false) || Spec::is_one(engine) {
            if !config.options.is_empty() {
                bail!(
                    "no program plays, and evaluators have parameters, not UCI options; give them in a file (--params)"
                );
            }
            // Without a build any folder will do.
            let root = repository.map_or(here.to_owned(), |repository| repository.root);
            return Self::evaluators((arguments, engine), root);
        }
        let repository = repository?;
        let archive = Archive::below(&repository.root);
        let sources = sources(arguments, &repository, &archive)?;
        let files = [arguments.params.as_deref(), against_file(arguments)];
        let [new, old] = [0, 1].map(|side| {
            let name = match &sources[side] {
                Source::Archived(version) => format!("version {}", version.name),
                Source::State(state) => state.text(),
            };
            with_file(&name, files[side])
        });
        let title = format!("{engine}: {new} against {old}");
        crate::cli::note(&title);
        let recipe = recipe(arguments, &repository, engine, config.build.as_ref())?;
        let builder = Builder { repository: &repository, archive: &archive, recipe: &recipe };
        let measurements = measurements()?;
        let mut trees = Vec::new();
        let mut side = |source: Source, file: Option<&Path>| -> Result<Side> {
            let mut version = match source {
                Source::Archived(version) => *version,
                Source::State(state) => {
                    let built = build_version(&builder, &state, engine)?;
                    // The same source may have been built from another commit.
                    Version { commit: Some(state.commit), changed: state.changed, ..built }
                }
            };
            trees.extend(version.tree.clone());
            version.params.extend(config.options.clone());
            version.params.extend(file.map(Parameters::options).transpose()?.unwrap_or_default());
            let mut side = Side::archived(&archive, &version, config.hash, config.timeouts)?;
            side.party.name = with_file(&side.party.name, file);
            if side.omits_hash(config.hash) {
                crate::cli::note(&format!("{} has no option Hash, which is left out", version.name));
            }
            if version.eval_scale.is_none() {
                side.scale = measurements.scale_of(engine).unwrap_or(side.scale);
            }
            Ok(side)
        };
        let [new, old] = sources;
        let mut both = [side(new, files[0])?, side(old, files[1])?];
        if let Some(data) = Side::forget_bench(&mut both, &trees, &repository)? {
            crate::cli::note(&format!("{data} differs, which a program may read, and not by `bench`: games decide"));
        }
        Ok(Self { name: engine.to_owned(), both, title, root: repository.root.clone() })
    }

    /// Two evaluators that differ in parameters, or in their files if they are from outside.
    fn evaluators((arguments, engine): (&RegressArgs, &str), root: PathBuf) -> Result<Self> {
        if arguments.candidate.is_some() {
            bail!("--candidate is for programs of this project; name the new evaluation first");
        }
        let old_parameters = against_file(arguments);
        let old = arguments.against.as_deref().filter(|_| old_parameters.is_none()).unwrap_or(engine);
        if arguments.params.is_none() && (old == engine || !Spec::is_one(old)) {
            bail!(
                "name the evaluation to compare {engine} with, such as --against ./old.so, or parameters to try \
                 (--params)"
            );
        }
        let both = [evaluator(engine, arguments.params.as_deref())?, evaluator(old, old_parameters)?];
        let [new, old] = both.each_ref().map(|side| side.party.name.as_str());
        let title = format!("{engine}: {new} against {old}");
        crate::cli::note(&title);
        let name = if Spec::is_one(engine) { engine.parse::<Spec>()?.short_name() } else { engine.to_owned() };
        Ok(Self { both, title, name, root })
    }
}

/// The file of parameters of the version before, if it is one.
fn against_file(arguments: &RegressArgs) -> Option<&Path> {
    arguments.against.as_deref().filter(|old| old.ends_with(".toml")).map(Path::new)
}

/// The name of a side that plays with the parameters of a file.
fn with_file(name: &str, file: Option<&Path>) -> String {
    let stem = file.and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned());
    stem.map_or_else(|| name.to_owned(), |stem| format!("{name} with {stem}"))
}

fn evaluator(engine: &str, file: Option<&Path>) -> Result<Side> {
    let name = with_file(engine, file);
    let parameters = file.map(Parameters::load).transpose()?.unwrap_or_default();
    let config = if Spec::is_one(engine) {
        engines::evaluator(engine)?.1
    } else if registry::NAMES.contains(&engine) {
        EvaluatorConfig::of(engine)
    } else {
        bail!(
            "parameters are tried in this program, which has no evaluator {engine:?}{}; it has: {}",
            did_you_mean(engine, registry::NAMES),
            registry::NAMES.join(", ")
        );
    };
    let parameters = measurements()?.completed(engine, parameters);
    Side::evaluator(&config, name, parameters)
}

/// A state of the project to build, or an archived version.
enum Source {
    Archived(Box<Version>),
    State(State),
}

fn sources(arguments: &RegressArgs, repository: &Repository, archive: &Archive) -> Result<[Source; 2]> {
    let named = |given: &str| named(given, repository, archive);
    let against = arguments.against.as_deref().filter(|_| against_file(arguments).is_none());
    let against = against.map(named).transpose()?;
    if let Some(candidate) = &arguments.candidate {
        let old = match against {
            Some(old) => old,
            None => named("HEAD")?,
        };
        return Ok([named(candidate)?, old]);
    }
    let Some(now) = repository.working_tree()? else {
        bail!("nothing is committed yet, so there is no version to measure this one by; commit first");
    };
    if let Some(old) = against {
        return Ok([Source::State(now), old]);
    }
    if arguments.params.is_some() || against_file(arguments).is_some() {
        return Ok([Source::State(now.clone()), Source::State(now)]);
    }
    if now.changed {
        return Ok([Source::State(now), named("HEAD")?]);
    }
    let Some(before) = repository.commit("HEAD~1")? else {
        bail!(
            "nothing has changed, and git knows no commit before HEAD (in a shallow clone, fetch more \
             history); change something, or name what to measure it by with --against"
        );
    };
    Ok([Source::State(now), Source::State(before)])
}

/// An archived version, or else a commit.
fn named(given: &str, repository: &Repository, archive: &Archive) -> Result<Source> {
    if let Some(version) = archive.get(given)? {
        return Ok(Source::Archived(Box::new(version)));
    }
    if let Some(state) = repository.commit(given)? {
        return Ok(Source::State(state));
    }
    let mut known = archive.names()?;
    known.extend(repository.names());
    let meant = did_you_mean(given, &known);
    bail!(
        "{given:?} is neither an archived version nor a commit, branch or tag{meant}; `evalarena regress list` and `git log \
         --oneline` show what there is"
    )
}

/// Builds the project's engine, starts it, and writes down how.
pub(super) fn init(arguments: &RegressArgs, here: &Path) -> Result<ExitCode> {
    let repository = Repository::around(here)?;
    let path = repository.root.join(PROJECT);
    if path.symlink_metadata().is_ok() {
        bail!("{} is there already; edit it, or remove it first", path.display());
    }
    crate::cli::stop_programs_on_interrupt("interrupted; nothing was written")?;
    let engine = engine_name(arguments.engine.as_ref(), Ok(&repository))?;
    let recipe = recipe(arguments, &repository, &engine, None)?;
    let Some(state) = repository.working_tree()? else {
        bail!("nothing is committed yet; commit first, since tests compare commits");
    };
    let archive = Archive::below(&repository.root);
    let builder = Builder { repository: &repository, archive: &archive, recipe: &recipe };
    let version = build_version(&builder, &state, &engine)?;
    let recipe = recipe.clone().as_built(&version);
    let starts = |hash| Side::archived(&archive, &version, hash, Timeouts::default())?.try_start();
    let (hash, keeps_nodes) = match starts(HASH) {
        Ok(keeps_nodes) => (HASH, keeps_nodes),
        // A size that it does not take, or another fault, which shows again.
        Err(_) => (0, starts(0)?),
    };
    if !keeps_nodes {
        crate::cli::note("it does not keep to `go nodes`: limits.tc is written in place of limits.nodes");
    }
    let text = settings(&engine, &recipe, hash, keeps_nodes);
    replace_file::<io::Error>(&path, |file| file.write_all(text.as_bytes()))?;
    crate::cli::print(&format!(
        "{}: {engine}, built by `{recipe}`; commit it. Change something, and `evalarena regress` tests the change.\n",
        path.display()
    ))?;
    Ok(ExitCode::SUCCESS)
}

fn settings(engine: &str, recipe: &Recipe, hash: u32, keeps_nodes: bool) -> String {
    let quoted = |text: &str| Value::String(text.to_owned()).to_string();
    let engine = quoted(engine);
    let build = match recipe {
        Recipe::Cargo => {
            "# Built by `cargo build --release --locked`. [build] with a command takes its place.\n".to_owned()
        }
        Recipe::Command { command, program, .. } => {
            let (command, program) = (quoted(command), quoted(program));
            format!("[build]\ncommand = {command}\nprogram = {program}\n")
        }
    };
    let limit = if keeps_nodes {
        "nodes = 10000               # equal nodes: the same verdict on every machine; a change of speed needs tc"
    } else {
        "tc = \"8+0.08\""
    };
    let keys = [("@engine@", engine), ("@build@", build), ("@limit@", limit.to_owned()), ("@hash@", hash.to_string())];
    keys.iter().fold(text("regress.toml").to_owned() + "\n", |text, (key, value)| text.replace(key, value))
}

#[cfg(test)]
mod tests {
    use config::RegressConfig;

    use super::*;

    #[test]
    fn a_written_file_can_be_read() {
        let command = Recipe::of_command("make EXE='a \"b\"'\n", Some("src/x"), "").unwrap();
        for (recipe, keeps_nodes) in [(Recipe::Cargo, true), (command, false)] {
            let text = settings("x", &recipe, 16, keeps_nodes);
            let config = RegressConfig::parse(PROJECT, &text, &[]).unwrap();
            assert_eq!(config.engine.as_deref(), Some("x"));
            let build = config.build.map_or(Recipe::Cargo, |build| Recipe::Command {
                command: build.command,
                program: build.program.unwrap(),
                is_named: true,
            });
            assert_eq!(build, recipe);
        }
    }
}
