//! Evaluators side by side as tables.

use super::accuracy::{ABOUT, Accuracy, AccuracyReport, Bin, PAWNS};
use super::multipliers::{MIN_GAMES, Term};
use super::{Estimate, Mean, expected};
use crate::positions::Stage;
use report::{Column, Columns, Document};

impl AccuracyReport {
    /// A row an evaluator, the best first; then by stage, by value, and term by term if terms were measured. Lines have
    /// `width` characters but for sentences.
    pub fn document(&self, width: usize) -> Document {
        let mut to = Document::new();
        to.sentence(format!(
            "{} positions; scale and bonus fitted on the even games, the rest measured on {} positions \
             of the odd ones",
            self.positions, self.measured
        ));
        to.blank();
        to.append(self.losses(width));
        to.blank();
        to.sentence(
            "Explained is the share of the variance of results that expected scores explain, in percent. \
             Log loss in natural units, less is better. K, the bonus for the move and the standard \
             deviation of the values are in the evaluator's centipawns; a value of K makes an expected \
             score of 73 %. ± is one standard error, by game.",
        );
        to.blank();
        to.append(self.by_stage(width));
        to.blank();
        to.sentence(
            "Explained variance by stage, in percent of what results vary there. Points of both sides' \
             pieces, knight and bishop 1, rook 2, queen 4: the opening has 22 to 24, the endgame 10 or \
             fewer.",
        );
        to.blank();
        to.append(self.by_value(width));
        to.blank();
        to.sentence(
            "What the side scored, in percent, that was valued higher by about this many pawns, \
             Michniewski's, after the scale; ! if the 95 % interval does not hold what the values there \
             say. The row on top is what the middle of each column expected. --json has the intervals.",
        );
        for engine in &self.engines {
            if let Some(own) = &engine.terms {
                to.append(terms(&engine.name, own, width));
            }
        }
        to
    }

    fn losses(&self, width: usize) -> Document {
        let mut columns = Columns::new([
            Column::left("evaluator").gap(0).cut(),
            Column::right("explained").least(12),
            Column::right("log loss").least(17),
            Column::right("than the best").least(18).goes(1),
            Column::right("K").least(13).goes(2),
            Column::right("move").least(6).goes(3),
            Column::right("deviation").goes(4),
        ]);
        for engine in &self.engines {
            let fitted = &engine.scale;
            let scale = Mean { value: fitted.eval_scale, error: fitted.eval_scale_error };
            columns.row([
                engine.name.clone(),
                percent(explained(engine, None)),
                with_error(engine.log_loss, 4),
                format!("+{}", with_error(engine.worse, 4)),
                with_error(scale, 1),
                format!("{:.1}", fitted.move_bonus),
                format!("{:.1}", engine.deviation),
            ]);
        }
        let nothing = ["no evaluation", "0", &with_error(self.nothing, 4), "", "", "", ""];
        columns.row(nothing.map(str::to_owned));
        columns.document(width)
    }

    fn by_stage(&self, width: usize) -> Document {
        let stages = Stage::ALL.map(|stage| Column::right(stage.name()).least(12));
        let first = Column::left("evaluator").gap(0).cut();
        let mut columns = Columns::new([first].into_iter().chain(stages));
        for engine in &self.engines {
            let of_stage = |stage| percent(explained(engine, Some(stage)));
            let cells = Stage::ALL.map(of_stage).into_iter();
            columns.row([engine.name.clone()].into_iter().chain(cells));
        }
        let counts = self.stages.map(|count| count.to_string()).into_iter();
        columns.row(["positions".to_owned()].into_iter().chain(counts));
        columns.document(width)
    }

    fn by_value(&self, width: usize) -> Document {
        let last = ABOUT.len() - 1;
        let heads = ABOUT.iter().enumerate().map(|(index, about)| {
            let head = format!("{}{about}", if index == last { ">" } else { "" });
            Column::right(&head).gap(1).least(4)
        });
        let first = Column::left("pawns").gap(0).cut();
        let mut columns = Columns::new([first].into_iter().chain(heads));
        let by_scale = ABOUT.iter().enumerate().map(|(index, about)| match index {
            _ if index == last => String::new(),
            _ => format!("{:.0} ", 100.0 * expected(about / PAWNS)),
        });
        columns.row(["by the scale".to_owned()].into_iter().chain(by_scale));
        for engine in &self.engines {
            let cells = engine.calibration.iter().map(scored);
            columns.row([engine.name.clone()].into_iter().chain(cells));
        }
        columns.document(width)
    }
}

fn explained(engine: &Accuracy, stage: Option<Stage>) -> Option<Estimate> {
    let mut all = engine.predictions.iter();
    all.find(|prediction| prediction.stage == stage)?.explained
}

fn percent(estimate: Option<Estimate>) -> String {
    estimate.map_or(String::new(), |Estimate { value, error, .. }| {
        with_error(Mean { value: 100.0 * value, error: 100.0 * error }, 1)
    })
}

/// The points of a bin in percent, with a mark if they differ from those that the values predict.
fn scored(bin: &Bin) -> String {
    let Some(scored) = bin.scored else {
        return String::new();
    };
    let agrees = scored.low <= bin.expected && bin.expected <= scored.high;
    format!("{:.0}{}", 100.0 * scored.value, if agrees { ' ' } else { '!' })
}

fn with_error(mean: Mean, decimals: usize) -> String {
    format!("{:.decimals$} ± {:.decimals$}", mean.value, mean.error)
}

fn terms(name: &str, terms: &[Term], width: usize) -> Document {
    let mut columns = Columns::new([
        Column::left("term").gap(0).cut(),
        Column::right("fires").least(7),
        Column::right("size").least(7).goes(1),
        Column::right("where").least(7).goes(2),
        Column::right("multiplier"),
        Column::right("95 %").least(16),
    ]);
    for term in terms {
        let found = term.multiplier;
        columns.row([
            term.term.to_owned(),
            format!("{:.1}%", 100.0 * term.fires),
            format!("{:.1}", term.size),
            format!("{:.1}", term.size_where_it_fires),
            found.map_or(String::new(), |found| format!("{:.2}", found.value)),
            found.map_or(String::new(), |found| format!("[{:.2}, {:.2}]", found.low, found.high)),
        ]);
    }
    let mut document = Document::new();
    document.blank();
    document.sentence(format!("{name}, term by term"));
    document.blank();
    document.append(columns.document(width));
    document.blank();
    document.sentence(format!(
        "How often a term fires, by how many of the evaluator's centipawns it moves the value, on the mean of all \
         positions and of those where it fires, and the factor on it that predicts all results best, all other terms as \
         they are: 1 is right, 0 is without information, below 0 misleads. None in fewer than {MIN_GAMES} games, nor if \
         there is no other term."
    ));
    document
}
