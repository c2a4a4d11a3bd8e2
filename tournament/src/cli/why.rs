//! `evalarena why`.

use anyhow::{Context, bail};
use board::{Candidate, Why, why};
use clap::Args;
use engine_core::explain::centipawns;
use engine_core::game::Game;
use engine_core::limits::Limits;
use openings::moves::read;
use report::{Column, Columns, Document, Style, column_width};
use shakmaty::{Move, Position};

use super::engines::{EvaluatorName, opened};

/// Terms named for a preference.
const NAMED: usize = 4;
/// The row of the terms that are the same at the ends of all lines.
const SAME: &str = "the same in all";
/// Characters for a number.
const NUMBER: usize = 9;

/// Explain why an evaluator prefers one move to another
#[derive(Args)]
#[command(
    long_about = "Searches each of --moves alone, with the same number of nodes, and shows the terms in which the \
        positions at the ends of the principal variations differ: the reasons for the preference. Everything \
        is in the evaluator's centipawns, from the side to move. A single move is compared with the \
        evaluator's own choice.\n\n\
        A POSITION is a FEN, `startpos [moves ...]`, or `fen FEN [moves ...]`; --moves are in UCI notation \
        or SAN.",
    after_help = "Examples:\n  \
        evalarena why startpos --moves e2e4,d2d4 --engine michniewski\n  \
        evalarena why startpos moves e2e4 e7e5 --moves Nf3,Bc4,f4 --engine slate-atkin --nodes 1000000"
)]
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

pub(crate) fn run(arguments: &WhyArgs) -> anyhow::Result<()> {
    let game = Game::parse(&arguments.position.join(" "))?;
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
    if arguments.json {
        return super::print_json(&found);
    }
    super::show(document(&found, super::line_width()))
}

/// The moves with their lines, the terms in which these end differently, and the reasons; tables are in lines of
/// `width` characters, sentences may be longer.
fn document(why: &Why, width: usize) -> Document {
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
    let names = column_width(compared(why, &all).0.iter()).max(SAME.len());
    // The first move and as many others as there is room for, then the first and the next ones.
    let others = (width.saturating_sub(names + 1) / (NUMBER + 1)).saturating_sub(1).max(1);
    let (first, rest) = all.split_at(1);
    for place in 0..rest.len().div_ceil(others).max(1) {
        let some = rest.iter().skip(place * others).take(others);
        let shown: Vec<&Candidate> = first.iter().chain(some).copied().collect();
        text.blank();
        text.append(table(why, &shown).document(width));
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
fn compared(why: &Why, shown: &[&Candidate]) -> (Vec<&'static str>, Vec<&'static str>) {
    why.terms().into_iter().partition(|name| {
        let first = why.term(shown[0], name);
        shown.iter().any(|candidate| why.term(candidate, name) != first)
    })
}

fn table(why: &Why, shown: &[&Candidate]) -> Columns {
    let (different, same) = compared(why, shown);
    let heads = shown.iter().map(|one| Column::right(&one.san).gap(1).least(NUMBER));
    let names = Column::left("at the ends").gap(0).least(SAME.len() + 1).cut();
    let mut columns = Columns::new(std::iter::once(names).chain(heads));
    let mut row = |name: &str, cell: &dyn Fn(&Candidate) -> String| {
        let cells = shown.iter().map(|&candidate| cell(candidate));
        columns.cells(std::iter::once(name.to_owned()).chain(cells).collect());
    };
    for name in different {
        row(name, &|candidate| centipawns(why.term(candidate, name)));
    }
    let rest = |one: &Candidate| same.iter().map(|name| why.term(one, name)).sum::<i32>();
    if shown.iter().any(|candidate| rest(candidate) != 0) {
        row(SAME, &|candidate| centipawns(rest(candidate)));
    }
    row("total", &|candidate| (why.sign() * candidate.end.total).to_string());
    columns
}

/// The preference of the first move to this one.
fn preference(why: &Why, other: &Candidate, text: &mut Document) {
    let best = &why.moves[0];
    let (a, b) = (&best.san, &other.san);
    let (Some(score), Some(other_score)) = (best.score, other.score) else {
        let (best, other) = (score_text(best), score_text(other));
        text.sentence(format!("{a} is preferred to {b}: {best}, and {b} {other}."));
        return;
    };
    let (seen, gap) = (score - other_score, why.sign() * (best.end.total - other.end.total));
    if seen == 0 {
        text.sentence(format!("{a} and {b} are worth the same."));
        return;
    }
    let sign = |tenths: i32| if tenths > 0 { "+" } else { "" };
    let named = why.reasons(other).into_iter().take(NAMED);
    let named = named.map(|(name, _, gain)| format!("{name} {}{}", sign(gain), centipawns(gain)));
    let named = named.collect::<Vec<_>>().join(", ");
    text.sentence(format!("{a} is preferred to {b} by {seen} centipawns: {named}."));
    if gap != seen {
        text.sentence(format!(
            "(At the ends of these lines it is {gap}: the search saw beyond these ends.)"
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_is_a_reason_and_terms_are_rows() {
        let game = Game::parse("fen 6k1/8/8/8/8/8/r4PPP/6K1 b - - 0 1").unwrap();
        let moves = ["a2a1", "a2b2"].map(|text| read(text, game.position()).unwrap());
        let evaluator = evaluators::registry::michniewski();
        let limits = Limits::nodes(2000);
        let why = why(&*evaluator, &evaluator.info(), &game, &moves, &limits).unwrap();
        let text = document(&why, 98).to_string();
        assert!(text.contains("michniewski, 2000 nodes a move; Black is to move in"), "{text}");
        assert!(text.contains("Ra1# is preferred to Rb2: mate in 1"), "{text}");
        assert!(text.lines().any(|line| line.starts_with("pst_rook")), "{text}");
    }
}
