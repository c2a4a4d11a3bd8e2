//! The terminations of the games, and notes on the numbers.

use std::io::{self, Write};

use super::fit::write_fit;
use super::{ADVANTAGE_UNTOLD, NAME_WIDTH, WIDEST};
use crate::given_elo::zero_text;
use crate::match_summary::MatchSummary;
use crate::numbers::{cut, elo_text, percent};
use crate::results::Results;
use crate::summaries::PairingSummary;

/// A table of terminations, then the games that were not decided by chess.
pub(super) fn endings(results: &Results, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    if results.terminations.is_empty() {
        return Ok(());
    }
    let phrases = results.terminations.keys().map(|t| t.phrase().len());
    let width = phrases.max().unwrap_or(0).max(20);
    writeln!(
        to,
        "{:<width$} {:>8} {:>7}",
        "Games ended by", "Games", "Share"
    )?;
    for (termination, &count) in &results.terminations {
        let share = percent(Some(count as f64 / results.games as f64));
        writeln!(to, "{:<width$} {count:>8} {share:>7}", termination.phrase())?;
    }
    writeln!(to)?;
    taint(results, to)
}

/// The games that were not decided by chess, and the pairings whose verdicts depend on them.
fn taint(results: &Results, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let tainted = results.terminations.iter().filter(|(t, _)| t.is_tainted());
    let tainted = tainted.map(|(_, count)| count).sum::<u64>();
    let games = if tainted == 1 {
        "game was"
    } else {
        "games were"
    };
    if tainted > 0 {
        writeln!(
            to,
            "WARNING: {tainted} {games} ended by time loss or engine failure, not by chess"
        )?;
    }
    for engine in results.engines.iter().filter(|e| !e.failures.is_empty()) {
        let name = cut(&engine.name, NAME_WIDTH);
        let kinds = engine.failures.iter();
        let kinds = kinds.map(|(kind, count)| format!("{count} by {}", kind.phrase()));
        let kinds: Vec<String> = kinds.collect();
        wrapped(&format!("  {name}: "), &kinds, to)?;
    }
    let all = |p: &&PairingSummary| p.won_by_forfeits_alone;
    let told = |p: &PairingSummary| format!("{} of {} games", p.tainted, p.games);
    let head = "WARNING: all decisive games here were time losses or engine failures:";
    listed(head, results.pairings.iter().filter(all), told, to)?;
    let some = |p: &&PairingSummary| p.hangs_on_forfeits && !all(p);
    let head = "WARNING: time losses or engine failures may have decided these pairings:";
    listed(head, results.pairings.iter().filter(some), told, to)?;
    close_calls(results, to)
}

/// The pairings whose verdict a few wrong adjudications would undo, and their number.
fn close_calls(results: &Results, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let close = |p: &&PairingSummary| p.hangs_on_adjudications;
    let pairings = results.pairings.iter().filter(close);
    let head = "Close verdicts: no longer significant if this many adjudications were wrong by half a point each,\n\
                all in favour of the stronger engine:";
    let told =
        |p: &PairingSummary| format!("{} of {}", p.results_to_undo.unwrap_or(0), p.adjudicated);
    listed(head, pairings, told, to)
}

/// Pairings below a heading, each with a remark; nothing if there are none.
fn listed<'p>(
    head: &str,
    pairings: impl Iterator<Item = &'p PairingSummary>,
    told: impl Fn(&PairingSummary) -> String,
    to: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    for (index, p) in pairings.enumerate() {
        if index == 0 {
            writeln!(to, "{head}")?;
        }
        let (a, b) = (cut(&p.a, NAME_WIDTH), cut(&p.b, NAME_WIDTH));
        writeln!(to, "  {a}, {b}: {}", told(p))?;
    }
    Ok(())
}

/// A list after a start, in lines of limited width.
fn wrapped(start: &str, items: &[String], to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let mut line = start.to_owned();
    for (index, item) in items.iter().enumerate() {
        let separator = if index + 1 < items.len() { "," } else { "" };
        if index > 0 && line.len() + 1 + item.len() > WIDEST {
            writeln!(to, "{line}")?;
            line = format!("  {item}{separator}");
        } else {
            let space = if index == 0 { "" } else { " " };
            line.push_str(&format!("{space}{item}{separator}"));
        }
    }
    writeln!(to, "{line}")
}

pub(super) fn notes(results: &Results, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    if let Some(of_two) = &results.of_two {
        elo_of_match(results, of_two, to)?;
    } else {
        let zero = zero_text(&results.anchors, |name| results.rating_of(name));
        writeln!(
            to,
            "Elo: logistic, {zero}; ± is the 95 % interval, from game pairs"
        )?;
    }
    if let Some(fit) = &results.rating_fit {
        write_fit(fit, to)?;
    }
    let white = match results.white_advantage.value {
        Some(_) => elo_text(results.white_advantage),
        None => "unknown".to_owned(),
    };
    let draws = percent(results.draw_rate_at_equal_strength);
    writeln!(
        to,
        "White's advantage: {white}; draws between equals: {draws}"
    )?;
    if results.white_advantage_untold {
        writeln!(to, "{ADVANTAGE_UNTOLD}")?;
    }
    if let (Some(each), Some(share)) = (results.overhead_ms, results.overhead_share) {
        let share = 100.0 * share;
        writeln!(
            to,
            "Overhead between moves: {each:.4} ms a move, {share:.2} % of the time"
        )?;
    }
    for (number, group) in results.groups.iter().enumerate() {
        let names: Vec<String> = group.iter().map(|name| cut(name, NAME_WIDTH)).collect();
        writeln!(to, "Group {}: {}", number + 1, names.join(", "))?;
    }
    if !results.groups.is_empty() {
        writeln!(
            to,
            "The groups have no games between them: their ratings cannot be compared"
        )?;
    }
    marks(results, to)?;
    match results.half_pairs {
        0 => Ok(()),
        1 => writeln!(
            to,
            "1 pair is incomplete: its game counts for points, not for Elo"
        ),
        n => writeln!(
            to,
            "{n} pairs are incomplete: their games count for points, not for Elo"
        ),
    }
}

/// The kind of Elo of a match, and its games.
fn elo_of_match(
    results: &Results,
    of_two: &MatchSummary,
    to: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    writeln!(to, "Elo: logistic; 95 % intervals, from game pairs")?;
    if of_two.figures.sprt_los.is_some() {
        writeln!(
            to,
            "Elo and LOS allow for the early stop of the test; nElo does not"
        )?;
    }
    match results.uncounted() {
        Some(uncounted) => writeln!(to, "{uncounted}"),
        None => Ok(()),
    }
}

/// A note on the marks beside ratings, if there are any.
fn marks(results: &Results, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    if results.is_match() {
        return Ok(());
    }
    if results.engines.iter().any(|e| e.rating_from_prior) {
        writeln!(
            to,
            "* no finite rating from the results alone: a weak prior (standard deviation {} Elo) \
             stands in",
            match_stats::ratings::PRIOR_SD
        )?;
    }
    if results.engines.iter().any(|e| e.tainted > 0) {
        writeln!(
            to,
            "! time losses or engine failures ended some of its games; its rating includes them"
        )?;
    }
    Ok(())
}
