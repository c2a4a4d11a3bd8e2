//! The differences between two runs, beside their results.

use std::collections::BTreeMap;

use serde::Serialize;

use super::read::ReadRun;
use config::{Changed, changes};

/// Something that differs from the first run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Setting {
    /// The run.
    pub run: String,
    /// The subject: a key of the configuration, or in words.
    pub setting: String,
    /// Its value in the first run; `None` if it is not there.
    pub first: Option<String>,
    /// Its value here.
    pub here: Option<String>,
}

/// The differences of `run`.
pub(super) fn between(first: &ReadRun<'_>, run: &ReadRun<'_>) -> Vec<Setting> {
    let mut settings = configurations(first, run);
    let mut add = |setting: &str, was: &str, is: &str| {
        if was != is {
            settings.push(Changed {
                key: setting.to_owned(),
                old: Some(was.to_owned()),
                new: Some(is.to_owned()),
            });
        }
    };
    let (was, is) = (first.info(), run.info());
    add("program", &was.software, &is.software);
    for (engine, version) in &is.versions {
        if let Some(before) = was.versions.get(engine) {
            let calls_itself = format!("engine {engine:?} calls itself");
            add(&calls_itself, before, version);
        }
    }
    for (engine, is) in &is.identities {
        let Some(before) = was.identities.get(engine) else {
            continue;
        };
        let before: BTreeMap<&str, &str> = before.parts().collect();
        for (part, is) in is.parts() {
            add(
                &format!("engine {engine:?} {part}"),
                before.get(part).copied().unwrap_or("none"),
                is,
            );
        }
    }
    // Another seed draws other openings, and is listed already.
    let is_told = settings
        .iter()
        .any(|changed| changed.key == "run.seed" || changed.key.starts_with("openings."));
    if was.openings != is.openings && !is_told {
        settings.push(Changed {
            key: "openings that were drawn".to_owned(),
            old: Some("some".to_owned()),
            new: Some("others".to_owned()),
        });
    }
    let of_run = |changed: Changed| Setting {
        run: run.label.clone(),
        setting: changed.key,
        first: changed.old,
        here: changed.new,
    };
    settings.into_iter().map(of_run).collect()
}

/// The differences between the configurations; a change common to several engines is listed once.
fn configurations(first: &ReadRun<'_>, run: &ReadRun<'_>) -> Vec<Changed> {
    let all = changes(&first.info().configuration, &run.info().configuration);
    let of_engine = |changed: &Changed| {
        let rest = changed.key.strip_prefix("engine \"")?;
        let (name, key) = rest.split_once("\".")?;
        let value = (key.to_owned(), changed.old.clone(), changed.new.clone());
        Some((name.to_owned(), value))
    };
    let mut alike: BTreeMap<_, Vec<String>> = BTreeMap::new();
    for (name, value) in all.iter().filter_map(of_engine) {
        alike.entry(value).or_default().push(name);
    }
    let mut changes = Vec::new();
    for changed in all {
        let same = of_engine(&changed).and_then(|(name, value)| {
            let names = alike.get(&value).filter(|names| names.len() > 1)?;
            Some((names.first() == Some(&name), names.len(), value.0))
        });
        match same {
            None => changes.push(changed),
            Some((false, ..)) => {}
            Some((true, engines, key)) => {
                changes.push(Changed { key: format!("{engines} engines: {key}"), ..changed });
            }
        }
    }
    changes
}
