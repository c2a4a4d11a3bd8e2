//! `evalarena repeat`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use config::{Config, EngineKind, EvaluatorConfig, Format};
use players::identity;
use players::record::GameRecord;
use report::plural;
use runner::run::{Run, Tournament};
use runner::store::{RunInfo, Store, StoreError};
use serde::Serialize;
use uci_client::did_you_mean;

use super::playing::{OutputArgs, Threads};

const DIFFERENT: u8 = 1;

/// Play a run again and compare the games
#[derive(Args)]
#[command(long_about = super::help::text("repeat"), after_help = super::help::text("after repeat"))]
pub(crate) struct RepeatArgs {
    /// The run's folder
    run: PathBuf,
    /// The folder of the new games [default: RUN-repeat]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// A program or an evaluation from outside that is elsewhere now (repeatable)
    #[arg(long = "engine", value_name = "NAME=PATH")]
    engines: Vec<String>,
    #[command(flatten)]
    threads: Threads,
    /// Start again; an old folder is kept under another name
    #[arg(long)]
    fresh: bool,
    /// Print the comparison as one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &RepeatArgs) -> anyhow::Result<ExitCode> {
    let original = Run::open(&arguments.run)?;
    super::finish_games_on_interrupt(super::RESUMES)?;
    let mut config = original.config.clone();
    if let Some(places) = original.store.places()? {
        places.find(&mut config, &arguments.run)?;
    }
    arguments.engines.iter().try_for_each(|argument| name_anew(&mut config, argument))?;
    let planned = Tournament::new(config)?;
    let out = out(arguments)?;
    let remarks = remarks(&original.store.info, &planned);
    let wanted = wanted(&original.store, &planned)?;
    let playing = OutputArgs::into(out, arguments.threads, arguments.fresh);
    let again = playing.play_games(planned, wanted.as_deref(), remarks)?;
    let found = Repetition::of(&original, &again)?;
    super::present(arguments.json, &found, |_| text(&found))?;
    Ok(if found.is_same { ExitCode::SUCCESS } else { ExitCode::from(DIFFERENT) })
}

/// Gives an engine of the configuration the path in `argument`, NAME=PATH; that it plays the same is seen by its identity.
fn name_anew(config: &mut Config, argument: &str) -> anyhow::Result<()> {
    let Some((name, path)) = argument.split_once('=') else {
        bail!("--engine {argument}: write NAME=PATH, such as Toga=/opt/toga/toga");
    };
    let names: Vec<String> = config.engines.iter().map(|engine| engine.name.clone()).collect();
    let Some(engine) = config.engines.iter_mut().find(|engine| engine.name == name) else {
        bail!(
            "--engine {argument}: the run has no engine {name:?}{}; it has {}",
            did_you_mean(name, &names),
            names.join(", ")
        );
    };
    match &mut engine.kind {
        EngineKind::Program(program) => program.path = Some(path.into()),
        EngineKind::Evaluator(EvaluatorConfig { evaluator, external: Some(external), .. }) => {
            (*evaluator, external.folder) = (path.to_owned(), PathBuf::new());
        }
        EngineKind::Evaluator(_) => bail!("--engine {argument}: {name} is built in and has no path; leave it out"),
    }
    Ok(())
}

fn out(arguments: &RepeatArgs) -> anyhow::Result<PathBuf> {
    let run = &arguments.run;
    let same = |out: &Path| match (std::fs::canonicalize(out), std::fs::canonicalize(run)) {
        (Ok(out), Ok(run)) => out == run,
        _ => out == run.as_path(),
    };
    match &arguments.out {
        Some(out) if same(out) => {
            bail!("{}: the games are compared with those of this run; choose another folder with --out", out.display())
        }
        Some(out) => Ok(out.clone()),
        None => {
            let full = std::fs::canonicalize(run)?;
            let name = full.file_name().unwrap_or_default().to_string_lossy();
            Ok(run.components().collect::<PathBuf>().with_file_name(format!("{name}-repeat")))
        }
    }
}

fn remarks(began: &RunInfo, planned: &Tournament) -> Vec<String> {
    let plan = &planned.plan;
    let mut remarks = identity::differences(&began.identities, &plan.identities);
    if began.openings != plan.openings.fingerprint() {
        remarks.push("the file of openings has other openings in it".to_owned());
    }
    remarks
}

