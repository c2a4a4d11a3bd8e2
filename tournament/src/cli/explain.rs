//! `evalarena explain` and `why`.

use anyhow::{Context, bail};
use board::{AspectRow, Candidate, Comparison, Disagreement, Why, why};
use clap::Args;
use engine_core::evaluation::Evaluation;
use engine_core::explain::centipawns;
use engine_core::limits::Limits;
use engine_core::rule::Rule;
use evaluators::registry;
use openings::moves::read;
use report::{Column, Columns, Document, Style, column_width};
use shakmaty::{Move, Position};

use super::engines::{EvaluatorName, opened};

/// Terms named for the widest disagreement.
const NAMED: usize = 3;
/// The headings of the terms and of their worth.
const TERMS: &str = "White less Black";
const WORTH: &str = "in Michniewski centipawns";
const NUMBER: usize = 9;

/// Evaluate a position with every evaluator, term by term
#[derive(Args)]
#[command(long_about = super::help::text("explain"), after_help = super::help::text("after explain"))]
pub(crate) struct ExplainArgs {
    /// The position; quotes around it are not needed
    #[arg(required = true)]
    position: Vec<String>,
    /// Only this evaluator, built in or from outside, such as ./mine.so (repeatable)
    #[arg(long = "engine", value_name = "NAME", value_parser = EvaluatorName)]
    evaluators: Vec<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &ExplainArgs) -> anyhow::Result<()> {
    let game = super::position(&arguments.position)?;
    let evaluators: Vec<_> = if arguments.evaluators.is_empty() {
        let all = registry::NAMES.iter();
        all.filter_map(|name| registry::evaluator(name)).collect()
    } else {
        let chosen = arguments.evaluators.iter().map(|name| opened(name));
        chosen.collect::<anyhow::Result<_>>()?
    };
    let measured = super::engines::measurements()?;
    let evaluations = evaluators.iter().map(|evaluator| {
        let mut evaluation = evaluator.explain(&game)?;
        evaluation.info = measured.applied_to(evaluation.info);
        Ok(evaluation)
    });
    let comparison = Comparison::of(evaluations.collect::<anyhow::Result<_>>()?);
    super::present(arguments.json, &comparison, |width| document(&comparison, width))
}

/// Each evaluator term by term, then all side by side in lines of `width` characters, then where they disagree.
fn document(comparison: &Comparison, width: usize) -> Document {
    let mut text = Document::new();
    let all = &comparison.evaluations;
    for evaluation in all {
        evaluation.table(width).lines().for_each(|line| text.row(line));
        text.blank();
    }
    let names = comparison.aspects.iter().flat_map(|row| &row.terms);
    let longest = names.map(|term| 2 + term.name.len()).max();
    let names = longest.unwrap_or(0).max(WORTH.len());
    let mut first = 0;
    while first < all.len() {
        let mut room = width.saturating_sub(names);
        let fits = |evaluation: &&Evaluation| {
            let cell = 1 + evaluation.evaluator.len().max(NUMBER);
            let is_next = cell <= room;
            room = room.saturating_sub(cell);
            is_next
        };
        let count = all[first..].iter().take_while(fits).count().max(1);
        let shown: Vec<usize> = (first..first + count).collect();
        for table in [terms(comparison, &shown), worth(comparison, &shown)] {
            text.append(table.document(width));
            text.blank();
        }
        first += count;
    }
    text.sentence(disagreement(comparison));
    text
}

/// A table of numbers with a column of names, and a column for each head.
fn table<'h>(title: &str, least: usize, heads: impl Iterator<Item = &'h str>) -> Columns {
    let names = Column::left(title).gap(0).least(least).cut();
    let heads = heads.map(|head| Column::right(head).gap(1).least(NUMBER));
    Columns::new(std::iter::once(names).chain(heads))
}

fn add(table: &mut Columns, name: &str, cells: impl Iterator<Item = String>) {
    table.row(std::iter::once(name.to_owned()).chain(cells));
}

