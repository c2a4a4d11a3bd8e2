//! `games.pgn`: the games in PGN.
//!
//! Moves of the book have no comment. A move of an engine has one: `{+0.35/12 0.052s 5000}` is the score in pawns from
//! White's side (`+M5`: White mates in 5), or from the mover's with `pgn.scores`, the depth in plies, the time in
//! seconds and the nodes; where an engine gave no score, there is a dash in its place. `sd=18` is the longest line
//! searched (`pgn.seldepth`) and `tl=58.948s` the time left on the clock (`pgn.time_left`), with fastchess's names.
//! `[%eval]`, `[%clk]` and `[%emt]` follow, as lichess, python-chess and Scid read them.
//! With `pgn.pv` the principal variation follows, after the engine's move. Beside the seven mandatory tags there are
//! the opening if the book names it, the variant unless it is standard chess (`Chess960`, with the start position as
//! X-FEN, as lichess and python-chess write both), the limits, the termination, and for each engine its version and a
//! hash of its options.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use config::{Config, EngineConfig, EngineKind, LimitKind, PgnConfig, ProgramConfig};
use config::{ScoreSide, sorted};
use engine_core::game::Game;
use engine_core::notation::{printable, steers};
use openings::{Fingerprint, Variant};
use players::identity::software;
use players::record::{FailureKind, GameRecord, MoveRecord, MoveScore, Termination};
use shakmaty::san::SanPlus;
use shakmaty::{Color, Position};

use crate::ReportError;
use crate::played::{play, start};
use crate::provenance::day;

/// The maximum length of lines of moves, by the PGN standard.
const LINE_WIDTH: usize = 80;
/// Longer tags do not fit into the 255 characters of a line that the PGN standard allows.
const MAX_TAG: usize = 200;

/// Writes the games of a run.
#[derive(Debug)]
pub struct PgnWriter {
    event: String,
    variant: Variant,
    engines: Vec<EngineTags>,
    comments: PgnConfig,
    is_in_play: bool,
}

#[derive(Debug)]
struct EngineTags {
    name: String,
    version: String,
    options: String,
    limit: LimitKind,
}

impl PgnWriter {
    /// A writer for the games of one time control; the first, if the run has none. `versions` are the names that programs
    /// report, by the engine's name.
    pub fn new(config: &Config, time_control: usize, versions: &BTreeMap<String, String>) -> Self {
        let engine = |(index, engine): (usize, &EngineConfig)| EngineTags {
            name: engine.name.clone(),
            version: version(engine, versions),
            options: options_hash(engine),
            limit: config.limit(time_control, index),
        };
        let name = &config.run.name;
        Self {
            event: match config.time_controls.get(time_control) {
                Some(time_control) => format!("{name}: {}", time_control.name),
                None => name.clone(),
            },
            variant: config.openings.variant,
            engines: config.engines.iter().enumerate().map(engine).collect(),
            comments: config.pgn,
            is_in_play: false,
        }
    }

    /// Writes games that have not ended, always with the lines that their moves have.
    pub(crate) fn in_play(self) -> Self {
        let comments = PgnConfig { pv: true, ..self.comments };
        Self { is_in_play: true, comments, ..self }
    }

    /// Writes a game and the blank line after it. Fails if it cannot be written, or has an illegal move.
    pub fn write(&self, game: &GameRecord, to: &mut (impl Write + ?Sized)) -> Result<(), ReportError> {
        let result = if self.is_in_play { "*".to_owned() } else { game.outcome.to_string() };
        self.write_tags(game, &result, to)?;
        writeln!(to)?;
        let mut lines = PgnText { to, column: 0 };
        write_moves(game, self.comments, &mut lines)?;
        if !self.is_in_play {
            lines.comment(&ending(game))?;
        }
        lines.word(&result)?;
        Ok(write!(to, "\n\n")?)
    }

