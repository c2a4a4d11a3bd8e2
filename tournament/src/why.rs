//! Why an evaluator prefers one move to another: what it counts at the ends of the lines that it expects.
//!
//! Each move is searched alone, with the same number of nodes. A search is worth what its static value is at
//! the end of the best line, after the captures in which quiescence search ends it, so the terms there are the
//! reasons. The captures, which a search does not tell, are found again by a small one of captures alone. Where
//! a line was cut short by the transposition table the two values differ, and that is told.

mod settled;

use std::fmt::Write as _;

use engine_core::evaluation::Evaluation;
use engine_core::evaluator::Evaluator;
use engine_core::explain::centipawns;
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::options::Configure;
use engine_core::score::Score;
use engine_core::search::Search;
use engine_core::tables::transposition::Transposition;
use serde::Serialize;
use shakmaty::{Color, Move, Position};

use crate::measured::Measurements;
use crate::registry::{self, Visitor};
use crate::report::column_width;
use crate::suite::moves::san;
use settled::captures;

/// The table of a search, two to this power entries: as large as that of a UCI program, 16 MB.
const TABLE: u32 = 20;
/// Terms named for a preference.
const NAMED: usize = 4;

/// Some moves of a position, as one evaluator sees them.
#[derive(Debug, Serialize)]
pub struct Why {
    /// The evaluator.
    pub evaluator: &'static str,
    /// The position.
    pub fen: String,
    /// Who is to move; everything is told from this side.
    pub side: &'static str,
    /// Nodes searched for each move.
    pub nodes: u64,
    /// The moves, the preferred one first.
    pub moves: Vec<Considered>,
}

/// A move, and where it leads.
#[derive(Debug, Serialize)]
pub struct Considered {
    /// In SAN.
    #[serde(rename = "move")]
    pub san: String,
    /// Centipawns of the evaluator, from the side to move; `None` for a mate.
    pub score: Option<i32>,
    /// Full moves to mate, negative if the side to move is mated; `None` if it is no mate.
    pub mate: Option<i32>,
    /// Plies of the search.
    pub depth: i32,
    /// The line that is expected, this move first, in SAN.
    pub line: Vec<String>,
    /// What is counted at its end; from White's side, as ever.
    pub end: Evaluation,
    #[serde(skip)]
    rank: Score,
}

/// What makes a move better than another, from the side to move.
#[derive(Debug, Clone, PartialEq)]
struct Reason {
    term: &'static str,
    /// In tenths of a centipawn.
    gain: i32,
}

/// Searches each of `moves`, which are legal in `game`, with `nodes` nodes, and the move that the evaluator
/// would play, if there is only one of them; `None` if there is no such evaluator. The swing of one that has
/// none of its own is in `measured`.
#[must_use]
pub fn why(
    evaluator: &str,
    game: &Game,
    moves: &[Move],
    nodes: u64,
    measured: &Measurements,
) -> Option<Why> {
    let ask = Ask {
        game,
        moves,
        nodes,
        measured,
    };
    registry::with(evaluator, ask)
}

struct Ask<'a> {
    game: &'a Game,
    moves: &'a [Move],
    nodes: u64,
    measured: &'a Measurements,
}

impl Visitor for Ask<'_> {
    type Output = Why;

    fn visit<E: Evaluator + Configure + Clone>(self, evaluator: E) -> Why {
        let info = self.measured.applied_to(evaluator.info());
        let mut search = Search::new(evaluator, Transposition::with_bits(TABLE));
        search.set_swing(info.swing.ratio);
        let mut moves = self.moves.to_vec();
        if let [only] = self.moves {
            let own = search
                .go(self.game, &Limits::nodes(self.nodes), |_| {})
                .best;
            moves.extend(own.filter(|own| own != only));
        }
        let consider = |mv| self.consider(&mut search, mv);
        let mut considered: Vec<Considered> = moves.into_iter().map(consider).collect();
        considered.sort_by_key(|considered| std::cmp::Reverse(considered.rank));
        let position = self.game.position();
        Why {
            evaluator: search.evaluator().info().name,
            fen: engine_core::notation::fen_of(position),
            side: match position.turn() {
                Color::White => "White",
                Color::Black => "Black",
            },
            nodes: self.nodes,
            moves: considered,
        }
    }
}

