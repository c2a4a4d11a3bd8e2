//! An ablation as a table for people.

use lab::ablate::{AblationRow, Candidate, verdict_word};
use match_stats::Interval;
use match_stats::race::RaceVerdict;
use report::{Column, Columns, Document};

use super::{Outcome, RARE};

/// The table and its notes, in lines of `width` characters unless names are longer.
pub(super) fn text(outcome: &Outcome<'_>, width: usize) -> Document {
    let arguments = outcome.arguments;
    let what = if arguments.groups { "group" } else { "rule" };
    let mut text = Document::from(format!("{}: what each {what} is worth", outcome.evaluator));
    text.sentence(format!("Limits: {}; seed {}", outcome.limits, outcome.seed));
    text.blank();
    if outcome.rows.is_empty() {
        text.sentence("No rule fires often enough for games.");
    } else {
        text.append(table(outcome.rows, what, width));
        text.blank();
        text.sentence(legend(outcome));
    }
    let rare = &outcome.candidates.rare;
    if !rare.is_empty() {
        let each: Vec<String> = rare.iter().map(rarity).collect();
        text.blank();
        text.sentence(format!(
            "Too rare for games, in fewer than {RARE} of a thousand of {} positions (in how many; the factor, if it \
             fires in 20 games): {}",
            outcome.positions,
            each.join("; ")
        ));
    }
    for (rule, why) in &outcome.candidates.inseparable {
        text.blank();
        text.sentence(format!("Not measured: {rule}: {why}"));
    }
    text
}

fn table(rows: &[AblationRow], what: &str, width: usize) -> Document {
    let head = if what == "group" { "Group" } else { "Rule" };
    // An empty column has no head.
    let head_if = |head: &'static str, is_shown: &dyn Fn(&AblationRow) -> bool| {
        if rows.iter().any(is_shown) { head } else { "" }
    };
    let is_shrunk = |row: &AblationRow| row.shrunk_elo.value.is_some();
    let mut columns = Columns::new([
        Column::left(head).gap(0).cut(),
        Column::right("Elo").least(7),
        Column::right("±").gap(1).least(6),
        Column::right(head_if("Shrunk", &is_shrunk)).goes(7),
        Column::right(head_if("±", &is_shrunk)).gap(1).goes(7),
        Column::right(head_if("Claim", &|row| row.claim.is_some())).gap(1).goes(3),
        Column::right("Games").goes(2),
        Column::right("‰").goes(1),
        Column::right("Factor").goes(5),
        Column::right("±").gap(1).goes(6),
        Column::right(head_if("ns", &|row| row.cost_ns.is_some())).goes(4),
        Column::left(""),
    ]);
    for row in rows {
        columns.row(cells(row));
    }
    columns.document(width)
}

fn cells(row: &AblationRow) -> [String; 12] {
    let if_known = |known: Interval<Option<f64>>, text: fn(Interval<Option<f64>>) -> String| {
        if known == Interval::UNKNOWN { String::new() } else { text(known) }
    };
    let factor = row.multiplier;
    let cost = row.cost_ns.map(|cost| 0.0 + cost.value.round());
    [
        row.name.clone(),
        elo(row.elo),
        reach(row.elo),
        if_known(row.shrunk_elo, elo),
        if_known(row.shrunk_elo, reach),
        row.claim.map_or(String::new(), |claim| claim.to_string()),
        row.games.to_string(),
        row.per_mille.map_or("-".to_owned(), |n| format!("{n:.0}")),
        factor.map_or(String::new(), |of| format!("{:.2}", of.value)),
        factor.map_or(String::new(), |of| format!("{:.2}", (of.high - of.low) / 2.0)),
        cost.map_or(String::new(), |cost| format!("{cost:.0}")),
        verdict(row),
    ]
}

fn verdict(row: &AblationRow) -> String {
    let holds = |p: Option<f64>| p.is_some_and(|p| p <= 0.05);
    let stars = match row.verdict {
        RaceVerdict::Above | RaceVerdict::Below if holds(row.p_holm) => "**",
        RaceVerdict::Above | RaceVerdict::Below if holds(row.p_false_discovery) => "*",
        _ => "",
    };
    format!("{}{stars}", verdict_word(row.verdict))
}

fn elo(interval: Interval<Option<f64>>) -> String {
    match interval.value {
        // Adding 0 avoids a negative zero.
        Some(elo) => format!("{:+.1}", 0.0 + (10.0 * elo).round() / 10.0),
        None => "unbounded".to_owned(),
    }
}

fn reach(interval: Interval<Option<f64>>) -> String {
    match (interval.low, interval.high) {
        (Some(low), Some(high)) => format!("{:.1}", (high - low) / 2.0),
        _ => "-".to_owned(),
    }
}

fn legend(outcome: &Outcome<'_>) -> String {
    let elo = outcome.arguments.elo;
    let claims = outcome.rows.iter().any(|row| row.claim.is_some());
    let claim = if claims { " Claim: the document's own guess, in Elo." } else { "" };
    let costs = outcome.rows.iter().any(|row| row.cost_ns.is_some());
    let cost = if costs { " ns: nanoseconds a node that it costs, by the same games." } else { "" };
    let drawn = if outcome.rows.iter().any(|row| row.shrunk_elo.value.is_some()) {
        " Shrunk: without the luck of being first or last in this list, drawn to its mean."
    } else {
        ""
    };
    format!(
        "Elo of having it, the whole's against the evaluator without it: above 0 it helps. ± is the 95 % \
         interval, all looks together. small: within {elo} Elo of nothing; open: neither that nor its sign is \
         known. Verdicts are of each row alone; * also holds for the list (a share of 5 % at most is wrong), ** for each of \
         it (any is wrong in 5 % of lists).{drawn} ‰: positions of a thousand in which it fires. Factor: \
         the factor on its numbers that predicts results best, with 95 % (1: right, 0: no information, below 0: \
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
