//! Output of a run while it plays: to people on standard error, to programs as events.

use std::fs::{self, File};
use std::io::{self, Stdout, Write, stderr};
use std::path::PathBuf;

use anyhow::bail;
use config::Config;
use config::disk::{NamedOutput, standard_output};
use players::record::GameRecord;
use report::FAILURES;
use report::progress::{Progress, leader};
use report::{
    Document, Events, GrowingPgn, LivePgn, ReportError, Results, ResultsBuilder, failure_text, line_width,
    standings_table, write_failure,
};
use runner::arena::Event;
use runner::run::OpenRun;
use runner::schedule::Schedule;

use super::{OutputArgs, canvas};

/// The largest number of engines in a table that is updated in place.
const LIVE_ENGINES: usize = 20;

/// The standings are sent after a tenth of the games, and after this many at most.
const MAX_STANDINGS: usize = 100;

pub(super) struct PlayingOutput {
    events: Events<NamedOutput<'static, Stdout>>,
    /// Games after which the standings are sent.
    every: usize,
    config: Config,
    schedule: Schedule,
    folder: PathBuf,
    played: ResultsBuilder,
    progress: Progress,
    /// The games of the run, if it is one and can be written.
    games: Option<GrowingPgn>,
    in_play: Option<LivePgn>,
    /// Games finished since the program began.
    finished: usize,
    /// The reason that events are missing, if they are.
    lost_events: Option<io::Error>,
}

impl PlayingOutput {
    /// The output of a run of `total` games that begins or resumes, with these warnings first.
    pub(super) fn begin(
        playing: &OutputArgs,
        opened: &OpenRun,
        total: usize,
        warnings: &[String],
    ) -> anyhow::Result<Self> {
        let (plan, store) = (&opened.plan, &opened.store);
        let done = store.count()?;
        let config = plan.config.clone();
        // A test ends most matches long before the games run out.
        let (most, progress) = match config.run.stop {
            Some(_) => ("at most ", Progress::open_ended(done, "games")),
            None => ("", Progress::new(total, done, "games")),
        };
        let mut output = Self {
            events: Events::new(playing.events.map(|_| standard_output())),
            every: (total / 10).clamp(1, MAX_STANDINGS),
            config,
            schedule: plan.schedule.clone(),
            folder: opened.folder.clone(),
            played: ResultsBuilder::begun(plan, store)?,
            progress,
            games: None,
            in_play: None,
            finished: 0,
            lost_events: None,
        };
        warnings.iter().for_each(|warning| output.warning(warning));
        let (folder, threads) = (output.folder.display().to_string(), playing.threads.count());
        output.send(|to| to.events.run_started(&to.config, &folder, (done, total), threads));
        if done < total {
            let going_on = match done {
                0 => String::new(),
                done => format!(", {done} of them already played"),
            };
            let (name, engines) = (&output.config.run.name, output.config.engines.len());
            let limits = output.config.limits_text();
            output.note(format!(
                "{name}: {engines} engines, {most}{total} games{going_on}, {limits}, {threads} at a time"
            ));
            // A part of a run has no verdict.
            if let Some(stop) = output.config.run.stop.filter(|_| playing.shard.is_none()) {
                let known = store.sequential(stop)?.pairs();
                stop.prospects(total as u64, known).into_iter().for_each(|prospects| output.note(prospects));
            }
        }
        Ok(output)
    }

    pub(super) fn warning(&mut self, message: &str) {
        self.note(format!("warning: {message}"));
        self.send(|to| to.events.warning(message));
    }

    pub(super) fn note(&self, text: impl Into<Document>) {
        self.progress.note(text);
    }

    pub(super) fn event(&mut self, event: &Event) {
        match event {
            Event::Started(game) => self.send(|to| to.events.game_started(&to.config, game)),
            Event::Remark(game, text) => self.warning(&format!("game {}: {text}", game + 1)),
            Event::Finished(record) => self.finished(record),
        }
    }

