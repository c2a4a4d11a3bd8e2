//! `evalarena match`.

use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use config::Config;
use match_stats::Sprt;
use match_stats::sprt::Model;
use openings::{OpeningError, Variant};
use players::identity;
use runner::RunError;
use runner::run::Tournament;

use super::engines::{self, EngineOption};
use super::playing::OutputArgs;
use super::sides::{Limits, engines_of};

/// Play a match from the command line
#[derive(Args)]
#[command(
    long_about = super::help::text("match"),
    after_help = super::help::text("after match")
)]
pub(crate) struct MatchArgs {
    /// The engines; results are from the first one's point of view
    #[arg(required = true, value_name = "ENGINE")]
    engines: Vec<String>,
    #[command(flatten)]
    limits: Limits,
    /// Games of each pairing, an even number [default: 400; with --sprt at most 20000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=20_000_000))]
    games: Option<u32>,
    /// Stop by a sequential probability ratio test of these Elo hypotheses, such as 0,10
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = hypotheses)]
    sprt: Option<(f64, f64)>,
    /// The opening book: .epd, .pgn or .bin, also .gz or .zip [default: the built-in book]
    #[arg(long, value_name = "FILE")]
    book: Option<String>,
    /// The chess variant; chess960 without --book starts from the 960 positions [default: standard]
    #[arg(long, value_name = "NAME", value_parser = Variant::NAMES)]
    variant: Option<String>,
    /// A UCI option of all external engines, or of one engine by its name or number: Hash=64, 2:Threads=4; or a file of
    /// parameters: 1:tuned.toml (repeatable; sent in this order)
    #[arg(long, value_name = "[ENGINE:]NAME=VALUE|FILE.toml")]
    option: Vec<EngineOption>,
    /// The first engine plays each of the others, and they do not play each other
    #[arg(long)]
    gauntlet: bool,
    /// Set a key of a configuration, such as sprt.alpha=0.01, openings.skip_bad=true, run.seed=7 or
    /// adjudication.syzygy=PATH (repeatable)
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    playing: OutputArgs,
}

fn hypotheses(text: &str) -> Result<(f64, f64), String> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let both = text.split_once(',');
    let both = both.and_then(|(elo0, elo1)| number(elo0).zip(number(elo1)));
    let both = both.ok_or_else(|| "write H0 and H1 in Elo, as in 0,10 or -10,0".to_owned())?;
    Sprt::new(both, (0.05, 0.05), Model::Logistic).map(|_| both).map_err(|error| error.to_string())
}

pub(crate) fn run(arguments: &MatchArgs) -> anyhow::Result<ExitCode> {
    arguments.playing.play_line(fitted(configuration(arguments)?, arguments)?)
}

fn configuration(arguments: &MatchArgs) -> anyhow::Result<Config> {
    let mut engines = engines_of(&arguments.engines, arguments.limits.given())?;
    engines::give_options(&mut engines, &arguments.option)?;
    engines::give_measured(&mut engines)?;
    match engines.len() {
        0 | 1 => bail!("{} alone cannot play; name another engine", arguments.engines.join(" ")),
        count @ 3.. if arguments.sprt.is_some() => {
            bail!("--sprt ends a match of two engines, and these are {count}; name two of them")
        }
        _ => {}
    }
    let seed = identity::seed(&engines);
    Ok(Config::of_match(engines, seed, &settings(arguments)?)?)
}

/// The arguments as keys of a configuration.
fn settings(arguments: &MatchArgs) -> anyhow::Result<Vec<String>> {
    let mut settings = Vec::new();
    if let Some(games) = arguments.games {
        if !games.is_multiple_of(2) {
            bail!("--games {games}: every opening is played twice, with colours reversed; choose an even number");
        }
        settings.push(format!("run.pairs={}", games / 2));
    }
    if let Some((elo0, elo1)) = arguments.sprt {
        settings.extend([format!("sprt.elo0={elo0}"), format!("sprt.elo1={elo1}")]);
    }
    settings.extend(arguments.book.iter().map(|book| format!("openings.file={book}")));
    settings.extend(arguments.variant.iter().map(|name| format!("openings.variant={name}")));
    if arguments.gauntlet {
        settings.push("run.format=gauntlet".to_owned());
    }
    settings.extend(arguments.set.iter().cloned());
    Ok(settings)
}

/// The match with as many pairs as there are openings, where no number is given and a test ends it anyway.
fn fitted(config: Config, arguments: &MatchArgs) -> anyhow::Result<Config> {
    let is_given =
        arguments.games.is_some() || arguments.set.iter().any(|set| set.trim_start().starts_with("run.pairs"));
    if is_given || config.run.stop.is_none() {
        return Ok(config);
    }
    match Tournament::new(config.clone()) {
        Err(RunError::Openings(OpeningError::TooFew { found, .. })) if found > 0 => {
            let mut config = config;
            config.run.pairs = u32::try_from(found)?;
            Ok(config)
        }
        _ => Ok(config),
    }
}
