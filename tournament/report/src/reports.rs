//! The files made from a run: games, results, failures and the page.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};

use config::Config;
use config::disk::replace_file;
use players::record::{GameRecord, GameResult};
use runner::run::Run;
use runner::store::StoreError;

use crate::ReportError;
use crate::page::{Delivery, PAGE, PageBuilder};
use crate::pgn::PgnWriter;
use crate::results::{Results, ResultsBuilder, write_json};

/// The file of games.
pub(crate) const GAMES: &str = "games.pgn";
/// The file of engine failures, each with the last lines exchanged.
pub const FAILURES: &str = "failures.log";

/// The results of `run` as far as it is played. Fails if its store cannot be read.
pub fn results_of(run: &Run) -> Result<Results, StoreError> {
    let mut builder = ResultsBuilder::of(run);
    run.store.visit(|game| {
        builder.add(&game);
        Ok::<(), StoreError>(())
    })?;
    builder.results_of(run)
}

/// Writes `games.pgn` and `results.json` into the folder of `run`, and `failures.log` if an engine failed. The store is
/// read once; `notify` is called for each game, as a million of them take a while. Fails if the store cannot be read or
/// a file cannot be written.
pub fn write_reports(run: &Run, mut notify: impl FnMut()) -> Result<Results, ReportError> {
    let mut builder = ResultsBuilder::of(run);
    write_games(run, |game| {
        builder.add(game);
        notify();
        Ok(())
    })?;
    let results = builder.results_of(run)?;
    write_results(run, &results)?;
    Ok(results)
}

/// The same as [`write_reports`], and `report.html`. Fails as [`write_reports`]; also if the page cannot be made.
pub fn write_reports_and_page(run: &Run, mut notify: impl FnMut()) -> Result<Results, ReportError> {
    let mut page = PageBuilder::new(run)?;
    write_games(run, |game| {
        page.add(game)?;
        notify();
        Ok(())
    })?;
    let results = page.results()?;
    write_results(run, &results)?;
    let page = page.page(results, Delivery::File)?;
    replace_file(&run.folder.join(PAGE), |file| file.write_all(page.html.as_bytes()))?;
    Ok(page.results)
}

/// Writes the games, and their failures if there are any; `take` receives each game.
fn write_games(run: &Run, mut take: impl FnMut(&GameRecord) -> Result<(), ReportError>) -> Result<(), ReportError> {
    let Run { folder, config, schedule, store } = run;
    store.check_place()?;
    let time_controls = pgn_writers(config, &store.info.versions);
    let failures = folder.join(FAILURES);
    let mut any_failed = false;
    replace_file(&folder.join(GAMES), |mut pgn| {
        replace_file(&failures, |log| {
            store.visit(|game| {
                time_controls[schedule.time_control(game.index)].write(&game, &mut pgn)?;
                any_failed |= game.failure.is_some();
                write_failure(config, &game, log)?;
                take(&game)
            })
        })
    })?;
    if !any_failed {
        fs::remove_file(failures)?;
    }
    Ok(())
}

/// The writers of games, one for each time control.
pub(crate) fn pgn_writers(config: &Config, versions: &BTreeMap<String, String>) -> Vec<PgnWriter> {
    let time_controls = 0..usize::max(1, config.time_controls.len());
    time_controls.map(|time_control| PgnWriter::new(config, time_control, versions)).collect()
}

/// Writes all games of `run` that have ended. Fails if its store cannot be read or they cannot be written.
pub fn write_pgn(run: &Run, to: &mut (impl Write + ?Sized), mut notify: impl FnMut()) -> Result<(), ReportError> {
    let time_controls = pgn_writers(&run.config, &run.store.info.versions);
    run.store.visit(|game| {
        notify();
        time_controls[run.schedule.time_control(game.index)].write(&game, to)
    })
}

/// Game number `game`, from 1, as games.pgn has it; `None` if there is no such game. Fails if the store cannot be read
/// or the game cannot be printed.
pub fn pgn_of(run: &Run, game: usize) -> Result<Option<Vec<u8>>, ReportError> {
    let Some(index) = game.checked_sub(1) else {
        return Ok(None);
    };
    let Some(game) = run.store.game(index)? else {
        return Ok(None);
    };
    let mut pgn = Vec::new();
    let time_controls = pgn_writers(&run.config, &run.store.info.versions);
    time_controls[run.schedule.time_control(index)].write(&game, &mut pgn)?;
    Ok(Some(pgn))
}

fn write_results(run: &Run, results: &Results) -> io::Result<()> {
    replace_file(&run.folder.join("results.json"), |mut file| write_json(results, &mut file))
}

/// The engine that ended a game by a failure, and the failure; `None` if there was none. `name` names an engine by its
/// index.
pub fn failure_text<'n>(game: &GameRecord, name: impl Fn(usize) -> &'n str) -> Option<String> {
    let (engine, failure) = (name(game.failed()?), game.failure.as_ref()?);
    let how = how_it_ended(game, &format!(" game {}", game.index + 1));
    Some(format!("{engine} {how} by {failure}"))
}

fn how_it_ended(game: &GameRecord, what: &str) -> String {
    match game.outcome {
        GameResult::Draw => format!("drew{what}, as its opponent cannot mate,"),
        _ => format!("lost{what}"),
    }
}

/// Writes the failure that ended a game, if there was one. Fails if it cannot be written.
pub fn write_failure(config: &Config, game: &GameRecord, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let name = |engine: usize| config.engines[engine].name.as_str();
    let (Some(failure), Some(failed)) = (&game.failure, game.failed()) else {
        return Ok(());
    };
    let [white, black, failed] = [game.white, game.black, failed].map(name);
    let (number, how) = (game.index + 1, how_it_ended(game, ""));
    writeln!(to, "game {number}, {white} against {black}: {failed} {how} by {failure}")?;
    for line in &failure.log {
        writeln!(to, "  {line}")?;
    }
    writeln!(to)
}
