//! `evalarena positions`.

use std::io::{self, BufWriter, ErrorKind, IntoInnerError, Write};
use std::mem::take;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use config::disk::{is_standard_output, standard_output, write_named};
use config::{EngineKind, LimitKind, ScoreSide};
use flate2::{Compression, GzBuilder};
use lab::positions::{DrawEvent, Format, Position, Recipe, Scorer, Tally, TermsColumn, TermsTable, draw, write};
use players::player::{confirmed, probe};
use report::plural;
use report::progress::Progress;

use super::engines::{NODES, TABLE, give_measured, selected, threads};
use super::help::choices;
use super::sides::engine_of;

/// Draw quiet positions from games, with their results and scores
#[derive(Args)]
#[command(long_about = super::help::text("positions"), after_help = super::help::text("after positions"))]
pub(crate) struct PositionsArgs {
    /// Runs' folders, files of games, files of positions
    #[arg(required = true, value_name = "RUN|PGN|EPD")]
    inputs: Vec<PathBuf>,
    /// At most this many positions from one game
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..))]
    per_game: u16,
    /// Take every position from which a move was played instead of drawing quiet ones
    #[arg(long, conflicts_with_all = ["per_game", "seed", "balanced"])]
    every: bool,
    /// The seed of the draw
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Draw from the stage of the game (opening, middlegame, endgame) that has the fewest positions so far
    #[arg(long)]
    balanced: bool,
    /// The output file, packed if its name ends in .gz [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The output format [default: epd]
    #[arg(long, value_parser = choices(FORMATS))]
    format: Option<OutputFormat>,
    /// Write what evaluators see in each position instead: a table, or lines of JSON if its name ends in .jsonl, packed with .gz after it; - is standard output
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    terms: Option<PathBuf>,
    /// An evaluator of that table (repeatable) [default: all built-in evaluators]
    #[arg(long = "engine", value_name = "NAME", requires = "terms")]
    engines: Vec<String>,
    /// Use the scores of the games, from this point of view where the format does not define one; leave out positions without a score
    #[arg(long, value_name = "SIDE", conflicts_with = "score", value_parser = choices(SIDES))]
    game_scores: Option<ScoreSide>,
    #[command(flatten)]
    search: Search,
}

/// A format of lines; `None`: of JSON, for the terms of evaluators.
type OutputFormat = Option<Format>;

const FORMATS: [(&str, &str, OutputFormat); 3] = [
    ("epd", "EPD: the score from the side to move", Some(Format::Epd)),
    ("plain", "FEN | score | result, from White's side", Some(Format::Plain)),
    ("jsonl", "Of --terms: a JSON object a line, whatever the name of the file", None),
];

const SIDES: [(&str, &str, ScoreSide); 2] =
    [("mover", "The mover's, as match tools write them", ScoreSide::Mover), ("white", "White's", ScoreSide::White)];

/// The engine that scores the positions, and its limit.
#[derive(Args)]
struct Search {
    /// The engine that scores them: an evaluator, FILE.toml:NAME, or a UCI engine
    #[arg(long, value_name = "ENGINE")]
    score: Option<String>,
    /// Nodes for each position [default: 100000, or the limit in FILE.toml]
    #[arg(long, value_name = "N", requires = "score", value_parser = clap::value_parser!(u64).range(1..=u64::MAX / 2))]
    nodes: Option<u64>,
    /// Positions searched at the same time [default: one for each core]
    #[arg(value_parser = crate::cli::positive, long, value_name = "N", requires = "score")]
    threads: Option<NonZeroUsize>,
}

pub(crate) fn run(arguments: &PositionsArgs) -> anyhow::Result<()> {
    let scorer = arguments.search.scorer()?;
    match (&arguments.terms, arguments.format) {
        (Some(_), Some(Some(_))) => {
            bail!("--terms writes a table or, with --format jsonl, lines of JSON; leave out --format")
        }
        (None, Some(None)) => bail!("--format jsonl is for the terms of evaluators; add --terms FILE"),
        _ => {}
    }
    let columns = arguments.terms.as_ref().map(|_| columns(&arguments.engines)).transpose()?;
    let out = arguments.terms.as_ref().or(arguments.out.as_ref());
    let mut summary = String::new();
    let write = |to: &mut dyn Write| -> anyhow::Result<()> {
        summary = arguments.draw(scorer.as_ref(), columns, to)?;
        Ok(())
    };
    let written = match out {
        // Scores come slowly, and each line may be awaited.
        None if scorer.is_some() => write(&mut standard_output()),
        None => write(&mut BufWriter::new(standard_output())),
        Some(out) if out.extension().is_some_and(|ending| ending == "gz") => {
            write_named(out, |file| write_packed(file, write))
        }
        Some(out) => write_named(out, |file| write(file)),
    };
    let is_printed = out.is_none_or(|out| is_standard_output(out));
    if let Err(error) = written {
        let own = error.downcast_ref::<io::Error>();
        // Or the reader has enough.
        let is_enough = is_printed && own.is_some_and(|own| own.kind() == ErrorKind::BrokenPipe);
        return if is_enough { Ok(()) } else { Err(error) };
    }
    if is_printed {
        // A table on standard output is not to have a line about itself.
        super::remark(summary.trim_end());
        return Ok(());
    }
    super::print(&summary)
}

