//! The two sides: made from the words of the command line.

use std::path::{Path, PathBuf};

use anyhow::bail;
use config::{EvaluatorConfig, Parameters, RegressConfig};
use eval_external::Spec;
use evaluators::registry;
use regression::build::Builder;
use regression::git::{Repository, State};
use regression::regression::FOLDER;
use regression::{Archive, Contestant, RegressionError, Version};
use uci_client::did_you_mean;

use super::RegressArgs;
use super::project::{build_version, recipe};
use crate::cli::engines::{self, measurements};

pub(super) struct RegressSides {
    pub(super) both: [Contestant; 2],
    /// True if both play with the same options.
    pub(super) same_options: bool,
    pub(super) title: String,
    /// The name of the folder of their games: the engine's, that of an evaluation from outside without its path.
    pub(super) name: String,
    pub(super) archive: Archive,
    /// The folder of the games of regression tests.
    pub(super) folder: PathBuf,
}

/// A state of the project to build, or an archived version.
enum Source {
    Archived(Box<Version>),
    State(State),
}

impl Source {
    fn text(&self) -> String {
        match self {
            Self::Archived(version) => format!("version {}", version.name),
            Self::State(state) => state.text(),
        }
    }

    /// Its version, built if it is not archived.
    fn version(self, builder: &Builder<'_>, engine: &str) -> Result<Version, RegressionError> {
        let state = match self {
            Source::Archived(version) => return Ok(*version),
            Source::State(state) => state,
        };
        let built = build_version(builder, &state, engine)?;
        // The same source may have been built from another commit.
        Ok(Version { commit: Some(state.commit), changed: state.changed, ..built })
    }
}

impl RegressSides {
    pub(super) fn find(
        (arguments, engine): (&RegressArgs, &str),
        config: &RegressConfig,
        repository: Result<Repository, RegressionError>,
        here: &Path,
    ) -> anyhow::Result<Self> {
        if arguments.params.is_some() || Spec::is_one(engine) {
            if !config.options.is_empty() {
                bail!(
                    "no program plays, and evaluators have parameters, not UCI options; give them in a file (--params)"
                );
            }
            // Without a build any folder will do.
            let root = repository.as_ref().map_or(here, |repository| &repository.root);
            return Self::evaluators((arguments, engine), root);
        }
        let repository = repository?;
        let archive = Archive::below(&repository.root);
        let sources = sources(arguments, &repository, &archive)?;
        let [new, old] = sources.each_ref().map(Source::text);
        let title = format!("{engine}: {new} against {old}");
        crate::cli::note(&title);
        let recipe = recipe(arguments, &repository, engine, config.build.as_ref())?;
        let builder = Builder { repository: &repository, archive: &archive, recipe: &recipe };
        let measurements = measurements()?;
        let side = |source: Source| -> anyhow::Result<(Contestant, toml::Table)> {
            let mut version = source.version(&builder, engine)?;
            version.params.extend(config.options.clone());
            let mut contestant =
                Contestant::archived(&archive, &version, config.hash, config.timeouts)?;
            if contestant.omits_hash(config.hash) {
                crate::cli::note(&format!(
                    "{} has no option Hash, which is left out",
                    version.name
                ));
            }
            if version.eval_scale.is_none() {
                contestant.scale = measurements.scale_of(engine).unwrap_or(contestant.scale);
            }
            Ok((contestant, version.params))
        };
        let [new, old] = sources;
        let ((new, new_options), (old, old_options)) = (side(new)?, side(old)?);
        Ok(Self {
            name: engine.to_owned(),
            both: [new, old],
            same_options: new_options == old_options,
            title,
            folder: repository.root.join(FOLDER),
            archive,
        })
    }

    /// Two evaluators that differ in parameters, or in their files if they are from outside.
    fn evaluators((arguments, engine): (&RegressArgs, &str), root: &Path) -> anyhow::Result<Self> {
        if arguments.candidate.is_some() {
            bail!("--candidate is for programs of this project; name the new evaluation first");
        }
        let against = arguments.against.as_deref();
        let old_parameters = against.filter(|old| old.ends_with(".toml")).map(Path::new);
        let old = against.filter(|_| old_parameters.is_none()).unwrap_or(engine);
        if arguments.params.is_none() && (old == engine || !Spec::is_one(old)) {
            bail!(
                "name the evaluation to compare {engine} with, such as --against ./old.so, or parameters to try \
                 (--params)"
            );
        }
        let both =
            [evaluator(engine, arguments.params.as_deref())?, evaluator(old, old_parameters)?];
        let [new, old] = both.each_ref().map(|side| side.party.name.as_str());
        let title = format!("{engine}: {new} against {old}");
        crate::cli::note(&title);
        let name = if Spec::is_one(engine) {
            engine.parse::<Spec>()?.short_name()
        } else {
            engine.to_owned()
        };
        Ok(Self {
            name,
            title,
            // Evaluators in this program are compared by their parameters.
            same_options: true,
            archive: Archive::below(root),
            folder: root.join(FOLDER),
            both,
        })
    }
}

fn evaluator(engine: &str, file: Option<&Path>) -> anyhow::Result<Contestant> {
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let (name, parameters) = match file {
        Some(file) => (format!("{engine} with {}", stem(file)), Parameters::load(file)?),
        None => (engine.to_owned(), Parameters::default()),
    };
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
    Ok(Contestant::evaluator(&config, name, parameters)?)
}

fn sources(
    arguments: &RegressArgs,
    repository: &Repository,
    archive: &Archive,
) -> anyhow::Result<[Source; 2]> {
    let named = |given: &str| named(given, repository, archive);
    let against = arguments.against.as_deref().map(named).transpose()?;
    if let Some(candidate) = &arguments.candidate {
        let old = match against {
            Some(old) => old,
            None => named("HEAD")?,
        };
        return Ok([named(candidate)?, old]);
    }
    let Some(now) = repository.working_tree()? else {
        bail!(
            "nothing is committed yet, so there is no version to measure this one by; commit first"
        );
    };
    if let Some(old) = against {
        return Ok([Source::State(now), old]);
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
fn named(
    given: &str,
    repository: &Repository,
    archive: &Archive,
) -> Result<Source, RegressionError> {
    match archive.get(given) {
        Err(RegressionError::NoVersion { .. }) => {}
        version => return version.map(|version| Source::Archived(Box::new(version))),
    }
    if let Some(state) = repository.commit(given)? {
        return Ok(Source::State(state));
    }
    let mut known = archive.names()?;
    known.extend(repository.names());
    let meant = did_you_mean(given, &known);
    Err(RegressionError::Message(format!(
        "{given:?} is neither an archived version nor a commit, branch or tag{meant}; `evalarena regress list` and `git log \
         --oneline` show what there is"
    )))
}
