//! Several runs side by side: their settings, and the differences in their engines' strength.
//!
//! Runs are independent samples, so variances of a difference add. Ratings are relative to the mean of the engines that
//! are in all runs, by name ([`match_stats::ratings::Contrast`]). All runs are compared with the first one.

mod text;

use std::collections::{BTreeMap, HashSet};
use std::fs;

use config::{Config, ConfigChange, changes};
use indexmap::{IndexMap, IndexSet};
use match_stats::differences::holm;
use match_stats::ratings::Contrast;
use match_stats::{Interval, Ratings};
use openings::Fingerprint;
use players::identity::Identity;
use players::record::GameRecord;
use runner::run::Run;
use serde::Serialize;

use crate::numbers::Elo;
use crate::{PairingSummary, ReportError, Results, ResultsBuilder};

/// The maximum number of runs: they are labelled with letters.
const MAX_RUNS: usize = 26;

/// Runs side by side. Unbounded or unknown numbers are `None`, in JSON null.
#[derive(Debug, Serialize)]
pub struct Comparison {
    runs: Vec<ComparedRun>,
    only_in_some: Vec<String>,
    /// The engines with a finished pair in every run, whose mean is the zero of ratings; empty if all runs are matches, or
    /// if some of them are not connected by games.
    engines: Vec<ComparedRow>,
    /// The pairings among them that have games in every run.
    pairings: Vec<ComparedRow>,
}

#[derive(Debug, Serialize)]
struct ComparedRun {
    run: char,
    folder: String,
    name: String,
    games: u64,
    planned_games: u64,
    seed: u64,
    limits: String,
    software: String,
    differs: Vec<String>,
    /// Its games that the first run has, too, move by move: differences assume that there are none.
    shared_games: u64,
}

/// An engine, or two against each other from the side of the first, in every run.
#[derive(Debug, Serialize)]
struct ComparedRow {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<String>,
    runs: Vec<ComparedResult>,
}

#[derive(Debug, Serialize)]
struct ComparedResult {
    run: char,
    /// Elo above the mean of the engines that are in all runs, or of one over the other by their pairs alone.
    #[serde(flatten, with = "Elo")]
    elo: Interval<Option<f64>>,
    games: u64,
    score: Option<f64>,
    draw_rate: Option<f64>,
    /// The difference to the first run; `None` there.
    difference: Option<ComparedElo>,
}

/// Elo less the one in the first run, with the interval of this difference alone.
#[derive(Debug, Serialize)]
struct ComparedElo {
    #[serde(flatten, with = "Elo")]
    elo: Interval<Option<f64>>,
    /// The p-value of a rating's difference, corrected for the number of all such by Holm's method.
    p_adjusted: Option<f64>,
}

impl Comparison {
    /// Compares runs with the first of them; `notify` is called for each game that is read. Fails if a run cannot be
    /// read or is named twice, or fewer than two engines are in all of them.
    pub fn of(runs: &[Run], mut notify: impl FnMut()) -> Result<Self, ReportError> {
        if runs.len() > MAX_RUNS {
            let found = runs.len();
            let message = format!("{found} runs are named; name at most {MAX_RUNS}");
            return Err(ReportError::Message(message));
        }
        refuse_duplicates(runs)?;
        let labelled = runs.iter().zip('A'..='Z');
        let read = labelled.map(|(run, label)| ReadRun::new(run, label, &mut notify));
        let runs: Vec<ReadRun<'_>> = read.collect::<Result<_, _>>()?;
        let names: IndexSet<&str> = runs.iter().flat_map(ReadRun::names).collect();
        let in_all = |name: &&str| runs.iter().all(|run| run.places.contains_key(*name));
        let (common, only_in_some): (Vec<_>, Vec<_>) = names.into_iter().partition(in_all);
        if common.len() < 2 {
            let names: Vec<String> = runs.iter().map(ReadRun::names_text).collect();
            return Err(ReportError::Message(format!(
                "{} of the engines with a finished pair of games are in all of these runs, and two are needed; engines go \
                 by their names: {}",
                common.len(),
                names.join("; ")
            )));
        }
        let are_matches = runs.iter().all(|run| run.results.is_match());
        Ok(Self {
            engines: if are_matches { Vec::new() } else { engine_rows(&runs, &common) },
            pairings: pairing_rows(&runs, &common),
            runs: runs.iter().map(|run| run.compared(&runs[0])).collect(),
            only_in_some: only_in_some.into_iter().map(str::to_owned).collect(),
        })
    }
}