fn write_packed(file: &mut dyn Write, write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>) -> anyhow::Result<()> {
    // No name and no time in the header: the same positions give the same bytes.
    let mut packer = BufWriter::new(GzBuilder::new().write(file, Compression::default()));
    write(&mut packer)?;
    let packer = packer.into_inner().map_err(IntoInnerError::into_error)?;
    Ok(packer.finish()?.flush()?)
}

impl PositionsArgs {
    /// Draws and writes, a table if there are columns for it; returns the message.
    fn draw<'o>(
        &self,
        scorer: Option<&'o Scorer>,
        columns: Option<Vec<TermsColumn>>,
        to: &'o mut dyn Write,
    ) -> anyhow::Result<String> {
        let recipe = Recipe {
            every: self.every,
            per_game: usize::from(self.per_game),
            seed: self.seed,
            balanced: self.balanced,
            given_scores: self.game_scores,
            as_given: self.terms.is_some(),
        };
        let form = match columns {
            Some(columns) => Form::Terms(Box::new(TermsTable::new(columns, self.is_json(), to)?)),
            None => Form::Lines(self.format.flatten().unwrap_or(Format::Epd), to),
        };
        let mut output = PositionsOutput::new(form, scorer);
        let tally = draw(&self.inputs, recipe, &mut |drawn| output.take(drawn))?;
        output.finish(&tally)
    }

    /// True if the terms are to be lines of JSON.
    fn is_json(&self) -> bool {
        let name = self.terms.iter().map(|file| file.to_string_lossy().to_lowercase());
        let mut is_named = name.map(|name| name.trim_end_matches(".gz").ends_with(".jsonl"));
        self.format == Some(None) || is_named.any(|named| named)
    }
}

impl Search {
    /// The engine that scores; a program is started once, to make sure that it plays.
    fn scorer(&self) -> anyhow::Result<Option<Scorer>> {
        let Some(word) = &self.score else {
            return Ok(None);
        };
        let has_own_limit = word.contains(".toml");
        let nodes = self.nodes.or((!has_own_limit).then_some(NODES));
        let mut engine = engine_of(word, nodes.map(LimitKind::Nodes))?;
        give_measured(std::slice::from_mut(&mut engine))?;
        if let EngineKind::Evaluator(evaluator) = &mut engine.kind {
            evaluator.table = evaluator.table.max(TABLE);
        }
        super::stop_programs_on_interrupt("interrupted; no file was written")?;
        probe(&engine, true)?;
        Ok(Some(Scorer::new(engine, threads(self.threads))?))
    }
}

/// The columns of the evaluators that `words` name, of all that are built in if there is no word.
fn columns(words: &[String]) -> anyhow::Result<Vec<TermsColumn>> {
    let mut columns = Vec::new();
    for engine in selected(words, None)? {
        let EngineKind::Evaluator(evaluator) = &engine.kind else {
            bail!("engine {:?} is a program, which has no terms; name an evaluator", engine.name);
        };
        let evaluator = confirmed(&engine.name, evaluator)?;
        columns.push((engine.name, evaluator));
    }
    Ok(columns)
}

/// The number of omitted games and positions that are reported one by one.
const REPORTED: usize = 20;

/// The number of positions whose terms are computed together, in parallel.
const TOGETHER: usize = 512;