/// The games to be played, by their places in the schedule; `None` if the run ends by itself at the same place.
fn wanted(original: &Store, planned: &Tournament) -> anyhow::Result<Option<Vec<bool>>> {
    let config = &planned.plan.config;
    let schedule = &planned.plan.schedule;
    let ends_there = matches!(config.run.format, Format::Swiss { .. })
        || (original.is_complete(schedule.len())? && config.run.stop.is_none());
    Ok(if ends_there { None } else { Some(original.finished(schedule.len())?) })
}

fn text(found: &Repetition) -> String {
    let Repetition { run, again, compared, fixed, same, missing, first_difference, .. } = found;
    let mut text = format!("{run} again, in {again}: {} compared\n", plural(compared, "game"));
    if *fixed > 0 {
        text += &format!("the same under fixed limits: {same} of {}\n", plural(fixed, "game"));
    }
    if fixed < compared {
        text += &format!(
            "played by the clock and not expected to be the same: {}; see evalarena report {run} {again}\n",
            plural(compared - fixed, "game")
        );
    }
    if *missing > 0 {
        text += &format!("not played again: {}\n", plural(missing, "game"));
    }
    if let Some(difference) = first_difference {
        text += &format!("The first difference: {difference}\n");
    }
    text
}

/// The comparison as it is printed for programs.
#[derive(Debug, Default, Serialize)]
struct Repetition {
    run: String,
    again: String,
    /// True if every game that must be the same is there and the same.
    is_same: bool,
    /// Games that both runs have.
    compared: usize,
    /// Games among them that must be equal: neither side has a clock.
    fixed: usize,
    /// Games among these that are equal.
    same: usize,
    /// Games that only the first run has.
    missing: usize,
    first_difference: Option<String>,
}

impl Repetition {
    fn of(run: &Run, again: &Run) -> Result<Self, StoreError> {
        let Run { config, schedule, .. } = run;
        let [folder, other] = [run, again].map(|run| run.folder.display().to_string());
        let mut found = Self { run: folder, again: other, ..Self::default() };
        run.store.visit(|game| {
            let Some(second) = again.store.game(game.index)? else {
                found.missing += 1;
                return Ok(());
            };
            found.compared += 1;
            let time_control = schedule.time_control(game.index);
            let is_fixed = |engine| config.limit(time_control, engine).is_deterministic();
            if !is_fixed(game.white) || !is_fixed(game.black) {
                return Ok(());
            }
            found.fixed += 1;
            if game.is_same_game(&second) {
                found.same += 1;
            } else {
                let difference = || difference(config, &game, &second);
                found.first_difference.get_or_insert_with(difference);
            }
            Ok::<(), StoreError>(())
        })?;
        found.is_same = found.same == found.fixed && found.missing == 0;
        Ok(found)
    }
}

fn difference(config: &Config, was: &GameRecord, is: &GameRecord) -> String {
    let name = |engine: usize| {
        let engine = config.engines.get(engine);
        engine.map_or("an unknown engine", |engine| engine.name.as_str())
    };
    let game = format!("game {} ({} - {})", was.index + 1, name(was.white), name(was.black));
    if (was.white, was.black) != (is.white, is.black) {
        return format!("{game} is now {} - {}", name(is.white), name(is.black));
    }
    if (&was.start_fen, &was.book_moves) != (&is.start_fen, &is.book_moves) {
        return format!("{game} begins with another opening");
    }
    let book = was.book_moves.len();
    let mut moves = was.moves.iter().zip(&is.moves).enumerate();
    let parted = moves.find(|(_, (was, is))| was.uci != is.uci);
    if let Some((ply, (was, is))) = parted {
        let (ply, was, is) = (book + ply + 1, &was.uci, &is.uci);
        return format!("{game}: ply {ply} was {was} and is {is}");
    }
    if was.moves.len() != is.moves.len() {
        let (was, is) = (book + was.moves.len(), book + is.moves.len());
        return format!("{game}: it had {was} plies and has {is}");
    }
    let searched = was
        .moves
        .iter()
        .zip(&is.moves)
        .position(|(was, is)| (was.score, was.depth, was.nodes) != (is.score, is.depth, is.nodes));
    match searched {
        Some(ply) => format!("{game}: the search of ply {} was another one", book + ply + 1),
        None => format!("{game}: it ended by {} and ends by {}", was.termination.phrase(), is.termination.phrase()),
    }
}