fn refuse_duplicates(runs: &[Run]) -> Result<(), ReportError> {
    let mut seen = HashSet::new();
    for Run { folder, .. } in runs {
        let wrong = |what: &str| ReportError::Message(format!("{}: {what}", folder.display()));
        let real = fs::canonicalize(folder).map_err(|error| wrong(&error.to_string()))?;
        if !seen.insert(real) {
            return Err(wrong("this run is named twice; leave one out"));
        }
    }
    Ok(())
}

struct ReadRun<'r> {
    label: char,
    run: &'r Run,
    results: Results,
    /// The engines with a finished pair, by their places in the configuration.
    places: IndexMap<String, usize>,
    ratings: Ratings,
    games: HashSet<u64>,
}

impl<'r> ReadRun<'r> {
    fn new(run: &'r Run, label: char, notify: &mut impl FnMut()) -> Result<Self, ReportError> {
        let Run { config, schedule, store, .. } = run;
        let mut builder = ResultsBuilder::new(config, schedule.len());
        let mut games = HashSet::new();
        store.visit(|game| {
            // A sound database may have rows without a meaning.
            if game.white == game.black || game.white.max(game.black) >= config.engines.len() {
                return Err(ReportError::from(store.contradiction(schedule, &game)));
            }
            games.insert(fingerprint(config, &game));
            builder.add(&game);
            notify();
            Ok(())
        })?;
        let (results, ratings) = (builder.results(), builder.ratings());
        let engines = results.engines.iter().enumerate().filter(|(_, e)| e.elo.value.is_some());
        let places = engines.map(|(place, engine)| (engine.name.clone(), place)).collect();
        Ok(Self { label, run, results, places, ratings, games })
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.places.keys().map(String::as_str)
    }

    fn names_text(&self) -> String {
        let names: Vec<&str> = self.names().collect();
        let names = if names.is_empty() { "no engine".to_owned() } else { names.join(", ") };
        format!("{} has {names}", self.run.folder.display())
    }

    fn compared(&self, first: &Self) -> ComparedRun {
        let (results, is_first) = (&self.results, self.label == first.label);
        let shared = self.games.intersection(&first.games).count() as u64;
        ComparedRun {
            run: self.label,
            folder: self.run.folder.display().to_string(),
            name: results.name.clone(),
            games: results.games,
            planned_games: results.planned_games,
            seed: results.seed,
            limits: results.limits.clone(),
            software: self.run.store.info.software.clone(),
            differs: self.differences(first),
            shared_games: if is_first { 0 } else { shared },
        }
    }

    /// The settings that differ from the first run; a change common to several engines is listed once.
    fn differences(&self, first: &Self) -> Vec<String> {
        let (was, is) = (&first.run.store.info, &self.run.store.info);
        let mut all = changes(&was.configuration, &is.configuration);
        let mut add = |key: String, was: &str, is: &str| {
            if was != is {
                let (old, new) = (Some(was.to_owned()), Some(is.to_owned()));
                all.push(ConfigChange { key, old, new });
            }
        };
        add("program".to_owned(), &was.software, &is.software);
        for (engine, identity) in &is.identities {
            let before = was.identities.get(engine);
            let before: BTreeMap<&str, &str> = before.into_iter().flat_map(Identity::parts).collect();
            for (part, is) in identity.parts().filter(|_| !before.is_empty()) {
                add(format!("engine {engine:?} {part}"), before.get(part).unwrap_or(&"none"), is);
            }
        }
        let mut lines: IndexMap<(bool, String), (String, usize)> = IndexMap::new();
        for ConfigChange { key, old, new } in all {
            let of_engine = key.strip_prefix("engine \"").and_then(|rest| rest.split_once("\"."));
            let what = match (old, new) {
                (Some(old), Some(new)) => format!("{new}, in A {old}"),
                (Some(old), None) => format!("not there, in A {old}"),
                (None, new) => format!("{}, not there in A", new.unwrap_or_default()),
            };
            let common = of_engine.map_or(&*key, |(_, key)| key);
            let entry = lines.entry((of_engine.is_some(), format!("{common}: {what}")));
            entry.or_insert((format!("{key}: {what}"), 0)).1 += 1;
        }
        let line = |((_, common), (line, engines)): ((bool, String), (String, usize))| match engines {
            1 => line,
            engines => format!("{engines} engines: {common}"),
        };
        lines.into_iter().map(line).collect()
    }
}

