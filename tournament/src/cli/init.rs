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

/// Write a configuration, also from those of other programs
#[derive(Args)]
#[command(long_about = super::help::text("init"), after_help = super::help::text("after init"))]
pub(crate) struct InitArgs {
    /// The file, if its name is to be another, and the engines; or a command line of cutechess-cli or fastchess
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
    let is_file = |word: &&String| word.ends_with(".toml") && !word.contains('=');
    let file = arguments.words.iter().find(is_file).cloned();
    if let Some(file) = file.as_deref().filter(|file| Path::new(file).file_name() != Some(file.as_ref())) {
        bail!(
            "{file}: paths in a configuration are relative to it, so it is written in the current folder; leave out the folder"
        );
    }
    let words: Vec<String> = arguments.words.iter().filter(|word| !is_file(word)).cloned().collect();
    if words.is_empty() {
        return write(file.as_deref().unwrap_or("round-robin.toml"), run::DEFAULT.1);
    }
    let mut draft = draft(&words, arguments)?;
    let file = draft.named(file.as_deref());
    let text = draft.text(&quoted(&file));
    Config::parse("the configuration", &text, &[], registry::NAMES)?;
    write(&file, &text)?;
    draft.notes.iter().for_each(|note| super::warn(format_args!("left out: {note}")));
    Ok(())
}

fn draft(words: &[String], arguments: &InitArgs) -> anyhow::Result<Draft> {
    let tc = arguments.tc.as_ref().map(|tc| ("tc", tc.as_str().into()));
    let limit = tc.or(arguments.nodes.map(|nodes| ("nodes", nodes.into())));
    if words.iter().any(|word| word.starts_with('-')) {
        if limit.is_some() {
            bail!("the command line of another program has limits of its own; change them there, or in the file");
        }
        return Ok(Draft::of_command_line(words)?);
    }
    let (files, own): (Vec<String>, Vec<String>) = words.iter().cloned().partition(|word| word.ends_with(".json"));
    let mut draft = Draft::of_command_line(&files)?;
    let own = engines_of(&own, None)?;
    if own.len() == 1 && files.is_empty() {
        bail!("{} alone cannot play; name another engine, such as a built-in one: michniewski", words.join(" "));
    }
    draft.add(&own, limit.unwrap_or(("nodes", NODES.into())));
    Ok(draft)
}

/// Writes the file, which is not there yet, and prints how it is played.
fn write(file: &str, text: &str) -> anyhow::Result<()> {
    let path = Path::new(file);
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