    fn write_tags(&self, game: &GameRecord, result: &str, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
        let mut tag = |name: &str, value: &str| match value {
            "" => Ok(()),
            value => writeln!(to, "[{name} \"{}\"]", tag_value(value)),
        };
        let (white, black) = (&self.engines[game.white], &self.engines[game.black]);
        tag("Event", &self.event)?;
        tag("Site", "?")?;
        tag("Date", &day(game.started).replace('-', "."))?;
        // Both games of a pair have the same Round, by which readers find pairs.
        tag("Round", &(game.pair + 1).to_string())?;
        tag("White", &white.name)?;
        tag("Black", &black.name)?;
        tag("Result", result)?;
        tag("ECO", &game.eco)?;
        tag("Opening", &game.opening_name)?;
        if self.variant == Variant::Chess960 {
            tag("Variant", "Chess960")?;
        }
        if let Some(fen) = &game.start_fen {
            tag("FEN", fen)?;
            tag("SetUp", "1")?;
        }
        tag("Software", &game.build)?;
        tag("Termination", if self.is_in_play { "unterminated" } else { termination_tag(game.termination) })?;
        let plies = game.book_moves.len() + game.moves.len();
        tag("PlyCount", &plies.to_string())?;
        if white.limit == black.limit {
            tag("TimeControl", &time_control(white.limit))?;
            tag("Limit", &white.limit.to_string())?;
        } else {
            tag("WhiteTimeControl", &time_control(white.limit))?;
            tag("BlackTimeControl", &time_control(black.limit))?;
            tag("WhiteLimit", &white.limit.to_string())?;
            tag("BlackLimit", &black.limit.to_string())?;
        }
        tag("WhiteVersion", &white.version)?;
        tag("BlackVersion", &black.version)?;
        tag("WhiteOptions", &white.options)?;
        tag("BlackOptions", &black.options)
    }
}

fn write_moves<W: Write + ?Sized>(
    game: &GameRecord,
    comments: PgnConfig,
    lines: &mut PgnText<'_, W>,
) -> Result<(), ReportError> {
    let mut at = start(game)?;
    let book = game.book_moves.iter().map(|uci| (uci, None));
    let played = game.moves.iter().map(|record| (&record.uci, Some(record)));
    let mut after_comment = true;
    for (uci, record) in book.chain(played) {
        let number = at.position().fullmoves();
        match at.position().turn() {
            Color::White => lines.word(&format!("{number}."))?,
            Color::Black if after_comment => lines.word(&format!("{number}..."))?,
            Color::Black => {}
        }
        let (before, mv) = play(&mut at, game, uci)?;
        let mover = before.turn();
        lines.word(&SanPlus::from_move(before, mv).to_string())?;
        after_comment = record.is_some();
        if let Some(record) = record {
            let mut comment = comment(record, mover, comments);
            if comments.pv {
                comment += &expected(at.clone(), game, record);
            }
            lines.comment(&comment)?;
        }
    }
    Ok(())
}

fn comment(record: &MoveRecord, mover: Color, comments: PgnConfig) -> String {
    let MoveRecord { score, depth, time, nodes, .. } = record;
    let seconds = time.as_secs_f64();
    let score = score.map(|score| match (comments.scores, mover) {
        (ScoreSide::Mover, Color::Black) => -score,
        _ => score,
    });
    let score = score.map_or("-".to_owned(), |score| score.to_string());
    let mut text = format!("{score}/{depth} {seconds:.3}s {nodes}");
    if let Some(longest) = record.selective_depth.filter(|_| comments.seldepth) {
        text += &format!(" sd={longest}");
    }
    if let Some(left) = record.time_left.filter(|_| comments.time_left) {
        text += &format!(" tl={:.3}s", left.as_secs_f64());
    }
    text + &annotations(record, mover)
}

/// What graphs and clocks of other programs are drawn from: `[%eval 0.35,12]`, White's view of the position after the
/// move, `[%clk 0:00:58.9]`, the mover's clock after it, and `[%emt 0:00:00.052]`, its time.
fn annotations(record: &MoveRecord, mover: Color) -> String {
    let time = |time: Duration, second: u128, decimals: usize| {
        let units = (time.as_micros() * second + 500_000) / 1_000_000;
        let seconds = units / second;
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        format!("{hours}:{minutes:02}:{seconds:02}.{:0decimals$}", units % second)
    };
    let value = record.score.map(|score| match score {
        MoveScore::Cp(cp) => format!("{:.2}", f64::from(cp) / 100.0),
        MoveScore::Mate { mate } => {
            // The mating side has made one of its moves.
            let is_movers = (mate > 0) == mover.is_white();
            let moves = mate.unsigned_abs().saturating_sub(u32::from(is_movers));
            format!("#{}{moves}", if mate < 0 { "-" } else { "" })
        }
    });
    let value = value.map(|value| format!(" [%eval {value},{}]", record.depth)).unwrap_or_default();
    let clock = record.time_left.map(|left| format!(" [%clk {}]", time(left, 10, 1))).unwrap_or_default();
    format!("{value}{clock} [%emt {}]", time(record.time, 1000, 3))
}

