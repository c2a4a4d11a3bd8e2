//! Ending games that are decided.

use config::{Adjudication, DrawRule, ResignRule};
use players::player::GivenScore;
use players::record::{GameResult, Termination};
use runner::adjudicate::Adjudicator;
use shakmaty::{Board, ByColor, Color};

type End = Option<(GameResult, Termination)>;

const DRAW: End = Some((GameResult::Draw, Termination::AdjudicatedDraw));
const BLACK: End = Some((GameResult::BlackWins, Termination::AdjudicatedWin));
const LONGEST: End = Some((GameResult::Draw, Termination::MaxMoves));

fn rules() -> Adjudication {
    Adjudication {
        draw: Some(DrawRule { after: 3, moves: 2, score: 10 }),
        resign: Some(ResignRule { moves: 2, score: 500, both: true }),
        max_moves: Some(20),
        insufficient_material: false,
        syzygy: None,
    }
}

fn resigning(moves: u32, score: u32, both: bool) -> Adjudication {
    Adjudication { resign: Some(ResignRule { moves, score, both }), ..Adjudication::default() }
}

/// Feeds the scores, White's first, each from its mover's side; `scale` is the worth of White's and Black's points.
fn feed(
    rules: &Adjudication,
    (white, black): (f64, f64),
    scores: &[Option<GivenScore>],
) -> (usize, End) {
    let mut watcher = Adjudicator::new(rules, ByColor { white, black });
    for (index, &score) in scores.iter().enumerate() {
        let mover = Color::from_white(index % 2 == 0);
        let end = watcher.after_move(mover, score, index + 1, &Board::default());
        if end.is_some() {
            return (index + 1, end);
        }
    }
    (scores.len(), None)
}

#[test]
fn a_rule_ends_a_game_after_enough_moves_of_the_sides_that_it_needs() {
    let all = rules();
    let none = Adjudication::default();
    let draw = Adjudication { draw: all.draw, ..none.clone() };
    let resign = Adjudication { resign: all.resign, ..none.clone() };
    let length = Adjudication { max_moves: Some(20), ..none.clone() };
    let alternately = |white, black, moves| -> Vec<i32> { [white, black].repeat(moves) };
    let level = alternately(0, 0, 30);
    let lost = alternately(-900, 900, 30);
    let one_sided = alternately(-600, 100, 3);
    let busy: Vec<i32> = (0..60).map(|i| 100 * (i % 3)).collect();
    let (unit, half) = ((1.0, 1.0), (2.0, 1.0));
    // 900 of Michniewski's are 1,125 where 1.25 are worth one of his, and 765 where 0.85 are.
    let (scales, scaled) = ((1.25, 0.85), resigning(1, 900, true));
    for (what, rules, scale, scores, expected) in [
        ("a level game", &all, unit, &level[..10], (6, DRAW)),
        (
            "a level game with an interruption",
            &all,
            unit,
            &[0, 0, 0, 0, 11, 0, 10, -10, 0, 0],
            (9, DRAW),
        ),
        ("level for one side alone", &all, unit, &[0, 20, 0, 20, 0, 20, 0, 20], (8, None)),
        ("lost, as both say", &all, unit, &[-500, 500, -600, 700, 0, 0], (4, BLACK)),
        ("lost, as one side says", &all, unit, &one_sided, (6, None)),
        ("the same where that is enough", &resigning(2, 500, false), unit, &one_sided, (3, BLACK)),
        ("lost, with an interruption", &all, unit, &[-500, 500, -499, 500, -500, 500], (6, None)),
        ("too little by its scale", &all, half, &[-900, 500, -900, 500, -900, 500], (6, None)),
        ("enough by its scale", &all, half, &[-1000, 500, -1000, 500], (4, BLACK)),
        ("the same expected score", &scaled, scales, &[-1125, 765], (2, BLACK)),
        ("White's is less", &scaled, scales, &[-1124, 765], (2, None)),
        ("Black's is less", &scaled, scales, &[-1125, 764], (2, None)),
        ("neither level nor lost", &all, unit, &busy, (40, LONGEST)),
        ("level, by the draw rule alone", &draw, unit, &level, (6, DRAW)),
        ("lost, by the draw rule alone", &draw, unit, &lost, (60, None)),
        ("lost, by the resign rule alone", &resign, unit, &lost, (4, BLACK)),
        ("level, by the resign rule alone", &resign, unit, &level, (60, None)),
        ("level, by the limit alone", &length, unit, &level, (40, LONGEST)),
        ("lost, by the limit alone", &length, unit, &lost, (40, LONGEST)),
        ("level, without rules", &none, unit, &level, (60, None)),
    ] {
        let scores: Vec<_> = scores.iter().map(|&cp| Some(GivenScore::Cp(cp))).collect();
        assert_eq!(feed(rules, scale, &scores), expected, "{what}");
    }
    let mates = [-3, 3, -3, 3].map(|mate| Some(GivenScore::Mate(mate)));
    assert_eq!(feed(&all, unit, &mates), (4, BLACK), "mates");
    // Who gives no score agrees to nothing.
    let silent = [Some(GivenScore::Cp(0)), None].repeat(30);
    assert_eq!(feed(&all, unit, &silent), (40, LONGEST));
}

#[test]
fn material_that_cannot_force_mate_is_a_draw_if_asked_for() {
    for (board, forced) in [
        ("4k3/8/8/8/8/8/8/4K3", false),
        ("4k3/8/8/8/8/8/8/4KN2", false),
        ("4k1n1/8/8/8/8/8/8/4KN2", false),
        ("4k1b1/8/8/8/8/8/8/4KN2", false),
        ("4k1b1/8/8/8/8/8/8/4KB2", false),
        ("4k3/8/8/8/8/8/8/4KNN1", false),
        ("4k3/8/8/8/8/8/8/4KBN1", true),
        ("4k3/8/8/8/8/8/8/4KBB1", true),
        ("4k1n1/8/8/8/8/8/8/4KNN1", true),
        ("4k3/8/8/8/8/8/4P3/4K3", true),
        ("4kr2/8/8/8/8/8/8/4K3", true),
        ("4kq2/8/8/8/8/8/8/4K3", true),
    ] {
        let board = Board::from_ascii_board_fen(board.as_bytes()).unwrap();
        for asked in [false, true] {
            let rules = Adjudication { insufficient_material: asked, ..Adjudication::default() };
            let mut watcher = Adjudicator::new(&rules, ByColor::new_with(|_| 1.0));
            let end = watcher.after_move(Color::White, Some(GivenScore::Cp(50)), 100, &board);
            let draw = Some((GameResult::Draw, Termination::AdjudicatedMaterial));
            assert_eq!(end, draw.filter(|_| asked && !forced), "{board:?}");
        }
    }
}