fn fingerprint(config: &Config, game: &GameRecord) -> u64 {
    let mut print = Fingerprint::default();
    let names = [game.white, game.black].map(|engine| config.engines[engine].name.as_str());
    let played = game.moves.iter().map(|record| record.uci.as_str());
    let start = game.start_fen.as_deref().unwrap_or_default();
    let moves = game.book_moves.iter().map(String::as_str).chain(played);
    for text in names.into_iter().chain([start]).chain(moves) {
        print.add(text);
        print.add("\n");
    }
    print.0
}

/// The engines of `common` in all runs, ordered by strength in the first one; none if some of them are not connected by
/// games in a run.
fn engine_rows(runs: &[ReadRun<'_>], common: &[&str]) -> Vec<ComparedRow> {
    let contrasts = runs.iter().map(|run| {
        let places: Vec<usize> = common.iter().map(|name| run.places[*name]).collect();
        run.ratings.above_mean_of(&places)
    });
    let Some(contrasts) = contrasts.collect::<Option<Vec<Vec<Contrast>>>>() else {
        return Vec::new();
    };
    let row = |(place, name): (usize, &&str)| {
        let in_run = |(run, own): (&ReadRun<'_>, &Vec<Contrast>)| {
            let engine = &run.results.engines[run.places[*name]];
            let difference = (run.label != 'A').then(|| {
                let change = own[place].change_from(&contrasts[0][place]);
                ComparedElo { elo: change.elo.map(Some), p_adjusted: Some(change.p) }
            });
            ComparedResult {
                run: run.label,
                elo: own[place].elo.map(Some),
                games: engine.games,
                score: engine.score,
                draw_rate: engine.draw_rate,
                difference,
            }
        };
        let runs = runs.iter().zip(&contrasts).map(in_run).collect();
        ComparedRow { name: (*name).to_owned(), against: None, runs }
    };
    let mut rows: Vec<ComparedRow> = common.iter().enumerate().map(row).collect();
    let results = rows.iter_mut().flat_map(|row| &mut row.runs);
    let mut all: Vec<&mut f64> = results.filter_map(|run| run.difference.as_mut()?.p_adjusted.as_mut()).collect();
    let adjusted = holm(&all.iter().map(|p| **p).collect::<Vec<_>>());
    for (p, adjusted) in all.iter_mut().zip(adjusted) {
        **p = adjusted;
    }
    let elo = |row: &ComparedRow| row.runs.first().and_then(|run| run.elo.value).unwrap_or(0.0);
    rows.sort_by(|a, b| elo(b).total_cmp(&elo(a)));
    rows
}

/// The pairings of `common` that have a finished pair in every run, in the order of the first one.
fn pairing_rows(runs: &[ReadRun<'_>], common: &[&str]) -> Vec<ComparedRow> {
    let first = runs.iter().take(1).flat_map(|run| &run.results.pairings);
    let is_common = |p: &&PairingSummary| common.contains(&&*p.a) && common.contains(&&*p.b);
    let row = |p: &PairingSummary| {
        let found = runs.iter().map(|run| pairing_in_run(run, &p.a, &p.b));
        let mut found = found.collect::<Option<Vec<ComparedResult>>>()?;
        let before = found.first()?.elo;
        for run in found.iter_mut().skip(1) {
            run.difference = Some(ComparedElo { elo: run.elo.less(before), p_adjusted: None });
        }
        Some(ComparedRow { name: p.a.clone(), against: Some(p.b.clone()), runs: found })
    };
    first.filter(is_common).filter_map(row).collect()
}

/// The result of `a` against `b` in a run, in either order there; `None` without a finished pair.
fn pairing_in_run(run: &ReadRun<'_>, a: &str, b: &str) -> Option<ComparedResult> {
    let mut pairings = run.results.pairings.iter();
    let pairing = pairings.find(|p| (p.a == a && p.b == b) || (p.a == b && p.b == a))?;
    if pairing.penta.iter().sum::<u64>() == 0 {
        return None;
    }
    let games = pairing.games as f64;
    let score = (pairing.wins as f64 + pairing.draws as f64 / 2.0) / games;
    let (elo, score) = if pairing.a == a { (pairing.elo, score) } else { (pairing.elo.turned(), 1.0 - score) };
    Some(ComparedResult {
        run: run.label,
        elo,
        games: pairing.games,
        score: Some(score),
        draw_rate: Some(pairing.draws as f64 / games),
        difference: None,
    })
}
