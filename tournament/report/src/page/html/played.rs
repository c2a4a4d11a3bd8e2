//! What was played: settings, endings, where the games of a pair part, and the terms with the largest differences.

use config::{Config, EngineConfig, EngineKind, Format, OpeningSource};
use maud::{Markup, html};
use openings::Variant;
use players::identity::Identity;

use crate::Results;
use crate::document::plural;
use crate::numbers::percent;
use crate::page::terms::TermImpacts;
use crate::provenance::{PlayedBuild, Provenance};

pub(super) fn state(results: &Results) -> Markup {
    let state = results.state("decided by its test");
    html! {
        p { (results.games) " of " (results.planned_games) " games, " (state) "; " (results.limits) }
        @for engine in results.engines.iter().filter(|engine| engine.always_failed()) {
            p.warning { (engine.name) " failed in every one of its " (plural(engine.games, "game"))
                ": results against it are not evidence of strength." }
        }
    }
}

pub(super) fn about(config: &Config, results: &Results, command: Option<&str>) -> Markup {
    let provenance = results.provenance.as_ref();
    let identity = |engine: &str| provenance.and_then(|p| p.identities.get(engine)).map(Identity::brief);
    let earlier = provenance.map(|p| p.earlier_tests.join("; "));
    let facts = [
        ("Format", Some(format(config))),
        ("Limits", Some(results.limits.clone())),
        ("Openings", Some(openings(config))),
        ("Seed", Some(results.seed.to_string())),
        ("Earlier tests", earlier.filter(|tests| !tests.is_empty())),
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
                        td.name { (identity(&engine.name).as_deref().unwrap_or("-")) }
                    }
                } }
            } }
        }
    }
}

/// The builds of the arena that played, or its name and version from before builds were recorded.
fn program(provenance: &Provenance) -> String {
    let build = |PlayedBuild { build: played, games }: &PlayedBuild| {
        let (name, build) = (played.name(), &played.build);
        let bench = played.bench.map_or(String::new(), |nodes| format!(", bench {nodes}"));
        format!("{name} ({}, {}, {}{bench}; {})", build.compiler, build.target, build.profile, plural(*games, "game"))
    };
    match &provenance.builds[..] {
        [] => provenance.software.clone(),
        builds => builds.iter().map(build).collect::<Vec<_>>().join("; "),
    }
}

fn format(config: &Config) -> String {
    let pairs = plural(config.run.pairs, "opening");
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

pub(super) fn endings(results: &Results) -> Markup {
    let share = |count: u64| percent((results.games > 0).then(|| count as f64 / results.games as f64));
    let tainted = results.failed_games();
    let failed: Vec<_> = results.engines.iter().filter(|e| !e.failures.is_empty()).collect();
    html! {
        @if let Some(time_control) = &results.time_control { h3 { (time_control) } }
        @if tainted > 0 {
            p.warning { (tainted) " of " (results.games) " games were ended by time loss or engine failure, not by chess." }
        }
        @for pairing in results.pairings.iter().filter(|p| p.hangs_on_forfeits) {
            p.warning { (pairing.a) ", " (pairing.b) ": time losses or engine failures may have decided this pairing." }
        }
        div.wide { table.terminations {
            thead { tr { th.text scope="col" { "Games ended by" } th scope="col" { "Games" } th scope="col" { "Share" } } }
            tbody { @for (termination, &count) in &results.terminations {
                tr { td.text { (termination.phrase()) } td { (count) } td { (share(count)) } }
            } }
        } }
        @if !failed.is_empty() {
            h3 { "Failures" }
            ul { @for engine in failed { li { (engine.name) ": "
                @for (index, (kind, count)) in engine.failures.iter().enumerate() {
                    @if index > 0 { ", " } (count) " by " (kind.phrase())
                } } } }
        }
    }
}

pub(super) fn parting() -> Markup {
    html! {
        p.soft { "Both games of a pair have the same opening. Here the engines first played something else from the same position; scores from White's side." }
        div.controls { label { "Pairing" select #deviation-pairing { option value="" { "all" } } } p #deviation-count aria-live="polite" {} }
        div.wide { table {
            thead { tr { th scope="col" { "Game" } th.name scope="col" { "Engine" } th.text scope="col" { "played" } th scope="col" { "Game" } th.name scope="col" { "Engine" } th.text scope="col" { "played" } th scope="col" { "after" } } }
            tbody #deviation-rows {}
        } }
        button #more-deviations type="button" { "Show more" }
    }
}

/// The terms with the largest difference between winners and losers.
pub(super) fn movers(names: &[&str], movers: &[TermImpacts]) -> Markup {
    let movers: Vec<_> = movers.iter().filter(|m| !m.terms.is_empty()).collect();
    html! {
        @if movers.is_empty() {
            p.soft { "No evaluator of the arena played a decisive game: programs have no terms." }
        } @else {
            p.soft { "What each evaluator counts for the winner more than for the loser, the mean of four positions of each of "
                (movers[0].games) " decisive games, in its own centipawns. These terms go with winning; whether they cause it, ablation shows." }
            div.plots { @for of in movers { div {
                h3 { (names[of.engine]) }
                table { tbody { @for mover in &of.terms { tr {
                    td.name { (mover.term) }
                    td { (format!("{:+.1}", mover.mean)) }
                    td.soft { "± " (format!("{:.1}", 1.96 * mover.error)) }
                } } } }
            } } }
        }
        p.soft { "Below, each game that is replayed shows the terms of its positions." }
    }
}