impl Ask<'_> {
    fn consider<E: Evaluator + Clone>(&self, search: &mut Search<E>, mv: Move) -> Considered {
        search.clear();
        let limits = Limits {
            search_moves: vec![mv],
            ..Limits::nodes(self.nodes)
        };
        let found = search.go(self.game, &limits, |_| {});
        let mut end = self.game.clone();
        let mut line = Vec::new();
        let expected = if found.line.first() == Some(&mv) {
            found.line
        } else {
            vec![mv]
        };
        for mv in expected {
            line.push(san(mv, end.position()));
            end.play(mv);
        }
        for mv in captures(search.evaluator(), &end) {
            line.push(san(mv, end.position()));
            end.play(mv);
        }
        Considered {
            san: line[0].clone(),
            score: found.score.cp(),
            mate: found.score.mate_moves(),
            depth: found.depth,
            line,
            end: Evaluation::of(search.evaluator(), &end),
            rank: found.score,
        }
    }
}

impl Considered {
    /// Its score in words.
    fn score_text(&self) -> String {
        match (self.score, self.mate) {
            (Some(score), _) => format!("{score:+}"),
            (None, Some(mate)) if mate < 0 => format!("mated in {}", -mate),
            (None, mate) => format!("mate in {}", mate.unwrap_or(0)),
        }
    }
}

impl Why {
    /// 1 for White, -1 for Black: what turns White's view into that of the side to move.
    fn sign(&self) -> i32 {
        if self.side == "White" { 1 } else { -1 }
    }

    /// A term at the end of a line, in tenths of a centipawn from the side to move.
    fn term(&self, considered: &Considered, name: &str) -> i32 {
        let mut terms = considered.end.breakdown.terms().iter();
        let term = terms.find(|term| term.rule.name == name);
        self.sign() * term.map_or(0, |term| term.white - term.black)
    }