    fn finished(&mut self, record: &GameRecord) {
        let place = self.schedule.place_of(record);
        self.send(|to| to.events.game_finished(&to.config, &place, record));
        let name = |engine: usize| self.config.engines[engine].name.as_str();
        if let Some(text) = failure_text(record, name) {
            self.warning(&self.noted(record, text));
        }
        self.played.add(record);
        self.grow(|games| games.add(record));
        self.finished += 1;
        if self.finished.is_multiple_of(self.every) {
            self.send(|to| to.events.standings(&to.played.results()));
        }
        let (played, live) = (&self.played, self.config.engines.len() <= LIVE_ENGINES);
        self.progress.advance(1, |on_terminal| {
            let results = played.results();
            if on_terminal && live {
                let table = standings_table(&results, canvas(&stderr()));
                format!("\n{}", table.text(line_width(&stderr()), false).trim_end())
            } else {
                leader(&results)
            }
        });
    }

    /// Writes the games as they end, from those of the run that it resumes.
    pub(super) fn write_games(&mut self, opened: &OpenRun) {
        match GrowingPgn::begin(&opened.folder, &opened.plan, &opened.store) {
            Ok(games) => self.games = Some(games),
            Err(error) => self.warning(&format!("games.pgn is written at the end only: {error}")),
        }
        // Without a thread for it nothing is shown, and the games do not need it.
        self.in_play = LivePgn::begin(&opened.folder, &opened.plan, &opened.store).ok();
    }

    /// Writes to games.pgn; if that fails the file is made at the end.
    fn grow(&mut self, write: impl FnOnce(&mut GrowingPgn) -> Result<(), ReportError>) {
        if let Some(Err(error)) = self.games.as_mut().map(write) {
            self.games = None;
            self.warning(&format!("games.pgn is written at the end only: {error}"));
        }
    }

    /// Writes the log of a failure at once, not only at the end of the run; returns `text`, with the place of the log.
    fn noted(&self, game: &GameRecord, text: String) -> String {
        let path = self.folder.join(FAILURES);
        // Links are not followed, and a pipe without a reader does not block.
        let other = fs::symlink_metadata(&path).is_ok_and(|there| !there.is_file());
        let file = if other {
            Err(io::ErrorKind::AlreadyExists.into())
        } else {
            File::options().create(true).append(true).open(&path)
        };
        // The store has it already: a file that cannot be written now is written, or reported, at the end.
        let written = file.and_then(|mut file| {
            let mut lines = Vec::new();
            write_failure(&self.config, game, &mut lines)?;
            file.write_all(&lines)
        });
        match written {
            Ok(()) => format!("{text}; see {}", path.display()),
            Err(_) => text,
        }
    }

    /// Begins to write the files, from this many games.
    pub(super) fn begin_report(&mut self, games: usize) {
        self.close();
        self.progress = Progress::new(games, 0, "games written");
    }

    /// One more game is written.
    pub(super) fn reported(&mut self) {
        self.progress.tick();
    }

    /// All games are played, and no files are written.
    pub(super) fn close(&mut self) {
        self.in_play = None;
        self.progress.finish();
    }

    /// All games are played, and the files are written.
    pub(super) fn end(&mut self, results: &Results) {
        self.progress.finish();
        self.send(|to| to.events.run_finished(results));
    }

    /// An error if events are missing, for their readers.
    pub(super) fn check_events(&mut self) -> anyhow::Result<()> {
        match self.lost_events.take() {
            Some(error) => bail!(
                "events are missing, because they could not be written: {error}; the games are stored all the same"
            ),
            None => Ok(()),
        }
    }

    /// Writes an event; stops writing them if that fails, and the run continues.
    fn send(&mut self, write: impl FnOnce(&mut Self) -> io::Result<()>) {
        if let Err(error) = write(self) {
            self.events = Events::new(None);
            self.note(format!("warning: no more events: {error}"));
            self.lost_events = Some(error);
        }
    }
}
