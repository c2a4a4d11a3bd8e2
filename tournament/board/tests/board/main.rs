//! The board by its answers, and the comparisons and reasons behind them.

#![allow(clippy::unwrap_used)]

mod answers;

use board::{Comparison, Why, why};
use engine_core::evaluation::Evaluation;
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::random::RandomGames;
use engine_core::rule::Aspect;
use evaluators::registry;
use openings::moves::read;
use shakmaty::Move;

fn evaluations(names: &[&str], game: &Game) -> Vec<Evaluation> {
    let evaluators = names.iter().map(|name| registry::evaluator(name).unwrap());
    evaluators.map(|evaluator| evaluator.explain(game).unwrap()).collect()
}

/// A knight in the corner for a bishop: tables and values pull apart. So many centipawns of each evaluator are worth
/// one of Michniewski's.
fn compared(scales: [f64; 3]) -> Comparison {
    let game = Game::parse("k7/8/8/8/8/8/8/K5Nb w - - 0 1").unwrap();
    let mut evaluations = evaluations(&["material", "michniewski", "otter"], &game);
    let unit = evaluations[1].info.eval_scale.centipawns;
    for (evaluation, scale) in evaluations.iter_mut().zip(scales) {
        evaluation.info.eval_scale.centipawns = unit * scale;
    }
    Comparison::of(evaluations)
}

#[test]
fn the_widest_gap_is_explained_by_its_terms() {
    let comparison = compared([1.0; 3]);
    assert_eq!(comparison.michniewski_totals, [-10.0, -30.0, -20.0]);
    let widest = comparison.disagreement.unwrap();
    assert_eq!((widest.high, widest.low, widest.gap), ("material", "michniewski", 20.0));
    assert_eq!(widest.terms[0], ("pst_knight", Aspect::Pieces, 40.0));
    // Knight 40 and bishop -20 are both pieces.
    assert_eq!(widest.aspects, [(Aspect::Pieces, 20.0)]);
    // Where two of the second and a quarter of the third are worth one of Michniewski's, the totals are others.
    let comparison = compared([1.0, 2.0, 0.25]);
    assert_eq!(comparison.michniewski_totals, [-10.0, -15.0, -80.0]);
    let widest = comparison.disagreement.unwrap();
    assert_eq!((widest.high, widest.low, widest.gap), ("material", "otter", 70.0));
    let sum: f64 = widest.terms.iter().map(|(.., change)| change).sum();
    assert_eq!(sum, 70.0);
    // Equal totals.
    let equal = evaluations(&["material", "michniewski"], &Game::default());
    assert!(Comparison::of(equal).disagreement.is_none());
}

/// A knight is worth 10 less than a bishop, to Otter the same; both tables take 40 for the knight in its corner
/// and 20 for the bishop.
#[test]
fn terms_are_lined_up_by_what_they_look_at() {
    let comparison = compared([1.0, 2.0, 0.25]);
    let of = |aspect| {
        let mut rows = comparison.aspects.iter();
        let row = rows.find(|row| row.aspect == aspect).unwrap();
        (row.centipawns.clone(), row.michniewski.clone())
    };
    let (material, by_scale) = of(Aspect::Material);
    assert_eq!((material[1], by_scale[1]), (-10.0, -5.0));
    let (pieces, by_scale) = of(Aspect::Pieces);
    assert_eq!((pieces[1], by_scale[1], by_scale[2]), (-20.0, -10.0, 4.0 * pieces[2]));
}

fn ask(position: &str, moves: &[&str], nodes: u64) -> Why {
    let game = Game::parse(position).unwrap();
    let moves: Vec<Move> = moves.iter().map(|text| read(text, game.position()).unwrap()).collect();
    let evaluator = registry::michniewski();
    why(&*evaluator, &evaluator.info(), &game, &moves, &Limits::nodes(nodes)).unwrap()
}

