//! The rounds of a Swiss tournament as a table.

use match_stats::ratings::MAX_REPLAYED_PLAYERS;

use crate::columns::{Column, Columns};
use crate::document::Document;
use crate::numbers::cut;
use crate::results::{EngineResult, Results};

/// What an interval with the factor of [`match_stats::ratings::widening`] is.
pub(crate) fn widening_note(factor: f64) -> String {
    let effect = if factor.is_finite() {
        format!("intervals are {factor:.2} times those of pairings fixed beforehand")
    } else {
        format!("there are no intervals for more than {MAX_REPLAYED_PLAYERS} players")
    };
    format!("Results decide who meets whom: {effect}")
}

/// Room for a round: two spaces, an opponent's number, a colon and points.
const CELL: usize = 9;

/// Adds the points, Buchholz, and each round's opponent with the points against it.
pub(super) fn add_swiss(results: &Results, ranking: &[usize], (line, name_width): (usize, usize), to: &mut Document) {
    let mut places = vec![0; ranking.len()];
    ranking.iter().enumerate().for_each(|(place, &engine)| places[engine] = place + 1);
    let standings = || ranking.iter().filter_map(|&engine| results.engines[engine].swiss.as_ref().zip(Some(engine)));
    let rounds = standings().map(|(standing, _)| standing.rounds.len()).max().unwrap_or(0);
    let all: Vec<usize> = (0..rounds).collect();
    for chunk in all.chunks(usize::max(1, line.saturating_sub(4 + name_width + 20) / CELL)) {
        let free = if ranking.len().is_multiple_of(2) { "" } else { "; a free round counts as won" };
        to.sentence(format!("Rounds: the opponent's number and the points against it{free}"));
        let heads = chunk.iter().map(|round| Column::right(&format!("{}", round + 1)));
        let first = [Column::right("").gap(0), Column::left("Engine").gap(1).cut()];
        let points = [Column::right("Points"), Column::right("Buchholz")];
        let mut table = Columns::new(first.into_iter().chain(points).chain(heads));
        for (standing, engine) in standings() {
            let EngineResult { name, .. } = &results.engines[engine];
            let cell = |&round: &usize| match standing.rounds[round] {
                Some(round) => format!("{}:{}", places[round.opponent], round.points),
                None if ranking.len().is_multiple_of(2) => "-".to_owned(),
                None => "free".to_owned(),
            };
            let first = [format!("{:>3}", places[engine]), cut(name, name_width)];
            let points = [standing.points, standing.buchholz].map(|points| points.to_string());
            table.row(first.into_iter().chain(points).chain(chunk.iter().map(cell)));
        }
        to.append(table.document(line));
        to.blank();
    }
}