/// The principal variation after its move, as ` pv Nf6 Qxf7#`; empty if there is none.
fn expected(mut at: Game, game: &GameRecord, record: &MoveRecord) -> String {
    let mut text = String::new();
    for uci in record.line.iter().skip(1) {
        let Ok((before, mv)) = play(&mut at, game, uci) else {
            break;
        };
        let san = SanPlus::from_move(before, mv);
        text += &format!("{} {san}", if text.is_empty() { " pv" } else { "" });
    }
    text
}

/// Writes words with spaces between them, or line breaks where the line would be too long.
struct PgnText<'a, W: ?Sized> {
    to: &'a mut W,
    column: usize,
}

impl<W: Write + ?Sized> PgnText<'_, W> {
    /// Writes a comment, which may be broken between words; but some readers skip a line that begins with `%`, and take
    /// one that begins with `[` for a tag. An annotation is not broken.
    fn comment(&mut self, text: &str) -> io::Result<()> {
        let text = format!("{{{text}}}");
        if text.len() <= LINE_WIDTH {
            return self.word(&text);
        }
        let mut start = 0;
        for (space, _) in text.match_indices(' ') {
            let is_within = text[start..space].rsplit(' ').next().is_some_and(|word| word.starts_with("[%"));
            if !is_within && !text[space + 1..].starts_with(['%', '[']) {
                self.word(&text[start..space])?;
                start = space + 1;
            }
        }
        self.word(&text[start..])
    }

    fn word(&mut self, word: &str) -> io::Result<()> {
        if self.column > 0 && self.column + 1 + word.len() > LINE_WIDTH {
            writeln!(self.to)?;
            self.column = 0;
        } else if self.column > 0 {
            write!(self.to, " ")?;
            self.column += 1;
        }
        self.column += word.len();
        write!(self.to, "{word}")
    }
}

/// The termination, in words; a comment ends at the first brace, so there is none in it.
fn ending(game: &GameRecord) -> String {
    let detail = game.failure.as_ref().map(|failure| failure.detail.as_str());
    let detail = printable(detail.unwrap_or_default()).replace(['{', '}'], "?");
    let words: String = detail.split_whitespace().map(|word| format!(" {word}")).collect();
    let colon = if words.is_empty() { "" } else { ":" };
    format!("Game ended by {}{colon}{words}", game.termination.phrase())
}

/// The evaluator and the arena's version; for a program the name that it reports, or else its command.
fn version(engine: &EngineConfig, versions: &BTreeMap<String, String>) -> String {
    match &engine.kind {
        EngineKind::Evaluator(own) => format!("{} of {}", own.evaluator, software()),
        EngineKind::Program(program) => versions.get(&engine.name).unwrap_or(&program.command).clone(),
    }
}

/// A hash that is equal for engines with the same evaluator, parameters, disabled rules, table, margin scale and search
/// parameters, or the same command, arguments, environment and options.
fn options_hash(engine: &EngineConfig) -> String {
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
fn time_control(limit: LimitKind) -> String {
    match limit {
        LimitKind::Nodes(_) | LimitKind::Depth(_) => "-".to_owned(),
        LimitKind::MoveTime(time) => format!("1/{}", time.as_secs_f64()),
        LimitKind::Clock { .. } => limit.to_string().split(' ').take(1).collect(),
    }
}

/// A tag's value with quotes and backslashes escaped, without control characters, not too long.
fn tag_value(value: &str) -> String {
    let escape = |c: char| {
        let mark = matches!(c, '"' | '\\').then_some('\\');
        mark.into_iter().chain([if steers(c) { ' ' } else { c }])
    };
    value.chars().take(MAX_TAG).flat_map(escape).collect()
}

/// One of the values that the PGN standard gives to the Termination tag.
fn termination_tag(termination: Termination) -> &'static str {
    match termination {
        Termination::Failure(FailureKind::TimeForfeit) => "time forfeit",
        Termination::Failure(
            FailureKind::IllegalMove | FailureKind::UnparsableMove | FailureKind::NullMove | FailureKind::NotUtf8,
        ) => "rules infraction",
        Termination::Failure(_) => "abandoned",
        other if other.is_adjudicated() => "adjudication",
        _ => "normal",
    }
}
