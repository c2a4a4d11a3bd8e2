//! The check of a book as text.

use openings::check::Counts;

use report::Document;

use super::Judged;

/// The counts and judgements as a table; `judge` describes the judge and its limit.
pub fn table(file: &str, counts: &Counts, judged: Option<(&str, &Judged)>) -> Document {
    let mut text = Document::new();
    let all = counts.openings.max(1) as f64;
    let only = if counts.complete { "" } else { " looked at; there are more" };
    text.sentence(format!("{file}: {} openings{only}", counts.openings));
    if counts.skipped > 0 {
        text.sentence(format!("{} more make no sense and were passed over", counts.skipped));
    }
    for (what, count) in [
        ("end where an earlier one ends", counts.doubles),
        ("end with Black to move", counts.black_to_move),
        ("a side cannot castle, nor has", counts.cannot_castle),
        ("something was captured", counts.captures),
        ("the sides have different men", counts.unequal_material),
        ("have an ECO code", counts.with_eco),
    ] {
        let share = 100.0 * count as f64 / all;
        text.row(format!("  {what:<30} {count:>8} {share:>6.1} %"));
    }
    let plies = counts.plies.iter().map(|(plies, count)| format!("{plies}: {count}"));
    text.sentence(format!("Half-moves: {}", plies.collect::<Vec<_>>().join(", ")));
    let volumes = counts.eco_volumes.iter();
    let volumes = volumes.map(|(volume, count)| format!("{volume}: {count}"));
    let volumes = volumes.collect::<Vec<_>>().join(", ");
    text.sentence(format!("ECO: {} codes; {volumes}", counts.eco_codes));
    let Some((judge, judged)) = judged else {
        return text;
    };
    let by = match judged.decided_by {
        "wdl" => "by its wins, draws and losses",
        _ => "a centipawn taken for an Elo",
    };
    let share = 100.0 * judged.decided as f64 / judged.sample as f64;
    text.sentence(format!("{} judged by {judge}, centipawns from White's side:", judged.sample));
    text.sentence(format!(
        "  mean {:+.1}, standard deviation {:.1}, largest {}",
        judged.mean, judged.deviation, judged.largest
    ));
    text.sentence(format!(
        "  {} decided, {share:.1} % (a side expects more than 0.9, {by})",
        judged.decided
    ));
    text
}
