//! `evalarena init`.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::Path;

use anyhow::{anyhow, bail};
use clap::Args;
use config::disk::{named, quoted};
use config::{Config, Draft, LimitKind};
use evaluators::registry;
use report::plural;

use super::run;
use super::sides::engines_of;

/// Write a configuration, every key explained
#[derive(Args)]
#[command(long_about = super::help::text("init"), after_help = super::help::text("after init"))]
pub(crate) struct InitArgs {
    /// The file, if its name is to be another, and the engines
    #[arg(value_name = "FILE.toml|ENGINE")]
    words: Vec<String>,
    /// Nodes a move [default: 10000]
    #[arg(long, value_name = "N", conflicts_with = "tc", value_parser = clap::value_parser!(i64).range(1..))]
    nodes: Option<i64>,
    /// A time control, in seconds or minutes:seconds: 10+0.1, 1:30+1, 40/60+0.6
    #[arg(long, value_name = "TC", value_parser = |text: &str| LimitKind::parse_tc(text).map(|_| text.to_owned()))]
    tc: Option<String>,
}

/// Nodes a move without another limit.
const NODES: i64 = 10_000;

pub(crate) fn run(arguments: &InitArgs) -> anyhow::Result<()> {
    let is_file = |word: &&String| word.ends_with(".toml");
    let file = arguments.words.iter().find(is_file).cloned();
    let words: Vec<String> = arguments.words.iter().filter(|word| !is_file(word)).cloned().collect();
    if words.is_empty() {
        return write(file.as_deref().unwrap_or("round-robin.toml"), run::DEFAULT.1);
    }
    let engines = engines_of(&words, None)?;
    if engines.len() == 1 {
        bail!("{} alone cannot play; name another engine, such as a built-in one: michniewski", words.join(" "));
    }
    let tc = arguments.tc.as_ref().map(|tc| ("tc", tc.as_str().into()));
    let limit = tc.unwrap_or(("nodes", arguments.nodes.unwrap_or(NODES).into()));
    let mut draft = Draft::of(&engines, limit);
    let file = draft.named(file.as_deref());
    write(&file, &draft.text(&quoted(&file)))
}

/// Writes the file, which is not there yet, and prints how it is played.
fn write(file: &str, text: &str) -> anyhow::Result<()> {
    let path = Path::new(file);
    if path.file_name() != Some(path.as_os_str()) {
        bail!(
            "{file}: paths in a configuration are relative to it, so it is written in the current folder; leave out the folder"
        );
    }
    let written = File::options().write(true).create_new(true).open(path);
    written.and_then(|mut to| to.write_all(text.as_bytes())).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => anyhow!("{file} is there already; name another file, or remove it"),
        _ => named(path, error).into(),
    })?;
    let config = Config::parse(file, text, &[], registry::NAMES)?;
    let (engines, limits, file) = (plural(config.engines.len(), "engine"), config.limits_text(), quoted(file));
    super::print(&format!(
        "{file}: {engines}, {limits}; every key is explained in it. To play:\n  evalarena run {file}\n"
    ))
}