/// The form of what is written, and where to.
enum Form<'o> {
    /// A line each.
    Lines(Format, &'o mut dyn Write),
    /// A table of evaluators' terms.
    Terms(Box<TermsTable<&'o mut dyn Write>>),
}

/// Scores positions, if requested, and writes them.
struct PositionsOutput<'o> {
    form: Form<'o>,
    scorer: Option<&'o Scorer>,
    /// Positions to be scored and written together, so many at a time.
    waiting: Vec<Position>,
    batch: usize,
    /// In games and single positions, or in positions if they are scored.
    progress: Progress,
    unusable: usize,
    written: usize,
    scoreless: usize,
    unscored: usize,
    last_reason: String,
}

impl<'o> PositionsOutput<'o> {
    fn new(form: Form<'o>, scorer: Option<&'o Scorer>) -> PositionsOutput<'o> {
        let unit = match scorer {
            Some(_) => "positions scored",
            None => "games or lines",
        };
        PositionsOutput {
            batch: scorer.map_or(if let Form::Terms(_) = form { TOGETHER } else { 1 }, Scorer::batch),
            form,
            scorer,
            waiting: Vec::new(),
            progress: Progress::open_ended(0, unit),
            unusable: 0,
            written: 0,
            scoreless: 0,
            unscored: 0,
            last_reason: String::new(),
        }
    }

    fn take(&mut self, drawn: DrawEvent) -> anyhow::Result<()> {
        match drawn {
            DrawEvent::Unusable(place, reason) => {
                self.unusable += 1;
                if self.unusable <= REPORTED {
                    self.progress.note(format!("{place}: left out: {reason}"));
                }
            }
            DrawEvent::Repair(repair) => self.progress.note(format!("warning: {repair}")),
            DrawEvent::Game(positions) => {
                self.waiting.extend(positions);
                if self.waiting.len() >= self.batch {
                    self.release()?;
                }
            }
        }
        if self.scorer.is_none() {
            let written = self.written;
            self.progress.advance(1, |_| format!("- {written} positions"));
        }
        Ok(())
    }

    /// Writes the rest, and returns a summary.
    fn finish(mut self, tally: &Tally) -> anyhow::Result<String> {
        self.release()?;
        if let Some(scorer) = self.scorer.filter(|_| self.written == 0) {
            return Err(scorer.failing(self.unscored, &self.last_reason));
        }
        match &mut self.form {
            Form::Lines(_, to) => to.flush()?,
            Form::Terms(table) => table.flush()?,
        }
        self.progress.finish();
        Ok(self.text(tally))
    }

    fn text(&self, tally: &Tally) -> String {
        let Tally { games, unusable, lines, unquiet, doubles, surplus, .. } = tally;
        let mut text = format!(
            "{} from {}; {} left out",
            plural(self.written, "position"),
            plural(games - unusable, "game"),
            plural(unusable, "game"),
        );
        if *lines > 0 && matches!(self.form, Form::Terms(_)) {
            text = format!(
                "{}, {lines} of them given as lines; {} left out",
                plural(self.written, "position"),
                plural(unusable, "game")
            );
        } else if *lines > 0 {
            text += &format!(
                "; of {} {unquiet} left out as not quiet, {doubles} as doubles, {surplus} beyond --per-game",
                plural(lines, "line")
            );
        }
        if self.unscored > 0 {
            text += &format!("; {} left out without a score", plural(self.unscored, "position"));
        }
        if self.scoreless > 0 && matches!(self.form, Form::Lines(Format::Plain, _)) {
            text +=
                &format!("; without a score (FEN | result), which --score gives: {}", plural(self.scoreless, "line"));
        }
        text + "\n"
    }

    /// Scores what waits, if it is to be scored, and writes it.
    fn release(&mut self) -> anyhow::Result<()> {
        let mut waiting = take(&mut self.waiting);
        let Some(scorer) = self.scorer else { return self.write(&waiting) };
        let progress = &self.progress;
        let scored = scorer.score(take(&mut waiting), || progress.tick())?;
        for scored in scored {
            match scored {
                Ok(position) => waiting.push(position),
                Err((fen, reason)) => {
                    self.unscored += 1;
                    if self.unscored <= REPORTED {
                        self.progress.note(format!("{fen}: left out: {reason}"));
                    }
                    self.last_reason = reason;
                }
            }
        }
        self.write(&waiting)
    }

    fn write(&mut self, positions: &[Position]) -> anyhow::Result<()> {
        match &mut self.form {
            Form::Lines(format, to) => positions.iter().try_for_each(|position| write(position, *format, to))?,
            Form::Terms(table) => table.write(positions)?,
        }
        self.written += positions.len();
        self.scoreless += positions.iter().filter(|position| position.score.is_none()).count();
        Ok(())
    }
}