/// Each aspect with its terms, in each evaluator's own centipawns.
fn terms(comparison: &Comparison, shown: &[usize]) -> Columns {
    let mut table = table(TERMS, WORTH.len(), heads(comparison, shown));
    for row in &comparison.aspects {
        let mut terms =
            row.terms.iter().filter(|term| shown.iter().any(|&at| term.centipawns[at].is_some())).peekable();
        if terms.peek().is_some() {
            add(&mut table, &row.aspect.name().to_uppercase(), shown.iter().map(|&at| row.centipawns[at].to_string()));
        }
        for term in terms {
            let cell = |&at: &usize| term.centipawns[at].map_or_else(|| "-".to_owned(), |sum| sum.to_string());
            add(&mut table, &format!("  {}", term.name), shown.iter().map(cell));
        }
    }
    add(&mut table, "total", shown.iter().map(|&at| comparison.evaluations[at].total.to_string()));
    table
}

fn heads<'c>(comparison: &'c Comparison, shown: &[usize]) -> impl Iterator<Item = &'c str> {
    shown.iter().map(|&at| comparison.evaluations[at].evaluator)
}

fn worth(comparison: &Comparison, shown: &[usize]) -> Columns {
    let mut table = table(WORTH, WORTH.len(), heads(comparison, shown));
    let mut row = |name: &str, numbers: &[f64]| add(&mut table, name, shown.iter().map(|&at| numbers[at].to_string()));
    for AspectRow { aspect, michniewski, .. } in &comparison.aspects {
        row(aspect.name(), michniewski);
    }
    row("total", &comparison.michniewski_totals);
    let scales = shown.iter().map(|&at| format!("{:.2}", comparison.scales[at]));
    add(&mut table, "own ones for one", scales);
    table
}

fn disagreement(comparison: &Comparison) -> String {
    let Some(found @ Disagreement { high, low, gap, .. }) = &comparison.disagreement else {
        return "All agree.".to_owned();
    };
    let aspects = found.aspects.iter().map(|(aspect, by)| format!("{} {by:+}", aspect.name()));
    let terms = found.named().take(NAMED).map(|(name, by)| format!("{name} {by:+}"));
    format!(
        "{high} likes White's position {gap} Michniewski centipawns better than {low} does: {}; most of it from {}",
        aspects.collect::<Vec<_>>().join(", "),
        terms.collect::<Vec<_>>().join(", ")
    )
}

const NAMED_REASONS: usize = 4;
/// The row of the terms that are the same at the ends of all lines.
const SAME: &str = "the same in all";

