//! Scoring and writing positions as they are drawn.

use std::io::Write;
use std::mem::take;

use lab::LabError;
use lab::positions::{DrawEvent, Format, Position, Scorer, Tally, TermsTable, write};
use report::plural;
use report::progress::Progress;

/// The number of omitted games and positions that are reported one by one.
const REPORTED: usize = 20;

/// The form of what is written, and where to.
pub(super) enum Form<'o> {
    /// A line each.
    Lines(Format, &'o mut dyn Write),
    /// A table of evaluators' terms.
    Terms(Box<TermsTable<&'o mut dyn Write>>),
}

/// Scores positions, if requested, and writes them.
pub(super) struct PositionsOutput<'o> {
    form: Form<'o>,
    scorer: Option<&'o Scorer>,
    /// Positions to be scored.
    waiting: Vec<Position>,
    /// In games, or in positions if they are scored.
    progress: Progress,
    unusable: usize,
    written: usize,
    scoreless: usize,
    unscored: usize,
    last_reason: String,
}

impl<'o> PositionsOutput<'o> {
    pub(super) fn new(form: Form<'o>, scorer: Option<&'o Scorer>) -> PositionsOutput<'o> {
        let unit = match scorer {
            Some(_) => "positions scored",
            None => "games",
        };
        PositionsOutput {
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

    pub(super) fn take(&mut self, drawn: DrawEvent) -> Result<(), LabError> {
        match (drawn, self.scorer) {
            (DrawEvent::Unusable(place, reason), _) => {
                self.unusable += 1;
                if self.unusable <= REPORTED {
                    self.progress.note(format!("{place}: left out: {reason}"));
                }
            }
            (DrawEvent::Repair(repair), _) => self.progress.note(format!("warning: {repair}")),
            (DrawEvent::Game(positions), None) => self.write(&positions)?,
            (DrawEvent::Game(positions), Some(scorer)) => {
                self.waiting.extend(positions);
                if self.waiting.len() >= scorer.batch() {
                    self.score(scorer)?;
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
    pub(super) fn finish(mut self, tally: &Tally) -> Result<String, LabError> {
        if let Some(scorer) = self.scorer {
            self.score(scorer)?;
            if self.written == 0 {
                return Err(scorer.failing(self.unscored, &self.last_reason));
            }
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
        if *lines > 0 {
            text += &format!(
                "; of {} {unquiet} left out as not quiet, {doubles} as doubles, {surplus} beyond --per-game",
                plural(lines, "line")
            );
        }
        if self.unscored > 0 {
            text += &format!("; {} left out without a score", plural(self.unscored, "position"));
        }
        if self.scoreless > 0 && matches!(self.form, Form::Lines(Format::Plain, _)) {
            text += &format!(
                "; without a score (FEN | result), which --score gives: {}",
                plural(self.scoreless, "line")
            );
        }
        text + "\n"
    }

    fn score(&mut self, scorer: &Scorer) -> Result<(), LabError> {
        let waiting = take(&mut self.waiting);
        let progress = &self.progress;
        let scored = scorer.score(waiting, || progress.tick())?;
        let mut positions = Vec::with_capacity(scored.len());
        for scored in scored {
            match scored {
                Ok(position) => positions.push(position),
                Err((fen, reason)) => {
                    self.unscored += 1;
                    if self.unscored <= REPORTED {
                        self.progress.note(format!("{fen}: left out: {reason}"));
                    }
                    self.last_reason = reason;
                }
            }
        }
        self.write(&positions)
    }

    fn write(&mut self, positions: &[Position]) -> Result<(), LabError> {
        for position in positions {
            match &mut self.form {
                Form::Lines(format, to) => write(position, *format, to)?,
                Form::Terms(table) => table.write(position)?,
            }
            self.written += 1;
            self.scoreless += usize::from(position.score.is_none());
        }
        Ok(())
    }
}
