//! The values of tags.

use std::collections::BTreeMap;

use config::{EngineConfig, EngineKind, EvaluatorConfig, LimitKind, ProgramConfig, sorted};
use engine_core::text::steers;
use openings::Fingerprint;
use players::identity::software;
use players::record::{FailureKind, Termination};

/// Longer tags do not fit into the 255 characters of a line that the PGN standard allows.
const MAX_TAG: usize = 200;

/// The evaluator and the arena's version; for a program the name that it reports, or else its command.
pub(super) fn version(engine: &EngineConfig, versions: &BTreeMap<String, String>) -> String {
    match &engine.kind {
        EngineKind::Evaluator(EvaluatorConfig { evaluator, .. }) => {
            format!("{evaluator} of {}", software())
        }
        EngineKind::Program(program) => {
            let version = versions.get(&engine.name);
            version.unwrap_or(&program.command).clone()
        }
    }
}

/// A hash that is equal for engines with the same evaluator, parameters, disabled rules, table, margin scale and search
/// parameters, or the same command, arguments, environment and options.
pub(super) fn options_hash(engine: &EngineConfig) -> String {
    // Texts and numbers: JSON can represent all of them.
    let parts = match &engine.kind {
        EngineKind::Evaluator(own) => {
            let usual = (&own.evaluator, sorted(&own.params), &own.disable, own.table);
            match (own.margin_scale, own.search.is_empty()) {
                _ if own.external.is_some() => serde_json::to_string(own),
                (None, true) => serde_json::to_string(&usual),
                (Some(margin_scale), true) => serde_json::to_string(&(usual, margin_scale)),
                (margin_scale, false) => serde_json::to_string(&(usual, margin_scale, &own.search)),
            }
        }
        EngineKind::Program(program) => {
            let ProgramConfig { command, args, env, options, .. } = &**program;
            serde_json::to_string(&(command, args, env, sorted(options)))
        }
    };
    let mut hash = Fingerprint::default();
    hash.add(&parts.unwrap_or_default());
    format!("{:016x}", hash.0)
}

/// The limit as the PGN standard writes a time control: `300+2`, `40/600`; a time for each move is a
/// period of one move, and without a clock there is `-`.
pub(super) fn time_control(limit: LimitKind) -> String {
    match limit {
        LimitKind::Nodes(_) | LimitKind::Depth(_) => "-".to_owned(),
        LimitKind::MoveTime(time) => format!("1/{}", time.as_secs_f64()),
        LimitKind::Clock { .. } => limit.to_string().trim_end_matches(" s").to_owned(),
    }
}

/// A tag's value with quotes and backslashes escaped, without control characters, not too long.
pub(super) fn tag_value(value: &str) -> String {
    let mut escaped = String::new();
    for c in value.chars().take(MAX_TAG) {
        match c {
            '"' | '\\' => escaped.extend(['\\', c]),
            c if steers(c) => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// One of the values that the PGN standard gives to the Termination tag.
pub(super) fn termination_tag(termination: Termination) -> &'static str {
    match termination {
        Termination::Failure(FailureKind::TimeForfeit) => "time forfeit",
        Termination::Failure(
            FailureKind::IllegalMove
            | FailureKind::UnparsableMove
            | FailureKind::NullMove
            | FailureKind::NotUtf8,
        ) => "rules infraction",
        Termination::Failure(_) => "abandoned",
        other if other.is_adjudicated() => "adjudication",
        _ => "normal",
    }
}

/// A UTC day in PGN's format, from milliseconds since 1970. (Hinnant, "chrono-compatible low-level date algorithms",
/// `civil_from_days`.)
pub fn date(milliseconds: u64) -> String {
    let days = milliseconds / 86_400_000 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // Months counted from March.
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}