/// Explain why an evaluator prefers one move to another
#[derive(Args)]
#[command(long_about = super::help::text("why"), after_help = super::help::text("after why"))]
pub(crate) struct WhyArgs {
    /// The position; quotes around it are not needed
    #[arg(required = true)]
    position: Vec<String>,
    /// The moves, separated by commas
    #[arg(long, value_name = "MOVES", value_delimiter = ',', required = true)]
    moves: Vec<String>,
    /// The evaluator, built in or from outside, such as ./mine.so
    #[arg(long, value_name = "NAME", value_parser = EvaluatorName)]
    engine: String,
    /// Nodes for each move
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run_why(arguments: &WhyArgs) -> anyhow::Result<()> {
    let game = super::position(&arguments.position)?;
    if game.position().is_game_over() {
        bail!("the game is over in this position; there is no move to choose");
    }
    let mut moves: Vec<Move> = Vec::new();
    for text in &arguments.moves {
        let mv = read(text.trim(), game.position()).with_context(|| format!("--moves {text}"))?;
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    let evaluator = opened(&arguments.engine)?;
    let info = super::engines::measurements()?.applied_to(evaluator.info());
    let found = why(&*evaluator, &info, &game, &moves, &Limits::nodes(arguments.nodes))?;
    super::present(arguments.json, &found, |width| why_document(&found, width))
}

/// The moves with their lines, the terms in which these end differently, and the reasons.
fn why_document(why: &Why, width: usize) -> Document {
    let mut text = Document::new();
    let Why { evaluator, nodes, side, .. } = why;
    text.sentence(format!("{evaluator}, {nodes} nodes a move; {side} is to move in"));
    text.row(&why.fen);
    text.blank();
    let name = column_width(why.moves.iter().map(|candidate| &candidate.san));
    for candidate in &why.moves {
        let (score, Candidate { san, depth, line, .. }) = (score_text(candidate), candidate);
        let head = format!("{san:name$}  {score:>7}  depth {depth:>2}  ");
        text.hanging([(Style::Plain, head)], line.join(" "));
    }
    let all: Vec<&Candidate> = why.moves.iter().collect();
    let names = column_width(compared(why, &all).0.iter().map(|rule| rule.name)).max(SAME.len());
    // The first move and as many others as there is room for, then the first and the next ones.
    let others = (width.saturating_sub(names + 1) / (NUMBER + 1)).saturating_sub(1).max(1);
    let (first, rest) = all.split_at(1);
    for place in 0..rest.len().div_ceil(others).max(1) {
        let some = rest.iter().skip(place * others).take(others);
        let shown: Vec<&Candidate> = first.iter().chain(some).copied().collect();
        text.blank();
        text.append(ends_table(why, &shown).document(width));
    }
    for other in &why.moves[1..] {
        text.blank();
        preference(why, other, &mut text);
    }
    text
}

fn score_text(candidate: &Candidate) -> String {
    match (candidate.score, candidate.mate) {
        (Some(score), _) => format!("{score:+}"),
        (None, Some(mate)) if mate < 0 => format!("mated in {}", -mate),
        (None, mate) => format!("mate in {}", mate.unwrap_or(0)),
    }
}

/// The terms in which the ends of these lines differ, and the others.
fn compared(why: &Why, shown: &[&Candidate]) -> (Vec<Rule>, Vec<Rule>) {
    why.terms().into_iter().partition(|rule| {
        let first = why.term(shown[0], *rule);
        shown.iter().any(|candidate| why.term(candidate, *rule) != first)
    })
}

fn ends_table(why: &Why, shown: &[&Candidate]) -> Columns {
    let (different, same) = compared(why, shown);
    let heads = shown.iter().map(|one| &*one.san);
    let mut columns = table("at the ends", SAME.len() + 1, heads);
    let mut row = |name: &str, cell: &dyn Fn(&Candidate) -> String| {
        add(&mut columns, name, shown.iter().map(|&candidate| cell(candidate)));
    };
    for rule in different {
        let name = rule.name_among(why.terms().into_iter());
        row(&name, &|candidate| centipawns(why.term(candidate, rule)));
    }
    let rest = |one: &Candidate| same.iter().map(|rule| why.term(one, *rule)).sum::<i32>();
    if shown.iter().any(|candidate| rest(candidate) != 0) {
        row(SAME, &|candidate| centipawns(rest(candidate)));
    }
    row("total", &|candidate| (why.sign() * candidate.end.total).to_string());
    columns
}

fn preference(why: &Why, other: &Candidate, text: &mut Document) {
    let best = &why.moves[0];
    let (a, b) = (&best.san, &other.san);
    let (Some(score), Some(other_score)) = (best.score, other.score) else {
        let (best, other) = (score_text(best), score_text(other));
        text.sentence(format!("{a} is preferred to {b}: {best}, and {b} {other}."));
        return;
    };
    let (seen, gap) = (score - other_score, why.gap(other));
    let by = format!("{a} is preferred to {b} by {seen} centipawns");
    if seen == 0 {
        text.sentence(format!("{a} and {b} are worth the same."));
    } else if let Some(reasons) = why.reasons(other) {
        let sign = |tenths: i32| if tenths > 0 { "+" } else { "" };
        let named = reasons.into_iter().take(NAMED_REASONS);
        let named = named.map(|(name, _, gain)| format!("{name} {}{}", sign(gain), centipawns(gain)));
        text.sentence(format!("{by}: {}.", named.collect::<Vec<_>>().join(", ")));
    } else {
        text.sentence(format!("{by}. The ends of these lines differ by {gap}, so their terms are not the reasons."));
    }
}

#[cfg(test)]
mod tests;
