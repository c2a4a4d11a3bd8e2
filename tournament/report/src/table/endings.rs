//! The terminations of the games, and notes on the numbers.

use players::record::Termination;

use super::{ADVANTAGE_UNTOLD, NAME_WIDTH};
use crate::document::Document;
use crate::numbers::{cut, elo_text, percent, zero_text};
use crate::results::{PairingSummary, Results};
use crate::verdicts::add_fit;

/// A table of terminations, then the games that were not decided by chess.
pub(super) fn endings(results: &Results, to: &mut Document) {
    if results.terminations.is_empty() {
        return;
    }
    let phrases = results.terminations.keys().map(|t| t.phrase().len());
    let width = phrases.max().unwrap_or(0).max(20);
    to.heading(format!("{:<width$} {:>8} {:>7}", "Games ended by", "Games", "Share"));
    for (termination, &count) in &results.terminations {
        let share = percent(Some(count as f64 / results.games as f64));
        to.row(format!("{:<width$} {count:>8} {share:>7}", termination.phrase()));
    }
    to.blank();
    taint(results, to);
}

/// The games that were not decided by chess, and the pairings whose verdicts depend on them.
pub(super) fn taint(results: &Results, to: &mut Document) {
    let tainted = results.failed_games();
    let games = if tainted == 1 { "game was" } else { "games were" };
    if tainted > 0 {
        to.warning(format!("{tainted} {games} ended by time loss or engine failure, not by chess"));
    }
    for engine in results.engines.iter().filter(|e| !e.failures.is_empty()) {
        let name = cut(&engine.name, NAME_WIDTH);
        let kind = |(kind, count): (&Termination, &u64)| format!("{count} by {}", kind.phrase());
        let kinds: Vec<String> = engine.failures.iter().map(kind).collect();
        to.sentence(format!("  {name}: {}", kinds.join(", ")));
    }
    let all = |p: &PairingSummary| p.won_by_forfeits_alone;
    let some = |p: &PairingSummary| p.hangs_on_forfeits && !all(p);
    let tainted = |p: &PairingSummary| format!("{} of {} games", p.tainted, p.games);
    let head = "all decisive games here were time losses or engine failures:";
    add_pairings(results, all, |to| to.warning(head), tainted, to);
    let head = "time losses or engine failures may have decided these pairings:";
    add_pairings(results, some, |to| to.warning(head), tainted, to);
    let head = "Close verdicts: no longer significant if this many adjudications were wrong by half a point each, all in \
                favour of the stronger engine:";
    let close = |p: &PairingSummary| p.hangs_on_adjudications;
    let count =
        |p: &PairingSummary| format!("{} of {}", p.results_to_undo.unwrap_or(0), p.adjudicated);
    add_pairings(results, close, |to| to.sentence(head), count, to);
}

/// Some pairings below a heading, each with a remark; nothing if there are none.
fn add_pairings(
    results: &Results,
    is_shown: impl Fn(&PairingSummary) -> bool,
    add_head: impl Fn(&mut Document),
    remark: impl Fn(&PairingSummary) -> String,
    to: &mut Document,
) {
    for (index, p) in results.pairings.iter().filter(|p| is_shown(p)).enumerate() {
        if index == 0 {
            add_head(to);
        }
        let (a, b) = (cut(&p.a, NAME_WIDTH), cut(&p.b, NAME_WIDTH));
        to.sentence(format!("  {a}, {b}: {}", remark(p)));
    }
}

pub(super) fn notes(results: &Results, to: &mut Document) {
    if let Some(of_two) = &results.of_two {
        to.sentence("Elo: logistic; 95 % intervals, from game pairs");
        if of_two.sprt_los.is_some() {
            to.sentence("Elo and LOS allow for the early stop of the test; nElo does not");
        }
        if let Some(uncounted) = results.uncounted() {
            to.sentence(uncounted);
        }
    } else {
        let zero = zero_text(&results.anchors, |name| results.rating_of(name));
        to.sentence(format!("Elo: logistic, {zero}; ± is the 95 % interval, from game pairs"));
    }
    if let Some(fit) = &results.rating_fit {
        add_fit(fit, to);
    }
    let white = match results.white_advantage.value {
        Some(_) => elo_text(results.white_advantage),
        None => "unknown".to_owned(),
    };
    let draws = percent(results.draw_rate_at_equal_strength);
    to.sentence(format!("White's advantage: {white}; draws between equals: {draws}"));
    if results.white_advantage_untold {
        to.sentence(ADVANTAGE_UNTOLD);
    }
    if let (Some(each), Some(share)) = (results.overhead_ms, results.overhead_share) {
        let share = 100.0 * share;
        to.sentence(format!(
            "Overhead between moves: {each:.4} ms a move, {share:.2} % of the time"
        ));
    }
    for (number, pool) in results.pools.iter().enumerate() {
        let names: Vec<String> = pool.iter().map(|name| cut(name, NAME_WIDTH)).collect();
        to.sentence(format!("Pool {}: {}", number + 1, names.join(", ")));
    }
    if !results.pools.is_empty() {
        to.sentence("The pools have no games between them: their ratings cannot be compared");
    }
    if !results.is_match() {
        marks(results, to);
    }
    match results.half_pairs {
        // A decided match has a line on all games that do not count.
        _ if results.uncounted().is_some() => {}
        0 => {}
        1 => to.sentence("1 pair is incomplete: its game counts for points, not for Elo"),
        n => to.sentence(format!(
            "{n} pairs are incomplete: their games count for points, not for Elo"
        )),
    }
}

fn marks(results: &Results, to: &mut Document) {
    if results.engines.iter().any(|e| e.rating_from_prior) {
        to.sentence(format!(
            "* no finite rating from the results alone: a weak prior (standard deviation {} Elo) \
             stands in",
            match_stats::ratings::PRIOR_SD
        ));
    }
    if results.engines.iter().any(|e| e.tainted > 0) {
        to.sentence(
            "! time losses or engine failures ended some of its games; its rating includes them",
        );
    }
}
