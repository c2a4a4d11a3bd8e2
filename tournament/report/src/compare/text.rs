//! A comparison for people.

use match_stats::Interval;
use match_stats::differences::FAMILY_WISE_ERROR;

use super::{Comparison, EngineInRun, EngineRow, PairingInRun, RatingChange, RunSummary, Setting};
use crate::numbers::{bounded, cut, percent, signed, speed};
use crate::{Column, Columns, Document};

/// Names longer than this are cut off.
const NAME_WIDTH: usize = 28;

impl Comparison {
    /// The runs, their differences, and their engines, in lines of `width` characters.
    #[must_use]
    pub fn document(&self, width: usize) -> Document {
        let mut document = Document::new();
        for run in &self.runs {
            run.add_to(&mut document);
        }
        self.add_warnings(&mut document);
        for run in &self.runs[1..] {
            document.blank();
            self.add_settings(run, &mut document);
        }
        if !self.engines.is_empty() {
            document.blank();
            document.append(ratings(&self.engines, width));
        }
        if !self.pairings.is_empty() {
            document.blank();
            document.append(self.pairings(width));
        }
        document.blank();
        self.add_notes(&mut document);
        document
    }

    /// Adds the reasons that the runs are not independent samples.
    fn add_warnings(&self, to: &mut Document) {
        for shared in &self.shared_games {
            let (run, games) = (&shared.run, shared.games);
            let are = if games == 1 { "game is" } else { "games are" };
            to.warning(format!(
                "{games} {are} the same in A and {run}, move by move: the runs are not independent samples, and the \
                 intervals and p of differences are wrong as far as they rest on these games"
            ));
        }
    }

    /// Adds the differences between the first run and this one.
    fn add_settings(&self, run: &RunSummary, to: &mut Document) {
        let name = &run.run;
        let own = self.settings.iter().filter(|setting| setting.run == *name);
        let lines: Vec<String> = own.map(Setting::line).collect();
        if lines.is_empty() {
            to.sentence(format!("{name} is the same as A in everything but its games"));
        } else {
            to.sentence(format!("{name} differs from A"));
        }
        for line in lines {
            to.sentence(line);
        }
    }

    /// The result of two engines against each other.
    fn pairings(&self, width: usize) -> Document {
        let mut table = Columns::new([
            Column::left("Run").gap(2),
            Column::right("Elo"),
            Column::left("").gap(1).goes(1),
            Column::right("from A"),
            Column::left("").gap(1),
            Column::right("Score"),
            Column::right("Games").goes(2),
            Column::right("Draws").goes(3),
        ]);
        for pairing in &self.pairings {
            let name = |name: &str| cut(name, NAME_WIDTH.min(width / 2 - 5));
            table.words(format!("{} against {}", name(&pairing.a), name(&pairing.b)));
            for run in &pairing.runs {
                table.row(pairing_cells(run));
            }
        }
        table.document(width)
    }

    /// Adds the meaning of the numbers.
    fn add_notes(&self, text: &mut Document) {
        let differences = self.engines.len() * (self.runs.len() - 1);
        if differences > 0 {
            text.sentence(format!("Elo of engines: above the mean of the {} that are in all runs, whatever a run's own zero is; ± is the \
                 95 % interval, of a difference that of the difference alone",
                self.common.len()));
            let alpha = 100.0 * FAMILY_WISE_ERROR;
            text.sentence(format!("p is of all {differences} differences together (Holm); * has p of {alpha:.0} % or less"));
        } else if self.common.len() > 2 {
            text.sentence("No ratings: in a run some of these engines have not met, directly or by way of others");
        }
        if self.engines.iter().flat_map(|row| &row.runs).any(|run| run.rating_from_prior) {
            text.sentence("~ has no finite rating from the results alone: a weak prior stands in");
        }
        if self.anchored && differences > 0 {
            text.sentence("Anchors are left aside");
        }
        if !self.pairings.is_empty() {
            text.sentence("Elo of one against another: from their games alone, with 95 % intervals; each difference stands alone, \
                 and of twenty that are nothing one misses 0");
        }
        if self.runs.iter().any(|run| run.time_controls) {
            text.sentence("The time controls of a run count together");
        }
        for engine in &self.only_in_some {
            let (name, runs) = (&engine.name, engine.runs.join(", "));
            text.sentence(format!("Only in {runs}: {name}"));
        }
    }
}

