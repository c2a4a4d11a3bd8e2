//! Playing a configuration, for all commands that play.

mod output;

use std::env;
use std::io::{IsTerminal, stdout};
use std::iter::once;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use clap::{Args, ValueEnum};
use config::Config;
use engine_core::notation::printable;
use report::page::PAGE;
use report::{
    Canvas, EngineResult, Results, day, is_dumb, line_width, plural, results_of, results_table, write_json,
    write_reports, write_reports_and_page,
};
use runner::run::{Begin, OpenRun, Run, Tournament};
use runner::schedule::Schedule;
use runner::shard::Shard;
use runner::store::{RUNS, RearrangedGames};
use serde_json::json;

use super::report::{PORT, address, serve_beside};
use output::PlayingOutput;

/// The games that are played at the same time.
#[derive(Args, Clone, Copy, Default)]
pub(crate) struct Threads {
    /// Games played concurrently [default: one for each core]
    #[arg(value_parser = crate::cli::positive, long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl Threads {
    pub(crate) fn count(self) -> usize {
        super::engines::threads(self.threads)
    }

    /// As many as the command line asks for.
    pub(crate) fn asked(self) -> Option<NonZeroUsize> {
        self.threads
    }
}

/// The folder of a run of this name, unless another one is asked for.
pub(crate) fn run_folder(asked: Option<&PathBuf>, name: &str) -> PathBuf {
    asked.cloned().unwrap_or_else(|| Path::new(RUNS).join(name))
}

/// The folder of a run, and its output.
#[derive(Args, Default)]
pub(crate) struct OutputArgs {
    /// The run's folder [default: runs/NAME, from run.name in the configuration]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    /// Play only part K of N, in its own folder below the run's; `evalarena merge` joins the parts. `env`: the part is the
    /// index of this task in an array job (`env/N` if the scheduler does not set N)
    #[arg(long, value_name = "K/N|env")]
    shard: Option<Shard>,
    /// Log all UCI communication in this folder, one file a game
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
    /// Start again; an old folder is kept under another name
    #[arg(long)]
    fresh: bool,
    /// Replay games whose stored records are damaged
    #[arg(long, conflicts_with = "fresh")]
    repair: bool,
    /// Allow a second test on the same games (noted in the result)
    #[arg(long)]
    retest: bool,
    /// Show the games in play in a browser, at this port [default: 7373], as `serve` does
    #[arg(long, value_name = "[ADDR:]PORT", num_args = 0..=1, require_equals = true, default_missing_value = PORT,
        value_parser = address, conflicts_with = "shard")]
    serve: Option<SocketAddr>,
    /// Print results.json instead of the table
    #[arg(long)]
    json: bool,
    /// Print events as they happen, one JSON object a line, instead of the table
    #[arg(long, value_name = "FORMAT")]
    events: Option<EventFormat>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum EventFormat {
    /// Print one JSON object a line
    Ndjson,
}

pub(super) const ALWAYS_FAILED: u8 = 4;

impl OutputArgs {
    /// Playing into the folder `out`.
    pub(crate) fn into(out: PathBuf, threads: Threads, fresh: bool) -> Self {
        Self { out: Some(out), threads, fresh, ..Self::default() }
    }

    fn begin(&self) -> Begin {
        match (self.fresh, self.repair) {
            (true, _) => Begin::Fresh,
            (_, true) => Begin::Repair,
            _ => Begin::GoOn,
        }
    }

    /// Plays or resumes a run that has no file, in another folder if its folder has a run of other engines.
    pub(crate) fn play_line(&self, config: Config) -> anyhow::Result<ExitCode> {
        let (planned, folder) = self.planned(config)?;
        if self.out.is_some() || self.shard.is_some() {
            return self.play_in(planned, &folder);
        }
        let (folder, note) = planned.place(&folder);
        if let Some(note) = note {
            super::note(&note);
        }
        self.play_in(planned, &folder)
    }

    /// Plays or resumes; the exit status is a failure if an engine has not shown that it plays.
    pub(crate) fn play(&self, config: Config) -> anyhow::Result<ExitCode> {
        let (planned, folder) = self.planned(config)?;
        self.play_in(planned, &folder)
    }

    /// The plan, with the folder of the log, and its own folder.
    fn planned(&self, config: Config) -> anyhow::Result<(Tournament, PathBuf)> {
        // Programs may be asked by what they are known.
        super::finish_games_on_interrupt(super::RESUMES)?;
        let planned = Tournament::new(config)?;
        let planned = match &self.log {
            Some(folder) => planned.log_talk_in(folder)?,
            None => planned,
        };
        let folder = self.folder(&planned.plan.config);
        Ok((planned, folder))
    }

