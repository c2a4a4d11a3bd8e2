//! An ablation as a table for people.

use std::fmt::Write as _;

use match_stats::Interval;
use tournament::ablate::{Candidate, Row};
use tournament::report::{Column, Columns};

use super::Outcome;

/// The table and what belongs to it, in lines of `width` characters where names are not longer.
pub(super) fn text(outcome: &Outcome<'_>, width: usize) -> String {
    let arguments = outcome.arguments;
    let what = if arguments.groups { "group" } else { "rule" };
    let mut text = format!("{}: what each {what} is worth\n", outcome.evaluator);
    let _ = writeln!(text, "Limits: {}; seed {}\n", outcome.limits, outcome.seed);
    if outcome.rows.is_empty() {
        text += "Nothing speaks often enough for games.\n";
    } else {
        text += &table(outcome.rows, what, width);
        let _ = write!(text, "\n{}", legend(outcome));
    }
    let rare = &outcome.candidates.rare;
    if !rare.is_empty() {
        let each: Vec<String> = rare.iter().map(rarity).collect();
        let _ = writeln!(
            text,
            "\nToo rare for games, in fewer than {} of a thousand of {} positions (in how many; the factor, if it \
             speaks in 20 games): {}",
            arguments.rare,
            outcome.positions,
            each.join("; ")
        );
    }
    for (rule, why) in &outcome.candidates.inseparable {
        let _ = writeln!(text, "\nNot measured: {rule}: {why}");
    }
    text
}

fn table(rows: &[Row], what: &str, width: usize) -> String {
    let head = if what == "group" { "Group" } else { "Rule" };
    let claims = rows.iter().any(|row| row.claim.is_some());
    let claim = if claims { "Claim" } else { "" };
    let cost = if rows.iter().any(|row| row.cost_ns.is_some()) {
        "ns"
    } else {
        ""
    };
    let mut columns = Columns::new([
        Column::left(head).gap(0).cut(),
        Column::right("Elo").least(7),
        Column::right("±").gap(1).least(6),
        Column::right(claim).gap(1).goes(3),
        Column::right("Games").goes(2),
        Column::right("‰").goes(1),
        Column::right("Factor").goes(5),
        Column::right("±").gap(1).goes(6),
        Column::right(cost).goes(4),
        Column::left(""),
    ]);
    for row in rows {
        columns.row([
            row.name.clone(),
            elo(row.elo),
            reach(row.elo),
            row.claim.map_or(String::new(), |claim| claim.to_string()),
            row.games.to_string(),
            row.per_mille
                .map_or("-".to_owned(), |per_mille| format!("{per_mille:.0}")),
            row.multiplier
                .map_or(String::new(), |of_it| format!("{:.2}", of_it.value)),
            row.multiplier.map_or(String::new(), |of_it| {
                format!("{:.2}", (of_it.high - of_it.low) / 2.0)
            }),
            row.cost_ns.map_or(String::new(), |cost| {
                format!("{:.0}", 0.0 + cost.value.round())
            }),
            row.told.word().to_owned(),
        ]);
    }
    columns.text(width)
}

fn elo(interval: Interval<Option<f64>>) -> String {
    match interval.value {
        // Added to 0, so that nothing is a negative zero.
        Some(elo) => format!("{:+.1}", 0.0 + (10.0 * elo).round() / 10.0),
        None => "unbounded".to_owned(),
    }
}

/// Half the width of the interval.
fn reach(interval: Interval<Option<f64>>) -> String {
    match (interval.low, interval.high) {
        (Some(low), Some(high)) => format!("{:.1}", (high - low) / 2.0),
        _ => "-".to_owned(),
    }
}

fn legend(outcome: &Outcome<'_>) -> String {
    let elo = outcome.arguments.elo;
    let claims = outcome.rows.iter().any(|row| row.claim.is_some());
    let claim = if claims {
        " Claim: the document's own guess, in Elo."
    } else {
        ""
    };
    let costs = outcome.rows.iter().any(|row| row.cost_ns.is_some());
    let cost = if costs {
        " ns: nanoseconds a node that it costs, by the same games."
    } else {
        ""
    };
    format!(
        "Elo of having it, the whole's against the evaluator without it: above 0 it helps. ± is the 95 % \
         interval, all looks together. small: within {elo} Elo of nothing; open: neither that nor its sign is \
         known. ‰: in so many of a thousand positions it speaks. Factor: \
         the factor on its numbers that foretells results best, with 95 % (1: right, 0: they say nothing, below 0: \
         they mislead).{claim}{cost}\n"
    )
}

/// Accuracy in place of games.
fn rarity(candidate: &Candidate) -> String {
    let claim = candidate.claim.map(|claim| format!(", claims {claim} Elo"));
    let factor = candidate.multiplier.map(|factor| {
        let reach = (factor.high - factor.low) / 2.0;
        format!(", factor {:.1} ± {reach:.1}", factor.value)
    });
    format!(
        "{} {:.1}{}{}",
        candidate.name,
        candidate.per_mille.unwrap_or(0.0),
        factor.unwrap_or_default(),
        claim.unwrap_or_default()
    )
}
