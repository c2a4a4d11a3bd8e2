//! `evalarena rate`.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use match_stats::ratings::{Advantage, Anchor};
use openings::files::is_stdin;
use report::pgn_results::{self, Collector, Merge, PgnItem, RatingData};
use report::{GivenElo, Listing, RatingList, plural};

/// The number of omitted games that are reported one by one.
const REPORTED: u64 = 50;

/// Rate the players of any PGN files
#[derive(Args)]
#[command(long_about = super::help::text("rate"), after_help = super::help::text("after rate"))]
pub(crate) struct RateArgs {
    /// PGN files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// An anchor: a player of known rating, with half of its 95 % interval if it is uncertain, NAME=ELO,ERROR.
    /// All other ratings are relative to it (repeatable: the mean of the anchors is then fixed, and each
    /// has the rating of its results)
    #[arg(long = "anchor", value_name = "NAME=ELO", value_parser = anchor)]
    anchors: Vec<GivenElo>,
    /// Count the games of OLD as NEW's (repeatable). Quote names that contain "=": '"OLD"="NEW"'
    #[arg(long, value_name = "OLD=NEW", value_parser = Merge::parse)]
    merge: Vec<Merge>,
    /// Show only this player (repeatable); ratings still use all games
    #[arg(long = "player", value_name = "NAME")]
    players: Vec<String>,
    /// Show only players with at least N games; ratings still use all games
    #[arg(long, value_name = "N", default_value_t = 0)]
    min_games: u64,
    /// White's advantage in Elo, -1000 to 1000 [default: estimated]
    #[arg(long, value_name = "ELO", allow_hyphen_values = true, value_parser = advantage)]
    white_advantage: Option<f64>,
    /// Add the likelihood of superiority for each two players
    #[arg(long)]
    los: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn anchor(text: &str) -> Result<GivenElo, String> {
    // Names may contain a "=".
    let parts = text.rsplit_once('=').map(|(name, given)| (name.trim(), given.trim()));
    let parts = parts.filter(|(name, given)| !name.is_empty() && !given.is_empty());
    let (name, given) = parts.ok_or("there must be something before and after a \"=\"")?;
    let (elo, error) = match given.split_once(',') {
        Some((elo, error)) => (finite(elo.trim())?, finite(error.trim())?),
        None => (finite(given)?, 0.0),
    };
    if error < 0.0 {
        return Err(format!("{error} is negative; give half of a 95 % interval"));
    }
    Ok(GivenElo { name: name.to_owned(), elo, error })
}

fn finite(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| format!("{text:?} is not a number"))
}

fn advantage(text: &str) -> Result<f64, String> {
    let number = finite(text)?;
    let refused = || format!("{text} is not from -1000 to 1000");
    (number.abs() <= 1000.0).then_some(number).ok_or_else(refused)
}

pub(crate) fn run(arguments: &RateArgs) -> anyhow::Result<()> {
    let (collected, skipped) = collect(arguments)?;
    let anchors = anchors(arguments, &collected)?;
    let wanted: Vec<usize> = arguments.players.iter().map(|name| player(&collected, name)).collect::<Result<_, _>>()?;
    let advantage = arguments.white_advantage.map_or(Advantage::Estimated, Advantage::Fixed);
    let (ratings, widening) = collected.rated(&anchors, advantage);
    let listing = Listing {
        skipped,
        los: arguments.los,
        anchors: arguments.anchors.clone(),
        widening,
        white_advantage: arguments.white_advantage,
    };
    let list = RatingList::new(&collected, &ratings, listing, |player, games| {
        games >= arguments.min_games && (wanted.is_empty() || wanted.contains(&player))
    });
    super::present(arguments.json, &list, |width| list.document(width))
}

fn anchors(arguments: &RateArgs, collected: &RatingData) -> anyhow::Result<Vec<Anchor>> {
    let mut anchors: Vec<Anchor> = Vec::new();
    for GivenElo { name, elo, error } in &arguments.anchors {
        let player = player(collected, name)?;
        if anchors.iter().any(|anchor| anchor.player == player) {
            bail!("--anchor {name}: it is given twice; leave one out");
        }
        anchors.push(Anchor { player, elo: *elo, error: *error });
    }
    Ok(anchors)
}

fn collect(arguments: &RateArgs) -> anyhow::Result<(RatingData, u64)> {
    let mut collector = Collector::new(arguments.merge.clone());
    let mut skipped = 0;
    for file in &arguments.files {
        pgn_results::read(file, |file, item| {
            let (line, reason) = match item {
                PgnItem::Game(game) => {
                    let line = game.line;
                    if collector.add(game) {
                        return;
                    }
                    (line, "merged names play each other".to_owned())
                }
                PgnItem::Faulty(faulty) => (faulty.line, faulty.reason),
                PgnItem::Repair(repair) => {
                    return super::warn(format!("{file}: {repair}"));
                }
            };
            skipped += 1;
            if skipped <= REPORTED {
                super::remark(&format!("{file}:{line}: left out: {reason}"));
            }
        })?;
        let name = if is_stdin(file) { "standard input".to_owned() } else { file.display().to_string() };
        collector.end_of_file(&name)?;
    }
    if skipped > 0 {
        let unnamed = match skipped.saturating_sub(REPORTED) {
            0 => String::new(),
            more => format!(" ({more} of them not listed)"),
        };
        super::remark(&format!("left out: {}{unnamed}", plural(skipped, "game")));
    }
    let collected = collector.finish()?;
    if collected.players.is_empty() {
        bail!("the files have no games with results");
    }
    if collected.repeated > 0 {
        super::warn(format!(
            "games that repeat another one, with the same players, result and moves (or, without moves, tags): {}; \
             all are counted, which makes intervals too narrow: name each file and each game once",
            collected.repeated
        ));
    }
    if collected.unmarked > 0 {
        super::warn(format!(
            "games without moves, Round and Date in several files: {}; if any of them is in two, intervals are too narrow",
            collected.unmarked
        ));
    }
    Ok((collected, skipped))
}

fn player(collected: &RatingData, name: &str) -> anyhow::Result<usize> {
    if let Some(index) = collected.players.iter().position(|known| known == name) {
        return Ok(index);
    }
    let likeness = |known: &&String| (1e6 * strsim::jaro_winkler(known, name)) as u64;
    match collected.players.iter().max_by_key(likeness) {
        Some(nearest) => bail!("no player is called {name:?}; the nearest is {nearest:?}"),
        None => bail!("no player is called {name:?}"),
    }
}