    fn play_in(&self, planned: Tournament, folder: &Path) -> anyhow::Result<ExitCode> {
        if let Some(shard) = self.shard {
            return self.play_shard(planned, folder, shard);
        }
        let mut notes = planned.notes();
        if self.begin() == Begin::GoOn && planned.is_over(folder) {
            let opened = planned.reopen(folder)?;
            notes.extend(opened.rebuilt.iter().cloned());
            self.refuse_second_test(&opened)?;
            if opened.earlier_test()?.is_some() {
                opened.keep_invocation(command())?;
            }
            let mut output = self.begin_output(&opened, &notes)?;
            let run = opened.close();
            let status = self.end(&run, &mut output)?;
            let date = run.store.last_begun()?.map(day).unwrap_or_default();
            output.note(format!("Nothing was played: this is the result of {date}; --fresh plays it again."));
            return Ok(status);
        }
        let engines = planned.plan.config.engines.iter();
        let programs = engines.filter(|engine| engine.kind.is_program());
        // Each start takes up to a second, one after the other.
        if programs.count() > 2 {
            super::note("trying whether every program plays as it should");
        }
        let (mut opened, mut output) = self.open(planned, folder, [Vec::new(), notes])?;
        if let Some(address) = self.serve {
            output.note(format!("the games in play: {}", serve_beside(&opened.folder, address)?));
        }
        opened.play(self.threads.count(), |event| output.event(event))?;
        self.end(&opened.close(), &mut output)
    }

    /// Plays the `wanted` games, by their places in the schedule, or all, as far as they are missing; prints no result.
    pub(crate) fn play_games(
        &self,
        planned: Tournament,
        wanted: Option<&[bool]>,
        mut remarks: Vec<String>,
    ) -> anyhow::Result<Run> {
        let folder = self.folder(&planned.plan.config);
        remarks.extend(planned.notes());
        let (mut opened, mut output) = self.open(planned, &folder, [remarks, Vec::new()])?;
        let threads = self.threads.count();
        match wanted {
            None => opened.play(threads, |event| output.event(event))?,
            Some(wanted) => opened.play_selected(
                threads,
                |game| wanted.get(game.index).copied().unwrap_or(false),
                |event| output.event(event),
            )?,
        }
        let run = opened.close();
        output.close();
        write_reports(&run, || ())?;
        Ok(run)
    }

    /// Tries the programs, and begins or resumes the run, or the shard; warnings come before and after those of programs.
    fn open(
        &self,
        planned: Tournament,
        folder: &Path,
        [mut warnings, after]: [Vec<String>; 2],
    ) -> anyhow::Result<(OpenRun, PlayingOutput)> {
        let warn = |warning: &str| warnings.push(warning.to_owned());
        let opened = match self.shard {
            None => planned.probe(false, warn)?.open(folder, self.begin())?,
            Some(shard) => planned.probe(true, warn)?.open_shard(folder, shard, self.begin())?,
        };
        self.refuse_second_test(&opened)?;
        warnings.extend(after);
        warnings.extend(opened.repaired.iter().map(|game| format!("{game}; it is played again")));
        warnings.extend(moved(opened.rearranged));
        warnings.extend(opened.rebuilt.iter().cloned());
        opened.keep_invocation(command())?;
        let mut output = self.begin_output(&opened, &warnings)?;
        if self.shard.is_none() {
            output.write_games(&opened);
        }
        Ok((opened, output))
    }

    /// An error if the stored games were used by another test, unless `retest` is set.
    fn refuse_second_test(&self, opened: &OpenRun) -> anyhow::Result<()> {
        let Some(test) = opened.earlier_test()?.filter(|_| !self.retest) else {
            return Ok(());
        };
        bail!(
            "{}: {} of this run played for {test}; another test of the same games is not independent of what \
             is known of them, and its error rates do not hold. Play new ones with another --set run.seed=N, or from the \
             beginning with --fresh; with --retest it is made all the same, and the result notes it",
            opened.folder.display(),
            plural(opened.store.count()?, "game")
        )
    }

    pub(crate) fn folder(&self, config: &Config) -> PathBuf {
        run_folder(self.out.as_ref(), &config.run.name)
    }

