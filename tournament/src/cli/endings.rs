//! `tournament endings`.

use clap::Args;
use config::EngineConfig;
use lab::endings::{CLASSES, Expected, Plan, Played, play_class};
use players::registry;
use report::progress::Progress;
use report::{Column, Columns, Document};

/// Play out basic endings
#[derive(Args)]
#[command(
    long_about = "Draws random positions of basic endings and has an engine play both sides to the end: queen, rook, \
        two bishops, bishop and knight, and pawn (won positions only) against a bare king should be won; two \
        knights, bishop with the wrong rook pawn, and bishop against knight should be drawn. Nothing is \
        adjudicated. The same seed draws the same positions.",
    after_help = "Examples:\n  \
        tournament endings --engine compendium\n  \
        tournament endings --engine michniewski --ending KBN-K --games 10 --nodes 50000"
)]
pub(crate) struct EndingsArgs {
    /// Only this engine (repeatable)
    #[arg(long = "engine", value_name = "NAME", value_parser = clap::builder::PossibleValuesParser::new(registry::NAMES))]
    engines: Vec<String>,

    /// Only this ending (repeatable)
    #[arg(long = "ending", value_name = "ENDING", value_parser = clap::builder::PossibleValuesParser::new(CLASSES.map(|class| class.name)))]
    endings: Vec<String>,

    /// Games of each ending
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,

    /// Nodes for each move
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// The random seed of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// One JSON array
    #[arg(long)]
    json: bool,
}

/// The results of one engine in all endings.
#[derive(serde::Serialize)]
struct EndingsRow {
    engine: String,
    nodes: u64,
    #[serde(flatten)]
    played: Played,
}

/// Plays the endings and prints the results.
pub(crate) fn run(arguments: &EndingsArgs) -> anyhow::Result<()> {
    let all: Vec<String> = registry::NAMES
        .iter()
        .map(|&name| name.to_owned())
        .collect();
    let engines = if arguments.engines.is_empty() {
        &all
    } else {
        &arguments.engines
    };
    let wanted = |name: &str| {
        arguments.endings.is_empty() || arguments.endings.iter().any(|ending| ending == name)
    };
    let classes: Vec<_> = CLASSES.iter().filter(|class| wanted(class.name)).collect();
    let games = engines.len() * classes.len() * arguments.games as usize;
    let progress = Progress::new(games, 0, "games");
    let plan = Plan {
        games: arguments.games as usize,
        seed: arguments.seed,
    };
    let mut rows = Vec::new();
    for name in engines {
        let mut config = EngineConfig::of_evaluator(name, arguments.nodes);
        super::measured::give_measured(std::slice::from_mut(&mut config))?;
        for class in &classes {
            let played = play_class(class, &config, plan, || {
                progress.advance(1, |_| format!("{name} {}", class.name));
            })?;
            rows.push(EndingsRow {
                engine: name.clone(),
                nodes: arguments.nodes,
                played,
            });
        }
    }
    progress.finish();
    if arguments.json {
        return super::print_json(&rows);
    }
    super::show(table(&rows, super::line_width()))
}

fn table(rows: &[EndingsRow], width: usize) -> Document {
    let mut columns = Columns::new([
        Column::left("engine").gap(0).least(14).cut(),
        Column::left("men").gap(1).least(7),
        Column::left("expected").gap(1).least(9),
        Column::right("won").gap(1).least(6),
        Column::right("drawn").gap(1).least(6),
        Column::right("lost").gap(1).least(6),
        Column::right("plies").gap(1).least(6).goes(1),
        Column::right("right").gap(1).least(7),
        Column::left("ending").goes(2),
    ]);
    for EndingsRow { engine, played, .. } in rows {
        let expected = match played.expected {
            Expected::Win => "won",
            Expected::Draw => "drawn",
        };
        columns.row([
            engine.clone(),
            played.ending.to_string(),
            expected.to_owned(),
            played.won.to_string(),
            played.drawn.to_string(),
            played.lost.to_string(),
            format!("{:.1}", played.plies),
            format!("{}/{}", played.as_expected(), played.games),
            played.title.to_string(),
        ]);
    }
    let mut text = columns.document(width);
    let failed: Vec<_> = rows
        .iter()
        .flat_map(|row| row.played.failed.iter().map(|fen| (&row.engine, fen)))
        .collect();
    if !failed.is_empty() {
        text.blank();
        text.sentence("Not as expected:");
        let mut columns = Columns::new([Column::left("").cut(), Column::left("").gap(1)]);
        for (engine, fen) in failed {
            columns.row([engine.clone(), fen.clone()]);
        }
        text.append(columns.document(width));
    }
    text
}