    /// The names of all terms, in the order in which they come up.
    fn terms(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        let all = self.moves.iter().flat_map(|c| c.end.breakdown.terms());
        for name in all.map(|term| term.rule.name) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// What makes the first move better than `other`, the greatest first.
    fn reasons(&self, other: &Considered) -> Vec<Reason> {
        let gain = |term| Reason {
            term,
            gain: self.term(&self.moves[0], term) - self.term(other, term),
        };
        let mut reasons: Vec<Reason> = self.terms().into_iter().map(gain).collect();
        reasons.retain(|reason| reason.gain != 0);
        reasons.sort_by_key(|reason| -reason.gain.abs());
        reasons
    }

    /// For people: the moves with their lines, the terms in which these end differently, and the reasons.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!(
            "{}, {} nodes a move; {} is to move in\n{}\n\n",
            self.evaluator, self.nodes, self.side, self.fen
        );
        let width = column_width(self.moves.iter().map(|considered| &considered.san));
        for considered in &self.moves {
            let (san, score) = (&considered.san, considered.score_text());
            let line = considered.line.join(" ");
            let depth = considered.depth;
            writeln!(text, "{san:width$}  {score:>7}  depth {depth:>2}  {line}").ok();
        }
        self.table(&mut text);
        for other in self.moves.iter().skip(1) {
            self.preference(other, &mut text);
        }
        text
    }

    /// The terms that differ, a column a move.
    fn table(&self, text: &mut String) {
        text.push('\n');
        let names = self.terms();
        let differs = |name: &&&str| {
            let mut values = self
                .moves
                .iter()
                .map(|considered| self.term(considered, name));
            let first = values.next();
            values.any(|value| Some(value) != first)
        };
        let different: Vec<&&str> = names.iter().filter(differs).collect();
        let width = column_width(different.iter()).max("the same in all".len());
        let mut row = |name: &str, cells: Vec<String>| {
            let cells: String = cells.iter().map(|cell| format!(" {cell:>9}")).collect();
            writeln!(text, "{name:width$} {}", cells.trim_end()).ok();
        };
        let heads = self.moves.iter().map(|considered| considered.san.clone());
        row("at the ends", heads.collect());
        for name in different {
            let cell = |considered| centipawns(self.term(considered, name));
            row(name, self.moves.iter().map(cell).collect());
        }
        let rest = |considered: &Considered| {
            let all = names.iter().filter(|name| !differs(name));
            all.map(|name| self.term(considered, name)).sum::<i32>()
        };
        if self.moves.iter().any(|considered| rest(considered) != 0) {
            let cells = self
                .moves
                .iter()
                .map(|considered| centipawns(rest(considered)));
            row("the same in all", cells.collect());
        }
        let total = |considered: &Considered| (self.sign() * considered.end.total).to_string();
        row("total", self.moves.iter().map(total).collect());
    }

    /// Why the first move is preferred to this one.
    fn preference(&self, other: &Considered, text: &mut String) {
        let best = &self.moves[0];
        let (a, b) = (&best.san, &other.san);
        let (Some(score), Some(other_score)) = (best.score, other.score) else {
            let (best, other) = (best.score_text(), other.score_text());
            writeln!(text, "\n{a} is preferred to {b}: {best}, and {b} {other}.").ok();
            return;
        };
        let (seen, gap) = (
            score - other_score,
            self.sign() * (best.end.total - other.end.total),
        );
        if seen == 0 {
            writeln!(text, "\n{a} and {b} are worth the same.").ok();
            return;
        }
        let named = self.reasons(other).into_iter().take(NAMED);
        let sign = |tenths: i32| if tenths > 0 { "+" } else { "" };
        let named = named.map(|r| format!("{} {}{}", r.term, sign(r.gain), centipawns(r.gain)));
        let named: Vec<String> = named.collect();
        writeln!(
            text,
            "\n{a} is preferred to {b} by {seen} centipawns: {}.",
            named.join(", ")
        )
        .ok();
        if gap != seen {
            writeln!(
                text,
                "(At the ends of these lines it is {gap}: the search saw further than they show.)"
            )
            .ok();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::moves::read;

    fn ask(position: &str, moves: &[&str], nodes: u64) -> Why {
        let game = Game::parse(position).unwrap();
        let moves: Vec<Move> = moves
            .iter()
            .map(|text| read(text, game.position()).unwrap())
            .collect();
        why(
            "michniewski",
            &game,
            &moves,
            nodes,
            &Measurements::default(),
        )
        .unwrap()
    }

    /// After one ply nothing is left to search: the reasons are the tables' numbers, which are Michniewski's.
    #[test]
    fn the_reasons_are_the_terms_that_differ() {
        let start = "fen 4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1";
        let mut why = ask(start, &["d2d4", "e2e3"], 400);
        for considered in &mut why.moves {
            // The static values after the move alone.
            let mut game = Game::parse(start).unwrap();
            game.play_uci(if considered.san == "d4" {
                "d2d4"
            } else {
                "e2e3"
            })
            .unwrap();
            considered.end =
                crate::compare::compare(&["michniewski"], &game, &Measurements::default())
                    .evaluations
                    .remove(0);
        }
        why.moves.sort_by_key(|considered| considered.san != "d4");
        // Pawns: d2 -20, d4 +20, e2 -20, e3 0.
        let reasons = why.reasons(&why.moves[1]);
        assert_eq!(
            reasons,
            [Reason {
                term: "pst_pawn",
                gain: 200
            }]
        );
        let text = why.text();
        assert!(
            text.contains("michniewski, 400 nodes a move; White is to move in"),
            "{text}"
        );
        let row = |name: &str| {
            text.lines()
                .find(|l| l.starts_with(name))
                .unwrap()
                .to_owned()
        };
        assert_eq!(
            row("pst_pawn").split_whitespace().collect::<Vec<_>>()[1..],
            ["0", "-20"]
        );
    }

    #[test]
    fn black_sees_it_from_the_other_side_and_mates_are_told() {
        let why = ask(
            "fen 6k1/8/8/8/8/8/r4PPP/6K1 b - - 0 1",
            &["a2a1", "a2a8"],
            2000,
        );
        assert_eq!((why.side, why.moves[0].san.as_str()), ("Black", "Ra1#"));
        assert_eq!(why.moves[0].mate, Some(1));
        assert_eq!(why.moves[1].san, "Ra8");
        assert!(why.moves[1].score.unwrap() > 100, "a rook for three pawns");
        assert!(
            why.text().contains("Ra1# is preferred to Ra8: mate in 1"),
            "{}",
            why.text()
        );
    }

    #[test]
    fn one_move_is_compared_with_the_evaluators_own() {
        let why = ask("fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", &["h2h3"], 5000);
        let moves: Vec<&str> = why.moves.iter().map(|c| c.san.as_str()).collect();
        assert_eq!(moves, ["Ra8#", "h3"]);
        // Its own move is compared with nothing.
        let alone = ask("fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", &["a1a8"], 5000);
        assert_eq!(alone.moves.len(), 1);
    }
}