    /// Prints a description of the run that begins.
    fn begin_output(&self, opened: &OpenRun, warnings: &[String]) -> anyhow::Result<PlayingOutput> {
        let schedule = &opened.plan.schedule;
        let total = self.shard.map_or(schedule.len(), |shard| games_of(schedule, shard));
        PlayingOutput::begin(self, opened, total, warnings)
    }

    /// Writes the files of the run, and prints the result.
    fn end(&self, run: &Run, output: &mut PlayingOutput) -> anyhow::Result<ExitCode> {
        output.begin_report(run.store.count()?);
        let results = write_reports_and_page(run, || output.reported())?;
        output.end(&results);
        if self.events.is_none() {
            super::print_raw(&self.text(&results)?)?;
        }
        let folder = run.folder.display();
        output.note(format!("Games and results: {folder}; {folder}/{PAGE} shows them"));
        output.check_events()?;
        let failed = results.engines.iter().any(EngineResult::always_failed);
        Ok(if failed { ExitCode::from(ALWAYS_FAILED) } else { ExitCode::SUCCESS })
    }

    fn text(&self, results: &Results) -> anyhow::Result<String> {
        if self.json {
            let mut text = Vec::new();
            write_json(results, &mut text)?;
            return Ok(printable(&String::from_utf8(text)?).into_owned());
        }
        Ok(results_table(results, canvas(&stdout())).text_for(&stdout()))
    }
}

/// The canvas of a table: bars are for terminals that can do more than print.
fn canvas(to: &impl IsTerminal) -> Canvas {
    let width = line_width(to);
    if to.is_terminal() && !is_dumb() { Canvas::with_bars(width) } else { Canvas::plain(width) }
}

/// The command line of this process, in shell syntax.
fn command() -> Option<String> {
    let arguments = env::args_os().skip(1);
    let arguments = arguments.map(|argument| argument.to_string_lossy().into_owned());
    let words: Vec<String> = once("evalarena".to_owned()).chain(arguments).collect();
    shlex::try_join(words.iter().map(String::as_str)).ok()
}

/// Messages on games that no longer count, or count again.
fn moved(rearranged: RearrangedGames) -> impl Iterator<Item = String> {
    let games = |count: usize, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("1 game {one}")),
        _ => Some(format!("{count} games {many}")),
    };
    let set_aside = games(
        rearranged.set_aside,
        "belongs to an engine or time control that is no longer in the configuration: it is kept in run.sqlite but not counted",
        "belong to engines or time controls that are no longer in the configuration: they are kept in run.sqlite but not counted",
    );
    let returned =
        games(rearranged.returned, "that had been set aside counts again", "that were set aside count again");
    set_aside.into_iter().chain(returned)
}

impl OutputArgs {
    /// Plays or resumes the shard; the files of a run are not written for it.
    fn play_shard(&self, planned: Tournament, run: &Path, shard: Shard) -> anyhow::Result<ExitCode> {
        let notes = planned.notes();
        let (opened, mut output) = self.open(planned, run, [notes, Vec::new()])?;
        let schedule = &opened.plan.schedule;
        let total = games_of(schedule, shard);
        let wanted = |game: &_| shard.has_game(schedule, game);
        opened.play_selected(self.threads.count(), wanted, |event| output.event(event))?;
        let run = opened.close();
        if self.events.is_some() {
            output.end(&results_of(&run)?);
        } else {
            output.close();
        }
        self.notify(&run, shard, total)?;
        output.check_events()?;
        Ok(ExitCode::SUCCESS)
    }

    fn notify(&self, run: &Run, shard: Shard, total: usize) -> anyhow::Result<()> {
        let games = run.store.count()?;
        let rounds_to_come = run.schedule.drawn_games() < run.schedule.len();
        let (name, folder) = (&run.config.run.name, run.folder.display().to_string());
        if self.events.is_some() && !self.json {
            return Ok(());
        }
        let value = json!({
            "shard": shard.to_string(),
            "folder": folder,
            "games": games,
            "planned_games": total,
            "rounds_to_come": rounds_to_come,
        });
        super::present(self.json, &value, |_| format!("{name}, shard {shard}: {games} of {total} games, in {folder}"))?;
        if rounds_to_come && !self.json {
            super::note(
                "The next round is known when every shard is merged; then the same command plays its part of it.",
            );
        }
        Ok(())
    }
}

/// The number of the shard's games in the rounds that are known.
fn games_of(schedule: &Schedule, shard: Shard) -> usize {
    let known = (0..schedule.drawn_games()).filter_map(|index| schedule.game(index));
    known.filter(|game| shard.has_game(schedule, game)).count()
}