/// After one ply nothing is left to search: the reasons are the tables' numbers, which are Michniewski's.
#[test]
fn the_reasons_are_the_terms_that_differ() {
    let start = "fen 4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1";
    let mut why = ask(start, &["d2d4", "e2e3"], 400);
    for candidate in &mut why.moves {
        // The static values after the move alone.
        let mut game = Game::parse(start).unwrap();
        game.play_uci(if candidate.san == "d4" { "d2d4" } else { "e2e3" }).unwrap();
        candidate.end = registry::michniewski().explain(&game).unwrap();
    }
    why.moves.sort_by_key(|candidate| candidate.san != "d4");
    // Pawns: d2 -20, d4 +20, e2 -20, e3 0.
    assert_eq!(why.reasons(&why.moves[1]).unwrap(), [("pst_pawn", Aspect::Pawns, 200)]);
}

#[test]
fn black_sees_it_from_the_other_side_and_mates_are_told() {
    let why = ask("fen 6k1/8/8/8/8/8/r4PPP/6K1 b - - 0 1", &["a2a1", "a2a8"], 2000);
    assert_eq!((why.side, why.moves[0].san.as_str()), ("Black", "Ra1#"));
    assert_eq!(why.moves[0].mate, Some(1));
    assert_eq!(why.moves[1].san, "Ra8");
    assert!(why.moves[1].score.unwrap() > 100, "a rook for three pawns");
}

#[test]
fn one_move_is_compared_with_the_evaluators_own() {
    let position = "fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let why = ask(position, &["h2h3"], 5000);
    let moves: Vec<&str> = why.moves.iter().map(|c| c.san.as_str()).collect();
    assert_eq!(moves, ["Ra8#", "h3"]);
    // Its own move is compared with nothing.
    assert_eq!(ask(position, &["a1a8"], 5000).moves.len(), 1);
}

/// A pawn that is defended is not won by taking it, and one that is not is.
#[test]
fn a_line_ends_where_no_capture_gains() {
    for (fen, length) in [
        ("4k3/8/3r4/8/8/3P4/2P5/K7 w - - 0 1", 1),
        ("4k3/8/3r4/8/8/3P4/8/K7 w - - 0 1", 2),
        // Both pawns take: a knight for a pawn.
        ("4k3/8/8/4p3/3N4/4P3/8/K7 w - - 0 1", 3),
    ] {
        let game = Game::parse(fen).unwrap();
        let moves = ["a1a2", "a1b1"].map(|text| read(text, game.position()).unwrap());
        let material = registry::evaluator("material").unwrap();
        let found = why(&*material, &material.info(), &game, &moves, &Limits::nodes(1)).unwrap();
        for candidate in &found.moves {
            assert_eq!(candidate.line.len(), length, "{fen} {:?}", candidate.line);
        }
    }
}

/// Lines that the table cut off go on to their depth, and what is at the ends of two lines is a reason only if it makes
/// the difference of their scores.
#[test]
fn lines_have_their_depth_and_reasons_account_for_the_scores() {
    let mut random = RandomGames::new(8);
    let (mut explained, mut unexplained) = (0, 0);
    for at in 0..12 {
        let mut game = Game::default();
        for _ in 0..8 + 3 * at {
            random.pick(&game).into_iter().for_each(|mv| game.play(mv));
        }
        let moves: Vec<Move> = game.legal_moves().into_iter().step_by(7).take(3).collect();
        let evaluator = registry::evaluator("slate-atkin").unwrap();
        let why = why(&*evaluator, &evaluator.info(), &game, &moves, &Limits::nodes(20_000)).unwrap();
        for one in why.moves.iter().filter(|one| one.mate.is_none()) {
            assert!(one.line.len() as i32 >= one.depth, "{}: {:?} at depth {}", why.fen, one.line, one.depth);
        }
        for other in &why.moves[1..] {
            let Some(reasons) = why.reasons(other) else {
                unexplained += 1;
                continue;
            };
            explained += 1;
            let sum: i32 = reasons.iter().map(|(.., gain)| gain).sum();
            let seen = why.moves[0].score.unwrap() - other.score.unwrap();
            assert!((sum / 10 - seen).abs() <= 30, "{}: {seen} {reasons:?}", why.fen);
        }
    }
    assert!(explained > 2 * unexplained, "{explained} {unexplained}");
}
