//! The settings of a run: engines, limits, openings, machine, and the command to repeat it.

use maud::{Markup, html};
use openings::Variant;

use crate::{Match, Provenance, Results};
use config::{Config, EngineConfig, EngineKind, Format, OpeningSource};
use players::identity::{ArenaBuild, Identity};

pub(super) fn state(results: &Results) -> Markup {
    let decided = results.of_two.as_ref().is_some_and(Match::is_decided);
    let state = match (results.finished, decided) {
        (true, _) => "complete",
        (false, true) => "decided by its test",
        (false, false) => "unfinished",
    };
    html! {
        p { (results.games) " of " (results.planned_games) " games, " (state) "; " (results.limits) }
        @for engine in results.engines.iter().filter(|engine| engine.always_failed()) {
            p.warning { (engine.name) " failed in every one of its " (engine.games)
                " games: results against it are not evidence of strength." }
        }
    }
}

pub(super) fn about(config: &Config, results: &Results, command: Option<&str>) -> Markup {
    let provenance = results.provenance.as_ref();
    let facts = [
        ("Format", Some(format(config))),
        ("Limits", Some(results.limits.clone())),
        ("Openings", Some(openings(config))),
        ("Seed", Some(results.seed.to_string())),
        (
            "Earlier tests",
            provenance.map(|p| p.earlier_tests.join("; ")).filter(|tests| !tests.is_empty()),
        ),
        ("Begun", provenance.and_then(|p| p.begun.clone())),
        ("Machine", provenance.and_then(|p| p.host.clone())),
        ("Program", provenance.map(program)),
        ("Configuration", provenance.map(|p| format!("hash {}", p.configuration_hash))),
    ];
    html! {
        dl.facts {
            @for (name, value) in facts { @if let Some(value) = value { dt { (name) } dd { (value) } } }
            @if let Some(command) = command { dt { "Command" } dd { code { (command) } } }
            @if let Some(provenance) = provenance { dt { "Repeat" } dd { code { (provenance.repeat) } } }
        }
        details {
            summary { (config.engines.len()) " engines" }
            div.wide { table {
                thead { tr { th.name scope="col" { "Engine" } th.text scope="col" { "Plays" } th.text scope="col" { "Limit" } th.text scope="col" { "Calls itself" } th.text scope="col" { "Identity" } } }
                tbody { @for (engine, result) in config.engines.iter().zip(&results.engines) {
                    tr {
                        td.name { (engine.name) }
                        td.name { (plays(engine)) }
                        td.text { @if config.time_controls.is_empty() { (engine.limit) } @else { "as the time controls" } }
                        td.name { (result.version.as_deref().unwrap_or("-")) }
                        td.name { (identity(results, &engine.name)) }
                    }
                } }
            } }
        }
    }
}

/// The builds of the arena that played, or its name and version from before builds were recorded.
fn program(provenance: &Provenance) -> String {
    let build = |played: &ArenaBuild| {
        let (name, build) = (played.name(), &played.build);
        let bench = played.bench.map_or(String::new(), |nodes| format!(", bench {nodes}"));
        format!("{name} ({}, {}, {}{bench})", build.compiler, build.target, build.profile)
    };
    match &provenance.builds[..] {
        [] => provenance.software.clone(),
        builds => builds.iter().map(build).collect::<Vec<_>>().join("; "),
    }
}

fn identity(results: &Results, engine: &str) -> String {
    let provenance = results.provenance.as_ref();
    let identity = provenance.and_then(|provenance| provenance.identities.get(engine));
    identity.map_or_else(|| "-".to_owned(), Identity::brief)
}

fn format(config: &Config) -> String {
    let pairs = match config.run.pairs {
        1 => "1 opening".to_owned(),
        many => format!("{many} openings"),
    };
    let kind = match config.run.format {
        Format::Match => "match".to_owned(),
        Format::RoundRobin => "round robin".to_owned(),
        Format::Gauntlet { seeds: 1 } => "gauntlet of the first engine".to_owned(),
        Format::Gauntlet { seeds } => format!("gauntlet of the first {seeds} engines"),
        Format::Swiss { rounds } => format!("Swiss of {rounds} rounds"),
    };
    let cycles = match config.run.cycles {
        1 => String::new(),
        many => format!(", {many} cycles"),
    };
    format!("{kind}, {pairs} a pairing, each with both colours{cycles}")
}

fn openings(config: &Config) -> String {
    let source = match &config.openings.source {
        OpeningSource::Builtin => "the built-in book".to_owned(),
        OpeningSource::StartPosition => "the start position alone".to_owned(),
        OpeningSource::Numbers(_) => "start positions of Chess960 by their numbers".to_owned(),
        OpeningSource::File { name, .. } => name.clone(),
    };
    match config.openings.variant {
        Variant::Chess960 => format!("{source}; Chess960"),
        Variant::Standard => source,
    }
}

fn plays(engine: &EngineConfig) -> Markup {
    match &engine.kind {
        EngineKind::Evaluator(evaluator) => html! {
            (evaluator.evaluator)
            @if !evaluator.params.is_empty() { ", " (evaluator.params.len()) " numbers of its own" }
            @if !evaluator.disable.is_empty() { ", without " (evaluator.disable.join(", ")) }
            @if !evaluator.search.is_empty() { ", " (evaluator.search.len()) " numbers of the search" }
        },
        EngineKind::Program(program) => html! {
            code { (program.command) @for arg in &program.args { " " (arg) } }
            @for (name, value) in &program.options { "; " (name) " = " (value.to_string()) }
        },
    }
}