impl RunSummary {
    /// Adds the run in two lines.
    fn add_to(&self, to: &mut Document) {
        let Self { run, folder, name, games, planned_games, seed, limits, software, .. } = self;
        let begun = self.begun.as_deref().and_then(|begun| begun.get(..10));
        let begun = begun.map_or(String::new(), |day| format!(", {day}"));
        to.row(format!("{run}  {folder}"));
        to.sentence(format!(
            "   {name}: {games} of {planned_games} games, seed {seed}; {limits}; {software}{begun}"
        ));
    }
}

impl Setting {
    fn line(&self) -> String {
        let Self { setting, first, here, .. } = self;
        match (first, here) {
            (Some(first), Some(here)) => format!("  {setting}: {here}, in A {first}"),
            (Some(first), None) => format!("  {setting}: not there, in A {first}"),
            (None, here) => {
                let here = here.as_deref().unwrap_or_default();
                format!("  {setting}: {here}, not there in A")
            }
        }
    }
}

/// The ratings of the engines, a row for each in each run.
fn ratings(engines: &[EngineRow], width: usize) -> Document {
    let mut table = Columns::new([
        Column::left("Engine").gap(0).cut(),
        Column::left("Run"),
        Column::right("Elo"),
        Column::right("±").gap(1),
        Column::right("from A"),
        Column::right("±").gap(1),
        Column::left("p").gap(2).goes(1),
        Column::right("Score").goes(2),
        Column::right("Games").goes(3),
        Column::right("Draws").goes(4),
        Column::right("nps").goes(5),
    ]);
    for engine in engines {
        for (place, run) in engine.runs.iter().enumerate() {
            let name = match place {
                0 => cut(&engine.name, NAME_WIDTH),
                _ => String::new(),
            };
            table.cells(engine_cells(name, run));
        }
    }
    table.document(width)
}

fn engine_cells(name: String, run: &EngineInRun) -> Vec<String> {
    let prior = if run.rating_from_prior { "~" } else { "" };
    let [difference, error, p] = match &run.difference {
        Some(change) => [signed(Some(change.elo.value)), half(change.elo), p_text(change)],
        None => [const { String::new() }; 3],
    };
    vec![
        name,
        run.run.clone(),
        format!("{prior}{}", signed(Some(run.elo.value))),
        half(run.elo),
        difference,
        error,
        p,
        percent(run.score),
        run.games.to_string(),
        percent(run.draw_rate),
        speed(run.nps),
    ]
}

fn pairing_cells(run: &PairingInRun) -> [String; 8] {
    let [difference, interval] = match &run.difference {
        Some(change) => [known(change.elo), ends(change.elo)],
        None => [const { String::new() }; 2],
    };
    [
        run.run.clone(),
        known(run.elo),
        ends(run.elo),
        difference,
        interval,
        percent(run.score()),
        run.games.to_string(),
        percent(run.draw_rate()),
    ]
}

/// Half of an interval.
fn half(interval: Interval) -> String {
    format!("±{:.1}", (interval.high - interval.low) / 2.0)
}

fn known(elo: Interval<Option<f64>>) -> String {
    signed(elo.value)
}

/// The ends of an interval.
fn ends(elo: Interval<Option<f64>>) -> String {
    let Interval { low, high, .. } = elo.map(bounded);
    format!("[{low}, {high}]")
}

/// The adjusted p-value of the difference, and whether it is significant.
fn p_text(change: &RatingChange) -> String {
    let p = match change.p_adjusted {
        p if p < 0.0005 => "<0.001".to_owned(),
        p => format!("{p:.3}"),
    };
    let mark = if change.significant { "*" } else { "" };
    format!("{p}{mark}")
}
